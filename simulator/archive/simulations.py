"""Exports and imports a user's simulations as plain data.

The data holds the request, the decks at that time, and the results. An imported simulation stays marked as imported
(`BROUGHT`), because a file can contain anything. Anyone with its address can see it, but it counts in no rating and
is never reused for a new request. Duplicates are recognized by the request and the digests.
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
from simulator.batches.chunks import overall_score
from simulator.batches.request import (
    MAX_DIFFERENCE,
    MAX_GAMES,
    MAX_OPPONENTS,
    MAX_REACH,
    MAX_SEED,
    MIN_DIFFERENCE,
    MIN_GAMES,
    MIN_REACH,
    Table,
    new_token,
    pairings,
)
from simulator.models.batches import MAX_NAME_LENGTH, Batch, Entrant, MatchUp
from simulator.reports.batch import batch_report
from simulator.reports.matchup import MatchUpReport
from simulator.reports.seat_advantage import seat_intervals
from simulator.reports.table import TableReport

from .tables import MAX_GAMES_PER_ROUND, MAX_PLAYERS, parse_table, parse_table_fields, parse_table_sums
from .validation import parse_sums

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

MAX_SIMULATIONS = 500
"""How many are exported (the latest), and how many a user can import."""
MAX_ENTRANTS = 1 + MAX_OPPONENTS * (MAX_PLAYERS - 1)
MAX_TEXT_LENGTH = 20_000
HASH = re.compile(r"[0-9a-f]{64}")
REQUEST_FIELDS = ("system", "rules_version", "cards_version", "kind", "policy", "seed", "games", "until", "test")
TABLE_FIELDS = ("players", "games_per_round", "options")
"""Exported always; archives of release 0.1 have none of them and are of games of two."""
DATE_FIELDS = ("created_at", "started_at", "finished_at")
Fingerprint = tuple[Any, ...]


# --- export


def serialize_simulations(*, owner: "User") -> Iterator[dict[str, Any]]:
    """The latest simulations, newest first."""
    for batch in Batch.objects.filter(owner_id=owner.pk).order_by("-pk")[:MAX_SIMULATIONS]:
        report = batch_report(batch, with_cards=True)
        yield {
            "token": batch.token,
            "citation": report.citation,
            "state": batch.state,
            **{name: getattr(batch, name) for name in (*REQUEST_FIELDS, *TABLE_FIELDS, *DATE_FIELDS)},
            "entrants": list(batch.entrants.order_by("number").values("name", "content_hash", "text", "is_reference")),
            "matchups": [_serialize_matchup(part) for part in report.parts],
        }


def _serialize_matchup(report: MatchUpReport | TableReport) -> dict[str, Any]:
    data: dict[str, Any] = {"first": report.row.first.number, "second": report.row.second.number}
    if isinstance(report, MatchUpReport):
        data |= {"score": report.score, "interval": [report.interval.low, report.interval.high]}
    else:
        data |= {"others": report.row.others, "shares": [deck.score for deck in report.decks]}
    return data | {name: getattr(report.row, name) for name in MatchUp.SUMS}


# --- import


def preview_simulations(*, owner: "User", data: Any) -> list[ArchiveItem]:
    """A verdict for each simulation of an archive.

    The oldest comes first, so that after the import the newest is at the top of the user's list.
    """
    values = objects_in(data, "simulations", most=MAX_SIMULATIONS)
    own = Batch.objects.filter(owner_id=owner.pk)
    tokens, known = set(own.values_list("token", flat=True)), _fingerprints(own)
    room = MAX_SIMULATIONS - own.filter(state=Batch.State.BROUGHT).count()
    items = []
    for value in reversed(values):
        try:
            batch, entrants, matchups, tables = _parse_simulation(value)
        except Unreadable as error:
            items.append(refused(_simulation_name(value), str(error)))
            continue
        sums = [(row.digest, row.played_pairs) for row in matchups]
        fingerprint, name = _fingerprint(batch, [row.content_hash for row in entrants], sums), entrants[0].name
        if quoted(value.get("token")) in tokens or fingerprint in known:
            items.append(ArchiveItem(name, State.KNOWN, _("You have it already.")))
            continue
        known.add(fingerprint)
        room -= 1
        if room < 0:
            sentence = _("Nobody can bring in more than %(most)s simulations.") % {"most": MAX_SIMULATIONS}
            items.append(refused(name, sentence))
            continue
        save = partial(_save_simulation, owner=owner, batch=batch, entrants=entrants, matchups=matchups, tables=tables)
        items.append(
            ArchiveItem(
                name,
                State.NEW,
                _describe(matchups, games_per_round=batch.games_per_round),
                save,
                weight=1 + len(matchups),
            )
        )
    return items


def _simulation_name(value: Any) -> str:
    try:
        return quoted(value["entrants"][0]["name"])
    except (TypeError, KeyError, IndexError):
        return quoted(value.get("token", "")) if isinstance(value, dict) else quoted(value)


def _describe(matchups: list[MatchUp], *, games_per_round: int) -> str:
    number = games_per_round * sum(row.played_pairs for row in matchups)
    games = ngettext("%(number)s game", "%(number)s games", number) % {"number": number}
    return _("%(games)s; marked as brought in.") % {"games": games}


@transaction.atomic
def _save_simulation(
    *, owner: "User", batch: Batch, entrants: list[Entrant], matchups: list[MatchUp], tables: list[Table]
) -> None:
    batch.owner_id, batch.token = owner.pk, new_token()
    batch.save(force_insert=True)
    for entrant in entrants:
        entrant.batch = batch
    entrants = Entrant.objects.bulk_create(entrants)
    for row, (first, second, *others) in zip(matchups, tables, strict=True):
        row.batch, row.first, row.second, row.others = batch, entrants[first], entrants[second], others
    MatchUp.objects.bulk_create(matchups)
    if all(row.done for row in matchups):
        batch.overall = overall_score(batch)
        batch.seats = seat_intervals([row.singles for row in matchups]) if batch.is_duel else None
        batch.save(update_fields=["overall", "seats"])


# --- duplicates


def _fingerprints(batches: Any) -> set[Fingerprint]:
    """The fingerprints of the user's simulations, in three queries."""
    hashes: dict[int, list[str]] = {}
    sums: dict[int, list[tuple[str, int]]] = {}
    rows = Entrant.objects.filter(batch__in=batches).order_by("batch_id", "number")
    for pk, content in rows.values_list("batch_id", "content_hash"):
        hashes.setdefault(pk, []).append(content)
    matchups = MatchUp.objects.filter(batch__in=batches).order_by("batch_id", "number")
    for pk, digest, played in matchups.values_list("batch_id", "digest", "played_pairs"):
        sums.setdefault(pk, []).append((digest, played))
    return {_fingerprint(batch, hashes.get(batch.pk, []), sums.get(batch.pk, [])) for batch in batches}


