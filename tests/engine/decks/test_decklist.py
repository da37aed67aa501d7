"""The deck as a value: canonical, hashed, and the same after a round trip through text."""

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
FORMATS = st.sampled_from([known.code for known in SYSTEM.formats])
# What deck names are likely to break on, besides all that Hypothesis thinks of.
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
def test_reading_what_was_rendered_gives_the_deck_back(
    sections: dict[str, dict[str, int]], format: str, name: str, language: str
) -> None:
    written = DeckList.of(sections, system="toy", format=format, name=name)
    assert read(render(written, system=SYSTEM, language=language), system=SYSTEM) == (written, ())


@repeatable
@given(sections=SECTIONS, data=st.data())
def test_the_content_hash_does_not_depend_on_order_name_or_format(
    sections: dict[str, dict[str, int]], data: st.DataObject
) -> None:
    mixed = {
        section: dict(data.draw(st.permutations(list(counts.items()))))
        for section, counts in reversed(sections.items())
    }
    one = DeckList.of(sections, system="toy", format="short", name="One")
    other = DeckList.of(mixed, system="toy", format="long", name="Other")
    assert one.content_hash == other.content_hash


def test_the_content_hash_tells_decks_apart_and_never_changes() -> None:
    decks = [deck(), deck(bag={"toy-1": 1}), deck(bag={"toy-1": 2}), deck(bag={"toy-2": 1}), deck(charm={"toy-1": 1})]
    assert len({one.content_hash for one in decks}) == len(decks)
    # Frozen: results and legality are stored under this.
    assert (
        deck(bag={"toy-1": 2, "toy-3": 1}).content_hash
        == "12f007900133f97b3891c020366ce91dbb88552e3423a6e5a12a977eeb96e86c"
    )


def test_the_same_card_twice_is_one_line_and_empty_sections_are_none() -> None:
    twice = DeckList(
        system="toy", format="short", sections=(("charm", ()), ("bag", (("toy-1", 1), ("toy-2", 1), ("toy-1", 2))))
    )
    assert twice.sections == (("bag", (("toy-1", 3), ("toy-2", 1))),)
    assert twice.section("charm") == ()
    assert twice.size("bag") == 4


def test_a_deck_is_a_value() -> None:
    one = deck(bag={"toy-1": 2})
    assert one == deck(bag={"toy-1": 2})
    assert len({one, deck(bag={"toy-1": 2})}) == 1
    assert pickle.loads(pickle.dumps(one)) == one


@pytest.mark.parametrize("count", [0, -1, 1000, 10**9])
def test_a_deck_holds_no_absurd_number_of_a_card(count: int) -> None:
    with pytest.raises(ValueError, match=f"toy-1: {count} copies; a deck has at least 1 and at most 999"):
        deck(bag={"toy-1": count})


def test_a_decks_name_is_one_line_that_can_be_stored() -> None:
    named = DeckList(system="toy", format="short", name=" Night\n of\x00 \u200bwind" + "!" * 200)
    assert named.name.startswith("Night of wind!")
    assert len(named.name) == 100


def test_cards_no_catalogue_knows_are_reported_where_they_are() -> None:
    problems = list(unknown_cards(deck(bag={"toy-1": 1, "toy-99": 1}, charm={"x-1": 1}), catalogue=SYSTEM.catalogue))
    assert [(problem.code, problem.cards) for problem in problems] == [
        ("UNKNOWN_CARD", ("toy-99",)),
        ("UNKNOWN_CARD", ("x-1",)),
    ]
    assert list(unknown_cards(deck(bag={"toy-1": 1}), catalogue=Catalogue(SYSTEM.catalogue))) == []


def test_a_deck_is_written_in_the_systems_order_and_the_readers_language() -> None:
    text = render(deck(bag={"toy-3": 2, "toy-1": 1}, charm={"toy-7": 1}), system=SYSTEM, language="es")
    assert text == "// Night\n// format: short\nAmuleto\n1 Piedra de luna\n\nBolsa\n2 Hoguera\n1 Vela\n"


def test_what_the_system_does_not_know_is_written_by_code() -> None:
    text = render(deck(bag={"toy-99": 2}, attic={"toy-1": 1}), system=SYSTEM)
    assert text == "// Night\n// format: short\nBag\n2 toy-99\n\nattic\n1 Candle\n"
