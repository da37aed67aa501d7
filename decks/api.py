"""Decks for tools: everything the pages can do. Validation needs no login and keeps nothing."""

from typing import Any, cast

from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from collection.selectors import reading_language
from simulator import games
from simulator.engine.deck_changes import changes
from simulator.engine.decklist import DeckList
from simulator.engine.report import Problem, Report

from . import decklists, legality
from .api_data import (
    ChangeSerializer,
    ConflictSerializer,
    DeckInSerializer,
    DeckListSerializer,
    DeckOutSerializer,
    DeckPageSerializer,
    ErrorSerializer,
    ParsedSerializer,
    ParseSerializer,
    PatchSerializer,
    ReportSerializer,
    ValidateSerializer,
    VersionInSerializer,
    VersionOutSerializer,
)
from .exporting import KINDS, as_data, export
from .formats import is_format
from .importing import ImportRefused, deck_import
from .models import Deck, DeckVersion
from .public import asked, public_page
from .selectors import deck_for, own_deck, own_decks, version_of, versions_of
from .services import (
    TooMany,
    VersionConflict,
    deck_create,
    deck_delete,
    deck_describe,
    deck_fork,
    version_restore,
    version_save,
)
from .sharing import visibility_set

REFUSED = OpenApiResponse(ErrorSerializer, description="What was sent is refused; the sentence says why.")
MISSING = OpenApiResponse(ErrorSerializer, description="There is no such deck, or it is somebody's private one.")
VERSIONS_A_PAGE = 100


def deck_or_404(request: Request, pk: int) -> Deck:
    deck = deck_for(user=request.user, pk=pk)
    if deck is None:
        raise NotFound(_("There is no deck %(pk)s that you may see.") % {"pk": pk})
    return deck


def own_or_404(request: Request, pk: int) -> Deck:
    deck = own_deck(user=request.user, pk=pk)
    if deck is None:
        raise NotFound(_("You have no deck %(pk)s.") % {"pk": pk})
    return deck


def decklist_sent(given: dict[str, Any], *, user: Any) -> tuple[DeckList, tuple[Problem, ...]]:
    """The deck in a request: a text, a code or sections; and what of it could not be read."""
    try:
        if given.get("text"):
            found = deck_import(given["text"], user=user, system=games.systems().get(given.get("system", "")))
            named = decklists.renamed(found.deck, given.get("name", ""))
            return named, found.problems
        system = games.system(given.get("system") or next(iter(games.systems())))
        format = given.get("format") or system.formats[0].code
        sections = given.get("sections") or {}
        decklist = decklists.from_sections(sections, system=system.code, format=format, name=given.get("name", ""))
        return decklist, ()
    except (ImportRefused, decklists.NotADeckList, LookupError) as refused:
        raise ValidationError({"detail": str(refused)}) from refused


def unreadable(problems: tuple[Problem, ...]) -> ValidationError:
    """Nothing is saved of a list that could not be read whole."""
    told: Any = [problem.as_json() for problem in problems]
    return ValidationError({"detail": _("Some lines could not be read."), "problems": told})


def report_told(report: Report, *, system: str) -> dict[str, Any]:
    """A report in the reader's language, with every rule's value."""
    language, game = reading_language(), games.system(system)
    told = report.as_json(wording=lambda problem: game.problem_text(problem, language))
    return told | {"rules": [value.as_json(language=language) for value in report.rules]}


def deck_told(deck: Deck) -> dict[str, Any]:
    version = cast(DeckVersion, deck.current)
    decklist = decklists.of_deck(deck)
    system = games.system(deck.system)
    return {
        "id": deck.pk,
        "name": deck.name,
        "owner": deck.owner.get_username(),
        "system": deck.system,
        "format": version.format,
        "visibility": deck.visibility,
        "version": version.number,
        "content_hash": version.content_hash,
        "code": as_data(decklist, system=system)["code"],
        "sections": decklists.sections_of(decklist),
        "notes": deck.notes,
        "tags": [tag.tag for tag in deck.tags.all()],
        "likes": deck.like_count,
        "rating": deck.rating,
        "forked_from": deck.forked_from_id,
        "created_at": deck.created_at,
        "changed_at": deck.changed_at,
    }


def brief(deck: Deck) -> dict[str, Any]:
    """A deck in a list: without its cards."""
    version = cast(DeckVersion, deck.current)
    return {
        "id": deck.pk,
        "name": deck.name,
        "owner": deck.owner.get_username(),
        "system": deck.system,
        "format": version.format,
        "visibility": deck.visibility,
        "version": version.number,
        "content_hash": version.content_hash,
        "face": deck.face,
        "colour": deck.colour,
        "tags": [tag.tag for tag in deck.tags.all()],
        "likes": deck.like_count,
        "rating": deck.rating,
        "changed_at": deck.changed_at,
    }


