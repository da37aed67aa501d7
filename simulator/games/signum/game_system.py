"""Legends of Signum as the rest of the house knows it: one GameSystem, put together from the parts of this package."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from simulator.engine.card import Catalogue
from simulator.engine.drawing import Draws
from simulator.engine.scenario import ScenarioResult
from simulator.engine.system import GameSystem, Product, ReferenceDeck, Section
from simulator.engine.values import Words
from simulator.games.signum import reference_decks as references
from simulator.games.signum.build_order import plan
from simulator.games.signum.card_faces import card_face
from simulator.games.signum.catalogue_files import signum_cards
from simulator.games.signum.deck_checking import check_deck
from simulator.games.signum.deck_contents import BATTLE, CITY, HERO, KINDS, TERRAIN
from simulator.games.signum.facets import facets
from simulator.games.signum.figures import figures
from simulator.games.signum.fitting import fitting
from simulator.games.signum.formats import FORMATS, HOUSE_PARAMS
from simulator.games.signum.game import start
from simulator.games.signum.glossary import glossary
from simulator.games.signum.melee_calculator import MELEE
from simulator.games.signum.narration import SignumNarrator
from simulator.games.signum.policies import POLICIES
from simulator.games.signum.printed_cards import printed
from simulator.games.signum.products import starters
from simulator.games.signum.ranged_calculator import RANGED
from simulator.games.signum.rules_of_cards import rules_of
from simulator.games.signum.scenes import scene
from simulator.games.signum.setup import FIRST_HAND
from simulator.games.signum.wording.problems import problem_text
from simulator.games.signum.wording.sentences import REASONS

SECTIONS: Final = (
    Section(
        code=HERO,
        names=Words(en="Hero", es="Héroe", it="Eroe"),
        kinds=KINDS[HERO],
        also=("Heroes", "Héroes", "Eroi"),
    ),
    Section(
        code=BATTLE,
        names=Words(en="Battle deck", es="Mazo de batalla", it="Mazzo di battaglia"),
        kinds=KINDS[BATTLE],
        also=("Deck", "Main deck", "Mazo", "Mazzo", "Cards", "Cartas", "Carte"),
    ),
    Section(
        code=CITY,
        names=Words(en="City", es="Ciudad", it="Città"),
        kinds=KINDS[CITY],
        also=("Buildings", "Edificios", "Edifici"),
    ),
    Section(
        code=TERRAIN,
        names=Words(en="Terrain", es="Terreno", it="Terreno"),
        kinds=KINDS[TERRAIN],
        also=("Terrains", "Terrenos", "Terreni", "Battlefield"),
    ),
)


def _run_scenario(data: object) -> ScenarioResult:
    # Only who plays scenarios pays for reading what reads them.
    from simulator.games.signum.scenario_expect import run  # noqa: PLC0415

    return run(data)


@cache
def signum_system() -> GameSystem:
    cards = signum_cards()
    return GameSystem(
        code="signum",
        name=Words.same("Legends of Signum"),
        rules_version="3",
        seats=(2,),
        catalogue=Catalogue(printed(card) for card in cards),
        facets=facets(cards),
        sections=SECTIONS,
        formats=FORMATS,
        check_deck=check_deck,
        start=start,
        policies=POLICIES,
        problem_text=problem_text,
        format_params=HOUSE_PARAMS,
        reference_decks=_reference_decks,
        run_scenario=_run_scenario,
        glossary=glossary(),
        rules_of=rules_of,
        # S-3.3, S-3.4, S-4.1
        draws=Draws(section=BATTLE, hand=FIRST_HAND, aside=FIRST_HAND, each_turn=1),
        figures=figures,
        fitting=fitting,
        plan=plan,
        face_section=HERO,
        colour_facet="faction",
        calculators=(MELEE, RANGED),
        miniature_kinds=("hero", "character"),
        collected_by=("set", "faction", "rarity"),
        products=_products,
        face=card_face,
        scene=scene,
        narrator=_narrator,
        reasons=REASONS,
    )


def _reference_decks() -> tuple[ReferenceDeck, ...]:
    return references.reference_decks(signum_system())


def _products() -> tuple[Product, ...]:
    return starters(_reference_decks())


def _narrator(language: str, seats: Sequence[str]) -> SignumNarrator:
    return SignumNarrator(catalogue=signum_system().catalogue, language=language, seats=tuple(seats))
