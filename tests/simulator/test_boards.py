"""Boards: what the replay page draws of a scene."""

import re
from collections.abc import Sequence

import pytest
from django.template.loader import render_to_string

from simulator.boards import BoardPainter
from simulator.engine.play.scene import Area, Dot, Held, Mark, Piece, Reach, Scene, SeatScene, Zone
from simulator.engine.values import Words
from simulator.replays import ReplayStep
from tests.toy import SYSTEM

STRENGTH = Words(en="strength", es="fuerza", it="forza")
WOUNDS = Words(en="wounds", es="heridas", it="ferite")

# The picture of a field with round pieces, as it has been drawn since the first release.
GOLDEN = """\
<svg class="field" viewBox="-6 -6 612 612" role="img" aria-label="The table">
<rect class="field-ground" width="600" height="600"/>
<g class="area area-impassable">
<title>Torch</title>
<circle cx="300.0" cy="300.0" r="60.0"/>
<text x="300.0" y="300.0">Torch</text>
</g>
<g class="area">
<title>Breeze</title>
<polygon points="0.0,600.0 10.0,600.0 10.0,550.0"/>
<text x="5.0" y="590.0">Breeze</text>
</g>
<line class="trace trace-1" x1="300.0" y1="20.0" x2="300.0" y2="60.0"/>
<g class="piece piece-0 piece-leader piece-spent" tabindex="0" role="img" aria-label="Moonstone, strength 2, wounds 8">
<title>Moonstone · strength 2 · wounds 8</title>
<circle class="reach" cx="300.0" cy="575.0" r="125.0"/>
<circle class="base" cx="300.0" cy="575.0" r="25.0"/>
<text x="300.0" y="575.0" >2/8</text>
</g>
<g class="piece piece-1" tabindex="0" role="img" aria-label="Candle">
<title>Candle</title>
<circle class="base" cx="300.0" cy="60.0" r="16.0"/>
<text x="300.0" y="60.0" >
</text>
</g>
</svg>"""


def scene(*, seats: int = 2, **changes: object) -> Scene:
    empty = tuple(SeatScene(seat=seat, marks=(), zones=()) for seat in range(seats))
    fields = {"width": 600, "height": 600, "turn": 1, "active": 0, "pieces": (), "areas": (), "seats": empty}
    return Scene(**fields | changes)  # type: ignore[arg-type]


def draw(shown: Scene, *, before: Scene | None = None, names: Sequence[str] = "ABCDEF", is_open: bool = False) -> str:
    """The step as HTML, one tag a line."""
    board = BoardPainter(SYSTEM, seats=names, language="en").board(shown, before=before)
    step = ReplayStep(number=0, last=1, turn=1, turns=((1, 0),), board=board, before=(), now=())
    html = render_to_string("simulator/replay/step.html", {"system": SYSTEM, "shown": step, "is_open": is_open})
    return re.sub(r"\s+", " ", html).replace("> ", ">").replace(" <", "<").replace("><", ">\n<")


def round_pieces(*, y: float) -> tuple[Piece, ...]:
    marks = (Mark(symbol="strength", names=STRENGTH, value="2"), Mark(symbol="health", names=WOUNDS, value="8"))
    reaches = (Reach(names=STRENGTH, length=100),)
    state = ("leader", "spent")
    first = Piece(ident=0, card="toy-7", seat=0, x=300, y=25, radius=25, marks=marks, reaches=reaches, state=state)
    return first, Piece(ident=1, card="toy-1", seat=1, x=300, y=y, radius=16)


def test_round_pieces_and_areas_are_drawn_as_ever() -> None:
    areas = (
        Area(card="toy-2", x=300, y=300, radius=60, traits=("impassable",)),
        Area(card="toy-5", x=5, y=10, points=((0, 0), (10, 0), (10, 50))),
    )
    html = draw(scene(pieces=round_pieces(y=540), areas=areas), before=scene(pieces=round_pieces(y=580)))
    assert html[html.index("<svg") : html.index("</svg>") + 6] == GOLDEN


