"""The collections API: holdings, ledger, import and export; owners only."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from collection.games import first_game
from collection.stock import services
from collection.stock.lists import exporter, importer
from collection.stock.lists.resolver import Finder
from collection.stock.models import Collection, Entry, Import, LedgerBatch
from collection.stock.selectors import (
    BATCHES_PER_PAGE,
    HOLDING_FILTERS,
    HOLDINGS_PER_PAGE,
    batches_of,
    holdings_of,
    system_of,
)
from signum_site.core.api_examples import text_example
from signum_site.core.api_query import Choice
from signum_site.core.negotiation import FileNegotiation, requested_type
from signum_site.core.pagination import LastPagePagination, PaginatedView
from signum_site.core.throttling import ImportThrottle
from simulator.engine.values import tidy

from . import examples
from .serializers import (
    CollectionSerializer,
    StockBatchSerializer,
    StockChangesSerializer,
    StockErrorSerializer,
    StockExportSerializer,
    StockHoldingSerializer,
    StockHowSerializer,
    StockImportInSerializer,
    StockImportSerializer,
)

REFUSED = OpenApiResponse(StockErrorSerializer, description="What was sent is refused; the sentence says why.")
MISSING = OpenApiResponse(StockErrorSerializer, description="There is no such thing among your own.")
SHOW = Choice("show", HOLDING_FILTERS, "Only what there is of this.")
VERDICTS = Choice("verdicts", ["bad", "all"], "Only rows that are not understood, or every row.")
KIND = Choice("as", list(exporter.TYPES), "Without it, what `Accept` asks for.")


class HoldingPagination(LastPagePagination):
    page_size = HOLDINGS_PER_PAGE


class LedgerPagination(LastPagePagination):
    page_size = BATCHES_PER_PAGE


class OwnView(APIView):
    permission_classes = (IsAuthenticated,)

    def collection(self, pk: int) -> Collection:
        collection = Collection.objects.of(self.request.user).filter(pk=pk).first()
        if collection is None:
            raise NotFound(_("You have no collection %(pk)s.") % {"pk": pk})
        return collection

    def own_import(self, pk: int) -> Import:
        job = Import.objects.of(self.request.user).select_related("collection").filter(pk=pk).first()
        if job is None:
            raise NotFound(_("You have no import %(pk)s.") % {"pk": pk})
        return job


def validate(serializer: Any) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data


def to_validation_error(refusal: services.StockError) -> ValidationError:
    return ValidationError({"detail": str(refusal)})


class CollectionsView(PaginatedView, OwnView):
    serializer_class = CollectionSerializer

    @extend_schema(responses=CollectionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Your collections."""
        return self.list_response(Collection.objects.of(request.user))

    @extend_schema(request=CollectionSerializer, responses={201: CollectionSerializer, 400: REFUSED})
    def post(self, request: Request) -> Response:
        """A new, empty collection; without a game, of the first there is."""
        payload = validate(CollectionSerializer(data=request.data))
        system = payload.get("system") or first_game().code
        try:
            collection = services.collection_create(owner=request.user, system=system, name=payload["name"])
        except services.StockError as refusal:
            raise to_validation_error(refusal) from refusal
        return Response(CollectionSerializer(collection).data, status=status.HTTP_201_CREATED)


class CollectionView(OwnView):
    @extend_schema(responses={200: CollectionSerializer, 404: MISSING})
    def get(self, request: Request, pk: int) -> Response:
        """One of your collections."""
        return Response(CollectionSerializer(self.collection(pk)).data)

    @extend_schema(request=CollectionSerializer, responses={200: CollectionSerializer, 400: REFUSED, 404: MISSING})
    def patch(self, request: Request, pk: int) -> Response:
        """Rename a collection."""
        collection = self.collection(pk)
        payload = validate(CollectionSerializer(data=request.data, partial=True))
        if "name" in payload:
            try:
                services.collection_rename(collection=collection, name=payload["name"])
            except services.StockError as refusal:
                raise to_validation_error(refusal) from refusal
        return Response(CollectionSerializer(self.collection(pk)).data)

    @extend_schema(responses={204: None, 404: MISSING})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a collection with its whole ledger, for good."""
        services.collection_delete(collection=self.collection(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class HoldingsView(PaginatedView, OwnView):
    serializer_class = StockHoldingSerializer
    pagination_class = HoldingPagination

    @extend_schema(
        operation_id="collection_holdings_retrieve",  # the name that generated clients know
        parameters=[
            OpenApiParameter("q", str, description="Part of a name, place or note, or a code."),
            SHOW.parameter,
        ],
        responses={200: StockHoldingSerializer(many=True), 404: MISSING},
    )
    def get(self, request: Request, pk: int) -> Response:
        """What is in the collection, 48 a page, by name."""
        text, show = request.query_params.get("q", "")[:100], SHOW.read(request, "all")
        return self.list_response(holdings_of(collection=self.collection(pk), text=text, show=show))


class ChangesView(OwnView):
    @extend_schema(
        request=StockChangesSerializer,
        responses={
            201: StockBatchSerializer,
            204: OpenApiResponse(description="Nothing differed."),
            400: REFUSED,
            404: MISSING,
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        """Enter changes as one batch: all of them, or none. A key that was sent before is entered once."""
        collection = self.collection(pk)
        payload = validate(StockChangesSerializer(data=request.data))
        system = system_of(collection)
        finder = Finder.of(system) if system else None
        codes = [change["code"] for change in payload["changes"]]
        unknown = [code for code in codes if finder is None or code not in finder.printings]
        if finder is None or unknown:
            suggestions = finder.suggest(unknown[0]) if finder else ()
            raise ValidationError(
                {"detail": f"No printing has the code {unknown[0]!r}.", "suggestions": list(suggestions)}
            )
        changes = [
            services.StockChange(
                finder.id_of(change["code"]),
                change["what"],
                by=change.get("by", 0),
                to=change.get("to"),
                text=tidy(change.get("says", "")),
            )
            for change in payload["changes"]
        ]
        try:
            batch = services.stock_enter(
                collection=collection,
                changes=changes,
                kind=LedgerBatch.Kind.TOOL,
                why=tidy(payload.get("why", "")),
                key=payload.get("key", ""),
            )
        except services.StockError as refusal:
            raise to_validation_error(refusal) from refusal
        return batch_response(batch)


def batch_response(batch: LedgerBatch | None) -> Response:
    if batch is None:
        return Response(status=status.HTTP_204_NO_CONTENT)
    return Response(StockBatchSerializer(batch).data, status=status.HTTP_201_CREATED)


class LedgerView(PaginatedView, OwnView):
    serializer_class = StockBatchSerializer
    pagination_class = LedgerPagination

    @extend_schema(
        operation_id="collection_ledger_retrieve",  # the name that generated clients know
        responses={200: StockBatchSerializer(many=True), 404: MISSING},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Every batch with all its entries, the latest first, 20 a page."""
        return self.list_response(batches_of(collection=self.collection(pk)))


