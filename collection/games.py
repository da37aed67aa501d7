"""The games of the site: the default, the one a request names, and card facts as text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.http import Http404
from django.utils.translation import gettext as _

from simulator import games
from simulator.engine.game_system import Facet, GameSystem
from simulator.engine.values import Fact

FIRST_GAME: Final = "signum"


class UnknownGame(Http404, LookupError):
    """A request names a game that is not installed; the 404 page lists the games."""


class GameNotInstalled(UnknownGame):
    """A row, such as a deck, is of a game that was removed; it is kept, but cannot be shown."""


def first_game() -> GameSystem:
    """Return the default game for requests that name none.

    This is always FIRST_GAME, even when other games are installed. Without it, the first installed game.
    """
    systems = games.systems()
    return systems.get(FIRST_GAME) or games_in_order()[0]


def games_in_order() -> list[GameSystem]:
    """Return all games in the order of switches and tiles."""
    return sorted(games.systems().values(), key=lambda system: (system.rank, system.code))


def get_game(code: str) -> GameSystem:
    """Return the game with this code, or the default game for an empty one; raise UnknownGame."""
    try:
        return games.system(code) if code else first_game()
    except LookupError as unknown:
        raise UnknownGame(str(unknown)) from unknown


def installed_game(code: str) -> GameSystem:
    """Return the game of a row; raise GameNotInstalled, whose sentence the 404 page and the API show."""
    system = games.systems().get(code)
    if system is None:
        sentence = _(
            "This belongs to the game “%(game)s”, which is not installed here. "
            "It is kept and will open when the game is back."
        )
        raise GameNotInstalled(sentence % {"game": code})
    return system


def named_game(params: Mapping[str, str]) -> GameSystem | None:
    """Return the game that parameters name, as `game` or as `system`; None if they name none."""
    code = params.get("game") or params.get("system")
    return get_game(code) if code else None


def requested_game(params: Mapping[str, str]) -> GameSystem:
    """Return the game that parameters name, else the default game."""
    return named_game(params) or first_game()


@dataclass(frozen=True, slots=True)
class GameChoice:
    """The choice of one game in a list that may contain several."""

    chosen: GameSystem | None
    """None for all games."""
    choices: tuple[GameSystem, ...]
    """Empty if there is nothing to choose."""

    def accepts(self, code: str) -> bool:
        return self.chosen is None or self.chosen.code == code


def game_filter(params: Mapping[str, str], codes: Iterable[str]) -> GameChoice:
    """Build the filter of a list whose rows are of the games `codes`.

    A list of one game is a list of this game, without choices. If only one game is installed, `codes` is not read.
    """
    chosen, installed = named_game(params), games_in_order()
    present = set(codes) if len(installed) > 1 else set()
    choices = [game for game in installed if game.code in present or game is chosen]
    if chosen is None and len(present) == len(choices) == 1:
        chosen = choices[0]
    return GameChoice(chosen, tuple(choices) if len(choices) > 1 else ())


def present_fact(facet: Facet, fact: Fact | list[str] | None, language: str, *, short: bool = False) -> str:
    """Return a fact as text; empty if the card has no such fact, or if it is false.

    With `short`, for tables, ordered values are shown as their codes.
    """
    if fact is None or fact is False or fact == "":
        return ""
    if fact is True:
        return "✓"
    values = fact if isinstance(fact, list | tuple) else [str(fact)]
    if short and facet.kind == "ordered":
        return ", ".join(map(str, values))
    return ", ".join(facet.label(str(value), language=language) for value in values)
