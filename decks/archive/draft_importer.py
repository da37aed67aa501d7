"""Import of drafts of never-saved decks from an account archive.

Drafts of saved decks are imported with their deck.
"""

from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from decks import decklists
from decks.drafts import MAX_NEW_DRAFTS, draft_save, new_drafts
from signum_site.core.archive_items import ArchiveItem, State, Unreadable, objects_in, quoted, refused
from simulator import games
from simulator.engine.decks.decklist import DeckList

from .deck_importer import parse_version

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

Fingerprint = tuple[str, str, str]
"""Identifies a draft: name, format and content hash."""


def preview_drafts(*, owner: "User", data: Any) -> list[ArchiveItem]:
    """Return a preview item for each draft of an archive, oldest first.

    Importing in this order puts the newest draft on top of the list again.
    """
    entries = objects_in(data, "drafts", most=MAX_NEW_DRAFTS)
    own = list(new_drafts(owner=owner))
    known = {_fingerprint(decklists.of_draft(draft)) for draft in own}
    room = MAX_NEW_DRAFTS - len(own)
    items = []
    for entry in reversed(entries):
        name = entry.get("name", "") if isinstance(entry, dict) else entry
        try:
            decklist = _parse_draft(entry)
        except (Unreadable, decklists.NotADeckList) as error:
            items.append(refused(name, str(error)))
            continue
        if _fingerprint(decklist) in known:
            items.append(ArchiveItem(decklist.name, State.KNOWN, _("You have it already.")))
        elif room <= 0:
            items.append(refused(name, _("Nobody can have more than %(most)s drafts.") % {"most": MAX_NEW_DRAFTS}))
        else:
            room -= 1
            known.add(_fingerprint(decklist))
            take_in = partial(draft_save, owner=owner, decklist=decklist)
            items.append(ArchiveItem(decklist.name, State.NEW, _("A deck that was never saved."), take_in))
    return items


def _parse_draft(data: Any) -> DeckList:
    system = data.get("system") if isinstance(data, dict) else None
    if not isinstance(system, str) or system not in games.systems():
        raise Unreadable(_("The game “%(game)s” is not installed.") % {"game": quoted(system)})
    return parse_version(data, system=games.system(system))[0]


def _fingerprint(decklist: DeckList) -> Fingerprint:
    return decklist.name, decklist.format, decklist.content_hash
