"""House formats: a game's format with other numbers and limits on cards, known by its code.

Which numbers there are, and how far they may go, the game says (`GameSystem.format_params`). Whoever knows the code
can use the format everywhere a format is named; only its owner can change it.
"""

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from decks.models import HouseFormat
from signum_site.core.i18n import current_language
from signum_site.core.locks import lock_account
from simulator.engine.decks.formats import Format, FormatParam
from simulator.engine.system import GameSystem
from simulator.engine.values import Fact, Facts, Words, tidy

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

PREFIX = "h-"
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""None that look alike: codes are read out at tables."""
CODE_LENGTH = 8
MOST_FORMATS = 100
MOST_LIMITS = 300
MOST_OF_A_CARD = 99


class FormatRefused(ValueError):
    """A house format that says something the game does not allow: every sentence that is to be said about it."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


def format_of(row: HouseFormat, *, system: GameSystem) -> Format:
    """The row as the engine knows formats: the base with what differs."""
    base = next((known for known in system.formats if known.code == row.base), system.formats[0])
    return Format(
        code=row.code,
        names=Words.same(row.name),
        params=Facts({**base.params, **row.params}),
        limits=Facts(row.limits),
    )


def find_format(code: str, *, system: GameSystem) -> Format | None:
    """A format of the game or of somebody's house, by its code."""
    for known in system.formats:
        if known.code == code:
            return known
    if not code.startswith(PREFIX):
        return None
    row = HouseFormat.objects.filter(code=code, system=system.code).first()
    return format_of(row, system=system) if row is not None else None


def is_format(code: str, *, system: GameSystem) -> bool:
    return find_format(code, system=system) is not None


@transaction.atomic
def house_format_create(
    *, owner: "User", system: GameSystem, base: str, name: str, params: Mapping[str, Any], limits: Mapping[str, Any]
) -> HouseFormat:
    lock_account(owner)
    if owner.house_formats.count() >= MOST_FORMATS:  # type: ignore[attr-defined]
        raise FormatRefused([_("You have %(most)s formats: delete one first.") % {"most": MOST_FORMATS}])
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
    """Write it if the game allows all of it; else FormatRefused, with everything that is wrong."""
    house_format_check(row=row, system=system, base=base, name=name, params=params, limits=limits)
    row.save()
    return row


def house_format_keep(*, row: HouseFormat) -> None:
    """A format that was checked, under the code it has."""
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
    """Let the row say this, unsaved; FormatRefused, with everything that is wrong, if the game does not allow it."""
    known = next((each for each in system.formats if each.code == base), None)
    if known is None:
        codes = ", ".join(each.code for each in system.formats)
        raise FormatRefused(
            [_("There is no format “%(given)s”; those there are: %(known)s.") % {"given": base[:60], "known": codes}]
        )
    wanted = {**known.params, **params}
    sentences = [*_wrong_name(name), *_wrong_params(wanted, given=params, system=system)]
    sentences += _wrong_limits(limits, system=system)
    if sentences:
        raise FormatRefused(sentences)
    row.base, row.name, row.limits = base, tidy(name), dict(limits)
    row.params = {code: value for code, value in params.items() if value != known.params[code]}


def _wrong_name(name: str) -> list[str]:
    longest = HouseFormat._meta.get_field("name").max_length or 0
    if 0 < len(tidy(name)) <= longest:
        return []
    return [_("A format has a name of 1 to %(longest)s characters.") % {"longest": longest}]


def _wrong_params(wanted: Mapping[str, Fact], *, given: Mapping[str, Any], system: GameSystem) -> list[str]:
    params = {param.code: param for param in system.format_params}
    wrong = [
        _("“%(given)s” cannot be changed; what can be: %(known)s.")
        % {"given": str(code)[:60], "known": ", ".join(params)}
        for code in given
        if code not in params
    ]
    if wrong:
        return wrong
    for code, param in params.items():
        if not param.allows(wanted[code]):
            wrong.append(_outside(param, wanted[code]))
    for param in params.values() if not wrong else ():
        low, high = wanted[param.code], wanted.get(param.not_above)
        if isinstance(low, int) and isinstance(high, int) and low > high:
            names = {"low": _word(param.names), "high": _word(params[param.not_above].names), "is": low, "most": high}
            wrong.append(_("%(low)s is %(is)s, more than %(high)s, %(most)s.") % names)
    return wrong


def _outside(param: FormatParam, value: Any) -> str:
    given = {"name": _word(param.names), "value": str(value)[:60]}
    if param.kind == "choice":
        return _("%(name)s: “%(value)s” is none of %(choices)s.") % {**given, "choices": ", ".join(param.choices)}
    bounds = {"least": param.least, "most": param.most}
    return _("%(name)s: %(value)s is not a number from %(least)s to %(most)s.") % {**given, **bounds}


def _wrong_limits(limits: Mapping[str, Any], *, system: GameSystem) -> list[str]:
    if len(limits) > MOST_LIMITS:
        return [_("A format limits at most %(most)s cards.") % {"most": MOST_LIMITS}]
    wrong = []
    for code, most in limits.items():
        if code not in system.catalogue:
            wrong.append(_("No card has the code “%(code)s”.") % {"code": str(code)[:60]})
        elif isinstance(most, bool) or not isinstance(most, int) or not 0 <= most <= MOST_OF_A_CARD:
            wrong.append(
                _("%(code)s: %(value)s is not a number from 0 (banned) to %(most)s.")
                % {"code": code, "value": str(most)[:60], "most": MOST_OF_A_CARD}
            )
    return wrong


def _word(words: Words) -> str:
    return words[current_language()]
