"""What people do with each other's decks: like, comment, report; and what owners and staff may take away."""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from decks.models import LONGEST_COMMENT, Comment, Complaint, Deck, Like
from signum_site.core.locks import lock_account

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

COMMENTS_AN_HOUR = 30
COMPLAINTS_A_DAY = 20
LONGEST_REASON = 500


class ReactionRefused(ValueError):
    """A comment or report that is not taken; the sentence says why."""


@transaction.atomic
def like_set(*, deck: Deck, user: "User", likes: bool) -> int:
    """Whether somebody likes a deck, and how many do then."""
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
    """Somebody leaves: what they liked is liked by one less."""
    decks = list(Like.objects.filter(user_id=user.pk).values_list("deck_id", flat=True))
    Like.objects.filter(user_id=user.pk).delete()
    left = Like.objects.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(number=Count("pk"))
    Deck.objects.filter(pk__in=decks).update(like_count=Coalesce(Subquery(left.values("number")), 0))


@transaction.atomic
def comment_add(*, deck: Deck, author: "User", text: str) -> Comment:
    words = text.replace("\x00", "").strip()
    if not 0 < len(words) <= LONGEST_COMMENT:
        raise ReactionRefused(_("A comment has 1 to %(most)s characters.") % {"most": LONGEST_COMMENT})
    lock_account(author)
    lately = Comment.objects.filter(author_id=author.pk, created_at__gt=timezone.now() - timedelta(hours=1))
    if lately.count() >= COMMENTS_AN_HOUR:
        raise ReactionRefused(
            _("You wrote %(most)s comments within an hour: take a break.") % {"most": COMMENTS_AN_HOUR}
        )
    return Comment.objects.create(deck=deck, author_id=author.pk, text=words)


def comment_remove(*, comment: Comment, user: "User") -> bool:
    """Its author, the deck's owner and staff may; whether this user may."""
    if user.pk not in (comment.author_id, comment.deck.owner_id):
        if not user.is_staff:
            return False
        user.staff_prove()  # type: ignore[attr-defined]
    Comment.objects.filter(pk=comment.pk, removed_at=None).update(removed_at=timezone.now())
    return True


@transaction.atomic
def complaint_add(*, deck: Deck, reporter: "User", reason: str, comment: Comment | None = None) -> Complaint:
    words = reason.replace("\x00", "").strip()
    if not 0 < len(words) <= LONGEST_REASON:
        raise ReactionRefused(_("Say what is wrong in 1 to %(most)s characters.") % {"most": LONGEST_REASON})
    lock_account(reporter)
    lately = Complaint.objects.filter(reporter_id=reporter.pk, created_at__gt=timezone.now() - timedelta(days=1))
    if lately.count() >= COMPLAINTS_A_DAY:
        raise ReactionRefused(
            _("You reported %(most)s things within a day: the staff looks at them.") % {"most": lately.count()}
        )
    return Complaint.objects.create(deck=deck, comment=comment, reporter_id=reporter.pk, reason=words)


def deck_take_down(*, deck: Deck) -> None:
    """Staff removes a deck from the public; its owner keeps it and sees that it was removed."""
    now = timezone.now()
    Deck.objects.filter(pk=deck.pk).update(removed_at=now)
    Complaint.objects.filter(deck=deck, settled_at=None).update(settled_at=now)


def deck_put_back(*, deck: Deck) -> None:
    Deck.objects.filter(pk=deck.pk).update(removed_at=None)
