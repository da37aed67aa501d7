"""The default player of scenarios, for questions that a command leaves open."""

from math import hypot

from simulator.engine.play.scenario import ScenarioError
from simulator.games.signum.scenarios.commands import CommandReader, codes_of, targets
from simulator.games.signum.scenarios.fields import ScenarioFields
from simulator.games.signum.scenarios.position import SEATS
from simulator.games.signum.state.questions import (
    NO,
    YES,
    BackstabFromHiding,
    ChaseTarget,
    PickCard,
    PickOpponent,
    PickPlace,
    PickTarget,
    Question,
    ReplaceRelic,
    RerollSearch,
    SpendConcentration,
)


class DefaultPlayer:
    """Answers questions that a command leaves open.

    Accepts what is free, rolls if the script has dice left.
    """

    __slots__ = ("fields", "reader")

    def __init__(self, reader: CommandReader, fields: ScenarioFields) -> None:
        self.reader = reader
        self.fields = fields

    def answer(self, seat: int, question: Question) -> int:
        if isinstance(question, BackstabFromHiding):
            return YES if self.reader.scenario.dice_left() else NO
        if isinstance(question, ChaseTarget):
            return self._chase_answer(question)
        if isinstance(question, PickPlace) and "to" in self.fields.data:
            x, y = self.fields.point("to")
            distances = [hypot(place[0] - x, place[1] - y) for place in question.places]
            return distances.index(min(distances))
        if seat != self.reader.position.active:
            return question.default  # a command belongs to the active player only
        if isinstance(question, RerollSearch):
            return YES if self.fields.flag("reroll") else NO
        if isinstance(question, SpendConcentration) and "tokens" in self.fields.data:
            return self._tokens_answer(question)
        if isinstance(question, PickOpponent):
            return self._opponent_answer(question)
        if isinstance(question, PickTarget):
            return self._target_answer(question)
        if isinstance(question, (PickCard, ReplaceRelic)):
            return self._card_answer(question)
        return question.default

    def _chase_answer(self, question: ChaseTarget) -> int:
        if "chase" in self.fields.data:
            slot = self.reader.target(self.fields.text("chase"))
            return question.candidates.index(slot) + 1 if slot in question.candidates else 0
        return 1 if self.reader.scenario.dice_left() else 0

    def _tokens_answer(self, question: SpendConcentration) -> int:
        tokens = self.fields.number("tokens")
        if not question.lowest <= tokens <= question.highest:
            raise ScenarioError(self.fields.at("tokens"), f"{tokens} tokens; expected 0 to {question.highest}")
        return tokens

    def _opponent_answer(self, question: PickOpponent) -> int:
        name = self.fields.text("opponent")
        names = [SEATS[seat] for seat in question.seats]
        return names.index(name) if name in names else question.default

    def _target_answer(self, question: PickTarget) -> int:
        names = [self.fields.text("passage")] if "passage" in self.fields.data else targets(self.fields)
        for name in names:
            slot = self.reader.target(name)
            if slot in question.candidates:
                return question.candidates.index(slot)
        return question.default

    def _card_answer(self, question: PickCard | ReplaceRelic) -> int:
        names = [self.fields.text("replace")] if "replace" in self.fields.data else targets(self.fields)
        for name in names:
            for number, code in enumerate(question.codes):
                if code in codes_of(name):
                    return number
        if names and isinstance(question, PickCard) and question.optional:
            return question.highest  # all that the command names are chosen
        return question.default
