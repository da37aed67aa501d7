"""API: start, watch, cancel and resume simulations, and read their results."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from collection.game_filters import RowsOfGameFilter
from signum_site.core.api.viewsets import ResourceViewSet
from signum_site.core.rows import only_row
from signum_site.core.throttling import TokenThrottle
from simulator.batches.request import BatchRequest, BatchRequestError
from simulator.batches.services import batch_cancel, batch_resume, batch_start
from simulator.batches.visitors import StartThrottle, is_own, visitor_digest
from simulator.models.batches import Batch
from simulator.reports.batch import batch_report

from .serializers import BatchAskedSerializer, BatchSerializer, BriefSerializer, RefusedSerializer, ResultsSerializer

MAX_LISTED = 50
TOKEN = OpenApiParameter("token", str, OpenApiParameter.PATH, description="The last part of the batch's address.")


def error_response(error: BatchRequestError) -> Response:
    return Response(RefusedSerializer(error).data, status=status.HTTP_400_BAD_REQUEST)


class SimulationViewSet(ResourceViewSet):
    """Simulations: yours in the list, others by their token."""

    permission_classes = (AllowAny,)
    serializer_class = BatchSerializer
    input_classes: ClassVar = {"create": BatchAskedSerializer}
    lookup_url_kwarg = "token"
    lookup_value_converter = "slug"
    filter_backends = (RowsOfGameFilter,)

    def get_throttles(self) -> list[BaseThrottle]:
        if self.action == "retrieve":
            return [TokenThrottle()]  # clients poll this once a second, with an account or without
        usual = super().get_throttles()
        return [*usual, StartThrottle()] if self.action in ("create", "resume") else usual

    def get_serializer_class(self) -> Any:
        return BriefSerializer if self.action == "list" else super().get_serializer_class()

    def get_queryset(self) -> Any:
        return Batch.objects.owned_by(user=self.request.user, visitor=visitor_digest(self.request))

    def get_object(self) -> Batch:
        """Return any batch by its token."""
        token = self.kwargs["token"]
        batch = only_row(Batch.objects.filter(token=token))
        if batch is None:
            raise NotFound(_("There is no simulation “%(token)s”.") % {"token": token})
        return batch

    def get_own_object(self) -> Batch:
        batch = self.get_object()
        if not is_own(batch, self.request):
            raise PermissionDenied(_("Only the user who started a simulation can stop or resume it."))
        return batch

    @extend_schema(responses=BriefSerializer(many=True), operation_id="simulations_list")
    def list(self, request: Request) -> Response:
        """Your simulations, the newest first."""
        return self.list_answer(self.filtered(), most=MAX_LISTED)

    @extend_schema(
        request=BatchAskedSerializer,
        responses={201: BatchSerializer, 400: RefusedSerializer},
        operation_id="simulations_create",
    )
    def create(self, request: Request) -> Response:
        """Start a simulation. The same request gives the same batch and digest. Without an account: small ones."""
        try:
            asked: BatchRequest = self.validated()  # type: ignore[assignment]
            batch = batch_start(request=asked, user=request.user, visitor=visitor_digest(request, remember=True))
        except BatchRequestError as error:
            return error_response(error)
        return self.answer(batch_report(batch), status=status.HTTP_201_CREATED)

    @extend_schema(parameters=[TOKEN], responses=BatchSerializer, operation_id="simulations_retrieve")
    def retrieve(self, request: Request, token: str) -> Response:
        """How far a simulation is, and what came out so far. Everyone who has the token may look."""
        return self.answer(batch_report(self.get_object()))

    @extend_schema(parameters=[TOKEN], responses=ResultsSerializer, operation_id="simulations_results")
    @action(detail=True, url_name="api_simulation_results", serializer_class=ResultsSerializer)
    def results(self, request: Request, token: str) -> Response:
        """All results of a simulation. Endings by turn, seats, who began, cards, build orders, failed games."""
        return self.answer(batch_report(self.get_object(), with_cards=True))

    @extend_schema(parameters=[TOKEN], request=None, responses=BatchSerializer, operation_id="simulations_cancel")
    @action(detail=True, methods=["post"], url_name="api_simulation_cancel")
    def cancel(self, request: Request, token: str) -> Response:
        """Cancel a simulation. What is done is kept."""
        batch = self.get_own_object()
        batch_cancel(batch)
        return self.answer(batch_report(batch))

    @extend_schema(
        parameters=[TOKEN],
        request=None,
        responses={200: BatchSerializer, 400: RefusedSerializer},
        operation_id="simulations_resume",
    )
    @action(detail=True, methods=["post"], url_name="api_simulation_resume")
    def resume(self, request: Request, token: str) -> Response:
        """Resume a simulation where it stopped, and try again what failed."""
        batch = self.get_own_object()
        try:
            batch_resume(batch, user=request.user, visitor=visitor_digest(request))
        except BatchRequestError as error:
            return error_response(error)
        return self.answer(batch_report(batch))
