"""Card art uploaded by staff.

Files are stored in MEDIA_ROOT, named by their hash, and shown only as part of card faces.
"""

import hashlib
import tempfile
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core.cache import caches
from PIL import Image

from collection.models import Card, CardArt

from .sanitizer import clean_picture

KEY = "card-art"
# Read for every face on a page: sixty requests to a cache server would cost more than the page.
cache = caches["process"]
# How long other web processes may show the old art.
CACHE_SECONDS = 5


class Art(NamedTuple):
    """The uploaded art of a card, as a face needs it."""

    digest: str
    credit: str

    def image(self) -> Image.Image | None:
        """Return the picture; None if the file is missing."""
        try:
            with Image.open(_path(self.digest)) as image:
                return image.convert("RGB")
        except OSError:
            return None


def art_of(system: str, code: str) -> Art | None:
    """Return the art of a card, from a small table shared by all cards of a page."""
    art_by_card = cache.get(KEY)
    if art_by_card is None:
        rows = CardArt.objects.values_list("card__system", "card__code", "digest", "credit", "licence")
        art_by_card = {(row[0], row[1]): (row[2], " · ".join(filter(None, row[3:]))) for row in rows}
        cache.set(KEY, art_by_card, CACHE_SECONDS)
    art = art_by_card.get((system, code))
    return Art(*art) if art else None


def art_save(*, card: Card, data: bytes, credit: str, licence: str) -> CardArt:
    """Sanitize an upload and set it as the card's art; raises BadPicture."""
    picture = clean_picture(data)
    digest = hashlib.sha256(picture).hexdigest()
    _write(digest, picture)
    previous = CardArt.objects.filter(card=card).first()
    art, _ = CardArt.objects.update_or_create(
        card=card, defaults={"digest": digest, "credit": credit, "licence": licence}
    )
    cache.delete(KEY)
    if previous is not None:
        _delete_if_unused(previous.digest)
    return art


def art_describe(*, art: CardArt, credit: str, licence: str) -> None:
    """Change the credit and licence; the picture stays."""
    CardArt.objects.filter(pk=art.pk).update(credit=credit, licence=licence)
    cache.delete(KEY)


def art_remove(*, art: CardArt) -> None:
    """Remove a card's art and its file; its illustration is drawn again."""
    art.delete()
    cache.delete(KEY)
    _delete_if_unused(art.digest)


def _path(digest: str) -> Path:
    return Path(settings.MEDIA_ROOT) / "art" / f"{digest}.jpg"


def _delete_if_unused(digest: str) -> None:
    """Delete the file if no card uses it."""
    if not CardArt.objects.filter(digest=digest).exists():
        _path(digest).unlink(missing_ok=True)


def _write(digest: str, picture: bytes) -> None:
    path = _path(digest)
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".new-", delete=False) as file:
        file.write(picture)
    Path(file.name).replace(path)
