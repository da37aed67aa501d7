"""API to check and parse decks without login; nothing is stored."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from decks.rules import legality
from decks.rules.house_formats import is_format
from decks.transfer.exporter import as_data
from simulator import games

from .responses import REFUSED, deck_from_request, serialize_problems, serialize_report
from .serializers import ParsedSerializer, ParseSerializer, ReportSerializer, ValidateSerializer


class ValidateView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(request=ValidateSerializer, responses={200: ReportSerializer, 400: REFUSED})
    def post(self, request: Request) -> Response:
        """Everything wrong with a deck. Nothing is kept, and no account is needed."""
        serializer = ValidateSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        decklist, unread = deck_from_request(serializer.validated_data, user=request.user)
        format = serializer.validated_data.get("format", "")
        if format and not is_format(format, system=games.system(decklist.system)):
            known = ", ".join(known.code for known in games.system(decklist.system).formats)
            sentence = _("There is no format “%(given)s”; those there are: %(known)s.")
            raise ValidationError({"format": sentence % {"given": format[:60], "known": known}})
        report = legality.check(decklist, format=format).after(unread)
        data = serialize_report(report, system=decklist.system)
        return Response(data | {"content_hash": decklist.content_hash, "language": get_language()})


class ParseView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(request=ParseSerializer, responses={200: ParsedSerializer, 400: REFUSED})
    def post(self, request: Request) -> Response:
        """The deck in a text, a code or a link. Every line that could not be read is told; nothing is kept."""
        serializer = ParseSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        decklist, unread = deck_from_request(serializer.validated_data, user=request.user)
        problems = serialize_problems(unread, system=decklist.system)
        return Response(as_data(decklist, system=games.system(decklist.system)) | {"problems": problems})
