"""Events and logs."""

from dataclasses import FrozenInstanceError, dataclass

import pytest

from simulator.engine.play.event_log import Log, SilentLog
from simulator.engine.play.events import Event


@dataclass(frozen=True, slots=True)
class Wounded(Event):
    who: int
    amount: int


def test_a_log_collects_events_in_order() -> None:
    log = Log()
    log.emit(Wounded(1, 2))
    log.emit(Wounded(2, 1))
    assert log.listening
    assert log.events == [Wounded(1, 2), Wounded(2, 1)]
    assert log.lines() == ["Wounded who=1 amount=2", "Wounded who=2 amount=1"]


def test_a_silent_log_keeps_nothing() -> None:
    log = SilentLog()
    log.emit(Wounded(1, 2))
    assert not log.listening
    assert log.events == []


def test_an_event_is_frozen_and_turns_into_json() -> None:
    event = Wounded(1, 2)
    assert event.as_json() == {"event": "Wounded", "who": 1, "amount": 2}
    with pytest.raises(FrozenInstanceError):
        event.who = 3  # type: ignore[misc]
