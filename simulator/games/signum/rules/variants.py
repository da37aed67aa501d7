"""Chapter 17 and house options: what a table of Signum agrees on before a game."""

from typing import Final

from simulator.engine.play.options import Option
from simulator.engine.values import Facts, Words
from simulator.games.signum.state.position import Options
from simulator.games.signum.state.table import teams_of

TURN_CAP: Final = "turn_cap"
ARCHITECT: Final = "experienced_architect"
MULLIGAN: Final = "mulligan_then_discard"
COMPENSATION: Final = "compensation"
SHOULDER_TO_SHOULDER: Final = "shoulder_to_shoulder"

TABLE_OPTIONS: Final = (
    Option(
        code=SHOULDER_TO_SHOULDER,
        kind="flag",
        default=False,
        seats=(4,),
        names=Words(en="Shoulder to Shoulder", es="Hombro con hombro", it="Spalla a spalla"),
        summary=Words(
            en="Two against two: players 1 and 2 are allies, and so are players 3 and 4.",
            es="Dos contra dos: los jugadores 1 y 2 son aliados, y también los jugadores 3 y 4.",
            it="Due contro due: i giocatori 1 e 2 sono alleati, e così i giocatori 3 e 4.",
        ),
    ),
    Option(
        code=ARCHITECT,
        kind="flag",
        default=False,
        names=Words(en="Experienced Architect", es="Arquitecto experimentado", it="Architetto esperto"),
        summary=Words(
            en="Each player orders up to 12 buildings face down before the game.",
            es="Cada jugador ordena hasta 12 edificios boca abajo antes de la partida.",
            it="Ogni giocatore ordina fino a 12 edifici coperti prima della partita.",
        ),
    ),
    Option(
        code=MULLIGAN,
        kind="flag",
        default=False,
        names=Words(en="Mulligan, then discard", es="Mulligan y luego descarte", it="Mulligan, poi scarto"),
        summary=Words(
            en="After a mulligan, a player may also discard cards for prosperity.",
            es="Después de un mulligan, el jugador también puede descartar cartas por prosperidad.",
            it="Dopo un mulligan, il giocatore può anche scartare carte per ottenere prosperità.",
        ),
    ),
    Option(
        code=COMPENSATION,
        kind="number",
        default=0,
        most=10,
        names=Words(
            en="Compensation for the second player",
            es="Compensación para el segundo jugador",
            it="Compensazione per il secondo giocatore",
        ),
        summary=Words(
            en="Extra prosperity for every player who does not begin.",
            es="Prosperidad adicional para cada jugador que no empieza.",
            it="Prosperità aggiuntiva per ogni giocatore che non inizia.",
        ),
    ),
    Option(
        code=TURN_CAP,
        kind="number",
        default=60,
        least=10,
        most=200,
        names=Words(en="Turn limit", es="Límite de turnos", it="Limite di turni"),
        summary=Words(
            en="Turns of two players together; each further player adds half as many. Then S-14.3 decides.",
            es="Turnos de dos jugadores juntos; cada jugador más añade la mitad. Después decide S-14.3.",
            it="Turni di due giocatori insieme; ogni altro giocatore ne aggiunge la metà. Poi decide S-14.3.",
        ),
    ),
)


def teams(seats: int, table: Facts) -> tuple[int, ...]:
    """S-17.3 The team of each seat."""
    return tuple(teams_of(seats, shoulder_to_shoulder=bool(table[SHOULDER_TO_SHOULDER])))


def game_options(table: Facts, *, seats: int) -> Options:
    """The options of a table as the rules read them."""
    return Options(
        turn_cap=table.number(TURN_CAP) * seats // 2,  # SR-70
        shoulder_to_shoulder=bool(table[SHOULDER_TO_SHOULDER]),
        mulligan_then_discard=bool(table[MULLIGAN]),
        experienced_architect=bool(table[ARCHITECT]),
        compensation=table.number(COMPENSATION),
    )
