"""What a table of Signum agrees on before a game: chapter 17, other readings of the rulebooks, and house rules."""

from typing import Final

from simulator.engine.play.options import Option
from simulator.engine.values import Facts, Words
from simulator.games.signum.state.position import Options
from simulator.games.signum.state.table import teams_of

TURN_CAP: Final = "turn_cap"
ARCHITECT: Final = "experienced_architect"
MULLIGAN: Final = "mulligan_then_discard"
COMPENSATION: Final = "compensation"
COMPENSATION_CARDS: Final = "compensation_cards"
PREDATOR_DEFENDS: Final = "predator_defends"
SUMMONED_ACTIVATED: Final = "summoned_activated"
DECK_OUT_EACH_TURN: Final = "deck_out_each_turn"
PHYSICAL_ARMOUR: Final = "physical_armour"
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
        code=PREDATOR_DEFENDS,
        kind="flag",
        default=False,
        names=Words(en="Predator when attacked", es="Depredador al ser atacado", it="Predatore quando è attaccato"),
        summary=Words(
            en="A Predator also gains its strength when a wounded enemy attacks it in melee.",
            es="Un Depredador también gana su fuerza cuando un enemigo herido lo ataca cuerpo a cuerpo.",
            it="Un Predatore ottiene la sua forza anche quando un nemico ferito lo attacca in mischia.",
        ),
    ),
    Option(
        code=SUMMONED_ACTIVATED,
        kind="flag",
        default=False,
        names=Words(
            en="Summoned characters count as activated",
            es="Los personajes convocados cuentan como activados",
            it="I personaggi evocati contano come attivati",
        ),
        summary=Words(
            en="An effect that lets a character activate again also works in the turn it is summoned.",
            es="Un efecto que deja a un personaje volver a activarse funciona también en el turno en que es convocado.",
            it="Un effetto che lascia un personaggio attivarsi di nuovo funziona anche nel turno in cui è evocato.",
        ),
    ),
    Option(
        code=DECK_OUT_EACH_TURN,
        kind="flag",
        default=False,
        names=Words(
            en="Empty deck: once a turn", es="Mazo vacío: una vez por turno", it="Mazzo vuoto: una volta per turno"
        ),
        summary=Words(
            en="With an empty deck, only the draw of the initial phase gives the opponent prosperity; effects do not.",
            es="Con el mazo vacío, solo robar en la Fase Inicial da prosperidad al oponente; los efectos no.",
            it="Con il mazzo vuoto, solo pescare nella Fase iniziale dà prosperità all'avversario; gli effetti no.",
        ),
    ),
    Option(
        code=PHYSICAL_ARMOUR,
        kind="flag",
        default=False,
        names=Words(
            en="Armour stops physical damage only",
            es="La armadura solo detiene daño físico",
            it="L'armatura ferma solo danni fisici",
        ),
        summary=Words(
            en="Damage from spells and abilities is not stopped by armour tokens.",
            es="Las fichas de armadura no detienen el daño de conjuros y capacidades.",
            it="I segnalini armatura non fermano i danni di incantesimi e abilità.",
        ),
    ),
    Option(
        code=COMPENSATION,
        kind="number",
        default=0,
        most=10,
        names=Words(
            en="Compensation in prosperity",
            es="Compensación en prosperidad",
            it="Compensazione in prosperità",
        ),
        summary=Words(
            en="Extra prosperity for every player who does not begin.",
            es="Prosperidad adicional para cada jugador que no empieza.",
            it="Prosperità aggiuntiva per ogni giocatore che non inizia.",
        ),
    ),
    Option(
        code=COMPENSATION_CARDS,
        kind="number",
        default=0,
        most=4,
        names=Words(en="Compensation in cards", es="Compensación en cartas", it="Compensazione in carte"),
        summary=Words(
            en="Extra cards in the opening hand of every player who does not begin.",
            es="Cartas adicionales en la mano inicial de cada jugador que no empieza.",
            it="Carte aggiuntive nella mano iniziale di ogni giocatore che non inizia.",
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
        compensation_cards=table.number(COMPENSATION_CARDS),
        predator_defends=bool(table[PREDATOR_DEFENDS]),
        summoned_activated=bool(table[SUMMONED_ACTIVATED]),
        deck_out_each_turn=bool(table[DECK_OUT_EACH_TURN]),
        physical_armour=bool(table[PHYSICAL_ARMOUR]),
    )
