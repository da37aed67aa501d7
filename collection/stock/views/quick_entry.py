"""Quick entry of many cards: line by line, or in a table of counts."""

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
from collection.stock.counts import count_columns, counts_for, field_name
from collection.stock.lists.resolver import Finder, LineError
from collection.stock.models import COUNTS, MAX_COPIES, MINIATURES, Collection, Holding, LedgerBatch
from collection.stock.selectors import system_of
from signum_site.core.htmx import wants_part
from signum_site.core.i18n import current_language
from simulator.engine.decks import lexer

from .collections import OwnerRequest, own_collection

ROWS_PER_PAGE = 50
_FIELD = re.compile(r"n-([0-9]{1,18})-([a-z]{1,10})")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def stock_list(request: OwnerRequest, pk: int) -> HttpResponse:
    """A table of counts; POST enters the differences from the counts the page showed."""
    collection = own_collection(request, pk)
    if request.method == "POST":
        return save_list(request, collection)
    language, kind = current_language(), request.GET.get("kind", "")[:40]
    printings = Printing.objects.filter(system=collection.system, withdrawn=False).select_related("card")
    if kind:
        printings = printings.filter(card__kind=kind)
    page = Paginator(printings.order_by("card__kind", f"card__name_{language}"), ROWS_PER_PAGE).get_page(
        request.GET.get("page", "1")
    )
    held = {row.printing_id: row for row in Holding.objects.filter(collection=collection)}
    system = system_of(collection)
    rows = [
        (printing, printing.card.name(language), present_cells(printing, held.get(printing.pk), system))
        for printing in page
    ]
    facet = next((facet for facet in system.facets if facet.code == "kind"), None) if system else None
    kinds = [(code, words[language]) for code, words in facet.labels.items()] if facet else []
    context = {
        "collection": collection,
        "page": page,
        "rows": rows,
        "columns": [field_name(field, system=collection.system, kind=kind) for field in count_columns(system)],
        "kinds": kinds,
        "kind": kind,
        "most": MAX_COPIES,
    }
    return render(request, "stock/list.html", context)


def present_cells(printing: Printing, holding: Holding | None, system: Any) -> list[tuple[str, int | None]]:
    """Return the counts of a printing by column; None where a count does not apply."""
    count_fields, columns = counts_for(system, printing.card.kind), count_columns(system)
    return [(field, getattr(holding, field, 0) if field in count_fields else None) for field in columns]


def save_list(request: OwnerRequest, collection: Collection) -> HttpResponse:
    changes, invalid = [], []
    for field, value in request.POST.items():
        match = _FIELD.fullmatch(field)
        if match is None or match[2] not in COUNTS:
            continue
        new, old = parse_count(str(value)), parse_count(str(request.POST.get(f"was-{field}", "0")))
        if new is None or old is None:
            invalid.append(str(value)[:20])
        elif new != old:
            changes.append(services.StockChange(int(match[1]), match[2], by=new - old))
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
        if invalid:
            messages.error(
                request,
                _("These are no numbers from 0 to %(most)s, and were left out: %(given)s.")
                % {"most": MAX_COPIES, "given": ", ".join(invalid[:5])},
            )
        messages.success(request, _("Saved.") if batch else _("Nothing had changed."))
    address = request.get_full_path()
    return redirect(address)


def parse_count(text: str) -> int | None:
    text = text.strip()
    if not text:
        return 0
    if not re.fullmatch(r"[0-9]{1,4}", text):
        return None
    return int(text)


@login_required
@require_POST
def stock_line(request: OwnerRequest, pk: int) -> HttpResponse:
    """Enter one typed line such as “2 Fireball”, or suggest similar names."""
    collection = own_collection(request, pk)
    line, what = request.POST.get("line", ""), request.POST.get("what", "cards")
    what = what if what in COUNTS else "cards"
    answer = enter_line(collection, line, what=what, key=request.POST.get("key", "")[:64])
    if wants_part(request):
        return render(request, "stock/line_entered.html", {"answer": answer, "what": what})
    (messages.success if answer["good"] else messages.error)(request, answer["sentence"])
    return redirect("stock_list", collection.pk)


def enter_line(collection: Collection, text: str, *, what: str, key: str) -> dict[str, Any]:
    system = system_of(collection)
    lines, _unread = lexer.split(text[: lexer.MAX_LINE_LENGTH + 1])
    if system is None or not lines or lines[0].fault:
        return {"good": False, "sentence": LineError("unreadable" if lines else "no_name").sentence, "near": ()}
    finder = Finder.of(system)
    meaning = finder.parse_line(lines[0].text)
    if isinstance(meaning, LineError):
        return {"good": False, "sentence": meaning.sentence, "near": meaning.suggestions}
    code, count = meaning
    printing_id = finder.id_of(code)
    what = "cards" if what in MINIATURES and code in finder.pieces else what
    change = services.StockChange(printing_id, what, by=count)
    try:
        services.stock_enter(collection=collection, changes=[change], kind=LedgerBatch.Kind.LIST, key=key)
    except services.StockError as refusal:
        return {"good": False, "sentence": str(refusal), "near": ()}
    printing = Printing.objects.select_related("card").get(pk=printing_id)
    now = getattr(Holding.objects.filter(collection=collection, printing=printing).first(), what, 0)
    name = printing.card.name(current_language())
    sentence = _("%(name)s: %(change)s, now %(now)s") % {"name": name, "change": f"{count:+}", "now": now}
    return {"good": True, "sentence": sentence, "near": ()}
