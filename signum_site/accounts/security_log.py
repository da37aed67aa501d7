"""What matters for security, as log events of their own: who (by number), what, in which request.

Neither names nor mail addresses nor anything that was typed stands in them. docs/security.md lists them.
"""

from typing import Any

import structlog
from allauth.account import signals as account
from allauth.account.internal.flows.reauthentication import reauthenticate_by_password
from allauth.account.utils import filter_users_by_email, filter_users_by_username
from allauth.mfa import signals as second_factor
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.core.exceptions import ValidationError
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from .mail import MailAdapter
from .models import User
from .sessions import login_renew, logins_end

REFUSALS = {401: "access_refused", 403: "access_refused", 429: "request_throttled"}

log = structlog.get_logger("signum_site.security")


def answered(request: HttpRequest, response: HttpResponseBase, *, path: str) -> None:
    """An answer that sends somebody away is an event, besides the line every request has."""
    event = REFUSALS.get(response.status_code)
    if event:
        log.warning(event, account=reader(request), status=response.status_code, method=request.method, path=path)


def reader(request: HttpRequest) -> int | None:
    """Who asks, if that is known already: an answer must not cost a further question to the database."""
    # A user that nobody looked at yet is no User but a promise of one: its type tells, without asking for it.
    known = (vars(request).get("_cached_user"), vars(request).get("user"))
    return next((user.pk for user in known if type(user) is User), None)


# A site that only prints its mail must not tell anybody to look for it.
_PRINTED = {"account/messages/email_confirmation_sent.txt": "account/messages/email_confirmation_printed.txt"}


class AccountAdapter(MailAdapter):
    """Tells of passwords that did not fit, typed at the door or to confirm who is there."""

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *given: Any, **told: Any
    ) -> None:
        if not settings.SENDS_MAIL:
            message_template = _PRINTED.get(message_template or "", message_template)
        super().add_message(request, level, message_template, *given, **told)

    def post_login(self, request: HttpRequest, user: Any, **told: Any) -> HttpResponse:
        if user.is_shut:
            told["redirect_url"] = reverse("mfa_activate_totp")  # the page they wanted would take them for a stranger
            reauthenticate_by_password(request)  # typed a moment ago: that page need not ask once more
        return super().post_login(request, user, **told)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            log.warning("login_throttled", account=_meant(credentials))
            raise

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        log.warning("login_refused", account=_meant(credentials))


def _meant(credentials: dict[str, Any]) -> int | None:
    """The account somebody tried to open, if there is one."""
    name, address = credentials.get("username"), credentials.get("email")
    known = filter_users_by_username(name).first() if name else None
    if known is None and address:
        known = next(iter(filter_users_by_email(address, prefer_verified=True)), None)
    return known.pk if known else None


def _on(signal: Signal, event: str, *facts: str) -> None:
    """Each event of one kind of signal; `facts` are attributes of what it is about."""

    def told(sender: Any, user: Any = None, **given: Any) -> None:
        subject = given.get("authenticator")
        log.info(event, account=getattr(user, "pk", None), **{name: str(getattr(subject, name)) for name in facts})

    signal.connect(told, weak=False, dispatch_uid=event)


def _password_changed(sender: Any, request: HttpRequest, user: User, **given: Any) -> None:
    """Whoever knew the old one is out: their sessions end here, and do not only fail at their next visit."""
    log.info("password_changed", account=user.pk)
    logins_end(user=user, but=request.session.session_key)


def _asked_again(sender: Any, request: HttpRequest, user: User, **given: Any) -> None:
    """Who has just proven again who they are goes on under a new key: one that was read before opens nothing more."""
    before = request.session.session_key
    if given.get("reauthenticated") and before is not None:
        request.session.cycle_key()
        login_renew(user=user, before=before, key=request.session.session_key)


def _left(sender: Any, request: HttpRequest, user: User | None, **given: Any) -> None:
    """What pages put aside in the browser goes too (middleware.py): the next one at this table is somebody else."""
    request.is_left = user is not None  # type: ignore[attr-defined]


def _second_factor_added(sender: Any, request: HttpRequest, user: User, authenticator: Any, **given: Any) -> None:
    """Sessions that came in by the password alone must come in again."""
    if authenticator.type == authenticator.Type.TOTP:
        logins_end(user=user, but=request.session.session_key)


def listen() -> None:
    _on(user_logged_in, "login")
    _on(user_logged_out, "logout")
    _on(account.email_added, "mail_address_added")
    _on(account.email_changed, "mail_address_changed")
    _on(account.email_removed, "mail_address_removed")
    _on(second_factor.authenticator_added, "second_factor_added", "type")
    _on(second_factor.authenticator_removed, "second_factor_removed", "type")
    _on(second_factor.authenticator_reset, "second_factor_renewed", "type")
    _on(second_factor.authentication_failed, "second_factor_refused", "type")
    user_logged_out.connect(_left, dispatch_uid="browser_emptied")
    account.authentication_step_completed.connect(_asked_again, dispatch_uid="session_renewed")
    second_factor.authenticator_added.connect(_second_factor_added, dispatch_uid="sessions_end")
    for signal in (account.password_changed, account.password_set, account.password_reset):
        signal.connect(_password_changed, dispatch_uid="password_changed")
