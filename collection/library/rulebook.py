"""A game's rules reference (docs/rules/<game>.md) as chapters and rules.

The reference is in English.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from simulator import games
from simulator.engine.cards.card import CardSpec
from simulator.engine.game_system import GameSystem
from simulator.engine.values import fold

FOLDERS: Final = (Path("docs/rules"), Path("signum_site/rules"))
"""In the repository, and where the site is installed as a package."""
_ID: Final = r"[A-Z]{1,2}-\d+(?:\.\d+)?[a-z]?"
_END: Final = r"(?![-\w]|\.\d)"
"""An id is a whole word, and no part of a code with hyphens."""
_LEADING_ID: Final = re.compile(rf"({_ID}){_END}\s*")
_BOLD_ID: Final = re.compile(rf"\*\*({_ID})\.?\*\*\.?\s*")
_CLOSINGS: Final = {
    "list_item_open": ("list_item_close", "rule-item"),
    "tr_open": ("tr_close", "rule-row"),
    "paragraph_open": ("paragraph_close", "rule-item"),
}
_ID_COLUMN: Final = "id"
"""The heading of a column with ids; the first column needs none."""
_CITED: Final = re.compile(rf"(?<![-\w]){_ID}{_END}")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its text as HTML and as plain text, and the rules it cites."""

    id: str
    chapter: str
    html: SafeString
    plain: str
    cites: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The beginning of the rule, for lists."""
        return self.plain if len(self.plain) <= 160 else f"{self.plain[:157].rsplit(' ', 1)[0]} …"


@dataclass(slots=True)
class Chapter:
    id: str
    title: str
    html: SafeString
    rules: list[Rule] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RulesReference:
    title: str
    preface: SafeString
    chapters: tuple[Chapter, ...]
    rules: dict[str, Rule]

    def rule(self, id: str) -> Rule | None:
        """Return the rule with this id, in any case."""
        return self.rules.get(id.upper()) or self.rules.get(f"{id[:-1].upper()}{id[-1:].lower()}")

    def find(self, text: str) -> list[Rule]:
        """Return the rules that contain every word; the rule with this id comes first."""
        words = fold(text).split()
        matches = [
            rule for rule in self.rules.values() if all(word in fold(f"{rule.id} {rule.plain}") for word in words)
        ]
        return sorted(matches, key=lambda rule: fold(rule.id) != fold(text))

    def citing(self, rule: Rule) -> list[Rule]:
        return [other for other in self.rules.values() if rule.id in other.cites]


@dataclass(frozen=True, slots=True)
class Page:
    """The page of a reference, which renders its parts."""

    markdown: MarkdownIt
    system: str
    anchors: dict[str, str]
    """Where each id leads on the page; other ids are no links."""

    def render(self, tokens: list[Token], address: str = "") -> SafeString:
        """Render tokens as HTML; each id of a rule becomes a link to it, on the page at this address."""
        for token in tokens:
            for child in token.children or ():
                if child.type == "text":
                    child.type = "rule_text"
        renderer, env = self.markdown.renderer, {"page": address, "anchors": self.anchors}
        renderer.rules["rule_text"] = _link_rules  # type: ignore[attr-defined]
        return mark_safe(renderer.render(tokens, self.markdown.options, env))  # noqa: S308 (the project's own document)


def _link_rules(tokens: list[Token], position: int, options: object, env: dict[str, Any]) -> str:
    def link(match: re.Match[str]) -> str:
        anchor = env["anchors"].get(match[0])
        return f'<a href="{env["page"]}#{anchor}">{match[0]}</a>' if anchor else match[0]

    return _CITED.sub(link, str(escape(tokens[position].content)))


def rules_reference(system: str) -> RulesReference | None:
    """Return the rules reference of a game, or None."""
    if not re.fullmatch(r"[a-z0-9_-]+", system):
        return None
    paths = (settings.BASE_DIR / folder / f"{system}.md" for folder in FOLDERS)
    path = next((path for path in paths if path.is_file()), None)
    return _parse_reference(path, path.stat().st_mtime_ns) if path is not None else None


def rules_references() -> list[tuple[GameSystem, RulesReference]]:
    """Return every game that has a rules reference, with it."""
    return [
        (system, reference)
        for system in games.systems().values()
        if (reference := rules_reference(system.code)) is not None
    ]


def explained_cards(system: str, rule: str) -> list[CardSpec]:
    """Return the cards that a rule explains."""
    game = games.systems().get(system)
    return [card for card in game.catalogue if rule in game.rules_of(card)] if game is not None else []


@lru_cache(maxsize=8)
def _parse_reference(path: Path, changed: int) -> RulesReference:
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    opening, parts = _split_chapters(tokens)
    anchors = _chapter_anchors(parts)
    page = Page(markdown, path.stem, _rule_anchors(parts, anchors))
    chapters = tuple(_parse_chapter(page, body, anchor) for body, anchor in zip(parts, anchors, strict=True))
    rules = {rule.id: rule for chapter in chapters for rule in chapter.rules}
    has_title = bool(opening) and opening[0].type == "heading_open"
    preface = page.render(opening[3:] if has_title else opening)
    return RulesReference(_title(opening) if has_title else path.stem, preface, chapters, rules)


def _split_chapters(tokens: list[Token]) -> tuple[list[Token], list[list[Token]]]:
    """Split the document at headings of the first and second level: the title with its preface, and the chapters.

    A document without headings is all preface.
    """
    headings = [
        start for start, token in enumerate(tokens) if token.type == "heading_open" and token.tag in ("h1", "h2")
    ]
    starts = [0, *(start for start in headings if start > 0)]
    opening, *parts = [tokens[start:end] for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True)]
    return opening, parts


def _chapter_anchors(parts: list[list[Token]]) -> list[str]:
    """The id of each chapter's heading: its number, or else its title; no two are the same."""
    anchors: list[str] = []
    for body in parts:
        number = re.match(r"\d+(?=\.)", _title(body))
        anchor = f"chapter-{number[0] if number else slugify(_title(body)) or len(anchors) + 1}"
        anchors.append(anchor if anchor not in anchors else f"{anchor}-{len(anchors) + 1}")
    return anchors


