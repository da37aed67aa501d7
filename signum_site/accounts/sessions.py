"""Where somebody is logged in: a row a session, seen every few minutes, and ended by whoever owns it.

The session itself is Django's. Kept of a device is what its browser calls itself, and no network address.
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

SEEN_STEP_S = 5 * 60
"""Last seen is true to this much: a busy visitor must not write at every request."""
LONGEST = timedelta(days=30)
"""After this the password is asked again, however often somebody comes."""
MOST_LOGINS = 50
# What a browser calls itself holds, and what we call it.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "SamsungBrowser": "Samsung",
            "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari"}  # fmt: skip
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Macintosh": "macOS",
           "CrOS": "ChromeOS", "Linux": "Linux"}  # fmt: skip

log = structlog.get_logger("signum_site.security")


def device_name(user_agent: str) -> str:
    """Browser and system in two words, as far as they are told; browsers name others too, so the order matters."""
    found = [next((name for mark, name in known.items() if mark in user_agent), "") for known in (BROWSERS, SYSTEMS)]
    return " · ".join(filter(None, found))


def login_seen(request: HttpRequest) -> None:
    """Remember that this session is alive; one that has lasted too long ends here."""
    key = request.session.session_key
    user = request.user
    if key is None or not isinstance(user, User) or not caches["seen"].add(key, True, SEEN_STEP_S):
        return
    now = timezone.now()
    row = Login.objects.filter(session_key=key).first()
    if row is None:
        _begin(user, key, device_name(request.headers.get("User-Agent", "")))
    elif now - row.created_at > LONGEST:
        log.info("session_too_old", account=user.pk)
        row.delete()
        logout(request)
    else:
        Login.objects.filter(pk=row.pk).update(seen_at=now)


def _begin(user: User, key: str, device: str) -> None:
    Login.objects.bulk_create([Login(user=user, session_key=key, device=device)], ignore_conflicts=True)
    surplus = Login.objects.filter(user=user).order_by("-seen_at", "-pk")[MOST_LOGINS:]
    rows_end(list(surplus))


def login_renew(*, user: User, before: str, key: str | None) -> None:
    """The same session under another key."""
    Login.objects.filter(user=user, session_key=before).update(session_key=key or "")


def logins_of(user: User) -> list[Login]:
    """Those that would still open the account; rows of others are tidied away."""
    rows = list(Login.objects.filter(user=user).order_by("-seen_at", "-pk"))
    sessions = Session.objects.filter(session_key__in=[row.session_key for row in rows], expire_date__gt=timezone.now())
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    alive = {session.session_key for session in sessions if _fits(session, hashes)}
    gone = [row.pk for row in rows if row.session_key not in alive]
    if gone:
        Login.objects.filter(pk__in=gone).delete()
    return [row for row in rows if row.session_key in alive]


def _fits(session: Session, hashes: list[str]) -> bool:
    """A session begun before the password changed has another hash in it."""
    given = session.get_decoded().get(HASH_SESSION_KEY, "")
    return any(constant_time_compare(given, each) for each in hashes)


def login_end(*, user: User, login_id: int) -> Login | None:
    row = Login.objects.filter(user=user, pk=login_id).first()
    if row is not None:
        rows_end([row])
        log.info("sessions_ended", account=user.pk, number=1)
    return row


def logins_end(*, user: User, but: str | None = None, only: list[Login] | None = None) -> int:
    """All of somebody's, save the one whose key is given; or only these."""
    rows = list(Login.objects.filter(user=user).exclude(session_key=but or "")) if only is None else only
    rows_end(rows)
    if rows:
        log.info("sessions_ended", account=user.pk, number=len(rows))
    return len(rows)


@transaction.atomic
def rows_end(rows: list[Login]) -> None:
    """The sessions with their rows."""
    if rows:
        Session.objects.filter(session_key__in=[row.session_key for row in rows]).delete()
        Login.objects.filter(pk__in=[row.pk for row in rows]).delete()
