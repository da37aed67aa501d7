"""Decks on the command line: a code, a reference deck or a file."""

import pytest

from simulator.batches.selectors import DeckNotUsable, find_deck
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import DeckList
from simulator.games.signum import SYSTEM


def test_deck_code_is_found() -> None:
    deck = SYSTEM.reference_decks()[0].deck
    assert find_deck(encode(deck, system=SYSTEM), system=SYSTEM).content_hash == deck.content_hash


def test_code_with_a_wrong_character_is_refused() -> None:
    code = encode(SYSTEM.reference_decks()[0].deck, system=SYSTEM)
    wrong = code[:30] + ("A" if code[30] != "A" else "B") + code[31:]
    with pytest.raises(DeckNotUsable, match=r"checksum"):
        find_deck(wrong, system=SYSTEM)


def test_code_of_an_illegal_deck_is_refused_with_all_problems() -> None:
    empty = encode(DeckList(system="signum", format="basic"), system=SYSTEM)
    with pytest.raises(DeckNotUsable, match=r"no hero.*at least 20"):
        find_deck(empty, system=SYSTEM)
