"""Admin pages for staff: simulations with their match-ups and chunks, and ratings.

Results are never edited by hand. A stopped simulation is continued, and a running one cancelled, by the same services
as on its own page.
"""

from collections import Counter
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Count, OuterRef, Prefetch, QuerySet, Subquery, Sum
from django.db.models.functions import Now
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from decks.models import Deck
from signum_site.core.staff_pages import (
    NOTHING,
    ReadOnlyAdmin,
    lease,
    linked,
    list_link,
    row_link,
    with_time_left,
)

from .batches.request import BatchRequestError
from .batches.services import batch_cancel, batch_resume
from .models import Batch, Chunk, Entrant, LeaderRating, MatchUp, Rating, RatingRun

if TYPE_CHECKING:
    from decks.models import Visitor

MAX_LISTED = 20


def retry(batch: Batch, *, user: "Visitor") -> str:
    """Continues a batch; returns an empty string, or why it cannot be continued."""
    if batch.is_active:
        return gettext("still being played")
    if batch.state == Batch.State.DONE:
        return gettext("finished")
    if batch.state == Batch.State.BROUGHT:
        return gettext("brought in from an archive")
    if not batch.is_resumable:
        return gettext("rules or cards have changed since")
    try:
        return "" if batch_resume(batch, user=user) else gettext("changed in the meantime")
    except BatchRequestError as error:
        return str(error)


def describe_refusals(reasons: "Counter[str]") -> str:
    """How many rows an action left alone, and why; empty if none."""
    if not reasons:
        return ""
    left_alone = reasons.total()
    sentence = ngettext("%(n)s is left as it was: %(why)s.", "%(n)s are left as they were: %(why)s.", left_alone)
    return sentence % {"n": left_alone, "why": ", ".join(f"{why} ({number})" for why, number in reasons.items())}


class TroubleFilter(admin.SimpleListFilter):
    title = _("trouble")
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("failed", _("failed chunks")),
            ("lost", _("lost processes")),
            ("expired", _("expired leases")),
        ]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        conditions: dict[str, dict[str, Any]] = {
            "failed": {"state": Chunk.State.FAILED},
            "lost": {"losses__gt": 0},
            "expired": {"lease_until__lt": Now()},
        }
        condition = conditions.get(self.value() or "")
        if condition is None:
            return queryset
        chunks = Chunk.objects.filter(**condition)
        if queryset.model is Chunk:
            return queryset.filter(pk__in=chunks)
        return queryset.filter(pk__in=chunks.values("batch"))


def sum_of(rows: "QuerySet[Any]", total: Any) -> Subquery:
    """An aggregate over the rows of each batch. Two joins in one query would multiply the rows."""
    return Subquery(rows.filter(batch=OuterRef("pk")).order_by().values("batch").annotate(n=total).values("n"))


