"""Golden games are reproduced exactly.

After an intended change, run `make playthroughs` and read the diff.
"""

from tests.playthroughs.write import FOLDER, GAMES, LARGER, playthroughs


def test_every_golden_game_is_reproduced() -> None:
    for path, text in playthroughs():
        expected = path.read_text().splitlines()
        for number, (old, new) in enumerate(zip(expected, text.splitlines(), strict=False), start=1):
            assert new == old, f"{path.name}, line {number}"
        assert len(text.splitlines()) == len(expected), path.name


def test_there_are_no_stale_golden_files() -> None:
    assert len(list(FOLDER.glob("*.txt"))) == GAMES + len(LARGER)
