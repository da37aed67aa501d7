"""Deck legality: computed by the game and cached by cards and rules.

The cache key holds the content hash and the versions of the format, the rules and the catalogue. Nothing needs to be
invalidated when one of them changes, and no flag on a deck can become stale.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.core.cache import cache
from django.db.models import prefetch_related_objects

from collection.games import installed_game
from decks import decklists
from decks.models import Deck, Verdict
from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.formats import Format
from simulator.engine.decks.report import Report
from simulator.engine.game_system import GameSystem

from .house_formats import find_format

CACHE_SECONDS = 7 * 24 * 3600


def rules_key(format: Format | None, *, system: GameSystem) -> str:
    """Return the part of the cache key that does not depend on the cards."""
    version = format.version if format is not None else "unknown"
    return f"{system.code}:{system.rules_version}:{system.cards_version}:{version}"


def check(decklist: DeckList, *, format: str = "") -> Report:
    """Return the cached report on a deck in a format, by default the one it names."""
    system = installed_game(decklist.system)
    code = format or decklist.format
    known = find_format(code, system=system)
    # Reports on an unknown format quote its code, so the code is part of the key; the names of limits are not.
    # Reports are pickled: increment the prefix when their module moves.
    key = f"report-2:{rules_key(known, system=system)}:{code}:{decklist.content_hash}"
    key = hashlib.sha256(key.encode()).hexdigest()
    report: Report | None = cache.get(key)
    if report is None:
        report = system.report(replace(decklist, format=code), format=known)
        cache.set(key, report, CACHE_SECONDS)
    return report


def verdicts_store(decks: Mapping[int, DeckList], *, format: Format, system: GameSystem) -> dict[int, bool]:
    """Check decks in a format, store the verdicts for searches and return them.

    The keys of `decks` are arbitrary numbers and identify the results.
    """
    key = rules_key(format, system=system)
    legal = {number: system.report(deck, format=format).legal for number, deck in decks.items()}
    Verdict.objects.bulk_create(
        [Verdict(content_hash=deck.content_hash, rules=key, legal=legal[number]) for number, deck in decks.items()],
        ignore_conflicts=True,
        batch_size=500,
    )
    return legal


def verdicts_store_all(decklist: DeckList) -> None:
    """Store the verdicts on a deck in every format of its game."""
    system = installed_game(decklist.system)
    for format in system.formats:
        verdicts_store({0: decklist}, format=format, system=system)


def current_verdicts(decks: Iterable[Deck]) -> dict[int, bool]:
    """Return whether each deck is legal in its own format, by deck id.

    Missing verdicts are computed and stored. Decks of games that are not installed are left out.
    """
    groups: dict[tuple[str, str], list[Deck]] = defaultdict(list)
    for deck in decks:
        if deck.current is not None and deck.system in games.systems():
            groups[deck.system, deck.current.format].append(deck)
    verdicts: dict[int, bool] = {}
    for (code, format_code), group in groups.items():
        system = installed_game(code)
        format = find_format(format_code, system=system)
        if format is None:
            prefetch_related_objects(group, "current__lines")
            verdicts |= {deck.pk: check(decklists.of_deck(deck)).legal for deck in group}
        else:
            verdicts |= _verdicts_in_format(group, format=format, system=system)
    return verdicts


def _verdicts_in_format(decks: list[Deck], *, format: Format, system: GameSystem) -> dict[int, bool]:
    hashes = {deck.pk: deck.current.content_hash for deck in decks if deck.current is not None}
    rows = Verdict.objects.filter(rules=rules_key(format, system=system), content_hash__in=set(hashes.values()))
    known = dict(rows.values_list("content_hash", "legal"))
    unknown = [deck for deck in decks if hashes[deck.pk] not in known]
    prefetch_related_objects(unknown, "current__lines")
    missing = {deck.pk: decklists.of_deck(deck) for deck in unknown}
    computed = verdicts_store(missing, format=format, system=system) if missing else {}
    return {pk: known[hash] for pk, hash in hashes.items() if hash in known} | computed
