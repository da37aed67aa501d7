"""Every example in docs/api.md is sent, and must match its response."""

import json
import re
import shlex
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from collection.services import catalogue_load
from signum_site.accounts.models import User
from signum_site.accounts.services import token_create
from simulator import games
from simulator.batches.visitors import StartThrottle
from simulator.models.batches import Batch
from simulator.models.ratings import RatingRun
from simulator.ratings.services import ratings_fit
from tests.simulator.batches.playing import play_all

TEXT = (settings.BASE_DIR / "docs/api.md").read_text(encoding="utf-8")
ANYTHING = "…"


@dataclass(frozen=True)
class Example:
    line: int
    command: str
    status: int
    answer: str


def parse_examples() -> list[Example]:
    """Every `$ curl` with its expected response.

    `# 201` is the status, if it is not 200.
    """
    examples = []
    for block in re.finditer(r"^```console\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE):
        for part in re.finditer(r"^\$ (curl(?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", block[1], re.MULTILINE):
            status = re.match(r"# (\d{3})\n", part[2])
            line = TEXT.count("\n", 0, block.start(1) + part.start()) + 1
            answer = part[2][status.end() :] if status else part[2]
            examples.append(Example(line, part[1], int(status[1]) if status else 200, answer.strip()))
    return examples


def send_command(client: Client, command: str, known: dict[str, str]) -> HttpResponse:
    """Sends what curl would send."""
    filled = re.sub(r"\$([A-Z]+)", lambda name: known[name[1]], command.replace("\\\n", " "))
    words = shlex.split(filled)[1:]
    method, headers, body, url = "", {}, None, ""
    while words:
        match words.pop(0):
            case "-s":
                pass
            case "-o":
                words.pop(0)
            case "-X":
                method = words.pop(0)
            case "-H":
                name, _colon, value = words.pop(0).partition(": ")
                headers[name] = value
            case "-d":
                body = words.pop(0)
            case address:
                url = address
    assert url.startswith("/"), f"{url} does not begin with $SITE"
    kind = headers.pop("Content-Type", "application/json")
    return client.generic(method or ("POST" if body is not None else "GET"), url, body or "", kind, headers=headers)


def find_difference(expected: Any, actual: Any, known: dict[str, str], where: str = "answer") -> str:
    """The first difference between the response and the document, or nothing.

    `$NAME` is learned at its first use, and must be the same later.
    """
    if expected == ANYTHING:
        return ""
    if isinstance(expected, str) and re.fullmatch(r"\$[A-Z]+", expected):
        learned = known.setdefault(expected[1:], str(actual))
        return "" if learned == str(actual) else f"{where}: {actual!r} instead of {learned!r}"
    if isinstance(expected, dict) and isinstance(actual, dict):
        missing = sorted(expected.keys() - actual.keys())
        if missing:
            return f"{where}: without {missing}"
        differences = (
            find_difference(value, actual[name], known, f"{where}.{name}") for name, value in expected.items()
        )
        return next(filter(None, differences), "")
    if isinstance(expected, list) and isinstance(actual, list):
        if len(actual) < len(expected) or (not expected and actual):
            return f"{where}: {actual!r} instead of {expected!r}"
        differences = (find_difference(value, actual[n], known, f"{where}[{n}]") for n, value in enumerate(expected))
        return next(filter(None, differences), "")
    if isinstance(expected, str) and expected.endswith(ANYTHING) and str(actual).startswith(expected[:-1]):
        return ""
    return "" if expected == actual else f"{where}: {actual!r} instead of {expected!r}"


def run_workers() -> None:
    """Does the work that workers would do between two requests."""
    for batch in Batch.objects.active():
        play_all(batch)
    for run in RatingRun.objects.all():
        ratings_fit(run)


@pytest.mark.django_db
def test_every_example_gets_the_documented_response(client: Client) -> None:
    catalogue_load(system=games.system("signum"))
    user = User.objects.create_user("vera", email="vera@signum.example")
    known = {"SITE": "", "TOKEN": token_create(user=user, name="docs")}
    for example in parse_examples():
        answer = send_command(client, example.command, known)
        where = f"docs/api.md, line {example.line}: {example.command}"
        content = b"".join(answer) if answer.streaming else answer.content
        assert answer.status_code == example.status, f"{where}\n{content[:400]!r}"
        if example.answer.startswith(("{", "[")):
            difference = find_difference(json.loads(example.answer), json.loads(content), known)
            assert difference == "", f"{where}\n{difference}"
        elif answer.headers["Content-Type"] != example.answer:
            assert content.decode().strip() == example.answer, where
        run_workers()


def test_document_covers_every_part_of_the_api() -> None:
    named = set(re.findall(r"\$SITE/api/v1/([a-z]+)/", TEXT))
    assert named >= {
        "cards", "sets", "keywords", "formats", "decks", "collection", "reserve", "simulations", "ratings", "me"
    }  # fmt: skip
    assert len(parse_examples()) > 25


@pytest.mark.django_db
def test_document_names_the_rate_limit_headers(client: Client) -> None:
    headers = client.get("/api/v1/sets/").headers
    named = set(re.findall(r"`(RateLimit-\w+)`", TEXT))
    assert named == {name for name in headers if name.startswith("RateLimit-")}


def test_document_states_the_rate_limits() -> None:
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    often = TEXT.split("## How often")[1]
    for rate in [rates["anon"], rates["user"], *StartThrottle.rates.values()]:
        number, _slash, unit = rate.partition("/")
        assert f"{number} {'an hour' if unit.startswith('h') else 'a minute'}" in often