UNDONE = {
    201: StockBatchSerializer,
    204: OpenApiResponse(description="Undone before."),
    400: REFUSED,
    404: MISSING,
}


class UndoView(OwnView):
    @extend_schema(request=None, responses=UNDONE)
    def post(self, request: Request, pk: int, batch_id: int) -> Response:
        """Take back what still stands of a batch, as a new batch."""
        batch = LedgerBatch.objects.filter(collection=self.collection(pk), pk=batch_id).first()
        if batch is None:
            raise NotFound(_("The collection has no batch %(pk)s.") % {"pk": batch_id})
        try:
            return batch_response(services.batch_undo(batch=batch))
        except services.StockError as refusal:
            raise to_validation_error(refusal) from refusal


class EntryUndoView(OwnView):
    @extend_schema(request=None, responses=UNDONE)
    def post(self, request: Request, pk: int, entry_id: int) -> Response:
        """Take back one entry of the ledger, as a new batch."""
        entry = Entry.objects.filter(batch__collection=self.collection(pk), pk=entry_id).first()
        if entry is None:
            raise NotFound(_("The collection has no entry %(pk)s.") % {"pk": entry_id})
        try:
            return batch_response(services.entry_undo(entry=entry))
        except services.StockError as refusal:
            raise to_validation_error(refusal) from refusal


class ImportsView(OwnView):
    def get_throttles(self) -> list[BaseThrottle]:
        return [*super().get_throttles(), ImportThrottle()]

    @extend_schema(
        request=StockImportInSerializer,
        responses={201: StockImportSerializer, 202: StockImportSerializer, 400: REFUSED, 404: MISSING},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Send a list to be read. A long one is read by a worker: 202, and its state is asked for again."""
        collection = self.collection(pk)
        payload = validate(StockImportInSerializer(data=request.data))
        try:
            job = importer.import_create(
                collection=collection,
                data=payload["text"],
                name=payload.get("name", ""),
                format=payload.get("format", ""),
                key=payload.get("key", ""),
            )
        except services.StockError as refusal:
            raise to_validation_error(refusal) from refusal
        return Response(StockImportSerializer(job).data, status=202 if job.is_waiting else 201)


class ImportView(OwnView):
    @extend_schema(
        parameters=[VERDICTS.parameter],
        responses={200: StockImportSerializer, 404: MISSING},
    )
    def get(self, request: Request, pk: int) -> Response:
        """How far it is, and the verdicts: what each row means, or why it could not be understood."""
        context = {"all": VERDICTS.read(request, "bad") == "all"}
        return Response(StockImportSerializer(self.own_import(pk), context=context).data)


class EnterView(OwnView):
    @extend_schema(
        request=StockHowSerializer,
        responses={200: StockImportSerializer, 202: StockImportSerializer, 400: REFUSED, 404: MISSING},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Enter the rows that were understood: added to what is there, or set."""
        job = self.own_import(pk)
        if job.state == Import.State.READING:
            raise ValidationError({"detail": _("The list is still being read.")})
        job = importer.import_enter(job=job, how=validate(StockHowSerializer(data=request.data))["how"])
        return Response(StockImportSerializer(job).data, status=202 if job.is_waiting else 200)


class CollectionExportView(OwnView):
    content_negotiation_class = FileNegotiation
    file_types = tuple(content_type.split(";")[0] for content_type in exporter.TYPES.values())

    @extend_schema(
        parameters=[KIND.parameter],
        responses={
            (200, "application/json"): StockExportSerializer,
            (200, "text/csv"): OpenApiResponse(str, examples=[text_example(examples.EXPORT_CSV)]),
            (200, "text/plain"): OpenApiResponse(str, examples=[text_example(examples.EXPORT_TEXT)]),
            400: REFUSED,
            404: MISSING,
        },
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Everything in the collection, in a shape an import takes."""
        kinds = dict(zip(self.file_types, exporter.TYPES, strict=True))
        kind = KIND.read(request, kinds.get(requested_type(request, self.file_types), "json"))
        return exporter.export_response(self.collection(pk), kind)