@admin.register(Batch)
class BatchAdmin(ReadOnlyAdmin):
    secret_fields = ("visitor",)
    change_form_template = "admin/simulator/batch_page.html"
    list_display = ("id", linked("owner", _("owner")), "state", "progress", "failed", "created_at")
    list_select_related = ("owner",)
    list_filter = ("state", TroubleFilter, "kind", "policy", "urgency", "system")
    search_fields = ("=token", "owner__username", "entrants__name")
    date_hierarchy = "created_at"
    fieldsets = (
        (None, {"fields": ("state", "owner", "site_page", "progress", "created_at", "started_at", "finished_at")}),
        (_("Work"), {"fields": ("chunks_by_state", "leases", "lost", "faults", "can_be_retried")}),
        (
            _("Request"),
            {"fields": ("system", "kind", "policy", "games", "players", "options", "until", "test", "seed",
                        "urgency", "chunk_pairs", "matchup_list",
                        "rules_version", "cards_version")},
        ),
    )  # fmt: skip
    actions = ("retry_batches", "cancel_batches")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Batch]":
        failed = Chunk.objects.filter(state=Chunk.State.FAILED)
        return (
            super()
            .get_queryset(request)
            .annotate(
                planned=sum_of(MatchUp.objects.all(), Count("pk")),
                played_pairs=sum_of(MatchUp.objects.all(), Sum("played_pairs")),
                failed_chunks=sum_of(failed, Count("pk")),
                losses=sum_of(Chunk.objects.all(), Sum("losses")),
            )
        )

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        context = {"may_act": self.has_change_permission(request), **(extra_context or {})}
        return super().change_view(request, object_id, form_url, context)

    @admin.display(description=_("games played"))
    def progress(self, batch: Any) -> str:
        return f"{batch.games_per_round * (batch.played_pairs or 0)} / {batch.games * (batch.planned or 0)}"

    @admin.display(description=_("failed chunks"), ordering="failed_chunks")
    def failed(self, batch: Any) -> str:
        if not batch.failed_chunks:
            return NOTHING
        return list_link(Chunk, batch.failed_chunks, batch__id__exact=batch.pk, state__exact=Chunk.State.FAILED)

    @admin.display(description=_("lost processes"), ordering="losses")
    def lost(self, batch: Any) -> int:
        return batch.losses or 0

    @admin.display(description=_("on the site"))
    def site_page(self, batch: Batch) -> str:
        return format_html('<a href="{0}">{0}</a>', reverse("simulation", args=[batch.token]))

    @admin.display(description=_("chunks by state"))
    def chunks_by_state(self, batch: Batch) -> str:
        counts = dict(batch.chunks.order_by().values_list("state").annotate(Count("pk")))
        links = (
            list_link(Chunk, f"{state.label}: {counts[state]}", batch__id__exact=batch.pk, state__exact=state)
            for state in Chunk.State
            if state in counts
        )
        return format_html_join(" · ", "{}", ((link,) for link in links)) or NOTHING

    @admin.display(description=_("leases, by the database's clock"))
    def leases(self, batch: Batch) -> str:
        held = with_time_left(batch.chunks.exclude(lease_until=None)).order_by("lease_until")[:MAX_LISTED]
        lines = ((row_link(chunk), lease(chunk)) for chunk in held)
        return format_html_join(SafeString("<br>"), "{}: {}", lines) or NOTHING

    @admin.display(description=_("faults"))
    def faults(self, batch: Batch) -> str:
        chunks = batch.chunks.exclude(fault="").order_by("-attempts", "-pk")[:MAX_LISTED]
        lines = ((row_link(chunk), chunk.get_state_display(), chunk.fault) for chunk in chunks)
        return format_html_join(SafeString("<br>"), "{} ({}): {}", lines) or NOTHING

    @admin.display(description=_("can be retried"), boolean=True)
    def can_be_retried(self, batch: Batch) -> bool:
        return batch.is_resumable

    @admin.display(description=_("match-ups"))
    def matchup_list(self, batch: Batch) -> str:
        return list_link(MatchUp, batch.matchups.count(), batch__id__exact=batch.pk)

    @admin.action(description=_("Retry failed chunks, resume what was cancelled"), permissions=["change"])
    def retry_batches(self, request: HttpRequest, queryset: "QuerySet[Batch]") -> None:
        retried, chunks, reasons = 0, 0, Counter[str]()
        for batch in queryset:
            waiting = batch.chunks.filter(state__in=(Chunk.State.PAUSED, Chunk.State.FAILED)).count()
            reason = retry(batch, user=request.user)
            if reason:
                reasons[reason] += 1
            else:
                retried, chunks = retried + 1, chunks + waiting
        sentence = ngettext("%(n)s simulation goes on", "%(n)s simulations go on", retried) % {"n": retried}
        sentence += ngettext(", with %(n)s chunk to play.", ", with %(n)s chunks to play.", chunks) % {"n": chunks}
        self.message_user(request, f"{sentence} {describe_refusals(reasons)}".strip())

    @admin.action(description=_("Cancel"), permissions=["change"])
    def cancel_batches(self, request: HttpRequest, queryset: "QuerySet[Batch]") -> None:
        cancelled, reasons = 0, Counter[str]()
        for batch in queryset:
            if batch_cancel(batch):
                cancelled += 1
            else:
                reasons[batch.get_state_display()] += 1
        sentence = ngettext("%(n)s simulation is cancelled.", "%(n)s simulations are cancelled.", cancelled)
        self.message_user(request, f"{sentence % {'n': cancelled}} {describe_refusals(reasons)}".strip())


@admin.display(description=_("simulation"), ordering="batch_id")
def simulation(row: Any) -> str:
    """A link to the batch of a row, by its number: tokens are long."""
    return row_link(row.batch, row.batch_id)


