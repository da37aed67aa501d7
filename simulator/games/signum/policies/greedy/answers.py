"""How greedy-2 answers questions in the middle of an action (state/questions.py)."""

from simulator.games.signum.cards.abilities import Effect, Options
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.odds.attacks import melee_table
from simulator.games.signum.policies.greedy.evaluation.creatures import Survey, card_worth
from simulator.games.signum.policies.greedy.evaluation.effects import HARMFUL, EffectJudge
from simulator.games.signum.policies.greedy.evaluation.placement import Ground
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.dice import face
from simulator.games.signum.state.position import Position
from simulator.games.signum.state.questions import (
    NO,
    YES,
    BackstabFromHiding,
    ChaseTarget,
    ChooseOption,
    DamageRelic,
    PickCard,
    PickOpponent,
    PickPlace,
    PickTarget,
    Question,
    ReplaceRelic,
    RerollSearch,
    SpendConcentration,
    SplitDice,
)


def answer(question: Question, ground: Ground, judge: EffectJudge) -> int:
    """A number between the question's lowest and highest."""
    position = ground.survey.position
    if isinstance(question, SplitDice):
        return split(question, ground.survey)
    if isinstance(question, PickTarget):
        return _pick_target(question, judge)
    if isinstance(question, ChooseOption):
        return _choose(question, judge)
    if isinstance(question, ChaseTarget):
        return _chase(question, ground)
    if isinstance(question, BackstabFromHiding):
        target = position.creature(question.target)
        return YES if target is not None and judge.survey.damage_loss(target, 1) > 1.2 else NO
    if isinstance(question, PickPlace):
        return _pick_place(question, ground)
    if isinstance(question, PickCard):
        return _pick_card(question, position)
    if isinstance(question, PickOpponent):
        return _pick_opponent(question, position)
    if isinstance(question, (ReplaceRelic, DamageRelic)):
        return _least_relic(question.codes, position, judge)
    if isinstance(question, RerollSearch):
        return _search_again(question, judge)
    if isinstance(question, SpendConcentration):
        return _tokens(question, position)
    return question.default  # RerollDice: its default compares with the average


def split(question: SplitDice, survey: Survey) -> int:
    """S-9.3 The best split by exact odds.

    The defender's against the best answer, the attacker's knowing the defender's split.
    """
    mine, other = survey.position.creature(question.slot), survey.position.creature(question.against)
    if mine is None or other is None or question.numbers is None:
        return question.default
    attacking = question.facing >= 0
    if question.facing == 0:
        return question.highest  # no dice strike back
    attacker, defender = (mine, other) if attacking else (other, mine)
    ours, theirs = question.numbers if attacking else (question.numbers[1], question.numbers[0])
    # The tables add an Expert's extra die themselves (K-17).
    facing = min(question.facing, theirs.dice) if attacking else -1
    plan = melee_table(ours, theirs, survey.weights(attacker, defender), facing, question.magical)
    chosen = plan.attack if attacking else plan.strike_back
    return min(max(chosen, question.lowest), question.highest)


def _chase(question: ChaseTarget, ground: Ground) -> int:
    """K-10 The enemy whose melee is worth most, or none."""
    survey = ground.survey
    hunter = survey.position.creature(question.slot)
    best, best_points = 0, 0.0
    for number, slot in enumerate(question.candidates):
        prey = survey.position.creature(slot)
        if prey is not None and hunter is not None:
            points = survey.melee(hunter, prey, moved=True)
            if points > best_points:
                best, best_points = number + 1, points
    return best


def _pick_target(question: PickTarget, judge: EffectJudge) -> int:
    """The creature a verb hurts or helps most."""
    effect, later = _effect(judge.position, question.card, question.verb)
    best, best_points = 0, -1e9
    for number, slot in enumerate(question.candidates):
        creature = judge.position.creature(slot)
        if creature is None:
            points = 0.0
        elif effect is not None:
            points = judge.on_chosen(effect, later, creature)
        else:
            own = creature.team == judge.survey.team
            points = judge.survey.worth(creature) * (-1.0 if own == (question.verb in HARMFUL) else 1.0)
        if points > best_points:
            best, best_points = number, points
    return best


def _choose(question: ChooseOption, judge: EffectJudge) -> int:
    """S-13.4 The best option."""
    card = _card(judge.position, question.card)
    if card is None:
        return question.default
    creature = judge.position.creature(question.slot)
    source = Source(seat=judge.seat, card=card, creature=creature, is_spell=card.type == "spell")
    for options in _all_options(card):
        if len(options) == question.highest + 1 and len(options) > 1:
            return judge.best_option(options, source)[0]
    return question.default


