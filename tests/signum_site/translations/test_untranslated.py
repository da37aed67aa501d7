"""No page shows English text in Spanish or Italian.

Each page is compared in all languages.
"""

import re
from dataclasses import replace
from functools import cache

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase

from signum_site import translations
from simulator.batches.request_parser import parse_batch_request
from simulator.batches.services import batch_cancel, batch_start
from simulator.engine.values import LANGUAGES, Words
from simulator.games.signum import SYSTEM
from simulator.models.batches import Batch
from tests.signum_site.permissions import VISITORS, lines
from tests.signum_site.translations.visible_text import visible_texts
from tests.signum_site.visitors import SECRET, House, house
from tests.simulator.batches.playing import play_all

__all__ = ["house"]

pytestmark = pytest.mark.django_db

MORE = (
    "/cards/?view=table",
    "/cards/?q=t:wizardry",
    "/cards/?q=nobody-is-called-this",
    "/decks/build/?d={code}",
    "/decks/build/?d={code}&tour=on",
    "/decks/build/?d={code}&tour=start",
    "/decks/public/?q=nothing",
    "/rules/signum/?q=backstab",
    "/nowhere/",
)
"""More states of pages, with other parameters."""

EMPTY = ("/decks/", "/collection/", "/reserve/", "/simulations/", "/account/")
"""Viewed by a user without any data."""

PROPER = {"Signum", "Legends of Signum", "Alegreya", "Alegreya Sans", "Huerta Tipográfica", "SIL Open Font License"}
CODES = {"API", "JSON", "CSV", "PDF", "QR", "OpenAPI", "Markdown", "EN", "XL", "kw:shot, t:spell cost<=2 …"}
WRITTEN = {"owner", "second", "staff", "Shelf", "mine", "Ours", "tool", "A remark", SECRET, "name", "notes"}
"""Texts written by users."""
WORD = re.compile(r"[^\W\d_]{2}")
LOOK_ALIKE = r"https?://\S+|\b[a-z]+-\d{3}\b|\bSR-\d+\b"
"""Addresses, and codes of cards and rulings."""


@pytest.fixture(scope="module")
def house_with_games(house: House) -> House:
    """The house with a finished simulation."""
    batch_cancel(Batch.objects.get(token=house.fixed["simulation"]))
    names = [{"reference": one.deck.name} for one in SYSTEM.reference_decks()[:2]]
    raw = {"deck": names[0], "against": names[1:], "games": 2, "policy": "greedy"}
    owner = house.people["owner"]
    played = play_all(batch_start(request=parse_batch_request(raw, user=owner), user=owner))
    return replace(house, fixed=house.fixed | {"simulation": played.token})


@cache
def same_in(language: str) -> re.Pattern[str]:
    """Matches text that is the same in English and the language.

    These are names, and strings translated to themselves.
    """
    entries = translations.read(translations.po_path(language))
    same = {entry.msgid for entry in entries if entry.msgid == entry.msgstr}
    groups = [group.terms for group in SYSTEM.glossary]
    words = [term.names for terms in groups for term in terms]
    words += [label for facet in SYSTEM.facets for label in facet.labels.values()]
    words += [Words(**{code: card.name(code) for code in LANGUAGES}) for card in SYSTEM.catalogue]
    names = {word.en for word in words if word.en == word[language]}
    names |= {one.deck.name for one in SYSTEM.reference_decks()} | {name for _code, name in settings.LANGUAGES}
    known = same | names | PROPER | CODES | WRITTEN | set(SYSTEM.policies)
    longest = sorted(known, key=len, reverse=True)
    return re.compile("|".join([LOOK_ALIKE, *(rf"(?<!\w){re.escape(text)}(?!\w)" for text in longest)]))


def pages() -> list[tuple[str, str]]:
    """Visitor and address of every page; the visitor is the first one who may see it."""
    views = []
    for line in lines():
        if line.method == "GET" and not line.address.startswith("/api/v1/") and "." not in line.address:
            allowed = [visitor for visitor, status in zip(VISITORS, line.expected, strict=True) if "200" in status]
            views += [(visitor, line.address) for visitor in allowed[:1]]
    return [*views, *(("owner", address) for address in MORE), *(("second", address) for address in EMPTY)]


def texts_of(response: HttpResponseBase) -> set[str]:
    response.close()
    is_page = isinstance(response, HttpResponse) and response.headers.get("Content-Type", "").startswith("text/html")
    return visible_texts(response.content.decode()) if is_page else set()


@pytest.mark.parametrize(("visitor", "address"), pages())
def test_no_text_is_left_in_english(house_with_games: House, visitor: str, address: str) -> None:
    with house_with_games.undone():
        client, filled = house_with_games.client(visitor), house_with_games.filled(address, "public")
        responses = {code: client.get(filled, headers={"Accept-Language": code}) for code in LANGUAGES}
        texts = {code: texts_of(response) for code, response in responses.items()}
    found = [
        f"{code}: {text}"
        for code in translations.LANGUAGES
        for text in sorted(texts["en"] & texts[code])
        if WORD.search(same_in(code).sub(" ", text))
    ]
    assert not found, "\n".join(found)


def test_visible_texts() -> None:
    page = """<html lang="es"><title>Mazo</title><p>Build <b>a deck</b></p><img alt="A hero"><code>q=1</code>
              <p lang="en">Rules</p><input type="submit" value="Save"><button value="x" aria-label="Add">+</button>"""
    assert visible_texts(page) == {"Mazo", "Build", "a deck", "A hero", "Save", "Add", "+"}


def test_names_do_not_count_as_english() -> None:
    assert not WORD.search(same_in("es").sub(" ", "Herrick · JSON · core-001"))
    assert WORD.search(same_in("es").sub(" ", "Herrick against the others"))
