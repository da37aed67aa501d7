"""Deck construction, chapter 2: one function per rule, which yields its problems.

check.py calls all of them; fixes are fixes.py, the parameters of a format formats.py.
"""

from collections.abc import Callable, Iterator
from typing import Final

from simulator.engine.decks.formats import Format
from simulator.engine.decks.report import Fix, Problem
from simulator.engine.values import Fact, Facts
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import SUPPORT_TYPES
from simulator.games.signum.deckbuilding import fixes
from simulator.games.signum.deckbuilding.contents import BATTLE, CITY, HERO, TERRAIN, ResolvedDeck
from simulator.games.signum.deckbuilding.formats import HALF_OF_CHARACTERS, NO_LIMIT

MAX_BUILDINGS: Final = 12


def hero(deck: ResolvedDeck, fmt: Format) -> Iterator[Problem]:
    """S-2.1 Exactly one hero. The hero sets the faction."""
    under_heading = sum(entry.count for entry in deck.entries(HERO))
    others = [entry for entry in deck.entries(HERO) if entry.card.type != "hero"]
    if not deck.heroes:
        yield _problem(
            "HERO_MISSING",
            "S-2.1",
            cards=[entry.card for entry in others],
            have=0,
            allowed=1,
            message="The deck has no hero; it needs exactly one.",
            fixes=fixes.for_a_missing_hero(deck),
        )
    elif under_heading > 1:
        names = ", ".join(entry.card.names.en for entry in deck.entries(HERO))
        yield _problem(
            "HERO_TOO_MANY",
            "S-2.1",
            cards=[entry.card for entry in deck.entries(HERO)],
            have=under_heading,
            allowed=1,
            message=f"{under_heading} cards under Hero ({names}); a deck has exactly one hero.",
            fixes=fixes.for_too_many_heroes(deck),
        )


def size(deck: ResolvedDeck, fmt: Format) -> Iterator[Problem]:
    """S-2.2 The battle deck has 20 to 40 cards; S-2.11 formats may differ.

    Misplaced cards do not count.
    """
    least, most = fmt.params.number("least"), fmt.params.number("most")
    rule, have = str(fmt.params["rule"]), deck.size
    if have < least:
        message = f"{have} cards in the battle deck; at least {least} are needed."
        yield _problem(
            "DECK_TOO_SMALL", rule, have=have, allowed=least, message=message,
            fixes=fixes.for_missing_cards(deck, count=least - have),
        )  # fmt: skip
    if have > most:
        message = f"{have} cards in the battle deck; at most {most} are allowed."
        yield _problem(
            "DECK_TOO_LARGE", rule, have=have, allowed=most, message=message,
            fixes=fixes.for_surplus_cards(deck, count=have - most),
        )  # fmt: skip


def factions(deck: ResolvedDeck, fmt: Format) -> Iterator[Problem]:
    """S-2.3, S-2.9 Only cards of the hero's faction.

    Mercenary characters and basic buildings and terrain are allowed too.
    """
    if not deck.factions:
        return
    for section in (BATTLE, CITY, TERRAIN):
        for entry in deck.entries(section):
            if entry.card.type == "hero" or entry.card.faction in (*deck.factions, "mercenary", "basic"):
                continue
            wanted = " or ".join(deck.factions)
            yield _problem(
                "WRONG_FACTION",
                "S-2.3" if section == BATTLE else "S-2.9",
                cards=[entry.card],
                have=entry.count,
                allowed=0,
                more={"faction": entry.card.faction, "hero_faction": wanted},
                message=f"{entry.card.names.en} belongs to {entry.card.faction}, the hero to {wanted}.",
                fixes=(fixes.remove(entry),),
            )


def characters(deck: ResolvedDeck, fmt: Format) -> Iterator[Problem]:
    """S-2.4 At least half of the battle deck are characters; odd sizes round up."""
    have, needed = deck.count_of("character"), (deck.size + 1) // 2
    if have < needed:
        message = f"{have} characters; with {deck.size} cards at least {needed} are needed."
        yield _problem(
            "TOO_FEW_CHARACTERS", "S-2.4", have=have, allowed=needed, more={"size": deck.size}, message=message,
            fixes=fixes.for_missing_characters(deck),
        )  # fmt: skip


def mercenaries(deck: ResolvedDeck, fmt: Format) -> Iterator[Problem]:
    """S-2.5 Mercenaries are at most half of the characters, rounded down.

    S-2.11 In some formats: at most as many as the others.
    """
    hired = [entry for entry in deck.of_type("character") if entry.card.is_mercenary]
    have, total = sum(entry.count for entry in hired), deck.count_of("character")
    half = fmt.params["mercenaries"] == HALF_OF_CHARACTERS
    allowed = total // 2 if half else total - have
    if have > allowed:
        of_what = f"{total} characters" if half else f"{allowed} characters of the faction"
        yield _problem(
            "TOO_MANY_MERCENARIES",
            "S-2.5" if half else "S-2.11",
            cards=[entry.card for entry in hired],
            have=have,
            allowed=allowed,
            more={"characters": total},
            message=f"{have} mercenaries; with {of_what} at most {allowed} are allowed.",
            fixes=fixes.for_too_many_mercenaries(deck, hired=hired),
        )


