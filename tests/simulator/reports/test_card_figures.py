"""Notes on card figures: always in play, never played, mixed with the length of games, more than luck."""

from simulator.engine.statistics.intervals import Estimate, Interval
from simulator.reports.cards import CardFigure, mark_discoveries


def figure(*, value: float | None = None, reach: float = 0.05, **counts: int) -> CardFigure:
    impact = None
    if value is not None:
        impact = Estimate(value=value, interval=Interval(value - reach, value + reach), sample=500)
    numbers = {"games": 1_000, "opening": 0, "drawn": 500, "played": 400, "started": 0, "built": 0} | counts
    return CardFigure(code="a", name="A", impact=impact, games_compared=500, **numbers)  # type: ignore[arg-type]


def test_card_in_play_from_the_start_has_a_note() -> None:
    assert figure(started=1_000, drawn=1_000, played=0).is_from_start
    assert not figure(started=1_000, drawn=1_000, played=0).is_never_played
    assert not figure().is_from_start


def test_card_that_the_computer_keeps_in_hand_is_flagged() -> None:
    assert figure(played=2).is_never_played
    assert not figure(played=3).is_never_played, "0.6 % of the games in which it was seen"
    assert not figure(drawn=100, played=0).is_never_played, "too few games"


def test_impact_of_buildings_is_marked() -> None:
    assert figure(value=0.1, built=500).is_confounded
    assert not figure(value=0.1).is_confounded
    assert not figure(built=500).is_confounded, "no impact is shown"
    assert mark_discoveries([figure(value=0.2, built=500)])[0].verdict == "open"


def test_impact_among_many_must_be_more_than_luck() -> None:
    """A difference just outside of its interval counts alone, but not among forty."""
    narrow = figure(value=0.052)
    assert mark_discoveries([narrow])[0].verdict == "ahead"
    among = mark_discoveries([narrow, *(figure(value=0.01) for _ in range(39)), figure()])
    assert among[0].verdict == "open"
    assert among[-1].verdict == "open"
    assert mark_discoveries([figure(value=-0.2), *(figure(value=0.01) for _ in range(39))])[0].verdict == "behind"
