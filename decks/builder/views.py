"""The builder's pages. A change is a POST that leads to a new address; what is kept are drafts of one's own decks."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.selectors import reading_language
from simulator import games
from simulator.engine.deck_changes import changes
from simulator.engine.deck_code import DeckCodeError

from .. import decklists
from ..figures import deck_figures
from ..importing import code_sentence
from ..mending import NotAChange
from ..selectors import own_deck
from ..services import TooMany, VersionConflict, draft_discard
from .address import Address, read_address
from .library import library_shown
from .page import deck_shown
from .saving import deck_changed, deck_keep, draft_keep, edited_deck
from .tour import card_to_press, first_address


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
    part = request.headers.get("HX-Target", "")
    if part == "results":
        return render(request, "decks/builder/results.html", _library(request, address))
    if part == "figures-panel":
        return render(request, "decks/figures/all.html", _figures(address))
    context = _library(request, address) | _deck(request, address) | _figures(address)
    return render(request, "decks/builder/page.html", context)


def _changed(request: HttpRequest, address: Address) -> HttpResponse:
    """Back, forward and undo send no change: then only the draft follows."""
    after = address.of(deck_changed(address.deck, request.POST.getlist("do")))
    draft_keep(after, user=request.user)
    if not request.headers.get("HX-Request"):
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
        draft_discard(deck=deck)
        return redirect("deck_edit", pk=pk)
    draft = getattr(deck, "draft", None)
    version = draft.base if draft is not None else deck.current
    cards = decklists.of_draft(draft) if draft is not None else decklists.of_version(deck.current)
    address = replace(read_address({"game": deck.system}), deck=cards, deck_id=deck.pk, base=version.number)
    return redirect(replace(address, section=read_address(address.fields() | {"in": ""}).section).url)


def _refused(request: HttpRequest, sentence: str) -> HttpResponse:
    return render(request, "decks/builder/unreadable.html", {"sentence": sentence}, status=400)


def _library(request: HttpRequest, address: Address) -> dict[str, Any]:
    is_face = address.section == address.system.face_section
    return {"address": address, "library": library_shown(address, user=request.user), "is_face": is_face}


def _deck(request: HttpRequest, address: Address) -> dict[str, Any]:
    saved = edited_deck(address, user=request.user)
    shown = deck_shown(address, user=request.user)
    return {"address": address, "shown_deck": shown, "saved": saved, "tour_card": card_to_press(address)}


def _figures(address: Address) -> dict[str, Any]:
    return {"shown": deck_figures(address.deck, asked=address.figures)}


def _conflict(address: Address, conflict: VersionConflict) -> dict[str, Any]:
    """Three ways on, each an address that begins with the version saved in between."""
    theirs = decklists.of_version(conflict.current)
    base = conflict.current.number
    return {
        "current": conflict.current,
        "changes": changes(theirs, address.deck),
        "system": address.system,
        "both": replace(address, deck=conflict.merged, base=base),
        "mine": replace(address, base=base),
        "theirs": replace(address, deck=theirs, base=base),
    }


def _name_for(address: Address) -> str:
    """A deck that nobody named is called after the card that gives it its face."""
    face = decklists.face_of(address.deck, system=address.system)
    return face.name(reading_language()) if face is not None else _("New deck")
