"""One deck, written in many ways, through every place that reads decks: always the same cards and the same problems."""

import html
import json
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from decks import decklists
from decks.builder.url_state import parse_address
from decks.management.commands.check_deck import read_file
from decks.models import Deck
from decks.social.share_links import link_create
from decks.transfer.exporter import export
from signum_site.accounts.services import token_create
from simulator.batches.selectors import DeckNotUsable, find_deck
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import DeckList, render
from simulator.games.signum import SYSTEM
from simulator.models.batches import Batch
from tests.decks.samples import person, reference, saved_deck

pytestmark = pytest.mark.django_db
DECK = reference()
OPPONENT = reference(1).name
CODE = encode(DECK, system=SYSTEM)
SECTIONS = decklists.sections_of(DECK)


def listed(line: Callable[[int, int, str], str], *, heading: str = "{}", language: str = "en") -> str:
    """The deck as headings and lines; `line` gets a running number, the count and the name."""
    lines, number = [], 0
    for section in SYSTEM.sections:
        lines += [heading.format(section.names[language]), ""]
        for code, count in DECK.section(section.code):
            number += 1
            lines.append(line(number, count, SYSTEM.catalogue[code].name(language)))
    return "\n".join(lines) + "\n"


def exported(kind: str) -> str:
    return export(DECK, kind=kind, system=SYSTEM, language="en").content


TEXTS = {
    "plain text": render(DECK, system=SYSTEM),
    "bullets": listed(lambda number, count, name: f"- {count} {name}", heading="⚔️ {}:"),
    "numbered": listed(lambda number, count, name: f"{number}. {count} {name}"),
    "counts behind": listed(lambda number, count, name: f"{name} ({count})", heading="{} (99)"),
    "table cells": listed(lambda number, count, name: f"| {count} | {name} |"),
    "emoji": listed(lambda number, count, name: f"🔥 {count}x {name} 🔥", heading="== {} =="),
    "Spanish": listed(lambda number, count, name: f"{count} {name}", language="es"),
    "CRLF and BOM": "\ufeff" + render(DECK, system=SYSTEM).replace("\n", "\r\n"),
    "code": CODE,
    "code in two lines": f"{CODE[:40]}\n{CODE[40:]}\n",
    "link to a code": f"https://signum.example/d/{CODE}/?name=Dawn",
    "builder link": f"https://signum.example{parse_address({'d': CODE, 'name': 'Dawn', 'q': 't:spell'}).url}",
    "link without https": f"signum.example:8000/d/{CODE}/print/",
    "JSON": exported("json"),
    "JSON with BOM": "\ufeff" + exported("json"),
    "CSV": exported("csv"),
    "CSV of a spreadsheet": "\ufeff" + exported("csv").replace(",", ";").replace("\n", "\r\n"),
    "Markdown": exported("markdown"),
    "other Markdown": listed(lambda number, count, name: f"* {name} ({count})", heading="### {}"),
}


@dataclass(frozen=True)
class Answer:
    """What a door says: the hash of the deck it read, or why not, with the codes of the problems of reading."""

    content_hash: str = ""
    sentence: str = ""
    problems: tuple[str, ...] = ()


