"""Terrain, chapter 6: placing templates, touching them, ruins and passages.

Paying for a terrain card is terrain/play.py; what difficult and impassable ground does to a move is
movement/trajectory.py, what blocks sight or defends is board/line_of_sight.py. The dice of a search, and what they
bring, are ruins.py.
"""

from typing import Final

from simulator.games.signum.board.geometry import CONTACT_MM, EXACT_MM, in_contact, template_gap_mm
from simulator.games.signum.board.outlines import segment_gap_mm, templates_gap_mm
from simulator.games.signum.board.placement import passage_places
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import FIELD_MM, LENGTHS_MM
from simulator.games.signum.state.events import TerrainDestroyed, TerrainLaid
from simulator.games.signum.state.position import Creature, Position, Template
from simulator.games.signum.state.refusals import (
    ALREADY_SEARCHED,
    BAD_TARGET,
    ILLEGAL_PLACEMENT,
    IN_CONTACT,
    NO_ABILITY,
    NO_PLACE,
    NOT_IN_CONTACT,
    TERRAIN_LIMIT,
    UNIQUE_ALREADY_PLAYED,
    IllegalMove,
)

FROM_OWN_SIDE_MM: Final = LENGTHS_MM["S"]
FROM_OTHER_SIDE_MM: Final = LENGTHS_MM["M"]
FROM_TERRAIN_MM: Final = LENGTHS_MM["S"]


# --- touching


def touches(creature: Creature, template: Template) -> bool:
    """SR-21 Whether at most 0.5 mm lies between base and template, or it stands in it."""
    return template_gap_mm(template, creature.x, creature.y, creature.radius) <= CONTACT_MM + EXACT_MM


def touches_difficult(position: Position, creature: Creature) -> bool:
    """S-6.4 Whether it touches difficult terrain."""
    for template in position.templates:
        if template.is_difficult and touches(creature, template):
            return True
    return False


# --- placing and destroying


def why_not_place_template(position: Position, seat: int, card: SignumCard, x: float, y: float) -> IllegalMove | None:
    """S-6.1, S-6.2, S-6.3 Why the card's template may not be placed there, or None.

    One terrain card a turn, a unique one once a game, and a place that fits.
    """
    player = position.players[seat]
    if player.laid_terrain:
        return IllegalMove(TERRAIN_LIMIT, "One terrain card has already been played this turn.")
    if card.unique and card.code in player.laid_unique:
        return IllegalMove(UNIQUE_ALREADY_PLAYED, f"{card.names.en} is unique and was played before.")
    return _why_not_fit(position, seat, _template(position, seat, card, x, y))


def _why_not_fit(position: Position, seat: int, template: Template) -> IllegalMove | None:
    """S-6.2 Why the template does not fit where it lies, or None.

    Wholly inside the field, touching no base, S from its player's side and other terrain, M from the other side.
    """
    refusal = _why_not_from_sides(position, seat, template)
    if refusal is not None:
        return refusal
    for creature in position.creatures:
        if touches(creature, template):
            return IllegalMove(ILLEGAL_PLACEMENT, f"The template must not touch the base of {creature.name}.")
    for other in position.templates:
        if templates_gap_mm(template, other) < FROM_TERRAIN_MM - EXACT_MM:
            return IllegalMove(ILLEGAL_PLACEMENT, f"The template must be at least S from {other.name}.")
    return None


def _why_not_from_sides(position: Position, seat: int, template: Template) -> IllegalMove | None:
    """S-6.2, SR-62 Inside the field, S from the own side or that of an ally, M from every opponent's."""
    left, low, right, high = _extent(template)
    if not (left >= -EXACT_MM and right <= FIELD_MM + EXACT_MM):
        return IllegalMove(ILLEGAL_PLACEMENT, "The template must lie wholly inside the field.")
    if len(position.players) == 2:
        from_own, from_other = (low, FIELD_MM - high) if seat == 0 else (FIELD_MM - high, low)
    else:
        if not (low >= -EXACT_MM and high <= FIELD_MM + EXACT_MM):
            return IllegalMove(ILLEGAL_PLACEMENT, "The template must lie wholly inside the field.")
        from_own = min(_from_sides(position, template, position.teams[seat], own=True))
        from_other = min(_from_sides(position, template, position.teams[seat], own=False))
    if not from_own >= FROM_OWN_SIDE_MM - EXACT_MM:
        return IllegalMove(ILLEGAL_PLACEMENT, "The template must be at least S from its player's side.")
    if not from_other >= FROM_OTHER_SIDE_MM - EXACT_MM:
        return IllegalMove(ILLEGAL_PLACEMENT, "The template must be at least M from the opponent's side.")
    return None


