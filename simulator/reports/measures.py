"""What players end a game with, such as victory points: means with intervals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.statistics.intervals import Z_95


@dataclass(frozen=True, kw_only=True)
class MeasureMean:
    value: float
    reach: float
    """Half the width of the 95 % interval."""


@dataclass(frozen=True, kw_only=True)
class MeasureRow:
    """One measure with the mean of every deck."""

    code: str
    name: str
    means: tuple[MeasureMean, ...]


def measure_rows(figures: dict[str, Any], *, system: str, games_per_round: int) -> list[MeasureRow]:
    """The measures of a match-up or table, in the game's order and the user's language.

    Games of a round share their luck, so the interval is as wide as if a round were one observation.
    """
    game = games.systems().get(system)
    measured = figures.get("measures", {})
    finished = figures["games"] - figures["errors"]
    rows = []
    for measure in game.measures if game is not None else ():
        if measure.code in measured and finished:
            means = _means(measured[measure.code], number=finished, games_per_round=games_per_round)
            rows.append(MeasureRow(code=measure.code, name=measure.names[current_language()], means=means))
    return rows


def _means(sums: Sequence[Sequence[int]], *, number: int, games_per_round: int) -> tuple[MeasureMean, ...]:
    means = []
    for total, squares in sums:
        mean = total / number
        variance = max(0.0, squares / number - mean * mean)
        means.append(MeasureMean(value=mean, reach=Z_95 * math.sqrt(variance * games_per_round / number)))
    return tuple(means)