class Doors:
    """Every place that reads decks. Each method gets what a user or tool sends."""

    def __init__(self, folder: Path) -> None:
        self.owner = person()
        token = token_create(user=self.owner, name="tool")
        self.tool = Client(headers={"Authorization": f"Bearer {token}"})
        self.browser = Client()
        self.browser.force_login(self.owner)
        self.file = folder / "deck.txt"

    def import_page(self, text: str) -> Answer:
        page = self.browser.post(reverse("deck_import"), {"given": text})
        if page.status_code == 400:
            return Answer(sentence=page.context["refused"])
        unread = [line.sentence for line in page.context["unread"]]
        return Answer(page.context["shown"].decklist.content_hash, " ".join(unread))

    def parse(self, data: dict[str, Any]) -> Answer:
        return self._answer(self._send("decks/parse/", data))

    def validate(self, data: dict[str, Any]) -> Answer:
        return self._answer(self._send("decks/validate/", data))

    def save(self, data: dict[str, Any]) -> Answer:
        return self._answer(self._send("decks/", {"name": "Saved", **data}))

    def version(self, data: dict[str, Any]) -> Answer:
        deck = saved_deck(self.owner, DeckList(system="signum", format="basic", name="Empty"))
        return self._answer(self._send(f"decks/{deck.pk}/versions/", {"parent": 1, **data}))

    def simulation(self, data: dict[str, Any]) -> Answer:
        body = {"deck": data, "against": [{"reference": OPPONENT}], "games": 2}
        answer = self._send("simulations/", body)
        if "matchups" in answer:
            return Answer(answer["matchups"][0]["first"]["content_hash"])
        problems = answer["problems"][0].get("problems", [])
        return Answer(sentence=answer["detail"], problems=_codes(problems))

    def form(self, text: str) -> Answer:
        fields = {"deck": "text", "text": text, "kind": "chosen", "others": [f"reference:{OPPONENT}"], "games": "200"}
        page = self.browser.post(reverse("simulation_new"), fields | {"policy": "greedy-2", "seed": "1"})
        if page.status_code == 400:
            return Answer(sentence=html.unescape(str(page.context["form"].errors)))
        batch = Batch.objects.latest("created_at")
        return Answer(batch.entrants.get(number=0).content_hash)

    def check_deck(self, text: str) -> Answer:
        self.file.write_text(text, encoding="utf-8", newline="")
        out, err = StringIO(), StringIO()
        try:
            call_command("check_deck", str(self.file), "--json", stdout=out, stderr=err)
        except SystemExit as error:
            if error.code == 2:
                return Answer(sentence=err.getvalue())
        (report,) = json.loads(out.getvalue())
        deck = read_file(str(self.file), system=SYSTEM).deck
        sentences = " ".join(problem["message"] for problem in report["problems"])
        return Answer(deck.content_hash, sentences, _codes(report["problems"]))

    def simulate(self, text: str) -> Answer:
        self.file.write_text(text, encoding="utf-8", newline="")
        try:
            return Answer(find_deck(str(self.file), system=SYSTEM).content_hash)
        except DeckNotUsable as error:
            return Answer(sentence=str(error))

    def _send(self, path: str, data: dict[str, Any]) -> Any:
        answer = self.tool.post(f"/api/v1/{path}", json.dumps(data), content_type="application/json")
        assert answer.status_code in (200, 201, 400), answer.content
        return answer.json()

    def _answer(self, body: Any) -> Answer:
        problems = body.get("problems", [])
        sentences = " ".join(problem["message"] for problem in problems)
        return Answer(body.get("content_hash", ""), f"{body.get('detail', '')} {sentences}", _codes(problems))


