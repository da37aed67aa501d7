"""What differs between decks, as data: changes from one to another, a fix applied, two people's changes merged.

Whether the result is legal is the game's `check_deck`; versions in a database are none of this.
"""

from dataclasses import dataclass, replace

from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.lexer import LONGEST_TEXT, MOST_COPIES, MOST_LINES, named_format
from simulator.engine.decks.report import Fix

Counts = dict[tuple[str, str], int]
"""How many of a card lie in a section: `{(section, card): count}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One card of one section: so many before, so many after."""

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
    """The deck with these counts instead of its own; nothing of a card means no line, and too many are cut."""
    sections: dict[str, dict[str, int]] = {}
    for (section, card), count in wanted.items():
        if count > 0:
            sections.setdefault(section, {})[card] = min(count, MOST_COPIES)
    return DeckList.of(sections, system=deck.system, format=deck.format, name=deck.name)


def changes(before: DeckList, after: DeckList) -> tuple[Change, ...]:
    """Every card whose number differs, in the order of the later deck, then what is gone."""
    old, new = counts(before), counts(after)
    return tuple(
        Change(section=place[0], card=place[1], before=old.get(place, 0), after=new.get(place, 0))
        for place in (*new, *(place for place in old if place not in new))
        if old.get(place, 0) != new.get(place, 0)
    )


def merged(*, base: DeckList, theirs: DeckList, mine: DeckList) -> DeckList:
    """Both people's changes to the same deck: what each put in or took out since `base` happens once more."""
    start, other, own = counts(base), counts(theirs), counts(mine)
    wanted: Counts = {}
    for place in (*other, *own, *start):
        asked = (other.get(place, 0), own.get(place, 0))
        # Who changed a number to the same as the other meant the same copy, not one more.
        same = asked[0] == asked[1]
        wanted[place] = asked[0] if same else sum(asked) - start.get(place, 0)
    format = mine.format if mine.format != base.format else theirs.format
    name = mine.name if mine.name != base.name else theirs.name
    return replace(with_counts(theirs, wanted), format=format, name=name)


def common(one: DeckList, other: DeckList) -> DeckList:
    """The cards that both decks have."""
    there = counts(other)
    return with_counts(one, {place: min(count, there.get(place, 0)) for place, count in counts(one).items()})


def mended(deck: DeckList, fix: Fix) -> DeckList:
    """The deck after a fix; one that speaks of a card the deck does not have changes nothing."""
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


def mended_text(text: str, fix: Fix) -> str:
    """A decklist text with one line written anew, or emptied; what is too long to be read is cut off there."""
    pieces = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if 0 < fix.line <= len(pieces):
        pieces[fix.line - 1] = fix.text
    if len(text) > LONGEST_TEXT or len(pieces) > MOST_LINES:
        pieces = pieces[: min(fix.line, MOST_LINES)]
    return "\n".join(pieces)


def _take(wanted: Counts, *, card: str, count: int, section: str = "", not_from: str = "") -> int:
    """Takes copies out of the section, or of any other than `not_from`; 0 means all. How many were taken."""
    taken = 0
    for place in [place for place in wanted if place[1] == card and (place[0] == section or not section)]:
        if place[0] == not_from:
            continue
        left = min(wanted[place], count - taken) if count else wanted[place]
        wanted[place] -= left
        taken += left
    return taken


def _replaced(wanted: Counts, fix: Fix) -> Counts:
    """Another card in the same place; `text` is its code."""
    result: Counts = {}
    for (section, card), count in wanted.items():
        is_meant = card == fix.card and fix.section in ("", section)
        place = (section, fix.text if is_meant else card)
        result[place] = result.get(place, 0) + count
    return result
