"""Import of house formats from an account archive.

Decks refer to a format by its code, so it is imported under the same code.
"""

from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from decks.models import MAX_CODE_LENGTH, HouseFormat
from decks.rules.house_formats import (
    CODE_LENGTH,
    LETTERS,
    MAX_FORMATS,
    PREFIX,
    FormatRefused,
    house_format_check,
    house_format_insert,
)
from signum_site.core.archive_items import ArchiveItem, State, Unreadable, objects_in, quoted, refused, text_in
from simulator import games

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User


def preview_formats(*, owner: "User", data: Any) -> list[ArchiveItem]:
    """Return a preview item for each format of an archive, in order."""
    entries = objects_in(data, "formats", most=MAX_FORMATS)
    room = MAX_FORMATS - HouseFormat.objects.filter(owner=owner.pk).count()
    items: list[ArchiveItem] = []
    codes: set[str] = set()
    for entry in entries:
        try:
            row = _parse_format(entry)
        except (Unreadable, FormatRefused) as error:
            items.append(refused(entry.get("name", "") if isinstance(entry, dict) else entry, str(error)))
            continue
        items.append(_build_item(owner, row, has_room=room > 0, is_new=row.code not in codes))
        codes.add(row.code)
        room -= items[-1].take_in is not None
    return items


def _build_item(owner: "User", row: HouseFormat, *, has_room: bool, is_new: bool) -> ArchiveItem:
    existing = HouseFormat.objects.filter(code=row.code).first()
    if existing is not None and existing.owner_id == owner.pk:
        return ArchiveItem(row.name, State.KNOWN, _("You have it already, as “%(name)s”.") % {"name": existing.name})
    if existing is not None and _rules(existing) == _rules(row):
        return ArchiveItem(row.name, State.KNOWN, _("It is here already, and your decks can use it."))
    if existing is not None or not is_new:
        return refused(row.name, _("Another format has its code, “%(code)s”.") % {"code": row.code})
    if not has_room:
        return refused(row.name, _("You have %(most)s formats: delete one first.") % {"most": MAX_FORMATS})
    row.owner_id = owner.pk
    sentence = _("Under its code, “%(code)s”.") % {"code": row.code}
    return ArchiveItem(row.name, State.NEW, sentence, partial(house_format_insert, row=row))


def _rules(row: HouseFormat) -> tuple[Any, ...]:
    return row.system, row.base, row.params, row.limits


def _parse_format(data: Any) -> HouseFormat:
    if not isinstance(data, dict):
        raise Unreadable(_("A format is an object, not %(given)s.") % {"given": quoted(data)})
    system, params, limits = data.get("system"), data.get("params"), data.get("limits")
    if not isinstance(system, str) or system not in games.systems():
        raise Unreadable(_("The game “%(game)s” is not installed.") % {"game": quoted(system)})
    if not isinstance(params, dict) or not isinstance(limits, dict):
        raise Unreadable(_("A format has numbers and limits, each an object."))
    row = HouseFormat(code=_parse_code(data), system=system)
    house_format_check(
        row=row,
        system=games.system(system),
        base=text_in(data, "base", longest=MAX_CODE_LENGTH),
        name=text_in(data, "name", longest=10_000),
        params=params,
        limits=limits,
    )
    return row


def _parse_code(data: Any) -> str:
    code = data.get("code") if isinstance(data, dict) else None
    letters = code.removeprefix(PREFIX) if isinstance(code, str) and code.startswith(PREFIX) else ""
    if len(letters) != CODE_LENGTH or not set(letters) <= set(LETTERS):
        raise Unreadable(_("“%(code)s” is no code of a house format.") % {"code": quoted(code)})
    return str(code)
