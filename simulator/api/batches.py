"""API: start, watch, cancel and resume simulations, and read their results."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from signum_site.core.pagination import PaginatedView
from signum_site.core.throttling import TokenThrottle
from simulator.batches.request import BatchRequestError, parse_batch_request
from simulator.batches.services import batch_cancel, batch_resume, batch_start
from simulator.batches.visitors import StartThrottle, is_own, visitor_digest
from simulator.models.batches import Batch
from simulator.reports.batch import batch_report
from simulator.reports.cards import figures_as_json

from .serializers import (
    BatchAskedSerializer,
    BatchSerializer,
    BriefSerializer,
    RefusedSerializer,
    ResultsSerializer,
    page_url,
)

MAX_LISTED = 50
TOKEN = OpenApiParameter("token", str, OpenApiParameter.PATH, description="The last part of the batch's address.")


def serialize_batch(batch: Batch, request: Request) -> dict[str, Any]:
    return batch_report(batch).as_json() | {"url": page_url(batch)}


def error_response(error: BatchRequestError) -> Response:
    problems = [refusal.as_json() for refusal in error.refusals]
    return Response({"detail": str(error), "problems": problems}, status=status.HTTP_400_BAD_REQUEST)


class SimulationsView(PaginatedView):
    """Your batches, and a new one."""

    permission_classes = (AllowAny,)
    serializer_class = BriefSerializer

    def get_throttles(self) -> list[BaseThrottle]:
        usual = super().get_throttles()
        return [*usual, StartThrottle()] if self.request.method == "POST" else usual

    @extend_schema(responses=BriefSerializer(many=True), operation_id="simulations_list")
    def get(self, request: Request) -> Response:
        """Your simulations, the newest first."""
        batches = Batch.objects.owned_by(user=request.user, visitor=visitor_digest(request))
        return self.list_response(batches, most=MAX_LISTED)

    @extend_schema(
        request=BatchAskedSerializer,
        responses={201: BatchSerializer, 400: RefusedSerializer},
        operation_id="simulations_create",
    )
    def post(self, request: Request) -> Response:
        """Start a simulation. The same request gives the same batch and digest. Without an account: small ones."""
        raw = request.data
        if not isinstance(raw, dict):
            return Response({"detail": _("Send a JSON object."), "problems": []}, status=status.HTTP_400_BAD_REQUEST)
        try:
            batch_request = parse_batch_request(raw, user=request.user)
            batch = batch_start(
                request=batch_request, user=request.user, visitor=visitor_digest(request, remember=True)
            )
        except BatchRequestError as error:
            return error_response(error)
        return Response(serialize_batch(batch, request), status=status.HTTP_201_CREATED)


@extend_schema(parameters=[TOKEN])
class SimulationView(APIView):
    permission_classes = (AllowAny,)
    # Clients poll this once a second, with an account or without.
    throttle_classes = (TokenThrottle,)

    @extend_schema(responses=BatchSerializer, operation_id="simulations_retrieve")
    def get(self, request: Request, token: str) -> Response:
        """How far a simulation is, and what came out so far. Everyone who has the token may look."""
        return Response(serialize_batch(_get_batch(token), request))


@extend_schema(parameters=[TOKEN])
class SimulationResultsView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(
        responses=ResultsSerializer,
        operation_id="simulations_results",
    )
    def get(self, request: Request, token: str) -> Response:
        """All results of a simulation. Endings by turn, seats, who began, cards, build orders, failed games."""
        report = batch_report(_get_batch(token), with_cards=True)
        figures = figures_as_json(report.batch, [matchup.row for matchup in report.matchups])
        return Response(report.as_full_json() | {"card_figures": figures, "url": page_url(report.batch)})


def _get_batch(token: str) -> Batch:
    batch = Batch.objects.filter(token=token).first()
    if batch is None:
        raise NotFound(_("There is no simulation “%(token)s”.") % {"token": token})
    return batch


class _OwnerView(APIView):
    permission_classes = (AllowAny,)

    def get_own_batch(self, request: Request, token: str) -> Batch:
        batch = _get_batch(token)
        if not is_own(batch, request):
            raise PermissionDenied(_("Only whoever started a simulation can stop it or take it up again."))
        return batch


@extend_schema(parameters=[TOKEN])
class SimulationCancelView(_OwnerView):
    @extend_schema(request=None, responses=BatchSerializer, operation_id="simulations_cancel")
    def post(self, request: Request, token: str) -> Response:
        """Cancel a simulation. What is done is kept."""
        batch = self.get_own_batch(request, token)
        batch_cancel(batch)
        return Response(serialize_batch(batch, request))


@extend_schema(parameters=[TOKEN])
class SimulationResumeView(_OwnerView):
    def get_throttles(self) -> list[BaseThrottle]:
        return [*super().get_throttles(), StartThrottle()]

    @extend_schema(
        request=None, responses={200: BatchSerializer, 400: RefusedSerializer}, operation_id="simulations_resume"
    )
    def post(self, request: Request, token: str) -> Response:
        """Resume a simulation where it stopped, and try again what failed."""
        batch = self.get_own_batch(request, token)
        try:
            batch_resume(batch, user=request.user, visitor=visitor_digest(request))
        except BatchRequestError as error:
            return error_response(error)
        return Response(serialize_batch(batch, request))
