"""The card search of the builder: the library's search within one section."""

from dataclasses import dataclass, field
from typing import Any

from collection.search import CardEntry, FacetDisplay, QueryError, quote_value, search
from decks.rules.fixes import change_of
from signum_site.core.i18n import current_language
from simulator.engine.decks.report import Fix

from .url_state import Address

CARDS_PER_PAGE = 40


@dataclass(frozen=True, slots=True)
class Offer:
    """A card that can be added to the deck."""

    entry: CardEntry = field(compare=False)
    code: str
    name: str
    count: int
    more: str
    less: str


@dataclass(frozen=True, slots=True)
class CardSearchPage:
    query: str
    total: int
    offers: tuple[Offer, ...]
    facets: tuple[FacetDisplay, ...]
    complaints: tuple[QueryError, ...]
    page: int
    pages: int


def present_card_search(address: Address, *, user: Any) -> CardSearchPage:
    result = search(system=address.system, text=address.query, within=_base_query(address), user=user)
    pages = max(1, -(-result.total // CARDS_PER_PAGE))
    page = min(address.page, pages)
    return CardSearchPage(
        query=address.query,
        total=result.total,
        offers=_build_offers(result.cards(first=(page - 1) * CARDS_PER_PAGE, count=CARDS_PER_PAGE), address),
        facets=result.facets(),
        complaints=result.complaints,
        page=page,
        pages=pages,
    )


def _base_query(address: Address) -> str:
    kinds = address.system.section(address.section).kinds
    part = f"kind:{quote_value(','.join(kinds))}"
    fits = "" if address.everything else address.system.fitting(address.deck)
    # The face card decides what fits: offer all other face cards, too.
    return part if address.section == address.system.face_section else f"{part} {fits}".strip()


def _build_offers(entries: list[CardEntry], address: Address) -> tuple[Offer, ...]:
    language, section = current_language(), address.section
    counts = dict(address.deck.section(section))
    # Only one card represents the deck: choosing another one replaces it.
    face = next(iter(counts)) if section == address.system.face_section and len(counts) == 1 else ""
    offers = []
    for entry in entries:
        more = Fix(do="add", card=entry.code, count=1, section=section)
        if face and face != entry.code:
            more = Fix(do="replace", card=face, section=section, text=entry.code)
        less = Fix(do="remove", card=entry.code, count=1, section=section)
        count = counts.get(entry.code, 0)
        offers.append(Offer(entry, entry.code, entry.names[language], count, change_of(more), change_of(less)))
    return tuple(offers)
