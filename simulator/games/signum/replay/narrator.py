"""Turns events into sentences, with the templates of wording/sentences.py."""

from dataclasses import fields
from typing import Final

from simulator.engine.cards.card import Catalogue
from simulator.engine.play.events import Event
from simulator.engine.play.narration import Sentence
from simulator.games.signum.cards.keywords import BY_CODE
from simulator.games.signum.rules.player.victory import DRAW
from simulator.games.signum.state import events as e
from simulator.games.signum.wording.sentences import CORNER_NAMES, REASONS, SENTENCES, STATS

_CREATURES: Final = ("who", "target", "attacker", "defender")
_SEATS: Final = ("seat", "first", "winner")
# Events without a sentence: they frame other events, or another sentence covers them.
_WITHOUT_SENTENCE: Final = (e.ActivationBegan, e.ActivationEnded, e.TurnEnded, e.CostPaid, e.CardBuried, e.OptionChosen)
_FACES: Final = ("bullseye", "bullseye", "axe", "axe", "shield", "shield")


class SignumNarrator:
    """Narrates one game.

    Keeps the names of creatures, because events refer to them by slot.
    """

    def __init__(self, *, catalogue: Catalogue, language: str, seats: tuple[str, ...]) -> None:
        self.catalogue = catalogue
        self.language = language
        self.seats = seats
        self.names: dict[int, str] = {}

    def __call__(self, event: Event) -> Sentence | None:
        if isinstance(event, e.CreaturePlaced):
            self.names[event.who] = self._card(event.card)
        if isinstance(event, _WITHOUT_SENTENCE):
            return None
        line = SENTENCES[line_of(event)][self.language]
        values = {part.name: self._text(event, part.name, getattr(event, part.name)) for part in fields(event)}
        return Sentence(text=line.format(**values), dice=_dice(event), is_heading=isinstance(event, e.TurnBegan))

    def _text(self, event: Event, field: str, value: object) -> str:
        if field in _CREATURES and isinstance(value, int):
            return self.names.get(value, "?")
        if field in _SEATS and isinstance(value, int):
            return self.seats[value] if 0 <= value < len(self.seats) else ""
        if field == "winners" and isinstance(value, tuple):
            return ", ".join(self.seats[seat] for seat in value)
        if field == "corner" and isinstance(value, int):
            return CORNER_NAMES[value][self.language]
        if field == "card":
            return self._card(str(value))
        if field in ("ability", "what"):
            return self._word(str(value))
        if field == "reason":
            return REASONS[str(value)][self.language]
        if field == "amount" and isinstance(event, e.ProsperityChanged):
            return f"{value:+d}".replace("-", "−")
        return str(value)

    def _card(self, code: str) -> str:
        card = self.catalogue.get(code)
        return card.name(self.language) if card else code

    def _word(self, code: str) -> str:
        if code in STATS:
            return STATS[code][self.language]
        keyword = BY_CODE.get(code)
        if keyword is None:
            return code
        return {"en": keyword.en, "es": keyword.es, "it": keyword.it}[self.language]


def line_of(event: Event) -> str:
    """The key of the event's sentence: its name, and a suffix for variants."""
    name = type(event).__name__
    if isinstance(event, e.HandChanged):
        return f"{name}.prosperity" if event.for_prosperity else name
    if isinstance(event, e.CardPlayed):
        return f"{name}.hidden" if not event.card else name
    if isinstance(event, e.CardReturned):
        return f"{name}.{event.zone}"
    if isinstance(event, e.PassageSought):
        return f"{name}.none" if event.to < 0 else name
    if isinstance(event, e.Moved | e.MoveDeclared):
        return f"{name}.run" if event.run else name
    if isinstance(event, e.Backstabbed):
        return name if event.hit else f"{name}.missed"
    if isinstance(event, e.AbilityUsed):
        if event.ability == "used":
            return f"{name}.used"
        return f"{name}.keyword" if event.ability in BY_CODE else name
    if isinstance(event, e.Granted):
        return f"{name}.immobile" if event.what == "immobile" else name
    if isinstance(event, e.DiceRolled):
        suffixes = {
            "effect": ".effect",
            "search": ".search",
            "melee": ".melee",
            "shot": ".shot",
            "steam": ".steam",
            "defence": ".defence",
            "shot_defence": ".defence",
        }
        return name + suffixes.get(event.purpose, "")
    if isinstance(event, e.GameEnded):
        return f"{name}.draw" if event.winner == DRAW else name
    return name


def _dice(event: Event) -> tuple[str, ...]:
    if isinstance(event, e.DiceRolled | e.FirstPlayerRolled):
        rolls = event.rolls
    elif isinstance(event, e.DiceRerolled):
        rolls = event.after
    elif isinstance(event, e.Backstabbed | e.DetectionRolled | e.RuinsSearched | e.PassageSought):
        rolls = (event.roll,)
    else:
        return ()
    return tuple(_FACES[roll - 1] for roll in rolls)
