"""`Authorization: Bearer signum_…` for the API."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from signum_site.core.rows import only_row

from .models import ApiToken, User
from .services import token_digest, token_record_use


class TokenAuthentication(BaseAuthentication):
    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, key = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != self.keyword.lower():
            return None
        token = only_row(ApiToken.objects.select_related("user").filter(digest=token_digest(key.strip())))
        if token is None or not token.user.is_active:
            raise AuthenticationFailed(_("This API token is not known. Make a new one on your account page."))
        if token.user.is_locked:
            raise AuthenticationFailed(_("This site asks for a second factor: sign in there and set one up."))
        token_record_use(token=token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return self.keyword


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "An API token made on the account page."}
