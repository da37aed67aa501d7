"""The default player of scenarios: answers what a command does not say."""

from math import hypot

from simulator.games.signum.scenarios.commands import CommandReader, codes_of, targets
from simulator.games.signum.scenarios.fields import ScenarioFields
from simulator.games.signum.state.questions import (
    NO,
    YES,
    BackstabFromHiding,
    ChaseTarget,
    PickCard,
    PickPlace,
    PickTarget,
    Question,
    ReplaceRelic,
)


class DefaultPlayer:
    """Answers what a command does not say: takes what costs nothing, rolls where the scenario has dice left for it."""

    __slots__ = ("fields", "reader")

    def __init__(self, reader: CommandReader, fields: ScenarioFields) -> None:
        self.reader = reader
        self.fields = fields

    def answer(self, seat: int, question: Question) -> int:
        if isinstance(question, BackstabFromHiding):
            return YES if self.reader.scenario.dice_left() else NO
        if isinstance(question, ChaseTarget):
            return self._chased(question)
        if isinstance(question, PickPlace) and "to" in self.fields.data:
            x, y = self.fields.point("to")
            away = [hypot(place[0] - x, place[1] - y) for place in question.places]
            return away.index(min(away))
        if seat != self.reader.position.active:
            return question.default  # the command speaks for the active player only
        if isinstance(question, PickTarget):
            return self._picked(question)
        if isinstance(question, (PickCard, ReplaceRelic)):
            return self._picked_card(question)
        return question.default

    def _chased(self, question: ChaseTarget) -> int:
        if "chase" in self.fields.data:
            slot = self.reader.target(self.fields.text("chase"))
            return question.candidates.index(slot) + 1 if slot in question.candidates else 0
        return 1 if self.reader.scenario.dice_left() else 0

    def _picked(self, question: PickTarget) -> int:
        names = [self.fields.text("passage")] if "passage" in self.fields.data else targets(self.fields)
        for name in names:
            slot = self.reader.target(name)
            if slot in question.candidates:
                return question.candidates.index(slot)
        return question.default

    def _picked_card(self, question: PickCard | ReplaceRelic) -> int:
        names = [self.fields.text("replace")] if "replace" in self.fields.data else targets(self.fields)
        for name in names:
            for number, code in enumerate(question.codes):
                if code in codes_of(name):
                    return number
        return question.default
