"""The decks API: all operations, private decks of others, and bad input."""

import json
import time
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decks.models import Comment, Complaint, Deck
from decks.services import version_save
from decks.social.share_links import visibility_set
from signum_site.accounts.models import User
from signum_site.accounts.services import token_create
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import render
from simulator.games.signum import SYSTEM
from tests.decks.samples import battle_cards, person, reference, saved_deck, without

pytestmark = pytest.mark.django_db
API = "/api/v1"


class Tool:
    """An API client with or without a token."""

    def __init__(self, user: User | None = None, language: str = "en") -> None:
        self.headers = {"Accept-Language": language}
        if user is not None:
            self.headers["Authorization"] = f"Bearer {token_create(user=user, name='tool')}"
        self.client = Client(headers=self.headers)

    def send(self, method: str, path: str, data: Any = None) -> tuple[int, Any]:
        body = json.dumps(data) if data is not None else ""
        answer = self.client.generic(method, API + path, body, content_type="application/json")
        is_json = answer.headers.get("Content-Type", "").startswith("application/json") and answer.content
        return answer.status_code, json.loads(answer.content) if is_json else answer.content.decode()


def sections(number: int = 0) -> dict[str, dict[str, int]]:
    return {section: dict(cards) for section, cards in reference(number).sections}


def test_deck_life_cycle() -> None:
    tool = Tool(person())
    status, deck = tool.send("POST", "/decks/", {"name": "Mine", "sections": sections(), "tags": ["Rush", "rush"]})
    assert status == 201, deck
    assert (deck["version"], deck["visibility"], deck["tags"]) == (1, "private", ["rush"])
    path = f"/decks/{deck['id']}/"
    assert tool.send("GET", path)[1]["sections"] == sections()
    less = without(reference(), battle_cards(reference())[0])
    status, version = tool.send("POST", f"{path}versions/", {"parent": 1, "text": render(less, system=SYSTEM)})
    assert (status, version["number"]) == (201, 2)
    status, diff = tool.send("GET", f"{path}diff/?before=1&after=2")
    assert [(change["card"], change["kind"]) for change in diff] == [(battle_cards(reference())[0], "out")]
    assert tool.send("POST", f"{path}versions/1/restore/")[1]["number"] == 3
    assert [v["number"] for v in tool.send("GET", f"{path}versions/")[1]] == [3, 2, 1]
    assert tool.send("GET", f"{path}versions/2/")[1]["content_hash"] == less.content_hash
    status, deck = tool.send("PATCH", path, {"visibility": "public", "notes": "**Fast**"})
    assert (status, deck["visibility"], deck["notes"]) == (200, "public", "**Fast**")
    for kind, begins in (("text", "// Mine"), ("markdown", "# Mine"), ("csv", "section,count,code,name")):
        assert tool.send("GET", f"{path}export/{kind}/")[1].startswith(begins)
    assert tool.send("GET", f"{path}export/json/")[1]["content_hash"] == reference().content_hash
    assert tool.send("GET", f"{path}export/pdf/")[0] == 404
    assert [row["id"] for row in tool.send("GET", "/decks/?mine=1")[1]["decks"]] == [deck["id"]]
    assert tool.send("DELETE", path)[0] == 204
    assert tool.send("GET", path)[0] == 404


@pytest.mark.parametrize(
    ("kind", "accepted", "status", "answered"),
    [
        ("csv", "text/csv", 200, "text/csv"),
        ("text", "text/plain", 200, "text/plain"),
        ("markdown", "text/markdown;q=0.9, application/pdf", 200, "text/markdown"),
        ("csv", "*/*", 200, "text/csv"),
        ("text", "text/csv", 406, "application/json"),
        ("pdf", "application/pdf", 404, "application/json"),
    ],
)
def test_export_respects_the_accept_header(kind: str, accepted: str, status: int, answered: str) -> None:
    deck = saved_deck(person())
    tool = Tool(deck.owner)
    answer = tool.client.get(f"{API}/decks/{deck.pk}/export/{kind}/", headers=tool.headers | {"Accept": accepted})
    assert (answer.status_code, answer.headers["Content-Type"].split(";")[0]) == (status, answered)


