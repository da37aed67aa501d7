"""Login sessions: one row each, updated every few minutes, ended by its user.

The session itself is Django's. The row holds a name derived from the User-Agent header, and no network address.
"""

from datetime import timedelta

import structlog
from django.contrib.auth import HASH_SESSION_KEY, logout
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from .models import Login, User

SEEN_INTERVAL_S = 5 * 60
"""`seen_at` is this precise, so that not every request writes to the database."""
MAX_AGE = timedelta(days=30)
"""After this the user must log in again, no matter how active the session is."""
MAX_LOGINS = 50
# Parts of the User-Agent header, and the names to show.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "SamsungBrowser": "Samsung",
            "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari"}  # fmt: skip
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Macintosh": "macOS",
           "CrOS": "ChromeOS", "Linux": "Linux"}  # fmt: skip

log = structlog.get_logger("signum_site.security")


def device_name(user_agent: str) -> str:
    """Browser and operating system, as far as they are known.

    User agents also name other browsers, so the order matters.
    """
    names = [next((name for mark, name in table.items() if mark in user_agent), "") for table in (BROWSERS, SYSTEMS)]
    return " · ".join(filter(None, names))


def record_login_activity(request: HttpRequest) -> None:
    """Update `seen_at` of the current session, or end the session if it is too old."""
    key = request.session.session_key
    user = request.user
    if key is None or not isinstance(user, User) or not caches["seen"].add(key, True, SEEN_INTERVAL_S):
        return
    now = timezone.now()
    row = Login.objects.filter(session_key=key).first()
    if row is None:
        _create_login(user, key, device_name(request.headers.get("User-Agent", "")))
    elif now - row.created_at > MAX_AGE:
        log.info("session_too_old", account=user.pk)
        row.delete()
        logout(request)
    else:
        Login.objects.filter(pk=row.pk).update(seen_at=now)


def _create_login(user: User, key: str, device: str) -> None:
    Login.objects.bulk_create([Login(user=user, session_key=key, device=device)], ignore_conflicts=True)
    surplus = Login.objects.filter(user=user).order_by("-seen_at", "-pk")[MAX_LOGINS:]
    _delete_sessions(list(surplus))


def login_renew(*, user: User, old_key: str, new_key: str | None) -> None:
    """Give a session a new key."""
    Login.objects.filter(user=user, session_key=old_key).update(session_key=new_key or "")


def list_logins(user: User) -> list[Login]:
    """The user's valid sessions. Rows of expired ones are deleted."""
    rows = list(Login.objects.filter(user=user).order_by("-seen_at", "-pk"))
    sessions = Session.objects.filter(session_key__in=[row.session_key for row in rows], expire_date__gt=timezone.now())
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    alive = {session.session_key for session in sessions if _is_valid(session, hashes)}
    gone = [row.pk for row in rows if row.session_key not in alive]
    if gone:
        Login.objects.filter(pk__in=gone).delete()
    return [row for row in rows if row.session_key in alive]


def _is_valid(session: Session, hashes: list[str]) -> bool:
    """Return False for sessions older than the current password.

    Their hash differs.
    """
    session_hash = session.get_decoded().get(HASH_SESSION_KEY, "")
    return any(constant_time_compare(session_hash, valid) for valid in hashes)


def login_end(*, user: User, login_id: int) -> Login | None:
    row = Login.objects.filter(user=user, pk=login_id).first()
    if row is not None:
        _delete_sessions([row])
        log.info("sessions_ended", account=user.pk, number=1)
    return row


def logins_end(*, user: User, keep_key: str | None = None, only: list[Login] | None = None) -> int:
    """End a user's sessions: all but the one with `keep_key`, or just `only`.

    Return how many were ended.
    """
    rows = list(Login.objects.filter(user=user).exclude(session_key=keep_key or "")) if only is None else only
    _delete_sessions(rows)
    if rows:
        log.info("sessions_ended", account=user.pk, number=len(rows))
    return len(rows)


@transaction.atomic
def _delete_sessions(rows: list[Login]) -> None:
    """Delete the sessions together with their rows."""
    if rows:
        Session.objects.filter(session_key__in=[row.session_key for row in rows]).delete()
        Login.objects.filter(pk__in=[row.pk for row in rows]).delete()
