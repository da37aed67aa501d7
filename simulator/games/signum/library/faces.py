"""The face of a Signum card.

It has faction colours, cost, values, and text with keywords in bold. It is made from facts alone, so that a withdrawn
card keeps its face. Illustrations are illustrations.py; drawing is collection/images.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from simulator.engine.cards.card import CardSpec
from simulator.engine.cards.face import Face, FaceMark, Palette, Paragraph, Run
from simulator.engine.values import Words
from simulator.games.signum.cardfile.loader import signum_cards
from simulator.games.signum.cards.keywords import KEYWORDS
from simulator.games.signum.cards.vocabulary import RARITIES
from simulator.games.signum.library.illustrations import scene
from simulator.games.signum.wording import labels, typeset
from simulator.games.signum.wording.language import ACTIVATED_MARK

PALETTES: Final = {
    "vallor": Palette(field="#0e5f6b", deep="#072f37", tint="#eef3ee", glow="#ffd98a"),
    "grypharim": Palette(field="#8f1c31", deep="#470a17", tint="#f7efe6", glow="#ffe3a3"),
    "mercenary": Palette(field="#5c4a2c", deep="#2c2213", tint="#f3ecdd", glow="#f6c177"),
    "basic": Palette(field="#47555a", deep="#1e282c", tint="#eff0ec", glow="#f0dca8"),
}
RELIC_SYMBOLS: Final = {
    "melee_weapon": "strength",
    "ranged_weapon": "shooting-range",
    "armour": "armour",
    "shield": "shield",
    "helmet": "character",
    "treasure": "relic",
}
_NAMES: Final = {
    "strength": Words(en="Strength", es="Fuerza", it="Forza"),
    "movement": Words(en="Movement", es="Movimiento", it="Movimento"),
    "health": Words(en="Health", es="Salud", it="Salute"),
    "base": Words(en="Base in millimetres", es="Peana en milímetros", it="Basetta in millimetri"),
    "any": Words(en="Any building", es="Cualquier edificio", it="Un edificio qualsiasi"),
    "prosperity": Words(en="Prosperity", es="Prosperidad", it="Prosperità"),
    "only": Words(en="only with {hero}", es="solo con {hero}", it="solo con {hero}"),
    "unique": Words(en="unique", es="único", it="unico"),
}


def card_face(card: CardSpec, language: str) -> Face:
    faction = str(card.fact("faction") or "basic")
    return Face(
        code=card.code,
        title=card.name(language),
        kind_line=" · ".join(_kind_words(card, language)),
        palette=PALETTES.get(faction, PALETTES["basic"]),
        emblem=faction if faction in PALETTES and faction != "basic" else card.kind,
        scene=scene(card),
        cost=tuple(_cost(card, language)),
        stats=tuple(_stats(card, language)),
        marks=tuple(_marks(card, language)),
        text=tuple(_paragraph(line, card, language) for line in card.text(language).splitlines()),
        flavour=card.flavour[language] if card.flavour else "",
        gems=RARITIES.index(card.rarity) + 1 if card.rarity in RARITIES else 0,
        footer=" · ".join(_footer(card, language)),
    )


def _kind_words(card: CardSpec, language: str) -> Iterator[str]:
    kind = labels.TYPES.get(card.kind)
    yield kind[language] if kind else card.kind
    for fact, table in (("race", labels.RACES), ("relic", labels.RELIC_TYPES)):
        word = table.get(str(card.fact(fact)))
        if word:
            yield word[language]
    if card.fact("class_card") and card.fact("faction") in labels.CLASS_CARDS:
        yield labels.CLASS_CARDS[str(card.fact("faction"))][language]
    if card.fact("unique"):
        yield _NAMES["unique"][language]
    hero = _hero_names().get(str(card.fact("hero")))
    if hero:
        yield _NAMES["only"][language].format(hero=hero[language])


def _cost(card: CardSpec, language: str) -> Iterator[FaceMark]:
    """S-5.1 Buildings by symbol, then any buildings, then prosperity.

    A building's price is prosperity alone.
    """
    needs = card.fact("needs")
    for key in needs if isinstance(needs, tuple) else ():
        yield _building(key, language)
    for _ in range(_number(card, "cost_any")):
        yield FaceMark(symbol="any-building", label=_NAMES["any"][language])
    spent = _number(card, "cost_prosperity") or _number(card, "price")
    if spent:
        yield FaceMark(symbol="prosperity", value=str(spent), label=_NAMES["prosperity"][language])


def _building(key: str, language: str) -> FaceMark:
    known = key in labels.BUILDINGS and key != "unique"
    symbol = key.replace("_", "-") if known else "unique-building"
    return FaceMark(symbol=symbol, label=labels.building_name(key, language))


def _stats(card: CardSpec, language: str) -> Iterator[FaceMark]:
    for name in ("strength", "movement", "health"):
        value = card.fact(name)
        if value is not None:
            yield FaceMark(symbol=name, value=str(value), label=_NAMES[name][language])
    if card.fact("base"):
        yield FaceMark(symbol="base", value=str(card.fact("base")), label=_NAMES["base"][language])


def _marks(card: CardSpec, language: str) -> Iterator[FaceMark]:
    """A hero's relic slots, the type of a relic, or the cost symbol of a building."""
    slots = card.fact("slots")
    for slot in slots if isinstance(slots, tuple) else ():
        relic, _, count = slot.partition(" ")
        yield _relic(relic, language, value="" if count == "1" else f"×{count}")
    if card.fact("relic"):
        yield _relic(str(card.fact("relic")), language)
    if card.fact("key"):
        yield _building(str(card.fact("key")), language)


