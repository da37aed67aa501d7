"""Bad input from pages: whatever is sent, there is an answer, and what nobody can read is said in a sentence."""

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
from tests.decks.samples import kept, person, reference

pytestmark = pytest.mark.django_db
FEW = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
# What is not seen, what turns the reading direction, looks like a letter or a digit, and what SQL and HTML mind.
STRANGE = st.text(
    st.sampled_from("\u202e\u2066\u200b\u200d\ufeff\u0000\u0301\u0663\uff21<>&'\"%_\\ \n1aZ/:,#"), max_size=40
)
ACTIONS = ("deck_describe", "deck_comment", "deck_report", "deck_visibility", "deck_link_new")
PAGES = ("", "print/", "text/", "qr.svg")
CODE = encode(reference(), system=SYSTEM)


@pytest.fixture
def member() -> Client:
    """The owner of the only deck there is."""
    owner = person()
    kept(owner, visibility="public")
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
    ids=lambda given: given[:12].encode("unicode_escape").decode(),
)
def test_a_bad_paste_is_answered_with_the_sentence_about_it(client: Client, paste: str, sentence: str) -> None:
    page = client.post(reverse("deck_import"), {"given": paste})
    assert page.status_code in (200, 400)
    assert sentence in page.content.decode().replace("&quot;", '"').replace("&#x27;", "'")


def test_characters_nobody_sees_change_neither_card_nor_name(client: Client) -> None:
    page = client.post(reverse("deck_import"), {"given": "// \u202eevil\u202c deck\n\ufeff1 Fire\u200bball"})
    deck = page.context["shown"].decklist
    assert (deck.name, deck.section("battle"), page.context["unread"]) == ("evil deck", (("core-146", 1),), [])


@FEW
@given(st.binary(max_size=300) | STRANGE.map(lambda text: text.encode("utf-16")))
def test_whatever_file_is_sent_there_is_a_page(content: bytes) -> None:
    cache.clear()
    sent = {"file": SimpleUploadedFile("deck.txt", content)}
    assert Client().post(reverse("deck_import"), sent).status_code in (200, 400)


@FEW
@given(
    st.integers(0, len(CODE) - 1), st.sampled_from("ABCxyz019-_"), st.sampled_from(["", "print/", "text/", "qr.svg"])
)
def test_a_code_with_one_wrong_letter_opens_no_other_deck(place: int, letter: str, page: str) -> None:
    wrong = CODE[:place] + letter + CODE[place + 1 :]
    expected = (200,) if wrong == CODE else (400, 404)
    assert Client().get(f"/d/{wrong}/{page}").status_code in expected


@FEW
@given(st.dictionaries(st.sampled_from(
    ["q", "face", "colour", "card", "format", "tag", "rating", "order", "after", "buildable", "system"]
), STRANGE | st.integers().map(str) | st.just("9-9")))  # fmt: skip
def test_any_search_of_the_public_decks_has_an_answer(asked: dict[str, str]) -> None:
    expected = 400 if any("\0" in value for value in asked.values()) else 200
    assert Client().get(reverse("public_decks"), asked).status_code == expected
    assert Client().get("/api/v1/decks/", asked).status_code in (expected, 400, 429)


@FEW
@given(st.dictionaries(st.sampled_from(["name", "least", "most", "copies", "mercenaries", "limits"]), STRANGE))
def test_any_house_format_is_made_or_refused(member: Client, sent: dict[str, str]) -> None:
    HouseFormat.objects.all().delete()
    answer = member.post(reverse("format_new", args=["signum", "basic"]), sent)
    assert answer.status_code in (302, 400)
    assert HouseFormat.objects.count() == (answer.status_code == 302)


@FEW
@given(
    st.sampled_from(["deck_describe", "deck_comment", "deck_report", "deck_visibility", "deck_link_new"]),
    STRANGE,
    STRANGE,
)
def test_whatever_is_said_about_a_deck_there_is_an_answer(member: Client, action: str, one: str, other: str) -> None:
    cache.clear()
    deck = Deck.objects.get()
    sent = {"notes": one, "tags": other, "text": one, "reason": one, "comment": other, "visibility": one, "days": other}
    answer = member.post(reverse(action, args=[deck.pk]), sent)
    assert answer.status_code in (302, 400)
    assert member.get(reverse("deck_talk", args=[deck.pk])).status_code == 200
