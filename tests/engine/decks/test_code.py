"""Deck codes: round trip, maximum length for legal decks, and errors."""

import contextlib
import math
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.cards.card import CardSpec, Catalogue
from simulator.engine.decks.bits import BitReader, BitWriter
from simulator.engine.decks.code import DeckCodeError, decode, encode, looks_like_a_code
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.games import systems
from tests import toy

SYSTEMS: Mapping[str, GameSystem] = systems(extra=(toy,))
SIGNUM = SYSTEMS["signum"]
MAX_CODE_LENGTH = 120
CODES = [card.code for card in SIGNUM.catalogue]

section_names = st.sampled_from([section.code for section in SIGNUM.sections]) | st.text("abc", min_size=1, max_size=5)
card_codes = st.sampled_from(CODES) | st.from_regex(r"[a-z]{1,4}-[0-9a-z]{1,5}", fullmatch=True)
decks = st.dictionaries(section_names, st.dictionaries(card_codes, st.integers(1, 999), min_size=1), max_size=5).map(
    lambda sections: DeckList.of(sections, system="signum", format="basic")
)


@given(decks)
def test_every_deck_round_trips_through_its_code(deck: DeckList) -> None:
    code = encode(deck, system=SIGNUM)
    again = decode(code, systems=SYSTEMS)
    assert again.content_hash == deck.content_hash
    assert again.format == deck.format
    assert looks_like_a_code(code)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.code)
def test_reference_decks_round_trip(system: GameSystem) -> None:
    for reference in system.reference_decks():
        code = encode(reference.deck, system=system)
        assert decode(code, systems=SYSTEMS).content_hash == reference.deck.content_hash
        assert len(code) <= MAX_CODE_LENGTH


def test_codes_of_legal_decks_are_at_most_120_characters() -> None:
    """An upper bound on the bits of any legal deck, section by section.

    With n cards whose numbers are at most N, the best Rice code takes at most n x (1 + d) + N / 2^d bits for every
    divisor d, and c copies take at most 1.5 bits each plus one bit.
    """
    highest = max(int(code.rpartition("-")[2]) for code in CODES)
    own = {card.facts.get("faction") for card in SIGNUM.catalogue if card.kind == "hero"}
    max_cards = {"hero": 1, "battle": 40, "city": 0, "terrain": 0}
    for section, kind in (("city", "building"), ("terrain", "terrain")):
        of_kind = [card.facts.get("faction") for card in SIGNUM.catalogue if card.kind == kind]
        max_cards[section] = of_kind.count("basic") + max(of_kind.count(faction) for faction in own)
    head = BitWriter()
    head.number(0, bits=4 + 24)  # version and checksum
    for word in ("signum", "h-abcdefgh", "core"):
        head.text(word)
    for number in (0, 1, 3, len(max_cards), 0):  # format as text, sets, digits, groups, cards without a number
        head.count(number)
    bits = len(head.padded())
    for place, (section, cards) in enumerate(max_cards.items(), start=1):
        group = BitWriter()
        for number in (place, 0, cards):  # section, set, count
            group.count(number)
        copies = math.ceil(1.5 * cards) + 1 if section == "battle" else cards
        gaps = min(cards * (1 + divisor) + (highest >> divisor) for divisor in range(8))
        bits += len(group.padded()) + 3 + copies + gaps
    assert math.ceil(bits / 6) <= MAX_CODE_LENGTH
    assert {card.set_code for card in SIGNUM.catalogue} == {"core"}, "a second set needs more bits: extend the bound"


def test_the_widest_legal_deck_is_well_below_the_limit() -> None:
    own = [c for c in SIGNUM.catalogue if c.facts.get("faction") == "vallor" and not c.facts.get("hero")]
    hero = next(card for card in own if card.kind == "hero")
    figures = [card for card in own if card.kind == "character"][:20]
    support = [card for card in own if card.kind in ("spell", "relic", "tactic")][:20]
    chosen = [card for card in SIGNUM.catalogue if card.facts.get("faction") in ("basic", "vallor")]
    deck = DeckList.of(
        {
            "hero": {hero.code: 1},
            "battle": {card.code: 1 for card in (*figures, *support)},
            "city": {card.code: 1 for card in chosen if card.kind == "building"},
            "terrain": {card.code: 1 for card in chosen if card.kind == "terrain"},
        },
        system="signum",
        format="basic",
    )
    assert SIGNUM.check_deck(deck).legal
    assert len(encode(deck, system=SIGNUM)) <= 100


