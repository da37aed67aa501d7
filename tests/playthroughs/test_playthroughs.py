"""The golden games still go as they were written down. If a change is meant, `make playthroughs` and read the diff."""

from tests.playthroughs.write import FOLDER, GAMES, playthroughs


def test_every_golden_game_goes_as_written() -> None:
    for path, told in playthroughs():
        written = path.read_text().splitlines()
        for number, (was, now) in enumerate(zip(written, told.splitlines(), strict=False), start=1):
            assert now == was, f"{path.name}, line {number}"
        assert len(told.splitlines()) == len(written), path.name


def test_no_file_lies_there_that_no_game_writes() -> None:
    assert len(list(FOLDER.glob("*.txt"))) == GAMES
