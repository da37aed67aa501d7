"""Lanterns: a small game for tests.

It shows that the engine assumes nothing about a real game.

Two to four players light their own lantern from a hidden hand and blow at the lanterns of their rivals. The first
lantern with ten lights wins. A deck is a bag of flames and gusts, and one charm. Options add teams, lanterns that go
out, and a secret choice made by all at once.
"""

from simulator.engine.cards.glossary import Term, TermGroup
from simulator.engine.decks.draw_odds import Draws
from simulator.engine.game_system import DEFAULT_USES, Facet, GameSystem, PlayerMeasure, Section, Use
from simulator.engine.play.evaluation import Evaluation
from simulator.engine.play.event_log import STARTED
from simulator.engine.values import Words
from tests.toy.bag import FORMATS, HOUSE_PARAMS, check_deck, figures, reference_decks
from tests.toy.cards import CATALOGUE
from tests.toy.files import check_bag_file
from tests.toy.front import FRONT, NOUNS, SEARCH_EXAMPLE, SUMMARY
from tests.toy.policies import First, Random
from tests.toy.state import HAND, features, start
from tests.toy.table import OPTIONS, check_table, teams

SYSTEM = GameSystem(
    code="toy",
    name=Words(en="Lanterns", es="Faroles", it="Lanterne"),
    rules_version="1",
    seats=(2, 3, 4),
    catalogue=CATALOGUE,
    facets=(
        Facet(
            code="kind",
            names=Words(en="Kind", es="Clase", it="Genere"),
            labels={
                "flame": Words(en="Flame", es="Llama", it="Fiamma"),
                "gust": Words(en="Gust", es="Soplo", it="Soffio"),
                "charm": Words(en="Charm", es="Amuleto", it="Amuleto"),
            },
        ),
        Facet(code="light", names=Words(en="Light", es="Luz", it="Luce"), kind="number"),
    ),
    glossary=(
        TermGroup(
            code="words",
            names=Words(en="Words", es="Palabras", it="Parole"),
            terms=(
                Term(
                    code="light",
                    names=Words(en="light", es="luz", it="luce"),
                    meaning=Words(en="Ten of it win.", es="Con diez se gana.", it="Con dieci si vince."),
                ),
            ),
            in_texts=True,
        ),
    ),
    sections=(
        Section(code="charm", names=Words(en="Charm", es="Amuleto", it="Amuleto"), kinds=("charm",)),
        Section(
            code="bag", names=Words(en="Bag", es="Bolsa", it="Sacchetto"), kinds=("flame", "gust"), also=("Pouch",)
        ),
    ),
    formats=FORMATS,
    check_deck=check_deck,
    start=start,
    policies={"first-1": First, "random-1": Random},
    default_policy="random-1",
    format_params=HOUSE_PARAMS,
    reference_decks=reference_decks,
    reasons={
        "bright": Words(en="a lantern shines", es="brilla un farol", it="una lanterna splende"),
        "dark": Words(en="only one lantern burns", es="solo arde un farol", it="arde una sola lanterna"),
        "dawn": Words(en="dawn has come", es="ha llegado el alba", it="è arrivata l’alba"),
    },
    draws=Draws(section="bag", hand=HAND),
    figures=figures,
    face_section="charm",
    colour_facet="kind",
    check_file=check_bag_file,
    decision_cap=500,
    options=OPTIONS,
    evaluation=Evaluation(version="toy-1", features=features, names=("light",), weights=(0.4,)),
    teams=teams,
    check_table=check_table,
    measures=(PlayerMeasure(code="light", names=Words(en="Light", es="Luz", it="Luce")),),
    uses=(Use(code=STARTED, names=Words(en="From the start", es="Desde el inicio", it="Dall’inizio")), *DEFAULT_USES),
    rank=50,
    summary=SUMMARY,
    publisher="Night Owl Games",
    nouns=NOUNS,
    search_example=SEARCH_EXAMPLE,
    front=FRONT,
)
