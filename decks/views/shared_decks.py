"""Decks from codes, share links and imports; exports and the public decks."""

from typing import Any

import segno
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from collection.games import games_in_order, get_game, installed_game, requested_game
from collection.images.card_images import proxies_pdf
from decks import decklists
from decks.browse.public_decks import ORDERS, parse_query, public_page
from decks.presentation import choices, format_choices, present_deck, tiles, unread_lines
from decks.reference_decks import ensure_name, ready_made
from decks.social.markdown import markdown_html
from decks.social.share_links import deck_for_token
from decks.transfer.exporter import KINDS, export
from decks.transfer.importer import ImportRefused, deck_import, deck_of_code, decode_text
from signum_site.core.htmx import render_part
from signum_site.core.i18n import current_language
from signum_site.core.numbers import parse_int
from signum_site.core.throttling import ImportThrottle, at_most
from signum_site.core.virus_scan import IS_TEXT, scan_upload
from simulator.engine.decks.changes import apply_fix_to_text
from simulator.engine.decks.code import encode
from simulator.engine.decks.reader import DeckReading
from simulator.engine.decks.report import Fix

from .context import card_rows, deck_or_404, deck_preview, loose_context

MAX_ECHOED_LENGTH = 6_000
YEAR_SECONDS = 365 * 24 * 3600


@require_safe
def code_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the deck of a code; it need not be saved."""
    try:
        decklist = deck_of_code(code)
    except ImportRefused as refused:
        return render(request, "decks/import.html", {"refused": str(refused), "given": code[:200]}, status=400)
    deck = ensure_name(decklist, request.GET.get("name", ""))
    return render(request, "decks/loose.html", loose_context(request, deck))


@never_cache
@require_safe
def shared_deck(request: HttpRequest, token: str) -> HttpResponse:
    """Show the deck of a share link; 404 if the link is revoked or expired."""
    deck = deck_for_token(token)
    if deck is None:
        raise Http404
    context = loose_context(request, decklists.of_deck(deck))
    return render(request, "decks/loose.html", context | {"deck": deck, "notes": markdown_html(deck.notes)})


@require_safe
@cache_control(public=True, max_age=YEAR_SECONDS)
def code_qr(request: HttpRequest, code: str) -> HttpResponse:
    """Return the URL of a code as a QR code, which never changes."""
    try:
        deck_of_code(code)
    except ImportRefused as refused:
        raise Http404 from refused
    address = settings.SITE_URL + reverse("deck_of_code", args=[code])
    drawn = segno.make(address, error="m", micro=False).svg_inline(scale=4, border=2, dark="#16252b", light="#ffffff")
    # A standalone SVG file needs its namespace. It uses no inline style, which the content security policy forbids.
    svg = drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) if "xmlns" not in drawn else drawn
    return HttpResponse(svg, content_type="image/svg+xml")


@require_safe
def code_export(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Download a deck as text, Markdown, JSON or CSV.

    Codes carry no name; the `name` parameter supplies it.
    """
    if kind not in KINDS:
        raise Http404
    try:
        decklist = deck_of_code(code)
    except ImportRefused as refused:
        raise Http404 from refused
    system = installed_game(decklist.system)
    deck = ensure_name(decklist, request.GET.get("name", ""))
    exported = export(deck, kind=kind, system=system, language=current_language())
    headers = {"Content-Disposition": f'attachment; filename="{exported.file_name(deck)}"'}
    return HttpResponse(exported.content, content_type=exported.content_type, headers=headers)


@require_safe
def code_proxies(request: HttpRequest, code: str) -> HttpResponse:
    """Return the cards of a deck as a PDF to print and cut, in the user's language."""
    try:
        deck = ensure_name(deck_of_code(code), request.GET.get("name", ""))
        pdf = proxies_pdf(card_rows(deck), language=current_language(), title=deck.name)
    except ImportRefused as refused:
        raise Http404 from refused
    except ValueError as refused:
        return render(request, "decks/import.html", {"refused": str(refused), "given": code[:200]}, status=400)
    return HttpResponse(
        pdf, content_type="application/pdf", headers={"Content-Disposition": 'inline; filename="deck.pdf"'}
    )


