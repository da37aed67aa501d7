"""Shared by the decks API views: lookup and parsing of decks, and problems in the user's language."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request

from collection.games import installed_game
from decks.models import Deck, DeckVersion
from decks.selectors import deck_for, own_deck, version_of
from decks.transfer.importer import ImportRefused, deck_of_data
from signum_site.core.i18n import current_language
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Problem

from .serializers import ErrorSerializer, UnreadableSerializer

REFUSED = OpenApiResponse(ErrorSerializer, description="What was sent is refused; the sentence says why.")
UNREADABLE = OpenApiResponse(
    UnreadableSerializer, description="What was sent is refused; the sentence says why, the problems where."
)
MISSING = OpenApiResponse(ErrorSerializer, description="There is no such deck, or it is somebody's private one.")


def deck_or_404(request: Request, pk: int, *related: str) -> Deck:
    """Return a deck that the user may see, with related rows if they are needed."""
    deck = deck_for(user=request.user, pk=pk, related=related)
    if deck is None:
        raise NotFound(_("There is no deck %(pk)s that you may see.") % {"pk": pk})
    return deck


def own_or_404(request: Request, pk: int) -> Deck:
    deck = own_deck(user=request.user, pk=pk)
    if deck is None:
        raise NotFound(_("You have no deck %(pk)s.") % {"pk": pk})
    return deck


def version_or_404(deck: Deck, number: int) -> DeckVersion:
    version = version_of(deck, number=number)
    if version is None:
        raise NotFound(_("The deck has no version %(number)s.") % {"number": number})
    return version


def deck_from_request(data: dict[str, Any], *, user: Any) -> tuple[DeckList, tuple[Problem, ...]]:
    """Read the deck of a request; also return the problems of lines that could not be read."""
    try:
        reading = deck_of_data(data, user=user)
    except ImportRefused as refused:
        raise ValidationError({"detail": str(refused)}) from refused
    return reading.deck, reading.problems


def readable_deck(data: dict[str, Any], *, user: Any) -> DeckList:
    """Read the deck of a request; if a line could not be read, nothing of it is saved. Warnings do not matter."""
    deck, problems = deck_from_request(data, user=user)
    if any(problem.severity == "error" for problem in problems):
        worded = worded_problems(problems, system=deck.system)
        refused = ValidationError()
        # The constructor would convert every number to text.
        refused.detail = UnreadableSerializer({"detail": _("Some lines could not be read."), "problems": worded}).data
        raise refused
    return deck


def worded_problems(problems: Iterable[Problem], *, system: str) -> list[Problem]:
    """Return problems with their messages in the user's language."""
    language, game = current_language(), installed_game(system)
    return [replace(problem, message=game.problem_text(problem, language)) for problem in problems]
