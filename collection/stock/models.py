"""What people own, as a ledger: entries are added and never changed, and a holding is their sum.

A `Batch` is one thing a person did (a press of +, a box, an import, an undoing); its `Entry` rows say what changed.
A `Holding` repeats the sums of one printing, written in the same transaction, so that pages need not add up.
"""

import secrets
from typing import Any, ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from signum_site.core.leases import Leased, LeasedQuerySet

MOST_OF_ONE: Final = 9_999
LONGEST_NAME: Final = 60
LONGEST_PLACE: Final = 80
LONGEST_NOTE: Final = 300

# What is counted of a printing, and what is merely said about it.
COUNTS: Final = ("cards", "unpainted", "painted", "wanted", "trade")
WORDS: Final = ("place", "note")
MINIATURES: Final = ("unpainted", "painted")

WHAT: Final = {
    "cards": _("Cards"),
    "unpainted": _("Unpainted miniatures"),
    "painted": _("Painted miniatures"),
    "wanted": _("Wanted"),
    "trade": _("For trade"),
    "place": _("Place"),
    "note": _("Note"),
}


def share_token() -> str:
    return secrets.token_urlsafe(16)


class CollectionQuerySet(models.QuerySet["Collection"]):
    def of(self, user: Any) -> "CollectionQuerySet":
        """A person's own; nobody sees another's."""
        return self.filter(owner_id=user.pk)


class Collection(models.Model):
    """A named pile of one game's cards and miniatures."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="collections")
    system = models.CharField(max_length=40)
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    main = models.BooleanField(default=False)
    """Where the buttons on the library's cards put things."""
    trade_token = models.CharField(max_length=40, blank=True, default="")
    """The secret in the address of its trade list, while that is shared."""
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        ordering = ("-main", "name", "pk")
        constraints = (
            models.UniqueConstraint(fields=("owner", "system", "name"), name="one_collection_of_a_name"),
            models.UniqueConstraint(
                fields=("owner", "system"), condition=models.Q(main=True), name="one_main_collection"
            ),
            models.UniqueConstraint(
                fields=("trade_token",), condition=~models.Q(trade_token=""), name="one_trade_list_per_token"
            ),
        )

    def __str__(self) -> str:
        return self.name


class HoldingQuerySet(models.QuerySet["Holding"]):
    def held(self) -> "HoldingQuerySet":
        """Without the rows of which nothing is left."""
        something = models.Q()
        for what in COUNTS:
            something |= models.Q(**{f"{what}__gt": 0})
        return self.filter(something | ~models.Q(place="") | ~models.Q(note=""))


def _in_bounds(what: str) -> models.Q:
    return models.Q(**{f"{what}__gte": 0, f"{what}__lte": MOST_OF_ONE})


