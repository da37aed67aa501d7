"""Deck pages: visibility, content, number of queries and bad input."""

from dataclasses import replace
from datetime import timedelta
from html.parser import HTMLParser
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.models import Printing
from collection.stock.models import Collection, Holding
from decks.models import Complaint, Deck, HouseFormat
from decks.services import deck_describe, version_save
from decks.social import share_links
from decks.social.reactions import comment_add, complaint_add
from signum_site.accounts.models import User
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import DeckList, render
from simulator.games.signum import SYSTEM
from tests.decks.samples import battle_cards, person, reference, saved_deck, without

pytestmark = pytest.mark.django_db


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def code(number: int = 0) -> str:
    return encode(reference(number), system=SYSTEM)


TABS = ("deck", "deck_figures", "deck_history", "deck_talk", "deck_share")


def test_tabs_of_public_and_private_decks() -> None:
    owner = person()
    private, public = saved_deck(owner), saved_deck(owner, visibility="public")
    for tab in TABS:
        assert Client().get(reverse(tab, args=[public.pk])).status_code == 200, tab
        assert Client().get(reverse(tab, args=[private.pk])).status_code == 404, tab
        assert as_user(owner).get(reverse(tab, args=[private.pk])).status_code == 200, tab
    assert as_user(person("zora")).get(reverse("deck_settings", args=[public.pk])).status_code == 404


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_deck_page_has_banner_groups_verdict_and_preview(client: Client, language: str) -> None:
    deck = saved_deck(person(), visibility="public")
    page = client.get(reverse("deck", args=[deck.pk]), headers={"Accept-Language": language}).content.decode()
    assert reference().name in page
    assert "verdict-legal" in page
    assert "og:image" in page
    for card in battle_cards(reference())[:5]:
        assert SYSTEM.catalogue[card].name(language).replace("'", "&#x27;") in page
    assert 'style="' not in page


def test_only_legal_decks_link_to_a_simulation() -> None:
    owner = person()
    illegal_list = replace(reference(), sections=tuple(part for part in reference().sections if part[0] != "hero"))
    legal, illegal = saved_deck(owner), saved_deck(owner, illegal_list)
    offers = [
        as_user(owner).get(f"/decks/{deck.pk}/").content.decode().count("/simulations/new/?deck=")
        for deck in (legal, illegal)
    ]
    assert offers == [1, 0]
    assert Client().get(f"/d/{code()}/").content.decode().count("/simulations/new/?deck=") == 1


def test_illegal_deck_shows_every_problem_with_buttons(client: Client) -> None:
    small = DeckList.of({"battle": {"core-001": 1}}, system="signum", format="basic", name="Tiny")
    deck = saved_deck(person(), small, visibility="public")
    page = client.get(reverse("deck", args=[deck.pk])).content.decode()
    assert page.count('class="problem ') == len(SYSTEM.check_deck(small).problems)
    assert 'name="do"' in page


