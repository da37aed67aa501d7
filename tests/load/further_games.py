"""Copies of the toy game as further games, for measuring what games cost.

Also a plugin that runs tests with Signum, the toy game and two copies of it:

    ENGINE_PURE=1 .venv/bin/python -m pytest -q -p tests.load.further_games tests/contract
"""

import re
import shutil
import tempfile
from pathlib import Path
from typing import Final

from simulator import games

TOY: Final = Path(__file__).parents[1] / "toy"
CODES: Final = ("lanterns", "lamps", "torches")
TOY_CARDS: Final = 8
FURTHER_CARDS: Final = """
CATALOGUE = Catalogue(
    [
        *CATALOGUE,
        *(
            _card(n, ("flame", "gust", "charm")[n % 3], n % 4, en=f"Spark {n}", es=f"Chispa {n}", it=f"Scintilla {n}")
            for n in range(FIRST, LAST)
        ),
    ]
)
"""


def copy_toy(folder: Path, *, code: str, cards: int = TOY_CARDS) -> None:
    """The commands of docs/adding_a_game.md, and cards up to this number."""
    package = folder / code
    shutil.copytree(TOY, package, ignore=shutil.ignore_patterns("test_*", "__pycache__"))
    for path in package.glob("*.py"):
        path.write_text(re.sub(r"\btoy\b", code, path.read_text().replace("tests.toy", "simulator.games.toy")))
    further = FURTHER_CARDS.replace("FIRST", str(TOY_CARDS + 1)).replace("LAST", str(cards + 1))
    with (package / "cards.py").open("a") as source:
        source.write(further if cards > TOY_CARDS else "")


def find_in(folder: str) -> None:
    """Searches this folder for games, too."""
    games.__path__.append(folder)


def pytest_configure() -> None:
    folder = tempfile.mkdtemp(prefix="signum-further-games-")
    for code in CODES[:2]:
        copy_toy(Path(folder), code=code)
    find_in(folder)


def pytest_unconfigure() -> None:
    shutil.rmtree(games.__path__.pop())
