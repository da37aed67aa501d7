"""DeckList: canonical form, content hash, and round trips through text."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.cards.card import Catalogue
from simulator.engine.decks.decklist import DeckList, read, render, unknown_cards
from simulator.engine.values import LANGUAGES
from tests.engine.properties import repeatable
from tests.toy import SYSTEM

CODES = [card.code for card in SYSTEM.catalogue]
CARD_COUNTS = st.dictionaries(st.sampled_from(CODES), st.integers(min_value=1, max_value=999))
SECTIONS = st.dictionaries(st.sampled_from([section.code for section in SYSTEM.sections]), CARD_COUNTS)
FORMATS = st.sampled_from([fmt.code for fmt in SYSTEM.formats])
# Deck names likely to break the parser, in addition to Hypothesis's own.
NAMES = st.one_of(
    st.text(max_size=120),
    st.sampled_from(
        ["", "format: long", "Formato : x", "name: a", "nombre:", "# hash", "// twice", "/ one", "Bag", "2 x"]
    ),
)


def deck(**sections: dict[str, int]) -> DeckList:
    return DeckList.of(sections, system="toy", format="short", name="Night")


@repeatable
@given(sections=SECTIONS, format=FORMATS, name=NAMES, language=st.sampled_from(LANGUAGES))
def test_rendered_decks_round_trip(sections: dict[str, dict[str, int]], format: str, name: str, language: str) -> None:
    deck = DeckList.of(sections, system="toy", format=format, name=name)
    assert read(render(deck, system=SYSTEM, language=language), system=SYSTEM) == (deck, ())


@repeatable
@given(sections=SECTIONS, data=st.data())
def test_the_content_hash_ignores_order_name_and_format(
    sections: dict[str, dict[str, int]], data: st.DataObject
) -> None:
    shuffled = {
        section: dict(data.draw(st.permutations(list(counts.items()))))
        for section, counts in reversed(sections.items())
    }
    first = DeckList.of(sections, system="toy", format="short", name="One")
    second = DeckList.of(shuffled, system="toy", format="long", name="Other")
    assert first.content_hash == second.content_hash


def test_the_content_hash_is_distinct_and_stable() -> None:
    decks = [deck(), deck(bag={"toy-1": 1}), deck(bag={"toy-1": 2}), deck(bag={"toy-2": 1}), deck(charm={"toy-1": 1})]
    assert len({sample.content_hash for sample in decks}) == len(decks)
    # Frozen: results and legality are stored under this hash.
    assert (
        deck(bag={"toy-1": 2, "toy-3": 1}).content_hash
        == "12f007900133f97b3891c020366ce91dbb88552e3423a6e5a12a977eeb96e86c"
    )


def test_repeated_cards_are_merged_and_empty_sections_dropped() -> None:
    twice = DeckList(
        system="toy", format="short", sections=(("charm", ()), ("bag", (("toy-1", 1), ("toy-2", 1), ("toy-1", 2))))
    )
    assert twice.sections == (("bag", (("toy-1", 3), ("toy-2", 1))),)
    assert twice.section("charm") == ()
    assert twice.size("bag") == 4


def test_a_deck_is_a_value() -> None:
    first = deck(bag={"toy-1": 2})
    assert first == deck(bag={"toy-1": 2})
    assert len({first, deck(bag={"toy-1": 2})}) == 1
    assert pickle.loads(pickle.dumps(first)) == first


@pytest.mark.parametrize("count", [0, -1, 1000, 10**9])
def test_absurd_card_counts_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"toy-1: {count} copies; a deck has at least 1 and at most 999"):
        deck(bag={"toy-1": count})


def test_a_deck_name_is_one_printable_line() -> None:
    named = DeckList(system="toy", format="short", name=" Night\n of\x00 \u200bwind" + "!" * 200)
    assert named.name.startswith("Night of wind!")
    assert len(named.name) == 100


def test_unknown_cards_are_reported() -> None:
    problems = list(unknown_cards(deck(bag={"toy-1": 1, "toy-99": 1}, charm={"x-1": 1}), catalogue=SYSTEM.catalogue))
    assert [(problem.code, problem.cards) for problem in problems] == [
        ("UNKNOWN_CARD", ("toy-99",)),
        ("UNKNOWN_CARD", ("x-1",)),
    ]
    assert list(unknown_cards(deck(bag={"toy-1": 1}), catalogue=Catalogue(SYSTEM.catalogue))) == []


def test_a_deck_is_rendered_in_section_order_and_language() -> None:
    text = render(deck(bag={"toy-3": 2, "toy-1": 1}, charm={"toy-7": 1}), system=SYSTEM, language="es")
    assert text == "// Night\n// format: short\nAmuleto\n1 Piedra de luna\n\nBolsa\n2 Hoguera\n1 Vela\n"


def test_unknown_cards_and_sections_are_rendered_by_code() -> None:
    text = render(deck(bag={"toy-99": 2}, attic={"toy-1": 1}), system=SYSTEM)
    assert text == "// Night\n// format: short\nBag\n2 toy-99\n\nattic\n1 Candle\n"
