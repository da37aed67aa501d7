"""Pages of decks, public ones and the user's own."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from decks.browse.public_decks import PublicDecksQuery, own_page, public_page
from signum_site.core.api.pagination import (
    SHAPE_PARAMETER,
    KeysetPage,
    KeysetPagination,
    deprecated,
    has_new_shape,
    page_schema,
)
from signum_site.core.api.parameters import Text

AFTER = Text("after", "Part of `next`: the page begins after this deck.")
BEFORE = Text("before", "Part of `previous`: the page ends before this deck.")


class DeckPagination(KeysetPagination):
    """Adds `sentences`, and the keys of older clients."""

    cursor_query_param = AFTER.name
    previous_query_param = BEFORE.name

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the decks of a page of a search, or of the user's own decks."""
        if isinstance(queryset, PublicDecksQuery):
            found = public_page(queryset, user=request.user)
        else:
            found = own_page(user=request.user, after=AFTER.read(request), before=BEFORE.read(request))
        page = KeysetPage(
            rows=found.decks,
            next=found.following,
            previous=found.previous,
            count=found.count,
            more={"sentences": found.sentences},
        )
        return super().paginate_queryset(page, request, view)

    def get_paginated_response(self, data: Any) -> Response:
        response = super().get_paginated_response(data)
        if not has_new_shape(self.request):
            response.data |= {"decks": data, "following": self.keyset_page.next}
        return response

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        sentences = {"type": "array", "items": {"type": "string"}, "description": "What could not be understood."}
        sentences["example"] = []
        page = page_schema(
            schema,
            sentences=sentences,
            decks=deprecated(schema, "use `results`."),
            following=deprecated({"type": "string", "example": ""}, "follow `next`."),
        )
        page["required"].append("sentences")
        page["properties"]["count"] |= {"nullable": True, "description": "Null where counting would read every deck."}
        return page

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return [SHAPE_PARAMETER, AFTER.description_in_schema, BEFORE.description_in_schema]
