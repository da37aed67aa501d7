"""The melee calculator: odds and best splits of the dice.

The odds are odds/attacks.py.
"""

from typing import Final

from simulator.engine.play.calculator import (
    Calculator,
    CalculatorAnswer,
    Cell,
    Figure,
    Grid,
    InputGroup,
    Spread,
    Values,
)
from simulator.engine.values import Words
from simulator.games.signum.calculators.inputs import (
    DEALT,
    DESTROYED,
    KILLS,
    MAX_DICE,
    armour,
    flag,
    keyword_input,
    life,
    number,
)
from simulator.games.signum.odds.attacks import exchange, melee_table
from simulator.games.signum.odds.exchange import Fighter
from simulator.games.signum.odds.splits import EVEN

_STRENGTH: Final = Words(en="Strength", es="Fuerza", it="Forza")
_WOUNDED: Final = Words(en="Wounded", es="Herida", it="Ferita")
_ATTACKED: Final = Words(
    en="Already attacked this turn", es="Ya atacada este turno", it="Già attaccata in questo turno"
)
_BOTH_SIDES: Final = (
    "reckless", "cautious", "master_of_attack", "master_of_defence", "expert_of_attack", "expert_of_defence",
    "minus_from_attacks", "fortitude", "hammerblow", "initiative",
)  # fmt: skip
_SIDES: Final = (
    ("a_", Words(en="Attacker", es="Atacante", it="Attaccante"), ("magical_strike",)),
    ("d_", Words(en="Defender", es="Quien se defiende", it="Chi si difende"), ("veteran", "stamina")),
)


def _side(prefix: str, names: Words, own: tuple[str, ...]) -> InputGroup:
    further = tuple(keyword_input(code, prefix=prefix) for code in (*_BOTH_SIDES, *own))
    return InputGroup(
        names=names,
        inputs=(
            number(f"{prefix}strength", _STRENGTH, default=3, lowest=0, highest=MAX_DICE, symbol="strength"),
            life(f"{prefix}life", 4),
            armour(f"{prefix}armour"),
            flag(f"{prefix}wounded", _WOUNDED),
            *((flag("d_attacked", _ATTACKED),) if prefix == "d_" else ()),
        ),
        further=further,
    )


def _fighter(values: Values, prefix: str) -> Fighter:
    """S-9.3 The values of one side, with the limits of its split."""
    dice = values[f"{prefix}strength"]
    lowest = min(values[f"{prefix}reckless"], dice)
    highest = dice - min(values[f"{prefix}cautious"], dice - lowest)  # SR-13: Reckless has priority
    if prefix == "d_" and values["d_attacked"] and not values["d_stamina"]:
        lowest = highest = 0  # S-9.4, K-48
    if prefix == "a_" and values["a_magical_strike"] > 0:
        dice = lowest = highest = values["a_magical_strike"]  # SR-11: its dice in place of strength
    return Fighter(
        dice,
        lowest,
        highest,
        life=values[f"{prefix}life"],
        armour=values[f"{prefix}armour"],
        minus=values[f"{prefix}minus_from_attacks"],
        hurt=values[f"{prefix}wounded"] > 0,
        fortitude=values[f"{prefix}fortitude"] > 0,
        hit_damage=2 if values[f"{prefix}hammerblow"] else 1,
        master_of_attack=values[f"{prefix}master_of_attack"],
        master_of_defence=values[f"{prefix}master_of_defence"],
        expert_of_attack=values[f"{prefix}expert_of_attack"],
        expert_of_defence=values[f"{prefix}expert_of_defence"],
        initiative=values[f"{prefix}initiative"] > 0,
        veteran=prefix == "d_" and values["d_veteran"] > 0,
    )


