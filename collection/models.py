"""Cards and printings: rows built from the games' catalogues.

They serve searches and foreign keys. The catalogue files are the source of truth. `load_catalogue` writes the rows; the
rules engine never reads them.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from simulator.engine.values import LANGUAGES, Fact


class CardQuerySet(models.QuerySet["Card"]):
    def current(self) -> "CardQuerySet":
        return self.filter(withdrawn=False)


class Card(models.Model):
    """A card of one game.

    A card that leaves the catalogue is marked withdrawn, never deleted: decks may contain it.
    """

    system = models.CharField(max_length=40)
    code = models.CharField(max_length=60)
    set_code = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    rarity = models.CharField(max_length=40, blank=True)
    source = models.CharField(max_length=40, blank=True)
    support = models.CharField(max_length=10)
    name_en = models.CharField(max_length=120)
    name_es = models.CharField(max_length=120)
    name_it = models.CharField(max_length=120)
    text_en = models.TextField(blank=True)
    text_es = models.TextField(blank=True)
    text_it = models.TextField(blank=True)
    flavour_en = models.TextField(blank=True)
    flavour_es = models.TextField(blank=True)
    flavour_it = models.TextField(blank=True)
    tags = models.JSONField(default=list)
    facts = models.JSONField(default=dict)
    withdrawn = models.BooleanField(default=False)

    objects = CardQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("card"), _("cards")
        ordering = ("system", "code")
        constraints = (models.UniqueConstraint(fields=("system", "code"), name="one_card_per_code"),)

    def __str__(self) -> str:
        return self.name_en

    def name(self, language: str) -> str:
        return self._in_language("name", language)

    def text(self, language: str) -> str:
        return self._in_language("text", language)

    def flavour(self, language: str) -> str:
        return self._in_language("flavour", language)

    def _in_language(self, field: str, language: str) -> str:
        return str(getattr(self, f"{field}_{language if language in LANGUAGES else 'en'}"))

    def fact(self, name: str) -> Fact | list[str] | None:
        """Return a column or one of the game's own facts, like `CardSpec.fact`."""
        columns = {"kind": self.kind, "set": self.set_code, "source": self.source, "rarity": self.rarity}
        return columns[name] if name in columns else self.facts.get(name)


class Printing(models.Model):
    """One appearance of a card in a set; users own printings.

    Every card has at least one.
    """

    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="printings")
    system = models.CharField(max_length=40)
    code = models.CharField(max_length=60)
    set_code = models.CharField(max_length=40)
    rarity = models.CharField(max_length=40, blank=True)
    withdrawn = models.BooleanField(default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("printing"), _("printings")
        ordering = ("system", "code")
        constraints = (models.UniqueConstraint(fields=("system", "code"), name="one_printing_per_code"),)

    def __str__(self) -> str:
        return self.code


class CardArt(models.Model):
    """Art uploaded by staff for a card; the file is named by its hash.

    A card without a row gets an illustration drawn from its code.
    """

    card = models.OneToOneField(Card, on_delete=models.CASCADE, related_name="art")
    digest = models.CharField(max_length=64, editable=False)
    credit = models.CharField(max_length=80, help_text="Who made it; printed on the face.")
    licence = models.CharField(max_length=40, help_text="As its maker gives it, for example CC BY 4.0.")
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name, verbose_name_plural = _("art of a card"), _("art of cards")

    def __str__(self) -> str:
        return f"{self.card}: {self.credit}"


class CatalogueState(models.Model):
    """The digest of a game's rows, compared by caches built from them.

    The search index is one such cache.
    """

    system = models.CharField(max_length=40, unique=True)
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.system} {self.digest[:12]}"
