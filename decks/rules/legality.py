"""Whether a deck is legal: computed by the game, and kept under the deck's cards and the rules that were asked.

The key holds the content hash, the format's own version, the rules' and the catalogue's: nothing has to be thrown
away when one of them changes, and there is no flag on a deck that could be wrong.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.core.cache import cache
from django.db.models import prefetch_related_objects

from decks import decklists
from decks.models import Deck, Verdict
from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.formats import Format
from simulator.engine.decks.report import Report
from simulator.engine.system import GameSystem

from .house_formats import find_format

KEPT_FOR_S = 7 * 24 * 3600


def rules_key(format: Format | None, *, system: GameSystem) -> str:
    """What a verdict depends on beside the cards."""
    version = format.version if format is not None else "unknown"
    return f"{system.code}:{system.rules_version}:{system.cards_version}:{version}"


def check(decklist: DeckList, *, format: str = "") -> Report:
    """All problems of a deck in the format given by code, or in the one it names; kept for the next who asks."""
    system = games.system(decklist.system)
    code = format or decklist.format
    known = find_format(code, system=system)
    # The sentences about an unknown format quote it, and names of limits are none of the key.
    # Reports are pickled: the prefix rises when their module moves.
    key = f"report-2:{rules_key(known, system=system)}:{code}:{decklist.content_hash}"
    key = hashlib.sha256(key.encode()).hexdigest()
    report: Report | None = cache.get(key)
    if report is None:
        report = system.check_deck(replace(decklist, format=code), format=known)
        cache.set(key, report, KEPT_FOR_S)
    return report


def verdicts_keep(decks: Mapping[int, DeckList], *, format: Format, system: GameSystem) -> dict[int, bool]:
    """Which of these decks, by any number, are legal in a format; written down for searches."""
    key = rules_key(format, system=system)
    legal = {number: system.check_deck(deck, format=format).legal for number, deck in decks.items()}
    Verdict.objects.bulk_create(
        [Verdict(content_hash=deck.content_hash, rules=key, legal=legal[number]) for number, deck in decks.items()],
        ignore_conflicts=True,
        batch_size=500,
    )
    return legal


def verdicts_of(decklist: DeckList) -> None:
    """Write down whether a deck is legal in each of its game's own formats."""
    system = games.system(decklist.system)
    for format in system.formats:
        verdicts_keep({0: decklist}, format=format, system=system)


def verdicts_now(decks: Iterable[Deck]) -> dict[int, bool]:
    """Whether decks are legal in the format each has, for a list of them: by the verdicts there are, the rest given now
    and kept. A deck of a game that is not here has none."""
    alike: dict[tuple[str, str], list[Deck]] = defaultdict(list)
    for deck in decks:
        if deck.current is not None and deck.system in games.systems():
            alike[deck.system, deck.current.format].append(deck)
    found: dict[int, bool] = {}
    for (code, format_code), some in alike.items():
        system = games.system(code)
        format = find_format(format_code, system=system)
        if format is None:
            prefetch_related_objects(some, "current__lines")
            found |= {deck.pk: check(decklists.of_deck(deck)).legal for deck in some}
        else:
            found |= _verdicts(some, format=format, system=system)
    return found


def _verdicts(decks: list[Deck], *, format: Format, system: GameSystem) -> dict[int, bool]:
    hashes = {deck.pk: deck.current.content_hash for deck in decks if deck.current is not None}
    rows = Verdict.objects.filter(rules=rules_key(format, system=system), content_hash__in=set(hashes.values()))
    known = dict(rows.values_list("content_hash", "legal"))
    unknown = [deck for deck in decks if hashes[deck.pk] not in known]
    prefetch_related_objects(unknown, "current__lines")
    missing = {deck.pk: decklists.of_deck(deck) for deck in unknown}
    given = verdicts_keep(missing, format=format, system=system) if missing else {}
    return {pk: known[hash] for pk, hash in hashes.items() if hash in known} | given
