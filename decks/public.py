"""The public decks: browsed, searched, and paged by position, so that the last page costs as much as the first."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from collection.stock.selectors import amounts_of
from simulator import games
from simulator.engine.formats import Format
from simulator.engine.system import GameSystem
from simulator.engine.values import tidy

from . import decklists, legality
from .formats import find_format
from .models import Deck, DeckLine, DeckQuerySet, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

    from .models import Visitor

PAGE = 24
LOOKED_THROUGH = (120, 1_000)
"""How many decks are looked through for some without a verdict: first a few, then more if the page is not full."""
CHECKED_AT_ONCE = 200
LONGEST_WORD = 100
MOST_TERMS = 8
MOST_COPIES_ASKED = 40
"""Of one card; a deck with more is not buildable from anybody's box."""
ORDERS = {"new": "published_at", "likes": "like_count", "rating": "rating"}
owned = amounts_of("cards")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND_US = 1_000_000


@dataclass(frozen=True, slots=True)
class Asked:
    """What a visitor looks for; everything is optional."""

    system: GameSystem
    words: str = ""
    face: str = ""
    colour: str = ""
    card: str = ""
    format: str = ""
    tag: str = ""
    buildable: bool = False
    order: str = "new"
    after: str = ""
    """Where the page begins: the position of the deck before it."""


@dataclass(slots=True)
class PublicPage:
    decks: "Sequence[Deck]"
    following: str = ""
    """The position to ask for the next page with; empty on the last."""
    sentences: list[str] = field(default_factory=list)
    """What could not be understood, and what was done instead."""


def asked(given: Mapping[str, str], *, system: GameSystem | None = None) -> Asked:
    """From an address. Whatever is too long is cut; an order there is not is the newest first."""
    known = games.systems()
    system = system or known.get(given.get("system", "")) or next(iter(known.values()))
    words = {name: tidy(given.get(name, "")[:LONGEST_WORD]) for name in ("face", "colour", "card", "format", "tag")}
    order = given.get("order", "new")
    return Asked(
        system=system,
        words=tidy(given.get("q", "")[:LONGEST_WORD]),
        buildable=given.get("buildable", "") == "1",
        order=order if order in ORDERS else "new",
        after=given.get("after", "")[:60],
        **words,
    )


def public_page(asked: Asked, *, user: "Visitor", size: int = PAGE) -> PublicPage:
    page = PublicPage(decks=())
    decks = Deck.objects.public().filter(system=asked.system.code)
    decks = _filtered(decks, asked, page)
    if asked.buildable and user.is_authenticated:
        decks = decks.filter(~Exists(_beyond(owned(user, asked.system.code))))
    column = ORDERS[asked.order]
    if asked.order == "rating":
        decks = decks.exclude(rating=None)
    decks = _after(decks, asked.after, column, page).order_by(f"-{column}", "-pk")
    format = _format(asked, page)
    found = _first(decks, size + 1) if format is None else _first_legal(decks, format, asked.system, size + 1, page)
    page.decks = found[:size]
    if len(found) > size:
        page.following = position(found[size - 1], column)
    return page


def position(deck: Deck, column: str) -> str:
    value = getattr(deck, column)
    if isinstance(value, datetime):
        value = (value - _EPOCH) // timedelta(microseconds=1)
    return f"{value}-{deck.pk}"


def _after(decks: DeckQuerySet, given: str, column: str, page: PublicPage) -> DeckQuerySet:
    if not given:
        return decks
    number, _dash, pk = given.rpartition("-")
    try:
        value: int | datetime = int(number)
        if column == "published_at":
            value = _EPOCH + timedelta(microseconds=int(number))
        key = int(pk)
        if abs(key) > 2**62 or (isinstance(value, int) and abs(value) > 2**31):
            raise ValueError(given)
    except (ValueError, OverflowError):
        page.sentences.append(_("“%(given)s” is no place in this list; this is its beginning.") % {"given": given})
        return decks
    # Said as a range first: that is what an index can begin at.
    return decks.filter(**{f"{column}__lte": value}).exclude(Q(**{column: value}, pk__gte=key))


