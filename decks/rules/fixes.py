"""Problems of a deck prepared for display, with a labelled button for every fix."""

import json
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from signum_site.core.i18n import current_language
from simulator.engine.decks.lexer import named_format
from simulator.engine.decks.report import Fix, Problem, Report
from simulator.engine.game_system import GameSystem

MAX_CHANGE_LENGTH = 400
"""The maximum length of a change as forms send it."""
MAX_WORD_LENGTH = 60
MAX_COPIES_PER_CHANGE = 99


class NotAChange(ValueError):
    """Raised for data that is not a change of a deck; the message quotes it."""


@dataclass(frozen=True, slots=True)
class FixDisplay:
    label: str
    change: str
    """The value a form sends to apply the fix."""


@dataclass(frozen=True, slots=True)
class ProblemDisplay:
    problem: Problem
    sentence: str
    fixes: tuple[FixDisplay, ...]


def present_problems(report: Report, *, system: GameSystem) -> list[ProblemDisplay]:
    """Prepare the problems of a report for display, errors first."""
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
    """Serialize a fix as forms send it.

    Cached: a builder page holds about 160 of them, mostly the same as on the previous page.
    """
    return json.dumps(fix.as_json(), separators=(",", ":"))


def parse_change(text: str) -> Fix:
    """Parse a change sent by a form; raise NotAChange if it is invalid."""
    try:
        fields = json.loads(text) if len(text) <= MAX_CHANGE_LENGTH else None
    except ValueError:
        fields = None
    if not isinstance(fields, dict) or not _is_change(**fields):
        raise NotAChange(_("“{given}” is no change of a deck.").format(given=text[:80]))
    return Fix(**fields)


def _is_change(
    *, do: object = "", card: object = "", section: object = "", text: object = "", count: object = 0, **others: object
) -> bool:
    words = all(isinstance(word, str) and len(word) <= MAX_WORD_LENGTH for word in (card, section, text))
    number = isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= MAX_COPIES_PER_CHANGE
    return do in ("add", "remove", "move", "replace") and words and number and not others


def fix_label(fix: Fix, *, system: GameSystem) -> str:
    """Return the label of a fix button."""
    language = current_language()

    def card_name(code: str) -> str:
        card = system.catalogue.get(code)
        return card.name(language) if card is not None else code

    names = {"count": fix.count, "card": card_name(fix.card), "instead": card_name(fix.text)}
    if fix.do == "add":
        return ngettext("Add {card}", "Add {count} × {card}", max(fix.count, 1)).format(**names)
    if fix.do == "remove":
        return ngettext("Remove {card}", "Remove {count} × {card}", max(fix.count, 1)).format(**names)
    if fix.do == "move":
        section = next((part.names[language] for part in system.sections if part.code == fix.section), fix.section)
        return _("Move {card} to: {section}").format(card=names["card"], section=section)
    if fix.card:
        return _("Replace {card} by {instead}").format(**names)
    format_code = named_format(fix.text.removeprefix("//").strip())
    name = next(
        (known.names[language] for known in system.formats if known.code == format_code), format_code or fix.text
    )
    return _("Use the format {name}").format(name=name)