def version_told(version: DeckVersion) -> dict[str, Any]:
    return {
        "number": version.number,
        "parent": version.parent.number if version.parent is not None else None,
        "author": version.author.get_username() if version.author is not None else "",
        "message": version.message,
        "name": version.name,
        "format": version.format,
        "content_hash": version.content_hash,
        "created_at": version.created_at,
    }


SEARCH = [
    OpenApiParameter("mine", OpenApiTypes.BOOL, description="Your own decks instead of the public ones."),
    OpenApiParameter("q", description="Words of the name."),
    OpenApiParameter("face", description="The card that leads the deck, by name or code."),
    OpenApiParameter("colour", description="The side, such as a faction."),
    OpenApiParameter("card", description="A card the deck contains, by name or code."),
    OpenApiParameter("format", description="A format the deck is legal in."),
    OpenApiParameter("tag"),
    OpenApiParameter("rating", int, description="Rated so high or higher."),
    OpenApiParameter("buildable", OpenApiTypes.BOOL, description="Only decks your collection has the cards for."),
    OpenApiParameter("order", enum=["new", "likes", "rating"]),
    OpenApiParameter("after", description="`following` of the page before."),
]


class DecksView(APIView):
    """The public decks or your own; and a new deck."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="decks_list", parameters=SEARCH, responses={200: DeckPageSerializer})
    def get(self, request: Request) -> Response:
        given = request.query_params.dict()
        given |= {"buildable": "1"} if given.get("buildable") in ("true", "True") else {}
        if given.get("mine") in ("1", "true", "True"):
            decks = own_decks(user=request.user)[:200]
            return Response({"decks": [brief(deck) for deck in decks], "following": "", "sentences": []})
        page = public_page(asked(given), user=request.user)
        return Response(
            {"decks": [brief(deck) for deck in page.decks], "following": page.following, "sentences": page.sentences}
        )

    @extend_schema(request=DeckInSerializer, responses={201: DeckOutSerializer, 400: REFUSED})
    def post(self, request: Request) -> Response:
        given = DeckInSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        decklist, unread = decklist_sent(given.validated_data, user=request.user)
        if unread:
            raise unreadable(unread)
        if not decklist.name:
            raise ValidationError({"name": _("A deck has a name.")})
        try:
            deck = deck_create(
                owner=cast(Any, request.user),
                decklist=decklist,
                message=given.validated_data.get("message", ""),
                notes=given.validated_data.get("notes", ""),
            )
        except TooMany as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        _describe(deck, given.validated_data)
        return Response(deck_told(deck), status=status.HTTP_201_CREATED)


class DeckView(APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: DeckOutSerializer, 404: MISSING})
    def get(self, request: Request, pk: int) -> Response:
        return Response(deck_told(deck_or_404(request, pk)))

    @extend_schema(request=PatchSerializer, responses={200: DeckOutSerializer, 400: REFUSED, 404: MISSING})
    def patch(self, request: Request, pk: int) -> Response:
        """Notes, tags and visibility; cards are changed by a new version."""
        deck = own_or_404(request, pk)
        given = PatchSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        _describe(deck, given.validated_data)
        return Response(deck_told(own_or_404(request, pk)))

    @extend_schema(responses={204: None, 404: MISSING})
    def delete(self, request: Request, pk: int) -> Response:
        deck_delete(deck=own_or_404(request, pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class VersionsView(APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: VersionOutSerializer(many=True), 404: MISSING})
    def get(self, request: Request, pk: int) -> Response:
        versions = versions_of(deck_or_404(request, pk))[:VERSIONS_A_PAGE]
        return Response([version_told(version) for version in versions])

    @extend_schema(
        request=VersionInSerializer,
        responses={201: VersionOutSerializer, 400: REFUSED, 404: MISSING, 409: ConflictSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """The next version. `parent` is the number of the version the changes began with. If somebody saved since, the
        answer is 409 with the current version and both people's changes merged; what was sent is kept as the draft,
        unless there is one that says something else."""
        deck = own_or_404(request, pk)
        given = VersionInSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        decklist, unread = decklist_sent({"system": deck.system, **given.validated_data}, user=request.user)
        if unread:
            raise unreadable(unread)
        if decklist.system != deck.system:
            raise ValidationError({"detail": _("A deck stays a deck of its game.")})
        try:
            version = version_save(
                deck=deck,
                author=cast(Any, request.user),
                decklist=decklist,
                message=given.validated_data.get("message", ""),
                parent=given.validated_data["parent"],
            )
        except VersionConflict as conflict:
            told = {
                "detail": _("Somebody saved version %(number)s in the meantime.") % {"number": conflict.current.number},
                "current": version_told(conflict.current),
                "merged": decklists.sections_of(conflict.merged),
            }
            return Response(told, status=status.HTTP_409_CONFLICT)
        except TooMany as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return Response(version_told(version), status=status.HTTP_201_CREATED)


class VersionView(APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: DeckListSerializer, 404: MISSING})
    def get(self, request: Request, pk: int, number: int) -> Response:
        """The cards of one version."""
        deck = deck_or_404(request, pk)
        version = version_of(deck, number=number)
        if version is None:
            raise NotFound(_("The deck has no version %(number)s.") % {"number": number})
        decklist = decklists.of_version(version)
        return Response(as_data(decklist, system=games.system(deck.system)) | {"version": version_told(version)})


class RestoreView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={201: VersionOutSerializer, 404: MISSING})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """An old state again, as a new version."""
        deck = own_or_404(request, pk)
        version = version_of(deck, number=number)
        if version is None:
            raise NotFound(_("The deck has no version %(number)s.") % {"number": number})
        message = _("Version %(number)s again") % {"number": number}
        made = version_restore(deck=deck, author=cast(Any, request.user), version=version, message=message)
        return Response(version_told(made), status=status.HTTP_201_CREATED)


class ForkView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={201: DeckOutSerializer, 404: MISSING})
    def post(self, request: Request, pk: int) -> Response:
        """Your own private copy, with credit to where it came from."""
        source = deck_or_404(request, pk)
        deck = deck_fork(owner=cast(Any, request.user), version=cast(DeckVersion, source.current))
        return Response(deck_told(deck), status=status.HTTP_201_CREATED)


class DiffView(APIView):
    @extend_schema(
        parameters=[OpenApiParameter("before", int, required=True), OpenApiParameter("after", int, required=True)],
        responses={200: ChangeSerializer(many=True), 400: REFUSED, 404: MISSING},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Cards in, out and changed between two versions."""
        deck = deck_or_404(request, pk)
        found = []
        for which in ("before", "after"):
            given = request.query_params.get(which, "")
            if not given.isascii() or not given.isdigit() or len(given) > 9:
                sentence = _("%(which)s: “%(given)s” is no number of a version.")
                raise ValidationError({"detail": sentence % {"which": which, "given": given[:40]}})
            version = version_of(deck, number=int(given))
            if version is None:
                raise NotFound(_("The deck has no version %(number)s.") % {"number": given})
            found.append(decklists.of_version(version))
        told = [
            {"section": each.section, "card": each.card, "before": each.before, "after": each.after, "kind": each.kind}
            for each in changes(*found)
        ]
        return Response(told)


