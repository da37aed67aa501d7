"""Pages of a collection: overview, single cards, boxes, settings, trade list."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.games import first_game, game_filter
from collection.models import Printing
from collection.stock import services
from collection.stock.completion import completion, overall_shares
from collection.stock.counts import counts_for
from collection.stock.forms import BoxForm, ChangeForm, CollectionForm, HoldingForm, NameForm
from collection.stock.models import Collection, Holding, LedgerBatch
from collection.stock.selectors import (
    HOLDING_FILTERS,
    CollectionTotals,
    holdings_page,
    system_of,
    totals,
    totals_by_collection,
)
from signum_site.core.htmx import render_part, wants_part
from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.game_system import GameSystem, Product


class OwnerRequest(HttpRequest):
    """A request behind `login_required`: its user is authenticated."""

    user: Any


def own_collection(request: OwnerRequest, pk: int) -> Collection:
    """Return the user's collection; 404 for those of other users."""
    return get_object_or_404(Collection.objects.of(request.user), pk=pk)


def first_error(form: Any) -> str:
    field, errors = next(iter(form.errors.items()))
    value = str(form.data.get(field, ""))[:60]
    return f"{errors[0]} (“{value}”)" if value else str(errors[0])


def redirect_back(request: HttpRequest, fallback: str) -> HttpResponseRedirect:
    """Redirect to the page of the form, if its URL is on this site."""
    address = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(address if safe else fallback)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def stock_home(request: OwnerRequest) -> HttpResponse:
    """The user's collections; POST creates one."""
    own = list(Collection.objects.of(request.user))
    chosen = game_filter(request.GET, {collection.system for collection in own})
    form = CollectionForm(
        request.POST or None, games=chosen.choices, initial={"system": (chosen.chosen or first_game()).code}
    )
    if request.method == "POST" and form.is_valid():
        try:
            collection = services.collection_create(owner=request.user, **form.cleaned_data)
        except services.StockError as refusal:
            form.add_error("name", str(refusal))
        else:
            return redirect("stock", collection.pk)
    listed = [collection for collection in own if chosen.accepts(collection.system)]
    sums, shares = totals_by_collection(listed), overall_shares(listed)
    context = {
        "collections": [
            (collection, sums.get(collection.pk, CollectionTotals()), shares.get(collection.pk))
            for collection in listed
        ],
        "form": form,
        "games": chosen,
        "system": chosen.chosen,
    }
    return render(request, "stock/home.html", context, status=400 if form.errors else 200)


@never_cache
@login_required
@require_safe
def stock_page(request: OwnerRequest, pk: int) -> HttpResponse:
    collection = own_collection(request, pk)
    text, show = request.GET.get("q", "")[:100], request.GET.get("show", "all")
    show = show if show in HOLDING_FILTERS else "all"
    page = holdings_page(collection=collection, text=text, show=show, page=request.GET.get("page", "1"))
    system = system_of(collection)
    whole, measures = completion(collection=collection, system=system) if system else (None, [])
    context = {
        "collection": collection,
        "page": page,
        "text": text,
        "show": show,
        "views": filter_choices(system),
        "totals": totals(collection),
        "whole": whole,
        "measures": measures,
        "language": current_language(),
    }
    return render_part(request, part="stock/grid.html", whole="stock/page.html", context=context)


def filter_choices(system: GameSystem | None) -> list[tuple[str, str]]:
    names = (_("Everything"), _("Cards"), _("Miniatures"), _("To paint"), _("Wanted"), _("For trade"))
    choices = zip(HOLDING_FILTERS, names, strict=True)
    if system is None or system.miniature_kinds:
        return list(choices)
    absent = ("unpainted",) if system.part_kinds else ("miniatures", "unpainted")
    return [choice for choice in choices if choice[0] not in absent]


@login_required
@require_POST
def stock_change(request: OwnerRequest) -> HttpResponse:
    """A click on + or −: returns the new count to htmx, else redirects back."""
    form = ChangeForm(request.POST)
    if not form.is_valid():
        return reject_change(request, first_error(form))
    data = form.cleaned_data
    printing = get_object_or_404(Printing, system=data["system"], code=data["printing"])
    if data["collection"]:
        collection = own_collection(request, data["collection"])
    else:
        collection = services.main_collection(owner=request.user, system=printing.system)
    change = services.StockChange(printing.pk, data["what"], by=data["by"])
    try:
        services.stock_enter(collection=collection, changes=[change], kind=LedgerBatch.Kind.HAND, key=data["key"])
    except services.StockError as refusal:
        return reject_change(request, str(refusal))
    if not wants_part(request):
        return redirect_back(request, reverse("stock", args=[collection.pk]))
    holding = Holding.objects.filter(collection=collection, printing=printing).first()
    count = getattr(holding, data["what"]) if holding else 0
    return render(request, "stock/stepper_now.html", {"count": count})


