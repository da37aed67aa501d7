"""The builder's pages. A change is a POST that leads to a new address; what is kept are drafts of one's own decks."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from decks import decklists
from decks.drafts import DraftConflict, draft_discard, draft_of, merged_with
from decks.models import Draft
from decks.rules.fixes import NotAChange
from decks.rules.statistics import deck_statistics
from decks.selectors import own_deck
from decks.services import TooMany, VersionConflict
from decks.transfer.importer import code_sentence
from decks.views.context import somebody
from signum_site.core.htmx import wants_part
from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.decks.changes import changes
from simulator.engine.decks.code import DeckCodeError
from simulator.engine.decks.decklist import DeckList

from .card_search import present_card_search
from .page import present_builder
from .services import deck_changed, deck_keep, draft_kept, edited_deck
from .tour import card_to_press, first_address
from .url_state import Address, read_address


@require_http_methods(["GET", "HEAD", "POST"])
def build(request: HttpRequest) -> HttpResponse:
    """The page; parts of it for htmx; and changes."""
    try:
        address = read_address((request.POST if request.method == "POST" else request.GET).dict())
        if request.method == "POST":
            return _changed(request, address)
    except DeckCodeError as wrong:
        return _refused(request, code_sentence(wrong))
    except NotAChange as wrong:
        return _refused(request, str(wrong))
    response = _shown(request, address)
    # Else a browser that kept a part shows it as the page.
    patch_vary_headers(response, ["HX-Request", "HX-Target", "HX-History-Restore-Request"])
    return response


def _shown(request: HttpRequest, address: Address) -> HttpResponse:
    part = request.headers.get("HX-Target", "") if wants_part(request) else ""
    if part == "results":
        return render(request, "decks/builder/results.html", _library(request, address))
    if part == "figures-panel":
        return render(request, "decks/figures/all.html", _figures(address))
    context = _library(request, address) | _deck(request, address) | _figures(address)
    return render(request, "decks/builder/page.html", context)


def _changed(request: HttpRequest, address: Address) -> HttpResponse:
    """Back, forward and undo send no change: then only the draft follows."""
    after = address.of(deck_changed(address.deck, request.POST.getlist("do")))
    try:
        after = draft_kept(after, user=request.user)
    except DraftConflict:
        after = replace(after, draft=address.draft)
        url = f"{reverse('deck_choose')}?{urlencode(after.fields())}"
        return HttpResponse(headers={"HX-Redirect": url}) if wants_part(request) else redirect(url)
    if not wants_part(request):
        return redirect(after.url)
    if after.section != address.section:
        return HttpResponse(headers={"HX-Redirect": after.url})
    return render(request, "decks/builder/deck.html", _deck(request, after) | {"is_part": True})


@require_POST
def save(request: HttpRequest) -> HttpResponse:
    """A version of one's own deck, or a new deck; illegal ones too."""
    try:
        address = read_address(request.POST.dict())
    except DeckCodeError as wrong:
        return _refused(request, code_sentence(wrong))
    if not address.deck.name:
        address = replace(address, deck=replace(address.deck, name=_name_for(address)))
    user = request.user
    if not user.is_authenticated:
        return redirect_to_login(address.url)
    try:
        deck = deck_keep(address, user=user, message=request.POST.get("message", ""))
    except DraftConflict:
        return redirect(f"{reverse('deck_choose')}?{urlencode(address.fields())}")
    except VersionConflict as conflict:
        return render(request, "decks/builder/conflict.html", _conflict(address, conflict), status=409)
    except TooMany as many:
        return _refused(request, str(many))
    messages.success(request, _("Saved: {name}.").format(name=deck.name))
    return redirect("deck_edit", pk=deck.pk)


@require_safe
def tour(request: HttpRequest) -> HttpResponse:
    """The guided first visit: from a sample deck to one that is changed, checked, simulated and shared."""
    address = first_address()
    return redirect(address.url if address is not None else "deck_build")


