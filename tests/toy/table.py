"""What players of Lanterns agree on before a game (T-5 to T-8)."""

from collections.abc import Sequence

from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Problem, Report
from simulator.engine.play.options import Option
from simulator.engine.values import Facts, Words

TEAMS, STORM, WICKS, LAST_TURN = "teams", "storm", "wicks", "last_turn"

OPTIONS = (
    Option(
        code=TEAMS,
        names=Words(en="In teams", es="Por equipos", it="A squadre"),
        kind="flag",
        default=False,
        seats=(4,),
        summary=Words(
            en="Neighbours are allies and win together.",
            es="Los vecinos son aliados y ganan juntos.",
            it="I vicini sono alleati e vincono insieme.",
        ),
    ),
    Option(code=STORM, names=Words(en="Storm", es="Tormenta", it="Tempesta"), kind="flag", default=False),
    Option(
        code=WICKS,
        names=Words(en="Secret wicks", es="Mechas secretas", it="Stoppini segreti"),
        kind="flag",
        default=False,
    ),
    Option(
        code=LAST_TURN,
        names=Words(en="Turns until dawn", es="Turnos hasta el alba", it="Turni fino all’alba"),
        kind="number",
        default=30,
        least=6,
        most=60,
    ),
)


def teams(seats: int, options: Facts) -> tuple[int, ...]:
    """T-5: neighbours are allies."""
    return tuple(seat // 2 for seat in range(seats)) if options.get(TEAMS) else tuple(range(seats))


def check_table(decks: Sequence[DeckList], *, options: Facts) -> Report:
    """T-8: all decks of a table have the same format."""
    formats = sorted({deck.format for deck in decks if deck.format})
    if len(formats) < 2:
        return Report(())
    message = f"The decks are of different formats: {', '.join(formats)}."
    return Report((Problem("FORMATS_DIFFER", rule="T-8", params=Facts({"formats": tuple(formats)}), message=message),))
