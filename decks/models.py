"""Decks and versions, their visibility, and reactions to them.

A saved version never changes. Legality is not a column: rules/legality.py computes it.
"""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from simulator.engine.decks.lexer import MAX_NAME_LENGTH
from simulator.engine.decks.plain_data import MAX_CODE_LENGTH

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser

    Visitor = AbstractUser | AnonymousUser

MAX_MESSAGE_LENGTH = 200
MAX_NOTES_LENGTH = 20_000
MAX_COMMENT_LENGTH = 4_000
MAX_TAG_LENGTH = 30


class DeckQuerySet(models.QuerySet["Deck"]):
    def visible_to(self, user: "Visitor") -> "DeckQuerySet":
        """Return public decks and the user's own. Decks shared by link need the link."""
        public = Q(visibility=Deck.Visibility.PUBLIC, removed_at=None)
        return self.filter(public | Q(owner_id=user.pk)) if user.is_authenticated else self.filter(public)

    def owned_by(self, user: "Visitor") -> "DeckQuerySet":
        return self.filter(owner_id=user.pk) if user.is_authenticated else self.none()

    def public(self) -> "DeckQuerySet":
        return self.filter(visibility=Deck.Visibility.PUBLIC, removed_at=None)


class Deck(models.Model):
    """A user's deck; its cards are those of its current version."""

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Only you")
        LINK = "link", _("Whoever has a link")
        PUBLIC = "public", _("Everybody")

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, verbose_name=_("owner"), related_name="decks"
    )
    system = models.CharField(_("game"), max_length=40)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    name_folded = models.TextField(editable=False, default="")
    """The name as searches compare it: no case, no accents. PostgreSQL has a trigram index on it (migration 0002)."""
    notes = models.TextField(_("notes"), max_length=MAX_NOTES_LENGTH, blank=True)
    visibility = models.CharField(_("visibility"), max_length=10, choices=Visibility, default=Visibility.PRIVATE)
    current = models.ForeignKey(
        "DeckVersion", on_delete=models.RESTRICT, null=True, verbose_name=_("current version"), related_name="+"
    )
    # Copied from the current version for searches: the card that represents the deck and the value that colours it.
    face = models.CharField(max_length=MAX_CODE_LENGTH, blank=True)
    colour = models.CharField(max_length=40, blank=True)
    forked_from = models.ForeignKey(
        "DeckVersion", on_delete=models.SET_NULL, null=True, verbose_name=_("copied from"), related_name="forks"
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    changed_at = models.DateTimeField(_("changed"), default=timezone.now)
    published_at = models.DateTimeField(_("published"), null=True)
    removed_at = models.DateTimeField(_("taken down"), null=True)
    """When staff took it down; the owner keeps it."""
    like_count = models.PositiveIntegerField(_("likes"), default=0)
    rating = models.IntegerField(_("rating"), null=True)
    """The rating of its current cards; None without games played."""

    objects = DeckQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("deck"), _("decks")
        ordering = ("-changed_at", "-pk")
        indexes = (
            models.Index(fields=("owner", "-changed_at", "-id"), name="decks_of_an_owner"),
            # One for each order and common filter of the public decks; other filters scan these.
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
    """One saved state of a deck. Immutable; changes make a new version."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, verbose_name=_("deck"), related_name="versions")
    number = models.PositiveIntegerField(_("number"))
    parent = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, verbose_name=_("changed from"), related_name="children"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, verbose_name=_("author"), related_name="+"
    )
    message = models.CharField(_("message"), max_length=MAX_MESSAGE_LENGTH, blank=True)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    format = models.CharField(_("format"), max_length=MAX_CODE_LENGTH)
    content_hash = models.CharField(_("hash of the cards"), max_length=64, db_index=True)
    created_at = models.DateTimeField(_("saved"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("version of a deck"), _("versions of decks")
        ordering = ("deck", "-number")
        constraints = (models.UniqueConstraint(fields=("deck", "number"), name="one_version_of_a_number"),)

    def __str__(self) -> str:
        return f"{self.name} {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError(f"version {self.number} of deck {self.deck_id} is saved: versions never change")
        super().save(*args, **kwargs)


class DeckLine(models.Model):
    """A number of copies of a card in one section of a version.

    Unknown card codes are allowed: illegal decks may be saved.
    """

    version = models.ForeignKey(DeckVersion, on_delete=models.CASCADE, related_name="lines")
    position = models.PositiveSmallIntegerField()
    section = models.CharField(_("section"), max_length=MAX_CODE_LENGTH)
    card = models.CharField(_("card"), max_length=MAX_CODE_LENGTH)
    count = models.PositiveSmallIntegerField(_("copies"))

    class Meta:
        verbose_name, verbose_name_plural = _("card of a deck"), _("cards of a deck")
        ordering = ("version", "position")
        indexes = (models.Index(fields=("card", "version"), name="versions_with_a_card"),)

    def __str__(self) -> str:
        return f"{self.count} {self.card}"


class Draft(models.Model):
    """Unsaved changes to a deck, or a new deck without a version."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts")
    deck = models.OneToOneField(Deck, on_delete=models.CASCADE, null=True, related_name="draft")
    base = models.ForeignKey(DeckVersion, on_delete=models.CASCADE, null=True, related_name="+")
    """The version the changes are based on."""
    system = models.CharField(max_length=40)
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    format = models.CharField(max_length=MAX_CODE_LENGTH)
    sections = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    """Incremented by every save, so that one tab notices the writes of another."""
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name, verbose_name_plural = _("draft"), _("drafts")

    def __str__(self) -> str:
        return f"{self.name} …"

    @property
    def stamp(self) -> str:
        """The id and revision that a page has seen.

        A draft that is discarded and started again has another id.
        """
        return f"{self.pk}.{self.revision}"


class DeckTag(models.Model):
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="tags")
    tag = models.CharField(max_length=MAX_TAG_LENGTH)

    class Meta:
        ordering = ("tag",)
        constraints = (models.UniqueConstraint(fields=("tag", "deck"), name="a_deck_has_a_tag_once"),)

    def __str__(self) -> str:
        return self.tag


