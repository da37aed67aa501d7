"""House formats: user-made variants of a game's formats, identified by a code.

They change parameters and limit cards. The game defines the parameters and their bounds (`GameSystem.format_params`).
Anyone who knows the code can use the format wherever a format is named; only its owner can change it.
"""

import re
import secrets
from collections.abc import Callable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from decks.models import HouseFormat
from signum_site.core.i18n import current_language
from signum_site.core.locks import lock_account
from simulator.engine.decks.formats import Format, FormatParam
from simulator.engine.game_system import GameSystem
from simulator.engine.values import Fact, Facts, Words, tidy

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

PREFIX = "h-"
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""No similar-looking characters: codes are read aloud at tables."""
CODE_LENGTH = 8
MAX_FORMATS = 100
MAX_NAMED = 100
"""House formats looked up for one text; no list names more than one."""
_CODES = re.compile(rf"{PREFIX}\w+", re.IGNORECASE)
MAX_LIMITS = 300
MAX_COPIES = 99


class FormatRefused(ValueError):
    """Raised for a house format the game does not allow, with a sentence per problem."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


def format_of(row: HouseFormat, *, system: GameSystem) -> Format:
    """Return the engine's format for a row: the base with its differences applied."""
    base = next((known for known in system.formats if known.code == row.base), system.formats[0])
    # Sets are tuples in the engine and lists in the database.
    changed = {code: tuple(value) if isinstance(value, list) else value for code, value in row.params.items()}
    return Format(
        code=row.code,
        names=Words.same(row.name),
        params=Facts({**base.params, **changed}),
        limits=Facts(row.limits),
    )


def find_format(code: str, *, system: GameSystem) -> Format | None:
    """Return the game's format or house format with this code."""
    for known in system.formats:
        if known.code == code:
            return known
    if not code.startswith(PREFIX):
        return None
    row = HouseFormat.objects.filter(code=code, system=system.code).first()
    return format_of(row, system=system) if row is not None else None


def is_format(code: str, *, system: GameSystem) -> bool:
    return find_format(code, system=system) is not None


def formats_in_text(text: str, *, system: GameSystem) -> Callable[[str], bool]:
    """Return a test whether a text names a known format; one query, however many house formats the text names."""
    known: set[str] | None = None

    def is_known(code: str) -> bool:
        nonlocal known
        if not code.startswith(PREFIX):
            return is_format(code, system=system)
        if known is None:
            named = {code, *islice(dict.fromkeys(word.lower() for word in _CODES.findall(text)), MAX_NAMED)}
            rows = HouseFormat.objects.filter(system=system.code, code__in=named)
            known = set(rows.values_list("code", flat=True))
        return code in known

    return is_known


@transaction.atomic
def house_format_create(
    *, owner: "User", system: GameSystem, base: str, name: str, params: Mapping[str, Any], limits: Mapping[str, Any]
) -> HouseFormat:
    lock_account(owner)
    if owner.house_formats.count() >= MAX_FORMATS:  # type: ignore[attr-defined]
        raise FormatRefused([_("You have %(most)s formats: delete one first.") % {"most": MAX_FORMATS}])
    code = PREFIX + "".join(secrets.choice(LETTERS) for _letter in range(CODE_LENGTH))
    row = HouseFormat(owner_id=owner.pk, code=code, system=system.code)
    return house_format_change(row=row, system=system, base=base, name=name, params=params, limits=limits)


def house_format_change(
    *,
    row: HouseFormat,
    system: GameSystem,
    base: str,
    name: str,
    params: Mapping[str, Any],
    limits: Mapping[str, Any],
) -> HouseFormat:
    """Validate and save a house format; raise FormatRefused with every problem."""
    house_format_check(row=row, system=system, base=base, name=name, params=params, limits=limits)
    row.save()
    return row