class ExportView(APIView):
    @extend_schema(
        parameters=[OpenApiParameter("kind", enum=list(KINDS), location=OpenApiParameter.PATH)],
        responses={
            (200, "text/plain"): OpenApiTypes.STR,
            (200, "text/markdown"): OpenApiTypes.STR,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/json"): DeckListSerializer,
            404: MISSING,
        },
    )
    def get(self, request: Request, pk: int, kind: str) -> HttpResponse:
        """A deck as text, Markdown, JSON or CSV."""
        deck = deck_or_404(request, pk)
        if kind not in KINDS:
            given = {"kind": kind[:40], "known": ", ".join(KINDS)}
            raise NotFound(_("“%(kind)s” is no kind of export; those there are: %(known)s.") % given)
        system = games.system(deck.system)
        written = export(decklists.of_deck(deck), kind=kind, system=system, language=reading_language())
        return HttpResponse(written.content, content_type=written.content_type)


class ValidateView(APIView):
    """Everything wrong with a deck, without keeping it; no login needed."""

    permission_classes = (AllowAny,)
    parser_classes = (JSONParser,)

    @extend_schema(request=ValidateSerializer, responses={200: ReportSerializer, 400: REFUSED})
    def post(self, request: Request) -> Response:
        given = ValidateSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        decklist, unread = decklist_sent(given.validated_data, user=request.user)
        format = given.validated_data.get("format", "")
        if format and not is_format(format, system=games.system(decklist.system)):
            known = ", ".join(known.code for known in games.system(decklist.system).formats)
            sentence = _("There is no format “%(given)s”; those there are: %(known)s.")
            raise ValidationError({"format": sentence % {"given": format[:60], "known": known}})
        report = legality.check(decklist, format=format).after(unread)
        told = report_told(report, system=decklist.system)
        return Response(told | {"content_hash": decklist.content_hash, "language": get_language()})


class ParseView(APIView):
    """The deck in a text, a code or a link, with every line that could not be read; nothing is kept."""

    permission_classes = (AllowAny,)

    @extend_schema(request=ParseSerializer, responses={200: ParsedSerializer, 400: REFUSED})
    def post(self, request: Request) -> Response:
        given = ParseSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        decklist, unread = decklist_sent(given.validated_data, user=request.user)
        system, language = games.system(decklist.system), reading_language()
        told = [problem.as_json(message=system.problem_text(problem, language)) for problem in unread]
        return Response(as_data(decklist, system=system) | {"problems": told})


def _describe(deck: Deck, given: dict[str, Any]) -> None:
    deck_describe(deck=deck, notes=given.get("notes"), tags=given.get("tags"))
    if given.get("visibility") and given["visibility"] != deck.visibility:
        visibility_set(deck=deck, visibility=given["visibility"])
