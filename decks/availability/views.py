"""Pages about building decks of real cards: tonight's decks, public decks within reach, built and taken apart."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from collection.models import Card
from decks.models import Deck
from signum_site.core.i18n import current_language
from signum_site.core.numbers import parse_int

from . import services
from .allocation import Short
from .plan import MOST_DECKS, build_plan, system_from_request
from .public_matches import NEARLY, nearly_buildable, present_matches, ready_made_near
from .selectors import badges, built_of_others, owned, reserved, visible_versions

DECKS_A_PAGE = 24
MOST_LISTED = 200


class ReaderRequest(HttpRequest):
    """A request behind `login_required`."""

    user: Any


def asked_decks(values: list[str]) -> list[int]:
    numbers = (parse_int(value) for value in values)
    return [number for number in numbers if number is not None][:MOST_DECKS]


@never_cache
@login_required
@require_safe
def reserve_page(request: ReaderRequest) -> HttpResponse:
    """The reader's decks with their badges; if some are chosen, whether they can all be built at once."""
    system = system_from_request(request.GET.get("system", ""))
    chosen = asked_decks(request.GET.getlist("deck"))
    use_built = request.GET.get("use_built") == "1"
    decks = Deck.objects.owned_by(request.user).filter(system=system.code).exclude(current=None)
    own = list(decks.select_related("current", "owner")[:MOST_LISTED])
    of_others, hidden = built_of_others(request.user, system.code)
    versions = visible_versions(request.user, chosen)
    known = {deck.pk for deck in (*own, *of_others)}
    shown = [*own, *of_others, *(version.deck for version in versions if version.deck_id not in known)]
    prefetch_related_objects(shown, "current__lines")
    found = build_plan(request.user, versions, system=system, use_built=use_built) if versions else None
    context = {
        "system": system,
        "decks": shown,
        "hidden": hidden,
        "badges": badges(request.user, shown),
        "chosen": {version.deck_id for version in versions},
        "use_built": use_built,
        "found": found,
        "owns_nothing": not any(owned(request.user, system.code).cards.values()),
        **(told(found) if found else {}),
    }
    return render(request, "reserve/page.html", context)


def told(found: Any) -> dict[str, Any]:
    """The answer in words of the reader's language."""
    codes = {short.code for short in (*found.answer.cards, *found.answer.miniatures)}
    codes |= {code for _, swap in found.swaps for code in (swap.out, swap.into)}
    language = current_language()
    rows = Card.objects.filter(system=found.system.code, code__in=codes)
    names = {row.code: row.name(language) for row in rows}

    def named(short: Short[Any]) -> dict[str, Any]:
        return {"short": short, "name": names.get(short.code, short.code)}

    return {
        "conflicts": [named(short) for short in found.answer.cards if short.is_conflict],
        "missing": [named(short) for short in found.answer.cards if not short.is_conflict],
        "miniatures": [named(short) for short in found.answer.miniatures],
        "swaps": [
            (version.deck, names.get(swap.out, swap.out), names.get(swap.into, swap.into))
            for version, swap in found.swaps
        ],
        "shopping": "\n".join(f"{number} {names.get(code, code)}" for code, number in found.shopping.items()),
    }


@never_cache
@login_required
@require_safe
def buildable_page(request: ReaderRequest) -> HttpResponse:
    """Public and ready-made decks the reader can build now, or with a few more cards."""
    system = system_from_request(request.GET.get("system", ""))
    given = request.GET.get("most", str(NEARLY))
    most = int(given) if given in ("0", "1", "2", "3") else NEARLY
    only_free = request.GET.get("free") == "1"
    stock, aside = owned(request.user, system.code), reserved(request.user, system.code)
    there = stock.without(aside) if only_free else stock
    public = Deck.objects.public().filter(system=system.code)
    owns_nothing = not any(there.cards.values())
    near = [] if owns_nothing else nearly_buildable(public, there=there, system=system.code, most=most)
    page = Paginator(near, DECKS_A_PAGE).get_page(request.GET.get("page", "1"))
    shown = present_matches(list(page))
    with_ready_made = not owns_nothing and page.number == 1
    ready = ready_made_near(system, there=stock, aside=aside, most=most, only_free=only_free) if with_ready_made else []
    context = {
        "system": system,
        "page": page,
        "decks": shown,
        "ready_made": ready,
        "badges": badges(request.user, [deck for deck, _missing in shown]),
        "most": most,
        "only_free": only_free,
        "owns_nothing": owns_nothing,
    }
    return render(request, "reserve/buildable.html", context)


@login_required
@require_POST
def built_set(request: ReaderRequest) -> HttpResponse:
    """Mark a deck's current version as built, or as taken apart."""
    ids = asked_decks([request.POST.get("deck", "")])
    if request.POST.get("act") == "apart" and ids:
        name = services.deck_take_apart(owner=request.user, deck_id=ids[0])
        if name is not None:
            messages.success(request, _("“%(deck)s” is taken apart: its cards are free.") % {"deck": name})
            return _back(request)
    deck = get_object_or_404(Deck.objects.visible_to(request.user).select_related("current"), pk__in=ids)
    if request.POST.get("act") != "apart" and deck.current is not None:
        try:
            services.deck_build(owner=request.user, version=deck.current)
        except services.TooManyBuilt as refusal:
            messages.error(request, _("You have %(most)s decks built, the most there may be.") % {"most": refusal})
        else:
            messages.success(request, _("“%(deck)s” is built: its cards are reserved for it.") % {"deck": deck.name})
    return _back(request)


@login_required
@require_POST
def wish_missing(request: ReaderRequest) -> HttpResponse:
    """What the chosen decks lack goes onto the wish list."""
    system = system_from_request(request.POST.get("system", ""))
    versions = visible_versions(request.user, asked_decks(request.POST.getlist("deck")))
    found = build_plan(
        request.user, versions, system=system, use_built=request.POST.get("use_built") == "1", with_swaps=False
    )
    batch = services.wish(
        owner=request.user,
        system=system.code,
        missing=found.shopping,
        why=", ".join(version.deck.name for version in versions)[:200],
        key=request.POST.get("key", "")[:64],
    )
    if batch is None:
        messages.info(request, _("All of it is on your wish list already."))
    else:
        messages.success(request, _("The missing cards are on your wish list now."))
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    address = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(address if safe else reverse("reserve"))
