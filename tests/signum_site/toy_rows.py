"""Rows of the toy game of every kind: decks, a draft, a format, a collection, a simulation and ratings."""

from typing import Any

from collection.models import Printing
from collection.stock.lists.importer import import_create
from collection.stock.models import Collection, LedgerBatch
from collection.stock.services import StockChange, collection_create, stock_enter, trade_list_share
from decks.availability.services import deck_build
from decks.drafts import draft_save
from decks.models import Deck
from decks.rules.house_formats import house_format_create
from decks.services import deck_create, deck_describe, version_save
from decks.social.reactions import comment_add
from decks.social.share_links import link_create, visibility_set
from simulator.engine.decks.changes import apply_fix
from simulator.engine.decks.code import encode
from simulator.engine.decks.report import Fix
from simulator.models.ratings import RatingRun
from simulator.ratings.services import ratings_fit
from tests.simulator.batches.playing import batch_params, play_all, start_batch
from tests.toy import SYSTEM as TOY


def toy_rows(owner: Any) -> dict[str, str]:
    """Make rows of the toy game, and return the values of {names} in addresses of permissions.txt."""
    bag = TOY.reference_decks()[0].deck
    deck = deck_create(owner=owner, decklist=bag)
    deck_describe(deck=deck, notes="Mind the wind.", tags=["windy"])
    visibility_set(deck=deck, visibility=Deck.Visibility.PUBLIC)
    changed = apply_fix(bag, Fix(do="add", card=bag.section("bag")[0][0], count=1, section="bag"))
    version_save(deck=deck, author=owner, decklist=changed, message="Brighter", parent=1)
    version_save(deck=deck, author=owner, decklist=bag, message="As before", parent=2)
    deck.refresh_from_db()
    assert deck.current is not None
    deck_build(owner=owner, version=deck.current)
    draft = draft_save(owner=owner, decklist=TOY.reference_decks()[1].deck)
    assert draft is not None
    base = TOY.formats[0].code
    house = house_format_create(owner=owner, system=TOY, base=base, name="Windy league", params={}, limits={})
    batch = play_all(start_batch(batch_params(system="toy", games=4), user=owner))
    for run in RatingRun.objects.all():
        ratings_fit(run)
    link = link_create(deck=deck)
    values = {
        "deck": deck.pk,
        "version": deck.current.pk,
        "comment": comment_add(deck=deck, author=owner, text="Bright!").pk,
        "link": link.pk,
        "link_token": link.token,
        "code": encode(bag, system=TOY),
        "card": "toy-1",
        "draft": draft.pk,
        "format": house.code,
        "base": base,
        "simulation": batch.token,
    }
    return {name: str(value) for name, value in (values | collection_names(owner)).items()}


def collection_names(owner: Any) -> dict[str, Any]:
    box = collection_create(owner=owner, system="toy", name="Box")
    printing = Printing.objects.filter(system="toy").order_by("code")[0]
    changes = [StockChange(printing.pk, field, by=1) for field in ("cards", "trade", "wanted")]
    batch = stock_enter(collection=box, changes=changes, kind=LedgerBatch.Kind.HAND, why="Swapped")
    assert batch is not None
    trade_list_share(collection=box, shared=True)
    return {
        "collection": box.pk,
        "trade": Collection.objects.get(pk=box.pk).trade_token,
        "batch": batch.pk,
        "entry": batch.entries.all()[0].pk,
        "printing": printing.code,
        "import": import_create(collection=box, data="2 Torch\n1 Cendle").pk,
    }
