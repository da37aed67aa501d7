"""House formats out of an archive of an account. Decks name a format by its code, so it comes back under that code."""

from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from decks.models import LONGEST_CODE, HouseFormat
from decks.rules.house_formats import (
    CODE_LENGTH,
    LETTERS,
    MOST_FORMATS,
    PREFIX,
    FormatRefused,
    house_format_check,
    house_format_keep,
)
from signum_site.core.archive_items import ArchiveItem, State, Unreadable, objects_in, quoted, refused, text_in
from simulator import games

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User


def preview_formats(*, owner: "User", data: Any) -> list[ArchiveItem]:
    """A verdict for each format of an archive, in its order."""
    given = objects_in(data, "formats", most=MOST_FORMATS)
    room = MOST_FORMATS - HouseFormat.objects.filter(owner=owner.pk).count()
    arrivals: list[ArchiveItem] = []
    codes: set[str] = set()
    for one in given:
        try:
            row = _read(one)
        except (Unreadable, FormatRefused) as wrong:
            arrivals.append(refused(one.get("name", "") if isinstance(one, dict) else one, str(wrong)))
            continue
        arrivals.append(_arrival(owner, row, is_room=room > 0, is_new=row.code not in codes))
        codes.add(row.code)
        room -= arrivals[-1].take_in is not None
    return arrivals


def _arrival(owner: "User", row: HouseFormat, *, is_room: bool, is_new: bool) -> ArchiveItem:
    there = HouseFormat.objects.filter(code=row.code).first()
    if there is not None and there.owner_id == owner.pk:
        return ArchiveItem(row.name, State.KNOWN, _("You have it already, as “%(name)s”.") % {"name": there.name})
    if there is not None and _rules(there) == _rules(row):
        return ArchiveItem(row.name, State.KNOWN, _("It is here already, and your decks can use it."))
    if there is not None or not is_new:
        return refused(row.name, _("Another format has its code, “%(code)s”.") % {"code": row.code})
    if not is_room:
        return refused(row.name, _("You have %(most)s formats: delete one first.") % {"most": MOST_FORMATS})
    row.owner_id = owner.pk
    sentence = _("Under its code, “%(code)s”.") % {"code": row.code}
    return ArchiveItem(row.name, State.NEW, sentence, partial(house_format_keep, row=row))


def _rules(row: HouseFormat) -> tuple[Any, ...]:
    return row.system, row.base, row.params, row.limits


def _read(given: Any) -> HouseFormat:
    if not isinstance(given, dict):
        raise Unreadable(_("A format is an object, not %(given)s.") % {"given": quoted(given)})
    system, params, limits = given.get("system"), given.get("params"), given.get("limits")
    if not isinstance(system, str) or system not in games.systems():
        raise Unreadable(_("The game “%(game)s” is not installed.") % {"game": quoted(system)})
    if not isinstance(params, dict) or not isinstance(limits, dict):
        raise Unreadable(_("A format has numbers and limits, each an object."))
    row = HouseFormat(code=_code(given), system=system)
    house_format_check(
        row=row,
        system=games.system(system),
        base=text_in(given, "base", longest=LONGEST_CODE),
        name=text_in(given, "name", longest=10_000),
        params=params,
        limits=limits,
    )
    return row


def _code(given: Any) -> str:
    code = given.get("code") if isinstance(given, dict) else None
    letters = code.removeprefix(PREFIX) if isinstance(code, str) and code.startswith(PREFIX) else ""
    if len(letters) != CODE_LENGTH or not set(letters) <= set(LETTERS):
        raise Unreadable(_("“%(code)s” is no code of a house format.") % {"code": quoted(code)})
    return str(code)
