"""Card art uploaded by staff in the admin, with credit and licence."""

import io
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from collection.images.artwork import art_of, art_remove, art_save
from collection.images.card_images import card_image, face_url
from collection.models import Card, CardArt
from tests.cards import signum_cards

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings, tmp_path: Path) -> Path:
    settings.FACES_DIR, settings.MEDIA_ROOT = tmp_path / "faces", tmp_path / "media"
    return tmp_path / "media"


@pytest.fixture
def card() -> Card:
    signum_cards()
    return Card.objects.get(code="core-007")


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(get_user_model().objects.create_superuser(username="eva", password="a long enough one"))
    return client


def png(colour: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (1400, 920), colour).save(buffer, "PNG")
    return buffer.getvalue()


def upload(staff: Client, card: Card, data: bytes, *, name: str = "art.png", **fields: str):
    file = SimpleUploadedFile(name, data, content_type="image/png")
    form = {"card": card.pk, "credit": "Ana Pérez", "licence": "CC BY 4.0", "upload": file, **fields}
    return staff.post(reverse("admin:collection_cardart_add"), form)


def files(media: Path) -> list[str]:
    return sorted(path.name for path in media.rglob("*.*"))


def test_uploaded_art_appears_at_once(card: Card, staff: Client) -> None:
    before = face_url(card, language="en", size="large")
    assert upload(staff, card, png("#ff00ff")).status_code == 302
    after = face_url(card, language="en", size="large")
    assert after != before
    image = Image.open(io.BytesIO(staff.get(after).content)).convert("RGB")
    red, green, blue = image.getpixel((600, 200))
    assert (red > 240, green < 15, blue > 240) == (True, True, True)


def test_replaced_art_changes_the_face_and_deletes_the_old_file(card: Card, staff: Client, media: Path) -> None:
    first = art_save(card=card, data=png("red"), credit="Ana", licence="CC0")
    old = card_image(card, language="en").digest
    page = reverse("admin:collection_cardart_change", args=[first.pk])
    file = SimpleUploadedFile("b.png", png("blue"))
    assert staff.post(page, {"credit": "Bo", "licence": "CC0", "upload": file}).status_code == 302
    assert card_image(card, language="en").digest != old
    assert files(media) == [f"{CardArt.objects.get().digest}.jpg"]


def test_a_new_credit_changes_the_face_and_keeps_the_picture(card: Card, staff: Client) -> None:
    art = art_save(card=card, data=png("red"), credit="Ana", licence="CC0")
    old = card_image(card, language="en").digest
    page = reverse("admin:collection_cardart_change", args=[art.pk])
    assert staff.post(page, {"credit": "Ana P.", "licence": "CC0"}).status_code == 302
    current = art_of("signum", "core-007")
    assert current is not None
    assert current == (art.digest, "Ana P. · CC0")
    assert card_image(card, language="en").digest != old


def test_removing_art_restores_the_illustration(card: Card, media: Path) -> None:
    before = card_image(card, language="en").digest
    art = art_save(card=card, data=png("red"), credit="Ana", licence="CC0")
    art_remove(art=art)
    assert card_image(card, language="en").digest == before
    assert files(media) == []


def test_a_shared_file_is_kept_while_in_use(card: Card, media: Path) -> None:
    other = Card.objects.get(code="core-008")
    art = art_save(card=card, data=png("red"), credit="Ana", licence="CC0")
    art_save(card=other, data=png("red"), credit="Ana", licence="CC0")
    art_remove(art=art)
    assert len(files(media)) == 1


def test_a_missing_file_falls_back_to_the_illustration(card: Card, media: Path) -> None:
    art_save(card=card, data=png("red"), credit="Ana", licence="CC0")
    for path in media.rglob("*.jpg"):
        path.unlink()
    assert card_image(card, language="en").read()[:4] == b"RIFF"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(b"hello", "no JPEG, PNG or WebP"), (png("red")[:400], "broken or cut off")],
    ids=["no picture", "cut off"],
)
def test_a_bad_picture_is_rejected_with_a_message(card: Card, staff: Client, data: bytes, sentence: str) -> None:
    response = upload(staff, card, data)
    assert response.status_code == 200
    assert sentence in response.content.decode()
    assert not CardArt.objects.exists()


def test_art_needs_a_picture_a_credit_and_a_licence(card: Card, staff: Client) -> None:
    form = {"card": card.pk, "credit": "", "licence": ""}
    page = staff.post(reverse("admin:collection_cardart_add"), form).content.decode()
    assert "Choose a picture." in page
    assert not CardArt.objects.exists()


def test_admin_pages_work(card: Card, staff: Client) -> None:
    art = art_save(card=card, data=png("red"), credit="Ana", licence="CC0")
    for page in (
        reverse("admin:collection_cardart_add"),
        reverse("admin:collection_cardart_changelist"),
        reverse("admin:collection_cardart_change", args=[art.pk]),
    ):
        assert staff.get(page).status_code == 200
    assert staff.post(reverse("admin:collection_cardart_delete", args=[art.pk]), {"post": "yes"}).status_code == 302
    assert not CardArt.objects.exists()


def test_only_staff_can_upload(card: Card, client: Client) -> None:
    client.force_login(get_user_model().objects.create_user(username="bo", password="a long enough one"))
    assert upload(client, card, png("red")).status_code == 302
    assert not CardArt.objects.exists()


def test_the_file_itself_has_no_url(card: Card, client: Client, media: Path) -> None:
    art = art_save(card=card, data=png("red"), credit="Ana", licence="CC0")
    for path in (f"/media/art/{art.digest}.jpg", f"/static/art/{art.digest}.jpg", f"/art/{art.digest}.jpg"):
        assert client.get(path).status_code == 404


def test_art_of_many_cards_takes_few_queries(card: Card, django_assert_max_num_queries) -> None:
    cards = list(Card.objects.all()[:60])
    with django_assert_max_num_queries(3):  # one, and more if a slow machine lets the cache expire
        for row in cards:
            face_url(row, language="en")
