"""The toy game as a guest of the replay pages: with sentences, with pictures, or with neither."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from simulator.engine.play.events import Event
from simulator.engine.play.narration import Sentence
from simulator.engine.play.scene import Held, Mark, Piece, Scene, SeatScene, Zone
from simulator.engine.values import Words
from tests.toy import SYSTEM
from tests.toy.state import Lanterns, Played, Waited

LIGHT = Words(en="light", es="luz", it="luce")


class LanternNarrator:
    """Tells who played what."""

    def __init__(self, language: str, seats: Sequence[str]) -> None:
        self.language = language
        self.seats = tuple(seats)

    def __call__(self, event: Event) -> Sentence | None:
        if isinstance(event, Played):
            return Sentence(text=f"{self.seats[event.seat]}: {SYSTEM.catalogue[event.card].name(self.language)}.")
        return Sentence(text=f"{self.seats[event.seat]}: …") if isinstance(event, Waited) else None


def lantern_scene(state: Lanterns) -> Scene:
    """Every lantern on a shore four units wide, and the hands."""
    seats: Any = state.seats
    return Scene(
        width=4.0,
        height=2.0,
        turn=state.turn,
        active=state.to_act,
        pieces=tuple(
            Piece(
                ident=seat,
                card="toy-7",
                seat=seat,
                x=seat + 1.0,
                y=0.5,
                radius=0.25,
                marks=(Mark(symbol="bullseye", names=LIGHT, value=str(state.view(seat).lights[seat])),),
            )
            for seat in seats
        ),
        areas=(),
        seats=tuple(
            SeatScene(
                seat=seat,
                marks=(),
                zones=(
                    Zone(
                        names=Words(en="Hand", es="Mano", it="Mano"),
                        cards=tuple(Held(card=card) for card in state.view(seat).hand),
                        is_secret=True,
                    ),
                ),
            )
            for seat in seats
        ),
        name=Words(en="The shore", es="La orilla", it="La riva"),
        caption=Words(en="On each lantern: its light.", es="En cada farol: su luz.", it="Su ogni lanterna: la luce."),
    )


TOLD = replace(SYSTEM, narrator=LanternNarrator)
DRAWN = replace(SYSTEM, narrator=LanternNarrator, scene=lantern_scene)
