"""Odds, compared with exact fractions, simulated dice, and the rules engine."""

from fractions import Fraction

import pytest

from simulator.engine.play.chance import Chance, Stream
from simulator.games.signum.cards.abilities import Ability
from simulator.games.signum.odds import attacks as odds
from simulator.games.signum.odds import distributions
from simulator.games.signum.odds.attacks import Exchange
from simulator.games.signum.odds.exchange import Fighter, blows_of
from simulator.games.signum.odds.splits import EVEN, Meeting
from simulator.games.signum.rules.combat.combatants import fighter, outlook
from simulator.games.signum.rules.combat.melee import fight
from simulator.games.signum.rules.combat.ranged import shoot, shot_outlook
from simulator.games.signum.state.position import Creature
from simulator.games.signum.state.questions import YES, RerollDice
from tests.signum.field import Field, keyword

ROLLS = 20_000
FIGHTS = 3_000


def third(number: int, power: int = 1) -> Fraction:
    return Fraction(number, 3**power)


def exact(ways: list[int]) -> tuple[Fraction, ...]:
    return tuple(Fraction(number, sum(ways)) for number in ways)


# --- exact fractions


def test_s9_6_hits_of_two_unhurt_dice() -> None:
    assert exact(distributions.hits(2, faces=2)) == (third(1, 2), third(4, 2), third(4, 2))


def test_s9_6_hits_of_a_wounded_die() -> None:
    assert exact(distributions.hits(1, faces=1)) == (third(2), third(1))


def test_k53_a_veteran_squares_the_chance_of_a_hit() -> None:
    assert exact(distributions.hits(1, faces=2, forced=True))[1] == third(4, 2)


def test_k32_a_master_rerolls_one_failure() -> None:
    # Two hits at once, or one hit and a second hit by the re-roll: 4/9 + 4/9 * 2/3.
    assert exact(distributions.hits(2, faces=2, rerolls=1))[2] == Fraction(20, 27)
    assert exact(distributions.hits(2, faces=2, rerolls=1))[0] == Fraction(1, 27)


def test_s9_7_each_shield_stops_one_hit() -> None:
    # One die against one: 2/3 hit, 2/3 not stopped.
    left = exact(distributions.stopped(distributions.hits(1, faces=2), dice=1, rerolls=0))
    assert left == (third(5, 2), third(4, 2))


def test_k33_a_master_of_defence_rerolls_a_failure_while_a_hit_is_left() -> None:
    for rerolls in (1, 2):  # a second re-roll has no die left to re-roll
        left = exact(distributions.stopped(distributions.hits(1, faces=2), dice=1, rerolls=rerolls))
        assert left[1] == third(2) * third(4, 2)


def test_s11_4_every_hit_has_its_own_defence_die() -> None:
    left = exact(distributions.stopped_each(distributions.shot_hits(1, faces=1), chance=distributions.SHIELD))
    assert left == (third(7, 2), third(2, 2))
    covered = exact(distributions.stopped_each(distributions.shot_hits(1, faces=1), chance=distributions.AGAIN))
    assert covered[1] == third(1) * third(4, 2)


def test_k15_difficult_target_then_master_in_that_order() -> None:
    # A hit counts only if its re-roll hits too. Otherwise the Master re-rolls once more.
    assert exact(distributions.shot_hits(1, faces=1, forced=True, rerolls=1))[1] == third(1, 2) + third(8, 2) * third(1)


def test_k47_a_sniper_rerolls_results_below_average() -> None:
    # No hit in two dice (4/9) is re-rolled; one hit is kept.
    assert exact(distributions.shot_hits(2, faces=1, sniper=True))[0] == third(4, 2) * third(4, 2)
    for dice in range(1, 7):
        for hits in range(dice + 1):
            question = RerollDice(slot=0, dice=dice, hits=hits)
            assert (question.default == YES) == distributions.sniper_rerolls(dice, hits)