def test_pages_take_a_bounded_number_of_queries(django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    owner = person()
    for number in range(12):
        deck = saved_deck(owner, reference(number % 10), visibility="public", published_at=timezone.now())
        deck_describe(deck=deck, tags=["a", "b"])
        comment_add(deck=deck, author=owner, text="Good")
    client = as_user(owner)
    client.get(reverse("deck_list"))
    with django_assert_max_num_queries(9):
        client.get(reverse("deck_list"))
    with django_assert_max_num_queries(8):
        client.get(reverse("public_decks"))
    for tab in TABS:
        with django_assert_max_num_queries(12):
            client.get(reverse(tab, args=[deck.pk]))


def test_ready_made_decks_are_shown_without_public_decks() -> None:
    client = Client()
    page = client.get(reverse("public_decks"))
    assert "Nobody has published a deck yet." in page.content.decode()
    names = [reference.deck.name for reference in SYSTEM.reference_decks()]
    assert [deck.name for deck in page.context["ready_made"]] == names
    opened = client.get(reverse("deck_of_code", args=[page.context["ready_made"][0].code]))
    assert f"<title>{names[0]} – " in opened.content.decode(), "a code without a name gets a default name"
    searched = client.get(reverse("public_decks"), {"q": "nothing"})
    assert "No public deck is like that." in searched.content.decode()
    assert not searched.context["ready_made"]


def test_public_deck_filters() -> None:
    owner = person()
    now = timezone.now()
    decks = [
        saved_deck(
            owner, reference(number), visibility="public", published_at=now - timedelta(days=number), like_count=number
        )
        for number in range(10)
    ]
    saved_deck(owner)
    client = Client()

    def search(query: str) -> set[int]:
        return {tile.deck.pk for tile in client.get(reverse("public_decks") + query).context["tiles"]}

    assert search("") == {deck.pk for deck in decks}
    assert search("?colour=vallor") == {deck.pk for deck in decks if deck.colour == "vallor"}
    assert search(f"?face={decks[3].face}") == {deck.pk for deck in decks if deck.face == decks[3].face}
    card = battle_cards(reference(2))[0]
    holding = {decks[number].pk for number in range(10) if card in battle_cards(reference(number))}
    assert search(f"?card={SYSTEM.catalogue[card].name('it').upper()}") == holding
    assert search("?format=basic") == {deck.pk for deck in decks}
    word = decks[4].name.split()[0]
    assert decks[4].pk in search(f"?q={word.lower()}")
    deck_describe(deck=decks[5], tags=["rush"])
    assert search("?tag=Rush") == {decks[5].pk}
    best = client.get(reverse("public_decks") + "?order=likes").context["tiles"]
    assert [tile.deck.pk for tile in best] == [deck.pk for deck in reversed(decks)]
    assert search("?order=rating") == set()
    page = client.get(reverse("public_decks") + "?card=Fierball&format=casual&after=zzz")
    assert len(page.context["page"].sentences) == 3
    assert "Fireball" in page.content.decode()


def test_public_deck_pages_have_no_gap_or_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.browse.public_decks.public_page.__kwdefaults__", {"size": 3})
    owner, now = person(), timezone.now()
    pks = {saved_deck(owner, visibility="public", published_at=now, like_count=number % 2).pk for number in range(8)}
    for order in ("new", "likes"):
        seen: list[int] = []
        after = ""
        while True:
            page = Client().get(reverse("public_decks"), {"order": order, "after": after}).context
            seen += [tile.deck.pk for tile in page["tiles"]]
            after = page["page"].following
            if not after:
                break
        assert (sorted(seen), len(seen)) == (sorted(pks), len(pks))


def test_search_by_format_computes_missing_verdicts() -> None:
    owner = person()
    small = without(reference(), battle_cards(reference())[0])
    deck = saved_deck(owner, visibility="public", published_at=timezone.now())
    tiny = DeckList.of({"battle": {"core-001": 1}}, system="signum", format="basic", name="Tiny")
    saved_deck(owner, tiny, visibility="public", published_at=timezone.now())
    row = HouseFormat.objects.create(
        owner=owner, code="h-abcd2345", system="signum", base="basic", name="House", params={"least": 1}
    )
    for format in ("basic", row.code):
        tiles = Client().get(reverse("public_decks"), {"format": format}).context["tiles"]
        assert [tile.deck.pk for tile in tiles] == [deck.pk]
    version_save(deck=deck, author=owner, decklist=small, parent=1)
    assert Client().get(reverse("public_decks"), {"format": "basic"}).context["tiles"]


def search_decks(**params: str) -> list[int]:
    return [tile.deck.pk for tile in Client().get(reverse("public_decks"), params).context["tiles"]]


def test_public_decks_are_filtered_by_rating() -> None:
    owner, now = person(), timezone.now()
    rated = {
        rating: saved_deck(owner, visibility="public", published_at=now, rating=rating).pk
        for rating in (1499, 1500, None)
    }
    assert search_decks(rating="1500") == [rated[1500]]
    assert search_decks(rating="1499", order="rating") == [rated[1500], rated[1499]]
    page = Client().get(reverse("public_decks"), {"rating": "-1 <b>"})
    assert len(page.context["tiles"]) == 3
    assert "“-1 &lt;b&gt;” is no rating" in page.content.decode()
    assert 'value="-1 &lt;b&gt;"' in page.content.decode()


def test_name_search_ignores_accents_and_anchors_short_words() -> None:
    owner, now = person(), timezone.now()
    deck = saved_deck(owner, replace(reference(), name="Corazón d’Árbol"), visibility="public", published_at=now)
    saved_deck(owner, replace(reference(), name="Another"), visibility="public", published_at=now)
    for words in ("CORAZON", "razó", "arbol cor", "d'", "co", "%"):
        assert search_decks(q=words) == ([] if words == "%" else [deck.pk]), words
    assert search_decks(q="az") == []


def test_paging_by_format_skips_no_legal_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.browse.public_decks.public_page.__kwdefaults__", {"size": 3})
    monkeypatch.setattr("decks.browse.filters.EXAMINED", (2, 6))
    monkeypatch.setattr("decks.browse.filters.MAX_CHECKS", 3)
    owner, now = person(), timezone.now()
    row = HouseFormat.objects.create(
        owner=owner, code="h-abcd2345", system="signum", base="basic", name="House", params={"least": 1}
    )
    cards = battle_cards(reference())
    tiny = [DeckList.of({"battle": {card: 1}}, system="signum", format="basic", name="Tiny") for card in cards[:12]]
    lists = [*tiny, reference(1), reference(2), tiny[0], reference(3)]
    made = [
        saved_deck(owner, decklist, visibility="public", published_at=now - timedelta(days=age)).pk
        for age, decklist in enumerate(lists)
    ]
    seen, after, pages = [], "", 0
    while True:
        page = Client().get(reverse("public_decks"), {"format": row.code, "after": after})
        seen += [tile.deck.pk for tile in page.context["tiles"]]
        after, pages = page.context["page"].following, pages + 1
        assert page.context["page"].unfinished == ("Look at more decks" in page.content.decode()), pages
        if not after:
            break
    assert seen == [made[12], made[13], made[15]]
    assert pages > 3
    assert '<option value="h-abcd2345" selected>House</option>' in page.content.decode(), (
        "another user's format, by its code"
    )


def test_user_without_decks_sees_examples() -> None:
    played = saved_deck(person("zora"), visibility="public", published_at=timezone.now())
    new = person()
    page = as_user(new).get(reverse("deck_list")).content.decode()
    assert reverse("tour") in page
    assert reverse("deck", args=[played.pk]) in page
    saved_deck(new)
    assert "What others play" not in as_user(new).get(reverse("deck_list")).content.decode()


def test_history_diff_restore_and_fork() -> None:
    owner = person()
    deck = saved_deck(owner, visibility="public")
    gone = battle_cards(reference())[0]
    version_save(deck=deck, author=owner, decklist=without(reference(), gone), message="Less is more", parent=1)
    client = as_user(owner)
    assert "Less is more" in client.get(reverse("deck_history", args=[deck.pk])).content.decode()
    page = client.get(reverse("deck_compare", args=[deck.pk]), {"before": 1, "after": 2})
    assert "change-out" in page.content.decode()
    assert "change-out" in client.get(reverse("deck_compare", args=[deck.pk])).content.decode(), "the last two versions"
    page = client.get(reverse("deck_compare", args=[deck.pk]), {"before": 2, "after": 2}).content.decode()
    assert "Version 2 is on both sides" in page
    assert "Figures before and after" not in page
    for wrong in ({"before": 1, "after": 9}, {"before": "x", "after": 2}, {"before": 10**30, "after": 1}):
        page = client.get(reverse("deck_compare", args=[deck.pk]), wrong)
        assert (page.status_code, "has the versions 1 to 2" in page.content.decode()) == (404, True)
    assert client.post(reverse("deck_restore", args=[deck.pk, 1])).status_code == 302
    assert deck.versions.count() == 3
    zora = as_user(person("zora"))
    assert zora.post(reverse("deck_restore", args=[deck.pk, 1])).status_code == 404
    forked = zora.post(reverse("deck_fork", args=[deck.pk]), follow=True).content.decode()
    assert f'href="{reverse("deck_version", args=[deck.pk, 3])}"' in forked
    assert Deck.objects.get(owner__username="zora").forked_from.deck_id == deck.pk


def test_link_opens_a_private_deck_until_revoked(client: Client) -> None:
    owner = person()
    deck = saved_deck(owner)
    mine = as_user(owner)
    mine.post(reverse("deck_link_new", args=[deck.pk]), {"days": "7"})
    link = deck.links.get()
    assert link.expires_at is not None
    address = reverse("shared_deck", args=[link.token])
    page = client.get(address)
    assert page.status_code == 200
    assert reverse("deck_settings", args=[deck.pk]) not in page.content.decode()
    mine.post(reverse("deck_link_revoke", args=[deck.pk, link.pk]))
    assert client.get(address).status_code == 404


def test_deck_opens_from_its_code(client: Client) -> None:
    page = client.get(reverse("deck_of_code", args=[code()]))
    assert page.status_code == 200
    assert "verdict-legal" in page.content.decode()
    broken = client.get(f"/d/{code()[:-2]}AA/")
    assert broken.status_code == 400
    assert "checksum" in broken.content.decode()
    assert client.get("/d/x/").status_code == 400


def test_code_has_qr_code_sheet_exports_proxies_and_picture(client: Client) -> None:
    call_command("load_catalogue", verbosity=0)
    qr = client.get(reverse("deck_qr", args=[code()]))
    assert (qr["Content-Type"], qr.content[:4]) == ("image/svg+xml", b"<svg")
    assert b"style=" not in qr.content
    sheet = client.get(reverse("deck_code_print", args=[code()]), {"name": "Sunday"}).content.decode()
    assert reference().content_hash in sheet
    assert "Sunday" in sheet
    for kind, file in (
        ("text", "sunday.txt"),
        ("markdown", "sunday.md"),
        ("json", "sunday.json"),
        ("csv", "sunday.csv"),
    ):
        answer = client.get(reverse("deck_export", args=[code(), kind]), {"name": "Sunday"})
        assert file in answer["Content-Disposition"]
    assert client.get(reverse("deck_export", args=[code(), "exe"])).status_code == 404
    few = DeckList.of({"hero": {"core-001": 1}, "battle": {"core-146": 2}}, system="signum", format="basic")
    short = encode(few, system=SYSTEM)
    assert client.get(reverse("deck_proxies", args=[short])).content[:5] == b"%PDF-"
    assert client.get(reverse("deck_code_picture", args=[short])).content[1:4] == b"PNG"
    many = encode(DeckList.of({"battle": {"core-146": 900}}, system="signum", format="basic"), system=SYSTEM)
    assert client.get(reverse("deck_proxies", args=[many])).status_code == 400


def post_import(client: Client, **data: object):  # type: ignore[no-untyped-def]
    return client.post(reverse("deck_import"), data)


@pytest.mark.parametrize("kind", ["text", "markdown", "json", "csv", "code", "link"])
def test_every_export_can_be_imported(client: Client, kind: str) -> None:
    text = {"code": code(), "link": f"https://signum.example/d/{code()}/"}.get(kind)
    if text is None:
        text = client.get(reverse("deck_export", args=[code(), kind]), {"name": "Back again"}).content.decode()
    page = post_import(client, given=text)
    assert page.status_code == 200
    assert page.context["unread"] == []
    assert page.context["shown"].decklist.content_hash == reference().content_hash


def test_unread_lines_have_fix_buttons(client: Client) -> None:
    text = "Hero\n1 Brissa de Molforn\nBattle deck\n2 Fierball\n???\n"
    page = post_import(client, given=text)
    assert [line.number for line in page.context["unread"]] == [4, 5]
    assert "2 Fireball" in page.content.decode()
    fixed = post_import(client, given=text, line="4 2 Fireball")
    assert [line.number for line in fixed.context["unread"]] == [5]
    assert dict(fixed.context["shown"].decklist.section("battle")) == {"core-146": 2}
    clean = post_import(client, given=fixed.context["given"], line="5 ")
    assert clean.context["unread"] == []


@pytest.mark.parametrize("before", ["", "\n", "\n\n"])
def test_remove_button_removes_its_own_line(client: Client, before: str) -> None:
    """Send what a browser would: the text and the buttons of the page."""
    page = post_import(client, given=f"{before}foo bar baz\n1 Barricade\nqux quux\n1 Herrick\n1 Temple")
    for text in ("foo bar baz", "qux quux"):
        fields = Fields(page.content.decode())
        number = next(line.number for line in page.context["unread"] if line.text == text)
        page = post_import(client, given=fields["given"], line=f"{number} ")
    assert page.context["unread"] == []
    assert page.context["shown"].size == 3


class Fields(HTMLParser):
    """The values of a page's form fields as browsers read them.

    The first line break of a text area is left out.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self._area, self._values = "", dict[str, str]()
        self.feed(page)

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "textarea":
            self._area = values.get("name", "")
        elif tag == "input" and "name" in values:
            self._values[values["name"]] = values.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._values[self._area] = self._values.get(self._area, "").removeprefix("\n")
            self._area = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self._values[self._area] = self._values.get(self._area, "") + data


CHANGED = without(reference(), battle_cards(reference())[0])
HEROES_CODE = encode(CHANGED, system=SYSTEM)


def test_deck_of_a_code_is_named_after_its_hero(client: Client) -> None:
    hero = SYSTEM.catalogue.get(reference().section("hero")[0][0]).names.en  # type: ignore[union-attr]
    page = client.get(reverse("deck_of_code", args=[HEROES_CODE])).content.decode()
    assert f"<title>{hero}" in page
    assert quote(hero) in page.split("og:image", 1)[1].split(">", 1)[0]
    assert f"<h1>{hero}</h1>" in client.get(reverse("deck_code_print", args=[HEROES_CODE])).content.decode()
    assert client.get(reverse("deck_export", args=[HEROES_CODE, "json"])).json()["name"] == hero
    owner = person()
    as_user(owner).post(reverse("deck_keep"), {"code": HEROES_CODE})
    assert Deck.objects.get(owner=owner).name == hero
    same = client.get(reverse("deck_export", args=[code(), "json"])).json()
    assert same["name"] == reference().name, "the name of the reference deck with these cards"


def test_pasted_deck_keeps_its_name(client: Client) -> None:
    deck = replace(CHANGED, name="Friday & Co")
    page = post_import(client, given=render(deck, system=SYSTEM)).content.decode()
    assert page.count("name=Friday%20%26%20Co") == 2, "to the deck's page and to the builder"
    shared = client.get(reverse("deck_of_code", args=[HEROES_CODE]), {"name": deck.name}).content.decode()
    assert "<title>Friday &amp; Co" in shared
    assert shared.count("name=Friday%20%26%20Co") >= 8, "the picture, the sheet, proxies, files, builder, simulation"
    form = client.get(reverse("simulation_new"), {"deck": HEROES_CODE, "name": deck.name})
    assert "// Friday &amp; Co" in form.content.decode()


def test_import_is_saved_as_own_deck() -> None:
    owner = person()
    page = as_user(owner).post(reverse("deck_keep"), {"code": code(), "name": "From a friend"}, follow=True)
    assert page.status_code == 200
    assert Deck.objects.get(owner=owner).name == "From a friend"
    assert Client().post(reverse("deck_keep"), {"code": code()}).status_code == 302
    assert Deck.objects.count() == 1
    bad = as_user(owner).post(reverse("deck_keep"), {"code": "nonsense"}, follow=True)
    assert Deck.objects.count() == 1
    assert bad.status_code == 200


@pytest.mark.parametrize(
    "content",
    [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00", b"\xff" * 100, b"x" * 1_000_001, b"", b"MZ\x00\x00\x00\x00\x00"],
    ids=["picture", "bytes", "large", "empty", "program"],
)
def test_file_without_a_list_is_refused_with_a_sentence(client: Client, content: bytes) -> None:
    page = post_import(client, file=SimpleUploadedFile("deck.txt", content))
    assert page.status_code == 400
    assert page.context["refused"].endswith((".", "。"))


def test_utf_16_file_is_imported(client: Client) -> None:
    text = render(reference(), system=SYSTEM, language="es")
    page = post_import(client, file=SimpleUploadedFile("deck.txt", text.encode("utf-16")))
    assert page.context["shown"].decklist.content_hash == reference().content_hash


@pytest.mark.parametrize(
    "text",
    ["x" * 900_000, "1 Fireball\n" * 10_000, "\u202e\u200b\ufeff1 Fireball", "1000000000 Fireball", "\x00\x00",
     "{", "{}",
     "section,count,code\nbattle,2,core-146\nbattle,two,core-146\nattic,1,core-001\n\n,,", "http://[", "/decks/1/",
     "https://elsewhere.example/x", "A" * 3_000, '{"sections": {"battle": {"core-001": 1e400}}}'],
    ids=lambda text: text[:20].encode("unicode_escape").decode(),
)  # fmt: skip
def test_any_paste_is_answered(client: Client, text: str) -> None:
    assert post_import(client, given=text).status_code in (200, 400)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=400), st.text(max_size=20))
def test_any_pasted_text_is_answered(text: str, line: str) -> None:
    cache.clear()  # resets the throttle
    assert post_import(Client(), given=text, line=line).status_code in (200, 400)


def test_every_line_of_a_paste_is_read_or_reported(client: Client) -> None:
    text = "\n".join(f"{n} nothing {n}" for n in range(1, 40)) + "\n2 Fireball"
    page = post_import(client, given=text)
    read = sum(count for _, lines in page.context["shown"].decklist.sections for _, count in lines)
    assert (len(page.context["unread"]), read) == (39, 2)


def test_long_conversation_shows_the_latest_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.selectors.MAX_COMMENTS", 2)
    owner = person()
    deck = saved_deck(owner, visibility="public")
    for text in ("first", "second", "third"):
        comment_add(deck=deck, author=owner, text=text)
    comments = Client().get(reverse("deck_talk", args=[deck.pk])).context["comments"]
    assert [comment.text for comment, _ in comments] == ["second", "third"]


def test_likes_comments_reports_and_removal() -> None:
    owner, staff = person(), person("warden", is_staff=True)
    deck = saved_deck(owner, visibility="public")
    zora = as_user(person("zora"))
    assert (
        zora.post(reverse("deck_like", args=[deck.pk]), {"likes": "1"}, headers={"HX-Request": "true"}).status_code
        == 200
    )
    deck.refresh_from_db()
    assert deck.like_count == 1
    zora.post(reverse("deck_comment", args=[deck.pk]), {"text": "# Big\n<b onclick=x>bold</b> [go](javascript:x)"})
    page = Client().get(reverse("deck_talk", args=[deck.pk])).content.decode()
    assert "<h3>Big</h3>" in page
    assert "<b onclick" not in page
    assert 'href="javascript' not in page
    assert zora.post(reverse("deck_comment", args=[deck.pk]), {"text": "x" * 4001}, follow=True).status_code == 200
    assert deck.comments.count() == 1
    zora.post(reverse("deck_report", args=[deck.pk]), {"reason": "stolen"})
    assert Complaint.objects.get().reason == "stolen"
    assert zora.post(reverse("deck_take_down", args=[deck.pk])).status_code == 404
    as_user(staff).post(reverse("deck_take_down", args=[deck.pk]))
    assert Client().get(reverse("deck", args=[deck.pk])).status_code == 404
    assert "staff" in as_user(owner).get(reverse("deck", args=[deck.pk])).content.decode()
    as_user(owner).post(reverse("deck_comment_remove", args=[deck.pk, deck.comments.get().pk]))
    assert deck.comments.get().removed_at is not None


def test_only_the_owner_describes_publishes_and_deletes() -> None:
    owner = person()
    deck = saved_deck(owner)
    mine, other = as_user(owner), as_user(person("zora"))
    mine.post(reverse("deck_describe", args=[deck.pk]), {"notes": "*Go*", "tags": "Rush, #Fast, rush"})
    assert [tag.tag for tag in deck.tags.all()] == ["fast", "rush"]
    too_many = {"notes": "", "tags": ",".join("abcdefghijkl")}
    assert mine.post(reverse("deck_describe", args=[deck.pk]), too_many).status_code == 400
    mine.post(reverse("deck_visibility", args=[deck.pk]), {"visibility": "public"})
    assert "<em>Go</em>" in Client().get(reverse("deck", args=[deck.pk])).content.decode()
    mine.post(reverse("deck_visibility", args=[deck.pk]), {"visibility": "world"})
    deck.refresh_from_db()
    assert deck.visibility == "public"
    assert other.post(reverse("deck_delete", args=[deck.pk])).status_code == 404
    assert mine.get(reverse("deck_delete", args=[deck.pk])).status_code == 200
    mine.post(reverse("deck_delete", args=[deck.pk]))
    assert not Deck.objects.exists()


def test_house_format_is_created_shown_changed_and_deleted() -> None:
    owner = person()
    mine = as_user(owner)
    assert Client().get(reverse("format_list")).status_code == 200
    address = reverse("format_new", args=["signum", "online"])
    assert mine.get(address).status_code == 200
    data = {"name": "Table", "least": "25", "most": "40", "copies": "3", "mercenaries": "half_of_characters"}
    assert mine.post(address, data | {"limits": "0 Fireball\n1 Nobody"}).status_code == 400
    created = mine.post(address, data | {"limits": "0 Fireball"}, follow=True)
    row = HouseFormat.objects.get()
    assert (row.params, row.limits) == (
        {"least": 25, "copies": 3, "mercenaries": "half_of_characters"},
        {"core-146": 0},
    )
    assert row.code in created.content.decode()
    page = Client().get(reverse("format", args=[row.code])).content.decode()
    assert "Fireball" in page
    assert as_user(person("zora")).get(reverse("format_edit", args=[row.code])).status_code == 404
    for wrong in ({"least": "-1"}, {"least": "99999999999"}, {"least": "x"}, {"name": ""}):
        assert mine.post(reverse("format_edit", args=[row.code]), data | wrong).status_code == 400
    assert mine.post(reverse("format_edit", args=[row.code]), data | {"least": "26"}).status_code == 302
    deck = saved_deck(owner, visibility="public")
    checked = Client().get(reverse("deck", args=[deck.pk]), {"format": row.code})
    assert checked.context["shown"].format_name == "Table"
    mine.post(reverse("format_delete", args=[row.code]))
    assert not HouseFormat.objects.exists()


def test_expired_link_is_not_found(client: Client) -> None:
    deck = saved_deck(person())
    link = share_links.link_create(deck=deck, expires_at=timezone.now() - timedelta(minutes=1))
    assert client.get(reverse("shared_deck", args=[link.token])).status_code == 404


def test_decks_buildable_from_the_collection() -> None:
    call_command("load_catalogue", verbosity=0)
    owner = person()
    deck = saved_deck(owner, visibility="public", published_at=timezone.now())
    pile = Collection.objects.create(owner=owner, system="signum", name="Box")
    client = as_user(owner)

    def search() -> list[int]:
        return [tile.deck.pk for tile in client.get(reverse("public_decks"), {"buildable": "1"}).context["tiles"]]

    assert search() == []
    needed = {card: count for _, lines in reference().sections for card, count in lines}
    for card, count in needed.items():
        Holding.objects.create(collection=pile, printing=Printing.objects.get(code=card), cards=count)
    assert search() == [deck.pk]
    twice = next(card for card, count in needed.items() if count > 1)
    Holding.objects.filter(printing__code=twice).update(cards=1)
    assert search() == []


def test_staff_see_reports() -> None:
    deck = saved_deck(person(), visibility="public")
    complaint_add(deck=deck, reporter=person("zora"), reason="Copied from me")
    staff = as_user(person("warden", is_staff=True, is_superuser=True))
    assert "Copied from me" in staff.get(reverse("admin:decks_complaint_changelist")).content.decode()