def test_own_decks_and_versions_are_paginated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.browse.public_decks.own_page.__kwdefaults__", {"size": 2, "after": ""})
    monkeypatch.setattr("decks.api.versions.VERSIONS_PER_PAGE", 2)
    owner = person()
    decks = [saved_deck(owner) for _ in range(5)]
    saved_deck(person("other"), visibility="public")
    tool, seen, after = Tool(owner), [], ""
    while True:
        page = tool.send("GET", f"/decks/?mine=1&after={after}")[1]
        seen += [deck["id"] for deck in page["decks"]]
        after = page["following"]
        if not after:
            break
    assert seen == [deck.pk for deck in reversed(decks)]
    assert tool.send("GET", "/decks/?mine=1&after=nowhere")[1]["sentences"]
    assert Tool().send("GET", "/decks/?mine=1")[1]["decks"] == []
    deck = decks[0]
    for number, card in enumerate(battle_cards(reference())[:3], start=1):
        version_save(deck=deck, author=owner, decklist=without(reference(), card), parent=number)
    path = f"/decks/{deck.pk}/versions/"
    assert [version["number"] for version in tool.send("GET", path)[1]] == [4, 3]
    assert [version["number"] for version in tool.send("GET", f"{path}?before=3")[1]] == [2, 1]
    assert tool.send("GET", f"{path}?before=x")[0] == 400


