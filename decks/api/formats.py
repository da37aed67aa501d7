"""API for the formats of the games, and house formats."""

from typing import Any, ClassVar, cast

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from collection.game_filters import SYSTEM_OF_ROWS, named_game
from collection.games import first_game, games_in_order, installed_game
from decks.decklists import NotADeckList, get_system
from decks.models import HouseFormat
from decks.rules.house_formats import FormatRefused, find_format, format_of, house_format_change, house_format_create
from signum_site.core.api.viewsets import ResourceViewSet
from simulator import games
from simulator.engine.game_system import GameSystem

from .responses import MISSING, REFUSED
from .serializers import FormatInSerializer, FormatOutSerializer, FormatRow


def house_row(row: HouseFormat, *, system: GameSystem) -> FormatRow:
    return FormatRow(format_of(row, system=system), system, row.base)


class FormatViewSet(ResourceViewSet):
    """The games' own formats and yours."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = FormatOutSerializer
    input_classes: ClassVar = {"create": FormatInSerializer, "update": FormatInSerializer}
    lookup_url_kwarg = "code"
    lookup_value_converter = "slug"

    def get_object(self) -> HouseFormat:
        """Return a house format of the user."""
        code = self.kwargs["code"]
        row = HouseFormat.objects.filter(code=code, owner_id=self.request.user.pk).first()
        if row is None:
            raise NotFound(_("You have no format “%(given)s”.") % {"given": code[:60]})
        return row

    @extend_schema(parameters=[SYSTEM_OF_ROWS.parameter], responses={200: FormatOutSerializer(many=True)})
    def list(self, request: Request) -> Response:
        """The games' own formats, and yours."""
        game = named_game(request)
        known = {game.code: game} if game is not None else games.systems()
        rows = [FormatRow(format, system) for system in known.values() for format in system.formats]
        own: QuerySet[HouseFormat] = HouseFormat.objects.filter(owner_id=request.user.pk or 0)
        rows += [house_row(row, system=known[row.system]) for row in own if row.system in known]
        return self.list_answer(rows)

    @extend_schema(request=FormatInSerializer, responses={201: FormatOutSerializer, 400: REFUSED})
    def create(self, request: Request) -> Response:
        """Make a house format from one of a game's formats."""
        data = self.validated()
        try:
            system = get_system(data.get("system") or first_game().code)
            row = house_format_create(
                owner=cast(Any, request.user),
                system=system,
                base=data["base"],
                name=data["name"],
                params=data.get("params", {}),
                limits=data.get("limits", {}),
            )
        except (FormatRefused, NotADeckList) as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return self.answer(house_row(row, system=system), status=status.HTTP_201_CREATED)

    @extend_schema(parameters=[SYSTEM_OF_ROWS.parameter], responses={200: FormatOutSerializer, 404: MISSING})
    def retrieve(self, request: Request, code: str) -> Response:
        """One format. Everyone who knows the code of a house format may read it."""
        game = named_game(request)
        house = HouseFormat.objects.filter(code=code).first()
        if house is not None and (game is None or game.code == house.system):
            return self.answer(house_row(house, system=installed_game(house.system)))
        for system in [game] if game is not None else games_in_order():
            format = find_format(code, system=system)
            if format is not None:
                return self.answer(FormatRow(format, system))
        raise NotFound(_("There is no format “%(given)s”.") % {"given": code[:60]})

    @extend_schema(request=FormatInSerializer, responses={200: FormatOutSerializer, 400: REFUSED, 404: MISSING})
    def update(self, request: Request, code: str) -> Response:
        """Change a house format of yours."""
        row, data = self.get_object(), self.validated()
        system = installed_game(row.system)
        try:
            house_format_change(
                row=row,
                system=system,
                base=data["base"],
                name=data["name"],
                params=data.get("params", {}),
                limits=data.get("limits", {}),
            )
        except FormatRefused as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return self.answer(house_row(row, system=system))

    @extend_schema(responses={204: None, 404: MISSING})
    def destroy(self, request: Request, code: str) -> Response:
        """Delete a house format of yours."""
        self.get_object().delete()
        return Response(status=status.HTTP_204_NO_CONTENT)
