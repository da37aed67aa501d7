"""A game's rules reference (docs/rules/<game>.md) as chapters and rules.

The reference is in English.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from simulator import games
from simulator.engine.cards.card import CardSpec
from simulator.engine.game_system import GameSystem
from simulator.engine.values import fold

FOLDERS: Final = (Path("docs/rules"), Path("signum_site/rules"))
"""In the repository, and where the site is installed as a package."""
_ID: Final = r"[A-Z]{1,2}-\d+(?:\.\d+)?[a-z]?"
_LEADING_ID: Final = re.compile(rf"({_ID})\b\s*")
_BOLD_ID: Final = re.compile(rf"\*\*({_ID})\.?\*\*\.?\s*")
_CLOSINGS: Final = {
    "list_item_open": ("list_item_close", "rule-item"),
    "tr_open": ("tr_close", "rule-row"),
    "paragraph_open": ("paragraph_close", "rule-item"),
}
_ID_COLUMN: Final = "id"
"""The heading of a column with ids; the first column needs none."""
_CITED: Final = re.compile(rf"\b{_ID}\b")


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


def rules_reference(system: str) -> RulesReference | None:
    """Return the rules reference of a game, or None."""
    if not re.fullmatch(r"[a-z0-9_]+", system):
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
    system = path.stem
    opening, *parts = _split_chapters(tokens)
    chapters = tuple(_parse_chapter(markdown, body, system) for body in parts)
    rules = {rule.id: rule for chapter in chapters for rule in chapter.rules}
    return RulesReference(_title(opening), _render_html(markdown, opening[3:], ""), chapters, rules)


def _split_chapters(tokens: list[Token]) -> Iterator[list[Token]]:
    """Split the document at headings of the first and second level."""
    headings = [
        start for start, token in enumerate(tokens) if token.type == "heading_open" and token.tag in ("h1", "h2")
    ]
    for start, end in zip(headings, [*headings[1:], len(tokens)], strict=True):
        yield tokens[start:end]


def _title(body: list[Token]) -> str:
    return body[1].content


def _parse_chapter(markdown: MarkdownIt, body: list[Token], system: str) -> Chapter:
    title = _title(body)
    chapter = Chapter(f"chapter-{title.split('.')[0].strip().lower()}", title, SafeString(""))
    id_column = 0
    for start, end, wrapper in _rule_spans(body):
        tokens = body[start : end + 1]
        if _is_table_head(tokens):
            headings = [fold(token.content) for token in tokens if token.type == "inline"]
            id_column = headings.index(_ID_COLUMN) if _ID_COLUMN in headings else 0
            continue
        rule = _parse_rule(markdown, tokens, chapter=title, system=system, id_column=id_column)
        if rule is not None:
            body[start].attrSet("id", rule.id)
            body[start].attrSet("class", f"rule {wrapper}")
            chapter.rules.append(rule)
    chapter.html = _render_html(markdown, body[3:], "")
    return chapter


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


def _parse_rule(markdown: MarkdownIt, tokens: list[Token], *, chapter: str, system: str, id_column: int) -> Rule | None:
    """Parse a rule; None for an item, paragraph or row without an id."""
    opening = tokens[0].type
    inlines = [token for token in tokens if token.type == "inline"]
    column = id_column if opening == "tr_open" and id_column < len(inlines) else 0
    id = _leading_id(inlines[column], is_paragraph=opening == "paragraph_open") if inlines else ""
    if not id:
        return None
    parts = [_plain_text(token) for token in inlines]
    parts[column] = parts[column].strip().removeprefix(id).lstrip(" .·")
    plain = " · ".join(part for part in parts if part)
    cites = tuple(dict.fromkeys(cited for cited in _CITED.findall(plain) if cited != id))
    body = tokens[1:-1] if opening == "list_item_open" else tokens
    html = _render_html(markdown, body, reverse("rules", args=[system]))
    if opening == "tr_open":
        html = mark_safe(f"<table>{html}</table>")  # noqa: S308 (built from the project's own document)
    return Rule(id, chapter, html, plain, cites)


def _leading_id(inline: Token, *, is_paragraph: bool) -> str:
    """The id at the beginning of a text; in a paragraph it must be bold."""
    match = _BOLD_ID.match(inline.content) or (None if is_paragraph else _LEADING_ID.match(inline.content))
    return match[1] if match else ""


def _plain_text(inline: Token) -> str:
    return "".join(child.content or " " for child in inline.children or ())


def _render_html(markdown: MarkdownIt, tokens: list[Token], page: str) -> SafeString:
    """Render tokens as HTML; each rule id becomes a link to that rule on the page."""
    for token in tokens:
        for child in token.children or ():
            if child.type == "text":
                child.type = "rule_text"
    renderer = markdown.renderer
    renderer.rules["rule_text"] = _link_rules  # type: ignore[attr-defined]
    return mark_safe(renderer.render(tokens, markdown.options, {"page": page}))  # noqa: S308 (built from the project's own document)


def _link_rules(tokens: list[Token], position: int, options: object, env: dict[str, str]) -> str:
    text = str(escape(tokens[position].content))
    return _CITED.sub(lambda match: f'<a href="{env["page"]}#{match[0]}">{match[0]}</a>', text)