def copies(deck: ResolvedDeck, fmt: Format) -> Iterator[Problem]:
    """S-2.6 No two character cards with the same name.

    S-2.11 In some formats there is a limit for support cards.
    """
    most = fmt.params.number("copies")
    for name, entries in deck.by_name((BATTLE,)):
        if any(entry.card.code in fmt.limits for entry in entries):
            continue  # the format has its own limit for this card
        have, kind = sum(entry.count for entry in entries), entries[0].card.type
        if kind == "character" and have > 1:
            message = f"{have} copies of {name}; a deck has a character once."
            code, rule, allowed = "DUPLICATE_CHARACTER", "S-2.6", 1
        elif kind in SUPPORT_TYPES and most != NO_LIMIT and have > most:
            message = f"{have} copies of {name}; at most {most} are allowed."
            code, rule, allowed = "TOO_MANY_COPIES", "S-2.11", most
        else:
            continue
        yield _problem(
            code, rule, cards=[entry.card for entry in entries], have=have, allowed=allowed, message=message,
            fixes=fixes.down_to(entries, allowed=allowed),
        )  # fmt: skip


def hero_cards(deck: ResolvedDeck, fmt: Format) -> Iterator[Problem]:
    """S-2.7 A card that names a hero is legal only under that hero."""
    heroes = [card.code for card in deck.heroes]
    for entry in deck.entries(BATTLE):
        if heroes and entry.card.hero and entry.card.hero not in heroes:
            named = fixes.hero_name(entry.card.hero)
            yield _problem(
                "HERO_CARD_MISMATCH",
                "S-2.7",
                cards=[entry.card],
                have=entry.count,
                allowed=0,
                more={"hero": entry.card.hero},
                message=f"{entry.card.names.en} may only be played under {named}.",
                fixes=fixes.for_another_hero(deck, entry),
            )


def zones(deck: ResolvedDeck, fmt: Format) -> Iterator[Problem]:
    """S-2.8, S-2.9 Heroes, buildings and terrain are never in the battle deck.

    Nothing else is in the city.
    """
    for section in (BATTLE, CITY, TERRAIN):
        for entry in deck.misplaced(section):
            is_battle = section == BATTLE
            place = {BATTLE: "the battle deck", CITY: "the city", TERRAIN: "the terrain"}[section]
            yield _problem(
                "NOT_A_BATTLE_CARD" if is_battle else "NOT_A_CITY_CARD",
                "S-2.8" if is_battle else "S-2.9",
                cards=[entry.card],
                have=entry.count,
                allowed=0,
                more={"type": entry.card.type, "section": section},
                message=f"{entry.card.names.en} is a {entry.card.type} and does not belong in {place}.",
                fixes=(fixes.move_home(entry), fixes.remove(entry)),
            )


def city_cards(deck: ResolvedDeck, fmt: Format) -> Iterator[Problem]:
    """S-2.9 No building and no terrain of one name twice."""
    for name, entries in deck.by_name((CITY, TERRAIN)):
        have = sum(entry.count for entry in entries)
        if have > 1:
            yield _problem(
                "DUPLICATE_CITY_CARD", "S-2.9", cards=[entry.card for entry in entries], have=have, allowed=1,
                message=f"{have} copies of {name}; buildings and terrain are chosen once.",
                fixes=fixes.down_to(entries, allowed=1),
            )  # fmt: skip


def playable(deck: ResolvedDeck, fmt: Format) -> Iterator[Problem]:
    """S-2.12 A card whose required building is not chosen can never be played."""
    for entry in (*deck.entries(BATTLE), *deck.entries(TERRAIN)):
        missing = deck.missing_for(entry.card)
        if missing:
            wanted = " and ".join(fixes.building_name(key) for key in missing)
            yield _problem(
                "UNPLAYABLE_WITHOUT_BUILDING",
                "S-2.12",
                cards=[entry.card],
                more={"missing": missing, "have": len(deck.buildings)},
                message=f"{entry.card.names.en} can never be played: it needs {wanted}.",
                fixes=fixes.for_a_missing_building(deck, entry, missing=missing),
                is_warning=True,
            )


def city_size(deck: ResolvedDeck, fmt: Format) -> Iterator[Problem]:
    """S-2.12, S-4.5 More than twelve chosen buildings, or several class buildings.

    Not all of them can be built.
    """
    have = deck.size_of_city
    if have > MAX_BUILDINGS:
        yield _problem(
            "CITY_OVER_TWELVE", "S-2.12", have=have, allowed=MAX_BUILDINGS, is_warning=True,
            message=f"{have} buildings are chosen; a city holds {MAX_BUILDINGS}.",
            fixes=fixes.for_a_large_city(deck),
        )  # fmt: skip
    classes = [card for card in deck.buildings if card.class_building]
    if len(classes) > 1:
        names = ", ".join(card.names.en for card in classes)
        yield _problem(
            "SEVERAL_CLASS_BUILDINGS", "S-2.12", cards=classes, have=len(classes), allowed=1, is_warning=True,
            message=f"{len(classes)} class buildings are chosen ({names}); only one can be built.",
            fixes=tuple(Fix(do="remove", card=card.code, count=1, section=CITY) for card in classes),
        )  # fmt: skip


Rule = Callable[[ResolvedDeck, Format], Iterator[Problem]]
RULES: Final[tuple[Rule, ...]] = (
    hero, size, factions, characters, mercenaries, copies, hero_cards, zones, city_cards, playable, city_size,
)  # fmt: skip


def _problem(
    code: str,
    rule: str,
    *,
    message: str,
    fixes: tuple[Fix, ...],
    cards: list[SignumCard] | None = None,
    have: int = -1,
    allowed: int = -1,
    more: dict[str, Fact] | None = None,
    is_warning: bool = False,
) -> Problem:
    params: dict[str, Fact] = dict(more or {})
    if have >= 0:
        params["have"] = have
    if allowed >= 0:
        params["allowed"] = allowed
    return Problem(
        code,
        rule=rule,
        severity="warning" if is_warning else "error",
        cards=tuple(dict.fromkeys(card.code for card in cards or [])),
        params=Facts(params),
        message=message,
        fixes=fixes,
    )
