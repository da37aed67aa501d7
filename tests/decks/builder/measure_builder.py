"""Measure the builder: `python -m tests.decks.builder.measure_builder`.

Uses the database of the settings. Prints the processor time of whole requests in milliseconds, which other programs do
not affect. Every page has another deck of 39 or 40 cards, so that no cache helps.
"""

import logging
import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import django

TIMES = 15


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "signum_site.settings")
    django.setup()
    logging.disable(logging.CRITICAL)
    from django.conf import settings
    from django.test import Client

    from decks.rules.fixes import change_of
    from simulator import games
    from simulator.engine.decks.code import encode
    from simulator.engine.decks.decklist import DeckList
    from simulator.engine.decks.report import Fix

    settings.ALLOWED_HOSTS = ["testserver"]
    system = games.system("signum")
    deck = system.reference_deck("Lances at Dawn").deck
    spells = [card.code for card in system.catalogue if card.kind == "spell" and card.fact("faction") == "vallor"]
    parts = {part: dict(lines) for part, lines in deck.sections}
    parts["battle"] |= dict.fromkeys(spells[: 40 - deck.size("battle")], 1)

    def without(card: str) -> str:
        fewer = {part: {code: n for code, n in lines.items() if code != card} for part, lines in parts.items()}
        return encode(DeckList.of(fewer, system="signum", format="basic"), system=system)

    codes = ["", *[without(card) for card in parts["battle"]]]
    client, number = Client(), 0
    add = change_of(Fix(do="add", card="core-150", count=1, section="battle"))

    def measure(label: str, send: Callable[[str], Any]) -> None:
        nonlocal number
        took = []
        for _ in range(TIMES):
            number = number % (len(codes) - 1) + 1
            start = time.process_time()
            assert send(codes[number]).status_code == 200
            took.append((time.process_time() - start) * 1_000)
        sys.stdout.write(f"{label:12} median {statistics.median(took):6.1f}  highest {max(took):6.1f}\n")

    client.get("/decks/build/", {"d": codes[1], "in": "battle"})
    sys.stdout.write(f"{len(system.catalogue)} cards, processor time in ms\n")
    measure("page", lambda code: client.get("/decks/build/", {"d": code, "in": "battle"}))
    measure(
        "change",
        lambda code: client.post("/decks/build/", {"d": code, "in": "battle", "do": add}, HTTP_HX_REQUEST="true"),
    )
    measure(
        "search",
        lambda code: client.get("/decks/build/", {"d": code, "in": "battle", "q": "shot"}, HTTP_HX_TARGET="results"),
    )


if __name__ == "__main__":
    main()
