"""Deck files of Lanterns."""

from collections.abc import Mapping

from simulator.engine.cards.card import CardSpec
from simulator.engine.check_file import CheckFile, CheckOutcome, FileCatalogue, deck_of
from simulator.engine.play.scenario import ScenarioError
from simulator.engine.values import Facts, Words
from tests.toy.bag import FORMATS, check_deck
from tests.toy.cards import CATALOGUE


def check_bag_file(file: CheckFile) -> CheckOutcome:
    file.verify_further("owned")
    format = next((known for known in FORMATS if known.code == (file.format or "short")), None)
    if format is None:
        raise ScenarioError("format", f"there is no format {file.format!r}")
    catalogue = FileCatalogue({id: _inline(id, data) for id, data in file.cards.items()}, find=CATALOGUE.find)
    deck, problems = deck_of(file, system="toy", format=format.code, sections=("charm", "bag"), find=catalogue.find)
    own = {card.code: card for card in catalogue.inline.values()}
    facts = {"missing": sum(deck.size(section) for section in ("charm", "bag"))} if "owned" in file.further else {}
    return CheckOutcome(report=check_deck(deck, format=format, own=own).after(problems), facts=facts)


def _inline(id: str, data: Mapping[str, object]) -> CardSpec:
    light = data.get("light", 1)
    if not isinstance(light, int):
        raise ScenarioError(f"cards.{id}.light", f"expected a whole number, found {light!r}")
    facts = Facts({"light": light})
    kind = str(data.get("kind", "flame"))
    return CardSpec(code=f"inline-{id}", names=Words.same(id), kind=kind, set_code="inline", facts=facts)
