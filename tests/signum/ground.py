"""A battlefield for geometry and movement tests, with Hypothesis strategies."""

import math
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from simulator.engine.play.chance import Scripted
from simulator.engine.play.event_log import Log
from simulator.engine.values import Words
from simulator.games.signum.board.geometry import Point, template_gap_mm
from simulator.games.signum.cards.abilities import KEYWORD, Ability
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import BY_CODE
from simulator.games.signum.state.position import ACTIVATION, Creature, Position, Template

S, M, L, XL = 80, 100, 150, 250

repeatable = settings(derandomize=True, database=None, deadline=None, max_examples=150)


def terrain_card(
    name: str = "Forest",
    *,
    radius: float = 0.0,
    polygon: tuple[Point, ...] = (),
    traits: tuple[str, ...] = (),
    unique: bool = False,
) -> SignumCard:
    return SignumCard(
        code=f"t-{name}",
        names=Words.same(name),
        type="terrain",
        radius=radius,
        polygon=polygon,
        traits=traits,
        unique=unique,
    )


class Ground:
    """A position in the activation phase of seat 0."""

    def __init__(self, *, log: Log | None = None) -> None:
        self.position = Position(seats=2, chance=Scripted(), log=log)
        self.position.phase = ACTIVATION
        self.position.turn = 1

    def put(
        self,
        x: float,
        y: float,
        *keywords: str,
        seat: int = 0,
        base: int = 32,
        movement: int = M,
        hidden: bool = False,
        hero: bool = False,
        name: str = "",
    ) -> Creature:
        slot = self.position.next_slot
        self.position.next_slot += 1
        card = SignumCard(
            code=f"c-{slot}",
            names=Words.same(f"c-{slot}"),
            type="hero" if hero else "character",
            strength=1,
            movement=movement,
            health=3,
            base=base,
            abilities=tuple(Ability(KEYWORD, keyword=BY_CODE[word].index) for word in keywords),
        )
        creature = Creature(slot=slot, name=name or f"c-{slot}", card=card, seat=seat, x=x, y=y)
        creature.hidden = hidden
        self.position.creatures.append(creature)
        return creature

    def friend(self, x: float, y: float, *keywords: str, **fields: Any) -> Creature:
        return self.put(x, y, *keywords, seat=0, **fields)

    def enemy(self, x: float, y: float, *keywords: str, **fields: Any) -> Creature:
        return self.put(x, y, *keywords, seat=1, **fields)

    def disc(self, x: float, y: float, radius: float, *traits: str) -> Template:
        return self._add(terrain_card(radius=radius), x, y, radius, (), traits)

    def polygon(self, points: tuple[Point, ...], *traits: str) -> Template:
        return self._add(terrain_card(polygon=points), points[0][0], points[0][1], 0.0, points, traits)

    def box(self, left: float, low: float, right: float, high: float, *traits: str) -> Template:
        return self.polygon(((left, low), (right, low), (right, high), (left, high)), *traits)

    def _add(
        self, card: SignumCard, x: float, y: float, radius: float, points: tuple[Point, ...], traits: tuple[str, ...]
    ) -> Template:
        slot = self.position.next_slot
        self.position.next_slot += 1
        template = Template(
            slot=slot, name=f"t-{slot}", card=card, owner=0, x=x, y=y, radius=radius, points=points, traits=traits
        )
        self.position.templates.append(template)
        self.position.forget_in_play()
        return template


# --- Hypothesis strategies: bases that do not overlap, many of them in contact


