"""Public decks: search, filters and cursor pagination."""

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
from simulator.engine.game_system import GameSystem
from simulator.engine.values import fold, tidy

from .cursor import MAX_CURSOR_LENGTH, BadCursor, cursor_of, rows_after, rows_before
from .filters import FilteredDecks, Test, buildable_from, first_passing, legal_in, load_decks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from decks.models import Visitor

PAGE_SIZE = 24
OWN_PAGE_SIZE = 100
MAX_WORD_LENGTH = 100
MAX_RATING = 99_999
MIN_SUBSTRING_LENGTH = 3
"""Shorter words match only at the start of a word: the trigram index needs three letters."""
MAX_TERMS = 8
MAX_VERSIONS_LISTED = 1_000
ORDERS = {"new": "published_at", "likes": "like_count", "rating": "rating"}


@dataclass(frozen=True, slots=True)
class PublicDecksQuery:
    """A search for public decks; every field is optional."""

    system: GameSystem
    words: str = ""
    face: str = ""
    colour: str = ""
    card: str = ""
    format: str = ""
    tag: str = ""
    rating: str = ""
    """The minimum rating."""
    buildable: bool = False
    order: str = "new"
    after: str = ""
    """The cursor of the deck before the page."""
    before: str = ""
    """The cursor of the deck after the page; only without `after`."""

    @property
    def is_search(self) -> bool:
        """Whether any filter is set."""
        filters = (self.words, self.face, self.colour, self.card, self.format, self.tag, self.rating)
        return self.buildable or any(filters)


@dataclass(slots=True)
class PublicPage:
    decks: "Sequence[Deck]"
    following: str = ""
    """The cursor of the next page; empty on the last page."""
    previous: str = ""
    """The cursor of the page before; empty on the first page."""
    count: int | None = None
    """The number of decks on all pages; None if it is unknown, as counting would read every deck."""
    unfinished: bool = False
    """Whether the page is short because the decks after it were not examined yet."""
    sentences: list[str] = field(default_factory=list)
    """What could not be understood, and what was shown instead."""


def parse_query(params: Mapping[str, str], *, system: GameSystem | None = None) -> PublicDecksQuery:
    """Parse query parameters.

    Long values are cut; an unknown order means newest first.
    """
    known = games.systems()
    system = system or known.get(params.get("game") or params.get("system", "")) or first_game()
    names = ("face", "colour", "card", "format", "tag", "rating")
    words = {name: tidy(params.get(name, "")[:MAX_WORD_LENGTH]) for name in names}
    order = params.get("order", "new")
    return PublicDecksQuery(
        system=system,
        words=tidy(params.get("q", "")[:MAX_WORD_LENGTH]),
        buildable=params.get("buildable", "") == "1",
        order=order if order in ORDERS else "new",
        after=params.get("after", "")[:MAX_CURSOR_LENGTH],
        before=params.get("before", "")[:MAX_CURSOR_LENGTH],
        **words,
    )


def public_page(query: PublicDecksQuery, *, user: "Visitor", size: int = PAGE_SIZE) -> PublicPage:
    page = PublicPage(decks=())
    decks = Deck.objects.public().filter(system=query.system.code)
    decks = _apply_filters(decks, query, page)
    column = ORDERS[query.order]
    decks = decks.filter(**{f"{column}__isnull": False})
    rows = _rows_beside_cursor(decks, column, after=query.after, before=query.before, page=page)
    tests = list(_build_tests(query, page, user))
    result = first_passing(rows.decks, size + 1, tests) if tests else FilteredDecks(load_decks(rows.decks, size + 1))
    _fill_page(page, result, rows, column=column, size=size)
    if result.examined_up_to is not None and len(result.decks) <= size:
        page.unfinished = True
        page.sentences.append(_("Not all decks have been looked at yet: the next page goes on."))
    if not (page.following or page.previous or rows.cursor):
        page.count = len(page.decks)
    return page


def own_page(*, user: "Visitor", after: str = "", before: str = "", size: int = OWN_PAGE_SIZE) -> PublicPage:
    """Return a page of the user's own decks for the API, last changed first."""
    own = Deck.objects.owned_by(user)
    page = PublicPage(decks=(), count=own.count())
    after, before = after[:MAX_CURSOR_LENGTH], before[:MAX_CURSOR_LENGTH]
    rows = _rows_beside_cursor(own, "changed_at", after=after, before=before, page=page)
    result = FilteredDecks(load_decks(rows.decks, size + 1))
    _fill_page(page, result, rows, column="changed_at", size=size)
    return page


