"""API to check and parse decks without login; nothing is stored."""

from typing import ClassVar

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from collection.games import installed_game
from decks.rules import legality
from decks.rules.house_formats import is_format
from decks.transfer.exporter import as_data
from signum_site.core.api.viewsets import ResourceViewSet

from .responses import REFUSED, deck_from_request, worded_problems
from .serializers import ParsedSerializer, ParseSerializer, ReportSerializer, ValidateSerializer


class DeckCheckViewSet(ResourceViewSet):
    """Decks that are not kept."""

    permission_classes = (AllowAny,)
    input_classes: ClassVar = {"validate": ValidateSerializer, "parse": ParseSerializer}

    @extend_schema(request=ValidateSerializer, responses={200: ReportSerializer, 400: REFUSED})
    @action(detail=False, methods=["post"], url_name="api_deck_validate")
    def validate(self, request: Request) -> Response:
        """Everything wrong with a deck. Nothing is kept, and no account is needed."""
        data = self.validated()
        decklist, unread = deck_from_request(data, user=request.user)
        format = data.get("format", "")
        if format and not is_format(format, system=installed_game(decklist.system)):
            known = ", ".join(known.code for known in installed_game(decklist.system).formats)
            sentence = _("There is no format “%(given)s”; those there are: %(known)s.")
            raise ValidationError({"format": sentence % {"given": format[:60], "known": known}})
        report = legality.check(decklist, format=format).after(unread)
        answer = {
            "legal": report.legal,
            "problems": worded_problems(report.problems, system=decklist.system),
            "rules": report.rules,
            "content_hash": decklist.content_hash,
            "language": get_language(),
        }
        return Response(ReportSerializer(answer).data)

    @extend_schema(request=ParseSerializer, responses={200: ParsedSerializer, 400: REFUSED})
    @action(detail=False, methods=["post"], url_name="api_deck_parse")
    def parse(self, request: Request) -> Response:
        """Read a deck from a text, a code or a link.

        Lines that cannot be read are reported; nothing is saved.
        """
        decklist, unread = deck_from_request(self.validated(), user=request.user)
        cards = as_data(decklist, system=installed_game(decklist.system))
        return Response(ParsedSerializer({**cards, "problems": worded_problems(unread, system=decklist.system)}).data)