def melee(values: Values) -> CalculatorAnswer:
    """S-9 Both sides split optimally.

    The defender first, the attacker knows that split (S-9.3).
    """
    attacker, defender = _fighter(values, "a_"), _fighter(values, "d_")
    magical = values["a_magical_strike"] > 0
    if attacker.dice == 0:
        return CalculatorAnswer(figures=(), note=_NO_ATTACK)
    plan = melee_table(attacker, defender, EVEN, -1, magical)
    fight = plan.exchange
    return CalculatorAnswer(
        figures=(
            Figure(names=KILLS, value=fight.kills),
            Figure(names=_FALLS, value=fight.dies),
            Figure(names=DEALT, value=fight.wounds_dealt, is_average=True),
            Figure(names=_TAKEN, value=fight.wounds_taken, is_average=True),
        ),
        spreads=(
            Spread(names=_ON_DEFENDER, chances=fight.defender_wounds, last=DESTROYED),
            Spread(names=_ON_ATTACKER, chances=fight.attacker_wounds, last=DESTROYED),
        ),
        grid=_splits(attacker, defender, magical=magical, best=(plan.strike_back, plan.attack)),
    )


def _splits(attacker: Fighter, defender: Fighter, *, magical: bool, best: tuple[int, int]) -> Grid:
    """Every split of the defender against every split of the attacker."""
    attacks = [attacker.dice] if magical else list(range(attacker.lowest, attacker.highest + 1))
    backs = list(range(defender.lowest, defender.highest + 1))
    cells = []
    for back in backs:
        fights = [exchange(attack, attacker, back, defender, magical) for attack in attacks]
        cells.append(tuple(Cell(worth=fight.worth(EVEN), chances=(fight.kills, fight.dies)) for fight in fights))
    return Grid(
        names=_GRID,
        rows_are=_DEFENDER_SPLITS,
        columns_are=_ATTACKER_SPLITS,
        shown=_SHOWN,
        rows=tuple(f"{back} + {defender.dice - back}" for back in backs),
        columns=tuple(f"{attack} + {0 if magical else attacker.dice - attack}" for attack in attacks),
        cells=tuple(cells),
        best=(backs.index(best[0]), attacks.index(best[1])),
    )


_NO_ATTACK: Final = Words(
    en="With strength 0 it can neither attack nor defend in melee (S-9.5).",
    es="Con fuerza 0 no puede atacar ni defenderse en combate cuerpo a cuerpo (S-9.5).",
    it="Con forza 0 non può né attaccare né difendersi in mischia (S-9.5).",
)
_FALLS: Final = Words(en="Attacker destroyed", es="Atacante destruido", it="Attaccante distrutto")
_TAKEN: Final = Words(en="Wounds taken", es="Heridas sufridas", it="Ferite subite")
_ON_DEFENDER: Final = Words(
    en="Wounds on the defender", es="Heridas de quien se defiende", it="Ferite di chi si difende"
)
_ON_ATTACKER: Final = Words(en="Wounds on the attacker", es="Heridas del atacante", it="Ferite dell'attaccante")
_GRID: Final = Words(en="Every split of the dice", es="Todos los repartos de dados", it="Tutte le divisioni dei dadi")
_DEFENDER_SPLITS: Final = Words(
    en="Defender: attack + defence", es="Quien se defiende: ataque + defensa", it="Chi si difende: attacco + difesa"
)
_ATTACKER_SPLITS: Final = Words(
    en="Attacker: attack + defence", es="Atacante: ataque + defensa", it="Attaccante: attacco + difesa"
)
_SHOWN: Final = Words(
    en="In each field: chance that the defender is destroyed, and below it that the attacker is. "
    "What is best counts a creature destroyed as 4, each wound as 1 and each armour token as a half.",
    es="En cada casilla: probabilidad de que quien se defiende sea destruido y, debajo, de que lo sea el atacante. "
    "Lo mejor cuenta 4 por criatura destruida, 1 por herida y medio punto por ficha de armadura.",
    it="In ogni casella: probabilità che chi si difende sia distrutto e, sotto, che lo sia l'attaccante. "
    "Il meglio conta 4 per creatura distrutta, 1 per ferita e mezzo punto per segnalino armatura.",
)

MELEE: Final = Calculator(
    code="melee",
    names=Words(en="Melee", es="Cuerpo a cuerpo", it="Mischia"),
    intro=Words(
        en="How a melee ends if both sides split their dice as well as they can, the defender first.",
        es="Cómo acaba un combate si ambos reparten sus dados de la mejor manera: primero quien se defiende.",
        it="Come finisce una mischia se entrambi dividono i dadi al meglio: prima chi si difende.",
    ),
    groups=tuple(_side(prefix, names, own) for prefix, names, own in _SIDES),
    compute=melee,
)
