"""Pages for cards, the glossary and the rules."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from signum_site.core.htmx import render_part, wants_part
from signum_site.core.i18n import current_language

from .games import first_game, get_game, named_game, requested_game
from .images.card_images import SERVED_FORMATS, card_image
from .library.card_page import neighbours, present_card
from .library.glossary import present_glossary
from .library.listing import LibraryPage, NoSuchPage, library_page
from .library.panels import panels
from .library.rulebook import explained_cards, rules_reference, rules_references
from .library.search_help import present_fields, syntax_examples
from .models import Card
from .search import MAX_QUERY_LENGTH

MAX_CARDS_OF_RULE = 60


@require_safe
def card_list(request: HttpRequest) -> HttpResponse:
    """The card library. htmx requests get only the part that changes."""
    page = _library_page(request)
    is_part = wants_part(request)
    context = {
        "page": page,
        "is_part": is_part,
        # Do not overwrite the box while the user types in it; after a click on a facet, show the facet's query.
        "writes_box": is_part and request.headers.get("HX-Trigger") != "search",
        "longest": MAX_QUERY_LENGTH,
    }
    return render_part(request, part="collection/library/found.html", whole="collection/cards.html", context=context)


def _library_page(request: HttpRequest) -> LibraryPage:
    params = request.GET
    try:
        return library_page(
            text=params.get("q", ""),
            user=request.user,
            system=requested_game(params),
            view=params.get("view", ""),
            page=params.get("page", ""),
        )
    except NoSuchPage as fault:
        raise Http404(_("There is no such page; the last one is %(last)s.") % {"last": fault.last}) from fault


@require_safe
def card_syntax(request: HttpRequest) -> HttpResponse:
    system = requested_game(request.GET)
    context = {
        "system": system,
        "fields": present_fields(system, language=current_language()),
        "examples": syntax_examples(system, language=current_language()),
        "longest": MAX_QUERY_LENGTH,
    }
    return render(request, "collection/syntax.html", context)


@require_safe
def card_page(request: HttpRequest, system: str, code: str) -> HttpResponse:
    """The page of one card; withdrawn cards keep theirs."""
    row = Card.objects.prefetch_related("printings").filter(system=system, code=code).first()
    if row is None:
        get_game(system)
        raise Http404
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
    """A card's face as an image.

    The response is immutable if the URL carries the current version in `v`.
    """
    card = get_object_or_404(Card, system=system, code=code)
    try:
        image = card_image(card, language=language, size=size, extension=extension)
    except LookupError as fault:
        raise Http404(str(fault)) from fault
    if extension not in SERVED_FORMATS:
        raise Http404(f"Faces are served as {', '.join(SERVED_FORMATS)}.")
    etag = f'"{image.digest}"'
    response = get_conditional_response(request, etag=etag) or HttpResponse(image.read(), content_type=image.mime)
    is_current = request.GET.get("v") == image.version
    response["Cache-Control"] = "public, max-age=31536000, immutable" if is_current else "public, no-cache"
    response["ETag"] = etag
    return response


card_face.is_language_independent = True  # type: ignore[attr-defined]


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    system, text = requested_game(request.GET), request.GET.get("q", "")[:MAX_QUERY_LENGTH]
    groups = present_glossary(system, language=current_language(), text=text)
    return render(request, "collection/glossary.html", {"system": system, "groups": groups, "text": text})


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """The rules references of all games; with a single one, a redirect to it."""
    references, named = rules_references(), named_game(request.GET)
    if named is not None and rules_reference(named.code) is not None:
        return redirect("rules", named.code)
    if len(references) < 2:
        return redirect("rules", references[0][0].code if references else first_game().code)
    return render(request, "collection/rules_index.html", {"references": references})


@require_safe
def rules(request: HttpRequest, system: str) -> HttpResponse:
    reference = rules_reference(system)
    if reference is None:
        raise Http404(_("There is no rules reference for “%(system)s”.") % {"system": system})
    text = request.GET.get("q", "")[:MAX_QUERY_LENGTH].strip()
    context = {
        "code": system,
        "reference": reference,
        "text": text,
        "found": reference.find(text) if text else None,
        "several": len(rules_references()) > 1,
    }
    return render(request, "collection/rules.html", context)


@require_safe
def rule(request: HttpRequest, system: str, rule: str) -> HttpResponse:
    reference = rules_reference(system)
    entry = reference.rule(rule) if reference else None
    if reference is None or entry is None:
        raise Http404(_("There is no rule “%(rule)s”.") % {"rule": rule})
    chapter = next(chapter for chapter in reference.chapters if entry in chapter.rules)
    cards = explained_cards(system, entry.id)
    context = {
        "code": system,
        "rule": entry,
        "chapter": chapter,
        "cited": [reference.rules[other] for other in entry.cites if other in reference.rules],
        "citing": reference.citing(entry),
        "cards": cards[:MAX_CARDS_OF_RULE],
        "more_cards": max(len(cards) - MAX_CARDS_OF_RULE, 0),
    }
    return render(request, "collection/rule.html", context)
