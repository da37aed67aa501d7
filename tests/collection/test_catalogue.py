"""Loading catalogues: complete, idempotent, never deleting."""

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command

from collection.models import Card, Printing
from collection.services import catalogue_load
from simulator import games
from simulator.engine.cards.card import Catalogue, CatalogueError, PrintingSpec
from simulator.engine.game_system import GameSystem
from simulator.engine.values import Words
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def with_cards(*cards) -> GameSystem:
    return replace(SYSTEM, catalogue=Catalogue(cards))


def test_a_row_matches_its_card() -> None:
    catalogue_load(system=SYSTEM)
    printed = next(iter(SYSTEM.catalogue))
    row = Card.objects.get(system=SYSTEM.code, code=printed.code)
    assert (row.name("en"), row.name("es"), row.name("it")) == tuple(printed.names.values())
    assert row.text_it == printed.text("it")
    assert row.facts == printed.facts.as_json()


def test_loading_twice_changes_nothing() -> None:
    first, second = catalogue_load(system=SYSTEM), catalogue_load(system=SYSTEM)
    assert len(first.added) == len(SYSTEM.catalogue) == second.unchanged
    assert (second.added, second.changed, second.withdrawn) == ((), (), ())


def test_a_changed_card_keeps_its_row() -> None:
    catalogue_load(system=SYSTEM)
    first, *others = SYSTEM.catalogue
    before = Card.objects.get(code=first.code).pk
    loaded = catalogue_load(system=with_cards(replace(first, names=Words.same("Renamed")), *others))
    assert loaded.changed == (first.code,)
    assert Card.objects.get(pk=before).name_es == "Renamed"


def test_a_removed_card_is_withdrawn_and_can_return() -> None:
    catalogue_load(system=SYSTEM)
    first, *others = SYSTEM.catalogue
    assert catalogue_load(system=with_cards(*others)).withdrawn == (first.code,)
    assert Card.objects.count() == len(SYSTEM.catalogue)
    assert Card.objects.current().count() == len(others)
    assert catalogue_load(system=SYSTEM).changed == (first.code,)
    assert Card.objects.current().count() == len(SYSTEM.catalogue)


def test_every_printing_has_a_row_and_removed_ones_are_withdrawn() -> None:
    first, *others = SYSTEM.catalogue
    reprint = PrintingSpec(code="promo-001", set_code="promo", rarity="rare")
    catalogue_load(system=with_cards(replace(first, reprints=(reprint,)), *others))
    assert set(Printing.objects.filter(card__code=first.code).values_list("code", "rarity")) == {
        (first.code, first.rarity),
        ("promo-001", "rare"),
    }
    catalogue_load(system=SYSTEM)
    assert Printing.objects.get(code="promo-001").withdrawn
    assert not Printing.objects.get(code=first.code).withdrawn


def test_cards_of_other_games_are_unchanged() -> None:
    catalogue_load(system=SYSTEM)
    catalogue_load(system=replace(SYSTEM, code="other", catalogue=Catalogue([])))
    assert Card.objects.current().filter(system=SYSTEM.code).count() == len(SYSTEM.catalogue)


def test_a_broken_card_file_is_reported_and_nothing_is_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise CatalogueError("club.json: club-001: abilities[0]: unknown verb 'hael'; did you mean 'heal'?")

    monkeypatch.setattr(games, "systems", broken)
    with pytest.raises(SystemExit) as exit_info:
        call_command("load_catalogue")
    assert exit_info.value.code == 2
    assert "did you mean 'heal'?" in capsys.readouterr().err


def test_command_reports_its_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda: {SYSTEM.code: SYSTEM})
    out = StringIO()
    call_command("load_catalogue", stdout=out)
    assert out.getvalue().startswith(f"{SYSTEM.code}: {len(SYSTEM.catalogue)} cards added, 0 changed")
    out = StringIO()
    call_command("load_catalogue", json=True, stdout=out)
    assert json.loads(out.getvalue())[SYSTEM.code]["unchanged"] == len(SYSTEM.catalogue)
