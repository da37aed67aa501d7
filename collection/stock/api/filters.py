"""Filter of the list of holdings."""

from typing import Any

from rest_framework.request import Request

from collection.stock.models import Collection
from collection.stock.selectors import HOLDING_FILTERS, holdings_of
from signum_site.core.api.filters import ParameterFilter
from signum_site.core.api.parameters import Choice, Text

QUERY = Text("q", "Part of a name, place or note, or a code.", 100)
SHOW = Choice("show", HOLDING_FILTERS, "Only what there is of this.")


class HoldingFilter(ParameterFilter):
    """What is in a collection."""

    parameters = (QUERY, SHOW)

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        collection: Collection = queryset
        return holdings_of(collection=collection, text=QUERY.read(request), show=SHOW.read(request, "all"))