@st.composite
def grounds(
    draw: st.DrawFn,
    *,
    max_bases: int = 8,
    size: float = 250.0,
    traits: tuple[str, ...] = (),
    keywords: tuple[str, ...] = (),
) -> Ground:
    """Up to `max_bases` bases in a corner of the field, and sometimes a template."""
    ground = Ground()
    for number in range(draw(st.integers(2, max_bases))):
        base = draw(st.sampled_from([32, 32, 48, 50, 60]))
        x, y = draw(_places(ground, base / 2, size))
        seat = draw(st.integers(0, 1)) if number else 0
        own = (draw(st.sampled_from(["", *keywords])),) if keywords and number == 0 else ()
        if _fits(ground, x, y, base / 2):
            movement = draw(st.sampled_from([S, M, L, XL]))
            ground.put(x, y, *(word for word in own if word), seat=seat, base=base, movement=movement)
        elif number < 2:
            ground.put(size + 100, size + 100 + 70 * number, seat=seat, base=base)  # far from all others
    if traits and draw(st.booleans()):
        _add_template(ground, draw, size, traits)
    return ground


@st.composite
def screens(draw: st.DrawFn, *, traits: tuple[str, ...] = ()) -> Ground:
    """Two bases, and other bases between them that often block the line of sight."""
    ground = Ground()
    apart = draw(st.integers(70, 220))
    ground.put(100, 150, base=draw(st.sampled_from([32, 32, 60])))
    ground.put(100 + apart, 150 + draw(st.integers(-15, 15)), seat=1, base=draw(st.sampled_from([32, 32, 60])))
    for number in range(draw(st.integers(2, 10))):
        base = draw(st.sampled_from([32, 48, 50, 60]))
        x, y = 100 + draw(st.floats(0.15, 0.85)) * apart, 150.0 + draw(st.integers(-40, 40))
        if number and draw(st.booleans()):
            beside = ground.position.creatures[-1]
            away = base / 2 + beside.radius + draw(st.sampled_from([0.0, 0.01, 0.3, 2.0]))
            angle = draw(st.sampled_from([60, 75, 90, 105, 120, 240, 255, 270, 285, 300])) * math.pi / 180
            x, y = beside.x + away * math.cos(angle), beside.y + away * math.sin(angle)
        if _fits(ground, x, y, base / 2):
            ground.put(x, y, base=base, seat=number % 2)
    if traits and draw(st.booleans()):
        _add_template(ground, draw, 250, traits)
    return ground


@st.composite
def _places(draw: st.DrawFn, ground: Ground, radius: float, size: float) -> Point:
    if ground.position.creatures and draw(st.booleans()):
        beside = draw(st.sampled_from(ground.position.creatures))
        angle = draw(st.integers(0, 71)) * math.pi / 36
        apart = radius + beside.radius + draw(st.sampled_from([0.0, 0.0, 0.3, 0.6, 5.0]))
        return beside.x + apart * math.cos(angle), beside.y + apart * math.sin(angle)
    return draw(st.integers(16, int(size))), draw(st.integers(16, int(size)))


def _fits(ground: Ground, x: float, y: float, radius: float) -> bool:
    if not (radius <= x <= 600 - radius and radius <= y <= 600 - radius):
        return False
    return all(
        math.hypot(other.x - x, other.y - y) >= other.radius + radius - 1e-9 for other in ground.position.creatures
    )


def _add_template(ground: Ground, draw: st.DrawFn, size: float, traits: tuple[str, ...]) -> None:
    x, y = draw(st.integers(0, int(size))), draw(st.integers(0, int(size)))
    width, height = draw(st.integers(5, 90)), draw(st.integers(5, 90))
    shape = draw(st.sampled_from(["disc", "box", "hollow"]))
    trait = draw(st.sampled_from(traits))
    if shape == "disc":
        template = ground.disc(x, y, width / 2, trait)
    elif shape == "box":
        template = ground.box(x, y, x + width, y + height, trait)
    else:
        low = (x + width / 2, y + height / 4)
        points = ((x, y), (x + width, y), (x + width, y + height), low, (x, y + height))
        template = ground.polygon(points, trait)
    creatures = ground.position.creatures
    if trait == "impassable" and any(template_gap_mm(template, c.x, c.y, c.radius) < 0 for c in creatures):
        ground.position.templates.remove(template)
        ground.position.forget_in_play()
