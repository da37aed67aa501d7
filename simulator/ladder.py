"""Reads: the ladder of decks and of the cards that lead them. Only reference decks and public decks have names here."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from collection.selectors import reading_language
from decks.decklists import face_of
from decks.models import Deck
from simulator.engine.system import GameSystem

from .models import Rating
from .ratings import leading_policy

LOWEST, HIGHEST = 1000.0, 2000.0
"""The ends of the line that pictures an interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One deck of the ladder."""

    name: str
    face: str
    """The code of the card that leads it."""
    face_name: str
    url: str
    is_reference: bool
    rating: Rating

    @property
    def status_word(self) -> str:
        words = {"established": _("established"), "usable": _("usable"), "preliminary": _("preliminary")}
        return words[self.rating.status]

    @property
    def picture(self) -> dict[str, str]:
        low, mark, high = (_place(end) for end in (self.rating.low, self.rating.points, self.rating.high))
        return {"low": f"{low:.2f}", "width": f"{max(high - low, 0.5):.2f}", "mark": f"{mark - 1.5:.2f}"}

    def as_json(self) -> dict[str, Any]:
        one = self.rating
        return {
            "name": self.name,
            "content_hash": one.content_hash,
            "face": self.face,
            "is_reference": self.is_reference,
            "rating": round(one.points, 1),
            "interval": [round(one.low, 1), round(one.high, 1)],
            "games": one.games,
            "opponents": one.opponents,
            "status": one.status,
            "policy": one.policy,
            "rules_version": one.rules_version,
            "cards_version": one.cards_version,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """A card that leads decks, and how those decks are rated."""

    code: str
    name: str
    decks: int
    best: Rung

    @property
    def rating(self) -> Rating:
        return self.best.rating


def _place(points: float) -> float:
    return 200 * max(0.0, min(1.0, (points - LOWEST) / (HIGHEST - LOWEST)))


def ladder(system: GameSystem) -> list[Rung]:
    """All rated decks that anybody may see, the strongest first; in three queries."""
    ratings = Rating.objects.filter(
        system=system.code,
        policy=leading_policy(system.code),
        rules_version=system.rules_version,
        cards_version=system.cards_version,
    )
    references = {one.deck.content_hash: one.deck for one in system.reference_decks()}
    hashes = {rating.content_hash for rating in ratings}
    public = Deck.objects.public().filter(current__content_hash__in=hashes, system=system.code)
    decks: dict[str, Deck] = {}
    for deck in public.select_related("current").order_by("-pk"):
        assert deck.current is not None
        decks[deck.current.content_hash] = deck  # of equal decks the oldest
    rungs = []
    for rating in ratings:
        reference, shared = references.get(rating.content_hash), decks.get(rating.content_hash)
        if reference is not None:
            face = face_of(reference, system=system)
            rungs.append(_rung(rating, reference.name, face.code if face else "", "", system, is_reference=True))
        elif shared is not None:
            rungs.append(_rung(rating, shared.name, shared.face, reverse("deck", args=[shared.pk]), system))
    return rungs


def leaders(rungs: list[Rung]) -> list[Leader]:
    """Each leading card by its strongest deck."""
    led: dict[str, list[Rung]] = {}
    for rung in rungs:
        if rung.face:
            led.setdefault(rung.face, []).append(rung)
    return [Leader(code=code, name=mine[0].face_name, decks=len(mine), best=mine[0]) for code, mine in led.items()]


def _rung(rating: Rating, name: str, face: str, url: str, system: GameSystem, *, is_reference: bool = False) -> Rung:
    card = system.catalogue.get(face) if face else None
    face_name = card.names[reading_language()] if card is not None else ""
    return Rung(name=name, face=face, face_name=face_name, url=url, is_reference=is_reference, rating=rating)
