"""Card images: from a card's row to its face, to the cached image, to its URL."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from django.urls import reverse
from PIL import Image

from collection.models import Card
from simulator import games
from simulator.engine.cards.card import CardSpec as PrintedCard
from simulator.engine.cards.face import Face, plain_face
from simulator.engine.game_system import GameSystem
from simulator.engine.values import LANGUAGES, Facts, Words, tidy

from .artwork import Art, art_of
from .cache import FORMATS, digest_of, load_or_draw
from .deck_preview import PreviewEntry, deck_picture
from .proxy_sheets import Proxy, sheet_pdf
from .renderer import SIZES, face_image

SERVED_FORMATS = ("webp", "png")
VERSION_LENGTH = 12


@dataclass(frozen=True, slots=True)
class CardImage:
    """A card's face in one language, size and format; drawn on first use."""

    face: Face
    art: Art | None
    size: str
    extension: str
    digest: str

    @property
    def mime(self) -> str:
        return FORMATS[self.extension].mime

    @property
    def version(self) -> str:
        """The version in its URL, which changes with the image."""
        return self.digest[:VERSION_LENGTH]

    def read(self) -> bytes:
        return load_or_draw(self.digest, self.extension, make=self.draw)

    def draw(self) -> Image.Image:
        art = self.art.image() if self.art else None
        return face_image(self.face, self.size, art=art, credit=self.art.credit if self.art and art else "")

    def image(self) -> Image.Image:
        """Return the image, from disk if it was drawn before."""
        return Image.open(io.BytesIO(self.read())).convert("RGB")


class AnyCard(Protocol):
    """A card's row, or a search result."""

    @property
    def system(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def set_code(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def rarity(self) -> str: ...
    @property
    def facts(self) -> dict[str, Any]: ...
    def name(self, language: str) -> str: ...
    def text(self, language: str) -> str: ...
    def flavour(self, language: str) -> str: ...


def card_image(card: AnyCard, *, language: str, size: str = "large", extension: str = "webp") -> CardImage:
    if language not in LANGUAGES or size not in SIZES or extension not in FORMATS:
        raise LookupError(f"There is no face {language}/{size}.{extension}; {ALLOWED}")
    face, art = face_of(card, language), art_of(card.system, card.code)
    return CardImage(face, art, size, extension, _digest(face, art, size, extension))


ALLOWED = f"languages are {', '.join(LANGUAGES)}, sizes {', '.join(SIZES)}, formats {', '.join(SERVED_FORMATS)}."


def face_url(card: AnyCard, *, language: str, size: str = "small", extension: str = "webp") -> str:
    """Return the permanent URL of an image.

    It changes when the card, its art or the renderer changes.
    """
    version = card_image(card, language=language, size=size, extension=extension).version
    return _face_path(card.system, card.code, language, size, extension, version)


@lru_cache(maxsize=4096)
def _face_path(system: str, code: str, language: str, size: str, extension: str, version: str) -> str:
    return f"{reverse('card_face', args=(system, code, language, size, extension))}?v={version}"


def proxies_pdf(cards: Mapping[Card, int], *, language: str, title: str = "") -> bytes:
    """Return a PDF with copies of cards in true size; raises ValueError if too many."""
    proxies = [
        Proxy(card_image(card, language=language, extension="jpg").read(), SIZES["large"], count)
        for card, count in cards.items()
    ]
    return sheet_pdf(proxies, title=title)


def cards_picture(
    title: str, cards: Mapping[Card, int], *, language: str, lead: Card | None = None, subtitle: str = ""
) -> bytes:
    """Return a cached preview of a deck as a PNG; `lead` is shown large."""
    images = {
        card: card_image(card, language=language, size="small") for card in {**cards, **({lead: 1} if lead else {})}
    }
    title, subtitle = tidy(title), tidy(subtitle)
    contents = "|".join(f"{image.digest} {cards.get(card, 0)}" for card, image in images.items())
    digest = digest_of("deck", title, subtitle, contents, str(lead and lead.code))

    def draw() -> Image.Image:
        entries = {card: PreviewEntry(image.face, image.image(), cards.get(card, 1)) for card, image in images.items()}
        rest = [entry for card, entry in entries.items() if card != lead]
        return deck_picture(title, rest, lead=entries[lead] if lead else None, subtitle=subtitle)

    return load_or_draw(digest, "png", make=draw)


def face_of(card: AnyCard, language: str) -> Face:
    """Return a card's face; for withdrawn cards it is built from the row."""
    system = games.systems().get(card.system)
    if system is not None and card.code in system.catalogue:
        return catalogue_face(system, card.code, language)
    printed = printed_of(card)
    return system.face(printed, language) if system is not None else plain_face(printed, language)


@lru_cache(maxsize=4096)
def catalogue_face(system: GameSystem, code: str, language: str) -> Face:
    """Return a catalogue card's face; cached, as its text is expensive to build."""
    return system.face(system.catalogue[code], language)


@lru_cache(maxsize=16384)
def _digest(face: Face, art: Art | None, size: str, extension: str) -> str:
    return digest_of(repr(face), repr(art), size, extension)


def printed_of(card: AnyCard) -> PrintedCard:
    """Return a card of the engine, as far as the row describes it."""
    return PrintedCard(
        code=card.code,
        names=Words(**{language: card.name(language) for language in LANGUAGES}),
        kind=card.kind,
        set_code=card.set_code,
        source=card.source,
        rarity=card.rarity,
        facts=Facts({name: tuple(fact) if isinstance(fact, list) else fact for name, fact in card.facts.items()}),
        flavour=Words(**{language: card.flavour(language) for language in LANGUAGES}),
        wording=Words(**{language: card.text(language) for language in LANGUAGES}),
    )