@login_required
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Two tabs changed the same draft: both, mine, or what is kept."""
    try:
        address = read_address(request.GET.dict())
    except DeckCodeError as wrong:
        return _refused(request, code_sentence(wrong))
    draft = draft_of(owner=somebody(request), deck=edited_deck(address, user=request.user), seen=address.draft)
    if draft is None or draft.stamp == address.draft:
        return redirect(address.url)
    theirs, known = decklists.of_draft(draft), replace(address, draft=draft.stamp)
    ways = (replace(known, deck=merged_with(draft, address.deck)), known, replace(known, deck=theirs))
    return render(request, "decks/builder/conflict.html", _ways(ways) | {"changes": changes(theirs, address.deck)})


@require_safe
def new(request: HttpRequest) -> HttpResponse:
    return redirect("deck_build")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """One's own deck in the builder, with the changes one had not saved; a POST forgets those."""
    deck = own_deck(user=request.user, pk=pk)
    if deck is None or deck.current is None or deck.system not in games.systems():
        raise Http404
    if request.method == "POST":
        draft_discard(owner=somebody(request), deck=deck)
        return redirect("deck_edit", pk=pk)
    draft = draft_of(owner=somebody(request), deck=deck, seen="")
    version = draft.base if draft is not None and draft.base is not None else deck.current
    cards = decklists.of_draft(draft) if draft is not None else decklists.of_version(deck.current)
    address = replace(read_address({"game": deck.system}), deck_id=deck.pk, base=version.number)
    return redirect(_begun(address, cards, draft).url)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """A new deck that was never saved, in the builder again; a POST forgets it."""
    found = draft_of(owner=somebody(request), deck=None, seen=f"{pk}.0")
    if found is None or found.system not in games.systems():
        raise Http404
    if request.method == "POST":
        draft_discard(owner=somebody(request), pk=pk)
        messages.success(request, _("The unsaved deck is forgotten."))
        return redirect("deck_list")
    return redirect(_begun(read_address({"game": found.system}), decklists.of_draft(found), found).url)


def _begun(address: Address, cards: DeckList, draft: Draft | None) -> Address:
    """The builder with a deck, at the part that is to be chosen next."""
    address = replace(address, deck=cards, draft=draft.stamp if draft is not None else "")
    return replace(address, section=read_address(address.fields() | {"in": ""}).section)


def _refused(request: HttpRequest, sentence: str) -> HttpResponse:
    return render(request, "decks/builder/unreadable.html", {"sentence": sentence}, status=400)


def _library(request: HttpRequest, address: Address) -> dict[str, Any]:
    is_face = address.section == address.system.face_section
    return {"address": address, "library": present_card_search(address, user=request.user), "is_face": is_face}


def _deck(request: HttpRequest, address: Address) -> dict[str, Any]:
    saved = edited_deck(address, user=request.user)
    shown = present_builder(address, user=request.user)
    return {"address": address, "shown_deck": shown, "saved": saved, "tour_card": card_to_press(address)}


def _figures(address: Address) -> dict[str, Any]:
    return {"shown": deck_statistics(address.deck, asked=address.figures)}


def _conflict(address: Address, conflict: VersionConflict) -> dict[str, Any]:
    """Each way begins with the version saved in between."""
    theirs = decklists.of_version(conflict.current)
    stamp = conflict.draft.stamp if conflict.draft is not None else ""
    mine = replace(address, base=conflict.current.number, draft=stamp)
    ways = (replace(mine, deck=conflict.merged), mine, replace(mine, deck=theirs))
    return _ways(ways) | {"current": conflict.current, "changes": changes(theirs, address.deck)}


def _ways(ways: tuple[Address, Address, Address]) -> dict[str, Any]:
    """Three ways on, each an address: both, mine, theirs."""
    return {"both": ways[0], "mine": ways[1], "theirs": ways[2], "system": ways[0].system}


def _name_for(address: Address) -> str:
    """A deck that nobody named is called after the card that gives it its face."""
    face = decklists.face_of(address.deck, system=address.system)
    return face.name(current_language()) if face is not None else _("New deck")