def _rule_anchors(parts: list[list[Token]], anchors: list[str]) -> dict[str, str]:
    """Where links to rules lead; S-8 is the chapter of S-8.1, if there is no rule of this id."""
    rules = {
        _rule_id(body[start : end + 1], column): anchor
        for body, anchor in zip(parts, anchors, strict=True)
        for start, end, _wrapper, column in _rules(body)
    }
    chapters = {id.partition(".")[0]: anchor for id, anchor in rules.items()}
    return chapters | {id: id for id in rules}


def _title(body: list[Token]) -> str:
    return body[1].content


def _parse_chapter(page: Page, body: list[Token], anchor: str) -> Chapter:
    chapter = Chapter(anchor, _title(body), SafeString(""))
    for start, end, wrapper, column in _rules(body):
        rule = _parse_rule(page, body[start : end + 1], chapter=chapter.title, column=column)
        body[start].attrSet("id", rule.id)
        body[start].attrSet("class", f"rule {wrapper}")
        chapter.rules.append(rule)
    chapter.html = page.render(body[3:])
    return chapter


def _rules(body: list[Token]) -> Iterator[tuple[int, int, str, int]]:
    """Yield the start, end and style of each rule, and the part of it that begins with its id."""
    id_column = 0
    for start, end, wrapper in _rule_spans(body):
        tokens = body[start : end + 1]
        if _is_table_head(tokens):
            headings = [fold(token.content) for token in tokens if token.type == "inline"]
            id_column = headings.index(_ID_COLUMN) if _ID_COLUMN in headings else 0
            continue
        column = id_column if tokens[0].type == "tr_open" and id_column < len(_inlines(tokens)) else 0
        if _rule_id(tokens, column):
            yield start, end, wrapper, column


def _rule_spans(body: list[Token]) -> Iterator[tuple[int, int, str]]:
    """Yield the start and end of each possible rule: a top-level list item, paragraph or table row."""
    start, level, closing, wrapper = -1, -1, "", ""
    for position, token in enumerate(body):
        if start < 0 and token.type in _CLOSINGS:
            start, level = position, token.level
            closing, wrapper = _CLOSINGS[token.type]
        elif start >= 0 and token.type == closing and token.level == level:
            yield start, position, wrapper
            start = -1


def _is_table_head(tokens: list[Token]) -> bool:
    return tokens[0].type == "tr_open" and tokens[1].type == "th_open"


def _parse_rule(page: Page, tokens: list[Token], *, chapter: str, column: int) -> Rule:
    opening, id = tokens[0].type, _rule_id(tokens, column)
    parts = [_plain_text(token) for token in _inlines(tokens)]
    parts[column] = parts[column].strip().removeprefix(id).lstrip(" .·")
    plain = " · ".join(part for part in parts if part)
    cites = tuple(dict.fromkeys(cited for cited in _CITED.findall(plain) if cited != id))
    body = tokens[1:-1] if opening == "list_item_open" else tokens
    html = page.render(body, address=reverse("rules", args=[page.system]))
    if opening == "tr_open":
        html = mark_safe(f"<table>{html}</table>")  # noqa: S308 (built from the project's own document)
    return Rule(id, chapter, html, plain, cites)


def _inlines(tokens: list[Token]) -> list[Token]:
    return [token for token in tokens if token.type == "inline"]


def _rule_id(tokens: list[Token], column: int) -> str:
    """The id at the beginning of an item, paragraph or row, in a paragraph in bold; empty if it is no rule."""
    inlines = _inlines(tokens)
    if not inlines:
        return ""
    is_paragraph, text = tokens[0].type == "paragraph_open", inlines[column].content
    match = _BOLD_ID.match(text) or (None if is_paragraph else _LEADING_ID.match(text))
    return match[1] if match else ""


def _plain_text(inline: Token) -> str:
    return "".join(child.content or " " for child in inline.children or ())
