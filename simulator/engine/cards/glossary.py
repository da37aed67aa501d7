"""The words and symbols of a game, explained: what a player looks up while reading a card."""

from dataclasses import dataclass

from simulator.engine.values import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One entry. `rule` is its id in the game's rules reference, `symbol` its drawing in the site's sprite."""

    code: str
    names: Words
    meaning: Words
    rule: str = ""
    symbol: str = ""
    also: tuple[str, ...] = ()
    """Other names it has in print."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TermGroup:
    code: str
    names: Words
    terms: tuple[Term, ...]
    facet: str = ""
    """The facet whose values these terms are, if they are: pages link to the cards that have one."""
    in_texts: bool = False
    """Whether card texts name these terms as they are called here, an X standing for a number."""
