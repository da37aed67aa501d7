"""Every rule of docs/rules/signum.md is cited.

Test names and the `cites` of scenarios count.
"""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs/rules/signum.md").read_text(encoding="utf-8")

# A rule starts its line: "- S-9.4 …", "- SR-7 …", "| K-23 | …".
STATED = re.compile(r"^(?:- |\| )(S-\d+\.\d+|SR-\d+|K-\d+)\b", re.MULTILINE)
NAMED = re.compile(r"^def test_(s\d+_\d+|sr\d+|k\d+)_", re.MULTILINE)
CITED = re.compile(r"^cites: \[(.*)\]$", re.MULTILINE)

NOT_TESTED: dict[str, str] = {}
"""Rules without tests, with the reason."""


def stated_rules() -> list[str]:
    return STATED.findall(RULES)


def rule_id(name: str) -> str:
    """The rule id for a prefix of a test name.

    Examples: s9_4 -> S-9.4, sr7 -> SR-7, k2 and k02 -> K-02.
    """
    if name.startswith("sr"):
        return f"SR-{int(name[2:])}"
    if name.startswith("k"):
        return f"K-{int(name[1:]):02}"
    chapter, _, rule = name[1:].partition("_")
    return f"S-{int(chapter)}.{int(rule)}"


@cache
def cited_rules() -> frozenset[str]:
    rules: set[str] = set()
    for source in (ROOT / "tests/signum").rglob("test_*.py"):
        rules |= {rule_id(name) for name in NAMED.findall(source.read_text(encoding="utf-8"))}
    for scenario in (ROOT / "tests/scenarios/signum").glob("*.yaml"):
        for line in CITED.findall(scenario.read_text(encoding="utf-8")):
            rules |= {rule.strip() for rule in line.split(",")}
    return frozenset(rules)


def test_the_reference_states_each_rule_once() -> None:
    rules = stated_rules()
    assert len(rules) > 150
    assert sorted(rules) == sorted(set(rules))


def test_every_rule_is_cited_by_a_test() -> None:
    missing = [rule for rule in stated_rules() if rule not in cited_rules() and rule not in NOT_TESTED]
    assert missing == []


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert sorted(cited_rules() - set(stated_rules())) == []


def test_excuses_are_for_rules_that_exist_and_are_not_tested() -> None:
    for rule, reason in NOT_TESTED.items():
        assert rule in stated_rules()
        assert rule not in cited_rules(), f"{rule} is tested now: take it off the list"
        assert reason
