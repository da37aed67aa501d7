"""Parses a request for a simulation, from a form or the API.

All errors are collected, not only the first. Nothing is written here. A deck is {"version": 12}, {"reference":
"Name"}, {"text": list, code or link} or {"sections": {…}}.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from collection.games import first_game
from decks import decklists
from decks.models import Deck, DeckVersion
from decks.reference_decks import ensure_name
from decks.rules import legality
from decks.transfer.importer import ImportRefused, deck_of_data
from signum_site.core.i18n import current_language
from signum_site.core.numbers import MAX_ID, parse_int
from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Problem
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.totals import ENTRANTS
from simulator.engine.play.options import NO_OPTIONS, OptionError, parse_options
from simulator.engine.values import Facts
from simulator.models.batches import MAX_NAME_LENGTH, Batch

from .option_sentences import option_sentence
from .request import (
    MAX_DIFFERENCE,
    MAX_GAMES,
    MAX_OPPONENTS,
    MAX_REACH,
    MAX_SEED,
    MAX_TABLE_DECKS,
    MAX_TEXT_LENGTH,
    MAX_TOTAL_GAMES,
    MIN_DIFFERENCE,
    MIN_GAMES,
    MIN_REACH,
    MIN_TEST_GAMES,
    USUAL_GAMES,
    USUAL_TEST_GAMES,
    BatchRequest,
    BatchRequestError,
    EntrantRequest,
    Refusal,
    Table,
    drawn_tables,
    new_seed,
    pairings,
)

if TYPE_CHECKING:
    from decks.models import Visitor

DECK_KEYS = {"version", "reference", "text", "sections"}


@dataclass(slots=True)
class BatchRequestParser:
    """Parses a request and collects all refusals instead of stopping at the first."""

    raw: Mapping[str, Any]
    user: "Visitor"
    refusals: list[Refusal] = field(default_factory=list)
    text_length: int = 0
    """Of the decklists read so far."""

    def refuse(self, field: str, message: str, *, problems: Sequence[Problem] = ()) -> None:
        self.refusals.append(Refusal(field, message, tuple(problems)))

    def parse_system(self) -> GameSystem | None:
        system_code = self.raw.get("system", first_game().code)
        try:
            system = games.system(str(system_code)[:40])
        except LookupError as unknown:
            self.refuse("system", str(unknown))
            return None
        return system

    def parse_players(self, system: GameSystem) -> int:
        """The number of decks at a table; two if the game allows it."""
        default = ENTRANTS if ENTRANTS in system.seats else min(system.seats)
        value = self.raw.get("players", default)
        players = parse_int(value) if isinstance(value, str) else value
        if isinstance(players, bool) or players not in system.seats:
            params = {
                "given": _quote(value),
                "game": system.name[current_language()],
                "allowed": ", ".join(str(number) for number in system.seats),
            }
            self.refuse("players", _("%(given)s players: %(game)s is played by %(allowed)s.") % params)
            return default
        return int(players)

    def parse_options(self, system: GameSystem, *, players: int) -> Facts:
        raw = self.raw.get("options", {})
        try:
            return parse_options(raw, options=system.options, seats=players)
        except OptionError as error:
            for code, _english in error.problems:
                sentence = option_sentence(code, raw, options=system.options, players=players)
                self.refuse(f"options.{code}" if code else "options", sentence)
            return NO_OPTIONS

    def parse_whole_number(self, field: str, *, low: int, high: int, default: int) -> int:
        value = self.raw.get(field, default)
        number = parse_int(value) if isinstance(value, str) else value
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            params = {"given": _quote(value), "low": low, "high": high}
            self.refuse(field, _("%(given)s is not a whole number from %(low)s to %(high)s.") % params)
            return default
        return number

    def parse_flag(self, field: str) -> bool:
        value = self.raw.get(field, False)
        if value not in (True, False, "true", "false"):
            self.refuse(field, _("%(given)s is neither true nor false.") % {"given": _quote(value)})
        return value in (True, "true")

    def parse_until(self) -> float | None:
        sentence = _("%(given)s is not a half width from %(low)s to %(high)s, such as 0.02.")
        return self._parse_share("until", low=MIN_REACH, high=MAX_REACH, sentence=sentence)

    def parse_test(self) -> float | None:
        sentence = _("%(given)s is not a difference from %(low)s to %(high)s, such as 0.05 for 5 points.")
        return self._parse_share("test", low=MIN_DIFFERENCE, high=MAX_DIFFERENCE, sentence=sentence)

    def _parse_share(self, field: str, *, low: float, high: float, sentence: str) -> float | None:
        """A number within the range; None without one, and after refusing another."""
        value = self.raw.get(field)
        if value in (None, ""):
            return None
        try:
            share = float(value) if not isinstance(value, bool) else -1.0
        except (TypeError, ValueError, OverflowError):
            share = -1.0
        if not low <= share <= high:
            self.refuse(field, sentence % {"given": _quote(value), "low": low, "high": high})
            return None
        return share

    def check_test(self, request: "BatchRequest") -> None:
        """Refuses a test of anything but one match-up of two decks."""
        if request.test is None:
            return
        if request.until is not None:
            self.refuse("test", _("A test stops by itself: ask for a test or for “until”, not for both."))
        if request.players != ENTRANTS:
            self.refuse("test", _("A test is of two players, not of %(given)s.") % {"given": request.players})
        elif len(request.tables) > 1:
            sentence = _("A test compares two decks: choose one opponent, not %(given)s match-ups.")
            self.refuse("test", sentence % {"given": len(request.tables)})
        if request.games < MIN_TEST_GAMES:
            params = {"given": request.games, "least": MIN_TEST_GAMES}
            self.refuse("games", _("%(given)s games are too few for a test: at least %(least)s.") % params)

    def parse_policy(self, system: GameSystem) -> str:
        name = self.raw.get("policy") or system.standard_policy
        try:
            return system.policy_name(str(name)[:60])
        except LookupError as unknown:
            self.refuse("policy", str(unknown))
            return ""

    def refuse_misplaced(self, *, players: int) -> None:
        """Refuses opponents of games of two at larger tables, and the other way round."""
        if players == ENTRANTS and self.raw.get("others") is not None:
            self.refuse("others", _("Two players have no tables of others: name opponents in “against”."))
        if players != ENTRANTS and self.raw.get("against", "references") != "references":
            self.refuse("against", _("More than two players: name the decks of each table in “others”."))

    def fitting_references(
        self, system: GameSystem, entrant: EntrantRequest | None, *, options: Facts
    ) -> list[EntrantRequest]:
        """The reference decks that may sit at a table with the entrant."""
        references = [reference_entrant(reference.deck) for reference in system.reference_decks()]
        if entrant is None:
            return references
        agreed = system.table_options(options)
        fitting = [
            reference
            for reference in references
            if not system.check_table([entrant.deck, reference.deck], options=agreed).errors
        ]
        if not fitting and not self.refusals:
            self.refuse("against", _("There is no opponent: choose at least one deck."))
        return fitting

    def parse_entrants(self, system: GameSystem, *, options: Facts) -> tuple[str, list[EntrantRequest]]:
        """The kind of the batch and its entrants, for games of two."""
        if self.raw.get("table") is not None:
            table = self.parse_decks("table", system, maximum=MAX_TABLE_DECKS)
            if len(table) < ENTRANTS and not self.refusals:
                self.refuse("table", _("A table needs at least two decks."))
            return Batch.Kind.TABLE, table
        entrant = self.parse_deck("deck", self.raw.get("deck"), system)
        against = self.raw.get("against", "references")
        if against == "references":
            others, kind = self.fitting_references(system, entrant, options=options), Batch.Kind.GAUNTLET
        else:
            others, kind = self.parse_decks("against", system, maximum=MAX_OPPONENTS), Batch.Kind.CHOSEN
        if not others and not self.refusals:
            self.refuse("against", _("There is no opponent: choose at least one deck."))
        return kind, [*([entrant] if entrant else []), *others]

    def parse_tables(
        self, system: GameSystem, *, players: int, seed: int, options: Facts
    ) -> tuple[str, list[EntrantRequest], list[Table]]:
        """The kind of the batch, its entrants and its tables, for games of more than two."""
        if self.raw.get("table") is not None:
            table = self.parse_decks("table", system, maximum=MAX_TABLE_DECKS)
            self._refuse_wrong_number("table", len(table), players)
            return Batch.Kind.TABLE, table, [tuple(range(len(table)))]
        entrant = self.parse_deck("deck", self.raw.get("deck"), system)
        own = [entrant] if entrant else []
        if self.raw.get("others") is None:
            references = self.fitting_references(system, entrant, options=options)
            tables = drawn_tables(len(references), players=players, seed=seed)
            return Batch.Kind.GAUNTLET, *_seat_apart([*own, *references], tables)
        entrants, tables = own, []
        for name, values in self._lists_of_others():
            others = self.parse_decks(name, system, maximum=MAX_TABLE_DECKS, values=values)
            self._refuse_wrong_number(name, len(others), players - 1)
            tables.append((0, *range(len(entrants), len(entrants) + len(others))))
            entrants = [*entrants, *others]
        return Batch.Kind.CHOSEN, entrants, tables

    def _lists_of_others(self) -> list[tuple[str, Any]]:
        values = self.raw.get("others")
        if not isinstance(values, list) or not 0 < len(values) <= MAX_OPPONENTS:
            params = {"given": _quote(values), "most": MAX_OPPONENTS}
            self.refuse("others", _("%(given)s is not a list of 1 to %(most)s lists of decks.") % params)
            return []
        return [(f"others[{index}]", value) for index, value in enumerate(values)]

    def _refuse_wrong_number(self, field: str, number: int, expected: int) -> None:
        if number != expected and not self.refusals:
            params = {"number": number, "expected": expected}
            self.refuse(field, _("%(number)s decks, but this table needs %(expected)s.") % params)

    def check_tables(self, request: "BatchRequest") -> None:
        """Refuses tables whose decks cannot play together."""
        options, language = request.system.table_options(request.options), current_language()
        for table in request.tables:
            decks = [request.entrants[number].deck for number in table]
            problems = request.system.check_table(decks, options=options).errors
            if problems:
                sentences = [request.system.problem_text(problem, language) for problem in problems]
                self.refuse("table", " ".join(sentences), problems=problems)
                return

    def parse_decks(self, field: str, system: GameSystem, *, maximum: int, values: Any = None) -> list[EntrantRequest]:
        values = self.raw.get(field) if values is None else values
        if not isinstance(values, list):
            self.refuse(field, _("%(given)s is not a list of decks.") % {"given": _quote(values)})
            return []
        if len(values) > maximum:
            params = {"number": len(values), "most": maximum}
            self.refuse(field, _("%(number)s decks are too many: at most %(most)s.") % params)
            return []
        entrants = [self.parse_deck(f"{field}[{index}]", value, system) for index, value in enumerate(values)]
        return [entrant for entrant in entrants if entrant is not None]

    def parse_deck(self, field: str, value: Any, system: GameSystem) -> EntrantRequest | None:
        """A playable deck, or None after adding refusals."""
        if not isinstance(value, Mapping) or len(value.keys() & DECK_KEYS) != 1:
            sentence = _(
                '%(given)s is no deck: give {"version": 12}, {"reference": "name"}, {"text": "…"} or {"sections": {…}}.'
            )
            self.refuse(field, sentence % {"given": _quote(value)})
            return None
        if "reference" in value:
            return self._parse_reference(field, value["reference"], system)
        if "version" in value:
            entrant = self._parse_version(field, value["version"])
        else:
            entrant = self._parse_cards(field, value, system)
        if entrant is None:
            return None
        if entrant.deck.system != system.code:
            self.refuse(field, _("%(name)s is a deck for another game.") % {"name": entrant.name})
            return None
        problems = legality.check(entrant.deck).errors
        if problems:
            self._refuse_illegal(field, entrant.name, problems, system)
            return None
        return entrant

    def _refuse_illegal(self, field: str, name: str, problems: Sequence[Problem], system: GameSystem) -> None:
        language = current_language()
        sentences = [system.problem_text(problem, language) for problem in problems]
        message = _("%(name)s cannot be played: %(problems)s") % {"name": name, "problems": " ".join(sentences)}
        told = zip(problems, sentences, strict=True)
        self.refuse(field, message, problems=[replace(problem, message=sentence) for problem, sentence in told])

    def _parse_reference(self, field: str, value: Any, system: GameSystem) -> EntrantRequest | None:
        try:
            return reference_entrant(system.reference_deck(str(value)[:MAX_NAME_LENGTH]).deck)
        except LookupError as unknown:
            self.refuse(field, str(unknown))
            return None

    def _parse_version(self, field: str, value: Any) -> EntrantRequest | None:
        pk = parse_int(value) if isinstance(value, str) else value
        version = None
        if isinstance(pk, int) and not isinstance(pk, bool) and 0 < pk <= MAX_ID:
            visible = DeckVersion.objects.filter(deck__in=Deck.objects.visible_to(self.user))
            version = visible.select_related("deck").prefetch_related("lines").filter(pk=pk).first()
        if version is None:
            # The same message for a missing deck and for one the user may not see.
            self.refuse(field, _("There is no deck version %(given)s that you may see.") % {"given": _quote(value)})
            return None
        name = f"{version.name} {version.number}"[:MAX_NAME_LENGTH]
        return EntrantRequest(deck=decklists.of_version(version), name=name, version=version)

    def _parse_cards(self, field: str, value: Mapping[str, Any], system: GameSystem) -> EntrantRequest | None:
        """A deck of text or sections; the reader of decks is the same as everywhere."""
        text = value.get("text", "…")
        self.text_length += len(text) if isinstance(text, str) else 0
        if not isinstance(text, str) or not text.strip() or len(text) > MAX_TEXT_LENGTH:
            self.refuse(field, _("A decklist is a text of at most %(most)s characters.") % {"most": MAX_TEXT_LENGTH})
            return None
        if self.text_length > MAX_TEXT_LENGTH:
            sentence = _("The decklists of a request have at most %(most)s characters together.")
            self.refuse(field, sentence % {"most": MAX_TEXT_LENGTH})
            return None
        try:
            reading = deck_of_data({**value, "system": system.code}, user=self.user)
        except ImportRefused as refused:
            self.refuse(field, str(refused))
            return None
        deck, unread = reading.deck, [problem for problem in reading.problems if problem.severity == "error"]
        if unread:
            problems = [*unread, *legality.check(deck).errors]
            self._refuse_illegal(field, deck.name or _("The decklist"), problems, system)
            return None
        name = ensure_name(deck).name or _("A pasted deck")
        return EntrantRequest(deck=deck, name=name[:MAX_NAME_LENGTH])


def parse_batch_request(raw: Mapping[str, Any], *, user: "Visitor") -> BatchRequest:
    """Parses a request; raises BatchRequestError with all reasons if it is invalid."""
    parser = BatchRequestParser(raw, user)
    test = parser.parse_test()
    usual_games = USUAL_GAMES if test is None else USUAL_TEST_GAMES
    number = parser.parse_whole_number("games", low=MIN_GAMES, high=MAX_GAMES, default=usual_games)
    is_seed_given = parser.raw.get("seed") is not None
    seed = parser.parse_whole_number("seed", low=0, high=MAX_SEED, default=0) if is_seed_given else new_seed()
    is_fresh = parser.parse_flag("fresh")
    if is_fresh and is_seed_given:
        parser.refuse("fresh", _("Give either a seed or “fresh”: a seed repeats the same games."))
    until = parser.parse_until()
    system = parser.parse_system()
    if system is None:
        raise BatchRequestError(parser.refusals)
    policy = parser.parse_policy(system)
    players = parser.parse_players(system)
    options = parser.parse_options(system, players=players)
    parser.refuse_misplaced(players=players)
    if players == ENTRANTS:
        kind, entrants = parser.parse_entrants(system, options=options)
        tables = pairings(kind, len(entrants))
    else:
        kind, entrants, tables = parser.parse_tables(system, players=players, seed=seed, options=options)
    maximum = MAX_TOTAL_GAMES["staff" if user.is_staff else "user" if user.is_authenticated else "visitor"]
    request = BatchRequest(
        system=system,
        kind=kind,
        entrants=tuple(entrants),
        games=_whole_rounds(
            number, len(system.round_seatings(players, options)), most=min(MAX_GAMES, maximum // max(len(tables), 1))
        ),
        until=until,
        test=test,
        policy=policy,
        seed=seed,
        is_seed_drawn=not is_seed_given,
        is_seed_open=not is_seed_given and not is_fresh,
        tables=tuple(tables),
        players=players,
        options=options,
    )
    parser.check_test(request)
    if not parser.refusals:
        parser.check_tables(request)
    if request.total_games > maximum:
        params = {"total": request.total_games, "matchups": len(request.tables), "most": maximum}
        parser.refuse(
            "games", _("%(total)s games in %(matchups)s match-ups are too many: you may ask for %(most)s.") % params
        )
    if parser.refusals:
        raise BatchRequestError(parser.refusals)
    return request


def reference_entrant(deck: DeckList) -> EntrantRequest:
    return EntrantRequest(deck=deck, name=deck.name[:MAX_NAME_LENGTH], is_reference=True)


def _whole_rounds(games: int, games_per_round: int, *, most: int) -> int:
    """The number of games, rounded up to whole rounds, or down if only that is allowed."""
    rounded = -(-games // games_per_round) * games_per_round
    return rounded - games_per_round if games <= most < rounded else rounded


def _seat_apart(entrants: list[EntrantRequest], tables: list[Table]) -> tuple[list[EntrantRequest], list[Table]]:
    """Gives a deck that sits twice at a table an entrant for each seat."""
    apart: list[Table] = []
    for table in tables:
        seated: list[int] = []
        for number in table:
            if number in seated:
                entrants = [*entrants, entrants[number]]
                seated.append(len(entrants) - 1)
            else:
                seated.append(number)
        apart.append(tuple(seated))
    return entrants, apart


def _quote(value: Any) -> str:
    return repr(value)[:80]