def reject_change(request: HttpRequest, sentence: str) -> HttpResponse:
    if wants_part(request):
        return HttpResponse(sentence, status=400, content_type="text/plain; charset=utf-8")
    messages.error(request, sentence)
    return redirect_back(request, reverse("stock_home"))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def holding_page(request: OwnerRequest, pk: int, code: str) -> HttpResponse:
    """Counts, place and note of one printing; POST saves place and note."""
    collection = own_collection(request, pk)
    printing = get_object_or_404(Printing.objects.select_related("card"), system=collection.system, code=code)
    holding = Holding.objects.filter(collection=collection, printing=printing).first() or Holding(
        collection=collection, printing=printing
    )
    form = HoldingForm(request.POST or None, initial={"place": holding.place, "note": holding.note})
    if request.method == "POST" and form.is_valid():
        changes = [
            services.StockChange(printing.pk, field, text=form.cleaned_data[field]) for field in ("place", "note")
        ]
        services.stock_enter(
            collection=collection, changes=changes, kind=LedgerBatch.Kind.HAND, key=form.cleaned_data["key"]
        )
        messages.success(request, _("Saved."))
        return redirect("holding", collection.pk, printing.code)
    system = system_of(collection)
    count_fields = counts_for(system, printing.card.kind)
    context = {
        "collection": collection,
        "printing": printing,
        "name": printing.card.name(current_language()),
        "counts": [(field, getattr(holding, field)) for field in count_fields],
        "form": form,
    }
    return render(request, "stock/holding.html", context, status=400 if form.errors else 200)


def present_boxes(products: Sequence[Product], *, language: str, system: str) -> list[tuple[Any, ...]]:
    """Return each box with its name, summary, numbers of cards and of pieces, and shown card.

    That is the card with the lowest code: the catalogue lists leading cards first.
    """
    first = {product.code: min((code for code, _ in product.cards), default="") for product in products}
    printings = Printing.objects.filter(system=system, code__in=first.values()).select_related("card", "card__art")
    faces = {printing.code: printing.card for printing in printings}
    pieces = {product.code: services.pieces_in(product, system=system) for product in products}
    return [
        (
            product,
            product.names[language],
            product.summary[language],
            sum(count for _, count in product.cards) - pieces[product.code],
            pieces[product.code],
            faces.get(first[product.code]),
        )
        for product in products
    ]


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def stock_boxes(request: OwnerRequest, pk: int) -> HttpResponse:
    """The boxes the game offers; POST enters a number of one."""
    collection = own_collection(request, pk)
    language, system = current_language(), system_of(collection)
    products = system.products() if system else ()
    if request.method != "POST":
        presented = present_boxes(products, language=language, system=collection.system)
        return render(request, "stock/boxes.html", {"collection": collection, "products": presented})
    form = BoxForm(request.POST)
    product = next((product for product in products if product.code == request.POST.get("product")), None)
    if not form.is_valid() or product is None or system is None:
        messages.error(request, first_error(form) if form.errors else _("There is no such box."))
        return redirect("stock_boxes", collection.pk)
    name, boxes = product.names[language], form.cleaned_data["boxes"]
    try:
        services.product_enter(
            collection=collection,
            product=product,
            system=system,
            boxes=boxes,
            why=name if boxes == 1 else f"{boxes} × {name}",
            key=form.cleaned_data["key"],
        )
    except services.StockError as refusal:
        messages.error(request, str(refusal))
        return redirect("stock_boxes", collection.pk)
    messages.success(
        request, _("“%(box)s” is in your collection now. It can be taken back in the history.") % {"box": name}
    )
    return redirect("stock", collection.pk)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def stock_settings(request: OwnerRequest, pk: int) -> HttpResponse:
    """Settings and deletion; to delete a collection, its name must be typed."""
    collection = own_collection(request, pk)
    action = request.POST.get("act", "")
    form = NameForm(request.POST if action == "rename" else None, initial={"name": collection.name})
    if request.method == "POST":
        try:
            response = apply_setting(request, collection, action, form)
        except services.StockError as refusal:
            form.add_error("name", str(refusal))
            response = None
        if response is not None:
            return response
    context = {"collection": collection, "form": form}
    return render(request, "stock/settings.html", context, status=400 if form.errors else 200)


def apply_setting(request: OwnerRequest, collection: Collection, action: str, form: NameForm) -> HttpResponse | None:
    if action == "rename":
        if not form.is_valid():
            return None
        services.collection_rename(collection=collection, name=form.cleaned_data["name"])
    elif action == "main":
        services.collection_make_main(collection=collection)
    elif action in ("share", "unshare"):
        services.trade_list_share(collection=collection, shared=action == "share")
    elif action == "delete":
        if request.POST.get("name") != collection.name:
            messages.error(request, _("Type the name “%(name)s” to delete the collection.") % {"name": collection.name})
            return redirect("stock_settings", collection.pk)
        services.collection_delete(collection=collection)
        messages.success(request, _("The collection “%(name)s” is deleted.") % {"name": collection.name})
        return redirect("stock_home")
    messages.success(request, _("Saved."))
    return redirect("stock_settings", collection.pk)


@never_cache
@require_safe
def trade_list(request: HttpRequest, token: str) -> HttpResponse:
    """The shared trade list, for everyone who has its URL."""
    collection = get_object_or_404(Collection.objects.exclude(trade_token=""), trade_token=token)
    language = current_language()
    rows = Holding.objects.filter(collection=collection).select_related("printing__card")
    rows = rows.order_by(f"printing__card__name_{language}")
    context = {
        "owner": collection.owner.get_username(),
        "giving": [(row.printing.card, min(row.trade, row.cards)) for row in rows if min(row.trade, row.cards)],
        "seeking": [(row.printing.card, row.wanted) for row in rows if row.wanted],
        "language": language,
        "system": games.systems().get(collection.system),
    }
    response = render(request, "stock/trade_list.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response
