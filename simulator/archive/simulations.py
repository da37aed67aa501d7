"""A person's simulations as plain data, and back: what was asked for, the decks as they were, and what came out.

A simulation that comes back is marked as brought in, for good: a file can say anything, so its figures are shown to
whoever has the address, count in no rating and answer nobody's request. It is known by what was asked and the digests.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from signum_site.core.archive_items import ArchiveItem, State, Unreadable, objects_in, quoted, refused, text_in
from simulator.batches.chunks import overall_of
from simulator.batches.request import (
    FEWEST_GAMES,
    LARGEST_SEED,
    LONGEST_TEXT,
    MOST_AT_A_TABLE,
    MOST_GAMES,
    NARROWEST,
    WIDEST,
    new_token,
    pairings,
)
from simulator.models.batches import LONGEST_NAME, Batch, Entrant, MatchUp
from simulator.reports.batch import batch_report
from simulator.reports.matchup import MatchUpReport
from simulator.reports.seat_advantage import seat_intervals

from .validation import sums_read

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

MOST_KEPT = 500
"""The latest ones; and the most anybody can bring in."""
MOST_ENTRANTS = 2 * MOST_AT_A_TABLE
HASH = re.compile(r"[0-9a-f]{64}")
ASKED = ("system", "rules_version", "cards_version", "kind", "policy", "seed", "games", "until")
DATES = ("created_at", "started_at", "finished_at")
Sign = tuple[Any, ...]


# --- out


def serialize_simulations(*, owner: "User") -> Iterator[dict[str, Any]]:
    """The latest simulations, newest first."""
    for batch in Batch.objects.filter(owner_id=owner.pk).order_by("-pk")[:MOST_KEPT]:
        report = batch_report(batch, with_cards=True)
        yield {
            "token": batch.token,
            "citation": report.citation,
            "state": batch.state,
            **{name: getattr(batch, name) for name in (*ASKED, *DATES)},
            "entrants": list(batch.entrants.order_by("number").values("name", "content_hash", "text", "is_reference")),
            "matchups": [_matchup_as_data(one) for one in report.matchups],
        }


def _matchup_as_data(one: MatchUpReport) -> dict[str, Any]:
    told: dict[str, Any] = {"first": one.row.first.number, "second": one.row.second.number}
    told |= {"score": one.score, "interval": [one.interval.low, one.interval.high]}
    return told | {name: getattr(one.row, name) for name in MatchUp.SUMS}


# --- in


def preview_simulations(*, owner: "User", data: Any) -> list[ArchiveItem]:
    """A verdict for each simulation of an archive; the oldest first, so that the newest is on top of the list again."""
    given = objects_in(data, "simulations", most=MOST_KEPT)
    own = Batch.objects.filter(owner_id=owner.pk)
    tokens, known = set(own.values_list("token", flat=True)), _signs(own)
    room = MOST_KEPT - own.filter(state=Batch.State.BROUGHT).count()
    arrivals = []
    for one in reversed(given):
        try:
            batch, entrants, matchups = _read(one)
        except Unreadable as wrong:
            arrivals.append(refused(_name(one), str(wrong)))
            continue
        sums = [(row.digest, row.played_pairs) for row in matchups]
        sign, name = _sign(batch, [row.content_hash for row in entrants], sums), entrants[0].name
        if quoted(one.get("token")) in tokens or sign in known:
            arrivals.append(ArchiveItem(name, State.KNOWN, _("You have it already.")))
            continue
        known.add(sign)
        room -= 1
        if room < 0:
            sentence = _("Nobody can bring in more than %(most)s simulations.") % {"most": MOST_KEPT}
            arrivals.append(refused(name, sentence))
            continue
        take_in = partial(_take_in, owner=owner, batch=batch, entrants=entrants, matchups=matchups)
        arrivals.append(ArchiveItem(name, State.NEW, _brings(matchups), take_in, weight=1 + len(matchups)))
    return arrivals


def _name(given: Any) -> str:
    try:
        return quoted(given["entrants"][0]["name"])
    except (TypeError, KeyError, IndexError):
        return quoted(given.get("token", "")) if isinstance(given, dict) else quoted(given)


def _brings(matchups: list[MatchUp]) -> str:
    games = 2 * sum(row.played_pairs for row in matchups)
    told = ngettext("%(number)s game", "%(number)s games", games) % {"number": games}
    return _("%(games)s; marked as brought in.") % {"games": told}


@transaction.atomic
def _take_in(*, owner: "User", batch: Batch, entrants: list[Entrant], matchups: list[MatchUp]) -> None:
    batch.owner_id, batch.token = owner.pk, new_token()
    batch.save(force_insert=True)
    for entrant in entrants:
        entrant.batch = batch
    entrants = Entrant.objects.bulk_create(entrants)
    for row, (first, second) in zip(matchups, pairings(batch.kind, len(entrants)), strict=True):
        row.batch, row.first, row.second = batch, entrants[first], entrants[second]
    MatchUp.objects.bulk_create(matchups)
    if all(row.done for row in matchups):
        batch.overall = overall_of(batch)
        batch.seats = seat_intervals([row.singles for row in matchups])
        batch.save(update_fields=["overall", "seats"])


# --- whether somebody has it


def _signs(batches: Any) -> set[Sign]:
    """Of all of somebody's simulations, in three queries."""
    hashes: dict[int, list[str]] = {}
    sums: dict[int, list[tuple[str, int]]] = {}
    rows = Entrant.objects.filter(batch__in=batches).order_by("batch_id", "number")
    for pk, content in rows.values_list("batch_id", "content_hash"):
        hashes.setdefault(pk, []).append(content)
    matchups = MatchUp.objects.filter(batch__in=batches).order_by("batch_id", "number")
    for pk, digest, played in matchups.values_list("batch_id", "digest", "played_pairs"):
        sums.setdefault(pk, []).append((digest, played))
    return {_sign(batch, hashes.get(batch.pk, []), sums.get(batch.pk, [])) for batch in batches}


