"""The query language: parses any text into a tree of conditions.

The grammar accepts every text with balanced brackets; `_balance` ensures that they are. fields.py knows the fields,
matcher.py finds the cards that meet a condition.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from lark import Lark, Token, Transformer

from simulator.engine.values import tidy

MAX_QUERY_LENGTH: Final = 400
MAX_TERMS: Final = 40
MAX_DEPTH: Final = 12

# A field and an operator count as such only if a value follows: `str>=` alone is a word, which the matcher reports.
GRAMMAR: Final = r"""
start: either
either: together (OR together)*
together: (AND | term)*
?term: NOT+ atom?   -> negated
     | atom
?atom: OPEN either CLOSE                              -> bracketed
     | FIELD OPERATOR value (OPERATOR value)*         -> comparison
     | WORD                                           -> word
     | PHRASE                                         -> phrase
?value: VALUE | PHRASE

OPEN: "("
CLOSE: ")"
OR.3: /(?:or|o|oppure)(?=[\s()]|$)/i
AND.3: /(?:and|y|e|ed)(?=[\s()]|$)/i
NOT.3: /-(?=[^\s)])|(?:not|no|non)(?=[\s(])/i
FIELD.2: /[^\W\d_]\w{0,30}(?=\s?(?:[<>!]?=|[:<>])\s?[^\s():=<>!])/
OPERATOR.2: /\s?(?:[<>!]?=|[:<>])(?=\s?[^\s():=<>!])/
PHRASE.1: /"[^"]*"?/
VALUE: /[^\s()":=<>!]+/
WORD: /[^\s()"]+/
%ignore /\s+/
"""


@dataclass(frozen=True, slots=True)
class WordTerm:
    """Text to find in a card's name, rules text or flavour text."""

    text: str


@dataclass(frozen=True, slots=True)
class ComparisonTerm:
    """A comparison with a field.

    In `kw:shot>=2`, the field `kw` is compared with `shot` by `:`, and the amount of it with 2 by `>=`.
    """

    name: str
    operator: str
    value: str
    then: str = ""
    amount: str = ""
    start: int = 0
    end: int = 0

    def __str__(self) -> str:
        return f"{self.name}{self.operator}{quote_value(self.value)}{self.then}{self.amount}"


@dataclass(frozen=True, slots=True)
class Not:
    part: "Node"


@dataclass(frozen=True, slots=True)
class All:
    parts: tuple["Node", ...] = ()


@dataclass(frozen=True, slots=True)
class Either:
    parts: tuple["Node", ...]


Node = WordTerm | ComparisonTerm | Not | All | Either


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parsed query.

    `text` is the part that was parsed; `cut` is set if there was more.
    """

    text: str
    tree: Node = All()
    cut: bool = False

    @property
    def conditions(self) -> tuple[Node, ...]:
        """The conditions that must all hold: terms outside brackets and outside an `or`."""
        return self.tree.parts if isinstance(self.tree, All) else (self.tree,)

    def comparisons(self) -> Iterator[ComparisonTerm]:
        """Yield every comparison, at any depth."""
        pending: list[Node] = [self.tree]
        while pending:
            node = pending.pop()
            if isinstance(node, ComparisonTerm):
                yield node
            elif isinstance(node, Not):
                pending.append(node.part)
            elif isinstance(node, All | Either):
                pending.extend(node.parts)


def parse(text: str) -> Parsed:
    """Parse a query. Never fails."""
    # Tidied before it is cut, but only as much as can matter: a megabyte of spaces must stay cheap.
    line = tidy(text[: 4 * MAX_QUERY_LENGTH])
    kept, is_too_deep = _balance(line[:MAX_QUERY_LENGTH])
    balanced = tidy(kept)  # a bracket that was left out leaves its spaces
    tree = _TreeBuilder()
    node = tree.transform(_PARSER.parse(balanced)) if balanced else All()
    return Parsed(
        text=balanced,
        tree=node or All(),
        cut=is_too_deep or tree.terms > MAX_TERMS or len(text.strip()) > MAX_QUERY_LENGTH,
    )


def quote_value(value: str) -> str:
    """Return a value as the query language writes it, in quotes if needed."""
    plain = value.replace('"', "")
    return f'"{plain}"' if not plain or any(char in plain for char in " ():=<>!") else plain


def _balance(line: str) -> tuple[str, bool]:
    """Return the line with balanced brackets, and whether it was cut for its depth."""
    chars: list[str] = []
    depth, in_phrase = 0, False
    for char in line:
        if char == '"':
            in_phrase = not in_phrase
        elif char == "(" and not in_phrase:
            if depth == MAX_DEPTH:
                break
            depth += 1
        elif char == ")" and not in_phrase:
            if not depth:
                continue
            depth -= 1
        chars.append(char)
    else:
        return "".join(chars) + ('"' if in_phrase and depth else "") + ")" * depth, False
    return "".join(chars) + ")" * depth, True


class _TreeBuilder(Transformer[Token, "Node | None"]):
    """Builds nodes from Lark's tree; drops empty terms, and those beyond MAX_TERMS."""

    def __init__(self) -> None:
        super().__init__()
        self.terms = 0

    def start(self, parts: list[Any]) -> Node | None:
        return parts[0]

    def either(self, parts: list[Any]) -> Node | None:
        return _join(Either, parts)

    def together(self, parts: list[Any]) -> Node | None:
        return _join(All, parts)

    def bracketed(self, parts: list[Any]) -> Node | None:
        return parts[1]

    def negated(self, parts: list[Any]) -> Node | None:
        part = parts[-1]
        if part is None or isinstance(part, Token):
            return None
        return Not(part) if (len(parts) - 1) % 2 else part

    def word(self, parts: list[Any]) -> Node | None:
        return self._limit(WordTerm(str(parts[0])))

    def phrase(self, parts: list[Any]) -> Node | None:
        text = parts[0].strip('"').strip()
        return self._limit(WordTerm(text)) if text else None

    def comparison(self, parts: list[Token]) -> Node | None:
        name, operator, value, *rest = (str(part).strip().strip('"').strip() for part in parts)
        then, amount = (rest[0], "".join(rest[1:])) if rest else ("", "")
        start, end = parts[0].start_pos or 0, parts[-1].end_pos or 0
        return self._limit(ComparisonTerm(name, operator, value, then, amount, start, end))

    def _limit(self, node: Node) -> Node | None:
        self.terms += 1
        return node if self.terms <= MAX_TERMS else None


def _join(kind: type[All] | type[Either], parts: list[Any]) -> Node | None:
    nodes = tuple(part for part in parts if part is not None and not isinstance(part, Token))
    if len(nodes) < 2:
        return nodes[0] if nodes else None
    return kind(nodes)


_PARSER: Final = Lark(GRAMMAR, parser="lalr", maybe_placeholders=False)
