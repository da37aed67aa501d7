"""The history of a collection, and undoing its batches and entries."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from collection.stock import services
from collection.stock.models import Entry, LedgerBatch
from collection.stock.selectors import entries_page, history_page
from signum_site.core.i18n import current_language

from .collections import OwnerRequest, own_collection


@never_cache
@login_required
@require_safe
def history(request: OwnerRequest, pk: int) -> HttpResponse:
    collection = own_collection(request, pk)
    page = history_page(collection=collection, page=request.GET.get("page", "1"))
    context = {"collection": collection, "page": page, "language": current_language()}
    return render(request, "stock/history.html", context)


@never_cache
@login_required
@require_safe
def batch_page(request: OwnerRequest, pk: int, batch_id: int) -> HttpResponse:
    collection = own_collection(request, pk)
    batch = get_object_or_404(LedgerBatch, collection=collection, pk=batch_id)
    page = entries_page(batch=batch, page=request.GET.get("page", "1"))
    standing = batch.entries.filter(undone_by=None).exists()
    context = {
        "collection": collection,
        "batch": batch,
        "page": page,
        "standing": standing,
        "language": current_language(),
    }
    return render(request, "stock/batch.html", context)


@login_required
@require_POST
def batch_undo(request: OwnerRequest, pk: int, batch_id: int) -> HttpResponse:
    collection = own_collection(request, pk)
    batch = get_object_or_404(LedgerBatch, collection=collection, pk=batch_id)
    try:
        undone = services.batch_undo(batch=batch)
    except services.StockError as refusal:
        messages.error(request, str(refusal))
    else:
        show_undo_result(request, undone)
    return redirect("stock_history", collection.pk)


@login_required
@require_POST
def entry_undo(request: OwnerRequest, pk: int, entry_id: int) -> HttpResponse:
    collection = own_collection(request, pk)
    entry = get_object_or_404(Entry, batch__collection=collection, pk=entry_id)
    try:
        undone = services.entry_undo(entry=entry)
    except services.StockError as refusal:
        messages.error(request, str(refusal))
    else:
        show_undo_result(request, undone)
    return redirect("stock_history", collection.pk)


def show_undo_result(request: OwnerRequest, undone: LedgerBatch | None) -> None:
    if undone is None:
        messages.info(request, _("It was taken back already."))
    else:
        messages.success(request, _("Taken back."))
