"""Searches on real cards, in three languages."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from collection.library.search_help import present_fields
from collection.search import UserField, field_table, parse, register, search
from collection.search.user_fields import unregister
from collection.services import catalogue_load
from simulator import games
from simulator.engine.cards.card import Catalogue
from simulator.engine.game_system import Facet, GameSystem
from simulator.engine.values import Facts, Words
from tests import toy
from tests.cards import signum_cards

pytestmark = pytest.mark.django_db
USER = SimpleNamespace(is_authenticated=True)
GUEST = SimpleNamespace(is_authenticated=False)


@pytest.fixture
def system() -> GameSystem:
    signum_cards()
    return games.system("signum")


@pytest.fixture
def user_fields() -> Iterator[None]:
    register(
        UserField(
            code="shelf",
            names=Words(en="On shelf", es="En estante", it="Su scaffale"),
            about="How many you own.",
            amounts=lambda user, system: {"core-007": 2, "core-001": 1},
        )
    )
    register(
        UserField(
            code="pile",
            names=Words(en="In pile", es="En pila", it="Nella pila"),
            about="Cards of one of your decks.",
            named=lambda user, system, value: {"core-007"} if value == "Walls" else None,
        )
    )
    yield
    unregister("shelf")
    unregister("pile")


def codes(system: GameSystem, text: str, **options: Any) -> set[str]:
    return {card.code for card in search(system=system, text=text, **options).cards()}


def expected(system: GameSystem, predicate: Any) -> set[str]:
    return {card.code for card in system.catalogue if predicate(card)}


def number(card: Any, fact: str) -> int:
    value = card.fact(fact)
    return value if isinstance(value, int) else -1000


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("", lambda card: True),
        ("t:character", lambda card: card.kind == "character"),
        ("f:vallor", lambda card: card.fact("faction") == "vallor"),
        ("r:mythic", lambda card: card.rarity == "mythic"),
        ("race:dwarf", lambda card: card.fact("race") == "dwarf"),
        ("race:dwarf,orc", lambda card: card.fact("race") in ("dwarf", "orc")),
        ("kw:shot", lambda card: "shot" in (card.fact("keywords") or ())),
        ("kw:shot>=2", lambda card: number(card, "keyword_shot") >= 2),
        ("kw:shot!=2", lambda card: number(card, "keyword_shot") not in (2, -1000)),
        ("str>=3", lambda card: number(card, "strength") >= 3),
        ("hp<4", lambda card: 0 <= number(card, "health") < 4),
        ("hp:2-3", lambda card: number(card, "health") in (2, 3)),
        ("move:L", lambda card: card.fact("movement") == "L"),
        ("move>=L", lambda card: card.fact("movement") in ("L", "XL")),
        ("cost:temple", lambda card: "temple" in (card.fact("needs") or ())),
        ("cost<=2", lambda card: 0 <= number(card, "cost") <= 2),
        ("needs:library", lambda card: "library" in (card.fact("needs") or ())),
        ("hero:brissa", lambda card: card.fact("hero") == "core-001"),
        ("set:core", lambda card: True),
        ("source:rulebook", lambda card: card.source == "rulebook"),
        ("is:merc", lambda card: card.fact("mercenary") is True),
        ("mercenary:no", lambda card: card.fact("mercenary") is not True),
        ("legal:online", lambda card: True),
        ("t!=character", lambda card: card.kind != "character"),
        ("t:spell or t:relic", lambda card: card.kind in ("spell", "relic")),
        ("-(t:spell or t:relic)", lambda card: card.kind not in ("spell", "relic")),
        ("text:draw", lambda card: any("draw" in card.text(tongue).lower() for tongue in ("en", "es", "it"))),
        ("code:core-00", lambda card: card.code.startswith("core-00")),
    ],
)
def test_queries_match_the_expected_cards(system: GameSystem, text: str, predicate: Any) -> None:
    matches = codes(system, text)
    assert matches == expected(system, predicate)
    assert matches or text.startswith("-")


@pytest.mark.parametrize(
    ("english", "others"),
    [
        ("t:character", ["tipo:personaje", "T:PERSONAGGIO", "type:personaggio"]),
        ("kw:shot", ["kw:disparo", "parola_chiave:colpo", "k:Shot"]),
        ("f:vallor", ["faccion:vallor", "facción:vallor", "fazione:vallor"]),
        ("str>=3", ["fuerza>=3", "forza>=3"]),
        ("r:mythic", ["rareza:mítica", "rarita:mitica", "rarità:mitica"]),
        ("needs:library", ["necesita:biblioteca", "richiede:biblioteca"]),
        ("cost:temple", ["coste:templo", "costo:tempio"]),
        ("is:unique", ["es:único", "è:unico"]),
        ("t:spell or t:relic", ["t:hechizo o t:reliquia", "t:incantesimo oppure t:reliquia"]),
        ("-f:vallor kw:shot", ["no f:vallor y kw:disparo", "non f:vallor e kw:shot"]),
        ("race:undead", ['raza:"no muerto"', 'razza:"non morto"']),
        ("sort:cost t:hero", ["orden:coste t:héroe", "ordina:costo t:eroe"]),
    ],
)
def test_queries_in_three_languages(system: GameSystem, english: str, others: list[str]) -> None:
    expected_codes = [card.code for card in search(system=system, text=english).cards()]
    # `k:Shot` and `colpo` are also parts of other keywords' names: whole names take precedence.
    for other in others:
        results = search(system=system, text=other)
        assert [card.code for card in results.cards()] == expected_codes, other
        assert results.complaints == ()


def test_words_match_names_texts_and_flavour(system: GameSystem) -> None:
    assert "core-007" in codes(system, "GREER")
    assert "core-007" in codes(system, "testardo")
    assert codes(system, "ultima palabra") == codes(system, "Última Palabra") != set()
    assert "core-001" in codes(system, '"nunca ha perdido una batalla"')


def test_a_misspelt_name_is_corrected(system: GameSystem) -> None:
    results = search(system=system, text="grer stuborn")
    assert [card.code for card in results.cards()] == ["core-007"]
    assert results.corrections == {"grer": "greer", "stuborn": "stubborn"}


def test_name_matches_come_first(system: GameSystem) -> None:
    names = [card.names.en for card in search(system=system, text="fire", language="en").cards()]
    matching = [name for name in names if "fire" in name.lower()]
    assert names[: len(matching)] == matching


def test_sorting(system: GameSystem) -> None:
    costs = [card.fact("cost") for card in search(system=system, text="t:spell sort:-cost").cards()]
    assert costs == sorted(costs, reverse=True)
    names = [card.names.it for card in search(system=system, text="t:hero sort:name", language="it").cards()]
    assert names == sorted(names)
    strengths = [card.fact("strength") for card in search(system=system, text="sort:-strength").cards()]
    assert strengths[0] == max(strength for strength in strengths if strength is not None)
    assert strengths[-1] is None
    movements = [card.fact("movement") for card in search(system=system, text="t:character sort:move").cards()]
    assert movements == sorted(movements, key=["S", "M", "L", "XL"].index)


@pytest.mark.parametrize(
    ("text", "term", "reason", "instead"),
    [
        ("t:hero stregnth>3", "stregnth>3", "the nearest is “strength”", "strength>3"),
        ("t:hero race:dwarv", "race:dwarv", "It knows: Human", "race:dwarf"),
        ("t:hero str:high", "str:high", "is a number, and “high” is none", ""),
        ("t:hero race>2", "race>2", "has no greater or smaller", ""),
        ("t:hero kw:agile>=2", "kw:agile>=2", "No card has a number with “agile”", ""),
        ("t:hero sort:text", "sort:text", "cannot be sorted", ""),
        ("t:hero str>=", "str>=", "a value is missing", ""),
        ("t:hero >=", ">=", "no word in this", ""),
        ("t:hero t:personage", "t:personage", "", "t:personaje"),
        ("t:hero own>0", "own>0", "sign in, and it works", ""),
        ("t:hero qqq:1", "qqq:1", "There is no field “qqq”", ""),
    ],
)
def test_unusable_terms_are_reported_and_ignored(
    system: GameSystem, text: str, term: str, reason: str, instead: str
) -> None:
    results = search(system=system, text=text, language="en")
    assert {card.kind for card in results.cards()} == {"hero"}
    [complaint] = results.complaints
    assert complaint.term == term
    assert reason in complaint.reason
    assert instead in complaint.instead


def test_complaints_are_in_the_user_s_language(system: GameSystem) -> None:
    with translation.override("es"):
        [complaint] = search(system=system, text="fuersa>3").complaints
    assert "El campo" in complaint.reason or "No hay" in complaint.reason
    assert complaint.instead == "fuerza>3"


def test_fields_about_the_user(system: GameSystem, user_fields: None) -> None:
    assert codes(system, "shelf>0", user=USER) == {"core-001", "core-007"}
    assert codes(system, "en_estante:2", user=USER) == {"core-007"}
    assert "core-007" not in codes(system, "shelf:0", user=USER)
    assert codes(system, "pile:Walls", user=USER) == {"core-007"}
    assert [card.code for card in search(system=system, text="shelf>0 sort:-shelf", user=USER).cards()] == [
        "core-007",
        "core-001",
    ]
    assert search(system=system, text="shelf>0", user=USER).is_personal
    assert "sign in" in search(system=system, text="shelf>0", user=GUEST, language="en").complaints[0].reason
    assert "nothing of yours" in search(system=system, text="pile:Other", user=USER).complaints[0].reason


def test_facet_counts_match_their_queries(system: GameSystem) -> None:
    results = search(system=system, text="draw f:vallor", language="en")
    by_code = {facet.code: facet for facet in results.facets()}
    for code in ("kind", "faction", "cost", "keywords"):
        for value in by_code[code].values:
            if not value.chosen:
                after_click = search(system=system, text=value.query, language="en")
                before = results.total if code == "faction" else 0
                assert after_click.total == value.count + before, value.query
                assert after_click.complaints == ()
    [chosen] = [value for value in by_code["faction"].values if value.chosen]
    assert (chosen.value, chosen.query) == ("vallor", "draw")
    other = next(value for value in by_code["faction"].values if value.value == "grypharim")
    assert other.query == "draw f:vallor,grypharim"


def test_a_facet_puts_an_or_in_brackets(system: GameSystem) -> None:
    kind = next(facet for facet in search(system=system, text="fire or ice").facets() if facet.code == "kind")
    assert kind.values[0].query.startswith("(fire or ice) t:")


def test_neighbours(system: GameSystem) -> None:
    results = search(system=system, text="t:hero sort:name")
    first, second, third = results.cards(count=3)
    assert results.neighbours(second.code) == (first, third)
    assert results.neighbours(first.code) == (None, second)
    assert results.neighbours("core-275") == (None, None)


def test_loaded_changes_are_visible_and_withdrawn_cards_hidden(system: GameSystem) -> None:
    assert search(system=system, text="greer").total
    remaining = replace(system, catalogue=Catalogue(card for card in system.catalogue if card.code != "core-007"))
    catalogue_load(system=remaining)
    assert "core-007" not in codes(system, "greer")
    assert codes(system, "is:withdrawn") == codes(system, "is:retirada") == {"core-007"}


def test_another_game_has_its_own_fields() -> None:
    catalogue_load(system=toy.SYSTEM)
    assert codes(toy.SYSTEM, "kind:flame light>=2") == {"toy-2", "toy-3"}
    assert codes(toy.SYSTEM, "clase:llama luz>=2") == {"toy-2", "toy-3"}
    assert search(system=toy.SYSTEM, text="str>3").complaints


def test_card_with_several_values_of_a_set_is_found_by_each() -> None:
    boxes = {"toy-1": ("first", "second"), "toy-2": ("second",), "toy-3": ()}
    cards = [
        replace(card, facts=Facts({**card.facts, "boxes": boxes.get(card.code, ("third",))}))
        for card in toy.SYSTEM.catalogue
    ]
    labels = {code: Words.same(f"The {code} box") for code in ("first", "second", "third")}
    facet = Facet(code="boxes", names=Words.same("Boxes"), kind="set", labels=labels, also=("b",))
    system = replace(toy.SYSTEM, catalogue=Catalogue(cards), facets=(*toy.SYSTEM.facets, facet))
    catalogue_load(system=system)
    assert codes(system, "b:first") == {"toy-1"}
    assert codes(system, "boxes:second") == {"toy-1", "toy-2"}
    assert codes(system, "b:first b:second") == {"toy-1"}
    assert codes(system, "b:first,third kind:flame") == {"toy-1", "toy-4"}
    assert codes(system, "b!=second b!=third") == {"toy-3"}
    assert search(system=system, text="b>=first").complaints
    (shown,) = [shown for shown in search(system=system, text="kind:flame").facets() if shown.code == "boxes"]
    assert [(value.value, value.count) for value in shown.values] == [("first", 1), ("second", 2), ("third", 1)]
    (field,) = [field for field in present_fields(system, language="en") if field.name == "Boxes"]
    assert [label for label, _ in field.values] == ["The first box", "The second box", "The third box"]


def test_empty_catalogue() -> None:
    assert search(system=games.system("signum"), text="fire").total == 0


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=80) | st.text(alphabet='tkwsrcost:hero<>="!-(),0123 or not"é', max_size=80))
@example(text="fire )")
@pytest.mark.usefixtures("system")  # as an argument it would hide the failing text behind its length
def test_any_text_is_a_valid_query(text: str) -> None:
    results = search(system=games.system("signum"), text=text, user=GUEST)
    assert 0 <= results.total <= 275
    for facet in results.facets():
        for value in facet.values:
            assert parse(value.query).text == value.query


def test_the_example_code_matches_a_card(system: GameSystem) -> None:
    example = field_table(system)["code"].example("en")
    assert codes(system, example), f"the example {example} matches no card"