def _fingerprint(batch: Batch, hashes: list[str], sums: list[tuple[str, int]]) -> Fingerprint:
    table = (batch.players, str(sorted(batch.options.items())))
    return (*(getattr(batch, name) for name in REQUEST_FIELDS), *table, tuple(hashes), tuple(sums))


# --- parsing


def _parse_simulation(data: Any) -> tuple[Batch, list[Entrant], list[MatchUp], list[Table]]:
    if not isinstance(data, dict):
        raise Unreadable(_("A simulation is an object, not %(given)s.") % {"given": quoted(data)})
    batch = _parse_batch(data)
    decks = objects_in(data, "entrants", most=MAX_ENTRANTS)
    entrants = [_parse_entrant(deck, number) for number, deck in enumerate(decks)]
    matchups = objects_in(data, "matchups", most=MAX_ENTRANTS**2)
    if batch.test is not None and (not batch.is_duel or len(matchups) > 1):
        raise Unreadable(_invalid("test", batch.test))
    if not batch.is_duel:
        tables = [parse_table(matchup, players=batch.players, entrants=len(entrants)) for matchup in matchups]
        parse = partial(parse_table_sums, batch=batch)
        rows = [MatchUp(number=number, **parse(matchup)) for number, matchup in enumerate(matchups)]
        if not rows:
            raise Unreadable(_invalid("matchups", []))
        return batch, entrants, rows, tables
    expected = pairings(batch.kind, len(entrants))
    if not expected or len(matchups) != len(expected):
        raise Unreadable(
            _("%(number)s match-ups of %(decks)s decks: there must be %(expected)s, at least one.")
            % {"number": len(matchups), "decks": len(entrants), "expected": len(expected)}
        )
    rows = [
        MatchUp(number=number, **parse_sums(matchup, max_pairs=batch.rounds)) for number, matchup in enumerate(matchups)
    ]
    return batch, entrants, rows, expected


def _parse_batch(data: dict[str, Any]) -> Batch:
    max_lengths = {"system": 40, "rules_version": 40, "cards_version": 16, "policy": 60}
    fields: dict[str, Any] = {name: text_in(data, name, longest=length) for name, length in max_lengths.items()}
    fields["kind"] = data.get("kind")
    if fields["kind"] not in Batch.Kind.values:
        raise Unreadable(_invalid("kind", fields["kind"]))
    for name, low, high in (("seed", 0, MAX_SEED), ("games", MIN_GAMES, MAX_GAMES + MAX_GAMES_PER_ROUND)):
        fields[name] = data.get(name)
        if isinstance(fields[name], bool) or not isinstance(fields[name], int) or not low <= fields[name] <= high:
            raise Unreadable(_invalid(name, fields[name]))
    for name, least, most in (("until", MIN_REACH, MAX_REACH), ("test", MIN_DIFFERENCE, MAX_DIFFERENCE)):
        share = fields[name] = data.get(name)
        if share is not None and (not isinstance(share, float) or not least <= share <= most):
            raise Unreadable(_invalid(name, share))
    fields |= parse_table_fields(data)
    dates = {name: _parse_date(data.get(name)) for name in DATE_FIELDS}
    dates["created_at"] = dates["created_at"] or timezone.now()
    return Batch(**fields, **dates, state=Batch.State.BROUGHT, urgency=2, chunk_pairs=1)


def _parse_entrant(data: Any, number: int) -> Entrant:
    if not isinstance(data, dict):
        raise Unreadable(_("A deck is an object, not %(given)s.") % {"given": quoted(data)})
    content = data.get("content_hash")
    if not isinstance(content, str) or not HASH.fullmatch(content):
        raise Unreadable(_invalid("content_hash", content))
    return Entrant(
        number=number,
        name=text_in(data, "name", longest=MAX_NAME_LENGTH),
        text=text_in(data, "text", longest=MAX_TEXT_LENGTH),
        content_hash=content,
        is_reference=data.get("is_reference") is True,
    )


def _parse_date(value: Any) -> datetime | None:
    try:
        date = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return date if date is not None and timezone.is_aware(date) and date <= timezone.now() else None


def _invalid(where: str, value: Any) -> str:
    return _("“%(where)s”: %(given)s is not what a simulation has there.") % {"where": where, "given": quoted(value)}
