"""Base of the resources of the API: lists, input and answers."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rest_framework import serializers, status
from rest_framework.pagination import BasePagination
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from .pagination import ArrayPagination

WRITING = ("POST", "PUT", "PATCH")


class ResourceViewSet(GenericViewSet):
    """A resource; `serializer_class` makes its answers, `input_classes` read the bodies of its actions."""

    pagination_class: type[BasePagination] | None = ArrayPagination
    filter_backends: Sequence[Any] = ()
    input_classes: ClassVar[Mapping[str, type[serializers.BaseSerializer[Any]]]] = {}
    """By name of the action; others take no body."""

    def get_serializer_class(self) -> Any:
        """Return the serializer of the input for methods with a body: OPTIONS describes it too."""
        method = getattr(self.request, "method", None) or ""
        if method not in WRITING:
            return super().get_serializer_class()
        action = (self.action_map or {}).get(method.lower(), "")
        return self.input_classes.get(action, serializers.Serializer)

    def filtered(self) -> Any:
        """Return what the filters leave of all there is."""
        return self.filter_queryset(self.get_queryset())

    def validated(self, **options: Any) -> dict[str, Any]:
        """Return the valid input of the request; `game` is another name of `system`."""
        raw = self.request.data
        if isinstance(raw, dict) and raw.get("game"):
            raw = {**raw, "system": raw["game"]}
        serializer = self.get_serializer(data=raw, **options)
        serializer.is_valid(raise_exception=True)
        data: dict[str, Any] = serializer.validated_data
        return data

    def answer(self, row: Any, *, status: int = status.HTTP_200_OK) -> Response:
        """Answer one object."""
        serializer: Any = self.serializer_class
        return Response(serializer(row, context=self.get_serializer_context()).data, status=status)

    def list_answer(self, rows: Any, *, most: int | None = None) -> Response:
        """Answer a list; `most` limits a bare array, as pages limit themselves."""
        page = self.paginate_queryset(rows)
        data = self.get_serializer(rows[:most] if page is None else page, many=True).data
        return Response(data) if page is None else self.get_paginated_response(data)
