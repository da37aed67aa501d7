"""Pages about cards, words and rules."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from signum_site.core.htmx import render_part, wants_part
from signum_site.core.i18n import current_language
from simulator.engine.system import GameSystem

from .games import first_game
from .images.card_images import SERVED, picture
from .library.card_page import neighbours, present_card
from .library.glossary import present_glossary
from .library.listing import LibraryPage, NoSuchPage, game_named, library_page
from .library.panels import panels
from .library.rulebook import rules_reference
from .library.search_help import present_fields
from .models import Card
from .search import LONGEST_QUERY


@require_safe
def card_list(request: HttpRequest) -> HttpResponse:
    """The library. htmx gets only what changes."""
    page = _library_page(request)
    is_part = wants_part(request)
    context = {
        "page": page,
        "is_part": is_part,
        # A reader who is typing keeps what they type; whoever clicked a facet gets the query it wrote.
        "writes_box": is_part and request.headers.get("HX-Trigger") != "search",
        "longest": LONGEST_QUERY,
    }
    return render_part(request, part="collection/library/found.html", whole="collection/cards.html", context=context)


def _library_page(request: HttpRequest) -> LibraryPage:
    asked = request.GET
    try:
        return library_page(
            text=asked.get("q", ""),
            user=request.user,
            game=asked.get("game", ""),
            view=asked.get("view", ""),
            page=asked.get("page", ""),
        )
    except NoSuchPage as fault:
        raise Http404(_("There is no such page; the last one is %(last)s.") % {"last": fault.last}) from fault
    except LookupError as fault:
        raise Http404(str(fault)) from fault


@require_safe
def card_syntax(request: HttpRequest) -> HttpResponse:
    system = _game(request)
    context = {
        "system": system,
        "fields": present_fields(system, language=current_language()),
        "longest": LONGEST_QUERY,
    }
    return render(request, "collection/syntax.html", context)


@require_safe
def card_page(request: HttpRequest, system: str, code: str) -> HttpResponse:
    """One card; a withdrawn one keeps its page."""
    row = get_object_or_404(Card.objects.prefetch_related("printings"), system=system, code=code)
    language = current_language()
    context = {
        "card": present_card(row, language=language),
        "near": neighbours(row, text=request.GET.get("q", ""), user=request.user, language=language),
        "beside": list(panels(request, row, "beside")),
        "below": list(panels(request, row, "below")),
    }
    return render(request, "collection/card.html", context)


@require_safe
def card_face(request: HttpRequest, system: str, code: str, language: str, size: str, extension: str) -> HttpResponse:
    """A card's face as a picture. Its own address, with the right `v`, never changes what it shows."""
    card = get_object_or_404(Card, system=system, code=code)
    try:
        shown = picture(card, language=language, size=size, extension=extension)
    except LookupError as fault:
        raise Http404(str(fault)) from fault
    if extension not in SERVED:
        raise Http404(f"Faces are served as {', '.join(SERVED)}.")
    etag = f'"{shown.digest}"'
    response = get_conditional_response(request, etag=etag) or HttpResponse(shown.read(), content_type=shown.mime)
    is_this_one = request.GET.get("v") == shown.version
    response["Cache-Control"] = "public, max-age=31536000, immutable" if is_this_one else "public, no-cache"
    response["ETag"] = etag
    return response


card_face.is_wordless = True  # type: ignore[attr-defined]


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    system, text = _game(request), request.GET.get("q", "")[:LONGEST_QUERY]
    groups = present_glossary(system, language=current_language(), text=text)
    return render(request, "collection/glossary.html", {"system": system, "groups": groups, "text": text})


@require_safe
def rules_of_first_game(request: HttpRequest) -> HttpResponse:
    """Whoever shortens the address of a rule comes to the rules."""
    return redirect("rules", first_game().code)


@require_safe
def rules(request: HttpRequest, system: str) -> HttpResponse:
    reference = rules_reference(system)
    if reference is None:
        raise Http404(_("There is no rules reference for “%(system)s”.") % {"system": system})
    text = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    context = {"code": system, "reference": reference, "text": text, "found": reference.find(text) if text else None}
    return render(request, "collection/rules.html", context)


@require_safe
def rule(request: HttpRequest, system: str, rule: str) -> HttpResponse:
    reference = rules_reference(system)
    known = reference.rules.get(rule.upper()) if reference else None
    if reference is None or known is None:
        raise Http404(_("There is no rule “%(rule)s”.") % {"rule": rule})
    chapter = next(chapter for chapter in reference.chapters if known in chapter.rules)
    cited = [reference.rules[other] for other in known.cites if other in reference.rules]
    context = {"code": system, "rule": known, "chapter": chapter, "cited": cited, "citing": reference.citing(known)}
    return render(request, "collection/rule.html", context)


def _game(request: HttpRequest) -> GameSystem:
    try:
        return game_named(request.GET.get("game", ""))
    except LookupError as fault:
        raise Http404(str(fault)) from fault
