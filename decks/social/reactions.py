"""Likes, comments and reports, and their removal by owners and staff."""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from decks.models import MAX_COMMENT_LENGTH, Comment, Complaint, Deck, Like
from signum_site.core.locks import lock_account

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

MAX_COMMENTS_PER_HOUR = 30
MAX_COMPLAINTS_PER_DAY = 20
MAX_REASON_LENGTH = 500


class ReactionRefused(ValueError):
    """Raised for a refused comment or report; the message says why."""


@transaction.atomic
def like_set(*, deck: Deck, user: "User", likes: bool) -> int:
    """Set whether a user likes a deck; return the number of likes."""
    Deck.objects.select_for_update().get(pk=deck.pk)
    if likes:
        Like.objects.get_or_create(deck=deck, user_id=user.pk)
    else:
        Like.objects.filter(deck=deck, user_id=user.pk).delete()
    deck.like_count = deck.likes.count()
    deck.save(update_fields=["like_count"])
    return deck.like_count


@transaction.atomic
def likes_withdraw(*, user: "User") -> None:
    """Remove all likes of a user, whose account is being deleted."""
    decks = list(Like.objects.filter(user_id=user.pk).values_list("deck_id", flat=True))
    Like.objects.filter(user_id=user.pk).delete()
    left = Like.objects.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(number=Count("pk"))
    Deck.objects.filter(pk__in=decks).update(like_count=Coalesce(Subquery(left.values("number")), 0))


@transaction.atomic
def comment_add(*, deck: Deck, author: "User", text: str) -> Comment:
    words = text.replace("\x00", "").strip()
    if not 0 < len(words) <= MAX_COMMENT_LENGTH:
        raise ReactionRefused(_("A comment has 1 to %(most)s characters.") % {"most": MAX_COMMENT_LENGTH})
    lock_account(author)
    recent = Comment.objects.filter(author_id=author.pk, created_at__gt=timezone.now() - timedelta(hours=1))
    if recent.count() >= MAX_COMMENTS_PER_HOUR:
        raise ReactionRefused(
            _("You wrote %(most)s comments within an hour: take a break.") % {"most": MAX_COMMENTS_PER_HOUR}
        )
    return Comment.objects.create(deck=deck, author_id=author.pk, text=words)


def comment_remove(*, comment: Comment, user: "User") -> bool:
    """Remove a comment; return whether the user may do so.

    Allowed for its author, the deck's owner and staff.
    """
    if user.pk not in (comment.author_id, comment.deck.owner_id):
        if not user.is_staff:
            return False
        user.require_second_factor()  # type: ignore[attr-defined]
    Comment.objects.filter(pk=comment.pk, removed_at=None).update(removed_at=timezone.now())
    return True


@transaction.atomic
def complaint_add(*, deck: Deck, reporter: "User", reason: str, comment: Comment | None = None) -> Complaint:
    words = reason.replace("\x00", "").strip()
    if not 0 < len(words) <= MAX_REASON_LENGTH:
        raise ReactionRefused(_("Say what is wrong in 1 to %(most)s characters.") % {"most": MAX_REASON_LENGTH})
    lock_account(reporter)
    recent = Complaint.objects.filter(reporter_id=reporter.pk, created_at__gt=timezone.now() - timedelta(days=1))
    if recent.count() >= MAX_COMPLAINTS_PER_DAY:
        raise ReactionRefused(
            _("You reported %(most)s things within a day: the staff looks at them.") % {"most": recent.count()}
        )
    return Complaint.objects.create(deck=deck, comment=comment, reporter_id=reporter.pk, reason=words)


def complaint_settle(*, complaint: Complaint) -> bool:
    """Mark a report as settled; return whether it was open."""
    return Complaint.objects.filter(pk=complaint.pk, settled_at=None).update(settled_at=timezone.now()) > 0


def deck_take_down(*, deck: Deck) -> None:
    """Take a public deck down; its owner keeps it and sees that it was removed."""
    now = timezone.now()
    Deck.objects.filter(pk=deck.pk).update(removed_at=now)
    Complaint.objects.filter(deck=deck, settled_at=None).update(settled_at=now)


def deck_put_back(*, deck: Deck) -> None:
    Deck.objects.filter(pk=deck.pk).update(removed_at=None)