def _relic(relic: str, language: str, *, value: str = "") -> FaceMark:
    label = labels.RELIC_TYPES.get(relic)
    return FaceMark(symbol=RELIC_SYMBOLS.get(relic, "relic"), value=value, label=label[language] if label else relic)


def _paragraph(line: str, card: CardSpec, language: str) -> Paragraph:
    """The line in runs.

    Keywords are bold; the mark of an activated ability becomes a symbol.
    """
    runs: list[Run] = []
    if line.startswith(ACTIVATED_MARK):
        runs.append(Run(symbol="activate"))
        line = line.removeprefix(ACTIVATED_MARK)
    keywords = card.fact("keywords")
    pattern = _keyword_pattern(keywords if isinstance(keywords, tuple) else (), language)
    # The pattern has one group, so matches are at the odd places of the split.
    for place, piece in enumerate(pattern.split(typeset(line)) if pattern else [typeset(line)]):
        if piece:
            runs.append(Run(piece, bold=place % 2 == 1))
    return tuple(runs)


@cache
def _keyword_pattern(codes: tuple[str, ...], language: str) -> re.Pattern[str] | None:
    """Matches keyword names with the number after them.

    K-01 has its number inside the name.
    """
    names = sorted((_name(code, language) for code in codes), key=len, reverse=True)
    alternatives = "|".join(re.escape(name).replace("−X", r"−\d+") for name in names)
    return re.compile(rf"((?<!\w)(?:{alternatives})(?:[ \u00a0]\+?\d+)?(?!\w))") if names else None


def _name(code: str, language: str) -> str:
    for keyword in KEYWORDS:
        if keyword.code == code:
            return {"en": keyword.en, "es": keyword.es, "it": keyword.it}[language]
    return code


def _footer(card: CardSpec, language: str) -> Iterator[str]:
    yield card.code.upper()
    for value, table in ((card.rarity, labels.RARITIES), (card.source, labels.SOURCES)):
        if value:
            yield table[value][language] if value in table else value


def _number(card: CardSpec, name: str) -> int:
    value = card.fact(name)
    return value if isinstance(value, int) else 0


@cache
def _hero_names() -> dict[str, Words]:
    return {card.code: card.names for card in signum_cards() if card.type == "hero"}
