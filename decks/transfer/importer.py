"""Deck import from text, files and links to this site; API requests too.

What a text means is the engine's read_deck. Only what needs the site is here: house formats, uploads, and addresses of
its decks, which are resolved locally and never fetched from another host.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, parse_qs, urlsplit

from django.utils.translation import gettext as _

from collection.games import first_game, games_in_order
from decks import decklists
from decks.models import MAX_CODE_LENGTH, Deck
from decks.rules.house_formats import formats_in_text
from decks.social.share_links import deck_for_token
from simulator import games
from simulator.engine.decks.code import DeckCodeError, decode
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.lexer import MAX_NAME_LENGTH
from simulator.engine.decks.normalization import is_document
from simulator.engine.decks.plain_data import DeckDataError
from simulator.engine.decks.reader import DeckReading, game_of_list, read_deck
from simulator.engine.game_system import GameSystem
from simulator.engine.values import tidy

if TYPE_CHECKING:
    from decks.models import Visitor

MAX_BYTES = 1_000_000
_LIMITS = {"system": MAX_CODE_LENGTH, "format": MAX_CODE_LENGTH, "name": MAX_NAME_LENGTH, "text": MAX_BYTES}
_LINK = re.compile(r"https?://\S+|(?:[\w.-]+(?::[0-9]+)?)?/(?:d|s|decks)/\S*")
_PATHS = re.compile(
    r"/(?:d/(?P<code>[\w-]+)|s/(?P<token>[\w-]+)|decks/(?P<pk>\d{1,18})(?:/(?P<number>\d{1,9}))?|(?P<builder>decks/build))"
    r"(?:/(?![\d-])[\w.-]*)?/?"
)


class ImportRefused(ValueError):
    """Raised for input without a deck; the message says why and what would work."""


def decode_text(content: bytes) -> str:
    """Decode a file in UTF-8, or in UTF-16 with a mark as spreadsheets write it."""
    if len(content) > MAX_BYTES:
        raise ImportRefused(_("This file is larger than a megabyte: that is no decklist."))
    if is_document(content):
        raise ImportRefused(
            _("This is a file of a spreadsheet or document, not a list: save it as CSV or text, and choose that.")
        )
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        sentence = _("This file is not text: byte %(byte)s cannot be read as UTF-8.") % {"byte": error.start + 1}
        raise ImportRefused(sentence) from error
    if text.count("\x00") > 3:
        raise ImportRefused(_("This file is not text but something else, a picture or a program perhaps."))
    return text


def deck_import(
    text: str, *, user: "Visitor", system: GameSystem | None = None, likely: GameSystem | None = None
) -> DeckReading:
    """Read a deck from any text or link; raise ImportRefused if there is none.

    Pages, API and commands all read decks here. A list that names no game is of the game `system`; without one, of the
    game `likely` or the first game, unless another game reads more of its lines.
    """
    if len(text) > MAX_BYTES:
        raise ImportRefused(_("This text is longer than a million characters: that is no decklist."))
    word = text.removeprefix("\ufeff").strip()
    if not word:
        raise ImportRefused(_("There is nothing to read: paste a list, a deck code or a link."))
    try:
        if is_link(word):
            return DeckReading(_deck_of_link(word, user=user))
        if system is not None:
            return _read(text, system)
        return _read_as_likeliest(text, likely or first_game())
    except DeckCodeError as error:
        raise ImportRefused(code_sentence(error)) from error
    except DeckDataError as error:
        raise ImportRefused(decklists.data_sentence(error)) from error
    except decklists.NotADeckList as error:
        raise ImportRefused(str(error)) from error


def _read(text: str, system: GameSystem) -> DeckReading:
    systems = games.systems()
    named, _rest = game_of_list(text, default=system, systems=systems)
    return read_deck(text, system=system, systems=systems, further=formats_in_text(text, system=named))


def _read_as_likeliest(text: str, likely: GameSystem) -> DeckReading:
    """Read a text as a deck of the likely game, or of another game that reads strictly more of its lines."""
    best = _read(text, likely)
    for system in games_in_order() if _unread(best) else ():
        reading = _read(text, system)
        if _unread(reading) < _unread(best):
            best = reading
    return best


def _unread(reading: DeckReading) -> int:
    return len({problem.params.get("line") for problem in reading.problems if problem.severity == "error"})


def is_link(word: str) -> bool:
    return _LINK.fullmatch(word) is not None


def deck_of_data(data: Mapping[str, Any], *, user: "Visitor") -> DeckReading:
    """Read the deck of an API request: its `text` or `sections`, with `system`, `format` and `name` if given."""
    code, format, name = (_text_field(data, field) for field in ("system", "format", "name"))
    try:
        system = decklists.get_system(code or first_game().code)
        if "text" in data:
            reading = deck_import(_text_field(data, "text"), user=user, system=system)
        else:
            default = system.formats[0].code
            reading = DeckReading(decklists.from_sections(data.get("sections", {}), system=system.code, format=default))
    except decklists.NotADeckList as error:
        raise ImportRefused(str(error)) from error
    deck = replace(reading.deck, format=format) if format else reading.deck
    return replace(reading, deck=decklists.with_name(deck, name))


def _text_field(data: Mapping[str, Any], field: str) -> str:
    value, most = data.get(field, ""), _LIMITS[field]
    if not isinstance(value, str) or len(value) > most or (field == "format" and value != tidy(value)):
        sentence = _("%(given)s is no %(field)s: that is a text of at most %(most)s characters.")
        raise ImportRefused(sentence % {"given": repr(value)[:80], "field": field, "most": most})
    return value


def deck_of_code(code: str) -> DeckList:
    """Decode a deck code; raise ImportRefused in the user's language."""
    try:
        return decode(code, systems=games.systems())
    except DeckCodeError as error:
        raise ImportRefused(code_sentence(error)) from error


