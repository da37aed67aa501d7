"""A batch of simulated games: who meets whom, the sums that came out, and the chunks of work it is made of.

What was asked for never changes. Sums are kept, not games: a game is played again from its seed whenever somebody
wants to see it. How chunks are claimed and finished is batches/chunks.py; what is made of many batches, ratings.py.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from signum_site.core.leases import Leased, LeasedQuerySet
from simulator import games
from simulator.engine.decks import code as deck_code
from simulator.engine.decks import decklist
from simulator.engine.decks.decklist import DeckList
from simulator.engine.matches.totals import Totals, no_cards, no_figures
from simulator.engine.system import GameSystem

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser, AnonymousUser

LONGEST_NAME = 120


class BatchQuerySet(models.QuerySet["Batch"]):
    def active(self) -> "BatchQuerySet":
        return self.filter(state__in=Batch.ACTIVE)

    def of(self, *, user: "AbstractUser | AnonymousUser", visitor: str) -> "BatchQuerySet":
        """Somebody's own: of the account, or of this browser if nobody is logged in."""
        if user.is_authenticated:
            return self.filter(owner_id=user.pk)
        return self.filter(owner=None, visitor=visitor) if visitor else self.none()


class Batch(models.Model):
    """What somebody asked to have played. Whoever has its address may look at it."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        PLAYING = "playing", _("playing")
        DONE = "done", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        FAILED = "failed", _("incomplete")
        # Out of an archive: played who knows where, or never. Whatever asks for finished batches does not find it.
        BROUGHT = "brought", _("brought in")

    class Kind(models.TextChoices):
        GAUNTLET = "gauntlet", _("against every reference deck")
        CHOSEN = "chosen", _("against chosen decks")
        TABLE = "table", _("everybody against everybody")

    ACTIVE: ClassVar = (State.QUEUED, State.PLAYING)
    STOPPED: ClassVar = (State.CANCELLED, State.FAILED)

    token = models.CharField(max_length=22, unique=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="batches"
    )
    visitor = models.CharField(max_length=64, blank=True, editable=False)
    """A digest of the session of somebody who was not logged in: their own list, and the right to cancel."""
    system = models.CharField(max_length=40)
    rules_version = models.CharField(max_length=40)
    cards_version = models.CharField(max_length=16)
    """Stands for all card data at that time: the same request after a card changed is another one."""
    kind = models.CharField(max_length=10, choices=Kind)
    policy = models.CharField(max_length=60)
    seed = models.BigIntegerField()
    games = models.PositiveIntegerField()
    """Games a match-up; with `until` the most."""
    until = models.FloatField(null=True)
    """Stop a match-up when its interval is narrower than ± this; None: play all games."""
    request_hash = models.CharField(max_length=64, db_index=True)
    urgency = models.PositiveSmallIntegerField()
    """0 is most urgent: small batches before large ones."""
    chunk_pairs = models.PositiveIntegerField()
    """0 until it is known how fast its games go."""
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    overall = models.JSONField(null=True)
    """Of one deck against several, when all is played: its score and the ends of the interval."""
    seats = models.JSONField(null=True)
    """When all is played: the intervals of what seat and first turn are worth (reports/seat_advantage.py)."""
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = BatchQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        indexes = (
            models.Index(fields=("owner", "-id"), name="batches_of_an_owner"),
            models.Index(fields=("visitor", "-id"), name="batches_of_a_visitor"),
            models.Index(
                fields=("urgency", "id"), name="batches_to_be_played", condition=Q(state__in=("queued", "playing"))
            ),
        )

    def __str__(self) -> str:
        return self.token

    @property
    def is_active(self) -> bool:
        return self.state in self.ACTIVE

    @property
    def is_resumable(self) -> bool:
        return self.state in self.STOPPED and self.is_replayable

    @property
    def is_outdated(self) -> bool:
        """It stopped before its end, and the games it lacks would be of other rules or cards."""
        return self.state in self.STOPPED and not self.is_replayable

    @property
    def is_replayable(self) -> bool:
        """Its games can be played again as they were: neither rules nor cards have changed since."""
        system = games.systems().get(self.system)
        if self.state == self.State.BROUGHT:
            return False
        return system is not None and (system.rules_version, system.cards_version) == (
            self.rules_version,
            self.cards_version,
        )

    @property
    def pairs(self) -> int:
        """Of each match-up; with `until` the most."""
        return self.games // 2


class Entrant(models.Model):
    """A deck as it was when the batch was asked for."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_NAME)
    text = models.TextField()
    content_hash = models.CharField(max_length=64, db_index=True)
    version = models.ForeignKey(
        "decks.DeckVersion", on_delete=models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    is_reference = models.BooleanField(default=False)

    class Meta:
        ordering = ("batch", "number")
        constraints = (models.UniqueConstraint(fields=("batch", "number"), name="one_entrant_of_a_number"),)

    def __str__(self) -> str:
        return self.name

    def decklist(self, *, system: GameSystem) -> DeckList:
        """Under the entrant's name, if it came as a code, which holds none."""
        deck, _problems = decklist.read(self.text, system=system)
        return deck if deck.name else replace(deck, name=self.name)

    def code(self, *, system: GameSystem) -> str:
        return deck_code.encode(self.decklist(system=system), system=system)


class MatchUpQuerySet(models.QuerySet["MatchUp"]):
    def fixed(self) -> "MatchUpQuerySet":
        """Played to the end that was set beforehand: what may be counted together with others (decisions/0018)."""
        return self.filter(done=True, stopped_early=False)


class MatchUp(models.Model):
    """Two entrants, and what their games came to so far."""

    SUMS: ClassVar = (
        "planned_pairs", "played_pairs", "done", "stopped_early", "figures", "cards", "errors", "samples", "digest",
        "outcomes", "singles", "seconds",
    )  # fmt: skip

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="matchups")
    number = models.PositiveIntegerField()
    first = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    planned_pairs = models.PositiveIntegerField(default=0)
    played_pairs = models.PositiveIntegerField(default=0)
    done = models.BooleanField(default=False)
    stopped_early = models.BooleanField(default=False)
    """Ended because its interval was narrow enough: such a figure is never shown as one of a fixed sample."""
    figures = models.JSONField(default=no_figures)
    cards = models.JSONField(default=no_cards)
    errors = models.JSONField(default=list)
    samples = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, default="0")
    outcomes = models.TextField(blank=True)
    """When it is done: the half points of the first entrant in pair 0, 1, 2, …, a digit each."""
    singles = models.TextField(blank=True)
    """The same game by game, with who began: two digits a pair (matches/totals.py)."""
    seconds = models.FloatField(default=0)
    """Processor time of the engine."""

    objects = MatchUpQuerySet.as_manager()

    class Meta:
        ordering = ("batch", "number")
        constraints = (
            models.UniqueConstraint(fields=("batch", "number"), name="one_match_up_of_a_number"),
            models.CheckConstraint(
                condition=Q(played_pairs__lte=F("planned_pairs")), name="no_more_pairs_played_than_planned"
            ),
        )

    def __str__(self) -> str:
        return f"{self.batch_id}/{self.number}"

    @property
    def totals(self) -> Totals:
        return Totals(
            figures=self.figures,
            cards=self.cards,
            errors=self.errors,
            samples=self.samples,
            digest=self.digest,
            outcomes=self.outcomes,
            singles=self.singles,
        )


