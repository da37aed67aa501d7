"""Pages for importing lists, reviewing verdicts, and exporting a collection."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.models import Card, Printing
from collection.stock import services
from collection.stock.counts import field_name
from collection.stock.lists import exporter, importer
from collection.stock.lists.parser import MAX_BYTES
from collection.stock.lists.resolver import sentence
from collection.stock.models import COUNTS, Collection, Holding, Import
from signum_site.core.htmx import wants_part
from signum_site.core.i18n import current_language
from signum_site.core.numbers import parse_int
from signum_site.core.throttling import ImportThrottle, at_most
from signum_site.core.virus_scan import IS_TEXT, scan_upload

from .collections import OwnerRequest, own_collection

VERDICTS_PER_PAGE = 100
STOP_POLLING = 286
FORMATS = {"csv": "CSV", "json": "JSON", "text": gettext_lazy("Text")}


class ListForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"), required=False, max_length=200, validators=[IS_TEXT, scan_upload]
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste a list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )
    format = forms.ChoiceField(
        label=gettext_lazy("Format"),
        required=False,
        choices=[("", gettext_lazy("Find out")), *FORMATS.items()],
    )
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@at_most(ImportThrottle, method="POST")
def import_new(request: OwnerRequest, pk: int) -> HttpResponse:
    """The form for a list; POST creates the import and redirects to its verdicts."""
    collection = own_collection(request, pk)
    form = ListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("import", create_import(collection, form).pk)
        except services.StockError as refusal:
            form.add_error(None, str(refusal))
    context = {"collection": collection, "form": form, "earlier": collection.imports.defer("text", "verdicts")[:10]}
    return render(request, "stock/import_new.html", context, status=400 if form.errors else 200)


def create_import(collection: Collection, form: ListForm) -> Import:
    file, data = form.cleaned_data["file"], form.cleaned_data
    if file is not None and file.size > MAX_BYTES:
        raise services.StockError(
            _("The list has %(size)s bytes; at most %(most)s are taken.") % {"size": file.size, "most": MAX_BYTES}
        )
    return importer.import_create(
        collection=collection,
        data=file.read() if file is not None else data["text"],
        name=file.name if file is not None else _("Pasted list"),
        format=data["format"],
        key=data["key"],
    )


def own_import(request: OwnerRequest, pk: int) -> Import:
    return get_object_or_404(Import.objects.of(request.user).select_related("collection"), pk=pk)


@never_cache
@login_required
@require_safe
def import_page(request: OwnerRequest, pk: int) -> HttpResponse:
    """The verdicts, or the progress of a worker; htmx polls it until it is done."""
    job = own_import(request, pk)
    if wants_part(request):
        if job.is_waiting:
            return render(request, "stock/import_progress.html", {"job": job})
        return HttpResponse(headers={"HX-Refresh": "true"}, status=STOP_POLLING)
    only = request.GET.get("only", "")
    verdicts = [verdict for verdict in job.verdicts if verdict["reason"]] if only == "bad" else job.verdicts
    page = Paginator(verdicts, VERDICTS_PER_PAGE).get_page(request.GET.get("page", "1"))
    context = {
        "collection": job.collection,
        "job": job,
        "page": page,
        "rows": present_verdicts(job.collection, list(page)),
        "only": only,
    }
    return render(request, "stock/import.html", context)


def present_verdicts(collection: Collection, verdicts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return verdicts with card names, new and current counts, and messages."""
    codes = [verdict["code"] for verdict in verdicts if verdict.get("code")]
    printings = Printing.objects.filter(system=collection.system, code__in=codes).select_related("card")
    cards = {printing.code: printing.card for printing in printings}
    held = {
        row.printing.code: row
        for row in Holding.objects.filter(collection=collection, printing__code__in=codes).select_related("printing")
    }
    return [
        present_verdict(verdict, card=cards.get(verdict.get("code", "")), holding=held.get(verdict.get("code", "")))
        for verdict in verdicts
    ]


def present_verdict(verdict: dict[str, Any], *, card: Card | None, holding: Holding | None) -> dict[str, Any]:
    amounts = verdict.get("amounts", {})
    is_refused = verdict["reason"] == "refused"
    return verdict | {
        "name": card.name(current_language()) if card else "",
        "sentence": verdict["text"] if is_refused else sentence(verdict["reason"], verdict.get("given", "")),
        "brings": [
            (field_name(field, system=card.system, kind=card.kind), amounts[field], getattr(holding, field, 0))
            for field in COUNTS
            if card and field in amounts
        ],
    }


@login_required
@require_POST
def import_enter(request: OwnerRequest, pk: int) -> HttpResponse:
    """Enter the valid rows, or resolve one of the others by naming its card."""
    job = own_import(request, pk)
    mend = request.POST.get("mend", "")
    if mend:
        line, _colon, name = mend.partition(":")
        number = parse_int(line)
        if number is None or not importer.import_resolve_row(job=job, line=number, name=name[:200]):
            messages.error(request, _("No card is called “%(given)s”.") % {"given": name[:60]})
        return redirect("import", job.pk)
    how = request.POST.get("how", "")
    if how not in Import.How.values:
        messages.error(request, _("Choose whether the numbers are added or set."))
        return redirect("import", job.pk)
    job = importer.import_enter(job=job, how=how)
    if job.state == Import.State.DONE:
        messages.success(request, _("Entered. It can be taken back in the history."))
        return redirect("stock", job.collection_id)
    return redirect("import", job.pk)


@login_required
@require_POST
def import_drop(request: OwnerRequest, pk: int) -> HttpResponse:
    job = own_import(request, pk)
    job.delete()
    return redirect("import_new", job.collection_id)


@never_cache
@login_required
@require_safe
def export(request: OwnerRequest, pk: int, kind: str) -> HttpResponse:
    return exporter.export_response(own_collection(request, pk), kind)
