"""API: start, watch, cancel and resume simulations, and read their results."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from decks.api.serializers import SectionsField
from signum_site.core.pagination import PaginatedView
from signum_site.core.throttling import TokenThrottle
from simulator.batches.request import BatchRequestError, parse_batch_request
from simulator.batches.services import batch_cancel, batch_resume, batch_start
from simulator.batches.visitors import StartThrottle, is_own, visitor_digest
from simulator.models.batches import Batch
from simulator.reports.batch import batch_report
from simulator.reports.cards import figures_as_json

MAX_LISTED = 50
TOKEN = OpenApiParameter("token", str, OpenApiParameter.PATH, description="The last part of the batch's address.")


class DeckGivenSerializer(serializers.Serializer):
    """One of `version`, `reference`, `text` and `sections`."""

    version = serializers.IntegerField(required=False, help_text="The id of a deck version you may see.")
    reference = serializers.CharField(required=False, help_text="The name of a reference deck.")
    text = serializers.CharField(
        required=False,
        help_text="A decklist, an export of any kind, a deck code, or a link to a deck of this site.",
    )
    sections = SectionsField(required=False, help_text='For instance {"hero": {"core-001": 1}}.')
    format = serializers.CharField(required=False, help_text="With `text` or `sections`: the format to play in.")
    name = serializers.CharField(required=False, help_text="With `text` or `sections`: the name in the report.")


class BatchAskedSerializer(serializers.Serializer):
    """What to play. Either `deck` (against all references, or against `against`) or a `table`."""

    system = serializers.CharField(required=False)
    deck = DeckGivenSerializer(required=False)
    against = DeckGivenSerializer(many=True, required=False, help_text='A list of decks, or "references".')
    table = DeckGivenSerializer(many=True, required=False, help_text="Everybody against everybody.")
    games = serializers.IntegerField(required=False, help_text="Games a match-up; with `until` the most.")
    until = serializers.FloatField(required=False, help_text="Stop when the interval is narrower than ± this.")
    policy = serializers.CharField(required=False)
    seed = serializers.IntegerField(required=False)


class EntrantSerializer(serializers.Serializer):
    name = serializers.CharField()
    content_hash = serializers.CharField()


class MatchUpSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    first = EntrantSerializer()
    second = EntrantSerializer()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    score = serializers.FloatField(allow_null=True, help_text="The first entrant's share of the points.")
    interval = serializers.ListField(child=serializers.FloatField(), help_text="95 %, from whole pairs.")
    pairs = serializers.ListField(child=serializers.IntegerField(), help_text="LL, LD, DD+WL, WD, WW.")
    done = serializers.BooleanField()
    stopped_early = serializers.BooleanField()
    digest = serializers.CharField()


class OverallSerializer(serializers.Serializer):
    """The deck against all its opponents, once everything is played."""

    score = serializers.FloatField()
    interval = serializers.ListField(child=serializers.FloatField())


class BatchSerializer(serializers.Serializer):
    token = serializers.CharField()
    url = serializers.CharField(help_text="The page of this batch.")
    state = serializers.ChoiceField(choices=Batch.State.choices)
    kind = serializers.ChoiceField(choices=Batch.Kind.choices)
    system = serializers.CharField()
    rules_version = serializers.CharField()
    cards_version = serializers.CharField()
    policy = serializers.CharField()
    seed = serializers.IntegerField()
    games = serializers.IntegerField()
    until = serializers.FloatField(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    games_played = serializers.IntegerField()
    games_planned = serializers.IntegerField()
    games_per_second = serializers.FloatField(allow_null=True)
    seconds_left = serializers.IntegerField(allow_null=True)
    batches_ahead = serializers.IntegerField()
    broken_games = serializers.IntegerField()
    chunks_failed = serializers.IntegerField()
    fixed_sample = serializers.BooleanField(
        help_text="Everything asked for was played, and no match-up stopped early: only such figures are rated."
    )
    overall = OverallSerializer(allow_null=True)
    digest = serializers.CharField(help_text="Over all match-ups, once everything is played.")
    matchups = MatchUpSerializer(many=True)


class RefusalSerializer(serializers.Serializer):
    field = serializers.CharField()
    message = serializers.CharField()
    problems = serializers.ListField(child=serializers.DictField(), required=False)


class RefusedSerializer(serializers.Serializer):
    """Every reason why not."""

    detail = serializers.CharField()
    problems = RefusalSerializer(many=True, required=False)


class BatchUrlField(serializers.CharField):
    """The address of the batch's page, from the batch itself."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", read_only=True, **kwargs)

    def to_representation(self, value: Any) -> str:
        return page_url(value)


class BriefSerializer(serializers.Serializer):
    token = serializers.CharField()
    url = BatchUrlField(help_text="The page of this batch.")
    state = serializers.ChoiceField(choices=Batch.State.choices)
    kind = serializers.ChoiceField(choices=Batch.Kind.choices)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


def serialize_batch(batch: Batch, request: Request) -> dict[str, Any]:
    return batch_report(batch).as_json() | {"url": page_url(batch)}


def error_response(error: BatchRequestError) -> Response:
    problems = [refusal.as_json() for refusal in error.refusals]
    return Response({"detail": str(error), "problems": problems}, status=status.HTTP_400_BAD_REQUEST)


def page_url(batch: Batch) -> str:
    return f"{settings.SITE_URL}{reverse('simulation', args=[batch.token])}"


class SimulationsView(PaginatedView):
    """Your batches, and a new one."""

    permission_classes = (AllowAny,)
    serializer_class = BriefSerializer

    def get_throttles(self) -> list[BaseThrottle]:
        usual = super().get_throttles()
        return [*usual, StartThrottle()] if self.request.method == "POST" else usual

    @extend_schema(responses=BriefSerializer(many=True), operation_id="simulations_list")
    def get(self, request: Request) -> Response:
        """Your newest batches."""
        batches = Batch.objects.owned_by(user=request.user, visitor=visitor_digest(request))
        return self.list_response(batches, most=MAX_LISTED)

    @extend_schema(
        request=BatchAskedSerializer,
        responses={201: BatchSerializer, 400: RefusedSerializer},
        operation_id="simulations_create",
    )
    def post(self, request: Request) -> Response:
        """Ask for games. The same request gives the same batch and the same digest. Without an account: small ones."""
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
        """How far it is, and what came out so far. Whoever has the token may look."""
        return Response(serialize_batch(_get_batch(token), request))


@extend_schema(parameters=[TOKEN])
class SimulationResultsView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(
        responses=OpenApiResponse(OpenApiTypes.OBJECT, description="The batch with everything known of each match-up."),
        operation_id="simulations_results",
    )
    def get(self, request: Request, token: str) -> Response:
        """Everything: endings by turn, seats, who began, cards, build orders, errors with their seeds."""
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
        """Nothing more of it is played; what is done is kept."""
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
        """Play on where it stopped, and try again what failed."""
        batch = self.get_own_batch(request, token)
        try:
            batch_resume(batch, user=request.user, visitor=visitor_digest(request))
        except BatchRequestError as error:
            return error_response(error)
        return Response(serialize_batch(batch, request))
