"""Narration of games: every event has a sentence in three languages."""

import string
from dataclasses import fields

import pytest

from simulator import games
from simulator.engine.matches.match import play
from simulator.engine.matches.replay import record
from simulator.engine.play.event_log import Log
from simulator.engine.play.events import Event
from simulator.engine.values import LANGUAGES, Facts
from simulator.games.signum.replay.narrator import _WITHOUT_SENTENCE
from simulator.games.signum.state import events
from simulator.games.signum.wording.sentences import REASONS, SENTENCES

EVENTS = {
    name: kind
    for name, kind in vars(events).items()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}
SIGNUM = games.system("signum")
DECKS = tuple(reference.deck for reference in SIGNUM.reference_decks()[:2])


def test_every_event_has_a_sentence_or_is_excluded() -> None:
    narrated = {line.partition(".")[0] for line in SENTENCES}
    excluded = {kind.__name__ for kind in _WITHOUT_SENTENCE}
    assert narrated | excluded == set(EVENTS)
    assert narrated & excluded == set()


@pytest.mark.parametrize("line", SENTENCES)
def test_placeholders_are_event_fields_and_equal_in_every_language(line: str) -> None:
    known = {part.name for part in fields(EVENTS[line.partition(".")[0]])}
    used = [
        {name for _, name, _, _ in string.Formatter().parse(SENTENCES[line][language]) if name}
        for language in LANGUAGES
    ]
    assert used[0] <= known
    assert used[0] == used[1] == used[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_narrated(language: str) -> None:
    replay = record(system=SIGNUM, decks=DECKS, policies=("random", "random"), seed=5, seating=(0, 1))
    assert SIGNUM.narrator is not None
    narrate = SIGNUM.narrator(language, ("Ana", "Bea"))
    sentences = [sentence for step in replay.steps for event in step.events if (sentence := narrate(event))]
    assert all(
        "?" not in sentence.text and "{" not in sentence.text and "core-" not in sentence.text for sentence in sentences
    )
    assert replay.result.outcome is not None
    assert REASONS[replay.result.outcome.reason][language] in sentences[-1].text


def test_s1_2_a_tactic_played_face_down_is_not_named() -> None:
    assert SIGNUM.narrator is not None
    narrate = SIGNUM.narrator("en", ("Ana", "Bea"))
    sentence = narrate(events.CardPlayed(0, "", "tactic"))
    assert sentence is not None
    assert sentence.text == "Ana plays a tactic face down."


def test_s17_3_a_game_of_four_is_narrated() -> None:
    log, teams = Log(), Facts({"shoulder_to_shoulder": True})
    result = play(system=SIGNUM, decks=DECKS * 2, policies=["greedy"] * 4, seed=2, options=teams, log=log)
    assert SIGNUM.narrator is not None
    narrate = SIGNUM.narrator("en", ("Ana", "Bea", "Carl", "Dora"))
    texts = [sentence.text for event in log.events if (sentence := narrate(event))]
    assert all("?" not in text and "{" not in text for text in texts)
    assert len([text for text in texts if text.endswith(" corner.")]) == 4
    assert result.outcome is not None
    names = "Ana, Bea" if result.outcome.winners == (0, 1) else "Carl, Dora"
    assert texts[-1].startswith(f"{names} win together: ")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (events.CornerClaimed(2, 0), "Carl takes the lower left corner."),
        (events.PlayerEliminated(1), "Bea is out of the game."),
        (events.VictoryShared((0, 2), "kills"), "Ana, Carl win together: enemies eliminated."),
    ],
)
def test_s17_2_corners_eliminations_and_shared_victories_are_narrated(event: Event, text: str) -> None:
    assert SIGNUM.narrator is not None
    sentence = SIGNUM.narrator("en", ("Ana", "Bea", "Carl"))(event)
    assert sentence is not None
    assert sentence.text == text


@pytest.mark.parametrize(
    ("event", "texts"),
    [
        (
            events.AbilityUsed(3, "core-111", "used"),
            ("Toffo the Trap Setter uses its ability.", "Toffo el Trampero usa su habilidad.",
             "Toffo il Piazzatrappole usa la sua abilità."),
        ),
        (
            events.Granted(3, "immobile", 1, 9),
            ("Toffo the Trap Setter cannot move.", "Toffo el Trampero no puede moverse.",
             "Toffo il Piazzatrappole non può muoversi."),
        ),
        (
            events.Exhausted(3, 9),
            ("Toffo the Trap Setter does not activate for now.", "Toffo el Trampero no se activa por ahora.",
             "Toffo il Piazzatrappole per ora non si attiva."),
        ),
        (
            events.DiceRerolled(3, "searcher", (1,), (6,)),
            ("Searcher: Toffo the Trap Setter rolls again.", "Buscador: Toffo el Trampero vuelve a tirar.",
             "Cercatore: Toffo il Piazzatrappole ritira."),
        ),
        (
            events.ConcentrationSpent(3, 2, 1),
            ("Toffo the Trap Setter spends concentration: 2, 1 left.",
             "Toffo el Trampero gasta concentración: 2, queda 1.",
             "Toffo il Piazzatrappole spende concentrazione: 2, resta 1."),
        ),
    ],
)  # fmt: skip
def test_sr76_uses_grants_and_spent_tokens_are_narrated(event: Event, texts: tuple[str, str, str]) -> None:
    assert SIGNUM.narrator is not None
    for language, text in zip(LANGUAGES, texts, strict=True):
        narrate = SIGNUM.narrator(language, ("Ana", "Bea"))
        narrate(events.CreaturePlaced(3, "toffo", "core-111", 0, (300.0, 16.0)))
        sentence = narrate(event)
        assert sentence is not None
        assert sentence.text == text
