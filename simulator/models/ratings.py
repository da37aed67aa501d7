"""What is made of many batches: ratings of decks and of the cards that lead them, their history, records of cards.

Rows hold the hash of a deck's cards and never a name or an owner (decisions/0015).
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from signum_site.core.leases import Leased, LeasedQuerySet


class RatingRunQuerySet(LeasedQuerySet["RatingRun"]):
    def due(self) -> "RatingRunQuerySet":
        wanted = Q(fitted_at=None) | Q(fitted_at__lt=F("wanted_at"))
        return self.filter(wanted, lease_until=None).order_by("wanted_at")


class RatingRun(Leased):
    """A piece of work: the ratings of a game's decks with one policy are to be fitted again."""

    WORK_TASK: ClassVar[str] = "simulator.tasks.fit_ratings"

    system = models.CharField(max_length=40)
    policy = models.CharField(max_length=60)
    wanted_at = models.DateTimeField()
    fitted_at = models.DateTimeField(null=True)
    """The `wanted_at` that was answered last."""

    objects = RatingRunQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("system", "policy"), name="one_rating_run_of_a_policy"),)

    def __str__(self) -> str:
        return f"{self.system}/{self.policy}"


class Rated(models.Model):
    """A value on the Elo scale with its interval, for the rules and cards of a time."""

    ESTABLISHED_REACH: ClassVar = 15
    USABLE_REACH: ClassVar = 40

    system = models.CharField(max_length=40)
    policy = models.CharField(max_length=60)
    rules_version = models.CharField(max_length=40)
    cards_version = models.CharField(max_length=16)
    points = models.FloatField()
    low = models.FloatField()
    high = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        abstract = True

    @property
    def status(self) -> str:
        """By how far the interval reaches to either side, in Elo points."""
        reach = (self.high - self.low) / 2
        if reach <= self.ESTABLISHED_REACH:
            return "established"
        return "usable" if reach <= self.USABLE_REACH else "preliminary"


class Rating(Rated):
    """How strong some cards are as a deck, whoever has built it; whose deck that is, is not kept here."""

    content_hash = models.CharField(max_length=64)
    opponents = models.PositiveIntegerField()

    class Meta:
        ordering = ("-points", "content_hash")
        constraints = (
            models.UniqueConstraint(fields=("system", "policy", "content_hash"), name="one_rating_of_some_cards"),
        )

    def __str__(self) -> str:
        return f"{self.content_hash[:8]}: {self.points:.0f}"


class RatingPoint(Rated):
    """What a deck's rating was at the end of a day: its history, through all changes of rules and cards."""

    content_hash = models.CharField(max_length=64)
    day = models.DateField()

    class Meta:
        ordering = ("day", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("system", "policy", "content_hash", "rules_version", "cards_version", "day"),
                name="one_point_a_day_of_some_cards",
            ),
        )
        indexes = (models.Index(fields=("content_hash", "day"), name="history_of_some_cards"),)

    def __str__(self) -> str:
        return f"{self.content_hash[:8]}, {self.day}: {self.points:.0f}"


class LeaderRating(Rated):
    """What to expect of a deck led by a card: over all rated decks it leads."""

    FEWEST_DECKS: ClassVar = 2

    code = models.CharField(max_length=60)
    decks = models.PositiveIntegerField()

    class Meta:
        ordering = ("-points", "code")
        constraints = (
            models.UniqueConstraint(fields=("system", "policy", "code"), name="one_rating_of_a_leading_card"),
        )

    def __str__(self) -> str:
        return f"{self.code}: {self.points:.0f}"

    @property
    def status(self) -> str:
        """One deck cannot tell how much of its strength is its leader's."""
        return super().status if self.decks >= self.FEWEST_DECKS else "preliminary"


class CardRecord(models.Model):
    """How a card fared over all finished batches of these cards and rules, whoever's decks it lay in."""

    system = models.CharField(max_length=40)
    policy = models.CharField(max_length=60)
    cards_version = models.CharField(max_length=16)
    code = models.CharField(max_length=60)
    games = models.PositiveIntegerField()
    """Of decks that hold it."""
    opening = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()
    played = models.PositiveIntegerField()
    compared = models.PositiveIntegerField()
    """Games with it or games without it, whichever are fewer: what the impact rests on."""
    impact = models.FloatField(null=True)
    low = models.FloatField(null=True)
    high = models.FloatField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("system", "policy", "code"), name="one_record_of_a_card"),)

    def __str__(self) -> str:
        return f"{self.code}: {self.games}"
