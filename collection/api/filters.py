"""Filters of the card library's lists: searches for cards, words of the glossary."""

from typing import Any

from rest_framework.request import Request

from collection.library.search_help import query_help
from collection.search import SearchResult, search
from signum_site.core.api.filters import ParameterFilter
from signum_site.core.api.parameters import Text
from simulator.engine.game_system import GameSystem

from .rows import GroupedTerm, terms_of

MAX_WORDS_LENGTH = 100
QUERY = Text("q", query_help())
WORDS = Text("q", "Words in a name or meaning.", MAX_WORDS_LENGTH)


class CardFilter(ParameterFilter):
    """Searches the cards of a game."""

    parameters = (QUERY,)

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        game: GameSystem = queryset
        result: SearchResult = search(
            system=game, text=QUERY.read(request), user=request.user, language=view.get_language()
        )
        return result


class TermFilter(ParameterFilter):
    """Searches the glossary of a game."""

    parameters = (WORDS,)

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        rows: list[GroupedTerm] = terms_of(queryset, view.get_language(), text=WORDS.read(request))
        return rows
