"""Drafts of decks that were never saved, out of an archive of an account. Those of saved decks come with their deck."""

from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from decks import decklists
from decks.drafts import MOST_NEW, draft_save, new_drafts
from signum_site.core.archive_items import ArchiveItem, State, Unreadable, objects_in, quoted, refused
from simulator import games
from simulator.engine.decks.decklist import DeckList

from .deck_importer import version_read

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

Sign = tuple[str, str, str]
"""What makes a draft the same one: its name, format and cards."""


def preview_drafts(*, owner: "User", data: Any) -> list[ArchiveItem]:
    """A verdict for each draft of an archive; the oldest first, so that the newest is on top of the list again."""
    given = objects_in(data, "drafts", most=MOST_NEW)
    own = list(new_drafts(owner=owner))
    known = {_sign(decklists.of_draft(draft)) for draft in own}
    room = MOST_NEW - len(own)
    arrivals = []
    for one in reversed(given):
        name = one.get("name", "") if isinstance(one, dict) else one
        try:
            decklist = _read(one)
        except (Unreadable, decklists.NotADeckList) as wrong:
            arrivals.append(refused(name, str(wrong)))
            continue
        if _sign(decklist) in known:
            arrivals.append(ArchiveItem(decklist.name, State.KNOWN, _("You have it already.")))
        elif room <= 0:
            arrivals.append(refused(name, _("Nobody can have more than %(most)s drafts.") % {"most": MOST_NEW}))
        else:
            room -= 1
            known.add(_sign(decklist))
            take_in = partial(draft_save, owner=owner, decklist=decklist)
            arrivals.append(ArchiveItem(decklist.name, State.NEW, _("A deck that was never saved."), take_in))
    return arrivals


def _read(given: Any) -> DeckList:
    system = given.get("system") if isinstance(given, dict) else None
    if not isinstance(system, str) or system not in games.systems():
        raise Unreadable(_("The game “%(game)s” is not installed.") % {"game": quoted(system)})
    return version_read(given, system=games.system(system))[0]


def _sign(decklist: DeckList) -> Sign:
    return decklist.name, decklist.format, decklist.content_hash
