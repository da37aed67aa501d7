"""The router of the API: names and path converters of its URLs."""

from typing import Any, ClassVar

from rest_framework.routers import DynamicRoute, Route, SimpleRouter


class NamedRouter(SimpleRouter):
    """Names the list `<basename>s`, the object `<basename>`, and actions as their `url_name` says.

    `lookup_path` of a viewset replaces the lookup by one converter.
    """

    routes: ClassVar[list[Route | DynamicRoute]] = [  # type: ignore[misc]
        Route(
            url="{prefix}{trailing_slash}",
            mapping={"get": "list", "post": "create"},
            name="{basename}s",
            detail=False,
            initkwargs={"suffix": "List"},
        ),
        DynamicRoute(url="{prefix}/{url_path}{trailing_slash}", name="{url_name}", detail=False, initkwargs={}),
        Route(
            url="{prefix}/{lookup}{trailing_slash}",
            mapping={"get": "retrieve", "put": "update", "patch": "partial_update", "delete": "destroy"},
            name="{basename}",
            detail=True,
            initkwargs={"suffix": "Instance"},
        ),
        DynamicRoute(url="{prefix}/{lookup}/{url_path}{trailing_slash}", name="{url_name}", detail=True, initkwargs={}),
    ]

    def __init__(self) -> None:
        super().__init__(use_regex_path=False)

    def get_lookup_regex(self, viewset: Any, lookup_prefix: str = "") -> str:
        path = getattr(viewset, "lookup_path", "")
        return path or str(super().get_lookup_regex(viewset, lookup_prefix))
