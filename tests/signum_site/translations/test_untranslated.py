"""No page shows English strings in another language: all pages are compared."""

import re
from dataclasses import replace
from functools import cache

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase

from signum_site import translations
from simulator.batches.request import parse_batch_request
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
"""Pages whose address alone does not show what they can say."""

EMPTY = ("/decks/", "/collection/", "/reserve/", "/simulations/", "/account/")
"""Looked at by somebody who has nothing yet."""

PROPER = {"Signum", "Legends of Signum", "Alegreya", "Alegreya Sans", "Huerta Tipográfica", "SIL Open Font License"}
CODES = {"API", "JSON", "CSV", "PDF", "QR", "OpenAPI", "Markdown", "EN", "XL", "kw:shot, t:spell cost<=2 …"}
WRITTEN = {"owner", "second", "staff", "Shelf", "mine", "Ours", "tool", "A remark", SECRET, "name", "notes"}
"""What the people of the house have written."""
WORD = re.compile(r"[^\W\d_]{2}")
LOOK_ALIKE = r"https?://\S+|\b[a-z]+-\d{3}\b"
"""Addresses, and codes of cards."""


@pytest.fixture(scope="module")
def site_with_results(house: House) -> House:
    """The test data with a finished simulation."""
    batch_cancel(Batch.objects.get(token=house.fixed["simulation"]))
    names = [{"reference": one.deck.name} for one in SYSTEM.reference_decks()[:2]]
    raw = {"deck": names[0], "against": names[1:], "games": 2, "policy": "greedy"}
    owner = house.people["owner"]
    played = play_all(batch_start(asked=parse_batch_request(raw, user=owner), user=owner))
    return replace(house, fixed=house.fixed | {"simulation": played.token})


@cache
def same_in(language: str) -> re.Pattern[str]:
    """Texts that are the same in both languages: names, and some translations."""
    entries = translations.read(translations.po_path(language))
    said = {entry.msgid for entry in entries if entry.msgid == entry.msgstr}
    groups = [group.terms for group in SYSTEM.glossary]
    words = [term.names for terms in groups for term in terms]
    words += [label for facet in SYSTEM.facets for label in facet.labels.values()]
    words += [Words(**{code: card.name(code) for code in LANGUAGES}) for card in SYSTEM.catalogue]
    names = {each.en for each in words if each.en == each[language]}
    names |= {one.deck.name for one in SYSTEM.reference_decks()} | {name for _code, name in settings.LANGUAGES}
    known = said | names | PROPER | CODES | WRITTEN | set(SYSTEM.policies)
    longest = sorted(known, key=len, reverse=True)
    return re.compile("|".join([LOOK_ALIKE, *(rf"(?<!\w){re.escape(text)}(?!\w)" for text in longest)]))


def pages() -> list[tuple[str, str]]:
    """Which visitor opens which URL: the owner, or another who may."""
    found = []
    for line in lines():
        if line.method == "GET" and not line.address.startswith("/api/v1/") and "." not in line.address:
            seen = [visitor for visitor, status in zip(VISITORS, line.expected, strict=True) if "200" in status]
            found += [(visitor, line.address) for visitor in seen[:1]]
    return [*found, *(("owner", address) for address in MORE), *(("second", address) for address in EMPTY)]


def texts_of(answer: HttpResponseBase) -> set[str]:
    answer.close()
    is_page = isinstance(answer, HttpResponse) and answer.headers.get("Content-Type", "").startswith("text/html")
    return visible_texts(answer.content.decode()) if is_page else set()


@pytest.mark.parametrize(("visitor", "address"), pages())
def test_no_string_is_left_in_english(site_with_results: House, visitor: str, address: str) -> None:
    with site_with_results.undone():
        client, filled = site_with_results.client(visitor), site_with_results.filled(address, "public")
        answers = {code: client.get(filled, headers={"Accept-Language": code}) for code in LANGUAGES}
        texts = {code: texts_of(answer) for code, answer in answers.items()}
    found = [
        f"{code}: {text}"
        for code in translations.LANGUAGES
        for text in sorted(texts["en"] & texts[code])
        if WORD.search(same_in(code).sub(" ", text))
    ]
    assert not found, "\n".join(found)


def test_visible_text_is_found() -> None:
    page = """<html lang="es"><title>Mazo</title><p>Build <b>a deck</b></p><img alt="A hero"><code>q=1</code>
              <p lang="en">Rules</p><input type="submit" value="Save"><button value="x" aria-label="Add">+</button>"""
    assert visible_texts(page) == {"Mazo", "Build", "a deck", "A hero", "Save", "Add", "+"}


def test_english_words_are_distinguished_from_names() -> None:
    assert not WORD.search(same_in("es").sub(" ", "Herrick · JSON · core-001"))
    assert WORD.search(same_in("es").sub(" ", "Herrick against the others"))
