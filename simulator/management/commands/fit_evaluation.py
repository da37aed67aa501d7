"""Fits the weights with which a game values positions."""

import json
from typing import Any

from simulator.engine.matches.evaluation_fit import fit_evaluation
from simulator.engine.matches.totals import ENTRANTS
from simulator.management.arguments import SimulationCommand


class Command(SimulationCommand):
    help = (
        "Play games between reference decks and fit the chance to win of a position. "
        "Prints the weights, and how well they predict games that were not used. Nothing is written."
    )
    games_by_default = 2_000

    def handle(self, **options: Any) -> None:
        system = self.game_system(options["system"])
        if system.evaluation is None:
            self.refuse(f"{system.name.en} does not value positions.")
        try:
            policy = system.policy_name(options["policy"] or system.standard_policy)
        except LookupError as unknown:
            self.refuse(str(unknown))
        if len(system.reference_decks()) < ENTRANTS:
            self.refuse(f"{system.name.en} has fewer than two reference decks.")
        result = fit_evaluation(system, games=options["games"], seed=options["seed"], policy=policy)
        names = system.evaluation.names
        if options["json"]:
            weights = dict(zip(names, result.weights, strict=True))
            self.stdout.write(json.dumps({"weights": weights, "loss": result.loss, "even_loss": result.even_loss}))
            return
        for name, weight in zip(names, result.weights, strict=True):
            self.stdout.write(f"{name:22} {weight:8.4f}")
        self.stdout.write(
            f"{result.positions} positions; mean surprise {result.loss:.4f}, of an even guess {result.even_loss:.4f}"
        )
        for group in result.bins:
            self.stdout.write(f"  expected {group.expected:6.1%}  won {group.won:6.1%}  ({group.positions} positions)")