def house_format_insert(*, row: HouseFormat) -> None:
    """Insert a validated format under its existing code."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as taken:
        raise FormatRefused([_("Another format has its code, “%(code)s”.") % {"code": row.code}]) from taken


def house_format_check(
    *,
    row: HouseFormat,
    system: GameSystem,
    base: str,
    name: str,
    params: Mapping[str, Any],
    limits: Mapping[str, Any],
) -> None:
    """Set the fields of a row without saving; raise FormatRefused with every problem."""
    base_format = next((format for format in system.formats if format.code == base), None)
    if base_format is None:
        codes = ", ".join(format.code for format in system.formats)
        raise FormatRefused(
            [_("There is no format “%(given)s”; those there are: %(known)s.") % {"given": base[:60], "known": codes}]
        )
    params = _normalized(params, system=system)
    values = {**base_format.params, **params}
    sentences = [*_name_problems(name), *_param_problems(values, changed=params, system=system)]
    sentences += _limit_problems(limits, system=system)
    if sentences:
        raise FormatRefused(sentences)
    row.base, row.name, row.limits = base, tidy(name), dict(limits)
    row.params = Facts({code: value for code, value in params.items() if value != base_format.params[code]}).as_json()


def _normalized(params: Mapping[str, Any], *, system: GameSystem) -> dict[str, Any]:
    known = {param.code: param for param in system.format_params}
    return {code: known[code].normalize(value) if code in known else value for code, value in params.items()}


def _name_problems(name: str) -> list[str]:
    max_length = HouseFormat._meta.get_field("name").max_length or 0
    if 0 < len(tidy(name)) <= max_length:
        return []
    return [_("A format has a name of 1 to %(longest)s characters.") % {"longest": max_length}]


def _param_problems(values: Mapping[str, Fact], *, changed: Mapping[str, Any], system: GameSystem) -> list[str]:
    params = {param.code: param for param in system.format_params}
    problems = [
        _("“%(given)s” cannot be changed; what can be: %(known)s.")
        % {"given": str(code)[:60], "known": ", ".join(params)}
        for code in changed
        if code not in params
    ]
    if problems:
        return problems
    for code, param in params.items():
        if not param.allows(values[code]):
            problems.append(_value_problem(param, values[code]))
    for param in params.values() if not problems else ():
        low, high = values[param.code], values.get(param.not_above)
        if isinstance(low, int) and isinstance(high, int) and low > high:
            names = {"low": _text(param.names), "high": _text(params[param.not_above].names), "is": low, "most": high}
            problems.append(_("%(low)s is %(is)s, more than %(high)s, %(most)s.") % names)
    return problems


def _value_problem(param: FormatParam, value: Any) -> str:
    names = {"name": _text(param.names), "value": str(value)[:60]}
    if param.kind == "choice":
        return _("%(name)s: “%(value)s” is none of %(choices)s.") % {**names, "choices": ", ".join(param.choices)}
    if param.kind == "set":
        names |= {"least": str(param.least), "choices": ", ".join(param.choices)}
        return _("%(name)s: “%(value)s” is not allowed; choose at least %(least)s of %(choices)s.") % names
    bounds = {"least": param.least, "most": param.most}
    return _("%(name)s: %(value)s is not a number from %(least)s to %(most)s.") % {**names, **bounds}


def _limit_problems(limits: Mapping[str, Any], *, system: GameSystem) -> list[str]:
    if len(limits) > MAX_LIMITS:
        return [_("A format limits at most %(most)s cards.") % {"most": MAX_LIMITS}]
    problems = []
    for code, most in limits.items():
        if code not in system.catalogue:
            problems.append(_("No card has the code “%(code)s”.") % {"code": str(code)[:60]})
        elif isinstance(most, bool) or not isinstance(most, int) or not 0 <= most <= MAX_COPIES:
            problems.append(
                _("%(code)s: %(value)s is not a number from 0 (banned) to %(most)s.")
                % {"code": code, "value": str(most)[:60], "most": MAX_COPIES}
            )
    return problems


def _text(words: Words) -> str:
    return words[current_language()]