class ShareLinkQuerySet(models.QuerySet["ShareLink"]):
    def alive(self) -> "ShareLinkQuerySet":
        """Return links that still work.

        They are neither revoked nor expired, and their deck is neither private nor removed.
        """
        unexpired = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
        return self.filter(unexpired, revoked_at=None, deck__removed_at=None).exclude(
            deck__visibility=Deck.Visibility.PRIVATE
        )


class ShareLink(models.Model):
    """A secret URL that shows a deck to anyone who has it."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, verbose_name=_("deck"), related_name="links")
    token = models.CharField(max_length=32, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True)

    objects = ShareLinkQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("share link"), _("share links")
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
    """A Markdown comment on a deck; removed ones remain as gaps."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, verbose_name=_("deck"), related_name="comments")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, verbose_name=_("author"), related_name="+"
    )
    text = models.TextField(_("text"), max_length=MAX_COMMENT_LENGTH)
    created_at = models.DateTimeField(_("written"), auto_now_add=True)
    removed_at = models.DateTimeField(_("removed"), null=True)

    class Meta:
        verbose_name, verbose_name_plural = _("comment"), _("comments")
        ordering = ("created_at", "pk")
        indexes = (models.Index(fields=("deck", "created_at"), name="comments_of_a_deck"),)

    def __str__(self) -> str:
        return self.text[:60]


class Complaint(models.Model):
    """A user's report of a public deck, or of a comment on it, to staff."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, verbose_name=_("deck"), related_name="complaints")
    comment = models.ForeignKey(
        Comment, on_delete=models.CASCADE, null=True, verbose_name=_("comment"), related_name="complaints"
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, verbose_name=_("reported by"), related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=500)
    created_at = models.DateTimeField(_("reported"), auto_now_add=True)
    settled_at = models.DateTimeField(_("settled"), null=True)

    class Meta:
        verbose_name, verbose_name_plural = _("report"), _("reports")
        ordering = ("settled_at", "-created_at")

    def __str__(self) -> str:
        return self.reason[:60]


class HouseFormat(models.Model):
    """A user's variant of one of the game's formats.

    Decks refer to it by its code, and anyone who knows the code can use it. The game defines which parameters may
    change, and within which bounds.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, verbose_name=_("owner"), related_name="house_formats"
    )
    code = models.CharField(_("code"), max_length=MAX_CODE_LENGTH, unique=True, editable=False)
    system = models.CharField(_("game"), max_length=40)
    base = models.CharField(_("based on"), max_length=MAX_CODE_LENGTH)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    params = models.JSONField(_("changed limits"), default=dict)
    """Only the values that differ from the base."""
    limits = models.JSONField(_("copies by card"), default=dict)
    """The maximum number of copies by card; 0 bans the card."""
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name, verbose_name_plural = _("house format"), _("house formats")
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


class Verdict(models.Model):
    """The cached legality of some cards under some rules, for searches.

    Any row may be lost. `rules` combines the versions of the format, the rules and the catalogue. When one of them
    changes, old rows no longer match.
    """

    content_hash = models.CharField(max_length=64)
    rules = models.CharField(max_length=64)
    legal = models.BooleanField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("rules", "content_hash"), name="one_verdict_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.content_hash[:8]}: {self.legal}"
