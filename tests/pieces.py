"""Lanterns with pieces: every flame needs wicks, which are never part of a bag."""

from collections.abc import Mapping
from dataclasses import replace

from simulator.engine.cards.card import CardSpec, Catalogue
from simulator.engine.game_system import GameSystem, Product
from simulator.engine.values import Facts, Words
from tests.toy import SYSTEM
from tests.toy.cards import CATALOGUE

WICK = CardSpec(
    code="toy-9",
    names=Words(en="Wick", es="Mecha", it="Stoppino"),
    kind="wick",
    set_code="toy",
    source="invented",
    rarity="common",
    facts=Facts({"light": 0}),
)
BOX = Product(
    code="night",
    names=Words(en="Night box", es="Caja de la noche", it="Scatola della notte"),
    summary=Words(en="Two torches and their wicks.", es="Dos antorchas con mechas.", it="Due torce con stoppini."),
    cards=(("toy-2", 2), ("toy-9", 4)),
)


def wicks(card: CardSpec) -> Mapping[str, int]:
    """One for each light of a flame."""
    light = card.facts["light"]
    return {WICK.code: light} if card.kind == "flame" and isinstance(light, int) else {}


def with_pieces(*, miniature_kinds: tuple[str, ...] = ()) -> GameSystem:
    return replace(
        SYSTEM,
        catalogue=Catalogue([*CATALOGUE, WICK]),
        table_kinds=("wick",),
        parts=wicks,
        miniature_kinds=miniature_kinds,
        products=lambda: (BOX,),
    )
