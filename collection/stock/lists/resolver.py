"""Finds the printing for a name, a code or a line of a list.

The engine's decks/lexer.py and decks/parser.py parse the lines.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from collection.models import Printing
from simulator.engine.cards.card import CardSpec
from simulator.engine.decks import lexer
from simulator.engine.decks.parser import parse
from simulator.engine.game_system import GameSystem
from simulator.engine.values import fold

# A search for similar names takes milliseconds; a file full of nonsense must not take minutes.
MAX_LOOKUPS = 40
MAX_QUOTE_LENGTH = 60


@dataclass(frozen=True, slots=True)
class LineError:
    """Why a line was not understood: a reason, the text, and suggestions."""

    reason: str
    text: str = ""
    suggestions: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        return sentence(self.reason, self.text)


def sentence(reason: str, text: str) -> str:
    """Return a reason as a sentence in the user's language.

    Imports store only the reason.
    """
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
    return sentences.get(reason, reason) % {"given": text}


@dataclass(slots=True)
class Finder:
    """Looks up names in a game's catalogue, and printings in the database."""

    system: GameSystem
    printings: Mapping[str, int] = field(default_factory=dict)
    pieces: frozenset[str] = frozenset()
    """The codes of printings that are parts of other cards: see counts.py."""
    _suggestions: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, system: GameSystem) -> "Finder":
        # Includes withdrawn printings: users may own them.
        rows = Printing.objects.filter(system=system.code)
        kinds = system.part_kinds
        pieces = rows.filter(card__kind__in=kinds).values_list("code", flat=True) if kinds else ()
        return cls(system, dict(rows.values_list("code", "pk")), frozenset(pieces))

    def find(self, text: str) -> str | LineError:
        """Return the printing code for a code or a name."""
        spelling = fold(text)
        if not spelling:
            return LineError("no_name")
        if spelling in self.printings:
            return spelling
        cards = [card for card in self.system.catalogue.find(text) if card.code in self.printings]
        if len(cards) == 1:
            return cards[0].code
        if cards:
            return LineError("several_cards", text[:MAX_QUOTE_LENGTH], tuple(card.code for card in cards[:3]))
        return LineError("unknown_card", text[:MAX_QUOTE_LENGTH], self.suggest(text))

    def can_parse(self, text: str) -> bool:
        """Whether a line can be parsed as it is."""
        return parse(text, section=None, system=self.system) is not None or any(
            fold(reading.name) in self.printings for reading in lexer.readings(text)
        )

    def parse_line(self, text: str) -> tuple[str, int] | LineError:
        """Return the printing code and the count of a line such as `2x Fireball`."""
        meaning = parse(text, section=None, system=self.system)
        if meaning is not None:
            return self._resolve_reading(*meaning)
        # Only the database knows the codes of withdrawn cards. Errors quote the shortest reading.
        for reading in lexer.readings(text):
            if fold(reading.name) in self.printings:
                return self._resolve_reading(reading, ())
        shortest = min(lexer.readings(text), key=lambda reading: len(reading.name))
        return LineError("unknown_card", shortest.name[:MAX_QUOTE_LENGTH], self.suggest(shortest.name))

    def _resolve_reading(self, reading: lexer.LineReading, cards: tuple[CardSpec, ...]) -> tuple[str, int] | LineError:
        if len(cards) > 1:
            return LineError("several_cards", reading.name[:MAX_QUOTE_LENGTH], tuple(card.code for card in cards[:3]))
        code = self.find(reading.name)
        return code if isinstance(code, LineError) else (code, reading.count)

    def suggest(self, text: str) -> tuple[str, ...]:
        spelling = fold(text)[:80]
        if spelling not in self._suggestions and len(self._suggestions) < MAX_LOOKUPS:
            self._suggestions[spelling] = self.system.catalogue.nearest(spelling)
        return self._suggestions.get(spelling, ())

    def has_miniature(self, code: str) -> bool:
        return any(card.kind in self.system.miniature_kinds for card in self.system.catalogue.find(code))

    def id_of(self, code: str) -> int:
        return self.printings[code]

    def find_in_set(self, code: str, set_code: str) -> str | LineError:
        """Return the printing of the same card in a set, or an error if there is none."""
        for card in self.system.catalogue.find(code):
            for printing in card.printings:
                if printing.set_code == set_code and printing.code in self.printings:
                    return printing.code
            return LineError(
                "not_in_set", set_code[:MAX_QUOTE_LENGTH], tuple(printing.set_code for printing in card.printings)[:3]
            )
        return code

    def is_known(self, text: str) -> bool:
        return fold(text) in self.printings or bool(self.system.catalogue.find(text))
