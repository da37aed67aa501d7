"""Built decks, and the requirements of versions in a form fast to compare."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from decks.models import DeckVersion


class Built(models.Model):
    """A version that a user has built: its cards and miniatures are in no other deck."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="built_decks")
    version = models.ForeignKey(DeckVersion, on_delete=models.CASCADE, related_name="built_by")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=("owner", "version"), name="a_version_is_built_once"),)

    def __str__(self) -> str:
        return f"{self.owner_id} built {self.version_id}"


class Requirement(models.Model):
    """The requirements of a version as bits (see requirements.py).

    Created on first use; any row may be lost.
    """

    version = models.OneToOneField(DeckVersion, on_delete=models.CASCADE, primary_key=True, related_name="requirement")
    units = models.BinaryField()
    beyond = models.JSONField(null=True)
    """Copies beyond the bits and unknown cards; None for nearly every deck."""
    parts = models.CharField(max_length=16, blank=True, default="")
    """The `parts_version` of the game; a row with another one is out of date."""

    BITS_PER_CARD: ClassVar[int] = 4

    def __str__(self) -> str:
        return f"needs of {self.version_id}"