@dataclass(frozen=True, slots=True)
class Rows:
    """Decks in the order in which a page is filled."""

    decks: DeckQuerySet
    cursor: str = ""
    is_backward: bool = False
    """Whether the page is filled from its end."""


def _rows_beside_cursor(decks: DeckQuerySet, column: str, *, after: str, before: str, page: PublicPage) -> Rows:
    forward = decks.order_by(f"-{column}", "-pk")
    try:
        if after:
            return Rows(rows_after(forward, after, column), after)
        if before:
            return Rows(rows_before(decks, before, column).order_by(column, "pk"), before, is_backward=True)
    except BadCursor as error:
        page.sentences.append(_("“%(given)s” is no place in this list; this is its beginning.") % {"given": error})
    return Rows(forward)


def _fill_page(page: PublicPage, result: FilteredDecks, rows: Rows, *, column: str, size: int) -> None:
    """Add decks and cursors to a page; one deck more than fits tells that others follow."""
    found = result.decks[:size]
    onward = found[-1] if len(result.decks) > size else result.examined_up_to
    onward_cursor = cursor_of(onward, column) if onward is not None else ""
    back_cursor = cursor_of(found[0], column) if found and rows.cursor else ""
    page.decks = found[::-1] if rows.is_backward else found
    page.following, page.previous = onward_cursor, back_cursor
    if rows.is_backward:
        page.following, page.previous = back_cursor, onward_cursor


def _build_tests(query: PublicDecksQuery, page: PublicPage, user: "Visitor") -> "Iterator[Test]":
    if query.buildable and user.is_authenticated:
        yield buildable_from(owned(user, query.system.code), system=query.system.code)
    format = find_format(query.format, system=query.system) if query.format else None
    if format is not None:
        yield legal_in(format, system=query.system)
    elif query.format:
        page.sentences.append(_("There is no format “%(given)s”.") % {"given": query.format})


def _apply_filters(decks: DeckQuerySet, query: PublicDecksQuery, page: PublicPage) -> DeckQuerySet:
    if query.colour:
        decks = decks.filter(colour=query.colour)
    if query.face:
        codes = _find_cards(query.face, system=query.system, page=page)
        decks = decks.filter(face__in=codes) if codes is not None else decks
    if query.tag:
        decks = decks.filter(tags__tag=query.tag.casefold())
    for word in fold(query.words).split()[:MAX_TERMS]:
        decks = decks.filter(_name_contains(word))
    if query.rating:
        decks = _filter_by_rating(decks, query.rating, page)
    if query.card:
        codes = _find_cards(query.card, system=query.system, page=page)
        if codes is not None:
            decks = _filter_by_cards(decks, codes)
    return decks


def _find_cards(name: str, *, system: GameSystem, page: PublicPage) -> list[str] | None:
    """Return the codes of the cards with this name.

    If there are none, add a sentence to the page and return None.
    """
    cards = system.catalogue.find(name)
    if cards:
        return [card.code for card in cards]
    near = system.catalogue.nearest(name)
    sentence = _("No card is called “%(given)s”.") % {"given": name}
    if near:
        sentence += " " + _("Did you mean %(names)s?") % {"names": ", ".join(near)}
    page.sentences.append(sentence)
    return None


def _filter_by_cards(decks: DeckQuerySet, cards: list[str]) -> DeckQuerySet:
    """Filter by decks that contain one of the cards.

    A rare card is looked up by its versions; otherwise decks are scanned until the page is full.
    """
    lines = DeckLine.objects.filter(card__in=cards).order_by()
    versions = list(lines.values_list("version", flat=True)[: MAX_VERSIONS_LISTED + 1])
    if len(versions) <= MAX_VERSIONS_LISTED:
        return decks.filter(current__in=versions)
    return decks.filter(Exists(lines.filter(version=OuterRef("current"))))


def _name_contains(word: str) -> Q:
    """Match a word anywhere in a name, a short one only at the start of a word.

    No index helps to find short words elsewhere.
    """
    if len(word) >= MIN_SUBSTRING_LENGTH:
        return Q(name_folded__contains=word)
    return Q(name_folded__startswith=word) | Q(name_folded__contains=f" {word}")


def _filter_by_rating(decks: DeckQuerySet, text: str, page: PublicPage) -> DeckQuerySet:
    rating = parse_int(text, maximum=MAX_RATING)
    if rating is not None:
        return decks.filter(rating__gte=rating)
    page.sentences.append(_("“%(given)s” is no rating; ratings are whole numbers such as 1500.") % {"given": text})
    return decks
