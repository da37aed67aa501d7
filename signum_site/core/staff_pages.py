"""Admin pages for rows that services write: staff look at them, follow links and run actions, but edit nothing."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.db.models import DurationField, ExpressionWrapper, F, Model, QuerySet
from django.db.models.constants import LOOKUP_SEP
from django.db.models.functions import Now
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

NOTHING = "–"


class SecretsAdmin(admin.ModelAdmin):
    """Keeps secrets out of the filters in a list's address, where they could be guessed letter by letter."""

    secret_fields: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        if lookup.split(LOOKUP_SEP)[0] in self.secret_fields:
            return False
        return super().lookup_allowed(lookup, value, request)


class ReadOnlyAdmin(SecretsAdmin):
    """Lists and pages without forms. Actions need the permission to change."""

    list_per_page = 50
    show_full_result_count = False  # counting all rows of a large table takes longer than the page

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """All fields of the page, also those that are not editable in any form."""
        return flatten_fieldsets(self.fieldsets) if self.fieldsets else self.fields or ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """For the actions of a list; no row can be edited."""
        return obj is None and bool(self.actions) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def row_link(row: Model | None, text: object = None) -> str:
    """A link to the admin page of a row."""
    if row is None:
        return NOTHING
    address = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, text or row)


def list_link(model: type[Model], text: object, **filters: object) -> str:
    """A link to the admin's list of a model, with filters or a search (`q`)."""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return format_html('<a href="{}?{}">{}</a>', address, urlencode(filters), text)


def linked(path: str, description: Any) -> Callable[[Any], str]:
    """A column with a link to a related row; `path` is as in `list_select_related`."""
    related = attrgetter(path.replace("__", "."))

    @admin.display(description=description, ordering=path)
    def column(row: Any) -> str:
        return row_link(related(row))

    return column


def with_time_left(rows: "QuerySet[Any]") -> "QuerySet[Any]":
    """Leased rows with the time until their lease ends, on the database's clock."""
    return rows.annotate(time_left=ExpressionWrapper(F("lease_until") - Now(), output_field=DurationField()))


@admin.display(description=gettext_lazy("lease"), ordering="lease_until")
def lease(row: Any) -> str:
    """Which process works on a row of `with_time_left`, and for how long its lease holds."""
    if row.lease_until is None:
        return NOTHING
    worker, process, _claim = (*row.claimed_by.split(":"), "", "")[:3]
    seconds = round(row.time_left.total_seconds())
    sentence = _("worker %(worker)s, process %(process)s: %(seconds)s s left")
    if seconds < 0:
        sentence = _("worker %(worker)s, process %(process)s: expired %(seconds)s s ago")
    return sentence % {"worker": worker[:8], "process": process or NOTHING, "seconds": abs(seconds)}
