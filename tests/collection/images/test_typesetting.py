"""Typeset text always fits its box: every card in every language, and any input."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.images import frame
from collection.images.renderer import MARGIN, paper_settings
from collection.images.text.fonts import BOLD, TEXT
from collection.images.text.typesetting import ELLIPSIS, SIZES, line_widths, set_text, shorten, words
from simulator.engine.cards.face import Run, plain_text
from simulator.engine.game_system import GameSystem
from simulator.engine.values import LANGUAGES
from tests.contract.systems import SYSTEMS, for_every_system

ROOM = frame.ART[2] - frame.ART[0] - 2 * MARGIN
MIN_READABLE = 24  # pixels at 300 dpi: 5.8 points


def paper_height(*, stats: bool, marks: bool) -> int:
    low = frame.STATS[0] - 12 if stats else frame.STATS[1] - 2
    return low - frame.PAPER_TOP - (56 if marks else 0)


@for_every_system
def test_every_card_text_fits_and_is_readable(system: GameSystem) -> None:
    for card in system.catalogue:
        for language in LANGUAGES:
            face = system.face(card, language)
            height = paper_height(stats=bool(face.stats), marks=bool(face.marks))
            text, flavour = paper_settings(face, height=height)
            assert text.height + (flavour.height if flavour else 0) <= height, card.code
            assert max([0.0, *line_widths(text), *(line_widths(flavour) if flavour else ())]) <= ROOM, card.code
            assert text.size >= MIN_READABLE, card.code
            assert set_words(text).replace(" ", "") == "".join(run_texts(face.text)).replace(" ", ""), card.code


def set_words(setting) -> str:
    return " ".join(word.text for line in setting.lines if line for word in line)


def run_texts(text) -> list[str]:
    return [run.text for paragraph in text for run in paragraph]


def test_a_text_four_times_the_longest_fits() -> None:
    system = next(system for system in SYSTEMS if system.code == "signum")
    longest = max((card.text("es") for card in system.catalogue), key=len)
    face = replace(system.face(next(iter(system.catalogue)), "es"), text=plain_text("\n".join([longest] * 4)))
    height = paper_height(stats=True, marks=True)
    text, _ = paper_settings(face, height=height)
    assert text.height <= height
    assert ELLIPSIS not in set_words(text)


@pytest.mark.parametrize("text", ["word " * 5000, "W" * 20000, "x\n" * 3000], ids=["words", "one word", "lines"])
def test_too_long_a_text_ends_in_an_ellipsis(text: str) -> None:
    setting = set_text(plain_text(text), box=(600, 240))
    assert setting.size == SIZES[-1]
    assert setting.height <= 240
    assert max(line_widths(setting)) <= 600
    assert set_words(setting).endswith(ELLIPSIS)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.builds(Run, st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=120), st.booleans()), max_size=6
    ),
    st.integers(60, 640),
    st.integers(40, 300),
)
def test_any_text_stays_in_its_box(runs: list[Run], wide: int, high: int) -> None:
    setting = set_text([tuple(runs)], box=(wide, high))
    assert setting.height <= high
    assert all(width <= wide + 1 for width in line_widths(setting))


def test_a_comma_stays_with_the_bold_word_before_it() -> None:
    result = list(words((Run("Gains "), Run("Shot\u00a03", bold=True), Run(", and more"))))
    assert [(word.text, word.style, word.glued) for word in result] == [
        ("Gains", TEXT, True),
        ("Shot\u00a03", BOLD, False),
        (",", TEXT, True),
        ("and", TEXT, False),
        ("more", TEXT, False),
    ]


def test_too_long_a_title_is_shortened() -> None:
    assert shorten("Brissa", style=TEXT, size=30, room=400) == "Brissa"
    assert shorten("Brissa " * 60, style=TEXT, size=30, room=400).endswith(ELLIPSIS)
