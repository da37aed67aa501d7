"""Pages for building decks from real cards: plans, buildable and built decks."""

from collections.abc import Sequence
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

from collection.games import GameChoice, first_game, game_filter, installed_game, named_game, requested_game
from collection.models import Card
from decks.models import Deck, DeckVersion
from signum_site.core.i18n import current_language
from signum_site.core.numbers import parse_int
from simulator.engine.game_system import GameSystem

from . import services
from .allocation import Shortage
from .build_plan import MAX_DECKS, BuildPlan, build_plan
from .public_matches import MAX_MISSING, load_matches, nearly_buildable, ready_made_near
from .selectors import badges, built_of_others, owned, reserved, visible_versions

DECKS_PER_PAGE = 24
MAX_LISTED_DECKS = 200


class ReaderRequest(HttpRequest):
    """A request behind `login_required`."""

    user: Any


def parse_deck_ids(values: list[str]) -> list[int]:
    """Parse deck ids from a request; invalid ones are ignored."""
    numbers = (parse_int(value) for value in values)
    return [number for number in numbers if number is not None][:MAX_DECKS]


@never_cache
@login_required
@require_safe
def reserve_page(request: ReaderRequest) -> HttpResponse:
    """List the user's decks with badges, and the build plan for the chosen ones."""
    chosen = parse_deck_ids(request.GET.getlist("deck"))
    versions = visible_versions(request.user, chosen)
    system = _game_of_plan(request, versions)
    versions = [version for version in versions if version.deck.system == system.code]
    use_built = request.GET.get("use_built") == "1"
    decks = Deck.objects.owned_by(request.user).filter(system=system.code).exclude(current=None)
    own = list(decks.select_related("current", "owner")[:MAX_LISTED_DECKS])
    of_others, hidden = built_of_others(request.user, system.code)
    known = {deck.pk for deck in (*own, *of_others)}
    shown = [*own, *of_others, *(version.deck for version in versions if version.deck_id not in known)]
    prefetch_related_objects(shown, "current__lines")
    plan = build_plan(request.user, versions, system=system, use_built=use_built) if versions else None
    context = {
        "system": system,
        "games": _own_games(request, system),
        "decks": shown,
        "hidden": hidden,
        "badges": badges(request.user, shown),
        "chosen": {version.deck_id for version in versions},
        "use_built": use_built,
        "found": plan,
        "owns_nothing": not any(owned(request.user, system.code).cards.values()),
        **(present_plan(plan) if plan else {}),
    }
    return render(request, "reserve/page.html", context)


def present_plan(plan: BuildPlan) -> dict[str, Any]:
    """Prepare a build plan for display, with card names in the user's language."""
    codes = {short.code for short in (*plan.answer.cards, *plan.answer.miniatures)}
    codes |= {code for _, swap in plan.swaps for code in (swap.out, swap.into)}
    language = current_language()
    rows = Card.objects.filter(system=plan.system.code, code__in=codes)
    names = {row.code: row.name(language) for row in rows}

    def present_shortage(short: Shortage[Any]) -> dict[str, Any]:
        return {"short": short, "name": names.get(short.code, short.code)}

    return {
        "conflicts": [present_shortage(short) for short in plan.answer.cards if short.is_conflict],
        "missing": [present_shortage(short) for short in plan.answer.cards if not short.is_conflict],
        "miniatures": [present_shortage(short) for short in plan.answer.miniatures],
        "swaps": [
            (version.deck, names.get(swap.out, swap.out), names.get(swap.into, swap.into))
            for version, swap in plan.swaps
        ],
        "shopping": "\n".join(f"{number} {names.get(code, code)}" for code, number in plan.shopping.items()),
    }


@never_cache
@login_required
@require_safe
def buildable_page(request: ReaderRequest) -> HttpResponse:
    """List public and ready-made decks the user can build, or nearly."""
    system = requested_game(request.GET)
    text = request.GET.get("most", str(MAX_MISSING))
    most = int(text) if text in ("0", "1", "2", "3") else MAX_MISSING
    only_free = request.GET.get("free") == "1"
    stock, in_built = owned(request.user, system.code), reserved(request.user, system.code)
    usable = stock.without(in_built) if only_free else stock
    public = Deck.objects.public().filter(system=system.code)
    owns_nothing = not any(usable.cards.values())
    matches = [] if owns_nothing else nearly_buildable(public, stock=usable, system=system.code, most=most)
    page = Paginator(matches, DECKS_PER_PAGE).get_page(request.GET.get("page", "1"))
    decks = load_matches(list(page))
    with_ready_made = not owns_nothing and page.number == 1
    ready = (
        ready_made_near(system, stock=stock, reserved=in_built, most=most, only_free=only_free)
        if with_ready_made
        else []
    )
    context = {
        "system": system,
        "games": _own_games(request, system),
        "page": page,
        "decks": decks,
        "ready_made": ready,
        "badges": badges(request.user, [deck for deck, _missing in decks]),
        "most": most,
        "only_free": only_free,
        "owns_nothing": owns_nothing,
    }
    return render(request, "reserve/buildable.html", context)


@login_required
@require_POST
def built_set(request: ReaderRequest) -> HttpResponse:
    """Mark a deck's current version as built, or as taken apart."""
    ids = parse_deck_ids([request.POST.get("deck", "")])
    if request.POST.get("act") == "apart" and ids:
        name = services.deck_take_apart(owner=request.user, deck_id=ids[0])
        if name is not None:
            messages.success(request, _("“%(deck)s” is taken apart: its cards are free.") % {"deck": name})
            return _redirect_back(request)
    deck = get_object_or_404(Deck.objects.visible_to(request.user).select_related("current"), pk__in=ids)
    if request.POST.get("act") != "apart" and deck.current is not None:
        try:
            services.deck_build(owner=request.user, version=deck.current)
        except services.TooManyBuilt as refusal:
            messages.error(request, _("You have %(most)s decks built, the most there may be.") % {"most": refusal})
        else:
            messages.success(request, _("“%(deck)s” is built: its cards are reserved for it.") % {"deck": deck.name})
    return _redirect_back(request)


@login_required
@require_POST
def wish_missing(request: ReaderRequest) -> HttpResponse:
    """Add the cards that the chosen decks lack to the wish list."""
    system = requested_game(request.POST)
    versions = visible_versions(request.user, parse_deck_ids(request.POST.getlist("deck")))
    plan = build_plan(
        request.user, versions, system=system, use_built=request.POST.get("use_built") == "1", with_swaps=False
    )
    batch = services.wish(
        owner=request.user,
        system=system.code,
        missing=plan.shopping,
        why=", ".join(version.deck.name for version in versions)[:200],
        key=request.POST.get("key", "")[:64],
    )
    if batch is None:
        messages.info(request, _("All of it is on your wish list already."))
    else:
        messages.success(request, _("The missing cards are on your wish list now."))
    return _redirect_back(request)


def _game_of_plan(request: ReaderRequest, versions: Sequence[DeckVersion]) -> GameSystem:
    """Return the game of the chosen decks, unless the address names one."""
    named = named_game(request.GET)
    return named or (installed_game(versions[0].deck.system) if versions else first_game())


def _own_games(request: ReaderRequest, system: GameSystem) -> GameChoice:
    """Build the choice among the games of the user's decks; no choice if there is only one."""
    codes = Deck.objects.owned_by(request.user).order_by().values_list("system", flat=True).distinct()
    return game_filter({"game": system.code}, codes)


def _redirect_back(request: HttpRequest) -> HttpResponse:
    """Redirect to the `next` URL if it is on this site."""
    address = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(address if safe else reverse("reserve"))
