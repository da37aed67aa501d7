"""The “only mine” switch: adds `own>0` to a query, or removes it."""

from dataclasses import dataclass

from collection.search.grammar import ComparisonTerm, Either, parse

OWN, ABOVE, NOTHING = "own", ">", "0"


@dataclass(frozen=True, slots=True)
class OnlyMine:
    is_on: bool
    query: str
    """The query after the switch is toggled."""


def only_mine(text: str) -> OnlyMine:
    parsed = parse(text)
    for node in parsed.conditions:
        if isinstance(node, ComparisonTerm) and (node.name, node.operator, node.value) == (OWN, ABOVE, NOTHING):
            without = " ".join(f"{parsed.text[: node.start]}{parsed.text[node.end :]}".split())
            return OnlyMine(True, without.removeprefix("(").removesuffix(")") if _is_bracketed(without) else without)
    before = f"({parsed.text})" if isinstance(parsed.tree, Either) else parsed.text
    return OnlyMine(False, f"{before} {OWN}{ABOVE}{NOTHING}".strip())


def _is_bracketed(text: str) -> bool:
    """Whether one pair of brackets encloses the text, as it does an `or`."""
    depth = 0
    for position, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return position == len(text) - 1 and char == ")"
    return False
