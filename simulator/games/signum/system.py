"""The GameSystem of Legends of Signum, assembled from the parts of this package."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from simulator.engine.cards.card import Catalogue
from simulator.engine.cards.importer import CardImport
from simulator.engine.check_file import CheckFile, CheckOutcome
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.draw_odds import Draws
from simulator.engine.game_system import GameSystem, PlayerMeasure, Product, ReferenceDeck, Section
from simulator.engine.play.evaluation import Evaluation
from simulator.engine.play.scenario import ScenarioResult
from simulator.engine.values import Words
from simulator.games.signum.calculators.melee import MELEE
from simulator.games.signum.calculators.ranged import RANGED
from simulator.games.signum.cardfile.loader import signum_cards
from simulator.games.signum.deckbuilding import reference_decks as references
from simulator.games.signum.deckbuilding.build_order import plan
from simulator.games.signum.deckbuilding.candidates import fitting
from simulator.games.signum.deckbuilding.check import check_deck
from simulator.games.signum.deckbuilding.contents import BATTLE, CITY, HERO, KINDS, TERRAIN
from simulator.games.signum.deckbuilding.formats import FORMATS, HOUSE_PARAMS
from simulator.games.signum.deckbuilding.statistics import figures
from simulator.games.signum.evaluation.features import NAMES, features
from simulator.games.signum.evaluation.weights import VERSION, WEIGHTS
from simulator.games.signum.game.game import Game, start
from simulator.games.signum.library.card_facts import printed
from simulator.games.signum.library.faces import card_face
from simulator.games.signum.library.facets import facets
from simulator.games.signum.library.front import FRONT, SEARCH_EXAMPLE, SUMMARY
from simulator.games.signum.library.glossary import glossary
from simulator.games.signum.library.products import starters
from simulator.games.signum.library.rule_links import rules_of
from simulator.games.signum.policies import POLICIES, RETIRED_POLICIES
from simulator.games.signum.replay.narrator import SignumNarrator
from simulator.games.signum.replay.scene import scene
from simulator.games.signum.rules.setup import FIRST_HAND
from simulator.games.signum.rules.variants import TABLE_OPTIONS, teams
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

MEASURES: Final = (
    PlayerMeasure(code="prosperity", names=Words(en="Prosperity", es="Prosperidad", it="Prosperità")),
    PlayerMeasure(
        code="kills", names=Words(en="Characters destroyed", es="Personajes destruidos", it="Personaggi distrutti")
    ),
)


def _run_scenario(data: object) -> ScenarioResult:
    # Imported here because only scenario runs need it.
    from simulator.games.signum.scenarios.runner import run  # noqa: PLC0415

    return run(data)


def _check_file(file: CheckFile) -> CheckOutcome:
    # Imported here because only checks of files need it.
    from simulator.games.signum.scenarios.deck_check import check_deck_file  # noqa: PLC0415

    return check_deck_file(file)


def _import_cards(file: Path, *, folders: Sequence[Path], replaces: Path | None) -> CardImport:
    # Imported here because only imports need it.
    from simulator.games.signum.library.card_import import import_cards  # noqa: PLC0415

    return import_cards(file, folders=folders, replaces=replaces)


def _benchmark(decks: Sequence[DeckList]) -> Game:
    # Imported here because only measurements need it.
    from simulator.games.signum.scenarios.benchmark import benchmark_state  # noqa: PLC0415

    return benchmark_state(decks)


@cache
def signum_system() -> GameSystem:
    cards = signum_cards()
    return GameSystem(
        code="signum",
        name=Words.same("Legends of Signum"),
        rules_version="4",
        seats=(2, 3, 4),
        catalogue=Catalogue(printed(card) for card in cards),
        facets=facets(cards),
        sections=SECTIONS,
        formats=FORMATS,
        check_deck=check_deck,
        start=start,
        options=TABLE_OPTIONS,
        teams=teams,
        measures=MEASURES,
        evaluation=Evaluation(version=VERSION, features=features, names=NAMES, weights=WEIGHTS),
        policies=POLICIES,
        retired_policies=RETIRED_POLICIES,
        default_policy="greedy-2",
        problem_text=problem_text,
        format_params=HOUSE_PARAMS,
        reference_decks=_reference_decks,
        run_scenario=_run_scenario,
        check_file=_check_file,
        card_importer=_import_cards,
        benchmark=_benchmark,
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
        rank=0,
        summary=SUMMARY,
        search_example=SEARCH_EXAMPLE,
        example_card="core-146",
        front=FRONT,
    )


def _reference_decks() -> tuple[ReferenceDeck, ...]:
    return references.reference_decks(signum_system())


def _products() -> tuple[Product, ...]:
    return starters(_reference_decks())


def _narrator(language: str, seats: Sequence[str]) -> SignumNarrator:
    return SignumNarrator(catalogue=signum_system().catalogue, language=language, seats=tuple(seats))
