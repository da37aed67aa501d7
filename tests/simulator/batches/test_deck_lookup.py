"""Which deck somebody means on the command line: a code, a reference deck, a file."""

import pytest

from simulator.batches.selectors import DeckNotUsable, deck_named
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import DeckList
from simulator.games.signum import SYSTEM


def test_a_deck_code_is_a_deck() -> None:
    deck = SYSTEM.reference_decks()[0].deck
    assert deck_named(encode(deck, system=SYSTEM), system=SYSTEM).content_hash == deck.content_hash


def test_a_code_with_a_wrong_character_is_told_so() -> None:
    code = encode(SYSTEM.reference_decks()[0].deck, system=SYSTEM)
    wrong = code[:30] + ("A" if code[30] != "A" else "B") + code[31:]
    with pytest.raises(DeckNotUsable, match=r"checksum"):
        deck_named(wrong, system=SYSTEM)


def test_the_code_of_a_deck_that_cannot_be_played_is_refused_with_every_reason() -> None:
    empty = encode(DeckList(system="signum", format="basic"), system=SYSTEM)
    with pytest.raises(DeckNotUsable, match=r"no hero.*at least 20"):
        deck_named(empty, system=SYSTEM)
