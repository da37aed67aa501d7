"""Filter of the list of decks that can be built."""

from typing import Any

from rest_framework.request import Request

from collection.game_filters import SYSTEM, named_game
from collection.games import first_game
from decks.availability.public_matches import MAX_MISSING, PublicMatch, nearly_buildable
from decks.availability.selectors import owned, reserved
from signum_site.core.api.filters import ParameterFilter
from signum_site.core.api.parameters import Flag, Number

MISSING_CARDS = Number("most", 0, 3, "How many cards may be missing: 0 to 3.")
FREE = Flag("free", "1: leave the cards of built decks alone.")


class BuildableFilter(ParameterFilter):
    """The decks for which the user lacks few cards."""

    parameters = (SYSTEM, MISSING_CARDS, FREE)

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        system = (named_game(request) or first_game()).code
        most = MISSING_CARDS.read(request, MAX_MISSING)
        stock = owned(request.user, system)
        if FREE.read(request):
            stock = stock.without(reserved(request.user, system))
        matches: list[PublicMatch] = nearly_buildable(
            queryset.filter(system=system), stock=stock, system=system, most=most
        )
        return matches
