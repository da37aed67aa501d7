"""Serializers of simulations; the page of a batch offers the same as a file."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers

from decks.api.serializers import DeckProblemSerializer, SectionsField
from signum_site.core.api.examples import with_example
from signum_site.core.api.fields import CountsField, FactsField, NumbersField
from signum_site.core.api.serializers import OutputSerializer
from simulator.batches.request import BatchRequestError, Refusal
from simulator.batches.request_parser import parse_batch_request
from simulator.engine.statistics.sequential import FIRST, NEITHER, OPEN, SECOND
from simulator.models.batches import Batch

from . import examples


def page_url(batch: Batch) -> str:
    return f"{settings.SITE_URL}{reverse('simulation', args=[batch.token])}"


class BatchUrlField(serializers.CharField):
    """The address of the batch's page, from the batch itself."""

    def __init__(self, **kwargs: Any) -> None:
        options: dict[str, Any] = {"source": "*", "read_only": True, "help_text": "The page of this batch."}
        super().__init__(**options | kwargs)

    def to_representation(self, value: Any) -> str:
        return page_url(value)


class EndsField(serializers.ListField):
    """The ends of an interval."""

    child = serializers.FloatField()

    def to_representation(self, value: Any) -> list[float]:
        return [value.low, value.high]


class DeckGivenSerializer(serializers.Serializer):
    """One of `version`, `reference`, `text` and `sections`."""

    version = serializers.IntegerField(required=False, help_text="The id of a deck version you may see.")
    reference = serializers.CharField(required=False, help_text="The name of a reference deck.")
    text = serializers.CharField(
        required=False,
        help_text="A decklist, an export of any kind, a deck code, or a link to a deck of this site.",
    )
    sections = SectionsField(
        required=False,
        help_text='The game\'s sections with codes and counts; in Signum {"hero": {"core-001": 1}}.',
    )
    format = serializers.CharField(required=False, help_text="With `text` or `sections`: the format to play in.")
    name = serializers.CharField(required=False, help_text="With `text` or `sections`: the name in the report.")


@with_example(examples.ASKED)
class BatchAskedSerializer(serializers.Serializer):
    """What to play. Either `deck` (against all references, or against `against`) or a `table`."""

    system = serializers.CharField(required=False)
    players = serializers.IntegerField(required=False, help_text="Decks at a table; 2 if the game allows it.")
    options = FactsField(required=False, help_text="Options that differ from the game's defaults.")
    deck = DeckGivenSerializer(required=False)
    others = serializers.ListField(
        child=DeckGivenSerializer(many=True),
        required=False,
        help_text="With more than two players: for each table, the other decks. Without it, reference decks are drawn.",
    )
    against = DeckGivenSerializer(many=True, required=False, help_text='A list of decks, or "references".')
    table = DeckGivenSerializer(
        many=True, required=False, help_text="All against all; with more than two players, one table."
    )
    games = serializers.IntegerField(required=False, help_text="Games a match-up; with `until` or `test` the most.")
    until = serializers.FloatField(required=False, help_text="Stop when the interval is narrower than ± this.")
    test = serializers.FloatField(
        required=False,
        help_text="For two decks: stop as soon as it is clear which one is better by this difference of the score, "
        "0.01 to 0.2, such as 0.05 for 5 points.",
    )
    policy = serializers.CharField(required=False)
    seed = serializers.IntegerField(
        required=False,
        help_text="The same seed repeats the same games. Without it, a finished simulation of the same question "
        "is the answer, or new games on a random seed.",
    )
    fresh = serializers.BooleanField(required=False, help_text="Without a seed: play new games in any case.")

    def to_internal_value(self, data: Any) -> Any:
        """Read the request as the page does; BatchRequestError names all that is wrong, decks included."""
        return parse_batch_request(data, user=self.context["request"].user)


class EntrantSerializer(OutputSerializer):
    name = serializers.CharField()
    content_hash = serializers.CharField()


class MatchUpSerializer(OutputSerializer):
    number = serializers.IntegerField(source="row.number")
    first = EntrantSerializer(source="row.first")
    second = EntrantSerializer(source="row.second")
    games = serializers.IntegerField()
    wins = serializers.IntegerField(source="split.won")
    draws = serializers.IntegerField(source="split.drawn")
    losses = serializers.IntegerField(source="split.lost")
    score = serializers.FloatField(allow_null=True, help_text="The first entrant's share of the points.")
    interval = EndsField(help_text="95 %, from whole pairs.")
    pairs = NumbersField(source="pair_counts", help_text="LL, LD, DD+WL, WD, WW.")
    done = serializers.BooleanField(source="row.done")
    stopped_early = serializers.BooleanField(source="row.stopped_early")
    digest = serializers.CharField(source="totals.digest")


