"""Which printing a name, a code or a typed line means, in one game; and a reason where it means none.

Taking a line apart is the engine's lines.py and reading.py; what becomes of the cards is the caller's business.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from collection.models import Printing
from simulator.engine.cards.card import CardSpec
from simulator.engine.decks import lexer
from simulator.engine.decks.parser import parse
from simulator.engine.system import GameSystem
from simulator.engine.values import fold

# Looking for similar names takes milliseconds; a file full of nonsense must not take minutes.
MOST_SEARCHES = 40
LONGEST_QUOTE = 60


@dataclass(frozen=True, slots=True)
class Misread:
    """Why something could not be understood: a reason, what was given, and what may have been meant."""

    reason: str
    given: str = ""
    near: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        return sentence(self.reason, self.given)


def sentence(reason: str, given: str) -> str:
    """A reason in the reader's language. Reasons are stored with imports; sentences are made when they are read."""
    sentences = {
        "unknown_card": _("No card is called “%(given)s”."),
        "unknown_heading": _("“%(given)s” is a heading nobody here knows: the lines below it count as those before."),
        "several_cards": _("Several cards are called “%(given)s”: write the code instead."),
        "not_a_number": _("“%(given)s” is no whole number from 0 to 9999."),
        "no_name": _("The row names no card."),
        "no_amounts": _("The row says no amount: expected a number of cards or miniatures."),
        "unreadable": _("The line holds characters that cannot be printed, or is too long."),
        "too_many_rows": _("Rows from here on were not read: at most %(given)s are."),
        "not_in_set": _("The card was never printed in the set “%(given)s”."),
        "no_miniature": _("“%(given)s” has no miniature to count."),
        "not_an_object": _('Expected an object such as {"code": …, "cards": 2}, found %(given)s.'),
    }
    return sentences.get(reason, reason) % {"given": given}


@dataclass(slots=True)
class Finder:
    """Looks names up in one game's catalogue, and its printings among the rows."""

    system: GameSystem
    printings: Mapping[str, int] = field(default_factory=dict)
    _near: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, system: GameSystem) -> "Finder":
        # Withdrawn ones too: somebody may own them.
        return cls(system, dict(Printing.objects.filter(system=system.code).values_list("code", "pk")))

    def named(self, text: str) -> str | Misread:
        """The code of the printing that a code or name means."""
        spelling = fold(text)
        if not spelling:
            return Misread("no_name")
        if spelling in self.printings:
            return spelling
        found = [card for card in self.system.catalogue.find(text) if card.code in self.printings]
        if len(found) == 1:
            return found[0].code
        if found:
            return Misread("several_cards", text[:LONGEST_QUOTE], tuple(card.code for card in found[:3]))
        return Misread("unknown_card", text[:LONGEST_QUOTE], self.near(text))

    def understands(self, text: str) -> bool:
        """Whether a line means a card as it stands."""
        return parse(text, section=None, system=self.system) is not None or any(
            fold(reading.name) in self.printings for reading in lexer.readings(text)
        )

    def line(self, text: str) -> tuple[str, int] | Misread:
        """The printing and the count of a line such as `2x Fireball`."""
        meaning = parse(text, section=None, system=self.system)
        if meaning is not None:
            return self._counted(*meaning)
        # A withdrawn card's code is known to the rows alone; and the shortest reading is the one to quote.
        for reading in lexer.readings(text):
            if fold(reading.name) in self.printings:
                return self._counted(reading, ())
        shortest = min(lexer.readings(text), key=lambda reading: len(reading.name))
        return Misread("unknown_card", shortest.name[:LONGEST_QUOTE], self.near(shortest.name))

    def _counted(self, reading: lexer.LineReading, cards: tuple[CardSpec, ...]) -> tuple[str, int] | Misread:
        if len(cards) > 1:
            return Misread("several_cards", reading.name[:LONGEST_QUOTE], tuple(card.code for card in cards[:3]))
        code = self.named(reading.name)
        return code if isinstance(code, Misread) else (code, reading.count)

    def near(self, text: str) -> tuple[str, ...]:
        spelling = fold(text)[:80]
        if spelling not in self._near and len(self._near) < MOST_SEARCHES:
            self._near[spelling] = self.system.catalogue.nearest(spelling)
        return self._near.get(spelling, ())

    def has_miniature(self, code: str) -> bool:
        return any(card.kind in self.system.miniature_kinds for card in self.system.catalogue.find(code))

    def id_of(self, code: str) -> int:
        return self.printings[code]

    def in_set(self, code: str, set_code: str) -> str | Misread:
        """The printing of the same card in a set; a set it was never printed in is told."""
        for card in self.system.catalogue.find(code):
            for printing in card.printings:
                if printing.set_code == set_code and printing.code in self.printings:
                    return printing.code
            return Misread("not_in_set", set_code[:LONGEST_QUOTE], tuple(one.set_code for one in card.printings)[:3])
        return code

    def is_known(self, text: str) -> bool:
        return fold(text) in self.printings or bool(self.system.catalogue.find(text))
