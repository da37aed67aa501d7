"""Pages about cards."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from .models import Card
from .pictures import SERVED, picture
from .selectors import card_shown, cards_by_kind


@require_safe
def card_list(request: HttpRequest) -> HttpResponse:
    return render(request, "collection/cards.html", {"kinds": cards_by_kind()})


@require_safe
def card_page(request: HttpRequest, system: str, code: str) -> HttpResponse:
    """One card; a withdrawn one keeps its page."""
    card = get_object_or_404(Card.objects.prefetch_related("printings"), system=system, code=code)
    return render(request, "collection/card.html", {"card": card_shown(card)})


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
