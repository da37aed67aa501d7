"""Serializers of simulations.

Reports make the data of a batch themselves: its page offers the same as a file.
"""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers

from decks.api.serializers import DeckProblemSerializer, SectionsField
from signum_site.core.api_examples import with_example
from signum_site.core.api_fields import CountsField, NumbersField
from simulator.models.batches import Batch

from . import examples


def page_url(batch: Batch) -> str:
    return f"{settings.SITE_URL}{reverse('simulation', args=[batch.token])}"


class DeckGivenSerializer(serializers.Serializer):
    """One of `version`, `reference`, `text` and `sections`."""

    version = serializers.IntegerField(required=False, help_text="The id of a deck version you may see.")
    reference = serializers.CharField(required=False, help_text="The name of a reference deck.")
    text = serializers.CharField(
        required=False,
        help_text="A decklist, an export of any kind, a deck code, or a link to a deck of this site.",
    )
    sections = SectionsField(required=False, help_text='For instance {"hero": {"core-001": 1}}.')
    format = serializers.CharField(required=False, help_text="With `text` or `sections`: the format to play in.")
    name = serializers.CharField(required=False, help_text="With `text` or `sections`: the name in the report.")


@with_example(examples.ASKED)
class BatchAskedSerializer(serializers.Serializer):
    """What to play. Either `deck` (against all references, or against `against`) or a `table`."""

    system = serializers.CharField(required=False)
    deck = DeckGivenSerializer(required=False)
    against = DeckGivenSerializer(many=True, required=False, help_text='A list of decks, or "references".')
    table = DeckGivenSerializer(many=True, required=False, help_text="Everybody against everybody.")
    games = serializers.IntegerField(required=False, help_text="Games a match-up; with `until` the most.")
    until = serializers.FloatField(required=False, help_text="Stop when the interval is narrower than ± this.")
    policy = serializers.CharField(required=False)
    seed = serializers.IntegerField(required=False)


class EntrantSerializer(serializers.Serializer):
    name = serializers.CharField()
    content_hash = serializers.CharField()


class MatchUpSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    first = EntrantSerializer()
    second = EntrantSerializer()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    score = serializers.FloatField(allow_null=True, help_text="The first entrant's share of the points.")
    interval = serializers.ListField(child=serializers.FloatField(), help_text="95 %, from whole pairs.")
    pairs = serializers.ListField(child=serializers.IntegerField(), help_text="LL, LD, DD+WL, WD, WW.")
    done = serializers.BooleanField()
    stopped_early = serializers.BooleanField()
    digest = serializers.CharField()


class OverallSerializer(serializers.Serializer):
    """The deck against all its opponents, once everything is played."""

    score = serializers.FloatField()
    interval = serializers.ListField(child=serializers.FloatField())


