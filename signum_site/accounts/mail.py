"""Mails about accounts: their links and the name of the site come from SITE_URL.

The Host header is the caller's word. A link that followed it would send the key of a password reset elsewhere.
"""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.sites.requests import RequestSite
from django.http import HttpRequest


class SiteAddress(RequestSite):
    """What allauth's templates know about the site."""

    def __init__(self) -> None:
        self.domain = self.name = urlsplit(settings.SITE_URL).netloc


def at_site(address: str) -> str:
    """The same path and query on this site."""
    return settings.SITE_URL + urlsplit(address)._replace(scheme="", netloc="").geturl()


class MailAdapter(DefaultAccountAdapter):
    """Sends allauth's mails. All of them pass `send_mail`, and all their links are named `…_url`."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        links = {name: at_site(value) for name, value in context.items() if name.endswith("_url")}
        super().send_mail(template_prefix, email, context | links | {"current_site": SiteAddress()})

    def format_email_subject(self, subject: str) -> str:
        return f"[{SiteAddress()}] {subject}"

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords are counted for the account alone: allauth would start again for every Host header."""
        return str(credentials.get("email", credentials.get("username", ""))).lower()