def _from_sides(position: Position, template: Template, team: int, *, own: bool) -> list[float]:
    """The gaps to the stretches of this team, or of the others; players who are out have none."""
    gaps: list[float] = []
    for player in position.players:
        if not player.out and (position.teams[player.seat] == team) == own:
            side = position.sides[player.seat]
            ax, ay = side.place(side.low, 0.0)
            bx, by = side.place(side.high, 0.0)
            gaps.append(segment_gap_mm(template, ax, ay, bx, by))
    return gaps


def place_template(position: Position, seat: int, card: SignumCard, x: float, y: float) -> Template:
    """S-6.1 Puts the template on the field; raises if it may not lie there."""
    refusal = why_not_place_template(position, seat, card, x, y)
    if refusal is not None:
        raise refusal
    template = _template(position, seat, card, x, y)
    position.next_slot += 1
    position.templates.append(template)
    position.forget_in_play()
    player = position.players[seat]
    player.laid_terrain = True
    if card.unique:
        player.laid_unique.append(card.code)
    if position.listening:
        position.log.emit(TerrainLaid(template.slot, card.code, seat, (template.x, template.y)))
    return template


def terrain_places(position: Position, seat: int, card: SignumCard, *, step: float) -> list[tuple[float, float]]:
    """S-6.2 The points of a grid where this template could lie now.

    Empty: the card cannot be played.
    """
    places: list[tuple[float, float]] = []
    for row in range(1, int(FIELD_MM / step)):
        for column in range(1, int(FIELD_MM / step)):
            x, y = column * step, row * step
            if why_not_place_template(position, seat, card, x, y) is None:
                places.append((x, y))
    return places


def destroy_template(position: Position, template: Template) -> None:
    """S-6.6 Takes it off the field; a terrain that is not unique may be played again."""
    position.templates.remove(template)
    position.forget_in_play()
    if position.listening:
        position.log.emit(TerrainDestroyed(template.slot, template.card.code))


def _template(position: Position, seat: int, card: SignumCard, x: float, y: float) -> Template:
    name = card.names.en
    namesakes = len([other for other in position.templates if other.card.code == card.code])
    return Template(
        slot=position.next_slot,
        name=f"{name} {namesakes + 1}" if namesakes else name,
        card=card,
        owner=seat,
        x=float(x),  # compiled code represents ints differently
        y=float(y),
        radius=card.radius,
        points=tuple([(x + px, y + py) for px, py in card.polygon]),
        traits=card.traits,
    )


def _extent(template: Template) -> tuple[float, float, float, float]:
    """Left, lowest, right, highest."""
    if not template.points:
        x, y, radius = template.x, template.y, template.radius
        return x - radius, y - radius, x + radius, y + radius
    xs = [x for x, _ in template.points]
    ys = [y for _, y in template.points]
    return min(xs), min(ys), max(xs), max(ys)


# --- ruins


def why_not_search(position: Position, creature: Creature, ruins: Template) -> IllegalMove | None:
    """S-6.5 Why a character may not search these ruins, or None.

    It touches unsearched ruins, and is in contact with no enemy unless it is hidden.
    """
    refusal = _why_not_at_ruins(position, creature, ruins)
    if refusal is None and ruins.searched:
        return IllegalMove(ALREADY_SEARCHED, f"{ruins.name} has been searched.")
    return refusal


def why_not_look_for_passage(position: Position, creature: Creature, ruins: Template) -> IllegalMove | None:
    """S-6.5 The same at searched ruins, if there are others to come out at."""
    refusal = _why_not_at_ruins(position, creature, ruins)
    if refusal is not None:
        return refusal
    if not ruins.searched:
        return IllegalMove(BAD_TARGET, f"{ruins.name} has not been searched: no passage is known there.")
    if not passages(position, creature, ruins):
        return IllegalMove(NO_PLACE, f"No passage leads from {ruins.name} to a free place at other searched ruins.")
    return None


def passages(position: Position, creature: Creature, ruins: Template) -> list[Template]:
    """S-6.5 The other searched ruins with a free place for the character."""
    return [
        other
        for other in position.templates
        if other is not ruins
        and other.is_ruins
        and other.searched
        and passage_places(position, creature, other, limit=1)
    ]


def _why_not_at_ruins(position: Position, creature: Creature, ruins: Template) -> IllegalMove | None:
    if not ruins.is_ruins:
        return IllegalMove(BAD_TARGET, f"{ruins.name} is no ruins.")
    if creature.is_hero:
        return IllegalMove(NO_ABILITY, f"{creature.name} is a hero, and heroes do not search.")
    if not touches(creature, ruins):
        return IllegalMove(NOT_IN_CONTACT, f"{creature.name} does not touch {ruins.name}.")
    for other in position.creatures:
        # SR-22: a hidden enemy counts as absent.
        if other.team != creature.team and not other.hidden and not creature.hidden and in_contact(creature, other):
            return IllegalMove(IN_CONTACT, f"{creature.name} is in contact with an enemy.")
    return None
