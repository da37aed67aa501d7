"""Playing a terrain card, S-6.1: choosing and paying for it.

Where its template may lie is terrain.py.
"""

from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.rules.player.city import pay_cost, payment
from simulator.games.signum.rules.terrain.terrain import place_template, why_not_place_template
from simulator.games.signum.state.actions import LayTerrain
from simulator.games.signum.state.position import Position
from simulator.games.signum.state.refusals import CANNOT_PAY, NO_SUCH_CARD, IllegalMove


def chosen_terrain(position: Position, seat: int, code: str) -> SignumCard | None:
    for card in position.players[seat].terrain:
        if card.code == code:
            return card
    return None


def why_not_lay(position: Position, seat: int, action: LayTerrain) -> IllegalMove | None:
    """S-6.1, S-6.2, S-6.3 Why the terrain card may not be played there, or None."""
    card = chosen_terrain(position, seat, action.card)
    if card is None:
        return IllegalMove(NO_SUCH_CARD, f"The terrain {action.card!r} was not chosen for this deck.")
    refusal = why_not_place_template(position, seat, card, action.at[0], action.at[1])
    if refusal is not None:
        return refusal
    if payment(position, seat, card.cost, action.pay) is None:
        return IllegalMove(CANNOT_PAY, f"The cost of {card.names.en} cannot be paid in full.")
    return None


def lay_terrain(position: Position, seat: int, action: LayTerrain) -> None:
    """S-6.1 Pays for the card as for any other and places its template.

    The card lies in the city and does not count among the 12 buildings.
    """
    card = chosen_terrain(position, seat, action.card)
    assert card is not None, "why_not_lay was asked first"
    buildings = payment(position, seat, card.cost, action.pay)
    assert buildings is not None
    place_template(position, seat, card, action.at[0], action.at[1])
    pay_cost(position, seat, card.cost, buildings)