class DeckShareSerializer(OutputSerializer):
    """One deck at a table of more than two."""

    number = serializers.IntegerField(source="entrant.number")
    name = serializers.CharField()
    content_hash = serializers.CharField(source="entrant.content_hash")
    share = serializers.FloatField(source="score", allow_null=True, help_text="Its share of the points.")
    interval = EndsField(help_text="95 %, from whole rounds.")
    places = NumbersField(help_text="Games by place, from the first.")
    seats = serializers.ListField(
        child=serializers.FloatField(allow_null=True), help_text="Its share of the points in each seat."
    )


class TableSerializer(OutputSerializer):
    """A table of more than two decks."""

    number = serializers.IntegerField(source="row.number")
    decks = DeckShareSerializer(many=True)
    games = serializers.IntegerField()
    rounds = serializers.IntegerField(help_text="Seeds played with every seating, without a failed game.")
    done = serializers.BooleanField(source="row.done")
    stopped_early = serializers.BooleanField(source="row.stopped_early")
    digest = serializers.CharField(source="totals.digest")


class OverallSerializer(OutputSerializer):
    """The deck against all its opponents, once everything is played."""

    score = serializers.FloatField()
    interval = EndsField()


class DuelVerdictSerializer(OutputSerializer):
    """Which of two decks is better."""

    code = serializers.ChoiceField(choices=[FIRST, SECOND, NEITHER, OPEN])
    better = serializers.CharField(allow_null=True, help_text="The name of the better deck.")
    text = serializers.CharField()
    games = serializers.IntegerField()


@with_example(examples.BATCH)
class BatchSerializer(OutputSerializer):
    token = serializers.CharField(source="batch.token")
    url = BatchUrlField(source="batch", read_only=False)
    state = serializers.ChoiceField(source="batch.state", choices=Batch.State.choices)
    kind = serializers.ChoiceField(source="batch.kind", choices=Batch.Kind.choices)
    system = serializers.CharField(source="batch.system")
    rules_version = serializers.CharField(source="batch.rules_version")
    cards_version = serializers.CharField(source="batch.cards_version")
    policy = serializers.CharField(source="batch.policy")
    seed = serializers.IntegerField(source="batch.seed")
    players = serializers.IntegerField(source="batch.players")
    options = FactsField(source="batch.options", help_text="Those that differ from the game's defaults.")
    games = serializers.IntegerField(source="batch.games")
    until = serializers.FloatField(source="batch.until", allow_null=True)
    test = serializers.FloatField(source="batch.test", allow_null=True)
    verdict = DuelVerdictSerializer(allow_null=True, help_text="Of a test that has ended.")
    created_at = serializers.DateTimeField(source="batch.created_at")
    started_at = serializers.DateTimeField(source="batch.started_at", allow_null=True)
    finished_at = serializers.DateTimeField(source="batch.finished_at", allow_null=True)
    games_played = serializers.IntegerField()
    games_planned = serializers.IntegerField()
    games_per_second = serializers.FloatField(allow_null=True)
    seconds_left = serializers.IntegerField(allow_null=True)
    batches_ahead = serializers.IntegerField()
    broken_games = serializers.IntegerField()
    chunks_failed = serializers.IntegerField()
    fixed_sample = serializers.BooleanField(
        source="is_fixed",
        help_text="Everything asked for was played, and no match-up stopped early: only such figures are rated.",
    )
    overall = OverallSerializer(allow_null=True)
    digest = serializers.CharField(help_text="Over all match-ups, once everything is played.")
    matchups = MatchUpSerializer(many=True, help_text="Of two decks; empty with more players.")
    tables = TableSerializer(many=True, help_text="Of more than two decks; empty with two players.")


class RefusalSerializer(OutputSerializer):
    field = serializers.CharField()
    message = serializers.CharField()
    problems = DeckProblemSerializer(many=True, required=False, help_text="Of the deck, if that is why.")

    def to_representation(self, refusal: Refusal) -> dict[str, Any]:
        answer = super().to_representation(refusal)
        return {name: value for name, value in answer.items() if name != "problems" or value}


class RefusedSerializer(OutputSerializer):
    """Every reason why not."""

    detail = serializers.CharField()
    problems = RefusalSerializer(many=True, required=False)

    def to_representation(self, error: BatchRequestError) -> dict[str, Any]:
        return super().to_representation({"detail": str(error), "problems": error.refusals})


@with_example(examples.BRIEF)
class BriefSerializer(OutputSerializer):
    token = serializers.CharField()
    system = serializers.CharField()
    url = BatchUrlField()
    state = serializers.ChoiceField(choices=Batch.State.choices)
    kind = serializers.ChoiceField(choices=Batch.Kind.choices)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class SplitSerializer(OutputSerializer):
    """Results of the first entrant in some of the games."""

    wins = serializers.IntegerField(source="won")
    draws = serializers.IntegerField(source="drawn")
    losses = serializers.IntegerField(source="lost")


class GameErrorSerializer(OutputSerializer):
    """A game that failed; it can be played again from its seed."""

    number = serializers.IntegerField(help_text="Of the pair, from 0.")
    game = serializers.IntegerField(help_text="Of the pair: 0 or 1.")
    seed = serializers.IntegerField()
    error = serializers.CharField()


