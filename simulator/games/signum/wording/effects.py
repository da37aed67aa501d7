"""Texts of effects: sequences, choices between them, and grants to creatures.

A single effect is clauses.py; triggers, keywords and costs are abilities.py.
"""

from itertools import pairwise
from typing import Final

from simulator.games.signum.cards.abilities import Effect, Grant, Options
from simulator.games.signum.cards.keywords import (
    KEYWORDS,
    MINUS_FROM_ATTACKS,
    MULTIPLE_USES,
    SHIELD_FROM,
    VALUE,
    Keyword,
)
from simulator.games.signum.wording.clauses import Clause, clause, mood_after
from simulator.games.signum.wording.language import STATEMENT, Language, enumerate_words, fill, signed
from simulator.games.signum.wording.targets import LENGTHS, Context, self_phrase

_MARKS: Final = (",", ";", ":")


def options_text(options: Options, context: Context) -> str:
    """A sequence of effects, or a choice between sequences (S-13.4)."""
    if len(options) == 1:
        return row_text(options[0], context)
    if all(len(option) == 1 for option in options):
        alternatives = _alternatives([_clause(option[0], context) for option in options], context.language)
        if alternatives:
            return alternatives
    rows = [row_text(option, context) for option in options]
    frames = context.language.frames
    return fill(frames["choice"], {"options": frames["or_else"].join(rows)}, mood=mood_after(context))


def row_text(effects: tuple[Effect, ...], context: Context) -> str:
    """A sequence of effects.

    The form is "a, b and c", or with semicolons if that would be hard to follow.
    """
    clauses = _clauses(effects, context)
    _settle_moods(clauses, context.language)
    linked = [clauses[0].text, *(after.text_after(before) for before, after in pairwise(clauses))]
    parts = [clauses[0].text]
    one_subject = True
    for before, after in pairwise(clauses):
        shares = after.has_subject_of(before) and after.is_certain
        one_subject = one_subject and shares
        parts.append(after.news_after(before) if shares else after.text_after(before))
    word = context.language.frames["and"]
    if any(clause.has_proviso for clause in clauses):
        return "; ".join(linked)  # "… if it is wounded and draw 1 card": the reader would draw only then
    if not _is_hard_to_join(parts, word=word):
        return enumerate_words(parts, last=word)
    if one_subject:
        return f"{', '.join(parts[:-1])}, {word} {parts[-1]}"
    return "; ".join(linked)


def _settle_moods(clauses: list[Clause], language: Language) -> None:
    """Turns orders after a statement into statements, if the language does."""
    for before, after in pairwise(clauses):
        if after.is_order and language.states_to_player and (not before.is_order or before.mood == STATEMENT):
            after.mood = STATEMENT


def _alternatives(clauses: list[Clause], language: Language) -> str:
    """The choice as "a or b", or an empty string if that is hard to follow.

    All clauses must be orders, or all must have one subject.
    """
    parts = [clauses[0].text]
    for before, after in pairwise(clauses):
        if not after.has_subject_of(before) and not (after.is_order and before.is_order):
            return ""
        parts.append(after.news_after(before))
    word = language.frames["or"]
    if any(clause.has_proviso for clause in clauses):
        return ""
    if _is_hard_to_join(parts, word=word) or (
        clauses[0].is_order and _is_hard_to_join(parts, word=language.frames["and"])
    ):
        return ""
    return enumerate_words(parts, last=word)


def _is_hard_to_join(parts: list[str], *, word: str) -> bool:
    """Whether a part already contains punctuation or the joining word."""
    return len(parts) > 1 and any(mark in part for part in parts for mark in (*_MARKS, f" {word} "))


def _clauses(effects: tuple[Effect, ...], context: Context) -> list[Clause]:
    """The clauses in a row; each knows what those before it chose."""
    before, clauses = context.chosen, []
    for effect in effects:
        clauses.append(_clause(effect, context))
        if effect.to is not None and effect.to.is_of_creatures and not (effect.to.is_certain or effect.to.every):
            context.chosen = effect.to
    context.chosen = before
    return clauses


def _clause(effect: Effect, context: Context) -> Clause:
    language = context.language
    values: dict[str, str | int] = {
        "amount": abs(effect.amount),
        "distance": LENGTHS.get(effect.distance, ""),
        "grants": grants_text(effect.grants, language) if effect.grants else "",
        "until": language.until[effect.until],
        "dice": effect.dice,
        "source": self_phrase(Context(language, context.card, searching=context.searching)),
        "cancelled": language.frames.get(f"cancelled.{context.trigger}", ""),
    }
    if effect.verb == "roll":
        values["faces"] = enumerate_words([language.faces[face] for face in effect.faces], last=language.frames["or"])
        values["do"] = row_text(effect.effects, context)
    return clause(effect, values, context)


def grants_text(grants: tuple[Grant, ...], language: Language) -> str:
    """The grants to a creature: "+1 strength, Agile and Shot 2"."""
    return enumerate_words([_grant(grant, language) for grant in grants], last=language.frames["and"])


def _grant(grant: Grant, language: Language) -> str:
    if grant.stat:
        return fill(language.grants[grant.stat], {"n": signed(grant.value)}, form=int(abs(grant.value) != 1))
    if grant.keyword == MINUS_FROM_ATTACKS and grant.plus:
        name = keyword_name(grant.keyword, language.code, value=grant.value)
        return fill(language.grants["further"], {"name": name})
    shield = language.shields[grant.shield] if grant.keyword == SHIELD_FROM else ""
    return keyword_name(grant.keyword, language.code, value=grant.value, plus=grant.plus, shield=shield)


def keyword_name(index: int, language: str, *, value: int = 0, plus: bool = False, shield: str = "") -> str:
    """The keyword as printed on a card.

    Examples: "Agile", "Shot 3", "Shot +1", "−1 from Attacks", "Shield from spells".
    """
    keyword = KEYWORDS[index - 1]
    name = _official_name(keyword, language)
    if index == MINUS_FROM_ATTACKS:
        return name.replace("X", str(value)) if value else name
    if shield:
        return f"{name} {shield}"
    if not value or (keyword.shape != VALUE and index != MULTIPLE_USES):
        return name
    return f"{name} {signed(value) if plus or value < 0 else value}"


def _official_name(keyword: Keyword, language: str) -> str:
    """The official name, from cards/keywords.py."""
    return {"en": keyword.en, "es": keyword.es, "it": keyword.it}[language]