def test_k01_minus_and_armour_reduce_the_total() -> None:
    left = [0, 0, 1]
    assert distributions.wounds(left, hit_damage=2, minus=1, armour=1, life=5) == (0, 0, 1, 0, 0, 0)
    assert distributions.wounds(left, hit_damage=1, minus=5, armour=0, life=2) == (1, 0, 0)
    assert distributions.wounds(left, hit_damage=2, minus=0, armour=0, life=3) == (0, 0, 0, 1)


def test_s9_8_one_die_each_in_attack_both_with_one_life() -> None:
    side = Fighter(1, 0, 1, 1)
    outcome = odds.exchange(1, side, 1, side)
    assert (outcome.kills, outcome.dies, outcome.both_die) == (
        pytest.approx(2 / 3),
        pytest.approx(2 / 3),
        pytest.approx(4 / 9),
    )


def test_k27_with_initiative_a_destroyed_creature_does_not_strike_back() -> None:
    outcome = odds.exchange(1, Fighter(1, 0, 1, 1, initiative=True), 1, Fighter(1, 0, 1, 1))
    assert (outcome.kills, outcome.dies, outcome.both_die) == (pytest.approx(2 / 3), pytest.approx(2 / 9), 0)


def test_sr17_with_initiative_a_wounded_creature_strikes_back_on_shield_only() -> None:
    outcome = odds.exchange(1, Fighter(1, 0, 1, 1, initiative=True), 1, Fighter(1, 0, 1, 2))
    # Unhurt in 1/3 of cases (2/3 to hit), wounded in 2/3 (1/3 to hit).
    assert outcome.dies == pytest.approx(4 / 9)


def test_k31_a_magical_strike_ignores_defence_armour_and_minus() -> None:
    defender = Fighter(2, 0, 0, 2, armour=3, minus=2, master_of_defence=2)
    outcome = odds.exchange(2, Fighter(2, 2, 2, 3, expert_of_attack=2), 0, defender, True)
    assert outcome.kills == pytest.approx(4 / 9)


def test_k17_k18_experts_add_dice_when_all_go_one_way() -> None:
    attacker = Fighter(1, 0, 1, 9, expert_of_attack=1)
    outcome = odds.exchange(1, attacker, 0, Fighter(0, 0, 0, 2))
    assert outcome.kills == pytest.approx(4 / 9)
    guarded = odds.exchange(1, Fighter(1, 0, 1, 9), 0, Fighter(1, 0, 1, 1, expert_of_defence=1))
    assert guarded.kills == pytest.approx(2 / 3 * 4 / 9)


# --- the best splits


def test_s9_3_the_attacker_answers_the_defenders_split_with_its_best() -> None:
    attacker, defender = Fighter(3, 0, 3, 2), Fighter(2, 0, 2, 2)
    for strike_back in range(3):
        plan = odds.melee_table(attacker, defender, EVEN, strike_back)
        worths = [odds.exchange(attack, attacker, strike_back, defender).worth(EVEN) for attack in range(4)]
        assert plan.worth == max(worths)


def test_s9_3_the_defender_minimizes_the_attacker_s_best_answer() -> None:
    attacker, defender = Fighter(3, 0, 3, 2), Fighter(2, 0, 2, 2)
    answers = [odds.melee_table(attacker, defender, EVEN, choice).worth for choice in range(3)]
    assert odds.melee_table(attacker, defender).worth == min(answers)


def test_k41_k08_plans_keep_to_the_limits_of_the_split() -> None:
    plan = odds.melee_table(Fighter(4, 2, 3, 2), Fighter(3, 0, 0, 2))
    assert 2 <= plan.attack <= 3
    assert plan.strike_back == 0


def test_s9_3_a_safe_attacker_attacks_with_every_die() -> None:
    plan = odds.melee_table(Fighter(3, 0, 3, 5), Fighter(0, 0, 0, 3))
    assert plan.attack == 3


