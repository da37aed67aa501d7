"""Play whole games and check invariants after every move."""

from collections import Counter

from simulator.engine.play.chance import Chance
from simulator.engine.play.options import NO_OPTIONS
from simulator.engine.play.protocols import Policy
from simulator.engine.values import Facts
from simulator.games.signum.board.geometry import CONTACT_MM, gap_mm, is_in_field
from simulator.games.signum.game.game import Game
from simulator.games.signum.rules.play.cards import MAX_CHARACTERS
from simulator.games.signum.rules.player.city import MAX_BUILDINGS
from simulator.games.signum.state.position import Player, Position
from simulator.games.signum.system import signum_system

BATTLE = ("character", "spell", "relic", "tactic")
Owned = list[tuple[Counter[str], Counter[str]]]


def new_game(*, pairing: int, seed: int, seats: int = 2, options: Facts = NO_OPTIONS) -> Game:
    """A game between reference decks.

    The pairing number runs through all pairs, including mirror matches.
    """
    system = signum_system()
    decks = [reference.deck for reference in system.reference_decks()]
    chosen = [decks[(pairing + seat * (pairing // len(decks))) % len(decks)] for seat in range(seats)]
    game = system.new_game(decks=chosen, chance=Chance(seed), options=options)
    assert isinstance(game, Game)
    return game


def players_of(name: str, *, seed: int, seats: int = 2) -> list[Policy]:
    system = signum_system()
    maker = system.policies[system.policy_name(name)]
    return [maker(Chance(seed).stream("policy", seat=seat)) for seat in range(seats)]


def owned_by(position: Position, player: Player) -> tuple[Counter[str], Counter[str]]:
    """All battle cards and buildings of a player, in any zone."""
    cards = player.hand + player.deck + player.graveyard + player.tactics
    cards += [relic.card for relic in player.relics]
    cards += [
        creature.card for creature in position.creatures if creature.owner == player.seat and not creature.is_hero
    ]
    buildings = player.sideboard + [building.card for building in player.city]
    buildings += [card for card in player.graveyard if card.type == "building"]
    return Counter(card.code for card in cards if card.type in BATTLE), Counter(card.code for card in buildings)


def owned(position: Position) -> Owned:
    return [owned_by(position, player) for player in position.players]


def check(position: Position, initial: Owned) -> None:
    """Check the invariants of S-1.3, S-4.5, S-5.6, S-7.2 and S-15.3."""
    assert owned(position) == initial
    for player in position.players:
        assert player.prosperity >= 0
        assert len(player.city) <= MAX_BUILDINGS
        codes = [building.card.code for building in player.city]
        assert len(set(codes)) == len(codes)
        assert len([building for building in player.city if building.card.class_building]) <= 1
        own = [creature for creature in position.creatures if creature.owner == player.seat and not creature.is_hero]
        assert len(own) <= MAX_CHARACTERS
    for number, creature in enumerate(position.creatures):
        assert is_in_field(creature.x, creature.y, creature.radius)
        assert creature.wounds >= 0
        for other in position.creatures[:number]:
            assert gap_mm(creature, other) >= -CONTACT_MM - 1e-3


def play_checked(game: Game, players: list[Policy], *, moves: int = 5_000, every_action: bool = True) -> None:
    """Play on and check the invariants after every action, or after every turn."""
    initial = owned(game.position)
    turn = game.turn
    for _ in range(moves):
        if game.outcome() is not None:
            break
        game.apply(players[game.to_act].choose(game.glance(game.to_act)))
        if game.question is None and (every_action or game.turn != turn):
            turn = game.turn
            check(game.position, initial)
    if game.question is None:
        check(game.position, initial)
