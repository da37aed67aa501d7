"""The collections API: holdings, ledger, import and export; owners only."""

from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from collection.game_filters import RowsOfGameFilter
from collection.games import first_game
from collection.stock import services
from collection.stock.lists import exporter, importer
from collection.stock.lists.resolver import Finder
from collection.stock.models import Collection, Entry, Import, LedgerBatch
from collection.stock.selectors import (
    BATCHES_PER_PAGE,
    HOLDINGS_PER_PAGE,
    batches_of,
    system_of,
)
from signum_site.core.api.examples import text_example
from signum_site.core.api.pagination import LastPagePagination
from signum_site.core.api.parameters import Choice
from signum_site.core.api.viewsets import ResourceViewSet
from signum_site.core.negotiation import FileNegotiation, requested_type
from signum_site.core.rows import only_row
from signum_site.core.throttling import ImportThrottle
from simulator.engine.values import tidy

from . import examples
from .filters import HoldingFilter
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
VERDICTS = Choice("verdicts", ["bad", "all"], "Only rows that are not understood, or every row.")
KIND = Choice("as", list(exporter.TYPES), "Without it, what `Accept` asks for.")


class HoldingPagination(LastPagePagination):
    page_size = HOLDINGS_PER_PAGE


class LedgerPagination(LastPagePagination):
    page_size = BATCHES_PER_PAGE


UNDONE = {
    201: StockBatchSerializer,
    204: OpenApiResponse(description="Undone before."),
    400: REFUSED,
    404: MISSING,
}


def to_validation_error(refusal: services.StockError) -> ValidationError:
    return ValidationError({"detail": str(refusal)})


def batch_response(batch: LedgerBatch | None) -> Response:
    if batch is None:
        return Response(status=status.HTTP_204_NO_CONTENT)
    return Response(StockBatchSerializer(batch).data, status=status.HTTP_201_CREATED)


class OwnCollectionsViewSet(ResourceViewSet):
    """Base of what belongs to a collection of the user."""

    permission_classes = (IsAuthenticated,)
    lookup_value_converter = "int"

    def get_object(self) -> Collection:
        pk = self.kwargs["pk"]
        collection = only_row(Collection.objects.of(self.request.user).filter(pk=pk))
        if collection is None:
            raise NotFound(_("You have no collection %(pk)s.") % {"pk": pk})
        return collection


class CollectionViewSet(OwnCollectionsViewSet):
    """Your collections."""

    serializer_class = CollectionSerializer
    filter_backends = (RowsOfGameFilter,)
    input_classes: ClassVar = {
        "create": CollectionSerializer,
        "partial_update": CollectionSerializer,
        "imports": StockImportInSerializer,
    }

    def get_queryset(self) -> Any:
        return Collection.objects.of(self.request.user)

    @extend_schema(responses=CollectionSerializer(many=True))
    def list(self, request: Request) -> Response:
        """Your collections."""
        return self.list_answer(self.filtered())

    @extend_schema(request=CollectionSerializer, responses={201: CollectionSerializer, 400: REFUSED})
    def create(self, request: Request) -> Response:
        """A new, empty collection; without a game, of the first there is."""
        data = self.validated()
        system = data.get("system") or first_game().code
        try:
            collection = services.collection_create(owner=request.user, system=system, name=data["name"])
        except services.StockError as refusal:
            raise to_validation_error(refusal) from refusal
        return self.answer(collection, status=status.HTTP_201_CREATED)

    @extend_schema(responses={200: CollectionSerializer, 404: MISSING})
    def retrieve(self, request: Request, pk: int) -> Response:
        """One of your collections."""
        return self.answer(self.get_object())

    @extend_schema(request=CollectionSerializer, responses={200: CollectionSerializer, 400: REFUSED, 404: MISSING})
    def partial_update(self, request: Request, pk: int) -> Response:
        """Rename a collection."""
        collection = self.get_object()
        data = self.validated(partial=True)
        if "name" in data:
            try:
                services.collection_rename(collection=collection, name=data["name"])
            except services.StockError as refusal:
                raise to_validation_error(refusal) from refusal
        return self.answer(self.get_object())

    @extend_schema(responses={204: None, 404: MISSING})
    def destroy(self, request: Request, pk: int) -> Response:
        """Delete a collection with its whole ledger, for good."""
        services.collection_delete(collection=self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request=StockImportInSerializer,
        responses={201: StockImportSerializer, 202: StockImportSerializer, 400: REFUSED, 404: MISSING},
    )
    @action(
        detail=True,
        methods=["post"],
        url_name="api_imports",
        throttle_classes=(*api_settings.DEFAULT_THROTTLE_CLASSES, ImportThrottle),
    )
    def imports(self, request: Request, pk: int) -> Response:
        """Send a list to be read. A long one is read by a worker: 202, and its state is asked for again."""
        collection, data = self.get_object(), self.validated()
        try:
            job = importer.import_create(
                collection=collection,
                data=data["text"],
                name=data.get("name", ""),
                format=data.get("format", ""),
                key=data.get("key", ""),
            )
        except services.StockError as refusal:
            raise to_validation_error(refusal) from refusal
        return Response(StockImportSerializer(job).data, status=202 if job.is_waiting else 201)


class HoldingViewSet(OwnCollectionsViewSet):
    """What is in a collection."""

    serializer_class = StockHoldingSerializer
    pagination_class = HoldingPagination
    filter_backends = (HoldingFilter,)

    def get_queryset(self) -> Any:
        """Return the collection; the filter finds what is in it."""
        return self.get_object()

    @extend_schema(
        operation_id="collection_holdings_retrieve",  # the name that generated clients know
        responses={200: StockHoldingSerializer(many=True), 404: MISSING},
    )
    def list(self, request: Request, pk: int) -> Response:
        """What is in the collection, 48 a page, by name."""
        return self.list_answer(self.filtered())


