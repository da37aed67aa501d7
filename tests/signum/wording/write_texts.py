"""Write the text of every card to texts/<language>.txt, one card per line.

    .venv/bin/python -m tests.signum.wording.write_texts

Review the files like code: a changed line is a changed text for players.
"""

from pathlib import Path

from simulator.engine.values import LANGUAGES
from simulator.games.signum.cardfile.loader import CATALOGUE, card_files, load_files
from simulator.games.signum.wording import card_text

TEXTS = Path(__file__).parent / "texts"


def lines(language: str) -> list[str]:
    """The texts of all cards, one line per card.

    For example `core-008 Garrus the Crossbowman | Shot 3.`. Slashes separate the lines of a text.
    """
    cards = load_files(card_files((CATALOGUE,)))
    return [f"{card.code} {card.names[language]} | {_on_one_line(card_text(card, language))}" for card in cards]


def _on_one_line(text: str) -> str:
    return text.replace("\n", " / ") or "—"


def write() -> None:
    for language in LANGUAGES:
        (TEXTS / f"{language}.txt").write_text("\n".join(lines(language)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
