"""Writes: API tokens and account deletion."""

import hashlib
import secrets
from datetime import timedelta

import structlog
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from decks.social.reactions import likes_withdraw
from signum_site.core.locks import lock_account

from .models import ApiToken, User
from .sessions import logins_end

TOKEN_PREFIX = "signum_"  # noqa: S105 (a prefix, not the secret)
MAX_TOKENS = 20
USED_AT_INTERVAL = timedelta(minutes=1)

log = structlog.get_logger("signum_site.security")


def token_digest(key: str) -> str:
    # The key has 256 random bits, so a plain digest is safe, and it is found with one query.
    return hashlib.sha256(key.encode()).hexdigest()


class TokenRefused(ValueError):
    """The token cannot be created; the message says why."""


@transaction.atomic
def token_create(*, user: User, name: str) -> str:
    """Create a token and return its key, which cannot be read later."""
    lock_account(user)
    if user.api_tokens.filter(name=name).exists():
        raise TokenRefused(_("You already have a token named “%(name)s”.") % {"name": name})
    if user.api_tokens.count() >= MAX_TOKENS:
        raise TokenRefused(
            _("You have %(most)s tokens, the most one account may have: revoke one first.") % {"most": MAX_TOKENS}
        )
    key = TOKEN_PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(user=user, name=name, digest=token_digest(key), ending=key[-4:])
    log.info("token_made", account=user.pk, token=token.pk)
    return key


def token_revoke(*, user: User, token_id: int) -> bool:
    deleted, _per_model = ApiToken.objects.filter(user=user, pk=token_id).delete()
    if deleted:
        log.info("token_revoked", account=user.pk, token=token_id)
    return deleted > 0


def token_record_use(*, token: ApiToken) -> None:
    """Record the use of a token, at most once a minute to save writes."""
    now = timezone.now()
    if token.used_at is None or now - token.used_at > USED_AT_INTERVAL:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)


@transaction.atomic
def account_delete(*, user: User) -> None:
    """Delete the account and all it owns, and correct likes of other users' decks."""
    likes_withdraw(user=user)
    logins_end(user=user)
    log.info("account_deleted", account=user.pk)
    user.delete()
