"""Decks and their versions, who may see them, and what people say about them.

A version never changes once it is saved. Whether a deck is legal is no column here: rules/legality.py computes it.
"""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from simulator.engine.decks.lexer import MAX_NAME_LENGTH

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser

    Visitor = AbstractUser | AnonymousUser

LONGEST_MESSAGE = 200
LONGEST_NOTES = 20_000
LONGEST_COMMENT = 4_000
LONGEST_TAG = 30
LONGEST_CODE = 60


class DeckQuerySet(models.QuerySet["Deck"]):
    def visible_to(self, user: "Visitor") -> "DeckQuerySet":
        """One's own, and what is public. Decks shared by link are found by the link alone."""
        public = Q(visibility=Deck.Visibility.PUBLIC, removed_at=None)
        return self.filter(public | Q(owner_id=user.pk)) if user.is_authenticated else self.filter(public)

    def owned_by(self, user: "Visitor") -> "DeckQuerySet":
        return self.filter(owner_id=user.pk) if user.is_authenticated else self.none()

    def public(self) -> "DeckQuerySet":
        return self.filter(visibility=Deck.Visibility.PUBLIC, removed_at=None)


class Deck(models.Model):
    """A deck somebody keeps: its cards are those of its current version."""

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Only you")
        LINK = "link", _("Whoever has a link")
        PUBLIC = "public", _("Everybody")

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks")
    system = models.CharField(max_length=40)
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    name_folded = models.TextField(editable=False, default="")
    """The name as searches compare it: no case, no accents. PostgreSQL has an index of its parts (migration 0002)."""
    notes = models.TextField(max_length=LONGEST_NOTES, blank=True)
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PRIVATE)
    current = models.ForeignKey("DeckVersion", on_delete=models.RESTRICT, null=True, related_name="+")
    # What the current version says, for searches: the card that stands for the deck, and the value that colours it.
    face = models.CharField(max_length=LONGEST_CODE, blank=True)
    colour = models.CharField(max_length=40, blank=True)
    forked_from = models.ForeignKey("DeckVersion", on_delete=models.SET_NULL, null=True, related_name="forks")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True)
    """When staff took it from the public; the owner keeps it."""
    like_count = models.PositiveIntegerField(default=0)
    rating = models.IntegerField(null=True)
    """The rating of its current cards, where games have been played with them."""

    objects = DeckQuerySet.as_manager()

    class Meta:
        ordering = ("-changed_at", "-pk")
        indexes = (
            models.Index(fields=("owner", "-changed_at", "-id"), name="decks_of_an_owner"),
            # One for each order and filter of the public decks; the rest is looked up among these.
            *(
                models.Index(fields=(*fields, "-id"), name=name, condition=Q(visibility="public", removed_at=None))
                for name, fields in (
                    ("public_by_date", ("-published_at",)),
                    ("public_by_likes", ("-like_count",)),
                    ("public_by_rating", ("-rating",)),
                    ("public_of_face_by_date", ("face", "-published_at")),
                    ("public_of_colour_by_date", ("colour", "-published_at")),
                )
            ),
        )

    def __str__(self) -> str:
        return self.name


