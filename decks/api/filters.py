"""Filters of lists of decks and versions."""

from typing import Any

from rest_framework.request import Request

from collection.game_filters import SYSTEM, named_game
from decks.browse.public_decks import ORDERS, PublicDecksQuery, parse_query
from decks.models import Deck
from signum_site.core.api.filters import ParameterFilter
from signum_site.core.api.parameters import Choice, Flag, Number, Text

MAX_NUMBER = 10**9 - 1
MINE = Flag("mine", "Your own decks instead of the public ones.")
RATING = Number("rating", 0, 10_000, "Minimum rating.")
BUILDABLE = Flag("buildable", "Only decks your collection has the cards for.")
ORDER = Choice("order", list(ORDERS))
OLDER = Number("before", 0, MAX_NUMBER, "Only versions before this number: the next page.")


class DeckFilter(ParameterFilter):
    """A search for public decks, or the user's own decks."""

    parameters = (
        MINE,
        SYSTEM,
        Text("q", "Words of the name."),
        Text("face", "The card that leads the deck, by name or code."),
        Text("colour", "The side, such as a faction."),
        Text("card", "A card the deck contains, by name or code."),
        Text("format", "A format the deck is legal in."),
        Text("tag"),
        RATING,
        BUILDABLE,
        ORDER,
    )

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        params = request.query_params.dict()
        params |= {"buildable": "1" if BUILDABLE.read(request) else "", "order": ORDER.read(request, "new")}
        RATING.read(request, 0)
        game = named_game(request)
        if MINE.read(request):
            own = Deck.objects.owned_by(request.user)
            return own.filter(system=game.code) if game is not None else own
        query: PublicDecksQuery = parse_query(params, system=game)
        return query


class VersionFilter(ParameterFilter):
    parameters = (OLDER,)

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        if OLDER.name not in request.query_params:
            return queryset
        return queryset.filter(number__lt=OLDER.read(request))