class Holding(models.Model):
    """How much of one printing a collection has: the sums of its entries."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="holdings")
    printing = models.ForeignKey("collection.Printing", on_delete=models.PROTECT, related_name="+")
    cards = models.PositiveIntegerField(default=0)
    unpainted = models.PositiveIntegerField(default=0)
    painted = models.PositiveIntegerField(default=0)
    wanted = models.PositiveIntegerField(default=0)
    trade = models.PositiveIntegerField(default=0)
    place = models.CharField(max_length=LONGEST_PLACE, blank=True, default="")
    note = models.CharField(max_length=LONGEST_NOTE, blank=True, default="")

    objects = HoldingQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("collection", "printing"), name="one_holding_per_printing"),
            *(models.CheckConstraint(condition=_in_bounds(what), name=f"{what}_within_bounds") for what in COUNTS),
        )

    def __str__(self) -> str:
        return f"{self.printing_id}: {self.cards}"

    @property
    def miniatures(self) -> int:
        return self.unpainted + self.painted


class LedgerBatch(models.Model):
    """One thing somebody did to a collection, and what gave rise to it."""

    class Kind(models.TextChoices):
        HAND = "hand", _("By hand")
        LIST = "list", _("List")
        BOX = "box", _("Box")
        IMPORT = "import", _("Import")
        UNDO = "undo", _("Undone")
        TOOL = "tool", _("API")

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="batches")
    kind = models.CharField(max_length=10, choices=Kind)
    why = models.CharField(max_length=200, blank=True, default="")
    key = models.CharField(max_length=64, blank=True, default="")
    """The same form or request sent twice bears the same key, and counts once."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "stock_batch"  # its name from before, so that older backups restore
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("collection", "key"), condition=~models.Q(key=""), name="a_key_counts_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Entry(models.Model):
    """One line of the ledger: of one printing, one thing changed."""

    batch = models.ForeignKey(LedgerBatch, on_delete=models.CASCADE, related_name="entries")
    printing = models.ForeignKey("collection.Printing", on_delete=models.PROTECT, related_name="+")
    what = models.CharField(max_length=10, choices=list(WHAT.items()))
    change = models.IntegerField(default=0)
    said = models.CharField(max_length=LONGEST_NOTE, blank=True, default="")
    """Of a place or note: what it said before, and says now."""
    says = models.CharField(max_length=LONGEST_NOTE, blank=True, default="")
    undoes = models.OneToOneField("self", on_delete=models.CASCADE, null=True, related_name="undone_by")
    """The entry this one takes back; an entry is taken back at most once."""

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.what} {self.change:+}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk:
            raise TypeError("The ledger is added to and never changed: enter the opposite instead.")
        super().save(*args, **kwargs)


MOST_ATTEMPTS: Final = 5


class ImportQuerySet(LeasedQuerySet["Import"]):
    def of(self, user: Any) -> "ImportQuerySet":
        return self.filter(collection__owner_id=user.pk)

    def due(self) -> "ImportQuerySet":
        """To be read or entered, and no process is at it."""
        return self.filter(lease_until=None, state__in=("reading", "entering"), attempts__lt=MOST_ATTEMPTS)


class Import(Leased):
    """A list somebody sent: first it is read, then its sender looks at the verdicts, then it is entered."""

    WORK_TASK: ClassVar[str] = "collection.stock.tasks.import_work"

    class State(models.TextChoices):
        READING = "reading", _("Being read")
        READY = "ready", _("To be looked at")
        ENTERING = "entering", _("Being entered")
        DONE = "done", _("Entered")
        FAILED = "failed", _("Failed")

    class How(models.TextChoices):
        ADD = "add", _("Add to what is there")
        SET = "set", _("Set to what the list says")

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="imports")
    name = models.CharField(max_length=120, blank=True, default="")
    format = models.CharField(max_length=10)
    text = models.TextField(blank=True)
    """The list itself, kept until it is entered."""
    state = models.CharField(max_length=10, choices=State, default=State.READING)
    how = models.CharField(max_length=5, choices=How, blank=True, default="")
    key = models.CharField(max_length=64, blank=True, default="")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    verdicts = models.JSONField(default=list)
    good = models.PositiveIntegerField(default=0)
    bad = models.PositiveIntegerField(default=0)
    unused = models.JSONField(default=list)
    batch = models.ForeignKey(LedgerBatch, on_delete=models.SET_NULL, null=True, related_name="imports")
    created_at = models.DateTimeField(auto_now_add=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    objects = ImportQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("collection", "key"), condition=~models.Q(key=""), name="an_import_s_key_counts_once"
            ),
        )

    def __str__(self) -> str:
        return self.name or str(_("Import %(number)s") % {"number": self.pk})

    @property
    def is_waiting(self) -> bool:
        """Somebody is at it or will be; after so many attempts nobody will."""
        return self.state in ("reading", "entering") and self.attempts < MOST_ATTEMPTS

    @property
    def percent(self) -> int:
        return min(100, self.done * 100 // self.total) if self.total else 0
