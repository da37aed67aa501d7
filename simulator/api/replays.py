"""API: replays of single games, step by step."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import APIException, NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from decks.api.serializers import ErrorSerializer
from signum_site.core.api.examples import with_example
from signum_site.core.api.serializers import OutputSerializer
from signum_site.core.api.viewsets import ResourceViewSet
from signum_site.core.i18n import current_language
from simulator.engine.matches.replay import Replay
from simulator.engine.play.narration import Sentence
from simulator.replays import GameSpec, load_replay, narrate_game
from simulator.views.replays import get_game, get_matchup, unwatchable_reason

from . import examples


class Gone(APIException):
    status_code = status.HTTP_410_GONE


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game that was played again, with its sentences in one language."""

    spec: GameSpec
    replay: Replay
    narration: list[list[Sentence]]

    @property
    def winners(self) -> list[int]:
        outcome = self.replay.result.outcome
        return list(outcome.winners) if outcome else []

    @property
    def reason(self) -> str:
        outcome = self.replay.result.outcome
        return outcome.reason if outcome else ""

    @property
    def steps(self) -> list[dict[str, Any]]:
        pairs = zip(self.replay.steps, self.narration, strict=True)
        return [{"turn": step.turn, "said": sentences, "chances": list(step.chances)} for step, sentences in pairs]


class SaidSerializer(OutputSerializer):
    text = serializers.CharField()
    dice = serializers.ListField(child=serializers.CharField(), help_text="What was rolled, if anything.")


class StepSerializer(OutputSerializer):
    turn = serializers.IntegerField()
    said = SaidSerializer(many=True)
    chances = serializers.ListField(
        child=serializers.FloatField(),
        help_text="The estimated chance to win of each seat; empty if the game does not value positions.",
    )


@with_example(examples.REPLAY)
class ReplaySerializer(OutputSerializer):
    """A game from its first decision to its last, in the reader's language."""

    seats = serializers.ListField(
        source="spec.seat_names", child=serializers.CharField(), help_text="The name of the deck at each seat."
    )
    seed = serializers.IntegerField(source="spec.seed", help_text="Of the game; both games of a pair have the same.")
    turns = serializers.IntegerField(source="replay.result.turns")
    winner = serializers.IntegerField(
        source="replay.result.outcome.winner",
        allow_null=True,
        help_text="The seat that won alone, from 0; null if several won or it was drawn.",
    )
    winners = serializers.ListField(
        child=serializers.IntegerField(), help_text="All seats that won; allies win together. Empty if it was drawn."
    )
    reason = serializers.CharField(help_text="How it ended.")
    steps = StepSerializer(many=True)


class ReplayViewSet(ResourceViewSet):
    """Single games of a simulation."""

    permission_classes = (AllowAny,)
    serializer_class = ReplaySerializer
    lookup_url_kwarg = "token"
    lookup_value_converter = "slug"

    @extend_schema(
        operation_id="simulations_replay",
        responses={
            200: ReplaySerializer,
            410: OpenApiResponse(
                ErrorSerializer, description="It would be another game now: rules or cards have changed."
            ),
        },
    )
    @action(detail=True, url_path="replays/<int:matchup>/<int:pair>/<int:game>", url_name="api_simulation_replay")
    def replay(self, request: Request, token: str, matchup: int, pair: int, game: int) -> Response:
        """One game, decision by decision. Match-ups and pairs are counted from 0; of a pair, game 0 has the seats as
        named, game 1 swapped. With more players, a pair is a round with a game for every seating."""
        try:
            row = get_matchup(token, matchup)
            if not row.batch.is_replayable:
                raise Gone(_("The rules or the cards have changed since: this game cannot be played again."))
            if not row.batch.is_watchable:
                raise NotFound(unwatchable_reason(row.batch))
            spec = get_game(row, pair, game)
        except Http404 as fault:
            params = {"token": token, "matchup": matchup, "pair": pair, "game": game}
            sentence = _("The simulation “%(token)s” has no game %(game)s of pair %(pair)s in match-up %(matchup)s.")
            raise NotFound(sentence % params) from fault
        return self.answer(ReplayedGame(spec, load_replay(spec), narrate_game(spec, language=current_language())))