def _filtered(decks: DeckQuerySet, asked: Asked, page: PublicPage) -> DeckQuerySet:
    if asked.colour:
        decks = decks.filter(colour=asked.colour)
    if asked.face:
        codes = _cards(asked.face, system=asked.system, page=page)
        decks = decks.filter(face__in=codes) if codes is not None else decks
    if asked.tag:
        decks = decks.filter(tags__tag=asked.tag.casefold())
    for word in asked.words.split()[:MOST_TERMS]:
        decks = decks.filter(name__icontains=word)
    if asked.card:
        codes = _cards(asked.card, system=asked.system, page=page)
        if codes is not None:
            holds = DeckLine.objects.filter(version=OuterRef("current"), card__in=codes)
            decks = decks.filter(Exists(holds))
    return decks


def _cards(given: str, *, system: GameSystem, page: PublicPage) -> list[str] | None:
    """The codes of the cards of this name; None, with a sentence, if there is none."""
    found = system.catalogue.find(given)
    if found:
        return [card.code for card in found]
    near = system.catalogue.nearest(given)
    sentence = _("No card is called “%(given)s”.") % {"given": given}
    if near:
        sentence += " " + _("Did you mean %(names)s?") % {"names": ", ".join(near)}
    page.sentences.append(sentence)
    return None


def _first(decks: DeckQuerySet, count: int) -> list[Deck]:
    return list(decks.select_related("owner", "current").prefetch_related("tags")[:count])


def _first_legal(decks: DeckQuerySet, format: Format, system: GameSystem, count: int, page: PublicPage) -> list[Deck]:
    found: list[Deck] = []
    for window in LOOKED_THROUGH:
        more = _check(decks, format=format, system=system, window=window)
        found = _first(_legal(decks, format=format, system=system), count)
        if len(found) == count or not more:
            return found
    page.sentences.append(_("Not all decks are checked in this format yet; look again in a moment."))
    return found


def _format(asked: Asked, page: PublicPage) -> Format | None:
    """The format decks are to be legal in, if one is asked for."""
    format = find_format(asked.format, system=asked.system) if asked.format else None
    if asked.format and format is None:
        page.sentences.append(_("There is no format “%(given)s”.") % {"given": asked.format})
    return format


def _known(format: Format, *, system: GameSystem) -> "QuerySet[Verdict]":
    key = legality.rules_key(format, system=system)
    return Verdict.objects.filter(content_hash=OuterRef("current__content_hash"), rules=key)


def _legal(decks: DeckQuerySet, *, format: Format, system: GameSystem) -> DeckQuerySet:
    return decks.filter(Exists(_known(format, system=system).filter(legal=True)))


def _check(decks: DeckQuerySet, *, format: Format, system: GameSystem, window: int) -> bool:
    """Check those of the first decks that nobody has asked about yet; whether there may be more of them."""
    first = [pk for (pk,) in decks.values_list("pk")[:window]]
    unknown = Deck.objects.filter(pk__in=first).exclude(Exists(_known(format, system=system)))
    waiting = list(unknown.select_related("current").prefetch_related("current__lines")[:CHECKED_AT_ONCE])
    legality.verdicts_keep([decklists.of_deck(deck) for deck in waiting], format=format, system=system)
    return len(first) == window or len(waiting) == CHECKED_AT_ONCE


def _beyond(have: Mapping[str, int]) -> "QuerySet[DeckLine]":
    """Lines that ask for more of a card than there is, by how many copies they ask for."""
    enough = Q(pk__in=())
    for copies in range(1, max(have.values(), default=0) + 1):
        enough |= Q(card__in=[card for card, number in have.items() if number >= copies], count=copies)
        if copies >= MOST_COPIES_ASKED:
            break
    return DeckLine.objects.filter(version=OuterRef("current")).exclude(enough)
