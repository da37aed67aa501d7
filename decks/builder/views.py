"""The builder's pages.

A change is a POST that redirects to a new URL. Only drafts of the user's own decks are stored.
"""

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

from collection.games import installed_game, named_game
from decks import decklists
from decks.drafts import DraftConflict, draft_discard, draft_of, merged_with
from decks.models import Draft
from decks.rules.fixes import NotAChange
from decks.rules.statistics import deck_statistics
from decks.selectors import own_deck
from decks.services import TooMany, VersionConflict
from decks.transfer.importer import code_sentence
from decks.views.context import logged_in_user
from signum_site.core.htmx import wants_part
from signum_site.core.i18n import current_language
from simulator.engine.decks.changes import changes
from simulator.engine.decks.code import DeckCodeError
from simulator.engine.decks.decklist import DeckList

from .card_search import present_card_search
from .page import present_builder
from .services import apply_changes, deck_save, draft_autosave, edited_deck
from .tour import start_address, tour_card_name
from .url_state import Address, parse_address


@require_http_methods(["GET", "HEAD", "POST"])
def build(request: HttpRequest) -> HttpResponse:
    """Show the builder page or a part of it for htmx; a POST changes the deck."""
    try:
        address = parse_address((request.POST if request.method == "POST" else request.GET).dict())
        if request.method == "POST":
            return _change(request, address)
    except DeckCodeError as error:
        return _render_refusal(request, code_sentence(error))
    except NotAChange as error:
        return _render_refusal(request, str(error))
    response = _render_page(request, address)
    # Otherwise a browser may show a cached part as the whole page.
    patch_vary_headers(response, ["HX-Request", "HX-Target", "HX-History-Restore-Request"])
    return response


def _render_page(request: HttpRequest, address: Address) -> HttpResponse:
    part = request.headers.get("HX-Target", "") if wants_part(request) else ""
    if part == "results":
        return render(request, "decks/builder/results.html", _library_context(request, address))
    if part == "figures-panel":
        return render(request, "decks/figures/all.html", _figures_context(address))
    context = _library_context(request, address) | _deck_context(request, address) | _figures_context(address)
    return render(request, "decks/builder/page.html", context)


def _change(request: HttpRequest, address: Address) -> HttpResponse:
    """Apply changes and save the draft.

    Back, forward and undo send no changes: then only the draft is updated.
    """
    after = address.with_deck(apply_changes(address.deck, request.POST.getlist("do")))
    try:
        after = draft_autosave(after, user=request.user)
    except DraftConflict:
        after = replace(after, draft=address.draft)
        url = f"{reverse('deck_choose')}?{urlencode(after.fields())}"
        return HttpResponse(headers={"HX-Redirect": url}) if wants_part(request) else redirect(url)
    if not wants_part(request):
        return redirect(after.url)
    if after.section != address.section:
        return HttpResponse(headers={"HX-Redirect": after.url})
    return render(request, "decks/builder/deck.html", _deck_context(request, after) | {"is_part": True})


@require_POST
def save(request: HttpRequest) -> HttpResponse:
    """Save a version of the user's deck, or a new deck; illegal decks may be saved."""
    try:
        address = parse_address(request.POST.dict())
    except DeckCodeError as error:
        return _render_refusal(request, code_sentence(error))
    if not address.deck.name:
        address = replace(address, deck=replace(address.deck, name=_default_name(address)))
    user = request.user
    if not user.is_authenticated:
        return redirect_to_login(address.url)
    try:
        deck = deck_save(address, user=user, message=request.POST.get("message", ""))
    except DraftConflict:
        return redirect(f"{reverse('deck_choose')}?{urlencode(address.fields())}")
    except VersionConflict as conflict:
        return render(request, "decks/builder/conflict.html", _conflict_context(address, conflict), status=409)
    except TooMany as many:
        return _render_refusal(request, str(many))
    messages.success(request, _("Saved: {name}.").format(name=deck.name))
    return redirect("deck_edit", pk=deck.pk)


@require_safe
def tour(request: HttpRequest) -> HttpResponse:
    """Start the guided tour: a sample deck is changed, checked, simulated and shared."""
    address = start_address(named_game(request.GET))
    return redirect(address.url if address is not None else "deck_build")


