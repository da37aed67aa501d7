"""Decks that travel: from a code, behind a link, as a file, on paper, in a paste; and the public ones."""

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

from collection.images.card_images import proxies_pdf
from decks import decklists
from decks.browse.public_decks import ORDERS, parse_query, public_page
from decks.presentation import choices, format_choices, present_deck, tiles, unread_lines
from decks.reference_decks import ready_made, with_its_name
from decks.social.markdown import markdown_html
from decks.social.visibility import deck_behind
from decks.transfer.exporter import KINDS, export
from decks.transfer.importer import Imported, ImportRefused, deck_import, deck_of_code, text_of
from signum_site.core.htmx import render_part
from signum_site.core.i18n import current_language
from signum_site.core.numbers import parse_int
from signum_site.core.throttling import ImportThrottle, at_most
from signum_site.core.virus_scan import IS_TEXT, scanned
from simulator import games
from simulator.engine.decks.changes import apply_fix_to_text
from simulator.engine.decks.code import encode
from simulator.engine.decks.report import Fix

from .context import card_rows, deck_or_404, deck_preview, loose_context

LONGEST_ADDRESS = 6_000
YEAR_S = 365 * 24 * 3600


@require_safe
def code_page(request: HttpRequest, code: str) -> HttpResponse:
    """A deck straight from its code: nobody has to have saved it."""
    try:
        decklist = deck_of_code(code)
    except ImportRefused as refused:
        return render(request, "decks/import.html", {"refused": str(refused), "given": code[:200]}, status=400)
    named = with_its_name(decklist, request.GET.get("name", ""))
    return render(request, "decks/loose.html", loose_context(request, named))


@never_cache
@require_safe
def shared_deck(request: HttpRequest, token: str) -> HttpResponse:
    """A deck behind a link; a link that is revoked or expired opens nothing."""
    deck = deck_behind(token)
    if deck is None:
        raise Http404
    context = loose_context(request, decklists.of_deck(deck))
    return render(request, "decks/loose.html", context | {"deck": deck, "notes": markdown_html(deck.notes)})


@require_safe
@cache_control(public=True, max_age=YEAR_S)
def code_qr(request: HttpRequest, code: str) -> HttpResponse:
    """The address of a code as a QR code to scan; never changes."""
    try:
        deck_of_code(code)
    except ImportRefused as refused:
        raise Http404 from refused
    address = settings.SITE_URL + reverse("deck_of_code", args=[code])
    drawn = segno.make(address, error="m", micro=False).svg_inline(scale=4, border=2, dark="#16252b", light="#ffffff")
    # As a file of its own: the page's policy allows no style inside it, and needs none.
    svg = drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) if "xmlns" not in drawn else drawn
    return HttpResponse(svg, content_type="image/svg+xml")


