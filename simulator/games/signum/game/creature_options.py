"""What one creature is offered for its activation (S-7.1).

Deeds where it stands, moves, and deeds at their ends.
"""

from simulator.engine.play.event_log import SilentLog
from simulator.games.signum.board.contact import touched_enemy
from simulator.games.signum.board.geometry import in_contact
from simulator.games.signum.cards.abilities import ACTIVATED, Ability
from simulator.games.signum.cards.keywords import (
    BATTLE_MAGE,
    CONCENTRATION,
    CONTROL,
    FAST,
    HEALER,
    HOWL,
    IMMOBILE,
    MAGICAL_SHOT,
    MAGICAL_STRIKE,
    QUICK_SHOOTER,
    SHOT,
    STEALTH,
    THROWING,
)
from simulator.games.signum.game.move_options import MoveOption, move_options
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.activation.permissions import contract_of, must_declare, why_not_activate
from simulator.games.signum.rules.combat.healing import why_not_control, why_not_heal, why_not_use
from simulator.games.signum.rules.combat.melee import why_not_melee
from simulator.games.signum.rules.combat.ranged import why_not_shoot
from simulator.games.signum.rules.combat.stealth import why_not_detect_afar, why_not_shadow
from simulator.games.signum.rules.movement.movement import why_not_run
from simulator.games.signum.rules.play.activated_abilities import why_not_howl, why_not_use_ability
from simulator.games.signum.rules.play.aim import aims
from simulator.games.signum.rules.terrain.ruins import why_not_search_at, why_not_seek_passage_at
from simulator.games.signum.state.actions import (
    MELEE,
    PASSAGE,
    SEARCH,
    SHADOW,
    SHOOT,
    USE,
    Action,
    Activate,
    DeclareMove,
)
from simulator.games.signum.state.position import Creature, Position

_SILENT = SilentLog()
_SHOTS = ((SHOT, "shot"), (THROWING, "throwing"), (MAGICAL_SHOT, "magical_shot"))


def creature_options(position: Position, creature: Creature) -> list[Action]:
    """S-7.1, K-12 Everything offered, without its Contract and, if it has one, with it.

    A creature that has declared a move (SR-54) may also stay where it is and do nothing.
    """
    actions = _Offer(position, creature, contract=False).all()
    if position.moving == creature.slot:
        return [*actions, Activate(creature.slot)]
    ability = contract_of(position, creature)
    if ability is not None and position.players[creature.seat].prosperity >= 1:
        alone = Activate(creature.slot, contract=True)
        if not ability.options:
            actions += _under_contract(position, creature, ability)
        elif why_not_activate(position, creature.seat, alone) is None:
            actions += [alone, *_under_contract(position, creature, ability)]
    return actions


def _under_contract(position: Position, creature: Creature, ability: Ability) -> list[Action]:
    """K-12 The same with what the Contract gives; tried on a twin, which is then removed."""
    twin = creature.clone()
    place = position.creatures.index(creature)
    position.creatures[place] = twin
    position.forget_in_play()
    log, position.log = position.log, _SILENT
    for grant in ability.grants:
        stats.grant(position, twin, grant, position.turn)
    actions = _Offer(position, twin, contract=True).all()
    position.log = log
    position.creatures[place] = creature
    position.forget_in_play()
    return actions


