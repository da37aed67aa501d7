"""Games for tests of the game flow: small decks, scripted dice, scenarios."""

from typing import Any

from simulator.engine.play.chance import Chance, Scripted
from simulator.engine.play.event_log import Log
from simulator.games.signum.cardfile.inline import blank_card, inline_card, inline_creature, named_card
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.game.game import Game, start_with
from simulator.games.signum.rules.setup import DeckCards
from simulator.games.signum.scenarios.position import Scenario
from simulator.games.signum.state.actions import DecideOrder, KeepHand, PlaceHero, SkipBuild
from simulator.games.signum.state.position import Options


def plain_deck(*cards: SignumCard, buildings: tuple[str, ...] = ("Temple", "Tavern"), size: int = 20) -> DeckCards:
    """A deck with these cards on top, in draw order, and blank characters below."""
    filling = [blank_card(number + 1) for number in range(size - len(cards))]
    return DeckCards(
        hero=inline_creature({"health": 20}, name="Hero", is_hero=True),
        battle=[*reversed(filling), *reversed(cards)],
        buildings=[named_card(name, types=("building",)) for name in buildings],
        terrain=[named_card("Forest", types=("terrain",))],
    )


def new_game(
    *dice: int,
    options: Options | None = None,
    decks: list[DeckCards] | None = None,
    chance: Chance | None = None,
    log: Log | None = None,
) -> Game:
    """A new game before the first roll. Without a script, seat 0 wins that roll."""
    script = chance if chance is not None else Scripted(*(dice or (6, 1)))
    return start_with(decks or [plain_deck(), plain_deck()], chance=script, options=options, log=log)


def started_game(**fields: Any) -> Game:
    """A game in the first turn of seat 0.

    Both players kept their hands, and nothing was built.
    """
    game = new_game(**fields)
    for action in (DecideOrder(0), PlaceHero(300.0), PlaceHero(300.0), KeepHand(), KeepHand(), SkipBuild()):
        game.apply(action)
    return game


def scene(*dice: int, **data: Any) -> Game:
    """The game of a scenario: `scene(5, players={"a": {…}})`.

    Questions become decisions.
    """
    return Scenario({"id": "scene", "dice": list(dice), **data}).game


def slot(game: Game, name: str) -> int:
    return next(creature.slot for creature in game.position.creatures if creature.name == name)


def spell(name: str, effect: str, target: str = "") -> SignumCard:
    return inline_card({"name": name, "type": "spell", "cost": {}, "effect": effect, "target": target})


def hand(game: Game, seat: int) -> list[str]:
    return [card.names.en for card in game.position.players[seat].hand]
