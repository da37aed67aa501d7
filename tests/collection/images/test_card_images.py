"""Card faces over HTTP: permanent URLs, the disk cache, 404 for bad URLs."""

import io
import os
import threading
from pathlib import Path

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from PIL import Image

from collection.images import cache, card_images
from collection.images.card_images import card_image, face_url
from collection.images.renderer import SIZES
from collection.models import Card
from tests.cards import signum_cards

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path: Path) -> Path:
    settings.FACES_DIR = tmp_path / "faces"
    return tmp_path / "faces"


@pytest.fixture
def card() -> Card:
    signum_cards()
    return Card.objects.get(code="core-007")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("extension", ["webp", "png"])
def test_a_face_is_served_in_every_size_and_format(card: Card, client: Client, size: str, extension: str) -> None:
    response = client.get(reverse("card_face", args=["signum", "core-007", "es", size, extension]))
    image = Image.open(io.BytesIO(response.content))
    assert response["Content-Type"] == f"image/{extension}"
    assert (image.format or "").lower() == extension
    assert image.size == SIZES[size]


def test_a_versioned_url_is_immutable(card: Card, client: Client) -> None:
    response = client.get(face_url(card, language="en"))
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Cookie" not in response.get("Vary", "")


@pytest.mark.parametrize("query", ["", "?v=", "?v=0123456789ab", "?v=%01"])
def test_other_urls_are_revalidated(card: Card, client: Client, query: str) -> None:
    path = reverse("card_face", args=["signum", "core-007", "en", "small", "webp"]) + query
    first = client.get(path)
    assert first["Cache-Control"] == "public, no-cache"
    again = client.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_an_image_is_drawn_once(card: Card, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = client.get(face_url(card, language="en")).content
    monkeypatch.setattr(card_images, "face_image", lambda *_: pytest.fail("drawn again"))
    assert client.get(face_url(card, language="en")).content == first


def test_each_language_has_its_own_image(card: Card) -> None:
    assert len({card_image(card, language=language).digest for language in ("en", "es", "it")}) == 3


def test_an_image_takes_two_queries_and_no_session(card: Card, client: Client, django_assert_max_num_queries) -> None:
    client.force_login(_create_user())
    with django_assert_max_num_queries(2):
        client.get(reverse("card_face", args=["signum", "core-007", "en", "small", "webp"]))


def _create_user():
    from django.contrib.auth import get_user_model

    return get_user_model().objects.create_user(username="ana", password="a long enough one")


@pytest.mark.parametrize(
    "path",
    [
        "fr/small.webp",
        "en/huge.webp",
        "en/small.gif",
        "en/small.jpg",
        "en/small.php",
        "e%01/small.webp",
        "EN/small.webp",
    ],
)
def test_unknown_variants_are_404(card: Card, client: Client, path: str) -> None:
    assert client.get(f"/cards/signum/core-007/face/{path}").status_code == 404


def test_unknown_cards_have_no_face(client: Client) -> None:
    assert client.get("/cards/signum/core-999/face/en/small.webp").status_code == 404
    assert client.get("/cards/chess/core-007/face/en/small.webp").status_code == 404


def test_a_withdrawn_card_keeps_its_face(card: Card, client: Client) -> None:
    withdrawn_card = Card.objects.create(
        system="signum", code="old-001", set_code="old", kind="character", support="full", withdrawn=True,
        name_en="Old Guard", name_es="Guardia vieja", name_it="Vecchia guardia", text_en="Shot 3.",
        facts={"strength": 3, "faction": "vallor", "race": "dwarf", "needs": ["temple"], "keywords": ["shot"]},
    )  # fmt: skip
    assert client.get(face_url(withdrawn_card, language="en")).status_code == 200
    assert card_image(withdrawn_card, language="en").face.text[0][0].bold


def test_a_card_of_a_removed_game_has_a_plain_face(client: Client) -> None:
    removed = Card.objects.create(
        system="gone", code="x-1", set_code="x", kind="thing", support="none", name_en="A", name_es="B", name_it="C"
    )
    assert client.get(face_url(removed, language="es")).status_code == 200
    assert card_image(removed, language="es").face.title == "B"


def test_template_tag_renders_size_and_alt_text(card: Card) -> None:
    html = Template('{% card_face card "small" %}').render(Context({"card": card}))
    assert 'width="372" height="520"' in html
    assert 'alt="Greer the Stubborn: Character · Human"' in html
    assert 'loading="lazy"' in html
    assert "?v=" in html


# --- the disk cache
def test_concurrent_readers_get_whole_images(card: Card, folder: Path) -> None:
    image = card_image(card, language="en", size="small")
    contents: list[bytes] = []
    threads = [threading.Thread(target=lambda: contents.append(image.read())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(contents) == 8
    assert len(set(contents)) == 1
    assert [path.name for path in folder.rglob("*.*")] == [f"{image.digest}.webp"]


def test_an_unwritable_folder_still_serves_images(card: Card, settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    settings.FACES_DIR = tmp_path / "file"
    assert card_image(card, language="en", size="small").read()[:4] == b"RIFF"


def test_trimming_removes_the_oldest_images(folder: Path) -> None:
    for number in range(20):
        file = folder / f"{number:02}" / f"{number:032}.webp"
        file.parent.mkdir(parents=True)
        file.write_bytes(b"x" * 1000)

        os.utime(file, (number, number))
    assert cache.trim(limit=20_000) == 0
    assert cache.trim(limit=10_000) == 12
    assert sorted(path.parent.name for path in folder.glob("*/*")) == [f"{number:02}" for number in range(12, 20)]


def test_a_new_renderer_version_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.digest_of("face")
    monkeypatch.setattr(cache, "renderer_version", lambda: "another")
    assert cache.digest_of("face") != before


# --- several faces
def test_proxies_use_cached_faces(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    first = card_images.proxies_pdf({card: 12}, language="es", title="Dos")
    assert first.startswith(b"%PDF")
    monkeypatch.setattr(card_images, "face_image", lambda *_: pytest.fail("drawn again"))
    assert card_images.proxies_pdf({card: 12}, language="es", title="Dos") == first


def test_a_deck_preview_is_cached_until_the_deck_changes(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    hero = Card.objects.get(code="core-001")
    first = card_images.cards_picture("Walls", {card: 2}, language="en", lead=hero)
    assert Image.open(io.BytesIO(first)).size == (1200, 630)
    assert card_images.cards_picture("Walls", {card: 3}, language="en", lead=hero) != first
    monkeypatch.setattr(card_images, "deck_picture", lambda *_, **__: pytest.fail("drawn again"))
    assert card_images.cards_picture("Walls", {card: 2}, language="en", lead=hero) == first