class _Offer:
    """Collects the actions offered to one creature."""

    __slots__ = ("actions", "contract", "creature", "position", "reached")

    def __init__(self, position: Position, creature: Creature, *, contract: bool) -> None:
        self.position = position
        self.creature = creature
        self.contract = contract
        self.reached = stats.reaching(position, creature)
        self.actions: list[Action] = []

    def all(self) -> list[Action]:
        self._melees(None)
        self._shots(None)
        self._detections()
        self._abilities()
        self._ruins(None)
        if self._has(STEALTH) and why_not_shadow(self.position, self.creature) is None:
            self._add(None, SHADOW)
        if must_declare(self.position, self.creature):
            self._declarations()
        else:
            for option in move_options(self.position, self.creature):
                self._along(option)
        return self.actions

    def _declarations(self) -> None:
        """K-50, SR-54 A move or a Run whose way is chosen after a die."""
        if self._has(IMMOBILE):
            return
        slot = self.creature.slot
        self.actions.append(DeclareMove(slot, contract=self.contract))
        if why_not_run(self.position, self.creature) is None:
            self.actions.append(DeclareMove(slot, run=True, contract=self.contract))

    def _has(self, keyword: int) -> bool:
        return stats.value_with(self.position, self.creature, keyword, self.reached) > 0

    def _add(
        self,
        option: MoveOption | None,
        then: str = "",
        *,
        target: int = -1,
        kind: str = "",
        detect: int = -1,
        choose: int = -1,
    ) -> None:
        self.actions.append(
            Activate(
                self.creature.slot,
                path=option.path if option is not None else (),
                run=option.run if option is not None else False,
                detect=detect,
                then=then,
                target=target,
                kind=kind,
                choose=choose,
                contract=self.contract,
            )
        )

    # --- after a move

    def _along(self, option: MoveOption) -> None:
        """S-7.1, S-7.4, S-7.5 The move alone, and what may follow at its end."""
        creature = self.creature
        self._add(option)
        x, y = creature.x, creature.y
        creature.x, creature.y = option.end
        if not option.run:
            self._melees(option)
            self._ruins(option)
            if self._has(QUICK_SHOOTER) or self._has(BATTLE_MAGE):
                self._shots(option)
        elif self._has(FAST):
            self._melees(option)
        creature.x, creature.y = x, y

    # --- deeds

    def _melees(self, option: MoveOption | None) -> None:
        """S-9.1, S-12.3 With every enemy it would touch.

        A hidden enemy at the end of its path is detected first.
        """
        for other in self.position.creatures:
            if other.team == self.creature.team or not in_contact(self.creature, other):
                continue
            met = other.hidden and option is not None and not option.run and other in option.touched
            if met:
                other.hidden = False
            for kind in ("", "magical_strike") if self._has(MAGICAL_STRIKE) else ("",):
                refusal = why_not_melee(
                    self.position, self.creature, other, moved=option is not None, magical_strike=kind != ""
                )
                if refusal is None:
                    self._add(option, MELEE, target=other.slot, kind=kind)
            if met:
                other.hidden = True

    def _shots(self, option: MoveOption | None) -> None:
        """S-11.1 Every ranged attack on every target."""
        for keyword, kind in _SHOTS:
            if not self._has(keyword) or touched_enemy(self.position, self.creature) is not None:
                continue
            for other in self.position.creatures:
                if other.team == self.creature.team:
                    continue
                if why_not_shoot(self.position, self.creature, other, kind, moved=option is not None) is None:
                    self._add(option, SHOOT, target=other.slot, kind=kind)

    def _detections(self) -> None:
        """S-12.3, S-12.4, SR-22 Instead of acting; an attack follows at once if it succeeds."""
        for other in self.position.creatures:
            if not other.hidden or other.team == self.creature.team:
                continue
            touches = in_contact(self.creature, other)
            if not touches and (
                not self._has(MAGICAL_SHOT) or why_not_detect_afar(self.position, self.creature, other) is not None
            ):
                continue
            other.hidden = False
            if touches:
                allowed = why_not_melee(self.position, self.creature, other) is None
            else:
                allowed = why_not_shoot(self.position, self.creature, other, "magical_shot") is None
            other.hidden = True
            if not allowed:
                self._add(None, detect=other.slot)
            elif touches:
                self._add(None, MELEE, detect=other.slot, target=other.slot)
            else:
                self._add(None, SHOOT, detect=other.slot, target=other.slot, kind="magical_shot")

    def _abilities(self) -> None:
        """S-7.6 Activated abilities."""
        position, creature = self.position, self.creature
        if self._has(HEALER):
            for other in position.creatures:
                if other.team == creature.team and other.wounds and why_not_heal(position, creature, other) is None:
                    self._add(None, USE, target=other.slot, kind="healer")
        if self._has(CONTROL):
            for other in position.creatures:
                if other.team != creature.team and why_not_control(position, creature, other) is None:
                    self._add(None, USE, target=other.slot, kind="control")
        if self._has(CONCENTRATION) and why_not_use(position, creature, CONCENTRATION) is None:
            self._add(None, USE, kind="concentration")
        if self._has(HOWL) and why_not_howl(position, creature) is None:
            self._add(None, USE, kind="howl")
        number = 0
        for ability in creature.card.abilities:
            if ability.kind == ACTIVATED:
                self._own_ability(ability, number)
                number += 1

    def _own_ability(self, ability: Ability, number: int) -> None:
        source = Source(seat=self.creature.seat, card=self.creature.card, creature=self.creature)
        for choose, target in aims(self.position, ability.options, source):
            action = Activate(self.creature.slot, then=USE, kind=f"activated:{number}", target=target, choose=choose)
            if why_not_use_ability(self.position, self.creature, action, moved=False) is None:
                self._add(None, USE, kind=action.kind, target=target, choose=choose)

    def _ruins(self, option: MoveOption | None) -> None:
        """S-6.5 Searching ruins and seeking passages."""
        if self.creature.is_hero:
            return
        for template in self.position.templates:
            if not template.is_ruins:
                continue
            if why_not_search_at(self.position, self.creature, template.slot) is None:
                self._add(option, SEARCH, target=template.slot)
            elif why_not_seek_passage_at(self.position, self.creature, template.slot) is None:
                self._add(option, PASSAGE, target=template.slot)