def _pick_place(question: PickPlace, ground: Ground) -> int:
    """The best place to stand; for an enemy creature the default."""
    creature = ground.survey.position.creature(question.slot)
    if creature is None or creature.seat != ground.survey.seat:
        return question.default
    goal = ground.goal(creature)
    points = [ground.standing(creature, x, y, goal) for x, y in question.places]
    return points.index(max(points))


def _pick_card(question: PickCard, position: Position) -> int:
    """The best card; of buildings, to untap or to block, the most expensive.

    None that is blocked already, if none is needed (SR-81).
    """
    best, best_points = question.highest if question.optional else 0, -1.0
    for number, code in enumerate(question.codes):
        card = _card(position, code)
        if card is None or (question.verb == "block" and question.optional and _is_blocked(question, number, position)):
            continue
        points = float(card.price + card.cost.total)
        if card.type == "character":
            points = card_worth(card)
        if points > best_points:
            best, best_points = number, points
    return best


def _is_blocked(question: PickCard, number: int, position: Position) -> bool:
    city = position.players[question.owners[number]].city
    return any(
        building.card.code == question.codes[number] and building.blocked_until > position.turn for building in city
    )


def _pick_opponent(question: PickOpponent, position: Position) -> int:
    """S-17.4 Who loses cards has most of them; otherwise the opponent nearest to 51."""
    best, best_points = 0, -1
    for number, seat in enumerate(question.seats):
        player = position.players[seat]
        points = len(player.hand) if question.verb == "discard" else player.prosperity
        if points > best_points:
            best, best_points = number, points
    return best


def _search_again(question: RerollSearch, judge: EffectJudge) -> int:
    """K-55 Whether the face is worth less than the average of the ruins' table."""
    creature = judge.position.creature(question.slot)
    for template in judge.position.templates:
        if template.slot == question.template and creature is not None:
            source = Source(seat=judge.seat, card=template.card, creature=creature, template=template)
            points = [judge.best_option(options, source)[1] for options in template.card.search]
            return YES if points[face(question.roll)] < sum(points) / len(points) - 1e-9 else NO
    return question.default


def _tokens(question: SpendConcentration, position: Position) -> int:
    """SR-30 As many as the wounds call for: those to heal, or those that kill; for Control all."""
    target = position.creature(question.target)
    if target is None or question.ability == "control":
        return question.highest
    wounds = target.wounds if question.ability == "healer" else target.health - target.wounds
    enough = -(-3 * wounds // question.good)  # dice that bring them on average
    return min(question.highest, max(0, enough - question.dice))


def _least_relic(codes: tuple[str, ...], position: Position, judge: EffectJudge) -> int:
    best, best_points = 0, 1e9
    for number, code in enumerate(codes):
        card = _card(position, code)
        points = judge.relic(card) if card is not None else 0.0
        if points < best_points:
            best, best_points = number, points
    return best


# --- finding the card of a question


def _card(position: Position, code: str) -> SignumCard | None:
    """The card with this code in any zone this player can see."""
    for creature in position.creatures:
        if creature.card.code == code:
            return creature.card
    for player in position.players:
        for zone in (player.graveyard, player.hand, player.tactics, player.sideboard, player.terrain, player.deck):
            for card in zone:
                if card.code == code:
                    return card
        for building in player.city:
            if building.card.code == code:
                return building.card
        for relic in player.relics:
            if relic.card.code == code:
                return relic.card
    for template in position.templates:
        if template.card.code == code:
            return template.card
    return None


def _all_options(card: SignumCard) -> list[Options]:
    return [card.options, *[ability.options for ability in card.abilities]]


def _effect(position: Position, code: str, verb: str) -> tuple[Effect | None, tuple[Effect, ...]]:
    """The first effect of the card with this verb, also inside rolls, and the effects after it."""
    card = _card(position, code)
    if card is None:
        return None, ()
    for options in [*_all_options(card), *card.search]:
        for option in options:
            for number, effect in enumerate(option):
                if effect.verb == verb:
                    return effect, option[number + 1 :]
                for place, inner in enumerate(effect.effects):
                    if inner.verb == verb:
                        return inner, effect.effects[place + 1 :]
    return None, ()
