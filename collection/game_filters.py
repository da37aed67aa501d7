"""Filters of API lists by game; `game` and `system` mean the same."""

from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from signum_site.core.api.filters import ParameterFilter
from signum_site.core.api.parameters import Text
from simulator.engine.game_system import GameSystem

from .games import get_game

SYSTEM = Text("system", "The game's code, such as `signum`; `game` means the same. Without it, Signum.", also="game")
SYSTEM_OF_ROWS = Text("system", "Only of this game; `game` means the same.", also="game")


class GameFilter(ParameterFilter):
    """Takes one of the games."""

    parameters = (SYSTEM,)

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        try:
            return get_game(SYSTEM.read(request))
        except LookupError as fault:
            raise NotFound(str(fault)) from fault


def named_game(request: Request) -> GameSystem | None:
    """Return the game that a request names, None if it names none; raise NotFound for an unknown one."""
    code = SYSTEM.read(request)
    try:
        return get_game(code) if code else None
    except LookupError as fault:
        raise NotFound(str(fault)) from fault


class RowsOfGameFilter(ParameterFilter):
    """Takes the rows of one game, if the request names one."""

    parameters = (SYSTEM_OF_ROWS,)

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        game = named_game(request)
        return queryset.filter(system=game.code) if game is not None else queryset
