"""Account mails, with links and site name taken from SITE_URL.

The Host header is controlled by the client: a link built from it could send a password reset key to another host.
"""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.sites.requests import RequestSite
from django.http import HttpRequest


class SiteAddress(RequestSite):
    """The site object for allauth's templates."""

    def __init__(self) -> None:
        self.domain = self.name = urlsplit(settings.SITE_URL).netloc


def absolute_url(url: str) -> str:
    """The same path and query under SITE_URL."""
    return settings.SITE_URL + urlsplit(url)._replace(scheme="", netloc="").geturl()


class MailAdapter(DefaultAccountAdapter):
    """Rewrites the links in allauth's mails.

    All mails go through `send_mail`, and all their links are in variables named `…_url`.
    """

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        links = {name: absolute_url(link) for name, link in context.items() if name.endswith("_url")}
        super().send_mail(template_prefix, email, context | links | {"current_site": SiteAddress()})

    def format_email_subject(self, subject: str) -> str:
        return f"[{SiteAddress()}] {subject}"

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failed logins per account; allauth would also count per Host header."""
        return str(credentials.get("email", credentials.get("username", ""))).lower()