class CardUseSerializer(OutputSerializer):
    """Of each list: games, and half points won in them."""

    opening = NumbersField(help_text="With the card in the opening hand.")
    drawn = NumbersField(help_text="With the card seen at all.")
    played = NumbersField(help_text="With the card played.")
    pairs = CountsField(
        help_text="Pairs of games by three digits: games in which it was seen, half points in those, and in the others."
    )


class RoundedSecondsField(serializers.FloatField):
    def to_representation(self, value: Any) -> Any:
        return round(value, 3)


class StoredField(serializers.DictField):
    """Sums as they are stored: plain data of the declared type."""

    def to_representation(self, value: Any) -> dict[str, Any]:
        return dict(value)


class CardUsesField(StoredField):
    child = CardUseSerializer()


class ByNumbersField(StoredField):
    child = NumbersField()


class EndingsField(StoredField):
    child = ByNumbersField()


class TableEndingsField(StoredField):
    child = CountsField()


class BothEntrantsSerializer(OutputSerializer):
    def to_representation(self, both: tuple[Any, Any]) -> dict[str, Any]:
        return super().to_representation(dict(zip(("first", "second"), both, strict=True)))


class UsesOfBothSerializer(BothEntrantsSerializer):
    first = CardUsesField()
    second = CardUsesField()


class BuildsOfBothSerializer(BothEntrantsSerializer):
    first = ByNumbersField(help_text="By the first cards built, joined by `>`: games, and half points won in them.")
    second = ByNumbersField()


class MatchUpResultsSerializer(MatchUpSerializer):
    """Everything known of a match-up."""

    first_seat = SplitSerializer()
    second_seat = SplitSerializer()
    went_first = SplitSerializer()
    went_second = SplitSerializer()
    reasons = CountsField(source="totals.reasons", help_text="Games by how they ended.")
    endings = EndingsField(help_text="By reason and turn: games won, drawn and lost.")
    mean_turns = serializers.FloatField(source="totals.mean_turns", allow_null=True)
    broken_games = serializers.IntegerField()
    errors = GameErrorSerializer(source="row.errors", many=True)  # type: ignore[assignment]
    samples = ByNumbersField(
        source="row.samples", help_text="Games worth watching by name: turns, the pair, the game of the pair."
    )
    outcomes = serializers.CharField(
        source="row.outcomes",
        allow_blank=True,
        help_text="Half points of each pair in the order played; `-` if one of its games failed.",
    )
    cards = UsesOfBothSerializer(source="card_uses")
    build_orders = BuildsOfBothSerializer()
    engine_seconds = RoundedSecondsField(source="row.seconds")


class TableResultsSerializer(TableSerializer):
    """Everything known of a table."""

    reasons = CountsField(source="totals.reasons", help_text="Games by how they ended.")
    endings = TableEndingsField(help_text="By reason and turn: games.")
    mean_turns = serializers.FloatField(source="totals.mean_turns", allow_null=True)
    broken_games = serializers.IntegerField()
    errors = GameErrorSerializer(source="row.errors", many=True)  # type: ignore[assignment]
    samples = ByNumbersField(
        source="row.samples", help_text="Games worth watching by name: turns, the round, the game of the round."
    )
    engine_seconds = RoundedSecondsField(source="row.seconds")


class EntrantResultsSerializer(OutputSerializer):
    number = serializers.IntegerField()
    name = serializers.CharField()
    content_hash = serializers.CharField()
    text = serializers.CharField(help_text="The deck as it was played.")
    is_reference = serializers.BooleanField()


class CardFigureSerializer(OutputSerializer):
    code = serializers.CharField()
    name = serializers.CharField()
    games = serializers.IntegerField()
    opening = serializers.IntegerField()
    drawn = serializers.IntegerField()
    played = serializers.IntegerField()
    never_seen = serializers.IntegerField()
    impact = serializers.FloatField(
        source="impact.value",
        allow_null=True,
        help_text="How much better games went with it, as a share of the points; null below 200 games.",
    )
    impact_interval = EndsField(source="impact.interval", allow_null=True, help_text="95 %.")
    games_compared = serializers.IntegerField()


class DeckFiguresSerializer(OutputSerializer):
    entrant = serializers.IntegerField(source="entrant.number")
    games = serializers.IntegerField()
    cards = CardFigureSerializer(many=True)


class IntervalsField(StoredField):
    child = serializers.ListField(child=serializers.FloatField())


@with_example(examples.RESULTS)
class ResultsSerializer(BatchSerializer):
    """A batch with everything known of each match-up."""

    citation = serializers.CharField(help_text="Where the figures come from, in one line.")
    seat_intervals = IntervalsField(
        source="batch.seats", allow_null=True, help_text="95 %, by seat and by who began; once all is played."
    )
    entrants = EntrantResultsSerializer(many=True)
    matchups = MatchUpResultsSerializer(many=True)
    tables = TableResultsSerializer(many=True)
    card_figures = DeckFiguresSerializer(source="card_reports", many=True)
