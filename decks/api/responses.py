"""Shared by the decks API views: lookup, parsing and serialization of decks."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request

from decks.models import Deck, DeckVersion
from decks.selectors import deck_for, own_deck, version_of
from decks.transfer.importer import ImportRefused, deck_of_data
from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Problem, Report

from .serializers import ErrorSerializer, UnreadableSerializer

REFUSED = OpenApiResponse(ErrorSerializer, description="What was sent is refused; the sentence says why.")
UNREADABLE = OpenApiResponse(
    UnreadableSerializer, description="What was sent is refused; the sentence says why, the problems where."
)
MISSING = OpenApiResponse(ErrorSerializer, description="There is no such deck, or it is somebody's private one.")


def deck_or_404(request: Request, pk: int) -> Deck:
    deck = deck_for(user=request.user, pk=pk)
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
        detail: Any = {
            "detail": _("Some lines could not be read."),
            "problems": serialize_problems(problems, system=deck.system),
        }
        refused = ValidationError()
        refused.detail = detail  # the constructor would convert every number to text
        raise refused
    return deck


def serialize_problems(problems: tuple[Problem, ...], *, system: str) -> list[dict[str, Any]]:
    """Serialize problems of reading, in the user's language."""
    language, game = current_language(), games.system(system)
    return [problem.as_json(message=game.problem_text(problem, language)) for problem in problems]


def serialize_report(report: Report, *, system: str) -> dict[str, Any]:
    """Serialize a report in the user's language, with the value of every rule."""
    language, game = current_language(), games.system(system)
    data = report.as_json(wording=lambda problem: game.problem_text(problem, language))
    return data | {"rules": [value.as_json(language=language) for value in report.rules]}
