"""Users with their preferences, API tokens, login sessions and uploaded archives."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import PermissionDenied
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class SecondFactorNeeded(PermissionDenied):
    """The user must set up a second factor first. The error page explains how."""


class User(AbstractUser):
    language = models.CharField(
        _("language"), max_length=5, choices=[("", _("As the browser")), *settings.LANGUAGES], blank=True, default=""
    )
    theme = models.CharField(_("theme"), max_length=5, choices=settings.THEMES, default="auto")

    @property
    def has_second_factor(self) -> bool:
        """Whether an authenticator app is set up. Recovery codes alone do not count."""
        return bool(self.authenticator_set.filter(type="totp").exists())  # type: ignore[attr-defined]

    @property
    def needs_second_factor(self) -> bool:
        """Whether the site requires a second factor for this account."""
        return settings.SECOND_FACTOR == "everybody" or (settings.SECOND_FACTOR == "staff" and self.is_staff)

    @property
    def is_locked(self) -> bool:
        """Whether the account is locked until it has the second factor all need."""
        return settings.SECOND_FACTOR == "everybody" and not self.has_second_factor

    def require_second_factor(self) -> None:
        """Raise SecondFactorNeeded if a required second factor is missing.

        Called before everything that only staff may do. It is a method because other apps know their user, but must not
        import from signum_site.
        """
        if self.needs_second_factor and not self.has_second_factor:
            raise SecondFactorNeeded


class ApiToken(models.Model):
    """A user's API key. Only a digest is stored; the key itself is shown once."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, verbose_name=_("user"), related_name="api_tokens"
    )
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    ending = models.CharField(_("ending"), max_length=4, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    used_at = models.DateTimeField(_("last used"), null=True, editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("API token"), _("API tokens")
        ordering = ("created_at", "pk")
        constraints = (models.UniqueConstraint(fields=("user", "name"), name="one_token_of_a_name_per_user"),)

    def __str__(self) -> str:
        return f"{self.name} …{self.ending}"


class Login(models.Model):
    """A login session on the account page. sessions.py deletes it with Django's."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, verbose_name=_("user"), related_name="logins"
    )
    session_key = models.CharField(max_length=40, unique=True, editable=False)
    device = models.CharField(_("device"), max_length=40, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    seen_at = models.DateTimeField(_("last seen"), default=timezone.now)

    class Meta:
        verbose_name, verbose_name_plural = _("login"), _("logins")

    def __str__(self) -> str:
        return self.device


class Parcel(models.Model):
    """An uploaded account archive until it is imported or discarded; one per user."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="parcel")
    data = models.BinaryField()
    digest = models.CharField(max_length=64)
    sent_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.digest[:8]