def test_s9_3_odds_uses_explicit_splits_and_the_best_ones_otherwise() -> None:
    attacker, defender = Fighter(3, 0, 3, 2), Fighter(2, 0, 2, 2)
    explicit = odds.odds(attacker=attacker, defender=defender, attack=1, strike_back=2)
    assert explicit.defender_wounds == odds.exchange(1, attacker, 2, defender).defender_wounds
    best = odds.odds(attacker=attacker, defender=defender)
    assert best.attacker_wounds == odds.melee_table(attacker, defender).exchange.attacker_wounds


def test_s9_8_equal_attacks_share_a_cached_result() -> None:
    by, on = Fighter(3, 1, 3, 4), Fighter(2, 0, 2, 3)
    cached = blows_of(by, on, hurt=False, forced=False)
    assert blows_of(Fighter(5, 0, 5, 9), Fighter(4, 0, 4, 3), hurt=False, forced=False) is cached


def test_s9_8_different_attacks_have_different_results() -> None:
    plain = Fighter(3, 1, 3, 4)
    results = {
        id(blows_of(by, on, hurt=hurt, forced=forced))
        for by, on, hurt, forced in (
            (plain, plain, False, False),
            (plain, plain, True, False),
            (plain, plain, False, True),
            (Fighter(3, 1, 3, 4, hit_damage=2), plain, False, False),
            (Fighter(3, 1, 3, 4, master_of_attack=1), plain, False, False),
            (plain, Fighter(3, 1, 3, 4, master_of_defence=1), False, False),
            (plain, Fighter(3, 1, 3, 4, minus=1), False, False),
            (plain, Fighter(3, 1, 3, 4, armour=1), False, False),
            (plain, Fighter(3, 1, 3, 5), False, False),
        )
    }
    assert len(results) == 9


@pytest.mark.parametrize("magical", [False, True])
@pytest.mark.parametrize(
    "sides",
    [
        (Fighter(3, 0, 3, 2, armour=1), Fighter(2, 0, 2, 3, minus=1)),
        (Fighter(4, 1, 3, 3, hit_damage=2, master_of_attack=1), Fighter(3, 0, 3, 4, armour=2, master_of_defence=2)),
        (Fighter(3, 0, 3, 2, initiative=True), Fighter(3, 0, 3, 3, veteran=True, expert_of_defence=1)),
        (Fighter(3, 0, 3, 2, hurt=True, expert_of_attack=2), Fighter(2, 0, 2, 3, initiative=True, hurt=True)),
        (Fighter(2, 0, 2, 4, hurt=True, fortitude=True), Fighter(4, 2, 4, 1, hit_damage=2, minus=1)),
    ],
)
def test_s9_3_splits_are_rated_by_their_exchanges(sides: tuple[Fighter, Fighter], magical: bool) -> None:
    attacker, defender = sides
    weights = (5.0, 1.5, 3.0, 0.75)
    attacks = [attacker.dice] if magical else list(range(attacker.lowest, attacker.highest + 1))
    meeting = Meeting(attacker, defender, magical, *weights)
    answers = []
    for strike_back in range(defender.lowest, defender.highest + 1):
        worths = [odds.exchange(attack, attacker, strike_back, defender, magical).worth(weights) for attack in attacks]
        attack, back, worth = meeting.answer(strike_back)
        assert (back, worth) == (strike_back, pytest.approx(max(worths)))
        assert worths[attacks.index(attack)] == pytest.approx(max(worths))
        answers.append(worth)
    worth = meeting.settled()[2]
    assert worth == min(answers)
    # With a threshold, the result is exact above it, and otherwise at most the threshold.
    for threshold in (*answers, worth - 0.5, worth + 0.5):
        settled = meeting.settled(threshold)[2]
        assert settled == worth if worth > threshold else settled <= threshold


def test_s9_6_probabilities_add_up_to_one() -> None:
    for attack in range(5):
        outcome = odds.exchange(attack, Fighter(4, 0, 4, 3, initiative=True), 1, Fighter(3, 0, 3, 4, veteran=True))
        assert sum(outcome.defender_wounds) == pytest.approx(1)
        assert sum(outcome.attacker_wounds) == pytest.approx(1)


# --- simulated dice