def code_sentence(error: DeckCodeError) -> str:
    return {
        "too_long": _("This is longer than any deck code."),
        "bad_character": _("This is no deck code: those have only letters, digits, - and _."),
        "no_code": _("This is no deck code, or its beginning is missing or mistyped: copy it again, whole."),
        "version": _("This deck code was made by a newer version of the site than this one."),
        "checksum": _("The checksum of this deck code is wrong: a character is missing or mistyped."),
        "system": _("This deck code is for a game that is not here."),
    }.get(error.reason, _("This deck code ends too early or contradicts itself."))


def _deck_of_link(link: str, *, user: "Visitor") -> DeckList:
    """Return the deck behind an address of this site; the host does not matter, because nothing is fetched."""
    address = _split_link(link)
    match = _PATHS.fullmatch(address.path) if address is not None else None
    if address is None or match is None:
        raise ImportRefused(_("“%(link)s” is not the address of a deck on this site.") % {"link": tidy(link[:120])})
    query = {name: values[0] for name, values in parse_qs(address.query).items()}
    code = match["code"] or (query.get("d") if match["builder"] else None)
    deck = deck_of_code(code) if code else _saved_deck(match, user=user)
    if deck is None:
        raise ImportRefused(_("Behind “%(link)s” there is no deck that you may see.") % {"link": tidy(link[:120])})
    return decklists.with_name(deck, query.get("name", "")) if code else deck


def _split_link(link: str) -> SplitResult | None:
    has_host = link.startswith(("http://", "https://", "/"))
    try:
        return urlsplit(link if has_host else f"//{link}")
    except ValueError:
        return None  # "http://[" is not a valid URL


def _saved_deck(match: re.Match[str], *, user: "Visitor") -> DeckList | None:
    if match["token"]:
        deck = deck_for_token(match["token"])
    elif match["pk"]:
        deck = Deck.objects.visible_to(user).select_related("current").filter(pk=int(match["pk"])).first()
    else:
        return None
    version = deck.current if deck is not None else None
    if deck is not None and match["number"]:
        version = deck.versions.filter(number=int(match["number"])).first()
    if deck is None or version is None:
        return None
    decklists.get_system(deck.system)  # its game may no longer be installed
    return decklists.of_version(version)
