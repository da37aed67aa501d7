"""The scene of a position for replays.

It has bases to scale, templates, cities and hands.
"""

from typing import Final

from simulator.engine.play.scene import Area, Held, Mark, Piece, Reach, Scene, SeatScene, Zone
from simulator.engine.values import Words
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import MAGICAL_SHOT, SHOT, THROWING
from simulator.games.signum.cards.vocabulary import FIELD_MM
from simulator.games.signum.game.game import Game
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.combat.ranged import range_mm
from simulator.games.signum.state.position import Creature, Player, Position

_STRENGTH: Final = Words(en="strength", es="fuerza", it="forza")
_HEALTH: Final = Words(en="health left", es="salud restante", it="salute rimasta")
_ARMOUR: Final = Words(en="armour", es="armadura", it="armatura")
_PROSPERITY: Final = Words(en="prosperity", es="prosperidad", it="prosperità")
_DECK: Final = Words(en="cards to draw", es="cartas por robar", it="carte da pescare")
_MOVEMENT: Final = Words(en="movement", es="movimiento", it="movimento")
_RANGE: Final = Words(en="range", es="alcance", it="gittata")
_CITY: Final = Words(en="City", es="Ciudad", it="Città")
_HAND: Final = Words(en="Hand", es="Mano", it="Mano")
_RELICS: Final = Words(en="Relics", es="Reliquias", it="Reliquie")
_TACTICS: Final = Words(en="Tactics", es="Tácticas", it="Tattiche")
_GRAVEYARD: Final = Words(en="Graveyard", es="Cementerio", it="Cimitero")
_NAME: Final = Words(en="The battlefield", es="El campo de batalla", it="Il campo di battaglia")
_CAPTION: Final = Words(
    en="On each base: strength / health left. Point at one to see how far it moves and shoots.",
    es="En cada peana: fuerza / salud restante. Señala una para ver cuánto se mueve y dispara.",
    it="Su ogni basetta: forza / salute rimasta. Puntane una per vedere quanto si muove e tira.",
)
_RANGED: Final = ((SHOT, "shot"), (THROWING, "throwing"), (MAGICAL_SHOT, "magical_shot"))


def scene(game: Game) -> Scene:
    position = game.position
    return Scene(
        width=FIELD_MM,
        height=FIELD_MM,
        turn=position.turn,
        active=position.active,
        pieces=tuple(_piece(position, creature) for creature in position.creatures),
        areas=tuple(
            Area(
                card=template.card.code,
                x=template.x,
                y=template.y,
                radius=template.radius,
                points=template.points,
                traits=template.traits,
            )
            for template in position.templates
        ),
        seats=tuple(_seat(player) for player in position.players),
        name=_NAME,
        caption=_CAPTION,
    )


def _piece(position: Position, creature: Creature) -> Piece:
    marks = [
        Mark(symbol="strength", names=_STRENGTH, value=str(stats.strength(position, creature))),
        Mark(symbol="health", names=_HEALTH, value=str(stats.health(position, creature) - creature.wounds)),
    ]
    if creature.armour:
        marks.append(Mark(symbol="armour", names=_ARMOUR, value=str(creature.armour)))
    reaches = [Reach(names=_MOVEMENT, length=stats.movement(position, creature))]
    shots = [range_mm(kind) for keyword, kind in _RANGED if stats.has(position, creature, keyword)]
    if shots:
        reaches.append(Reach(names=_RANGE, length=max(shots)))
    states = {
        "leader": creature.is_hero,
        "hidden": creature.hidden,
        "spent": creature.activated,
        "wounded": creature.wounds > 0,
    }
    return Piece(
        ident=creature.slot,
        card=creature.card.code,
        seat=creature.seat,
        x=creature.x,
        y=creature.y,
        radius=creature.radius,
        marks=tuple(marks),
        reaches=tuple(reaches),
        state=tuple(state for state, holds in states.items() if holds),
    )


def _seat(player: Player) -> SeatScene:
    return SeatScene(
        seat=player.seat,
        marks=(
            Mark(symbol="prosperity", names=_PROSPERITY, value=str(player.prosperity)),
            Mark(symbol="deck", names=_DECK, value=str(len(player.deck))),
        ),
        zones=(
            Zone(names=_CITY, cards=tuple(Held(card=built.card.code, spent=built.tapped) for built in player.city)),
            Zone(names=_HAND, cards=_held(player.hand), is_secret=True),
            Zone(names=_RELICS, cards=tuple(Held(card=relic.card.code) for relic in player.relics)),
            Zone(names=_TACTICS, cards=_held(player.tactics), is_secret=True),
            Zone(names=_GRAVEYARD, cards=_held(player.graveyard)),
        ),
    )


def _held(cards: list[SignumCard]) -> tuple[Held, ...]:
    return tuple(Held(card=card.code) for card in cards)
