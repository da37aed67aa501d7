"""Reads: the ladders of decks and of their leading cards.

They list only reference decks and public decks.
"""

import math
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from decks.decklists import face_of
from decks.models import Deck
from signum_site.core.i18n import current_language
from simulator.engine.game_system import GameSystem
from simulator.models.ratings import LeaderRating, Rated, Rating

from .services import leading_policy

MIN_POINTS, MAX_POINTS = 1000.0, 2000.0
"""The ends of the scale on which intervals are drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotableMatchUp:
    """The best or the worst match-up of a deck against reference decks, in percent."""

    opponent: str
    score: float
    low: float
    high: float
    expected: float
    """What the ratings predict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """A deck on the ladder."""

    name: str
    face: str
    """The code of its leading card."""
    face_name: str
    url: str
    deck: int | None
    """The id of the public deck."""
    is_reference: bool
    rating: Rating
    matchups: tuple[NotableMatchUp, ...] = ()
    """The best and the worst."""

    @property
    def status_word(self) -> str:
        return status_word(self.rating)

    @property
    def picture(self) -> dict[str, str]:
        return picture(self.rating)

    @property
    def misfit(self) -> float | None:
        return None if self.rating.misfit is None else misfit_points(self.rating.misfit)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderRung:
    """A leading card, with the expected rating of a deck it leads."""

    name: str
    rating: LeaderRating
    best: Rung | None
    """The strongest of its decks on the ladder."""

    @property
    def status_word(self) -> str:
        return status_word(self.rating)

    @property
    def picture(self) -> dict[str, str]:
        return picture(self.rating)


def status_word(rating: Rated) -> str:
    words = {"established": _("established"), "usable": _("usable"), "preliminary": _("preliminary")}
    return words[rating.status]


def picture(rating: Rated) -> dict[str, str]:
    low, mark, high = (_position(end) for end in (rating.low, rating.points, rating.high))
    return {"low": f"{low:.2f}", "width": f"{max(high - low, 0.5):.2f}", "mark": f"{mark - 1.5:.2f}"}


def _position(points: float) -> float:
    return 200 * max(0.0, min(1.0, (points - MIN_POINTS) / (MAX_POINTS - MIN_POINTS)))


def ladder(system: GameSystem) -> list[Rung]:
    """All rated reference decks and public decks, strongest first, in three queries."""
    ratings = Rating.objects.filter(
        system=system.code,
        policy=leading_policy(system.code),
        rules_version=system.rules_version,
        cards_version=system.cards_version,
    )
    references = {reference.deck.content_hash: reference.deck for reference in system.reference_decks()}
    hashes = {rating.content_hash for rating in ratings}
    public = Deck.objects.public().filter(current__content_hash__in=hashes, system=system.code)
    decks: dict[str, Deck] = {}
    for deck in public.select_related("current").order_by("-pk"):
        assert deck.current is not None
        decks[deck.current.content_hash] = deck  # among equal decks, the oldest
    names = {content: reference.name for content, reference in references.items()}
    rungs = []
    for rating in ratings:
        reference, shared = references.get(rating.content_hash), decks.get(rating.content_hash)
        if reference is not None:
            face = face_of(reference, system=system)
            rungs.append(
                _build_rung(rating, reference.name, face.code if face else "", system, names, is_reference=True)
            )
        elif shared is not None:
            rungs.append(_build_rung(rating, shared.name, shared.face, system, names, deck=shared.pk))
    return rungs


def leaders(system: GameSystem, rungs: list[Rung]) -> list[LeaderRung]:
    """The leading cards of rated decks, strongest first.

    Each with its strongest deck among `rungs`.
    """
    best: dict[str, Rung] = {}
    for rung in rungs:
        best.setdefault(rung.face, rung)
    leader_rungs = []
    for rating in LeaderRating.objects.filter(
        system=system.code,
        policy=leading_policy(system.code),
        rules_version=system.rules_version,
        cards_version=system.cards_version,
    ):
        card = system.catalogue.get(rating.code)
        if card is not None:
            name = card.names[current_language()]
            leader_rungs.append(LeaderRung(name=name, rating=rating, best=best.get(rating.code)))
    return leader_rungs


def ladder_misfit(rungs: list[Rung]) -> float | None:
    """How far scores are typically from what the ratings predict, beyond luck, in percentage points."""
    known = [rung.rating.misfit for rung in rungs if rung.rating.misfit is not None]
    return misfit_points(sum(known) / len(known)) if known else None


def misfit_points(mean_square: float) -> float:
    return 100 * math.sqrt(max(0.0, mean_square))


def _build_rung(
    rating: Rating,
    name: str,
    face: str,
    system: GameSystem,
    names: dict[str, str],
    *,
    deck: int | None = None,
    is_reference: bool = False,
) -> Rung:
    card = system.catalogue.get(face) if face else None
    face_name = card.names[current_language()] if card is not None else ""
    url = reverse("deck", args=[deck]) if deck is not None else ""
    matchups = tuple(
        NotableMatchUp(
            opponent=names[opponent], score=100 * score, low=100 * low, high=100 * high, expected=100 * expected
        )
        for opponent, score, low, high, expected in rating.matchups
        if opponent in names
    )
    return Rung(
        name=name,
        face=face,
        face_name=face_name,
        url=url,
        deck=deck,
        is_reference=is_reference,
        rating=rating,
        matchups=matchups,
    )