def _sign(batch: Batch, hashes: list[str], sums: list[tuple[str, int]]) -> Sign:
    return (*(getattr(batch, name) for name in ASKED), tuple(hashes), tuple(sums))


# --- reading


def _read(given: Any) -> tuple[Batch, list[Entrant], list[MatchUp]]:
    if not isinstance(given, dict):
        raise Unreadable(_("A simulation is an object, not %(given)s.") % {"given": quoted(given)})
    batch = _batch(given)
    entrants = [_entrant(one, number) for number, one in enumerate(objects_in(given, "entrants", most=MOST_ENTRANTS))]
    matchups = objects_in(given, "matchups", most=MOST_ENTRANTS**2)
    expected = pairings(batch.kind, len(entrants))
    if not expected or len(matchups) != len(expected):
        raise Unreadable(
            _("%(number)s match-ups of %(decks)s decks: there must be %(expected)s, at least one.")
            % {"number": len(matchups), "decks": len(entrants), "expected": len(expected)}
        )
    read = [MatchUp(number=number, **sums_read(one, most_pairs=batch.pairs)) for number, one in enumerate(matchups)]
    return batch, entrants, read


def _batch(given: dict[str, Any]) -> Batch:
    texts = {"system": 40, "rules_version": 40, "cards_version": 16, "policy": 60}
    asked: dict[str, Any] = {name: text_in(given, name, longest=longest) for name, longest in texts.items()}
    asked["kind"] = given.get("kind")
    if asked["kind"] not in Batch.Kind.values:
        raise Unreadable(_unknown("kind", asked["kind"]))
    for name, low, high in (("seed", 0, LARGEST_SEED), ("games", FEWEST_GAMES, MOST_GAMES)):
        asked[name] = given.get(name)
        if isinstance(asked[name], bool) or not isinstance(asked[name], int) or not low <= asked[name] <= high:
            raise Unreadable(_unknown(name, asked[name]))
    until = asked["until"] = given.get("until")
    if until is not None and (not isinstance(until, float) or not NARROWEST <= until <= WIDEST):
        raise Unreadable(_unknown("until", until))
    dates = {name: _date(given.get(name)) for name in DATES}
    dates["created_at"] = dates["created_at"] or timezone.now()
    return Batch(**asked, **dates, state=Batch.State.BROUGHT, urgency=2, chunk_pairs=1)


def _entrant(given: Any, number: int) -> Entrant:
    if not isinstance(given, dict):
        raise Unreadable(_("A deck is an object, not %(given)s.") % {"given": quoted(given)})
    content = given.get("content_hash")
    if not isinstance(content, str) or not HASH.fullmatch(content):
        raise Unreadable(_unknown("content_hash", content))
    return Entrant(
        number=number,
        name=text_in(given, "name", longest=LONGEST_NAME),
        text=text_in(given, "text", longest=LONGEST_TEXT),
        content_hash=content,
        is_reference=given.get("is_reference") is True,
    )


def _date(given: Any) -> datetime | None:
    try:
        found = parse_datetime(given) if isinstance(given, str) else None
    except ValueError:
        return None
    return found if found is not None and timezone.is_aware(found) and found <= timezone.now() else None


def _unknown(where: str, given: Any) -> str:
    return _("“%(where)s”: %(given)s is not what a simulation has there.") % {"where": where, "given": quoted(given)}
