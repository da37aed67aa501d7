"""Art that staff upload for cards: kept below MEDIA_ROOT under its own hash, shown only on drawn faces."""

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
# Asked for every face of a page: sixty questions to another server would cost more than the page.
cache = caches["process"]
# How long another web process may go on showing the old art.
SECONDS = 5


class Art(NamedTuple):
    """What a face needs to know of uploaded art."""

    digest: str
    credit: str

    def image(self) -> Image.Image | None:
        """The picture, unless somebody lost the file."""
        try:
            with Image.open(_path(self.digest)) as image:
                return image.convert("RGB")
        except OSError:
            return None


def art_of(system: str, code: str) -> Art | None:
    """The art of a card, from one small table that all cards of a page share."""
    known = cache.get(KEY)
    if known is None:
        rows = CardArt.objects.values_list("card__system", "card__code", "digest", "credit", "licence")
        known = {(row[0], row[1]): (row[2], " · ".join(filter(None, row[3:]))) for row in rows}
        cache.set(KEY, known, SECONDS)
    found = known.get((system, code))
    return Art(*found) if found else None


def art_save(*, card: Card, data: bytes, credit: str, licence: str) -> CardArt:
    """Makes the upload harmless and gives it to the card, in place of what it had; raises BadPicture."""
    picture = clean_picture(data)
    digest = hashlib.sha256(picture).hexdigest()
    _keep(digest, picture)
    before = CardArt.objects.filter(card=card).first()
    art, _ = CardArt.objects.update_or_create(
        card=card, defaults={"digest": digest, "credit": credit, "licence": licence}
    )
    cache.delete(KEY)
    if before is not None:
        _forget(before.digest)
    return art


def art_describe(*, art: CardArt, credit: str, licence: str) -> None:
    """Another name or licence; the picture stays."""
    CardArt.objects.filter(pk=art.pk).update(credit=credit, licence=licence)
    cache.delete(KEY)


def art_remove(*, art: CardArt) -> None:
    """The card is illustrated by its code again; its file goes."""
    art.delete()
    cache.delete(KEY)
    _forget(art.digest)


def _path(digest: str) -> Path:
    return Path(settings.MEDIA_ROOT) / "art" / f"{digest}.jpg"


def _forget(digest: str) -> None:
    """Removes a file that no card shows any more."""
    if not CardArt.objects.filter(digest=digest).exists():
        _path(digest).unlink(missing_ok=True)


def _keep(digest: str, picture: bytes) -> None:
    path = _path(digest)
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".new-", delete=False) as file:
        file.write(picture)
    Path(file.name).replace(path)
