"""What the serializers of the card library make answers of: cards, sets and terms in one language."""

from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse

from collection.images.card_images import face_url
from collection.library.glossary import GlossaryTerm, present_glossary
from collection.search import CardEntry, CatalogueIndex, field_table
from simulator.engine.game_system import GameSystem


@dataclass(frozen=True, slots=True)
class LocalizedCard:
    """A card in a language."""

    entry: CardEntry
    language: str

    @property
    def name(self) -> str:
        return self.entry.names[self.language]

    @property
    def text(self) -> str:
        return self.entry.texts[self.language]

    @property
    def flavour(self) -> str:
        return self.entry.flavours[self.language]

    @property
    def page(self) -> str:
        return _card_path(self.entry.system, self.entry.code)

    @property
    def image(self) -> str:
        return face_url(self.entry, language=self.language, size="large")


@lru_cache(maxsize=4096)
def _card_path(system: str, code: str) -> str:
    return reverse("card", args=[system, code])


@dataclass(frozen=True, slots=True)
class CardSet:
    code: str
    name: str
    cards: int


def sets_of(index: CatalogueIndex, language: str) -> list[CardSet]:
    """Return the sets in which cards that are not withdrawn were printed."""
    counts: dict[str, int] = {}
    for entry in index.entries:
        for code in entry.sets if not entry.withdrawn else ():
            counts[code] = counts.get(code, 0) + 1
    field = field_table(index.system).get("set")
    return [
        CardSet(code, field.label(code, language) if field else code, count) for code, count in sorted(counts.items())
    ]


@dataclass(frozen=True, slots=True)
class GroupedTerm:
    group: str
    entry: GlossaryTerm


def terms_of(system: GameSystem, language: str, *, text: str = "") -> list[GroupedTerm]:
    """Return the terms of a game that contain a text."""
    groups = present_glossary(system, language=language, text=text)
    return [GroupedTerm(group.code, entry) for group in groups for entry in group.terms]
