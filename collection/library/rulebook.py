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

from simulator.engine.values import fold

FOLDERS: Final = (Path("docs/rules"), Path("signum_site/rules"))
"""In the repository, and where the site is installed as a package."""
_ID: Final = r"[A-Z]{1,2}-\d+(?:\.\d+)?"
_LEADING_ID: Final = re.compile(rf"({_ID})\b\s*")
_WRAPPERS: Final = (("list_item_open", "list_item_close", "rule-item"), ("tr_open", "tr_close", "rule-row"))
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
    for start, end, wrapper in _rule_spans(body):
        rule = _parse_rule(markdown, body[start : end + 1], chapter=title, system=system)
        if rule is not None:
            body[start].attrSet("id", rule.id)
            body[start].attrSet("class", f"rule {wrapper}")
            chapter.rules.append(rule)
    chapter.html = _render_html(markdown, body[3:], "")
    return chapter


def _rule_spans(body: list[Token]) -> Iterator[tuple[int, int, str]]:
    """Yield the start and end of each rule: a top-level list item or a table row."""
    for opening, closing, wrapper in _WRAPPERS:
        start, level = -1, -1
        for position, token in enumerate(body):
            if token.type == opening and start < 0:
                start, level = position, token.level
            elif token.type == closing and token.level == level:
                yield start, position, wrapper
                start, level = -1, -1


def _parse_rule(markdown: MarkdownIt, tokens: list[Token], *, chapter: str, system: str) -> Rule | None:
    """Parse a rule; None for an item without an id."""
    inlines = [token for token in tokens if token.type == "inline"]
    match = _LEADING_ID.match(inlines[0].content) if inlines else None
    if match is None:
        return None
    plain = " · ".join(_plain_text(token) for token in inlines)
    plain = plain[match.end() :].lstrip(" ·")
    cites = tuple(dict.fromkeys(id for id in _CITED.findall(plain) if id != match[1]))
    body = tokens if tokens[0].type == "tr_open" else tokens[1:-1]
    html = _render_html(markdown, body, reverse("rules", args=[system]))
    if tokens[0].type == "tr_open":
        html = mark_safe(f"<table>{html}</table>")  # noqa: S308 (built from the project's own document)
    return Rule(match[1], chapter, html, plain, cites)


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