@require_safe
@cache_control(public=True, max_age=YEAR_SECONDS)
def code_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Return the preview picture for links to a code."""
    try:
        deck = ensure_name(deck_of_code(code), request.GET.get("name", ""))
        return HttpResponse(deck_preview(deck), content_type="image/png")
    except ImportRefused as refused:
        raise Http404 from refused


@require_safe
def deck_picture(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the preview picture for links to a deck."""
    deck = deck_or_404(request, pk)
    return HttpResponse(deck_preview(decklists.of_deck(deck)), content_type="image/png")


@require_safe
def code_print(request: HttpRequest, code: str) -> HttpResponse:
    """Print the sheet for event organisers: list, verdict, hash, player and event."""
    try:
        decklist = deck_of_code(code)
    except ImportRefused as refused:
        raise Http404 from refused
    deck = ensure_name(decklist, request.GET.get("name", ""))
    shown = present_deck(deck, format=request.GET.get("format", "")[:60])
    return render(request, "decks/print.html", {"shown": shown, "player": request.GET.get("player", "")[:80]})


def _read_upload(upload: UploadedFile) -> str:
    try:
        IS_TEXT(upload)
        scan_upload(upload)
    except ValidationError as refused:
        raise ImportRefused(refused.messages[0]) from None
    return decode_text(upload.read(1_000_001))


@require_http_methods(["GET", "HEAD", "POST"])
@at_most(ImportThrottle, method="POST")
def import_page(request: HttpRequest) -> HttpResponse:
    """Import a text, code, link or file.

    Shows the deck and every line that could not be read; nothing is saved.
    """
    likely, chosen = requested_game(request.GET), request.POST.get("read_as", "")
    if request.method != "POST":
        return render(request, "decks/import.html", {"system": likely})
    text = request.POST.get("given", "")
    try:
        upload = request.FILES.get("file")
        if upload is not None:
            text = _read_upload(upload)
        # A fix button next to an unread line: replace the line, then read everything again.
        line = request.POST.get("line", "")
        if line:
            number_text, _space, replacement = line.partition(" ")
            number = parse_int(number_text, maximum=999_999)
            if number is None:
                raise ImportRefused(_("“%(given)s” is no line of this list.") % {"given": line[:60]})
            text = apply_fix_to_text(text, Fix(do="replace", line=number, text=replacement[:300]))
        system = get_game(chosen) if chosen else None
        imported = deck_import(text, user=request.user, system=system, likely=likely)
    except ImportRefused as refused:
        refusal = {"refused": str(refused), "given": text[:MAX_ECHOED_LENGTH], "system": likely}
        return render(request, "decks/import.html", refusal, status=400)
    context = imported_context(imported, text)
    # Ask only if the game is not obvious: another one than expected, or lines that could not be read.
    if imported.is_list and (imported.problems or context["shown"].system is not likely or chosen):
        context["other_games"] = [game for game in games_in_order() if game is not context["shown"].system]
    return render(request, "decks/imported.html", context | {"likely": likely, "read_as": chosen})


def imported_context(imported: DeckReading, text: str) -> dict[str, Any]:
    system, given = installed_game(imported.deck.system), text if imported.is_list else ""
    return {
        "shown": present_deck(ensure_name(imported.deck)),
        "unread": unread_lines(imported.problems, text=given, system=system),
        "given": given,
        "code": encode(imported.deck, system=system),
    }


@require_safe
def public_decks(request: HttpRequest) -> HttpResponse:
    """Browse and search the public decks."""
    query = parse_query(request.GET.dict(), system=requested_game(request.GET))
    page = public_page(query, user=request.user)
    context = {
        "query": query,
        "page": page,
        "tiles": tiles(page.decks),
        "orders": ORDERS,
        "faces": choices(query.system, section=query.system.face_section),
        "colours": choices(query.system, facet=query.system.colour_facet),
        "ready_made": () if query.is_search or query.after else ready_made(query.system),
        "formats": format_choices(query.system.code, user=request.user, named=query.format),
    }
    part = "decks/public_more.html" if query.after else "decks/public.html"
    return render_part(request, part=part, whole="decks/public.html", context=context)


@require_safe
def deck_print(request: HttpRequest, pk: int) -> HttpResponse:
    deck = deck_or_404(request, pk)
    shown = present_deck(decklists.of_deck(deck), format=request.GET.get("format", "")[:60])
    return render(request, "decks/print.html", {"shown": shown, "deck": deck})