class LedgerViewSet(OwnCollectionsViewSet):
    """The batches of changes of a collection."""

    serializer_class = StockBatchSerializer
    input_classes: ClassVar = {"changes": StockChangesSerializer}
    pagination_class = LedgerPagination

    @extend_schema(
        operation_id="collection_ledger_retrieve",  # the name that generated clients know
        responses={200: StockBatchSerializer(many=True), 404: MISSING},
    )
    @action(detail=True, url_name="api_ledger")
    def ledger(self, request: Request, pk: int) -> Response:
        """Every batch with all its entries, the latest first, 20 a page."""
        return self.list_answer(batches_of(collection=self.get_object()))

    @extend_schema(
        request=StockChangesSerializer,
        responses={
            201: StockBatchSerializer,
            204: OpenApiResponse(description="Nothing differed."),
            400: REFUSED,
            404: MISSING,
        },
    )
    @action(detail=True, methods=["post"], url_name="api_changes")
    def changes(self, request: Request, pk: int) -> Response:
        """Enter changes as one batch: all of them, or none. A key that was sent before is entered once."""
        collection, data = self.get_object(), self.validated()
        try:
            batch = services.stock_enter(
                collection=collection,
                changes=stock_changes(collection, data["changes"]),
                kind=LedgerBatch.Kind.TOOL,
                why=tidy(data.get("why", "")),
                key=data.get("key", ""),
            )
        except services.StockError as refusal:
            raise to_validation_error(refusal) from refusal
        return batch_response(batch)

    @extend_schema(request=None, responses=UNDONE)
    @action(detail=True, methods=["post"], url_path="ledger/<int:batch_id>/undo", url_name="api_undo")
    def undo(self, request: Request, pk: int, batch_id: int) -> Response:
        """Take back what still stands of a batch, as a new batch."""
        batch = LedgerBatch.objects.filter(collection=self.get_object(), pk=batch_id).first()
        if batch is None:
            raise NotFound(_("The collection has no batch %(pk)s.") % {"pk": batch_id})
        try:
            return batch_response(services.batch_undo(batch=batch))
        except services.StockError as refusal:
            raise to_validation_error(refusal) from refusal

    @extend_schema(request=None, responses=UNDONE)
    @action(detail=True, methods=["post"], url_path="entries/<int:entry_id>/undo", url_name="api_entry_undo")
    def undo_entry(self, request: Request, pk: int, entry_id: int) -> Response:
        """Take back one entry of the ledger, as a new batch."""
        entry = Entry.objects.filter(batch__collection=self.get_object(), pk=entry_id).first()
        if entry is None:
            raise NotFound(_("The collection has no entry %(pk)s.") % {"pk": entry_id})
        try:
            return batch_response(services.entry_undo(entry=entry))
        except services.StockError as refusal:
            raise to_validation_error(refusal) from refusal


def stock_changes(collection: Collection, changes: list[dict[str, Any]]) -> list[services.StockChange]:
    """Return the changes of a request with the ids of their printings; raise for an unknown code."""
    system = system_of(collection)
    finder = Finder.of(system) if system else None
    unknown = [change["code"] for change in changes if finder is None or change["code"] not in finder.printings]
    if finder is None or unknown:
        suggestions = finder.suggest(unknown[0]) if finder else ()
        raise ValidationError({"detail": f"No printing has the code {unknown[0]!r}.", "suggestions": list(suggestions)})
    return [
        services.StockChange(
            finder.id_of(change["code"]),
            change["what"],
            by=change.get("by", 0),
            to=change.get("to"),
            text=tidy(change.get("says", "")),
        )
        for change in changes
    ]


class ImportViewSet(ResourceViewSet):
    """Lists that were sent to a collection."""

    permission_classes = (IsAuthenticated,)
    serializer_class = StockImportSerializer
    input_classes: ClassVar = {"enter": StockHowSerializer}
    lookup_value_converter = "int"

    def get_object(self) -> Import:
        pk = self.kwargs["pk"]
        job = only_row(Import.objects.of(self.request.user).select_related("collection").filter(pk=pk))
        if job is None:
            raise NotFound(_("You have no import %(pk)s.") % {"pk": pk})
        return job

    @extend_schema(parameters=[VERDICTS.parameter], responses={200: StockImportSerializer, 404: MISSING})
    def retrieve(self, request: Request, pk: int) -> Response:
        """How far it is, and the verdicts: what each row means, or why it could not be understood."""
        context = {"all": VERDICTS.read(request, "bad") == "all"}
        return Response(StockImportSerializer(self.get_object(), context=context).data)

    @extend_schema(
        request=StockHowSerializer,
        responses={200: StockImportSerializer, 202: StockImportSerializer, 400: REFUSED, 404: MISSING},
    )
    @action(detail=True, methods=["post"], url_name="api_import_enter")
    def enter(self, request: Request, pk: int) -> Response:
        """Enter the rows that were understood: added to what is there, or set."""
        job = self.get_object()
        if job.state == Import.State.READING:
            raise ValidationError({"detail": _("The list is still being read.")})
        job = importer.import_enter(job=job, how=self.validated()["how"])
        return self.answer(job, status=202 if job.is_waiting else 200)


class CollectionExportViewSet(OwnCollectionsViewSet):
    """Files of a collection."""

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
    @action(detail=True, url_name="api_stock_export")
    def export(self, request: Request, pk: int) -> HttpResponse:
        """Everything in the collection, in a shape an import takes."""
        kinds = dict(zip(self.file_types, exporter.TYPES, strict=True))
        kind = KIND.read(request, kinds.get(requested_type(request, self.file_types), "json"))
        return exporter.export_response(self.get_object(), kind)