@login_required
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Offer ways out of a draft conflict: both changes, mine, or the stored draft."""
    try:
        address = parse_address(request.GET.dict())
    except DeckCodeError as error:
        return _render_refusal(request, code_sentence(error))
    draft = draft_of(owner=logged_in_user(request), deck=edited_deck(address, user=request.user), seen=address.draft)
    if draft is None or draft.stamp == address.draft:
        return redirect(address.url)
    theirs, mine = decklists.of_draft(draft), replace(address, draft=draft.stamp)
    options = (replace(mine, deck=merged_with(draft, address.deck)), mine, replace(mine, deck=theirs))
    return render(
        request, "decks/builder/conflict.html", _conflict_options(options) | {"changes": changes(theirs, address.deck)}
    )


@require_safe
def new(request: HttpRequest) -> HttpResponse:
    game = named_game(request.GET)
    query = f"?{urlencode({'game': game.code})}" if game is not None else ""
    return redirect(reverse("deck_build") + query)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Open the user's deck with its unsaved changes; a POST discards them."""
    deck = own_deck(user=request.user, pk=pk)
    if deck is None or deck.current is None:
        raise Http404
    installed_game(deck.system)
    if request.method == "POST":
        draft_discard(owner=logged_in_user(request), deck=deck)
        return redirect("deck_edit", pk=pk)
    draft = draft_of(owner=logged_in_user(request), deck=deck, seen="")
    version = draft.base if draft is not None and draft.base is not None else deck.current
    cards = decklists.of_draft(draft) if draft is not None else decklists.of_version(deck.current)
    address = replace(parse_address({"game": deck.system}), deck_id=deck.pk, base=version.number)
    return redirect(_with_cards(address, cards, draft).url)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a never-saved deck in the builder again; a POST discards it."""
    row = draft_of(owner=logged_in_user(request), deck=None, seen=f"{pk}.0")
    if row is None:
        raise Http404
    if request.method == "POST":
        draft_discard(owner=logged_in_user(request), pk=pk)
        messages.success(request, _("The unsaved deck is forgotten."))
        return redirect("deck_list")
    address = parse_address({"game": installed_game(row.system).code})
    return redirect(_with_cards(address, decklists.of_draft(row), row).url)


def _with_cards(address: Address, cards: DeckList, draft: Draft | None) -> Address:
    """Return the address with a deck, at the section to fill next."""
    address = replace(address, deck=cards, draft=draft.stamp if draft is not None else "")
    return replace(address, section=parse_address(address.fields() | {"in": ""}).section)


def _render_refusal(request: HttpRequest, sentence: str) -> HttpResponse:
    return render(request, "decks/builder/unreadable.html", {"sentence": sentence}, status=400)


def _library_context(request: HttpRequest, address: Address) -> dict[str, Any]:
    is_face = address.section == address.system.face_section
    return {"address": address, "library": present_card_search(address, user=request.user), "is_face": is_face}


def _deck_context(request: HttpRequest, address: Address) -> dict[str, Any]:
    saved = edited_deck(address, user=request.user)
    shown = present_builder(address, user=request.user)
    return {"address": address, "shown_deck": shown, "saved": saved, "tour_card": tour_card_name(address)}


def _figures_context(address: Address) -> dict[str, Any]:
    return {"shown": deck_statistics(address.deck, query=address.figures)}


def _conflict_context(address: Address, conflict: VersionConflict) -> dict[str, Any]:
    """Build the context of a version conflict.

    Every option is based on the version saved in the meantime.
    """
    theirs = decklists.of_version(conflict.current)
    stamp = conflict.draft.stamp if conflict.draft is not None else ""
    mine = replace(address, base=conflict.current.number, draft=stamp)
    options = (replace(mine, deck=conflict.merged), mine, replace(mine, deck=theirs))
    return _conflict_options(options) | {"current": conflict.current, "changes": changes(theirs, address.deck)}


def _conflict_options(options: tuple[Address, Address, Address]) -> dict[str, Any]:
    """Return the context for three options: both changes, mine, theirs."""
    both, mine, theirs = options
    return {"both": both, "mine": mine, "theirs": theirs, "system": both.system}


def _default_name(address: Address) -> str:
    """Return the name of the card that represents the deck."""
    face = decklists.face_of(address.deck, system=address.system)
    return face.name(current_language()) if face is not None else _("New deck")
