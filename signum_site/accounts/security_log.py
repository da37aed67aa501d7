"""Security events in the log: which account, what happened, in which request.

Accounts are given by id. The events contain no names, mail addresses or user input. docs/security.md lists them.
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


def log_refusal(request: HttpRequest, response: HttpResponseBase, *, path: str) -> None:
    """Log a response that denies access, besides the usual request line."""
    event = REFUSALS.get(response.status_code)
    if event:
        log.warning(
            event, account=known_user_id(request), status=response.status_code, method=request.method, path=path
        )


def known_user_id(request: HttpRequest) -> int | None:
    """The user's id if the user is loaded already: this must not cost a query."""
    # A user that was not accessed yet is a lazy object; checking its type does not load it.
    candidates = (vars(request).get("_cached_user"), vars(request).get("user"))
    return next((user.pk for user in candidates if type(user) is User), None)


# A site that only prints its mail must not tell users to check their inbox.
_PRINTED_MAIL_TEMPLATES = {
    "account/messages/email_confirmation_sent.txt": "account/messages/email_confirmation_printed.txt"
}


class AccountAdapter(MailAdapter):
    """Logs wrong passwords, at login and at reauthentication."""

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **kwargs: Any
    ) -> None:
        if not settings.SENDS_MAIL:
            message_template = _PRINTED_MAIL_TEMPLATES.get(message_template or "", message_template)
        super().add_message(request, level, message_template, *args, **kwargs)

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse:
        if user.is_locked:
            kwargs["redirect_url"] = reverse("mfa_activate_totp")  # other pages treat the user as anonymous
            reauthenticate_by_password(request)  # typed a moment ago, so that page need not ask again
        return super().post_login(request, user, **kwargs)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            log.warning("login_throttled", account=_find_account(credentials))
            raise

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        log.warning("login_refused", account=_find_account(credentials))


def _find_account(credentials: dict[str, Any]) -> int | None:
    """The id of the account that the credentials name, if it exists."""
    name, email = credentials.get("username"), credentials.get("email")
    user = filter_users_by_username(name).first() if name else None
    if user is None and email:
        user = next(iter(filter_users_by_email(email, prefer_verified=True)), None)
    return user.pk if user else None


def _log_signal(signal: Signal, event: str, *attributes: str) -> None:
    """Log an event for each signal, with attributes of its authenticator."""

    def write_event(sender: Any, user: Any = None, **kwargs: Any) -> None:
        authenticator = kwargs.get("authenticator")
        values = {name: str(getattr(authenticator, name)) for name in attributes}
        log.info(event, account=getattr(user, "pk", None), **values)

    signal.connect(write_event, weak=False, dispatch_uid=event)


def _on_password_change(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """End all other sessions now, not just at their next request."""
    log.info("password_changed", account=user.pk)
    logins_end(user=user, keep_key=request.session.session_key)


def _on_reauthentication(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Change the session key, so that a leaked old key becomes useless."""
    old_key = request.session.session_key
    if kwargs.get("reauthenticated") and old_key is not None:
        request.session.cycle_key()
        login_renew(user=user, old_key=old_key, new_key=request.session.session_key)


def _on_logout(sender: Any, request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    """Mark the request, so that middleware.py clears the browser's storage.

    The next user of the device may be another person.
    """
    request.has_logged_out = user is not None  # type: ignore[attr-defined]


def _on_second_factor_added(sender: Any, request: HttpRequest, user: User, authenticator: Any, **kwargs: Any) -> None:
    """End all other sessions, which logged in with the password alone."""
    if authenticator.type == authenticator.Type.TOTP:
        logins_end(user=user, keep_key=request.session.session_key)


def connect_signals() -> None:
    _log_signal(user_logged_in, "login")
    _log_signal(user_logged_out, "logout")
    _log_signal(account.email_added, "mail_address_added")
    _log_signal(account.email_changed, "mail_address_changed")
    _log_signal(account.email_removed, "mail_address_removed")
    _log_signal(second_factor.authenticator_added, "second_factor_added", "type")
    _log_signal(second_factor.authenticator_removed, "second_factor_removed", "type")
    _log_signal(second_factor.authenticator_reset, "second_factor_renewed", "type")
    _log_signal(second_factor.authentication_failed, "second_factor_refused", "type")
    user_logged_out.connect(_on_logout, dispatch_uid="browser_emptied")
    account.authentication_step_completed.connect(_on_reauthentication, dispatch_uid="session_renewed")
    second_factor.authenticator_added.connect(_on_second_factor_added, dispatch_uid="sessions_end")
    for signal in (account.password_changed, account.password_set, account.password_reset):
        signal.connect(_on_password_change, dispatch_uid="password_changed")
