"""A user with two preferences, API tokens of which only a digest is kept, sessions, and an archive that waits."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import PermissionDenied
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class SecondFactorNeeded(PermissionDenied):
    """Answered with how to set one up."""


class User(AbstractUser):
    language = models.CharField(
        _("language"), max_length=5, choices=[("", _("As the browser")), *settings.LANGUAGES], blank=True, default=""
    )
    theme = models.CharField(_("theme"), max_length=5, choices=settings.THEMES, default="auto")

    @property
    def has_second_factor(self) -> bool:
        """Recovery codes alone are none: they go with what they stand in for."""
        return bool(self.authenticator_set.filter(type="totp").exists())  # type: ignore[attr-defined]

    @property
    def needs_second_factor(self) -> bool:
        """Whether the site demands one of this account."""
        return settings.SECOND_FACTOR == "everybody" or (settings.SECOND_FACTOR == "staff" and self.is_staff)

    @property
    def is_shut(self) -> bool:
        """Whether the site demands a second factor of everybody, and this account has none yet."""
        return settings.SECOND_FACTOR == "everybody" and not self.has_second_factor

    def staff_prove(self) -> None:
        """Before anything that only staff may do. A method, because the apps below know their user and not the site."""
        if self.needs_second_factor and not self.has_second_factor:
            raise SecondFactorNeeded


class ApiToken(models.Model):
    """A key for somebody's tools. The key itself is shown once and never stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    ending = models.CharField(max_length=4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("created_at", "pk")
        constraints = (models.UniqueConstraint(fields=("user", "name"), name="one_token_of_a_name_per_user"),)

    def __str__(self) -> str:
        return f"{self.name} …{self.ending}"


class Login(models.Model):
    """A session of somebody, as they see it in their list; sessions.py ends both."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="logins")
    session_key = models.CharField(max_length=40, unique=True, editable=False)
    device = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.device


class Parcel(models.Model):
    """An archive of an account that somebody sent, until it is taken in or thrown away; one at a time."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="parcel")
    data = models.BinaryField()
    digest = models.CharField(max_length=64)
    sent_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.digest[:8]