@pytest.mark.parametrize(("language", "words"), [("es", "copias"), ("it", "copie")])
def test_refusals_are_translated(language: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = person()
    tool = Tool(owner, language)
    status, body = tool.send("POST", "/decks/validate/", {"sections": {"battle": {"core-001": 10**9}}})
    assert (status, words in body["detail"], "1000000000" in body["detail"]) == (400, True, True)
    monkeypatch.setattr("decks.services.MAX_DECKS", 1)
    monkeypatch.setattr("decks.services.MAX_VERSIONS", 1)
    deck = saved_deck(owner)
    less = without(reference(), battle_cards(reference())[0])
    refused = [
        tool.send("POST", "/decks/", {"name": "Two", "sections": sections()}),
        tool.send("POST", f"/decks/{deck.pk}/fork/"),
        tool.send("POST", f"/decks/{deck.pk}/versions/", {"parent": 1, "text": render(less, system=SYSTEM)}),
        tool.send("POST", "/decks/parse/", {"text": '{"system": "chess", "sections": {}}'}),
        tool.send("POST", "/formats/", {"system": "chess", "base": "basic", "name": "x"}),
        *(
            tool.send("POST", "/decks/validate/", {"text": json.dumps({"sections": wrong})})
            for wrong in ([], {"battle": []}, {"": {}}, {"battle": {"x" * 99: 1}})
        ),
    ]
    for status, body in refused:
        assert status == 400
        english = ("You have", "This deck has", "There is no", "Sections are", "the cards of", "is no code")
        assert not any(word in body["detail"] for word in english), body


def test_conflicting_save_gets_409_with_both_changes() -> None:
    owner = person()
    deck, tool = saved_deck(owner), Tool(owner)
    first, second = battle_cards(reference())[:2]
    path = f"/decks/{deck.pk}/versions/"
    assert tool.send("POST", path, {"parent": 1, "text": render(without(reference(), first), system=SYSTEM)})[0] == 201
    status, body = tool.send("POST", path, {"parent": 1, "text": render(without(reference(), second), system=SYSTEM)})
    assert (status, body["current"]["number"]) == (409, 2)
    assert not {first, second} & set(body["merged"]["battle"])
    assert (
        Deck.objects.get(pk=deck.pk).draft.sections["battle"].keys()
        == dict(without(reference(), second).section("battle")).keys()
    )


def test_private_decks_of_others_are_not_found() -> None:
    deck = saved_deck(person())
    for tool in (Tool(person("herrick")), Tool()):
        for method, path in (
            ("GET", ""), ("GET", "versions/"), ("GET", "versions/1/"), ("GET", "diff/?before=1&after=1"),
            ("GET", "export/text/"), ("GET", "comments/"),
        ):  # fmt: skip
            assert tool.send(method, f"/decks/{deck.pk}/{path}")[0] == 404, path
    tool = Tool(person("zora"))
    for method, path in (
        ("PATCH", ""), ("DELETE", ""), ("POST", "fork/"), ("PUT", "like/"), ("POST", "links/"), ("GET", "links/"),
        ("POST", "versions/1/restore/"),
    ):  # fmt: skip
        assert tool.send(method, f"/decks/{deck.pk}/{path}", {} if method != "GET" else None)[0] == 404, path


def test_anonymous_users_may_only_read_public_decks() -> None:
    deck = saved_deck(person(), visibility="public")
    tool = Tool()
    assert tool.send("GET", f"/decks/{deck.pk}/")[0] == 200
    assert tool.send("DELETE", f"/decks/{deck.pk}/")[0] in (401, 403)
    assert tool.send("POST", "/decks/", {"name": "x", "sections": {}})[0] in (401, 403)


def test_validation_needs_no_login_and_is_translated() -> None:
    status, body = Tool(language="es").send("POST", "/decks/validate/", {"sections": {}})
    assert status == 200
    assert not body["legal"]
    codes = {problem["code"]: problem for problem in body["problems"]}
    assert codes.keys() == {"HERO_MISSING", "DECK_TOO_SMALL"}
    assert codes["HERO_MISSING"]["message"] == "El mazo no tiene héroe; necesita exactamente uno."
    assert all(problem["fixes"] for problem in body["problems"])
    status, body = Tool().send("POST", "/decks/validate/", {"text": encode(reference(), system=SYSTEM)})
    assert (status, body["legal"], body["content_hash"]) == (200, True, reference().content_hash)
    assert {"S-2.1", "S-2.4", "S-2.12"} <= {rule["rule"] for rule in body["rules"]}
    assert all(rule["kept"] for rule in body["rules"] if rule["binding"])


def test_house_format_life_cycle() -> None:
    tool = Tool(person())
    data = {"base": "basic", "name": "Giants", "params": {"least": 90, "most": 100}, "limits": {"core-146": 0}}
    status, created = tool.send("POST", "/formats/", data)
    assert status == 201, created
    status, body = Tool().send("POST", "/decks/validate/", {"sections": sections(), "format": created["code"]})
    assert "DECK_TOO_SMALL" in {problem["code"] for problem in body["problems"]}
    assert Tool().send("GET", f"/formats/{created['code']}/")[1]["params"]["least"] == 90
    status, changed = tool.send("PUT", f"/formats/{created['code']}/", data | {"params": {"least": 20}})
    assert (status, changed["params"]["least"]) == (200, 20)
    assert changed["version"] != created["version"]
    assert Tool(person("zora")).send("PUT", f"/formats/{created['code']}/", data)[0] == 404
    assert tool.send("POST", "/formats/", data | {"params": {"least": 10**12}})[0] == 400
    assert created["code"] in {row["code"] for row in tool.send("GET", "/formats/")[1]}
    assert {"basic", "online"} <= {row["code"] for row in Tool().send("GET", "/formats/")[1]}
    assert tool.send("DELETE", f"/formats/{created['code']}/")[0] == 204
    assert Tool().send("POST", "/decks/validate/", {"sections": {}, "format": created["code"]})[0] == 400


def test_house_format_names_its_base_in_lists_and_alone() -> None:
    tool = Tool(person())
    code = tool.send("POST", "/formats/", {"base": "basic", "name": "Ours"})[1]["code"]
    [listed] = [row for row in tool.send("GET", "/formats/")[1] if row["code"] == code]
    assert tool.send("GET", f"/formats/{code}/") == (200, listed)
    assert listed["base"] == "basic"
    assert tool.send("GET", "/formats/basic/")[1]["base"] == ""


def test_parsing_reports_every_unreadable_line() -> None:
    status, body = Tool().send(
        "POST", "/decks/parse/", {"text": "Hero\n1 Brissa de Molforn\nBattle deck\n2 Fierball\nFireball x2"}
    )
    assert status == 200
    (problem,) = body["problems"]
    assert (problem["params"]["line"], problem["params"]["suggestions"]) == (4, ["Fireball"])
    assert body["sections"]["battle"] == {"core-146": 2}


def test_likes_comments_and_reports() -> None:
    owner = person()
    deck = saved_deck(owner, visibility="public")
    fan, other = Tool(person("fan")), Tool(person("other"))
    assert fan.send("PUT", f"/decks/{deck.pk}/like/")[1] == {"likes": 1, "liked": True}
    assert fan.send("PUT", f"/decks/{deck.pk}/like/")[1]["likes"] == 1
    assert fan.send("DELETE", f"/decks/{deck.pk}/like/")[1] == {"likes": 0, "liked": False}
    data = {"text": "**Well** <script>alert(1)</script> [x](javascript:alert(1)) ![y](https://a.example/b.png)"}
    status, comment = fan.send("POST", f"/decks/{deck.pk}/comments/", data)
    assert status == 201
    assert "<strong>Well</strong>" in comment["html"]
    assert "<script" not in comment["html"]
    assert "javascript:" not in comment["html"].partition("href")[2]
    assert "<img" not in comment["html"]
    path = f"/decks/{deck.pk}/comments/{comment['id']}/"
    assert other.send("DELETE", path)[0] == 404
    assert other.send("POST", f"/decks/{deck.pk}/report/", {"reason": "rude", "comment": comment["id"]})[0] == 204
    assert Complaint.objects.get().comment_id == comment["id"]
    assert Tool(owner).send("DELETE", path)[0] == 204
    assert fan.send("GET", f"/decks/{deck.pk}/comments/")[1][0]["text"] == ""
    assert Comment.objects.get().text, "removed comments remain for staff"


def test_links_are_created_and_revoked() -> None:
    owner = person()
    deck, tool = saved_deck(owner), Tool(owner)
    status, link = tool.send("POST", f"/decks/{deck.pk}/links/", {})
    assert status == 201
    token = link["address"].rstrip("/").rpartition("/")[2]
    assert Tool().send("POST", "/decks/parse/", {"text": f"https://signum.example/s/{token}/"})[0] == 200
    assert tool.send("DELETE", f"/decks/{deck.pk}/links/{link['id']}/")[0] == 204
    status, body = Tool().send("POST", "/decks/parse/", {"text": f"/s/{token}/"})
    assert (status, token in body["detail"]) == (400, True)


@pytest.mark.parametrize(
    "data",
    [
        [], "x", 5, None, {}, {"text": ""}, {"text": 5}, {"sections": []},
        {"sections": {"battle": {"core-001": 10**9}}}, {"sections": {"battle": {"core-001": -1}}},
        {"sections": {"battle": {"a\x00": 1}}}, {"system": "chess"},
        {"text": "https://elsewhere.example/deck/1"}, {"text": "x" * 1_000_001}, {"sections": {"x" * 200: {}}},
        {"format": "casual", "sections": {}}, {"text": "{\"sections\": "}, {"text": "AAAAAAAAAAAAAAAAAAAAAAAAAAAA"},
        {"text": "\x00\x01\x02"}, {"text": "[" * 5000}, {"text": "{" * 5000}, {"text": "\u202eabc\u200b\ufeff"},
        {"text": "1 Fireball\n" * 10_000}, {"text": "1000000000 Fireball"}, {"text": "/decks/99999999999999999/"},
        {"text": "\ud800 Fireball"}, {"sections": {"\ud800": {}}}, {"sections": {}, "format": "\ud800"},
    ],
    ids=lambda data: repr(data)[:40],
)  # fmt: skip
def test_bad_input_is_answered_with_a_sentence(data: Any) -> None:
    for path in ("/decks/validate/", "/decks/parse/"):
        status, body = Tool().send("POST", path, data)
        assert status in (200, 400), body
        if status == 400:
            assert body


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(["text", "sections", "format", "system"]), st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)))  # fmt: skip
def test_any_request_is_answered(data: dict[str, Any]) -> None:
    for path in ("/decks/validate/", "/decks/parse/"):
        assert Tool().send("POST", path, data)[0] in (200, 400, 429)