@admin.register(MatchUp)
class MatchUpAdmin(ReadOnlyAdmin):
    list_display = ("id", simulation, "number", "first", "second", "further_decks", "played_pairs",
                    "planned_pairs", "done", "stopped_early")  # fmt: skip
    list_select_related = ("batch", "first", "second")
    list_filter = ("done", "stopped_early", "batch__state")
    search_fields = ("=batch__token", "first__name", "second__name")
    fields = ("batch", "number", "first_deck", "second_deck", "further_decks", "played_pairs", "planned_pairs", "done",
              "stopped_early", "chunk_list", "errors", "seconds", "digest")  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> "QuerySet[MatchUp]":
        rows = super().get_queryset(request).defer("figures", "cards", "outcomes", "singles", "samples")
        return rows.prefetch_related(Prefetch("batch__entrants", Entrant.objects.defer("text")))

    @admin.display(description=_("first deck"))
    def first_deck(self, matchup: MatchUp) -> str:
        return row_link(matchup.first.version, matchup.first.name) if matchup.first.version else matchup.first.name

    @admin.display(description=_("second deck"))
    def second_deck(self, matchup: MatchUp) -> str:
        return row_link(matchup.second.version, matchup.second.name) if matchup.second.version else matchup.second.name

    @admin.display(description=_("further decks"))
    def further_decks(self, matchup: MatchUp) -> str:
        names = {entrant.number: entrant.name for entrant in matchup.batch.entrants.all()} if matchup.others else {}
        return ", ".join(names[number] for number in matchup.others) or NOTHING

    @admin.display(description=_("chunks"))
    def chunk_list(self, matchup: MatchUp) -> str:
        return list_link(Chunk, matchup.chunks.count(), matchup__id__exact=matchup.pk)


@admin.register(Chunk)
class ChunkAdmin(ReadOnlyAdmin):
    list_display = ("id", simulation, "state", "losses", lease, "short_fault")
    list_select_related = ("batch", "matchup")
    list_filter = ("state", TroubleFilter, "urgency")
    search_fields = ("=batch__token", "=id", "fault")
    ordering = ("-batch_id", "index", "matchup_id")  # by a relation, the order of its model would count
    fields = ("batch", "matchup", "index", "state", "holder", "attempts", "losses", "fault", "first_pair", "pairs",
              "urgency", "finished_at", "seconds", "digest")  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Chunk]":
        rows = super().get_queryset(request).defer("outcomes", "singles", "matchup__figures", "matchup__cards")
        return with_time_left(rows)

    @admin.display(description=_("last fault"), ordering="fault")
    def short_fault(self, chunk: Chunk) -> str:
        return Truncator(chunk.fault).chars(60) or NOTHING

    @admin.display(description=_("lease"))
    def holder(self, chunk: Chunk) -> str:
        return lease(chunk)


@admin.register(RatingRun)
class RatingRunAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "system", "policy", "wanted_at", "fitted_at", "is_due", lease)
    list_filter = ("system",)
    search_fields = ("policy",)
    date_hierarchy = "wanted_at"
    fields = ("system", "policy", "wanted_at", "fitted_at", "is_due", "holder")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[RatingRun]":
        return with_time_left(super().get_queryset(request))

    @admin.display(description=_("to be computed"), boolean=True)
    def is_due(self, run: RatingRun) -> bool:
        return run.fitted_at is None or run.fitted_at < run.wanted_at

    @admin.display(description=_("lease"))
    def holder(self, run: RatingRun) -> str:
        return lease(run)


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    list_display = ("short_hash", "system", "policy", "points", "low", "high", "games", "opponents", "deck_list")
    list_filter = ("system", "policy")
    search_fields = ("content_hash",)
    fields = ("content_hash", "deck_list", "system", "policy", "points", "low", "high", "games", "opponents",
              "rules_version", "cards_version")  # fmt: skip

    @admin.display(description=_("hash of the cards"), ordering="content_hash")
    def short_hash(self, rating: Rating) -> str:
        return rating.content_hash[:12]

    @admin.display(description=_("decks"))
    def deck_list(self, rating: Rating) -> str:
        return list_link(Deck, gettext("with these cards"), q=rating.content_hash)


@admin.register(LeaderRating)
class LeaderRatingAdmin(ReadOnlyAdmin):
    list_display = ("code", "system", "policy", "points", "low", "high", "games", "decks")
    list_filter = ("system", "policy")
    search_fields = ("code",)
    fields = ("code", "system", "policy", "points", "low", "high", "games", "decks", "rules_version", "cards_version")