def test_a_rectangle_has_a_heading_a_front_painted_sides_and_dots() -> None:
    dots = (Dot(x=-50, y=25, radius=20, paint="yellow"), Dot(x=50, y=25, radius=20, is_empty=True))
    piece = Piece(
        ident=0, card="toy-1", seat=4, x=800, y=2200, width=200, height=100, heading=30,
        sides=("red", "grey", "grey", "blue"), dots=dots,
    )  # fmt: skip
    html = draw(scene(width=1600, height=2400, pieces=(piece,)))
    assert 'viewBox="-6 -6 612 912"' in html
    assert '<g class="piece piece-4"' in html
    assert '<g transform="translate(300.0 75.0) rotate(30.0)">' in html
    assert '<rect class="base" x="-37.5" y="-18.8" width="75.0" height="37.5"/>' in html
    assert '<line class="side paint-red" x1="-37.5" y1="-18.8" x2="37.5" y2="-18.8"/>' in html
    assert '<line class="side paint-blue" x1="-37.5" y1="18.8" x2="-37.5" y2="-18.8"/>' in html
    assert 'class="front"' in html
    assert '<circle class="dot paint-yellow" cx="-18.8" cy="-9.4" r="7.5"/>' in html
    assert '<circle class="dot paint-white dot-empty"' in html


def test_a_game_without_a_field_has_zones_only() -> None:
    market = Zone(names=Words.same("Market"), cards=(Held(card="toy-1"), Held(card="toy-2", note="2 left")))
    pile = Zone(names=Words.same("Pile"), cards=(Held(card="toy-3"),), is_secret=True)
    html = draw(scene(width=0, height=0, shared=(market, pile)))
    assert 'class="field"' not in html
    assert "replay-plain" in html
    assert "2 left" in html
    assert "Torch" in html
    assert "Bonfire" not in html
    assert "Bonfire" in draw(scene(width=0, height=0, shared=(market, pile)), is_open=True)


def card(code: str, **fields: object) -> Held:
    return Held(card=code, **fields)  # type: ignore[arg-type]


def test_two_formations_face_each_other() -> None:
    ranks = {
        0: ((card("toy-1"), card("toy-2")), (card("toy-7", state=("leader",)),)),
        1: ((card("toy-3"),), (card("toy-8"),)),
    }
    html = draw(scene(width=0, height=0, formations=ranks))
    order = [html.index(name) for name in ("Glass Shade", "Bonfire", "Candle", "Moonstone")]
    assert order == sorted(order), "the first ranks meet in the middle"
    assert "held-leader" in html
    assert [int(number) for number in re.findall(r"Rank (\d)", html)] == [2, 1, 1, 2]


def test_cards_show_marks_states_attached_cards_and_guests() -> None:
    wounds = Mark(symbol="health", names=WOUNDS, value="3")
    bearer = card("toy-1", marks=(wounds,), state=("stunned",), attached=(card("toy-2", spent=True),), seat=1)
    html = draw(scene(width=0, height=0, formations={0: ((bearer,),)}))
    assert "held-stunned held-guest seat-1" in html
    assert "stunned</span>" in html
    assert "wounds" in html
    assert html.index("held-attached") < html.index("Torch") < html.index("used")


@pytest.mark.parametrize("seats", range(2, 7))
def test_up_to_six_seats_have_zones_and_formations(seats: int) -> None:
    ranks = {seat: ((card("toy-1"),),) for seat in range(seats)}
    html = draw(scene(seats=seats, width=0, height=0, formations=ranks))
    assert f"seats-{seats}" in html
    assert f"formations-{seats}" in html
    for seat in range(seats):
        assert f'<section class="seat seat-{seat}' in html
        assert f'<section class="formation seat-{seat}"' in html