def test_new_cards_do_not_change_codes() -> None:
    deck = SIGNUM.reference_decks()[0].deck
    code = encode(deck, system=SIGNUM)
    first = next(iter(SIGNUM.catalogue))
    newer = CardSpec(code="aaa-1", names=first.names, kind=first.kind, set_code="aaa")
    grown = GameSystem(
        **{field: getattr(SIGNUM, field) for field in SIGNUM.__slots__}
        | {"catalogue": Catalogue([newer, *SIGNUM.catalogue])}
    )
    assert decode(code, systems={"signum": grown}).content_hash == deck.content_hash
    assert encode(deck, system=grown) == code


@given(st.text(max_size=200))
def test_any_text_gives_a_deck_or_a_deck_code_error(text: str) -> None:
    with contextlib.suppress(DeckCodeError):
        assert decode(text, systems=SYSTEMS).system in SYSTEMS


@given(st.integers(0, 60), st.sampled_from("ABCxyz019-_"))
def test_one_wrong_character_is_detected(place: int, letter: str) -> None:
    code = encode(SIGNUM.reference_decks()[0].deck, system=SIGNUM)
    place %= len(code)
    wrong = code[:place] + letter + code[place + 1 :]
    if wrong != code:
        with pytest.raises(DeckCodeError):
            decode(wrong, systems=SYSTEMS)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", "broken"),
        ("EAAA", "broken"),
        ("EAAAAAAAA", "checksum"),
        ("8AAAAAAAA", "no_code"),
        ("zzz", "no_code"),
        ("A", "no_code"),
        ("Fireball!", "bad_character"),
        ("A" * 5_000, "too_long"),
        ("\u202eEAAA\x00", "bad_character"),
    ],
)
def test_an_invalid_code_has_a_reason(code: str, reason: str) -> None:
    with pytest.raises(DeckCodeError) as caught:
        decode(code, systems=SYSTEMS)
    assert caught.value.reason == reason


def test_a_code_of_a_later_version_is_recognized() -> None:
    code = encode(SIGNUM.reference_decks()[0].deck, system=SIGNUM)
    bits = BitReader(code)
    version, rest = bits.number(4), bits.rest()
    later = BitWriter()
    later.number(version + 1, bits=4)
    for bit in rest:
        later.number(int(bit), bits=1)
    with pytest.raises(DeckCodeError) as caught:
        decode(later.as_text(), systems=SYSTEMS)
    assert caught.value.reason == "version"
    assert not looks_like_a_code(later.as_text())


def test_a_forged_code_with_unprintable_characters_is_refused() -> None:
    forged = DeckList.of({"battle": {"core-\x00": 1}}, system="signum", format="basic")
    with pytest.raises(DeckCodeError):
        decode(encode(forged, system=SIGNUM), systems=SYSTEMS)


def test_an_unknown_game_system_is_named() -> None:
    code = encode(DeckList.of({}, system="chess", format="blitz"), system=SIGNUM)
    with pytest.raises(DeckCodeError, match="chess") as caught:
        decode(code, systems=SYSTEMS)
    assert caught.value.reason == "system"


@given(st.lists(st.integers(0, 10**9)), st.lists(st.text(max_size=40).filter(lambda text: "\ud800" not in text)))
def test_bits_round_trip(numbers: list[int], texts: list[str]) -> None:
    bits = BitWriter()
    for number in numbers:
        bits.count(number)
    for text in texts:
        bits.text(text)
    reader = BitReader(bits.as_text())
    assert [reader.count() for _ in numbers] == numbers
    assert [reader.text() for _ in texts] == texts
