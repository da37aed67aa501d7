"""Users' collections as a ledger.

Entries are only added, never changed, and a holding is their sum. A `LedgerBatch` is one action of a user (a click on
+, a box, an import, an undo); its `Entry` rows are the changes. A `Holding` stores the sums for one printing, written
in the same transaction, so that pages need not add up entries.
"""

import secrets
from typing import Any, ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from signum_site.core.leases import Leased, LeasedQuerySet

MAX_COPIES: Final = 9_999
MAX_NAME_LENGTH: Final = 60
MAX_PLACE_LENGTH: Final = 80
MAX_NOTE_LENGTH: Final = 300

# The fields of a holding: counts, and texts.
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
        """The user's own collections; users never see each other's."""
        return self.filter(owner_id=user.pk)


class Collection(models.Model):
    """A named collection of one game's cards and miniatures."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, verbose_name=_("owner"), related_name="collections"
    )
    system = models.CharField(_("game"), max_length=40)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    main = models.BooleanField(_("main collection"), default=False)
    """The collection that the buttons in the card library change."""
    trade_token = models.CharField(max_length=40, blank=True, default="")
    """The secret in the URL of the trade list; empty unless it is shared."""
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("collection"), _("collections")
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
        """Exclude rows in which every field is empty."""
        has_count = models.Q()
        for field in COUNTS:
            has_count |= models.Q(**{f"{field}__gt": 0})
        return self.filter(has_count | ~models.Q(place="") | ~models.Q(note=""))


def _in_bounds(field: str) -> models.Q:
    return models.Q(**{f"{field}__gte": 0, f"{field}__lte": MAX_COPIES})


class Holding(models.Model):
    """The counts of one printing in a collection: the sums of its entries."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="holdings")
    printing = models.ForeignKey("collection.Printing", on_delete=models.PROTECT, related_name="+")
    cards = models.PositiveIntegerField(default=0)
    unpainted = models.PositiveIntegerField(default=0)
    painted = models.PositiveIntegerField(default=0)
    wanted = models.PositiveIntegerField(default=0)
    trade = models.PositiveIntegerField(default=0)
    place = models.CharField(max_length=MAX_PLACE_LENGTH, blank=True, default="")
    note = models.CharField(max_length=MAX_NOTE_LENGTH, blank=True, default="")

    objects = HoldingQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("collection", "printing"), name="one_holding_per_printing"),
            *(models.CheckConstraint(condition=_in_bounds(field), name=f"{field}_within_bounds") for field in COUNTS),
        )

    def __str__(self) -> str:
        return f"{self.printing_id}: {self.cards}"

    @property
    def miniatures(self) -> int:
        return self.unpainted + self.painted


class LedgerBatch(models.Model):
    """One action of a user on a collection, and its cause."""

    class Kind(models.TextChoices):
        HAND = "hand", _("By hand")
        LIST = "list", _("List")
        BOX = "box", _("Box")
        IMPORT = "import", _("Import")
        UNDO = "undo", _("Undone")
        TOOL = "tool", _("API")

    collection = models.ForeignKey(
        Collection, on_delete=models.CASCADE, verbose_name=_("collection"), related_name="batches"
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    why = models.CharField(_("reason"), max_length=200, blank=True, default="")
    key = models.CharField(max_length=64, blank=True, default="")
    """A form or request sent twice carries the same key and takes effect once."""
    at = models.DateTimeField(_("entered"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("ledger entry"), _("ledger entries")
        db_table = "stock_batch"  # the old name, so that older backups can be restored
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("collection", "key"), condition=~models.Q(key=""), name="a_key_counts_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Entry(models.Model):
    """One line of the ledger: a change of one field of one printing."""

    batch = models.ForeignKey(
        LedgerBatch, on_delete=models.CASCADE, verbose_name=_("ledger entry"), related_name="entries"
    )
    printing = models.ForeignKey(
        "collection.Printing", on_delete=models.PROTECT, verbose_name=_("printing"), related_name="+"
    )
    what = models.CharField(_("field"), max_length=10, choices=list(WHAT.items()))
    change = models.IntegerField(_("change"), default=0)
    said = models.CharField(_("before"), max_length=MAX_NOTE_LENGTH, blank=True, default="")
    """The old text of a place or note; `says` is the new one."""
    says = models.CharField(_("after"), max_length=MAX_NOTE_LENGTH, blank=True, default="")
    undoes = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, verbose_name=_("undoes"), related_name="undone_by"
    )
    """The entry that this one undoes; an entry is undone at most once."""

    class Meta:
        verbose_name, verbose_name_plural = _("line of the ledger"), _("lines of the ledger")
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.what} {self.change:+}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk:
            raise TypeError("The ledger is added to and never changed: enter the opposite instead.")
        super().save(*args, **kwargs)


MAX_ATTEMPTS: Final = 5


class ImportQuerySet(LeasedQuerySet["Import"]):
    def of(self, user: Any) -> "ImportQuerySet":
        return self.filter(collection__owner_id=user.pk)

    def due(self) -> "ImportQuerySet":
        """Imports to be parsed or entered that no process has claimed."""
        return self.filter(lease_until=None, state__in=("reading", "entering"), attempts__lt=MAX_ATTEMPTS)


class Import(Leased):
    """A list to import: parsed, then reviewed by the user, then entered."""

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
    """The list itself, stored until it is entered."""
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
        verbose_name, verbose_name_plural = _("import"), _("imports")
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
        """Whether a process works on it or will; after MAX_ATTEMPTS none does."""
        return self.state in ("reading", "entering") and self.attempts < MAX_ATTEMPTS

    @property
    def percent(self) -> int:
        return min(100, self.done * 100 // self.total) if self.total else 0
