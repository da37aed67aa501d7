"""A batch of simulated games: match-ups, results, chunks of work.

The request never changes. Sums are stored, not games: a game is played again from its seed when a user wants to see
it. batches/chunks.py claims and finishes chunks; ratings.py stores what is computed from many batches.
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
from simulator.engine.decks import code, decklist
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.rounds import RoundTotals
from simulator.engine.matches.totals import ENTRANTS, Totals, no_cards, no_figures
from simulator.engine.values import Facts

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser, AnonymousUser

MAX_NAME_LENGTH = 120


class BatchQuerySet(models.QuerySet["Batch"]):
    def active(self) -> "BatchQuerySet":
        return self.filter(state__in=Batch.ACTIVE)

    def owned_by(self, *, user: "AbstractUser | AnonymousUser", visitor: str) -> "BatchQuerySet":
        """Batches of the account, or of the visitor's browser without one."""
        if user.is_authenticated:
            return self.filter(owner_id=user.pk)
        return self.filter(owner=None, visitor=visitor) if visitor else self.none()


class Batch(models.Model):
    """Requested games and their results. Anyone with its address may see it."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        PLAYING = "playing", _("playing")
        DONE = "done", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        FAILED = "failed", _("incomplete")
        # Imported from an archive, possibly never played. It is not DONE, so no query for finished batches finds it.
        BROUGHT = "brought", _("brought in")

    class Kind(models.TextChoices):
        GAUNTLET = "gauntlet", _("against every reference deck")
        CHOSEN = "chosen", _("against chosen decks")
        TABLE = "table", _("everybody against everybody")

    ACTIVE: ClassVar = (State.QUEUED, State.PLAYING)
    STOPPED: ClassVar = (State.CANCELLED, State.FAILED)

    token = models.CharField(max_length=22, unique=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        verbose_name=_("owner"),
        related_name="batches",
    )
    visitor = models.CharField(max_length=64, blank=True, editable=False)
    """A digest of an anonymous visitor's session. It grants the visitor a list of batches and the right to cancel."""
    system = models.CharField(_("game"), max_length=40)
    rules_version = models.CharField(_("version of the rules"), max_length=40)
    cards_version = models.CharField(_("version of the cards"), max_length=16)
    """Identifies all card data at that time. After a card change, the same request is a new one."""
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    policy = models.CharField(_("computer player"), max_length=60)
    seed = models.BigIntegerField(_("seed"))
    players = models.PositiveSmallIntegerField(_("players"), default=ENTRANTS)
    """Decks at a table."""
    games_per_round = models.PositiveSmallIntegerField(_("games per round"), default=ENTRANTS)
    """A round is one seed with every seating; of two players it is a pair."""
    options = models.JSONField(_("options"), default=dict, blank=True)
    """Options of the table that differ from the game's defaults."""
    games = models.PositiveIntegerField(_("games per match-up"))
    """Games per match-up; with `until` or `test`, the maximum."""
    until = models.FloatField(_("until ±"), null=True)
    """Stop a match-up when its interval is narrower than ± this. None: play all games."""
    test = models.FloatField(_("test"), null=True)
    """Stop as soon as it is clear which deck is better by this difference of the score. None: no test."""
    request_hash = models.CharField(max_length=64, db_index=True)
    question_hash = models.CharField(max_length=64, db_index=True, blank=True)
    """As `request_hash`, without the seed; empty if the seed was given, and for older batches."""
    urgency = models.PositiveSmallIntegerField(_("urgency"))
    """0 is the most urgent; small batches go before large ones."""
    chunk_pairs = models.PositiveIntegerField(_("pairs per chunk"))
    """0 while the speed of its games is unknown."""
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.QUEUED)
    overall = models.JSONField(null=True)
    """For one deck against several, once finished: its score and the ends of the interval."""
    seats = models.JSONField(null=True)
    """Once finished: the intervals of the value of seat and first turn (reports/seat_advantage.py)."""
    created_at = models.DateTimeField(_("requested"), default=timezone.now)
    started_at = models.DateTimeField(_("started"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)

    objects = BatchQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("simulation"), _("simulations")
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
        """Whether it stopped early and cannot be resumed.

        Rules or cards have changed since.
        """
        return self.state in self.STOPPED and not self.is_replayable

    @property
    def is_watchable(self) -> bool:
        """Whether its games can be shown again: see GameSystem.is_watchable."""
        return self.is_replayable and games.system(self.system).is_watchable

    @property
    def is_replayable(self) -> bool:
        """Whether its games can be played again.

        Neither rules nor cards have changed since.
        """
        system = games.systems().get(self.system)
        if self.state == self.State.BROUGHT:
            return False
        return system is not None and (system.rules_version, system.cards_version) == (
            self.rules_version,
            self.cards_version,
        )

    @property
    def rounds(self) -> int:
        """Rounds per match-up; with `until` or `test`, the maximum."""
        return self.games // self.games_per_round

    @property
    def is_duel(self) -> bool:
        """Whether its games are of two players."""
        return self.players == ENTRANTS

    @property
    def table_options(self) -> Facts:
        """The options as the engine reads them; lists become tuples."""
        return Facts({name: tuple(value) if isinstance(value, list) else value for name, value in self.options.items()})


class Entrant(models.Model):
    """A deck as it was when the batch was requested."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    text = models.TextField()
    content_hash = models.CharField(max_length=64, db_index=True)
    version = models.ForeignKey(
        "decks.DeckVersion", on_delete=models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    is_reference = models.BooleanField(default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("deck in a simulation"), _("decks in simulations")
        ordering = ("batch", "number")
        constraints = (models.UniqueConstraint(fields=("batch", "number"), name="one_entrant_of_a_number"),)

    def __str__(self) -> str:
        return self.name

    def decklist(self, *, system: GameSystem) -> DeckList:
        """The parsed deck.

        It gets the entrant's name if the text has none, as in a deck code.
        """
        deck, _problems = decklist.read(self.text, system=system)
        return deck if deck.name else replace(deck, name=self.name)

    def code(self, *, system: GameSystem) -> str:
        return code.encode(self.decklist(system=system), system=system)


class MatchUpQuerySet(models.QuerySet["MatchUp"]):
    def fixed(self) -> "MatchUpQuerySet":
        """Match-ups with a sample size fixed in advance.

        Only these may be pooled (decisions/0018): tests are left out even if they ran to their maximum, for those
        that did are the even ones. Only games of two with the usual options are rated.
        """
        fixed = self.filter(done=True, stopped_early=False, batch__test=None)
        return fixed.filter(batch__players=ENTRANTS, batch__options={})


class MatchUp(models.Model):
    """Two or more entrants and the results of their games so far."""

    SUMS: ClassVar = (
        "planned_pairs", "played_pairs", "done", "stopped_early", "figures", "cards", "errors", "samples", "digest",
        "outcomes", "singles", "seconds",
    )  # fmt: skip

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, verbose_name=_("simulation"), related_name="matchups")
    number = models.PositiveIntegerField(_("number"))
    first = models.ForeignKey(Entrant, on_delete=models.CASCADE, verbose_name=_("first deck"), related_name="+")
    second = models.ForeignKey(Entrant, on_delete=models.CASCADE, verbose_name=_("second deck"), related_name="+")
    others = models.JSONField(_("further decks"), default=list, blank=True)
    """The numbers of the third entrant and of all after it; empty if two play."""
    planned_pairs = models.PositiveIntegerField(_("planned pairs"), default=0)
    """In rounds; of two players a round is a pair."""
    played_pairs = models.PositiveIntegerField(_("played pairs"), default=0)
    done = models.BooleanField(_("finished"), default=False)
    stopped_early = models.BooleanField(_("stopped early"), default=False)
    """Ended because its interval was narrow enough, or its test decided.

    Such figures are never presented as a fixed sample.
    """
    figures = models.JSONField(default=no_figures)
    cards = models.JSONField(default=no_cards)
    errors = models.JSONField(_("faults"), default=list)
    samples = models.JSONField(default=dict)
    digest = models.CharField(_("digest"), max_length=64, default="0")
    outcomes = models.TextField(blank=True)
    """Once done: the first entrant's half points in pair 0, 1, 2, …, one digit each."""
    singles = models.TextField(blank=True)
    """The same for single games, with the starting player: two digits per pair (matches/totals.py)."""
    seconds = models.FloatField(_("seconds"), default=0)
    """Processor time of the engine."""

    objects = MatchUpQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("match-up"), _("match-ups")
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
    def entrants(self) -> list[Entrant]:
        """All entrants in the order of their decks; two need no further query."""
        if not self.others:
            return [self.first, self.second]
        further = {entrant.number: entrant for entrant in self.batch.entrants.filter(number__in=self.others)}
        return [self.first, self.second, *(further[number] for number in self.others)]

    @property
    def totals(self) -> Totals | RoundTotals:
        kind = RoundTotals if self.others else Totals
        return kind(
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
        """Chunks to play now in their order."""
        return self.filter(state=Chunk.State.QUEUED, batch__state__in=Batch.ACTIVE).in_order()

    def in_order(self) -> "ChunkQuerySet":
        """The most urgent first, then the oldest batch; the match-ups of a batch take turns.

        By columns of the chunk: sorting by a relation would use the order of its model, which puts new batches first.
        """
        return self.order_by("urgency", "batch_id", "index", "matchup_id")

    def ready(self) -> "ChunkQuerySet":
        """Due chunks that a worker could claim at this moment."""
        return self.due().unplayed().filter(lease_until=None)

    def unplayed(self) -> "ChunkQuerySet":
        """Chunks without a result; no others may be claimed or finished."""
        return self.filter(digest="").exclude(state=Chunk.State.DONE)


class Chunk(Leased):
    """A unit of work: some pairs of a match-up, played in one go."""

    WORK_TASK: ClassVar[str] = "simulator.tasks.play_chunk"
    WORK_URGENCY: ClassVar[str] = "urgency"
    WORK_ATTEMPTS: ClassVar[str] = "attempts"

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("playing")
        PAUSED = "paused", _("paused")  # its batch is cancelled
        DONE = "done", _("finished")
        FAILED = "failed", _("failed")

    OPEN: ClassVar = (State.QUEUED, State.RUNNING, State.PAUSED)

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, verbose_name=_("simulation"), related_name="chunks")
    matchup = models.ForeignKey(MatchUp, on_delete=models.CASCADE, verbose_name=_("match-up"), related_name="chunks")
    index = models.PositiveIntegerField(_("number"))
    urgency = models.PositiveSmallIntegerField(_("urgency"))
    first_pair = models.PositiveIntegerField(_("first pair"))
    pairs = models.PositiveIntegerField(_("pairs"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.QUEUED)
    finished_at = models.DateTimeField(_("finished"), null=True)
    attempts = models.PositiveSmallIntegerField(_("failed attempts"), default=0)
    """How often playing it raised an error."""
    losses = models.PositiveSmallIntegerField(_("lost processes"), default=0)
    """How often its process died or its lease expired."""
    outcomes = models.TextField(blank=True)
    singles = models.TextField(blank=True)
    digest = models.CharField(_("digest"), max_length=64, blank=True)
    waiting = models.JSONField(null=True, editable=False)
    """Of a test: the sums of this chunk until all chunks before it are finished (batches/prefix.py)."""
    seconds = models.FloatField(_("seconds"), default=0)
    fault = models.CharField(_("last fault"), max_length=500, blank=True)

    objects = ChunkQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("chunk"), _("chunks")
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
    def end_pair(self) -> int:
        return self.first_pair + self.pairs

    @property
    def numbers(self) -> range:
        return range(self.first_pair, self.end_pair)
