"""The public decks: browsed, searched, and paged by place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from collection.games import first_game
from decks.availability.selectors import owned
from decks.models import Deck, DeckLine, DeckQuerySet
from decks.rules.house_formats import find_format
from signum_site.core.numbers import parse_int
from simulator import games
from simulator.engine.system import GameSystem
from simulator.engine.values import fold, tidy

from .cursor import LONGEST_PLACE, BadCursor, cursor_of, rows_after
from .filters import FilteredDecks, Test, buildable_from, first, first_passing, legal_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from decks.models import Visitor

PAGE = 24
OWN_PAGE = 100
LONGEST_WORD = 100
MAX_RATING = 99_999
SHORTEST_PART = 3
"""Letters that are looked for inside of words too: what an index of three letters each can find."""
MOST_TERMS = 8
FEW_VERSIONS = 1_000
ORDERS = {"new": "published_at", "likes": "like_count", "rating": "rating"}


@dataclass(frozen=True, slots=True)
class PublicDecksQuery:
    """What a visitor looks for; everything is optional."""

    system: GameSystem
    words: str = ""
    face: str = ""
    colour: str = ""
    card: str = ""
    format: str = ""
    tag: str = ""
    rating: str = ""
    """Rated so high or higher."""
    buildable: bool = False
    order: str = "new"
    after: str = ""
    """Where the page begins: the place of the deck before it."""

    @property
    def is_search(self) -> bool:
        """Whether anything narrows the list down."""
        wanted = (self.words, self.face, self.colour, self.card, self.format, self.tag, self.rating)
        return self.buildable or any(wanted)


@dataclass(slots=True)
class PublicPage:
    decks: "Sequence[Deck]"
    following: str = ""
    """The place to ask for the next page with; empty on the last."""
    unfinished: bool = False
    """Whether it is so short because the decks behind it have not been looked at yet."""
    sentences: list[str] = field(default_factory=list)
    """What could not be understood, and what was done instead."""


def parse_query(given: Mapping[str, str], *, system: GameSystem | None = None) -> PublicDecksQuery:
    """From an address. Whatever is too long is cut; an order there is not is the newest first."""
    known = games.systems()
    system = system or known.get(given.get("system", "")) or first_game()
    names = ("face", "colour", "card", "format", "tag", "rating")
    words = {name: tidy(given.get(name, "")[:LONGEST_WORD]) for name in names}
    order = given.get("order", "new")
    return PublicDecksQuery(
        system=system,
        words=tidy(given.get("q", "")[:LONGEST_WORD]),
        buildable=given.get("buildable", "") == "1",
        order=order if order in ORDERS else "new",
        after=given.get("after", "")[:LONGEST_PLACE],
        **words,
    )


def public_page(asked: PublicDecksQuery, *, user: "Visitor", size: int = PAGE) -> PublicPage:
    page = PublicPage(decks=())
    decks = Deck.objects.public().filter(system=asked.system.code)
    decks = _filtered(decks, asked, page)
    column = ORDERS[asked.order]
    decks = decks.filter(**{f"{column}__isnull": False}).order_by(f"-{column}", "-pk")
    decks = _behind(decks, asked.after, column, page)
    tests = list(_tests(asked, page, user))
    found = first_passing(decks, size + 1, tests) if tests else FilteredDecks(first(decks, size + 1))
    page.decks = found.decks[:size]
    if len(found.decks) > size:
        page.following = cursor_of(page.decks[-1], column)
    elif found.looked_up_to is not None:
        page.following, page.unfinished = cursor_of(found.looked_up_to, column), True
        page.sentences.append(_("Not all decks have been looked at yet: the next page goes on."))
    return page


def own_page(*, user: "Visitor", after: str = "", size: int = OWN_PAGE) -> PublicPage:
    """One's own decks for tools, the latest change first."""
    page = PublicPage(decks=())
    decks = _behind(Deck.objects.owned_by(user), after[:LONGEST_PLACE], "changed_at", page)
    found = first(decks.order_by("-changed_at", "-pk"), size + 1)
    page.decks = found[:size]
    page.following = cursor_of(found[size - 1], "changed_at") if len(found) > size else ""
    return page


def _behind(decks: DeckQuerySet, place: str, column: str, page: PublicPage) -> DeckQuerySet:
    try:
        return rows_after(decks, place, column) if place else decks
    except BadCursor as wrong:
        page.sentences.append(_("“%(given)s” is no place in this list; this is its beginning.") % {"given": wrong})
        return decks


def _tests(asked: PublicDecksQuery, page: PublicPage, user: "Visitor") -> "Iterator[Test]":
    if asked.buildable and user.is_authenticated:
        yield buildable_from(owned(user, asked.system.code), system=asked.system.code)
    format = find_format(asked.format, system=asked.system) if asked.format else None
    if format is not None:
        yield legal_in(format, system=asked.system)
    elif asked.format:
        page.sentences.append(_("There is no format “%(given)s”.") % {"given": asked.format})


def _filtered(decks: DeckQuerySet, asked: PublicDecksQuery, page: PublicPage) -> DeckQuerySet:
    if asked.colour:
        decks = decks.filter(colour=asked.colour)
    if asked.face:
        codes = _cards(asked.face, system=asked.system, page=page)
        decks = decks.filter(face__in=codes) if codes is not None else decks
    if asked.tag:
        decks = decks.filter(tags__tag=asked.tag.casefold())
    for word in fold(asked.words).split()[:MOST_TERMS]:
        decks = decks.filter(_named(word))
    if asked.rating:
        decks = _rated(decks, asked.rating, page)
    if asked.card:
        codes = _cards(asked.card, system=asked.system, page=page)
        if codes is not None:
            decks = _holding(decks, codes)
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


def _holding(decks: DeckQuerySet, cards: list[str]) -> DeckQuerySet:
    """A card in few versions is looked up by those; else the decks are looked through until the page is full."""
    lines = DeckLine.objects.filter(card__in=cards).order_by()
    few = list(lines.values_list("version", flat=True)[: FEW_VERSIONS + 1])
    if len(few) <= FEW_VERSIONS:
        return decks.filter(current__in=few)
    return decks.filter(Exists(lines.filter(version=OuterRef("current"))))


def _named(word: str) -> Q:
    """The word anywhere in a name; a short one only where a word begins: no index helps to find it elsewhere."""
    if len(word) >= SHORTEST_PART:
        return Q(name_folded__contains=word)
    return Q(name_folded__startswith=word) | Q(name_folded__contains=f" {word}")


def _rated(decks: DeckQuerySet, given: str, page: PublicPage) -> DeckQuerySet:
    rating = parse_int(given, maximum=MAX_RATING)
    if rating is not None:
        return decks.filter(rating__gte=rating)
    page.sentences.append(_("“%(given)s” is no rating; ratings are whole numbers such as 1500.") % {"given": given})
    return decks
