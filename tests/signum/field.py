"""A small battlefield for combat tests, with scripted dice and scripted answers."""

from simulator.engine.play.chance import Chance, Scripted
from simulator.engine.play.event_log import Log
from simulator.engine.play.events import Event
from simulator.engine.values import Words
from simulator.games.signum.cards.abilities import (
    KEYWORD,
    PASSIVE,
    TRIGGERED,
    Ability,
    Condition,
    Effect,
    Grant,
    Target,
)
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import BY_CODE
from simulator.games.signum.rules.combat.melee import fight
from simulator.games.signum.rules.play import effects  # noqa: F401  registers the effects of triggered abilities
from simulator.games.signum.rules.player.relics import new_relic
from simulator.games.signum.state.events import DiceRerolled, DiceRolled
from simulator.games.signum.state.position import ACTIVATION, Building, Creature, Position, Relic, Template
from simulator.games.signum.state.questions import Answers, default_answer
from simulator.games.signum.state.refusals import IllegalMove


def keyword(code: str, value: int = 0) -> Ability:
    return Ability(KEYWORD, keyword=BY_CODE[code].index, value=value)


def plus_strength(number: int) -> Grant:
    return Grant(stat="strength", value=number)


def grant_of(code: str, value: int = 1, *, plus: bool = False) -> Grant:
    return Grant(keyword=BY_CODE[code].index, value=value, plus=plus)


def granting(code: str, *grants: Grant, distance: int = 0, value: int = 0) -> Ability:
    """A keyword with grants, such as Aura, Charge or Multiple Uses."""
    return Ability(KEYWORD, keyword=BY_CODE[code].index, grants=grants, distance=distance, value=value)


def shield_from(source: str) -> Ability:
    return Ability(KEYWORD, keyword=BY_CODE["shield_from"].index, shield=source)


def passive(*grants: Grant, to: Target | None = None, condition: Condition | None = None) -> Ability:
    return Ability(PASSIVE, grants=grants, to=to, condition=condition)


def when(trigger: str, *results: Effect) -> Ability:
    return Ability(TRIGGERED, trigger=trigger, options=(results,))


def steam(action: str, *, bullseye: Effect | None = None, shield: Effect | None = None) -> Ability:
    faces = ((bullseye,) if bullseye else (), (), (shield,) if shield else ())
    return Ability(KEYWORD, keyword=BY_CODE["steam_engine"].index, action=action, faces=faces)


def card(code: str, kind: str, *abilities: Ability, **fields: object) -> SignumCard:
    return SignumCard(code=f"test-{code}", names=Words.same(code), type=kind, abilities=abilities, **fields)  # type: ignore[arg-type]


class Field:
    """A test position in turn 5 with seat 0 active.

    Questions without a scripted answer get the default.
    """

    def __init__(self, *dice: int, chance: Chance | None = None, log: Log | None = None) -> None:
        self.chance = chance if chance is not None else Scripted(*dice)
        self.position = Position(seats=2, chance=self.chance, log=log)
        self.position.turn = 5
        self.position.phase = ACTIVATION
        self.position.answers = Answers(consult=default_answer)

    @property
    def dice_left(self) -> tuple[int, ...]:
        assert isinstance(self.chance, Scripted)
        return self.chance.left

    def answer(self, *answers: int) -> None:
        self.position.answers = Answers(list(answers), consult=default_answer)

    def put(
        self,
        name: str,
        *abilities: Ability,
        seat: int = 0,
        at: tuple[float, float] = (300, 300),
        strength: int = 2,
        health: int = 3,
        base: int = 32,
        wounds: int = 0,
        armour: int = 0,
        hero: bool = False,
        **fields: object,
    ) -> Creature:
        kind = "hero" if hero else "character"
        printed = card(name, kind, *abilities, strength=strength, movement=100, health=health, base=base, **fields)
        slot = self.position.next_slot
        self.position.next_slot += 1
        creature = Creature(slot=slot, name=name, card=printed, seat=seat, x=at[0], y=at[1])
        creature.wounds = wounds
        creature.armour += armour
        self.position.creatures.append(creature)
        if hero:
            self.position.players[seat].hero = slot
        return creature

    def enemy(self, name: str, *abilities: Ability, **fields: object) -> Creature:
        """An enemy creature, by default in contact with a creature at (300, 300)."""
        fields.setdefault("at", (332, 300))
        return self.put(name, *abilities, seat=1, **fields)  # type: ignore[arg-type]

    def relic(self, name: str, *abilities: Ability, seat: int = 0, kind: str = "treasure") -> Relic:
        relic = new_relic(card(name, "relic", *abilities, relic=kind))
        self.position.players[seat].relics.append(relic)
        self.position.forget_in_play()
        return relic

    def building(self, name: str, *abilities: Ability, seat: int = 0, **fields: object) -> Building:
        building = Building(card(name, "building", *abilities, **fields))
        self.position.players[seat].city.append(building)
        self.position.forget_in_play()
        return building

    def disc(
        self, name: str, *traits: str, at: tuple[float, float], radius: float, abilities: tuple[Ability, ...] = ()
    ) -> Template:
        template = Template(
            slot=self.position.next_slot, name=name, card=card(name, "terrain", *abilities), owner=0, x=at[0], y=at[1],
            radius=radius, traits=traits,
        )  # fmt: skip
        self.position.next_slot += 1
        self.position.templates.append(template)
        self.position.forget_in_play()
        return template

    def lives(self, creature: Creature) -> bool:
        return self.position.creature(creature.slot) is not None

    def graveyard(self, seat: int) -> list[str]:
        return [card.names.en for card in self.position.players[seat].graveyard]


def events_of(log: Log, kind: type[Event]) -> list[Event]:
    return [event for event in log.events if isinstance(event, kind)]


def dice_purposes(log: Log) -> list[tuple[str, int]]:
    """Purpose (or ability, for re-rolls) and owner of all dice, in order."""
    purposes = []
    for event in log.events:
        if isinstance(event, DiceRolled):
            purposes.append((event.purpose, event.who))
        elif isinstance(event, DiceRerolled):
            purposes.append((event.ability, event.who))
    return purposes


def code_of(refusal: IllegalMove | None) -> str:
    """The code of a refusal, or "" if the move is legal."""
    return refusal.code if refusal is not None else ""


def clash(
    field: Field,
    attacker: Creature,
    defender: Creature,
    ours: tuple[int, int],
    theirs: tuple[int, int],
    *,
    moved: bool = False,
) -> None:
    """Resolve a melee with explicit splits that uses every scripted die."""
    fight(field.position, attacker, defender, moved=moved, splits={attacker.slot: ours, defender.slot: theirs})
    assert field.dice_left == ()
