"""Entering many cards by keyboard: one line after the other, or a table of numbers."""

import re
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from collection.models import Printing
from collection.stock import services
from collection.stock.lists.resolver import Finder, Misread
from collection.stock.models import COUNTS, MOST_OF_ONE, WHAT, Collection, Holding, LedgerBatch
from collection.stock.selectors import system_of
from signum_site.core.htmx import wants_part
from signum_site.core.i18n import current_language
from simulator.engine.decks import lexer

from .collections import OwnerRequest, own_collection

ROWS_A_PAGE = 50
_FIELD = re.compile(r"n-([0-9]{1,18})-([a-z]{1,10})")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def stock_list(request: OwnerRequest, pk: int) -> HttpResponse:
    """A table of numbers to type into; a POST enters by how much each number differs from what the page showed."""
    collection = own_collection(request, pk)
    if request.method == "POST":
        return list_saved(request, collection)
    language, kind = current_language(), request.GET.get("kind", "")[:40]
    printings = Printing.objects.filter(system=collection.system, withdrawn=False).select_related("card")
    if kind:
        printings = printings.filter(card__kind=kind)
    page = Paginator(printings.order_by("card__kind", f"card__name_{language}"), ROWS_A_PAGE).get_page(
        request.GET.get("page", "1")
    )
    held = {row.printing_id: row for row in Holding.objects.filter(collection=collection)}
    system = system_of(collection)
    rows = [
        (printing, printing.card.name(language), cells(printing, held.get(printing.pk), system)) for printing in page
    ]
    facet = next((facet for facet in system.facets if facet.code == "kind"), None) if system else None
    kinds = [(code, words[language]) for code, words in facet.labels.items()] if facet else []
    context = {
        "collection": collection,
        "page": page,
        "rows": rows,
        "columns": [WHAT[what] for what in COUNTS],
        "kinds": kinds,
        "kind": kind,
        "most": MOST_OF_ONE,
    }
    return render(request, "stock/list.html", context)


def cells(printing: Printing, holding: Holding | None, system: Any) -> list[tuple[str, int | None]]:
    """What can be counted of a printing, in the order of the columns; None where there is nothing to count."""
    counted = services.counts_for(system, printing.card.kind) if system else COUNTS
    return [(what, getattr(holding, what, 0) if what in counted else None) for what in COUNTS]


def list_saved(request: OwnerRequest, collection: Collection) -> HttpResponse:
    changes, wrong = [], []
    for field, typed in request.POST.items():
        place = _FIELD.fullmatch(field)
        if place is None or place[2] not in COUNTS:
            continue
        now, was = number(str(typed)), number(str(request.POST.get(f"was-{field}", "0")))
        if now is None or was is None:
            wrong.append(str(typed)[:20])
        elif now != was:
            changes.append(services.StockChange(int(place[1]), place[2], by=now - was))
    known = set(
        Printing.objects.filter(
            system=collection.system, pk__in=[change.printing_id for change in changes]
        ).values_list("pk", flat=True)
    )
    changes = [change for change in changes if change.printing_id in known]
    try:
        batch = services.stock_enter(
            collection=collection,
            changes=changes,
            kind=LedgerBatch.Kind.LIST,
            key=str(request.POST.get("key", ""))[:64],
        )
    except services.StockError as refusal:
        messages.error(request, str(refusal))
    else:
        if wrong:
            messages.error(
                request,
                _("These are no numbers from 0 to %(most)s, and were left out: %(given)s.")
                % {"most": MOST_OF_ONE, "given": ", ".join(wrong[:5])},
            )
        messages.success(request, _("Saved.") if batch else _("Nothing had changed."))
    address = request.get_full_path()
    return redirect(address)


def number(text: str) -> int | None:
    text = text.strip()
    if not text:
        return 0
    if not re.fullmatch(r"[0-9]{1,4}", text):
        return None
    return int(text)


@login_required
@require_POST
def stock_line(request: OwnerRequest, pk: int) -> HttpResponse:
    """One typed line, “2 Fireball”: entered, or told what it may have meant."""
    collection = own_collection(request, pk)
    line, what = request.POST.get("line", ""), request.POST.get("what", "cards")
    what = what if what in COUNTS else "cards"
    answer = line_entered(collection, line, what=what, key=request.POST.get("key", "")[:64])
    if wants_part(request):
        return render(request, "stock/line_entered.html", {"answer": answer, "what": what})
    (messages.success if answer["good"] else messages.error)(request, answer["sentence"])
    return redirect("stock_list", collection.pk)


def line_entered(collection: Collection, text: str, *, what: str, key: str) -> dict[str, Any]:
    system = system_of(collection)
    found, _unread = lexer.split(text[: lexer.MAX_LINE_LENGTH + 1])
    if system is None or not found or found[0].fault:
        return {"good": False, "sentence": Misread("unreadable" if found else "no_name").sentence, "near": ()}
    finder = Finder.of(system)
    meaning = finder.line(found[0].text)
    if isinstance(meaning, Misread):
        return {"good": False, "sentence": meaning.sentence, "near": meaning.near}
    code, count = meaning
    printing_id = finder.id_of(code)
    change = services.StockChange(printing_id, what, by=count)
    try:
        services.stock_enter(collection=collection, changes=[change], kind=LedgerBatch.Kind.LIST, key=key)
    except services.StockError as refusal:
        return {"good": False, "sentence": str(refusal), "near": ()}
    printing = Printing.objects.select_related("card").get(pk=printing_id)
    now = getattr(Holding.objects.filter(collection=collection, printing=printing).first(), what, 0)
    name = printing.card.name(current_language())
    said = _("%(name)s: %(change)s, now %(now)s") % {"name": name, "change": f"{count:+}", "now": now}
    return {"good": True, "sentence": said, "near": ()}
