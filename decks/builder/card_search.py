"""The cards to choose from: the card library's own search, within one part of the deck."""

from dataclasses import dataclass, field
from typing import Any

from collection.search import CardEntry, FacetDisplay, QueryError, quoted, search
from decks.rules.fixes import change_of
from signum_site.core.i18n import current_language
from simulator.engine.decks.report import Fix

from .url_state import Address

CARDS_A_PAGE = 40


@dataclass(frozen=True, slots=True)
class Offer:
    """A card that can be put into the deck."""

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
    found = search(system=address.system, text=address.query, within=_within(address), user=user)
    pages = max(1, -(-found.total // CARDS_A_PAGE))
    page = min(address.page, pages)
    return CardSearchPage(
        query=address.query,
        total=found.total,
        offers=_offers(found.cards(first=(page - 1) * CARDS_A_PAGE, count=CARDS_A_PAGE), address),
        facets=found.facets(),
        complaints=found.complaints,
        page=page,
        pages=pages,
    )


def _within(address: Address) -> str:
    kinds = address.system.section(address.section).kinds
    part = f"kind:{quoted(','.join(kinds))}"
    fits = "" if address.everything else address.system.fitting(address.deck)
    # Who changes the card that sets what fits must be offered the others too.
    return part if address.section == address.system.face_section else f"{part} {fits}".strip()


def _offers(entries: list[CardEntry], address: Address) -> tuple[Offer, ...]:
    language, section = current_language(), address.section
    there = dict(address.deck.section(section))
    # One card stands for the deck: choosing another means instead.
    face = next(iter(there)) if section == address.system.face_section and len(there) == 1 else ""
    offers = []
    for entry in entries:
        more = Fix(do="add", card=entry.code, count=1, section=section)
        if face and face != entry.code:
            more = Fix(do="replace", card=face, section=section, text=entry.code)
        less = Fix(do="remove", card=entry.code, count=1, section=section)
        count = there.get(entry.code, 0)
        offers.append(Offer(entry, entry.code, entry.names[language], count, change_of(more), change_of(less)))
    return tuple(offers)
