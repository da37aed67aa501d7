"""Bad input from pages is always answered, unreadable input with a sentence."""

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decks.models import Deck, HouseFormat
from simulator.engine.decks.code import encode
from simulator.games.signum import SYSTEM
from tests.decks.samples import person, reference, saved_deck

pytestmark = pytest.mark.django_db
FEW = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
# Invisible characters, direction marks, lookalikes of letters and digits, and special characters of SQL and HTML.
STRANGE = st.text(
    st.sampled_from("\u202e\u2066\u200b\u200d\ufeff\u0000\u0301\u0663\uff21<>&'\"%_\\ \n1aZ/:,#"), max_size=40
)
ACTIONS = ("deck_describe", "deck_comment", "deck_report", "deck_visibility", "deck_link_new")
PAGES = ("", "print/", "text/", "qr.svg")
CODE = encode(reference(), system=SYSTEM)


@pytest.fixture
def member() -> Client:
    """Return the logged-in client of the owner of the only deck."""
    owner = person()
    saved_deck(owner, visibility="public")
    client = Client()
    client.force_login(owner)
    return client


@pytest.mark.parametrize(
    ("paste", "sentence"),
    [
        ("x" * 1_000_000, "the list is too long"),
        ("1 Fireball\n" * 10_000, "everything after it were not read"),
        ("1 Fireball\n" * 90_000, "everything after it were not read"),
        ("\n".join(f"1 Nobody {n}" for n in range(10_000)), "no card is called “Nobody 0”"),
        ("1000000000 Fireball", "at most 999 of a card"),
        ("9" * 30 + " Fireball", "at most 999 of a card"),
        ("-1 Fireball", "at least 1"),
        ("\x00\x00", "cannot be printed"),
        ("٣ Fireball", "no card is called “٣ Fireball”"),
        (CODE[:-3] + "AAA", "checksum of this deck code is wrong"),
        (CODE[:-4], "checksum of this deck code is wrong"),
        ('{"sections": {"battle": {"core-146": 1000000000}}}', "1000000000 copies"),
        ('{"system": "chess"}', "no game “chess”"),
    ],
    ids=lambda text: text[:12].encode("unicode_escape").decode(),
)
def test_bad_paste_shows_a_message(client: Client, paste: str, sentence: str) -> None:
    page = client.post(reverse("deck_import"), {"given": paste})
    assert page.status_code in (200, 400)
    assert sentence in page.content.decode().replace("&quot;", '"').replace("&#x27;", "'")


def test_invisible_characters_are_ignored(client: Client) -> None:
    page = client.post(reverse("deck_import"), {"given": "// \u202eevil\u202c deck\n\ufeff1 Fire\u200bball"})
    deck = page.context["shown"].decklist
    assert (deck.name, deck.section("battle"), page.context["unread"]) == ("evil deck", (("core-146", 1),), [])


@FEW
@given(st.binary(max_size=300) | STRANGE.map(lambda text: text.encode("utf-16")))
def test_any_file_is_answered(content: bytes) -> None:
    cache.clear()
    data = {"file": SimpleUploadedFile("deck.txt", content)}
    assert Client().post(reverse("deck_import"), data).status_code in (200, 400)


@FEW
@given(
    st.integers(0, len(CODE) - 1), st.sampled_from("ABCxyz019-_"), st.sampled_from(["", "print/", "text/", "qr.svg"])
)
def test_code_with_a_wrong_letter_opens_no_other_deck(position: int, letter: str, page: str) -> None:
    wrong = CODE[:position] + letter + CODE[position + 1 :]
    expected = (200,) if wrong == CODE else (400, 404)
    assert Client().get(f"/d/{wrong}/{page}").status_code in expected


@FEW
@given(st.dictionaries(st.sampled_from(
    ["q", "face", "colour", "card", "format", "tag", "rating", "order", "after", "buildable", "system"]
), STRANGE | st.integers().map(str) | st.just("9-9")))  # fmt: skip
def test_any_public_deck_search_is_answered(params: dict[str, str]) -> None:
    expected = 400 if any("\0" in value for value in params.values()) else 200
    on_page = 404 if expected == 200 and params.get("system") else expected
    assert Client().get(reverse("public_decks"), params).status_code == on_page
    assert Client().get("/api/v1/decks/", params).status_code in (on_page, 400, 429)


@FEW
@given(st.dictionaries(st.sampled_from(["name", "least", "most", "copies", "mercenaries", "limits"]), STRANGE))
def test_any_house_format_is_created_or_refused(member: Client, data: dict[str, str]) -> None:
    HouseFormat.objects.all().delete()
    answer = member.post(reverse("format_new", args=["signum", "basic"]), data)
    assert answer.status_code in (302, 400)
    assert HouseFormat.objects.count() == (answer.status_code == 302)


@FEW
@given(
    st.sampled_from(["deck_describe", "deck_comment", "deck_report", "deck_visibility", "deck_link_new"]),
    STRANGE,
    STRANGE,
)
def test_any_form_input_is_answered(member: Client, action: str, text: str, other: str) -> None:
    cache.clear()
    deck = Deck.objects.get()
    data = {
        "notes": text,
        "tags": other,
        "text": text,
        "reason": text,
        "comment": other,
        "visibility": text,
        "days": other,
    }
    answer = member.post(reverse(action, args=[deck.pk]), data)
    assert answer.status_code in (302, 400)
    assert member.get(reverse("deck_talk", args=[deck.pk])).status_code == 200