def test_validation_takes_less_than_twenty_milliseconds() -> None:
    tool, data = Tool(), {"sections": sections()}
    tool.send("POST", "/decks/validate/", data)
    times = []
    for number in range(5):
        changed = {**data["sections"], "terrain": {f"core-{number + 1:03}": 1}}  # a deck that is not cached
        start = time.process_time()
        assert tool.send("POST", "/decks/validate/", {"sections": changed})[0] == 200
        times.append(time.process_time() - start)
    assert min(times) < 0.020


def test_decks_can_be_searched_by_format() -> None:
    visibility_set(deck=saved_deck(person()), visibility=Deck.Visibility.PUBLIC)
    status, page = Tool().send("GET", f"/decks/?format={SYSTEM.formats[0].code}")
    assert (status, len(page["decks"])) == (200, 1)


def test_field_errors_have_a_sentence() -> None:
    status, body = Tool(person()).send("POST", "/decks/", {"name": "x" * 500})
    assert (status, body["detail"].split(":")[0]) == (400, "name")
    assert body["name"]


def test_version_without_cards_is_refused() -> None:
    owner = person()
    deck, tool = saved_deck(owner), Tool(owner)
    status, answer = tool.send("POST", f"/decks/{deck.pk}/versions/", {"parent": 1})
    assert (status, answer["text"]) == (400, ["A version has cards: send them as “text” or as “sections”."])
    assert deck.versions.count() == 1
    assert tool.send("POST", f"/decks/{deck.pk}/versions/", {"parent": 1, "sections": {}})[0] == 201


def test_text_that_names_many_house_formats_takes_one_query_for_them() -> None:
    tool = Tool(person())
    codes = [tool.send("POST", "/formats/", {"base": "basic", "name": f"Ours {n}"})[1]["code"] for n in range(3)]
    text = "".join(f"// format: {code}\n" for code in [*codes, "h-unknown1", "h-unknown2"] * 5)
    with CaptureQueriesContext(connection) as queries:
        status, deck = tool.send("POST", "/decks/parse/", {"text": f"{text}1 Fireball"})
    assert (status, deck["format"]) == (200, codes[0])
    assert sum("decks_houseformat" in query["sql"] for query in queries) == 1
    reasons = [(problem["params"]["text"], problem["params"]["reason"]) for problem in deck["problems"][:4]]
    assert reasons == [
        (codes[1], "second_format"),
        (codes[2], "second_format"),
        ("h-unknown1", "unknown_format"),
        ("h-unknown2", "unknown_format"),
    ]
