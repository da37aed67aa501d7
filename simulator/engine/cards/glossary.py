"""The terms and symbols of a game, explained for readers of cards."""

from dataclasses import dataclass

from simulator.engine.values import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One entry.

    `rule` is its id in the rules reference, `symbol` its name in the site's sprite.
    """

    code: str
    names: Words
    meaning: Words
    rule: str = ""
    symbol: str = ""
    also: tuple[str, ...] = ()
    """Other printed names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TermGroup:
    code: str
    names: Words
    terms: tuple[Term, ...]
    facet: str = ""
    """The facet whose values these terms are, if any: pages link to the matching cards."""
    in_texts: bool = False
    """Whether card texts use these names literally; an X stands for a number."""
