"""Pieces, which are parts of other cards and have one count: the wicks of a toy game whose gusts have figures."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from collection.models import Card, Printing
from collection.search import search
from collection.services import catalogue_load
from collection.stock.completion import completion
from collection.stock.lists.exporter import to_csv, to_json, to_text
from collection.stock.lists.importer import import_create, import_enter
from collection.stock.models import Collection, Holding, LedgerBatch
from collection.stock.selectors import totals
from collection.stock.services import StockChange, StockError, collection_create, product_enter, stock_enter
from decks.availability.selectors import need_of, owned
from signum_site.accounts.models import User
from simulator import games
from simulator.engine.game_system import GameSystem
from tests.collection.stock.test_api import ApiClient, change
from tests.pieces import BOX, with_pieces

HTMX = {"HX-Request": "true"}


@pytest.fixture
def system(two_games: None, db: None, monkeypatch: pytest.MonkeyPatch) -> GameSystem:
    game = with_pieces(miniature_kinds=("gust",))
    installed = {**games.systems(), "toy": game}
    monkeypatch.setattr(games, "systems", lambda **_: installed)
    catalogue_load(system=game)
    return game


@pytest.fixture
def lanterns(owner: User, system: GameSystem) -> Collection:
    """Two torches, three wicks, and a breeze with one unpainted figure."""
    collection = collection_create(owner=owner, system="toy", name="Lanterns")
    enter(collection, "toy-2", "cards", 2)
    enter(collection, "toy-9", "cards", 3)
    enter(collection, "toy-5", "cards", 1)
    enter(collection, "toy-5", "unpainted", 1)
    return collection


def enter(collection: Collection, code: str, field: str, by: int) -> LedgerBatch | None:
    printing = Printing.objects.get(system="toy", code=code)
    return stock_enter(collection=collection, changes=[StockChange(printing.pk, field, by=by)], kind="hand")


def counts(collection: Collection, code: str = "toy-9") -> tuple[int, int, int]:
    row = Holding.objects.filter(collection=collection, printing__code=code).first()
    return (row.cards, row.unpainted, row.painted) if row else (0, 0, 0)


def page(client: Client, name: str, *arguments: Any, query: str = "") -> str:
    response = client.get(reverse(name, args=arguments) + query)
    assert response.status_code == 200
    return response.content.decode()


def imported(collection: Collection, text: str, how: str) -> None:
    job = import_create(collection=collection, data=text)
    assert (job.bad, job.good > 0) == (0, True), job.verdicts
    import_enter(job=job, how=how)


def test_totals_count_pieces_as_miniatures(lanterns: Collection) -> None:
    sums = totals(lanterns)
    assert (sums.cards, sums.miniatures, sums.unpainted, sums.kinds) == (3, 4, 1, 3)


def test_pages_show_pieces_among_the_miniatures(lanterns: Collection, signed_in: Client) -> None:
    def codes(show: str) -> set[str]:
        response = signed_in.get(reverse("stock", args=[lanterns.pk]), {"show": show})
        return {row.printing.code for row in response.context["page"]}

    assert codes("cards") == {"toy-2", "toy-5"}
    assert codes("miniatures") == {"toy-5", "toy-9"}
    assert codes("unpainted") == {"toy-5"}
    assert codes("all") == {"toy-2", "toy-5", "toy-9"}


@pytest.mark.parametrize(("name", "arguments"), [("holding", ("toy-9",)), ("stock_history", ()), ("stock_list", ())])
def test_the_count_of_a_piece_is_called_miniatures(
    lanterns: Collection, signed_in: Client, name: str, arguments: tuple[str, ...]
) -> None:
    words = page(signed_in, name, lanterns.pk, *arguments)
    assert {"holding": "Wick, Miniatures", "stock_list": "Wick, Miniatures"}.get(name, ">Miniatures<") in words
    assert "Wick, Cards" not in words


def test_the_card_page_and_the_table_have_one_field_for_a_piece(lanterns: Collection, signed_in: Client) -> None:
    words = page(signed_in, "card", "toy", "toy-9")
    assert "One more: Wick, Miniatures" in words
    assert "Wick, Painted miniatures" not in words
    assert "One more: Breeze, Painted miniatures" in page(signed_in, "card", "toy", "toy-5")
    table = page(signed_in, "stock_list", lanterns.pk, query="?kind=wick")
    wick = Printing.objects.get(system="toy", code="toy-9").pk
    assert f'name="n-{wick}-cards"' in table
    assert f'name="n-{wick}-painted"' not in table
    assert '<th scope="col">Cards</th>' not in table


def test_a_game_with_pieces_only_asks_for_no_paint(
    owner: User, signed_in: Client, system: GameSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games.systems(), "toy", with_pieces())
    collection = collection_create(owner=owner, system="toy", name="Lanterns")
    enter(collection, "toy-9", "cards", 2)
    words = page(signed_in, "stock", collection.pk)
    assert "Miniatures</dt><dd>2</dd>" in words
    assert "Painted</dt>" not in words
    assert "To paint" not in words
    assert 'value="painted"' not in page(signed_in, "stock_list", collection.pk)


@pytest.mark.parametrize("what", ["cards", "unpainted", "painted"])
def test_a_typed_line_counts_the_piece_whatever_is_chosen(lanterns: Collection, signed_in: Client, what: str) -> None:
    form = {"line": "2 Wick", "what": what}
    answer = signed_in.post(reverse("stock_line", args=[lanterns.pk]), form, headers=HTMX).content.decode()
    assert "Wick: +2, now 5" in answer
    assert counts(lanterns) == (5, 0, 0)


@pytest.mark.parametrize("field", ["unpainted", "painted"])
def test_other_counts_of_a_piece_are_refused(lanterns: Collection, signed_in: Client, owner: User, field: str) -> None:
    with pytest.raises(StockError, match=r"A piece has one count, “cards”.*toy-9"):
        enter(lanterns, "toy-9", field, 1)
    click = {"printing": "toy-9", "system": "toy", "what": field, "by": 1, "collection": lanterns.pk}
    assert signed_in.post(reverse("stock_change"), click, headers=HTMX).status_code == 400
    api = ApiClient(owner)
    answer = change(api, lanterns, {"code": "toy-9", "what": field, "to": 1})
    assert (answer.status_code, "toy-9" in answer.json()["detail"]) == (400, True)
    assert counts(lanterns) == (3, 0, 0)
    assert change(api, lanterns, {"code": "toy-5", "what": field, "to": 2}).status_code == 201


def test_the_api_lists_pieces_among_the_miniatures(lanterns: Collection, owner: User) -> None:
    rows = ApiClient(owner).request("get", "api_holdings", lanterns.pk, query="?show=miniatures").json()["results"]
    assert [(row["code"], row["cards"], row["unpainted"]) for row in rows] == [("toy-5", 1, 1), ("toy-9", 3, 0)]


@pytest.mark.parametrize(
    "text",
    [
        "Miniatures\n2 Wick\n",
        "Painted miniatures\n2 Wick\n",
        "2 toy-9\n",
        "code,unpainted,painted\ntoy-9,1,1\n",
        '[{"name": "Wick", "cards": 2, "painted": 0}]',
    ],
)
def test_a_list_counts_the_piece_whatever_its_column(lanterns: Collection, text: str) -> None:
    imported(lanterns, text, "add")
    assert counts(lanterns) == (5, 0, 0)
    imported(lanterns, text, "set")
    assert counts(lanterns) == (2, 0, 0)


@pytest.mark.parametrize("export", [to_csv, to_json, lambda collection: to_text(collection, games.system("toy"))])
def test_an_export_gives_the_same_counts_back(lanterns: Collection, owner: User, export: Any) -> None:
    Card.objects.filter(system="toy", code="toy-9").update(withdrawn=True)
    copy = collection_create(owner=owner, system="toy", name="Copy")
    imported(copy, export(lanterns), "set")
    assert [counts(copy, code) for code in ("toy-2", "toy-5", "toy-9")] == [(2, 0, 0), (1, 1, 0), (3, 0, 0)]


def test_a_text_export_lists_pieces_under_their_own_heading(lanterns: Collection, system: GameSystem) -> None:
    text = to_text(lanterns, system)
    assert text.split("\n\n")[1:] == [
        "Cards\n2 Torch\n1 Breeze",
        "Miniatures\n3 Wick",
        "Unpainted miniatures\n1 Breeze\n",
    ]


def test_a_box_enters_pieces_once(lanterns: Collection, signed_in: Client, system: GameSystem) -> None:
    words = " ".join(page(signed_in, "stock_boxes", lanterns.pk).split())
    assert "I own this: 2 cards · 4 miniatures" in words
    product_enter(collection=lanterns, product=BOX, system=system, boxes=2, why="")
    assert counts(lanterns) == (11, 0, 0)


def test_completion_and_searches_count_a_piece(lanterns: Collection, owner: User, system: GameSystem) -> None:
    whole, _ = completion(collection=lanterns, system=system)
    assert (whole.owned, whole.total) == (3, 9)

    def found(text: str) -> list[str]:
        return sorted(card.code for card in search(system=system, text=text, user=owner).cards())

    assert found("own=3") == ["toy-9"]
    assert found("mini>0") == ["toy-5", "toy-9"]
    assert found("mini=3") == ["toy-9"]


def test_availability_needs_the_pieces_that_are_owned(lanterns: Collection, owner: User, system: GameSystem) -> None:
    need, stock = need_of({"toy-2": 2, "toy-5": 1}, system), owned(owner, "toy")
    assert (need.cards["toy-9"], stock.cards["toy-9"]) == (4, 3)
    assert need.miniatures == {"toy-5": 1}
    enter(lanterns, "toy-9", "cards", 1)
    assert owned(owner, "toy").cards["toy-9"] == need.cards["toy-9"]
