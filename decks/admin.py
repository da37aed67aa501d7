"""Admin pages for staff: decks and their versions, comments, reports, share links, house formats."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from signum_site.core.staff_pages import NOTHING, ReadOnlyAdmin, ReadOnlyInline, linked, list_link

from .models import Comment, Complaint, Deck, DeckLine, DeckVersion, HouseFormat, ShareLink
from .social.reactions import complaint_settle


class VersionInline(ReadOnlyInline):
    model = DeckVersion
    fk_name = "deck"
    fields = readonly_fields = ("number", "name", "format", "message", "author", "created_at")
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> "QuerySet[DeckVersion]":
        return super().get_queryset(request).select_related("author")


@admin.register(Deck)
class DeckAdmin(ReadOnlyAdmin):
    """Decks are changed by their owners, and taken down on their page of the site."""

    list_display = (
        "name", linked("owner", _("owner")), "visibility", "version_number", "like_count", "rating", "open_reports",
        "changed_at", "removed_at",
    )  # fmt: skip
    list_select_related = ("owner", "current")
    list_filter = ("visibility", "system", ("removed_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "owner__username", "=current__content_hash")
    date_hierarchy = "created_at"
    fields = (
        "name", "owner", "system", "visibility", "site_page", "current", "forked_from", "like_count", "rating",
        "created_at", "changed_at", "published_at", "removed_at", "related", "notes",
    )  # fmt: skip
    inlines = (VersionInline,)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Deck]":
        unsettled = Count("complaints", filter=Q(complaints__settled_at=None))
        return super().get_queryset(request).annotate(unsettled=unsettled)

    @admin.display(description=_("version"), ordering="current__number")
    def version_number(self, deck: Deck) -> int | None:
        return deck.current.number if deck.current else None

    @admin.display(description=_("open reports"), ordering="unsettled")
    def open_reports(self, deck: Any) -> str:
        return list_link(Complaint, deck.unsettled, deck__id__exact=deck.pk) if deck.unsettled else NOTHING

    @admin.display(description=_("on the site"))
    def site_page(self, deck: Deck) -> str:
        return format_html('<a href="{0}">{0}</a>', reverse("deck", args=[deck.pk]))

    @admin.display(description=_("related rows"))
    def related(self, deck: Deck) -> str:
        models: tuple[tuple[type[Any], int], ...] = (
            (Comment, deck.comments.count()),
            (Complaint, deck.complaints.count()),
            (ShareLink, deck.links.count()),
        )
        links = [
            list_link(model, f"{model._meta.verbose_name_plural}: {number}", deck__id__exact=deck.pk)
            for model, number in models
        ]
        return format_html("{} · {} · {}", *links)


class LineInline(ReadOnlyInline):
    model = DeckLine
    fields = readonly_fields = ("section", "card", "count")


@admin.register(DeckVersion)
class DeckVersionAdmin(ReadOnlyAdmin):
    list_display = ("name", "number", linked("deck", _("deck")), linked("deck__owner", _("owner")), "format",
                    "created_at")  # fmt: skip
    list_select_related = ("deck__owner",)
    list_filter = ("format",)
    search_fields = ("name", "deck__owner__username", "=content_hash")
    date_hierarchy = "created_at"
    fields = ("deck", "number", "name", "format", "message", "author", "parent", "content_hash", "created_at")
    inlines = (LineInline,)


@admin.register(Comment)
class CommentAdmin(ReadOnlyAdmin):
    """Comments are removed on the deck's page."""

    list_display = ("beginning", linked("deck", _("deck")), linked("author", _("author")), "created_at", "removed_at")
    list_select_related = ("deck", "author")
    list_filter = (("removed_at", admin.EmptyFieldListFilter),)
    search_fields = ("text", "author__username", "deck__name")
    date_hierarchy = "created_at"
    fields = ("deck", "author", "text", "created_at", "removed_at")

    @admin.display(description=_("text"), ordering="text")
    def beginning(self, comment: Comment) -> str:
        return Truncator(comment.text).chars(60)


@admin.register(Complaint)
class ComplaintAdmin(ReadOnlyAdmin):
    """Reports, open ones first. Decks and comments are removed on the deck's page."""

    list_display = ("created_at", linked("deck", _("deck")), linked("comment", _("comment")),
                    linked("reporter", _("reported by")), "reason", "settled_at")  # fmt: skip
    list_select_related = ("deck", "comment", "reporter")
    list_filter = (("settled_at", admin.EmptyFieldListFilter), ("comment", admin.EmptyFieldListFilter))
    search_fields = ("reason", "deck__name", "reporter__username")
    date_hierarchy = "created_at"
    fields = ("deck", "comment", "reporter", "reason", "created_at", "settled_at")
    actions = ("settle",)

    @admin.action(description=_("Mark as settled"), permissions=["change"])
    def settle(self, request: HttpRequest, queryset: "QuerySet[Complaint]") -> None:
        settled = sum(complaint_settle(complaint=complaint) for complaint in queryset)
        before = len(queryset) - settled
        sentences = [ngettext("%(n)s report is settled.", "%(n)s reports are settled.", settled) % {"n": settled}]
        if before:
            was = ngettext("%(n)s report was settled before.", "%(n)s reports were settled before.", before)
            sentences.append(was % {"n": before})
        self.message_user(request, " ".join(sentences))


@admin.register(ShareLink)
class ShareLinkAdmin(ReadOnlyAdmin):
    """Links without their secret: not shown, and not searched for."""

    secret_fields = ("token",)
    list_display = ("id", linked("deck", _("deck")), linked("deck__owner", _("owner")), "created_at", "expires_at",
                    "revoked_at")  # fmt: skip
    list_select_related = ("deck__owner",)
    list_filter = (("revoked_at", admin.EmptyFieldListFilter), "expires_at")
    search_fields = ("deck__name", "deck__owner__username")
    date_hierarchy = "created_at"
    fields = ("deck", "created_at", "expires_at", "revoked_at")


@admin.register(HouseFormat)
class HouseFormatAdmin(ReadOnlyAdmin):
    list_display = ("name", linked("owner", _("owner")), "system", "base", "code", "changed_at")
    list_select_related = ("owner",)
    list_filter = ("system", "base")
    search_fields = ("name", "=code", "owner__username")
    date_hierarchy = "created_at"
    fields = ("name", "owner", "system", "base", "code", "params", "limits", "created_at", "changed_at")
