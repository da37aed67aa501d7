"""The calculator of ranged attacks. The odds are odds/attacks.py."""

from typing import Final

from simulator.engine.play.calculator import Calculator, CalculatorAnswer, Figure, Input, InputGroup, Spread, Values
from simulator.engine.values import Words
from simulator.games.signum.calculators.inputs import (
    DEALT,
    DESTROYED,
    KILLS,
    MAX_DICE,
    MAX_VALUE,
    armour,
    flag,
    keyword_input,
    keyword_words,
    life,
    number,
)
from simulator.games.signum.odds.attacks import shot_table
from simulator.games.signum.odds.distributions import Chances, mean

_DICE: Final = Words(en="Dice", es="Dados", it="Dadi")
_MASTER: Final = Words(
    en="Master of Shooting or Magic", es="Maestro del Disparo o de la Magia", it="Maestro di tiro o della Magia"
)
_KINDS: Final = ("shot", "throwing", "magical_shot")
_FACES: Final = (1, 2, 1)  # S-11.4 to S-11.6: bullseye; axe and shield; bullseye
_MAGICAL: Final = 2


def ranged(values: Values) -> CalculatorAnswer:
    """S-11 One ranged attack.

    Armour and defence dice do not help against Magical Shot (S-11.6, S-10.2).
    """
    magical, sniped = values["kind"] == _MAGICAL, values["sniper"] > 0 and values["kind"] == 0
    covered = values["cover"] > 0
    chances: Chances = shot_table(
        values["dice"],
        _FACES[values["kind"]],
        values["difficult_target"],
        1 if sniped else 0,
        values["master"],
        (1 if covered else 0) if magical else (2 if covered else 1),
        2 if sniped else 1,
        0 if magical else values["minus_from_attacks"],
        0 if magical else values["armour"],
        values["life"],
    )
    return CalculatorAnswer(
        figures=(
            Figure(names=KILLS, value=chances[-1]),
            Figure(names=_ANY_WOUND, value=1.0 - chances[0]),
            Figure(names=DEALT, value=mean(chances), is_average=True),
        ),
        spreads=(Spread(names=_ON_TARGET, chances=chances, last=DESTROYED),),
    )


_ANY_WOUND: Final = Words(en="At least one wound", es="Al menos una herida", it="Almeno una ferita")
_ON_TARGET: Final = Words(en="Wounds on the target", es="Heridas del objetivo", it="Ferite del bersaglio")


RANGED: Final = Calculator(
    code="ranged",
    names=Words(en="Ranged attack", es="Ataque a distancia", it="Attacco a distanza"),
    intro=Words(
        en="How a shot, a throw or a magical shot ends, defence dice and re-rolls included.",
        es="Cómo acaba un disparo, un lanzamiento o un disparo mágico, con dados de defensa y repeticiones.",
        it="Come finisce un colpo, un lancio o un colpo magico, con dadi di difesa e rilanci.",
    ),
    groups=(
        InputGroup(
            names=Words(en="Shooter", es="Tirador", it="Tiratore"),
            inputs=(
                Input(
                    code="kind",
                    names=Words(en="Attack", es="Ataque", it="Attacco"),
                    highest=len(_KINDS) - 1,
                    choices=tuple(keyword_words(code) for code in _KINDS),
                ),
                number("dice", _DICE, default=3, lowest=1, highest=MAX_DICE, symbol="bullseye"),
                flag(
                    "sniper",
                    Words(en="Sniper, at L or more", es="Francotirador, a L o más", it="Cecchino, a L o più"),
                ),
                number("master", _MASTER, default=0, lowest=0, highest=MAX_VALUE),
            ),
        ),
        InputGroup(
            names=Words(en="Target", es="Objetivo", it="Bersaglio"),
            inputs=(
                life("life", 2),
                armour("armour"),
                flag("cover", Words(en="Behind or in cover", es="A cubierto", it="Al riparo")),
                keyword_input("difficult_target"),
                keyword_input("minus_from_attacks"),
            ),
        ),
    ),
    compute=ranged,
)
