"""API of the user's own account: its profile, and an export as a zip file."""

import json
from typing import Any, cast

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import RetrieveUpdateAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from signum_site.core.api.examples import with_example
from signum_site.core.throttling import TokenThrottle

from .archive.exporter import ArchiveThrottle, archive_response
from .models import User

EXAMPLE = {
    "username": "vera",
    "email": "vera@signum.example",
    "language": "es",
    "theme": "auto",
    "date_joined": "2026-01-05T18:30:00Z",
}


@with_example(EXAMPLE, sent={"language": "es", "theme": "dark"})
class MeSerializer(serializers.ModelSerializer):
    email = serializers.CharField(read_only=True, help_text="Empty if none was given.")

    class Meta:
        model = User
        fields = ("username", "email", "language", "theme", "date_joined")
        read_only_fields = ("username", "email", "date_joined")


class MeView(RetrieveUpdateAPIView):
    """The account the token belongs to. Language and theme can be changed."""

    serializer_class = MeSerializer
    permission_classes = (IsAuthenticated,)
    http_method_names = ("get", "patch", "head", "options")

    def patch(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Change the language or the theme of the account."""
        return super().patch(request, *args, **kwargs)

    def get_object(self) -> User:
        return cast(User, self.request.user)  # IsAuthenticated rejects anonymous users


class ZipRenderer(BaseRenderer):
    """For clients that accept only zip files.

    It renders nothing but error messages, as JSON.
    """

    media_type = "application/zip"
    format = "zip"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return json.dumps(data, default=str).encode()


class AccountExportView(APIView):
    """The whole account as one zip."""

    permission_classes = (IsAuthenticated,)
    renderer_classes = (JSONRenderer, ZipRenderer)
    throttle_classes = (TokenThrottle, ArchiveThrottle)

    @extend_schema(
        operation_id="me_export",
        summary="The whole account as one zip",
        description="Profile, decks with their versions (also as text), collections and simulations, a JSON file each, "
        "and a manifest. The account page takes it back in. At most 20 an hour.",
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request) -> FileResponse:
        return archive_response(user=cast(User, request.user))
