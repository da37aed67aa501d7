"""Figures from many batches: ratings, rating history, card records.

Rows hold the hash of a deck's cards, never a name or an owner (decisions/0015).
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from signum_site.core.leases import Leased, LeasedQuerySet


class RatingRunQuerySet(LeasedQuerySet["RatingRun"]):
    def due(self) -> "RatingRunQuerySet":
        wanted = Q(fitted_at=None) | Q(fitted_at__lt=F("wanted_at"))
        return self.filter(wanted, lease_until=None).order_by("wanted_at")


class RatingRun(Leased):
    """A unit of work: fit the ratings of a game's decks with one policy."""

    WORK_TASK: ClassVar[str] = "simulator.tasks.fit_ratings"

    system = models.CharField(_("game"), max_length=40)
    policy = models.CharField(_("computer player"), max_length=60)
    wanted_at = models.DateTimeField(_("wanted"))
    fitted_at = models.DateTimeField(_("computed"), null=True)
    """The `wanted_at` of the last completed fit."""

    objects = RatingRunQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("computation of ratings"), _("computations of ratings")
        constraints = (models.UniqueConstraint(fields=("system", "policy"), name="one_rating_run_of_a_policy"),)

    def __str__(self) -> str:
        return f"{self.system}/{self.policy}"


class Rated(models.Model):
    """A value on the Elo scale with its interval, for one version of rules and cards."""

    ESTABLISHED_REACH: ClassVar = 15
    USABLE_REACH: ClassVar = 40

    system = models.CharField(_("game"), max_length=40)
    policy = models.CharField(_("computer player"), max_length=60)
    rules_version = models.CharField(_("version of the rules"), max_length=40)
    cards_version = models.CharField(_("version of the cards"), max_length=16)
    points = models.FloatField(_("rating"))
    low = models.FloatField(_("lower end"))
    high = models.FloatField(_("upper end"))
    games = models.PositiveIntegerField(_("games"))

    class Meta:
        abstract = True

    @property
    def status(self) -> str:
        """How precise it is, by half the width of the interval in Elo points."""
        reach = (self.high - self.low) / 2
        if reach <= self.ESTABLISHED_REACH:
            return "established"
        return "usable" if reach <= self.USABLE_REACH else "preliminary"


class Rating(Rated):
    """The strength of a deck, identified by its cards; owners are not stored."""

    content_hash = models.CharField(_("hash of the cards"), max_length=64)
    opponents = models.PositiveIntegerField(_("opponents"))
    misfit = models.FloatField(_("misfit"), null=True)
    """The mean square by which its scores differ from what the ratings predict, beyond luck; None if unknown.

    It is negative as often as not if the ratings predict everything. Its root is a share of the points.
    """
    matchups = models.JSONField(_("best and worst match-up"), default=list, blank=True)
    """Best and worst against reference decks: content hash, score, ends of its interval, predicted score."""

    class Meta:
        verbose_name, verbose_name_plural = _("rating"), _("ratings")
        ordering = ("-points", "content_hash")
        constraints = (
            models.UniqueConstraint(fields=("system", "policy", "content_hash"), name="one_rating_of_some_cards"),
        )

    def __str__(self) -> str:
        return f"{self.content_hash[:8]}: {self.points:.0f}"


class RatingPoint(Rated):
    """A deck's rating at the end of a day; kept across changes of rules and cards."""

    content_hash = models.CharField(max_length=64)
    day = models.DateField()

    class Meta:
        verbose_name, verbose_name_plural = _("past rating"), _("past ratings")
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
    """The mean rating of the decks led by a card."""

    MIN_DECKS: ClassVar = 2

    code = models.CharField(_("card"), max_length=60)
    decks = models.PositiveIntegerField(_("decks"))

    class Meta:
        verbose_name, verbose_name_plural = _("rating of a leader"), _("ratings of leaders")
        ordering = ("-points", "code")
        constraints = (
            models.UniqueConstraint(fields=("system", "policy", "code"), name="one_rating_of_a_leading_card"),
        )

    def __str__(self) -> str:
        return f"{self.code}: {self.points:.0f}"

    @property
    def status(self) -> str:
        """Always preliminary with a single deck.

        One deck does not show how much of its strength comes from the leader.
        """
        return super().status if self.decks >= self.MIN_DECKS else "preliminary"


class CardRecord(models.Model):
    """A card's figures over all finished batches with these cards and rules."""

    system = models.CharField(max_length=40)
    policy = models.CharField(max_length=60)
    cards_version = models.CharField(max_length=16)
    code = models.CharField(max_length=60)
    games = models.PositiveIntegerField()
    """Games of decks that contain it."""
    opening = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()
    played = models.PositiveIntegerField()
    compared = models.PositiveIntegerField()
    """The smaller of games with it and games without it: the basis of the impact."""
    impact = models.FloatField(null=True)
    low = models.FloatField(null=True)
    high = models.FloatField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = _("record of a card"), _("records of cards")
        constraints = (models.UniqueConstraint(fields=("system", "policy", "code"), name="one_record_of_a_card"),)

    def __str__(self) -> str:
        return f"{self.code}: {self.games}"
