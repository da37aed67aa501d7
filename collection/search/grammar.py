"""The query language: from any text whatsoever to a tree of conditions.

The grammar reads every text whose brackets match; `_balanced` sees to those. What a field is, is fields.py; which
cards meet a condition, matcher.py.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from lark import Lark, Token, Transformer

from simulator.engine.values import tidy

LONGEST_QUERY: Final = 400
MOST_TERMS: Final = 40
DEEPEST: Final = 12

# A field and an operator are read as such only when a value follows: `str>=` alone is a word, and matching says so.
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
    """Text to be found in what is written on a card."""

    text: str


@dataclass(frozen=True, slots=True)
class ComparisonTerm:
    """`kw:shot>=2` asks the field `kw` with `:` for `shot`, and with `>=` for 2 of it."""

    name: str
    operator: str
    value: str
    then: str = ""
    amount: str = ""
    start: int = 0
    end: int = 0

    def __str__(self) -> str:
        return f"{self.name}{self.operator}{quoted(self.value)}{self.then}{self.amount}"


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
    """A query as read. `text` is what was read of it; `cut` says that there was more."""

    text: str
    tree: Node = All()
    cut: bool = False

    @property
    def conditions(self) -> tuple[Node, ...]:
        """What must all hold: the terms that stand neither in brackets nor in an `or`."""
        return self.tree.parts if isinstance(self.tree, All) else (self.tree,)

    def comparisons(self) -> Iterator[ComparisonTerm]:
        """Every comparison, wherever it stands."""
        waiting: list[Node] = [self.tree]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ComparisonTerm):
                yield node
            elif isinstance(node, Not):
                waiting.append(node.part)
            elif isinstance(node, All | Either):
                waiting.extend(node.parts)


def parse(text: str) -> Parsed:
    """Never fails, whatever the text."""
    # Tidied before it is cut, but never more than could matter: a megabyte of spaces is cheap to refuse.
    line = tidy(text[: 4 * LONGEST_QUERY])
    read, was_deep = _balanced(line[:LONGEST_QUERY])
    tree = _Tree()
    node = tree.transform(_PARSER.parse(read)) if read else All()
    return Parsed(
        text=read, tree=node or All(), cut=was_deep or tree.terms > MOST_TERMS or len(text.strip()) > LONGEST_QUERY
    )


def quoted(value: str) -> str:
    """A value as the language writes it."""
    plain = value.replace('"', "")
    return f'"{plain}"' if not plain or any(char in plain for char in " ():=<>!") else plain


def _balanced(line: str) -> tuple[str, bool]:
    """The line with a partner for every bracket, and whether it had to end where brackets stood too deep."""
    kept: list[str] = []
    depth, in_phrase = 0, False
    for char in line:
        if char == '"':
            in_phrase = not in_phrase
        elif char == "(" and not in_phrase:
            if depth == DEEPEST:
                break
            depth += 1
        elif char == ")" and not in_phrase:
            if not depth:
                continue
            depth -= 1
        kept.append(char)
    else:
        return "".join(kept) + ('"' if in_phrase and depth else "") + ")" * depth, False
    return "".join(kept) + ")" * depth, True


class _Tree(Transformer[Token, "Node | None"]):
    """Lark's tree as our values; what is empty falls out, and what is beyond MOST_TERMS too."""

    def __init__(self) -> None:
        super().__init__()
        self.terms = 0

    def start(self, parts: list[Any]) -> Node | None:
        return parts[0]

    def either(self, parts: list[Any]) -> Node | None:
        return _joined(Either, parts)

    def together(self, parts: list[Any]) -> Node | None:
        return _joined(All, parts)

    def bracketed(self, parts: list[Any]) -> Node | None:
        return parts[1]

    def negated(self, parts: list[Any]) -> Node | None:
        part = parts[-1]
        if part is None or isinstance(part, Token):
            return None
        return Not(part) if (len(parts) - 1) % 2 else part

    def word(self, parts: list[Any]) -> Node | None:
        return self._counted(WordTerm(str(parts[0])))

    def phrase(self, parts: list[Any]) -> Node | None:
        text = parts[0].strip('"').strip()
        return self._counted(WordTerm(text)) if text else None

    def comparison(self, parts: list[Token]) -> Node | None:
        name, operator, value, *rest = (str(part).strip().strip('"').strip() for part in parts)
        then, amount = (rest[0], "".join(rest[1:])) if rest else ("", "")
        start, end = parts[0].start_pos or 0, parts[-1].end_pos or 0
        return self._counted(ComparisonTerm(name, operator, value, then, amount, start, end))

    def _counted(self, node: Node) -> Node | None:
        self.terms += 1
        return node if self.terms <= MOST_TERMS else None


def _joined(kind: type[All] | type[Either], parts: list[Any]) -> Node | None:
    nodes = tuple(part for part in parts if part is not None and not isinstance(part, Token))
    if len(nodes) < 2:
        return nodes[0] if nodes else None
    return kind(nodes)


_PARSER: Final = Lark(GRAMMAR, parser="lalr", maybe_placeholders=False)
