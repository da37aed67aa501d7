"""Decisions inside an action: a split of dice, an option, the target of a Chase.

Rules code is synchronous: `ask(position, seat, question)` returns a number. The number comes from the position's
`answers`: first those queued beforehand, then `consult`. Without either, `Unanswered` unwinds the action; the game
takes it back, puts the question to its seat and runs the action again with the answer (game/game.py).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.odds.exchange import Fighter
from simulator.games.signum.state.refusals import BAD_SPLIT, IllegalMove

if TYPE_CHECKING:
    from simulator.games.signum.state.position import Position

NO: Final = 0
YES: Final = 1


@mypyc_attr(acyclic=True)
class Question:
    """A decision to be made: a number from `lowest` to `highest`.

    `default` is the answer of a player who is not prompted. Questions are compared by their `parts`, never by
    identity: a view holds them.
    """

    __slots__ = ("default", "highest", "lowest")

    def __init__(self, *, lowest: int, highest: int, default: int) -> None:
        self.lowest = lowest
        self.highest = highest
        self.default = default

    def parts(self) -> tuple[object, ...]:
        return (type(self).__name__, self.lowest, self.highest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash(self.parts())

    def __repr__(self) -> str:
        return repr(self.parts())


@mypyc_attr(acyclic=True)
class SplitDice(Question):
    """S-9.3 How many of `dice` go to attack; the rest defend.

    `against` is the other creature of the melee. The defender splits first; the attacker is asked knowing that answer,
    `facing` attack dice (-1 for the defender). `numbers` are those of the asked creature and of the other: open to both
    players, and computed by the rules already.
    """

    __slots__ = ("against", "dice", "facing", "magical", "numbers", "slot")

    def __init__(
        self, *, slot: int, dice: int, lowest: int, highest: int, against: int = -1, facing: int = -1,
        numbers: tuple[Fighter, Fighter] | None = None, magical: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(lowest=lowest, highest=highest, default=highest)
        self.numbers = numbers
        self.magical = magical  # K-31: against a Magical Strike, which no die stops
        self.slot = slot
        self.dice = dice
        self.against = against
        self.facing = facing

    def parts(self) -> tuple[object, ...]:
        return ("SplitDice", self.slot, self.dice, self.lowest, self.highest, self.against, self.facing, self.magical)


@mypyc_attr(acyclic=True)
class BackstabFromHiding(Question):
    """S-8.4 Does hidden creature `slot` Backstab `target` and give up its token? NO or YES."""

    __slots__ = ("slot", "target")

    def __init__(self, *, slot: int, target: int) -> None:
        super().__init__(lowest=NO, highest=YES, default=NO)
        self.slot = slot
        self.target = target

    def parts(self) -> tuple[object, ...]:
        return ("BackstabFromHiding", self.slot, self.target)


@mypyc_attr(acyclic=True)
class ChooseOption(Question):
    """S-13.4 Which of several options of an ability of `card` (a code): its index."""

    __slots__ = ("card", "slot")

    def __init__(self, *, card: str, options: int, slot: int = -1) -> None:
        super().__init__(lowest=0, highest=options - 1, default=0)
        self.card = card
        self.slot = slot

    def parts(self) -> tuple[object, ...]:
        return ("ChooseOption", self.card, self.slot, self.highest)


@mypyc_attr(acyclic=True)
class PickTarget(Question):
    """The target of a verb of `card`: an index into `candidates`.

    The candidates are slots of creatures or templates.
    """

    __slots__ = ("candidates", "card", "verb")

    def __init__(self, *, card: str, verb: str, candidates: tuple[int, ...]) -> None:
        super().__init__(lowest=0, highest=len(candidates) - 1, default=0)
        self.card = card
        self.verb = verb
        self.candidates = candidates

    def parts(self) -> tuple[object, ...]:
        return ("PickTarget", self.card, self.verb, self.candidates)


@mypyc_attr(acyclic=True)
class PickCard(Question):
    """The card a verb of `card` applies to: an index into `codes`.

    The codes are of buildings, relics or cards of a graveyard; `owners` are the seats they belong to, if that matters.
    If it is `optional`, the number after the last index means none (SR-81).
    """

    __slots__ = ("card", "codes", "optional", "owners", "verb")

    def __init__(
        self, *, card: str, verb: str, codes: tuple[str, ...], owners: tuple[int, ...] = (), optional: bool = False
    ) -> None:
        super().__init__(lowest=0, highest=len(codes) if optional else len(codes) - 1, default=0)
        self.optional = optional
        self.card = card
        self.verb = verb
        self.codes = codes
        self.owners = owners

    def parts(self) -> tuple[object, ...]:
        return ("PickCard", self.card, self.verb, self.codes, self.owners, self.optional)


@mypyc_attr(acyclic=True)
class PickOpponent(Question):
    """S-17.4 The opponent a verb of `card` applies to: an index into `seats`."""

    __slots__ = ("card", "seats", "verb")

    def __init__(self, *, card: str, verb: str, seats: tuple[int, ...]) -> None:
        super().__init__(lowest=0, highest=len(seats) - 1, default=0)
        self.card = card
        self.verb = verb
        self.seats = seats

    def parts(self) -> tuple[object, ...]:
        return ("PickOpponent", self.card, self.verb, self.seats)


@mypyc_attr(acyclic=True)
class PickPlace(Question):
    """The place creature `slot` goes to: an index into `places`."""

    __slots__ = ("places", "slot")

    def __init__(self, *, slot: int, places: tuple[tuple[float, float], ...]) -> None:
        super().__init__(lowest=0, highest=len(places) - 1, default=0)
        self.slot = slot
        self.places = places

    def parts(self) -> tuple[object, ...]:
        return ("PickPlace", self.slot, self.places)


@mypyc_attr(acyclic=True)
class ReplaceRelic(Question):
    """S-5.8 Which relic of a full type goes to the graveyard: an index into `codes`."""

    __slots__ = ("card", "codes")

    def __init__(self, *, card: str, codes: tuple[str, ...]) -> None:
        super().__init__(lowest=0, highest=len(codes) - 1, default=0)
        self.card = card
        self.codes = codes

    def parts(self) -> tuple[object, ...]:
        return ("ReplaceRelic", self.card, self.codes)


@mypyc_attr(acyclic=True)
class DamageRelic(Question):
    """S-5.10 Which relic with Durability takes the damage next: an index into `codes`."""

    __slots__ = ("codes", "seat")

    def __init__(self, *, seat: int, codes: tuple[str, ...]) -> None:
        super().__init__(lowest=0, highest=len(codes) - 1, default=0)
        self.seat = seat
        self.codes = codes

    def parts(self) -> tuple[object, ...]:
        return ("DamageRelic", self.seat, self.codes)


@mypyc_attr(acyclic=True)
class ChaseTarget(Question):
    """K-10 Which enemy `slot` chases: 0 for none, k for `candidates[k - 1]`."""

    __slots__ = ("candidates", "slot")

    def __init__(self, *, slot: int, candidates: tuple[int, ...]) -> None:
        super().__init__(lowest=0, highest=len(candidates), default=1)
        self.slot = slot
        self.candidates = candidates

    def parts(self) -> tuple[object, ...]:
        return ("ChaseTarget", self.slot, self.candidates)


@mypyc_attr(acyclic=True)
class RerollDice(Question):
    """K-47 Does `slot` re-roll all its `dice`, of which `hits` hit? NO or YES."""

    __slots__ = ("dice", "hits", "slot")

    def __init__(self, *, slot: int, dice: int, hits: int) -> None:
        # Worth it below what a bullseye on every third die gives on average.
        super().__init__(lowest=NO, highest=YES, default=YES if 3 * hits < dice else NO)
        self.slot = slot
        self.dice = dice
        self.hits = hits

    def parts(self) -> tuple[object, ...]:
        return ("RerollDice", self.slot, self.dice, self.hits)


@mypyc_attr(acyclic=True)
class RerollSearch(Question):
    """K-55 Does `slot` re-roll the die it has rolled at the ruins `template`? NO or YES."""

    __slots__ = ("roll", "slot", "template")

    def __init__(self, *, slot: int, template: int, roll: int) -> None:
        super().__init__(lowest=NO, highest=YES, default=NO)
        self.slot = slot
        self.template = template
        self.roll = roll

    def parts(self) -> tuple[object, ...]:
        return ("RerollSearch", self.slot, self.template, self.roll)


@mypyc_attr(acyclic=True)
class SpendConcentration(Question):
    """SR-30 How many concentration tokens `slot` spends, for a die each.

    The ability is used on `target` and has `dice` without them; `good` of the three faces are a success.
    """

    __slots__ = ("ability", "dice", "good", "slot", "target")

    def __init__(self, *, slot: int, target: int, ability: str, dice: int, good: int, tokens: int) -> None:
        super().__init__(lowest=0, highest=tokens, default=tokens)
        self.slot = slot
        self.target = target
        self.ability = ability
        self.dice = dice
        self.good = good

    def parts(self) -> tuple[object, ...]:
        return ("SpendConcentration", self.slot, self.target, self.ability, self.dice, self.good, self.highest)


class Unanswered(Exception):
    """This question has no answer yet."""

    def __init__(self, seat: int, question: Question) -> None:
        super().__init__(f"seat {seat} has not answered {question!r}")
        self.seat = seat
        self.question = question


Consult = Callable[[int, Question], int]


@mypyc_attr(free_list_len=1)
class Answers:
    """The source of answers during one action.

    What the action itself specifies comes first, then `queued` in order, then `consult`.
    """

    __slots__ = ("card", "choose", "consult", "pick", "queued", "seat", "splits", "strict", "taken", "target")

    def __init__(self, queued: tuple[int, ...] = (), *, consult: Consult | None = None) -> None:
        self.queued = queued
        self.taken = 0
        self.consult = consult
        # Specified by the action. Each answers the first question it fits, of the card that was played or used.
        self.seat = -1
        self.card = ""
        self.splits: tuple[tuple[int, int, int], ...] = ()  # slot, attack dice, defence dice
        self.target = -1  # a slot
        self.pick = ""  # the code of a card
        self.choose = -1
        self.strict = False  # True: a split that does not fit is refused; False: the question is asked instead

    def specified(self, seat: int, question: Question) -> int:
        """The answer the action itself specifies, or -1."""
        if isinstance(question, SplitDice):
            for number, (slot, attack, defence) in enumerate(self.splits):
                if slot == question.slot:
                    self.splits = self.splits[:number] + self.splits[number + 1 :]
                    if attack + defence == question.dice and question.lowest <= attack <= question.highest:
                        return attack
                    if self.strict:
                        raise IllegalMove(BAD_SPLIT, _bad_split(question, attack=attack, defence=defence))
        elif seat != self.seat:
            return -1  # the choice of a tactic is not made by the player who triggered it
        elif isinstance(question, PickTarget) and question.card == self.card:
            if self.target in question.candidates:
                slot, self.target = self.target, -1
                return question.candidates.index(slot)
        elif isinstance(question, PickCard) and question.card == self.card:
            if self.pick in question.codes:
                code, self.pick = self.pick, ""
                return question.codes.index(code)
        elif isinstance(question, ChooseOption) and question.card == self.card and self.choose >= 0:
            chosen, self.choose = min(self.choose, question.highest), -1
            return chosen
        return -1


def _bad_split(question: SplitDice, *, attack: int, defence: int) -> str:
    allowed = f"{question.lowest} to {question.highest} of {question.dice} dice in attack"
    return f"{attack} dice in attack and {defence} in defence; expected {allowed}, the others in defence."


def ask(position: "Position", seat: int, question: Question) -> int:
    """The answer of a seat; a question with only one possible answer is not asked."""
    answers = position.answers
    if answers.splits or answers.target >= 0 or answers.pick or answers.choose >= 0:
        answer = answers.specified(seat, question)
        if answer >= 0:
            return answer
    if question.lowest >= question.highest:
        return question.lowest
    if answers.taken < len(answers.queued):
        answer = answers.queued[answers.taken]
        answers.taken += 1
    elif answers.consult is not None:
        answer = answers.consult(seat, question)
    else:
        raise Unanswered(seat, question)
    if not question.lowest <= answer <= question.highest:
        raise ValueError(f"{answer} answers {question!r}; expected {question.lowest} to {question.highest}")
    return answer


def default_answer(seat: int, question: Question) -> int:
    """The answer of a player who is not prompted, for use as `consult`."""
    return question.default