@with_example(examples.BATCH)
class BatchSerializer(serializers.Serializer):
    token = serializers.CharField()
    url = serializers.CharField(help_text="The page of this batch.")
    state = serializers.ChoiceField(choices=Batch.State.choices)
    kind = serializers.ChoiceField(choices=Batch.Kind.choices)
    system = serializers.CharField()
    rules_version = serializers.CharField()
    cards_version = serializers.CharField()
    policy = serializers.CharField()
    seed = serializers.IntegerField()
    games = serializers.IntegerField()
    until = serializers.FloatField(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    games_played = serializers.IntegerField()
    games_planned = serializers.IntegerField()
    games_per_second = serializers.FloatField(allow_null=True)
    seconds_left = serializers.IntegerField(allow_null=True)
    batches_ahead = serializers.IntegerField()
    broken_games = serializers.IntegerField()
    chunks_failed = serializers.IntegerField()
    fixed_sample = serializers.BooleanField(
        help_text="Everything asked for was played, and no match-up stopped early: only such figures are rated."
    )
    overall = OverallSerializer(allow_null=True)
    digest = serializers.CharField(help_text="Over all match-ups, once everything is played.")
    matchups = MatchUpSerializer(many=True)


class RefusalSerializer(serializers.Serializer):
    field = serializers.CharField()
    message = serializers.CharField()
    problems = DeckProblemSerializer(many=True, required=False, help_text="Of the deck, if that is why.")


class RefusedSerializer(serializers.Serializer):
    """Every reason why not."""

    detail = serializers.CharField()
    problems = RefusalSerializer(many=True, required=False)


class BatchUrlField(serializers.CharField):
    """The address of the batch's page, from the batch itself."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", read_only=True, **kwargs)

    def to_representation(self, value: Any) -> str:
        return page_url(value)


@with_example(examples.BRIEF)
class BriefSerializer(serializers.Serializer):
    token = serializers.CharField()
    url = BatchUrlField(help_text="The page of this batch.")
    state = serializers.ChoiceField(choices=Batch.State.choices)
    kind = serializers.ChoiceField(choices=Batch.Kind.choices)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class SplitSerializer(serializers.Serializer):
    """Results of the first entrant in some of the games."""

    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()


class GameErrorSerializer(serializers.Serializer):
    """A game that failed; it can be played again from its seed."""

    number = serializers.IntegerField(help_text="Of the pair, from 0.")
    game = serializers.IntegerField(help_text="Of the pair: 0 or 1.")
    seed = serializers.IntegerField()
    error = serializers.CharField()


class CardUseSerializer(serializers.Serializer):
    """Of each list: games, and half points won in them."""

    opening = NumbersField(help_text="With the card in the opening hand.")
    drawn = NumbersField(help_text="With the card seen at all.")
    played = NumbersField(help_text="With the card played.")
    pairs = CountsField(
        help_text="Pairs of games by three digits: games in which it was seen, half points in those, and in the others."
    )


class CardUsesField(serializers.DictField):
    child = CardUseSerializer()


class ByNumbersField(serializers.DictField):
    child = NumbersField()


class EndingsField(serializers.DictField):
    child = ByNumbersField()


class UsesOfBothSerializer(serializers.Serializer):
    first = CardUsesField()
    second = CardUsesField()


class BuildsOfBothSerializer(serializers.Serializer):
    first = ByNumbersField(help_text="By the first cards built, joined by `>`: games, and half points won in them.")
    second = ByNumbersField()


class MatchUpResultsSerializer(MatchUpSerializer):
    """Everything known of a match-up."""

    first_seat = SplitSerializer()
    second_seat = SplitSerializer()
    went_first = SplitSerializer()
    went_second = SplitSerializer()
    reasons = CountsField(help_text="Games by how they ended.")
    endings = EndingsField(help_text="By reason and turn: games won, drawn and lost.")
    mean_turns = serializers.FloatField(allow_null=True)
    broken_games = serializers.IntegerField()
    errors = GameErrorSerializer(many=True)  # type: ignore[assignment]
    samples = ByNumbersField(help_text="Games worth watching by name: turns, the pair, the game of the pair.")
    outcomes = serializers.CharField(
        allow_blank=True, help_text="Half points of each pair in the order played; `-` if one of its games failed."
    )
    cards = UsesOfBothSerializer()
    build_orders = BuildsOfBothSerializer()
    engine_seconds = serializers.FloatField()


class EntrantResultsSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    name = serializers.CharField()
    content_hash = serializers.CharField()
    text = serializers.CharField(help_text="The deck as it was played.")
    is_reference = serializers.BooleanField()


class CardFigureSerializer(serializers.Serializer):
    code = serializers.CharField()
    name = serializers.CharField()
    games = serializers.IntegerField()
    opening = serializers.IntegerField()
    drawn = serializers.IntegerField()
    played = serializers.IntegerField()
    never_seen = serializers.IntegerField()
    impact = serializers.FloatField(
        allow_null=True, help_text="How much better games went with it, as a share of the points; null below 200 games."
    )
    impact_interval = serializers.ListField(child=serializers.FloatField(), allow_null=True, help_text="95 %.")
    games_compared = serializers.IntegerField()


class DeckFiguresSerializer(serializers.Serializer):
    entrant = serializers.IntegerField()
    games = serializers.IntegerField()
    cards = CardFigureSerializer(many=True)


class IntervalsField(serializers.DictField):
    child = serializers.ListField(child=serializers.FloatField())


@with_example(examples.RESULTS)
class ResultsSerializer(BatchSerializer):
    """A batch with everything known of each match-up."""

    citation = serializers.CharField(help_text="Where the figures come from, in one line.")
    seat_intervals = IntervalsField(allow_null=True, help_text="95 %, by seat and by who began; once all is played.")
    entrants = EntrantResultsSerializer(many=True)
    matchups = MatchUpResultsSerializer(many=True)
    card_figures = DeckFiguresSerializer(many=True)