class ChunkQuerySet(LeasedQuerySet["Chunk"]):
    TAKEN_BACK: ClassVar = {"state": "queued", "losses": F("losses") + 1}

    def due(self) -> "ChunkQuerySet":
        """To be played now, the most urgent first; the match-ups of a batch take turns."""
        queued = self.filter(state=Chunk.State.QUEUED, batch__state__in=Batch.ACTIVE)
        return queued.order_by("urgency", "batch", "index", "matchup")

    def unplayed(self) -> "ChunkQuerySet":
        """Without a result: no other may be claimed or finished."""
        return self.filter(digest="").exclude(state=Chunk.State.DONE)


class Chunk(Leased):
    """Some pairs of a match-up, played in one go: a piece of work."""

    WORK_TASK: ClassVar[str] = "simulator.tasks.play_chunk"

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        PAUSED = "paused"  # its batch is cancelled
        DONE = "done"
        FAILED = "failed"

    OPEN: ClassVar = (State.QUEUED, State.RUNNING, State.PAUSED)

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="chunks")
    matchup = models.ForeignKey(MatchUp, on_delete=models.CASCADE, related_name="chunks")
    index = models.PositiveIntegerField()
    urgency = models.PositiveSmallIntegerField()
    first_pair = models.PositiveIntegerField()
    pairs = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    finished_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    """How often it failed by itself."""
    losses = models.PositiveSmallIntegerField(default=0)
    """How often its process died or let its lease run out."""
    outcomes = models.TextField(blank=True)
    singles = models.TextField(blank=True)
    digest = models.CharField(max_length=64, blank=True)
    seconds = models.FloatField(default=0)
    fault = models.CharField(max_length=500, blank=True)

    objects = ChunkQuerySet.as_manager()

    class Meta:
        ordering = ("matchup", "index")
        constraints = (models.UniqueConstraint(fields=("matchup", "index"), name="one_chunk_of_a_match_up_and_index"),)
        indexes = (
            models.Index(
                fields=("urgency", "batch", "index", "matchup"),
                name="chunks_to_be_played",
                condition=Q(state="queued"),
            ),
            models.Index(fields=("lease_until",), name="chunks_being_played", condition=Q(lease_until__isnull=False)),
            models.Index(fields=("batch", "state"), name="chunks_of_a_batch"),
        )

    def __str__(self) -> str:
        return f"{self.matchup_id}/{self.index}"

    @property
    def numbers(self) -> range:
        return range(self.first_pair, self.first_pair + self.pairs)
