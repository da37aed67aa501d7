"""docs/api.md: every example is sent in order and gets the documented response."""

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
from simulator.batches.ownership import StartThrottle
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


def examples() -> list[Example]:
    """All `$ curl` commands with the lines up to the next one.

    `# 201` is the status, if it is not 200.
    """
    found = []
    for block in re.finditer(r"^```console\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE):
        for part in re.finditer(r"^\$ (curl(?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", block[1], re.MULTILINE):
            status = re.match(r"# (\d{3})\n", part[2])
            line = TEXT.count("\n", 0, block.start(1) + part.start()) + 1
            answer = part[2][status.end() :] if status else part[2]
            found.append(Example(line, part[1], int(status[1]) if status else 200, answer.strip()))
    return found


def sent(client: Client, command: str, known: dict[str, str]) -> HttpResponse:
    """Send what curl would send."""
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


def differs(expected: Any, told: Any, known: dict[str, str], where: str = "answer") -> str:
    """Describe how the response differs from the document, or return nothing.

    `$NAME` is stored at first, and compared later.
    """
    if expected == ANYTHING:
        return ""
    if isinstance(expected, str) and re.fullmatch(r"\$[A-Z]+", expected):
        learned = known.setdefault(expected[1:], str(told))
        return "" if learned == str(told) else f"{where}: {told!r} instead of {learned!r}"
    if isinstance(expected, dict) and isinstance(told, dict):
        missing = sorted(expected.keys() - told.keys())
        found = (differs(one, told[name], known, f"{where}.{name}") for name, one in expected.items() if name in told)
        return f"{where}: without {missing}" if missing else next(filter(None, found), "")
    if isinstance(expected, list) and isinstance(told, list):
        if len(told) < len(expected) or (not expected and told):
            return f"{where}: {told!r} instead of {expected!r}"
        found = (differs(one, told[number], known, f"{where}[{number}]") for number, one in enumerate(expected))
        return next(filter(None, found), "")
    if isinstance(expected, str) and expected.endswith(ANYTHING) and str(told).startswith(expected[:-1]):
        return ""
    return "" if expected == told else f"{where}: {told!r} instead of {expected!r}"


def work_is_done() -> None:
    """Do the work of the workers between two requests."""
    for batch in Batch.objects.active():
        play_all(batch)
    for run in RatingRun.objects.all():
        ratings_fit(run)


@pytest.mark.django_db
def test_every_example_gets_the_documented_response(client: Client) -> None:
    catalogue_load(system=games.system("signum"))
    user = User.objects.create_user("vera", email="vera@signum.example")
    known = {"SITE": "", "TOKEN": token_create(user=user, name="docs")}
    for example in examples():
        answer = sent(client, example.command, known)
        where = f"docs/api.md, line {example.line}: {example.command}"
        content = b"".join(answer) if answer.streaming else answer.content
        assert answer.status_code == example.status, f"{where}\n{content[:400]!r}"
        if example.answer.startswith(("{", "[")):
            difference = differs(json.loads(example.answer), json.loads(content), known)
            assert difference == "", f"{where}\n{difference}"
        elif answer.headers["Content-Type"] != example.answer:
            assert content.decode().strip() == example.answer, where
        work_is_done()


def test_the_document_covers_every_group_of_the_api() -> None:
    named = set(re.findall(r"\$SITE/api/v1/([a-z]+)/", TEXT))
    assert named >= {
        "cards", "sets", "keywords", "formats", "decks", "collection", "reserve", "simulations", "ratings", "me"
    }  # fmt: skip
    assert len(examples()) > 25


@pytest.mark.django_db
def test_the_document_names_the_rate_limit_headers(client: Client) -> None:
    headers = client.get("/api/v1/sets/").headers
    named = set(re.findall(r"`(RateLimit-\w+)`", TEXT))
    assert named == {name for name in headers if name.startswith("RateLimit-")}


def test_the_document_names_the_rate_limits() -> None:
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    often = TEXT.split("## How often")[1]
    for rate in [rates["anon"], rates["user"], *StartThrottle.rates.values()]:
        number, _slash, unit = rate.partition("/")
        assert f"{number} {'an hour' if unit.startswith('h') else 'a minute'}" in often