class DeckVersion(models.Model):
    """One saved state of a deck. Never changed, only followed by the next."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    parent = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="children")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    message = models.CharField(max_length=LONGEST_MESSAGE, blank=True)
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    format = models.CharField(max_length=LONGEST_CODE)
    content_hash = models.CharField(max_length=64, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("deck", "-number")
        constraints = (models.UniqueConstraint(fields=("deck", "number"), name="one_version_of_a_number"),)

    def __str__(self) -> str:
        return f"{self.name} {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError(f"version {self.number} of deck {self.deck_id} is saved: versions never change")
        super().save(*args, **kwargs)


class DeckLine(models.Model):
    """So many of a card in a section of a version. A code that no card has is kept: an illegal deck may be saved."""

    version = models.ForeignKey(DeckVersion, on_delete=models.CASCADE, related_name="lines")
    position = models.PositiveSmallIntegerField()
    section = models.CharField(max_length=LONGEST_CODE)
    card = models.CharField(max_length=LONGEST_CODE)
    count = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("version", "position")
        indexes = (models.Index(fields=("card", "version"), name="versions_with_a_card"),)

    def __str__(self) -> str:
        return f"{self.count} {self.card}"


class Draft(models.Model):
    """What somebody is changing and has not saved as a version; or a new deck that has no version yet."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts")
    deck = models.OneToOneField(Deck, on_delete=models.CASCADE, null=True, related_name="draft")
    base = models.ForeignKey(DeckVersion, on_delete=models.CASCADE, null=True, related_name="+")
    """The version the changes began with."""
    system = models.CharField(max_length=40)
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    format = models.CharField(max_length=LONGEST_CODE)
    sections = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    """Rises with each save, so that a second tab notices the first."""
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.name} …"

    @property
    def stamp(self) -> str:
        """What a page knows it by. A draft that is thrown away and begun anew has another number."""
        return f"{self.pk}.{self.revision}"


class DeckTag(models.Model):
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="tags")
    tag = models.CharField(max_length=LONGEST_TAG)

    class Meta:
        ordering = ("tag",)
        constraints = (models.UniqueConstraint(fields=("tag", "deck"), name="a_deck_has_a_tag_once"),)

    def __str__(self) -> str:
        return self.tag


class ShareLinkQuerySet(models.QuerySet["ShareLink"]):
    def alive(self) -> "ShareLinkQuerySet":
        """Not revoked, not expired, and of a deck whose owner has not made it private since."""
        unexpired = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
        return self.filter(unexpired, revoked_at=None, deck__removed_at=None).exclude(
            deck__visibility=Deck.Visibility.PRIVATE
        )


class ShareLink(models.Model):
    """An address under which a deck can be seen by whoever knows it."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="links")
    token = models.CharField(max_length=32, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    objects = ShareLinkQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"…{self.token[-4:]}"


class Like(models.Model):
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="likes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("deck", "user"), name="one_like_each"),)

    def __str__(self) -> str:
        return f"{self.user_id} likes {self.deck_id}"


class Comment(models.Model):
    """What somebody says about a deck, in Markdown. A removed one stays as a gap in the conversation."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=LONGEST_COMMENT)
    created_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("created_at", "pk")
        indexes = (models.Index(fields=("deck", "created_at"), name="comments_of_a_deck"),)

    def __str__(self) -> str:
        return self.text[:60]


class Complaint(models.Model):
    """Somebody reports a public deck, or a comment on it, to the staff."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="complaints")
    comment = models.ForeignKey(Comment, on_delete=models.CASCADE, null=True, related_name="complaints")
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=500)
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("settled_at", "-created_at")

    def __str__(self) -> str:
        return self.reason[:60]


class HouseFormat(models.Model):
    """A format somebody made from one of the game's: whoever knows its code can use it.

    Decks name it by the code. Which numbers it may change, and how far, the game says.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="house_formats")
    code = models.CharField(max_length=LONGEST_CODE, unique=True, editable=False)
    system = models.CharField(max_length=40)
    base = models.CharField(max_length=LONGEST_CODE)
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    params = models.JSONField(default=dict)
    """Only what differs from the base."""
    limits = models.JSONField(default=dict)
    """How many of a card are allowed at most; 0 bans it."""
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


class Verdict(models.Model):
    """What was computed about these cards under these rules: a cache for searches, of which any row may be lost.

    `rules` stands for the format as it is now, the rules' and the catalogue's version: when one of them changes, old
    rows are simply no longer found.
    """

    content_hash = models.CharField(max_length=64)
    rules = models.CharField(max_length=64)
    legal = models.BooleanField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("rules", "content_hash"), name="one_verdict_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.content_hash[:8]}: {self.legal}"
