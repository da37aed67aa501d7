"""Differences between decks as data.

Changes, fixes applied, and concurrent changes merged. Whether the result is legal is the game's `check_deck`; versions
in the database are decks/models.py.
"""

from dataclasses import dataclass, replace

from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.lexer import MAX_COPIES, MAX_LINES, MAX_TEXT_LENGTH, named_format
from simulator.engine.decks.report import Fix

Counts = dict[tuple[str, str], int]
"""Copies of each card in each section: `{(section, card): count}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One card of one section, with its count before and after."""

    section: str
    card: str
    before: int
    after: int

    @property
    def kind(self) -> str:
        """`in`, `out` or `changed`."""
        if not self.before:
            return "in"
        return "changed" if self.after else "out"


def counts(deck: DeckList) -> Counts:
    return {(section, card): count for section, lines in deck.sections for card, count in lines}


def with_counts(deck: DeckList, wanted: Counts) -> DeckList:
    """The deck with these counts instead of its own.

    Zero removes the line, too many are cut to the maximum.
    """
    sections: dict[str, dict[str, int]] = {}
    for (section, card), count in wanted.items():
        if count > 0:
            sections.setdefault(section, {})[card] = min(count, MAX_COPIES)
    return DeckList.of(sections, system=deck.system, format=deck.format, name=deck.name)


def changes(before: DeckList, after: DeckList) -> tuple[Change, ...]:
    """Every card whose count differs, in the order of the later deck.

    Removed cards come last.
    """
    old, new = counts(before), counts(after)
    return tuple(
        Change(section=place[0], card=place[1], before=old.get(place, 0), after=new.get(place, 0))
        for place in (*new, *(place for place in old if place not in new))
        if old.get(place, 0) != new.get(place, 0)
    )


def merged(*, base: DeckList, theirs: DeckList, mine: DeckList) -> DeckList:
    """Three-way merge: applies the changes of both editors since `base`."""
    start, other, own = counts(base), counts(theirs), counts(mine)
    wanted: Counts = {}
    for place in (*other, *own, *start):
        their_count, my_count = other.get(place, 0), own.get(place, 0)
        # The same new count on both sides is the same change, not two changes to add up.
        same = their_count == my_count
        wanted[place] = their_count if same else their_count + my_count - start.get(place, 0)
    format = mine.format if mine.format != base.format else theirs.format
    name = mine.name if mine.name != base.name else theirs.name
    return replace(with_counts(theirs, wanted), format=format, name=name)


def common(first: DeckList, second: DeckList) -> DeckList:
    """The cards that both decks have."""
    others = counts(second)
    return with_counts(first, {place: min(count, others.get(place, 0)) for place, count in counts(first).items()})


def apply_fix(deck: DeckList, fix: Fix) -> DeckList:
    """The deck after a fix.

    A fix for a card that the deck does not have changes nothing.
    """
    wanted = counts(deck)
    if fix.do == "add":
        place = (fix.section, fix.card)
        wanted[place] = wanted.get(place, 0) + max(fix.count, 1)
    elif fix.do == "remove":
        _take(wanted, card=fix.card, count=fix.count, section=fix.section)
    elif fix.do == "move":
        taken = _take(wanted, card=fix.card, count=fix.count, not_from=fix.section)
        if taken:
            place = (fix.section, fix.card)
            wanted[place] = wanted.get(place, 0) + taken
    elif fix.card:
        wanted = _replaced(wanted, fix)
    else:
        format = named_format(fix.text.removeprefix("//").strip())
        return replace(deck, format=format) if format else deck
    return with_counts(deck, wanted)


def apply_fix_to_text(text: str, fix: Fix) -> str:
    """A decklist text with one line replaced or emptied.

    A text that is too long is cut after that line.
    """
    pieces = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if 0 < fix.line <= len(pieces):
        pieces[fix.line - 1] = fix.text
    if len(text) > MAX_TEXT_LENGTH or len(pieces) > MAX_LINES:
        pieces = pieces[: min(fix.line, MAX_LINES)]
    return "\n".join(pieces)


def _take(wanted: Counts, *, card: str, count: int, section: str = "", not_from: str = "") -> int:
    """Takes copies out of the section, or out of any but `not_from`; 0 means all.

    Returns how many were taken.
    """
    taken = 0
    for place in [place for place in wanted if place[1] == card and (place[0] == section or not section)]:
        if place[0] == not_from:
            continue
        removed = min(wanted[place], count - taken) if count else wanted[place]
        wanted[place] -= removed
        taken += removed
    return taken


def _replaced(wanted: Counts, fix: Fix) -> Counts:
    """Another card in the same section; `text` is its code."""
    result: Counts = {}
    for (section, card), count in wanted.items():
        is_replaced = card == fix.card and fix.section in ("", section)
        place = (section, fix.text if is_replaced else card)
        result[place] = result.get(place, 0) + count
    return result