def simulated_strike(
    dice: Stream, by: Fighter, on: Fighter, attack: int, guard: int, *, hurt: bool, forced: bool
) -> int:
    """Wounds of one strike, rolled die by die.

    An independent implementation of the rules.
    """
    lowest = 5 if hurt and not by.fortitude else 3
    rolls = dice.dice(attack)
    if forced:
        rolls = [dice.die() if roll >= lowest else roll for roll in rolls]
    again = by.master_of_attack
    for index, roll in enumerate(rolls):
        if roll < lowest and again > 0:
            rolls[index] = dice.die()
            again -= 1
    hits = sum(roll >= lowest for roll in rolls)
    defence = dice.dice(guard)
    again = on.master_of_defence if sum(roll >= 5 for roll in defence) < hits else 0
    for index, roll in enumerate(defence):
        if roll < 5 and again > 0:
            defence[index] = dice.die()
            again -= 1
    left = max(0, hits - sum(roll >= 5 for roll in defence))
    return min(on.life, max(0, max(0, left * by.hit_damage - on.minus) - on.armour))


SIDES = [
    (Fighter(3, 0, 3, 3), 2, Fighter(2, 0, 2, 2), 1),
    (Fighter(4, 0, 4, 2, hurt=True, master_of_attack=1), 3, Fighter(3, 0, 3, 3, veteran=True), 1),
    (Fighter(3, 0, 3, 4, hit_damage=2), 2, Fighter(3, 0, 3, 5, armour=1, minus=1, master_of_defence=2), 1),
    (Fighter(2, 0, 2, 2, initiative=True), 2, Fighter(3, 0, 3, 3), 2),
    (Fighter(3, 0, 3, 2), 2, Fighter(2, 0, 2, 3, initiative=True, fortitude=True, hurt=True), 2),
    (Fighter(2, 0, 2, 9, expert_of_attack=2), 2, Fighter(2, 0, 2, 4, expert_of_defence=1), 0),
]


@pytest.mark.parametrize("case", range(len(SIDES)))
def test_s9_6_odds_agree_with_20000_rolls(case: int) -> None:
    ours, attack, theirs, back = SIDES[case]
    dice = Chance(case).stream("test")
    more, guard = ours.attack_dice(attack), ours.defence_dice(attack)
    back_more, back_guard = theirs.attack_dice(back), theirs.defence_dice(back)
    dealt, taken = [0] * (theirs.life + 1), [0] * (ours.life + 1)
    for _ in range(ROLLS):
        first_is_ours = theirs.initiative <= ours.initiative
        in_turn = ours.initiative != theirs.initiative
        to_them = to_us = 0
        for turn in (first_is_ours, not first_is_ours):
            if turn:
                hurt = ours.hurt or (in_turn and to_us > 0)
                if to_us < ours.life or not in_turn:
                    to_them = simulated_strike(dice, ours, theirs, more, back_guard, hurt=hurt, forced=theirs.veteran)
            elif to_them < theirs.life or not in_turn:
                hurt = theirs.hurt or (in_turn and to_them > 0)
                to_us = simulated_strike(dice, theirs, ours, back_more, guard, hurt=hurt, forced=False)
        dealt[to_them] += 1
        taken[to_us] += 1
    outcome = odds.exchange(attack, ours, back, theirs)
    assert [count / ROLLS for count in dealt] == pytest.approx(list(outcome.defender_wounds), abs=0.015)
    assert [count / ROLLS for count in taken] == pytest.approx(list(outcome.attacker_wounds), abs=0.015)


# --- the rules engine

PAIRS: list[tuple[tuple[Ability, ...], int, tuple[Ability, ...], int]] = [
    ((), 0, (), 0),
    ((keyword("master_of_attack", 1), keyword("hammerblow")), 1, (keyword("veteran"), keyword("armour", 1)), 0),
    ((keyword("initiative"), keyword("minus_from_attacks", 1)), 0, (keyword("master_of_defence", 1),), 0),
    ((keyword("expert_of_attack", 1), keyword("reckless", 9)), 0, (keyword("initiative"), keyword("fortitude")), 1),
    ((keyword("cautious", 9), keyword("expert_of_defence", 2)), 0, (keyword("berserk", 1),), 1),
]


