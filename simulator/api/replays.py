"""API: replays of single games, step by step."""

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import APIException, NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from decks.api.serializers import ErrorSerializer
from signum_site.core.api_examples import with_example
from signum_site.core.i18n import current_language
from simulator.replays import load_replay, narrate_game
from simulator.views.replays import get_game, get_matchup

from . import examples


class Gone(APIException):
    status_code = status.HTTP_410_GONE


class SaidSerializer(serializers.Serializer):
    text = serializers.CharField()
    dice = serializers.ListField(child=serializers.CharField(), help_text="What was rolled, if anything.")


class StepSerializer(serializers.Serializer):
    turn = serializers.IntegerField()
    said = SaidSerializer(many=True)


@with_example(examples.REPLAY)
class ReplaySerializer(serializers.Serializer):
    """A game from its first decision to its last, in the reader's language."""

    seats = serializers.ListField(child=serializers.CharField(), help_text="The name of the deck at each seat.")
    seed = serializers.IntegerField(help_text="Of the game; both games of a pair have the same.")
    turns = serializers.IntegerField()
    winner = serializers.IntegerField(allow_null=True, help_text="The seat that won, from 0; null if it was drawn.")
    reason = serializers.CharField(help_text="How it ended.")
    steps = StepSerializer(many=True)


class ReplayView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="simulations_replay",
        responses={
            200: ReplaySerializer,
            410: OpenApiResponse(
                ErrorSerializer, description="It would be another game now: rules or cards have changed."
            ),
        },
    )
    def get(self, request: Request, token: str, matchup: int, pair: int, game: int) -> Response:
        """One game, decision by decision. Match-ups and pairs are counted from 0; of a pair, game 0 has the seats as
        named, game 1 swapped."""
        try:
            row = get_matchup(token, matchup)
            if not row.batch.is_replayable:
                raise Gone(_("The rules or the cards have changed since: this game cannot be played again."))
            spec = get_game(row, pair, game)
        except Http404 as fault:
            params = {"token": token, "matchup": matchup, "pair": pair, "game": game}
            sentence = _("The simulation “%(token)s” has no game %(game)s of pair %(pair)s in match-up %(matchup)s.")
            raise NotFound(sentence % params) from fault
        replay, narration = load_replay(spec), narrate_game(spec, language=current_language())
        steps = [
            {
                "turn": step.turn,
                "said": [{"text": sentence.text, "dice": list(sentence.dice)} for sentence in sentences],
            }
            for step, sentences in zip(replay.steps, narration, strict=True)
        ]
        outcome = replay.result.outcome
        return Response(
            {
                "seats": spec.seat_names,
                "seed": spec.seed,
                "turns": replay.result.turns,
                "steps": steps,
                "winner": outcome.winner if outcome else None,
                "reason": outcome.reason if outcome else "",
            }
        )