@require_safe
def code_export(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """A deck as a file: text, Markdown, JSON or CSV. Its name comes from the address, for a code has none."""
    if kind not in KINDS:
        raise Http404
    try:
        decklist = deck_of_code(code)
    except ImportRefused as refused:
        raise Http404 from refused
    system = games.system(decklist.system)
    named = with_its_name(decklist, request.GET.get("name", ""))
    written = export(named, kind=kind, system=system, language=current_language())
    headers = {"Content-Disposition": f'attachment; filename="{written.file_name(named)}"'}
    return HttpResponse(written.content, content_type=written.content_type, headers=headers)


@require_safe
def code_proxies(request: HttpRequest, code: str) -> HttpResponse:
    """Every card of a deck to print and cut, in the reader's language."""
    try:
        named = with_its_name(deck_of_code(code), request.GET.get("name", ""))
        pdf = proxies_pdf(card_rows(named), language=current_language(), title=named.name)
    except ImportRefused as refused:
        raise Http404 from refused
    except ValueError as refused:
        return render(request, "decks/import.html", {"refused": str(refused), "given": code[:200]}, status=400)
    return HttpResponse(
        pdf, content_type="application/pdf", headers={"Content-Disposition": 'inline; filename="deck.pdf"'}
    )


@require_safe
@cache_control(public=True, max_age=YEAR_S)
def code_picture(request: HttpRequest, code: str) -> HttpResponse:
    """What messengers show of the address of a code."""
    try:
        named = with_its_name(deck_of_code(code), request.GET.get("name", ""))
        return HttpResponse(deck_preview(named), content_type="image/png")
    except ImportRefused as refused:
        raise Http404 from refused


@require_safe
def deck_picture(request: HttpRequest, pk: int) -> HttpResponse:
    """What messengers show of a public deck's address."""
    deck = deck_or_404(request, pk)
    return HttpResponse(deck_preview(decklists.of_deck(deck)), content_type="image/png")


@require_safe
def code_print(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet an organiser wants: list, verdict, hash, and lines for player and event."""
    try:
        decklist = deck_of_code(code)
    except ImportRefused as refused:
        raise Http404 from refused
    named = with_its_name(decklist, request.GET.get("name", ""))
    shown = present_deck(named, format=request.GET.get("format", "")[:60])
    return render(request, "decks/print.html", {"shown": shown, "player": request.GET.get("player", "")[:80]})


def _text_from_request(upload: UploadedFile) -> str:
    try:
        IS_TEXT(upload)
        scanned(upload)
    except ValidationError as refused:
        raise ImportRefused(refused.messages[0]) from None
    return text_of(upload.read(1_000_001))


@require_http_methods(["GET", "HEAD", "POST"])
@at_most(ImportThrottle, method="POST")
def import_page(request: HttpRequest) -> HttpResponse:
    """Text, code, link or file; what was read is shown with everything that was not, before anything is saved."""
    if request.method != "POST":
        return render(request, "decks/import.html")
    given = request.POST.get("given", "")
    try:
        upload = request.FILES.get("file")
        if upload is not None:
            given = _text_from_request(upload)
        # A button beside an unread line: the line is written anew, and everything is read again.
        line = request.POST.get("line", "")
        if line:
            number_text, _space, text = line.partition(" ")
            number = parse_int(number_text, maximum=999_999)
            if number is None:
                raise ImportRefused(_("“%(given)s” is no line of this list.") % {"given": line[:60]})
            given = apply_fix_to_text(given, Fix(do="replace", line=number, text=text[:300]))
        found = deck_import(given, user=request.user)
    except ImportRefused as refused:
        context = {"refused": str(refused), "given": given[:LONGEST_ADDRESS]}
        return render(request, "decks/import.html", context, status=400)
    return render(request, "decks/imported.html", imported_context(found, given))


def imported_context(found: Imported, given: str) -> dict[str, object]:
    system = games.system(found.deck.system)
    return {
        "shown": present_deck(with_its_name(found.deck)),
        "unread": unread_lines(found.problems, text=found.text, system=system),
        "given": given if found.text else "",
        "code": encode(found.deck, system=system),
    }


@require_safe
def public_decks(request: HttpRequest) -> HttpResponse:
    """Everybody's public decks, searched and paged."""
    wanted = parse_query(request.GET.dict())
    page = public_page(wanted, user=request.user)
    context = {
        "asked": wanted,
        "page": page,
        "tiles": tiles(page.decks),
        "orders": ORDERS,
        "faces": choices(wanted.system, section=wanted.system.face_section),
        "colours": choices(wanted.system, facet=wanted.system.colour_facet),
        "ready_made": () if wanted.is_search or wanted.after else ready_made(wanted.system),
        "formats": format_choices(wanted.system.code, user=request.user, named=wanted.format),
    }
    part = "decks/public_more.html" if wanted.after else "decks/public.html"
    return render_part(request, part=part, whole="decks/public.html", context=context)


@require_safe
def deck_print(request: HttpRequest, pk: int) -> HttpResponse:
    deck = deck_or_404(request, pk)
    shown = present_deck(decklists.of_deck(deck), format=request.GET.get("format", "")[:60])
    return render(request, "decks/print.html", {"shown": shown, "deck": deck})
