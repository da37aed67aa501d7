"""Admin pages for staff: users' collections and their ledgers, which are never edited by hand."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet, Sum
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from signum_site.core.staff_pages import ReadOnlyAdmin, linked, list_link

from .models import Collection, Entry, LedgerBatch


@admin.register(Collection)
class CollectionAdmin(ReadOnlyAdmin):
    """Whether the trade list is shared is shown, its secret address is not."""

    secret_fields = ("trade_token",)
    list_display = ("name", linked("owner", _("owner")), "system", "main", "cards", "trade_list", "created_at")
    list_select_related = ("owner",)
    list_filter = ("system", "main")
    search_fields = ("name", "owner__username")
    date_hierarchy = "created_at"
    fields = ("name", "owner", "system", "main", "cards", "trade_list", "ledger", "created_at")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Collection]":
        return super().get_queryset(request).annotate(card_count=Sum("holdings__cards"))

    @admin.display(description=_("cards"), ordering="card_count")
    def cards(self, collection: Any) -> int:
        return collection.card_count or 0

    @admin.display(description=_("trade list shared"), boolean=True)
    def trade_list(self, collection: Collection) -> bool:
        return bool(collection.trade_token)

    @admin.display(description=_("ledger"))
    def ledger(self, collection: Any) -> str:
        number = collection.batches.count()
        return list_link(
            LedgerBatch, f"{LedgerBatch._meta.verbose_name_plural}: {number}", collection__id__exact=collection.pk
        )


@admin.register(LedgerBatch)
class LedgerBatchAdmin(ReadOnlyAdmin):
    list_display = ("id", "at", linked("collection", _("collection")), linked("collection__owner", _("owner")), "kind",
                    "why", "lines")  # fmt: skip
    list_select_related = ("collection__owner",)
    list_filter = ("kind", "collection__system")
    search_fields = ("why", "collection__name", "collection__owner__username")
    date_hierarchy = "at"
    fields = ("collection", "kind", "why", "at", "lines")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[LedgerBatch]":
        return super().get_queryset(request).annotate(line_count=Count("entries"))

    @admin.display(description=_("lines"), ordering="line_count")
    def lines(self, batch: Any) -> str:
        return list_link(Entry, batch.line_count, batch__id__exact=batch.pk)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("id", "printing", "what", "change", "says", linked("batch", _("ledger entry")),
                    linked("batch__collection", _("collection")))  # fmt: skip
    list_select_related = ("printing", "batch__collection")
    list_filter = ("what",)
    search_fields = ("=printing__code", "printing__card__name_en", "batch__collection__name")
    fields = ("batch", "printing", "what", "change", "said", "says", "undoes")