def armies(case: int, seed: int) -> tuple[Field, Creature, Creature]:
    ours, our_wounds, theirs, their_wounds = PAIRS[case]
    field = Field(chance=Chance(seed))
    ana = field.put("ana", *ours, strength=3, health=3, wounds=our_wounds)
    bo = field.enemy("bo", *theirs, strength=2, health=3, wounds=their_wounds)
    return field, ana, bo


@pytest.mark.parametrize("case", range(len(PAIRS)))
def test_s9_8_fights_agree_with_the_odds(case: int) -> None:
    field, ana, bo = armies(case, 0)
    plan = outlook(field.position, ana, bo)
    ours = fighter(field.position, ana, bo, attacking=True, moved=False)
    theirs = fighter(field.position, bo, ana, attacking=False, moved=False)
    splits = (plan.attack, ours.dice - plan.attack), (plan.strike_back, theirs.dice - plan.strike_back)
    dealt, taken = [0] * (theirs.life + 1), [0] * (ours.life + 1)
    both = 0
    for seed in range(FIGHTS):
        field, ana, bo = armies(case, seed)
        before = ana.wounds, bo.wounds
        fight(field.position, ana, bo, moved=False, splits={ana.slot: splits[0], bo.slot: splits[1]})
        dealt[min(theirs.life, bo.wounds - before[1])] += 1
        taken[min(ours.life, ana.wounds - before[0])] += 1
        both += not field.position.creatures
    outcome: Exchange = plan.exchange
    assert [count / FIGHTS for count in dealt] == pytest.approx(list(outcome.defender_wounds), abs=0.03)
    assert [count / FIGHTS for count in taken] == pytest.approx(list(outcome.attacker_wounds), abs=0.03)
    assert both / FIGHTS == pytest.approx(outcome.both_die, abs=0.03)


SHOTS: list[tuple[str, tuple[Ability, ...], tuple[Ability, ...], bool]] = [
    ("shot", (keyword("shot", 3),), (), False),
    ("shot", (keyword("shot", 3), keyword("sniper"), keyword("master_of_shooting", 1)), (keyword("armour", 1),), True),
    ("magical_shot", (keyword("magical_shot", 3), keyword("master_of_magic", 1)), (keyword("difficult_target"),), True),
    ("throwing", (keyword("throwing", 3),), (keyword("minus_from_attacks", 1), keyword("difficult_target")), False),
]


@pytest.mark.parametrize("case", range(len(SHOTS)))
def test_s11_4_shots_agree_with_the_odds(case: int) -> None:
    kind, shooter, target, covered = SHOTS[case]
    counts = [0] * 4
    expected: tuple[float, ...] = ()
    for seed in range(FIGHTS):
        field = Field(chance=Chance(seed))
        garrus = field.put("garrus", *shooter)
        severus = field.enemy("severus", *target, at=(300, 482), health=3)
        if covered:
            field.disc("wood", "defence_against_ranged", at=(300, 482), radius=30)
        expected = expected or shot_outlook(field.position, garrus, severus, kind)
        shoot(field.position, garrus, severus, kind)
        counts[min(3, severus.wounds)] += 1
    assert [count / FIGHTS for count in counts] == pytest.approx(list(expected), abs=0.03)


def test_s10_1_removed_armour_is_counted_on_average() -> None:
    attacker = Fighter(2, 0, 2, life=3)
    bare, armoured = Fighter(0, 0, 0, life=3), Fighter(0, 0, 0, life=3, armour=9)
    assert odds.odds(attacker=attacker, defender=bare, attack=2).tokens_dealt == 0.0
    through = odds.odds(attacker=attacker, defender=armoured, attack=2)
    assert through.wounds_dealt == 0.0
    assert through.tokens_dealt == pytest.approx(4 / 3)  # two dice that hit with probability 2/3
