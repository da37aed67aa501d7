"""Problems of a deck as pages show them: the sentence in the reader's language, and a button's words for every fix."""

import json
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from signum_site.core.i18n import current_language
from simulator.engine.decks.lexer import named_format
from simulator.engine.decks.report import Fix, Problem, Report
from simulator.engine.system import GameSystem

LONGEST_CHANGE = 400
"""Characters of a change as a form sends it."""
LONGEST_WORD = 60
MOST_AT_ONCE = 99


class NotAChange(ValueError):
    """Something that is no change of a deck; the sentence quotes it."""


@dataclass(frozen=True, slots=True)
class FixDisplay:
    label: str
    change: str
    """What a form sends to have it done."""


@dataclass(frozen=True, slots=True)
class ProblemDisplay:
    problem: Problem
    sentence: str
    fixes: tuple[FixDisplay, ...]


def present_problems(report: Report, *, system: GameSystem) -> list[ProblemDisplay]:
    """Errors first, then warnings."""
    language = current_language()
    return [
        ProblemDisplay(
            problem,
            system.problem_text(problem, language),
            tuple(FixDisplay(fix_label(fix, system=system), change_of(fix)) for fix in problem.fixes if not fix.line),
        )
        for problem in (*report.errors, *report.warnings)
    ]


@lru_cache(maxsize=4096)
def change_of(fix: Fix) -> str:
    """A page of the builder writes 160 of them, mostly those of the page before."""
    return json.dumps(fix.as_json(), separators=(",", ":"))


def read_change(given: str) -> Fix:
    """The change a form sent; NotAChange for anything else."""
    try:
        fields = json.loads(given) if len(given) <= LONGEST_CHANGE else None
    except ValueError:
        fields = None
    if not isinstance(fields, dict) or not _is_change(**fields):
        raise NotAChange(_("“{given}” is no change of a deck.").format(given=given[:80]))
    return Fix(**fields)


def _is_change(
    *, do: object = "", card: object = "", section: object = "", text: object = "", count: object = 0, **others: object
) -> bool:
    words = all(isinstance(word, str) and len(word) <= LONGEST_WORD for word in (card, section, text))
    number = isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= MOST_AT_ONCE
    return do in ("add", "remove", "move", "replace") and words and number and not others


def fix_label(fix: Fix, *, system: GameSystem) -> str:
    """The words on a button."""
    language = current_language()

    def named(code: str) -> str:
        card = system.catalogue.get(code)
        return card.name(language) if card is not None else code

    names = {"count": fix.count, "card": named(fix.card), "instead": named(fix.text)}
    if fix.do == "add":
        return ngettext("Add {card}", "Add {count} × {card}", max(fix.count, 1)).format(**names)
    if fix.do == "remove":
        return ngettext("Remove {card}", "Remove {count} × {card}", max(fix.count, 1)).format(**names)
    if fix.do == "move":
        where = next((part.names[language] for part in system.sections if part.code == fix.section), fix.section)
        return _("Move {card} to: {section}").format(card=names["card"], section=where)
    if fix.card:
        return _("Replace {card} by {instead}").format(**names)
    wanted = named_format(fix.text.removeprefix("//").strip())
    name = next((known.names[language] for known in system.formats if known.code == wanted), wanted or fix.text)
    return _("Use the format {name}").format(name=name)