def _codes(problems: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(problem["code"] for problem in problems if "line" in problem["params"])


# Pages and commands take text only, not sections.
TEXT_DOORS = ("import_page", "form", "check_deck", "simulate")
DATA_DOORS = ("parse", "validate", "save", "version", "simulation")


@pytest.fixture
def doors(tmp_path: Path) -> Doors:
    return Doors(tmp_path)


def enter(doors: Doors, door: str, text: str) -> Answer:
    sent: Any = text if door in TEXT_DOORS else {"text": text}
    answer: Answer = getattr(doors, door)(sent)
    return answer


def enter_all(doors: Doors, text: str) -> dict[str, Answer]:
    return {door: enter(doors, door, text) for door in TEXT_DOORS + DATA_DOORS}


def assert_read(answers: dict[str, Answer]) -> None:
    assert {door: answer for door, answer in answers.items() if answer.content_hash != DECK.content_hash} == {}


@pytest.mark.parametrize("way", TEXTS)
def test_the_same_deck_through_every_door(doors: Doors, way: str) -> None:
    answers = enter_all(doors, TEXTS[way])
    assert_read(answers)
    assert {answer.problems for answer in answers.values()} == {()}


def test_sections_through_every_door_that_takes_data(doors: Doors) -> None:
    assert_read({door: getattr(doors, door)({"sections": SECTIONS}) for door in DATA_DOORS})


def test_links_to_saved_decks_through_every_door(doors: Doors) -> None:
    deck = saved_deck(person("other"), visibility="public")
    shared = link_create(deck=saved_deck(person("third")))
    for link in (f"/decks/{deck.pk}/", f"https://a.example/decks/{deck.pk}/1/", f"/s/{shared.token}/"):
        assert_read(enter_all(doors, link))


@pytest.mark.parametrize("source", [CODE, f"/d/{CODE}/", TEXTS["builder link"]])
def test_commands_take_codes_and_links_as_arguments(source: str) -> None:
    assert find_deck(source, system=SYSTEM).content_hash == DECK.content_hash


def test_warnings_stop_nothing(doors: Doors) -> None:
    """A skipped heading of a table is told and does not make the deck unreadable."""
    rows = [
        f"{count};{SYSTEM.catalogue[code].names.en}" for cards in SECTIONS.values() for code, count in cards.items()
    ]
    answers = enter_all(doors, "\n".join(["Quantity;Card", *rows]))
    assert_read(answers)
    assert answers["parse"].problems == answers["validate"].problems == answers["check_deck"].problems == ("BAD_LINE",)


BAD = {
    "a misspelt card": ("Hero\n1 Herrick\n- 2 Fierball\n", "Fierball"),
    "another game's heading": ("Hero\n1 Herrick\nSideboard (15)\n", "Sideboard"),
    "too many copies": ("1000000000 Fireball", "1000000000 Fireball"),
    "other digits": ("Hero\n٣ Fireball\n", "٣ Fireball"),
    "no word": ("Hero\n???\n", "???"),
    "unknown format": ("// format: nonsense\nHero\n", "nonsense"),
    "a mistyped code": (f"{CODE[:-3]}AAA", "checksum"),
    "another site": ("https://elsewhere.example/deck/1", "https://elsewhere.example/deck/1"),
    "no deck behind": ("/decks/99999/", "/decks/99999/"),
    "an empty builder": ("https://signum.example/decks/build/?in=hero", "/decks/build/?in=hero"),
    "JSON with too many": ('{"sections": {"battle": {"core-146": 1000}}}', "1000 copies"),
    "JSON of another game": ('{"system": "chess", "sections": {}}', "chess"),
    "broken JSON": ('{"sections": ', "JSON"),
    "a row with an unknown card": ("section,count,code,name\nbattle,2,core-999,Nothing\n", "core-999"),
    "a row with an unknown section": ("section,count,code,name\nattic,2,core-146,Fireball\n", "attic"),
    "control characters": ("Hero\n1 Fire\x07ball\n", "ine 2"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_quoted_by_every_door(doors: Doors, case: str) -> None:
    text, quoted = BAD[case]
    answers = enter_all(doors, text)
    assert {door: answer for door, answer in answers.items() if quoted not in answer.sentence} == {}
    assert len({answers[door].problems for door in (*DATA_DOORS, "check_deck")}) == 1, "the same problems everywhere"
    assert not Deck.objects.exclude(name="Empty").exists()
    assert not Batch.objects.exists()


@pytest.mark.parametrize(
    ("visibility", "system", "quoted"), [("private", "signum", "/decks/"), ("public", "chess", "chess")]
)
def test_decks_that_are_private_or_of_a_missing_game_are_refused(
    doors: Doors, visibility: str, system: str, quoted: str
) -> None:
    deck = saved_deck(person("other"), visibility=visibility, system=system)
    answers = enter_all(doors, f"/decks/{deck.pk}/")
    assert {answer.content_hash for answer in answers.values()} == {""}
    assert {door for door, answer in answers.items() if quoted not in answer.sentence} == set()


@pytest.mark.parametrize("sections", [[], {"battle": []}, {"battle": {"core-146": "many"}}, {"battle": {"": 1}}, 5])
def test_bad_sections_are_refused_with_a_sentence(doors: Doors, sections: Any) -> None:
    sentences = {door: getattr(doors, door)({"sections": sections}).sentence.strip() for door in DATA_DOORS}
    assert len(set(sentences.values())) == 1
    assert sentences["parse"].endswith(".")


@pytest.mark.parametrize("sent", [{"text": CODE}, {"text": TEXTS["plain text"]}, {"sections": SECTIONS}])
def test_the_format_that_was_sent_counts(doors: Doors, sent: dict[str, Any]) -> None:
    doors.save(sent | {"format": "online"})
    deck = Deck.objects.get()
    assert deck.current is not None
    assert deck.current.format == "online"


@pytest.mark.parametrize("format", ["h-\0", "x" * 61, "a\nb"])
def test_a_bad_format_is_refused(doors: Doors, format: str) -> None:
    answers = {door: getattr(doors, door)({"text": CODE, "format": format}) for door in DATA_DOORS}
    assert {answer.content_hash for answer in answers.values()} == {""}
    assert not Batch.objects.exists()
