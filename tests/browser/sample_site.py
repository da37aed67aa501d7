"""Sample data for a site in use: decks, a collection and simulations."""

from dataclasses import replace
from typing import Any

from collection.models import Printing
from collection.stock.lists.importer import import_create
from collection.stock.models import Collection
from collection.stock.models import LedgerBatch as StockBatch
from collection.stock.services import StockChange, collection_create, product_enter, stock_enter, trade_list_share
from decks.availability.services import deck_build
from decks.drafts import draft_save
from decks.models import Deck
from decks.rules.house_formats import house_format_create
from decks.services import deck_create, version_save
from decks.social.reactions import comment_add, like_set
from decks.social.share_links import link_create, visibility_set
from signum_site.accounts.models import User
from signum_site.accounts.services import token_create
from simulator.batches.request_parser import parse_batch_request
from simulator.batches.services import batch_start
from simulator.engine.decks.changes import apply_fix
from simulator.engine.decks.code import encode
from simulator.engine.decks.report import Fix
from simulator.games.signum import SYSTEM
from simulator.models.ratings import RatingRun
from simulator.ratings.services import ratings_fit
from tests.cards import signum_cards
from tests.simulator.batches.playing import play_all

NOTES = "Reach the enemy hero **before the other city stands**.\n\n- Keep two lancers back\n- Every turn counts"

LONG = "Bundesbattlefieldcitybuildingchampionship of the Free City of Vallor, lances at dawn"


def create_sample_site(*, games: int) -> tuple[User, dict[str, Any]]:
    """Create the data. Returns the owner and the values of {names} in addresses.

    `games` are played against each reference deck.
    """
    signum_cards()
    vera, odo = (User.objects.create_user(name, password="a long pass phrase") for name in ("vera", "odo"))
    token_create(user=vera, name="My spreadsheet")
    names = _create_decks(vera, odo) | _create_collection(vera)
    names |= _create_simulations(vera, games=games)
    format = house_format_create(
        owner=vera, system=SYSTEM, base=SYSTEM.formats[0].code, name="Thursday league", params={}, limits={}
    )
    return vera, names | {"format": format.code, "base": SYSTEM.formats[0].code}


def _create_decks(vera: User, odo: User) -> dict[str, Any]:
    for number, reference in enumerate(SYSTEM.reference_decks()):
        deck = deck_create(owner=odo if number % 2 else vera, decklist=reference.deck, notes=reference.summary.en)
        visibility_set(deck=deck, visibility=Deck.Visibility.PUBLIC)
    lances = SYSTEM.reference_deck("Lances at Dawn").deck
    deck = Deck.objects.get(name=lances.name)
    deck.owner, deck.notes = vera, NOTES
    deck.save()
    changed = apply_fix(lances, Fix(do="remove", card="core-146", count=1, section="battle"))
    changed = apply_fix(changed, Fix(do="add", card=lances.section("battle")[-1][0], count=1, section="battle"))
    version_save(deck=deck, author=vera, decklist=changed, message="One more against walls", parent=1)
    deck.refresh_from_db()
    assert deck.current is not None
    like_set(deck=deck, user=odo, likes=True)
    comment = comment_add(deck=deck, author=odo, text="Lost to this twice last week. **What do you build first?**")
    link = link_create(deck=deck)
    deck_build(owner=vera, version=deck.current)
    long = deck_create(owner=vera, decklist=replace(lances, name=LONG), notes=LONG)
    draft = draft_save(owner=vera, decklist=SYSTEM.reference_deck("Knives in the Fog").deck)
    assert draft is not None
    return {
        "deck": deck.pk,
        "long": long.pk,
        "version": deck.current.pk,
        "comment": comment.pk,
        "link": link.pk,
        "link_token": link.token,
        "code": encode(changed, system=SYSTEM),
        "card": "core-009",
        "draft": draft.pk,
    }


def _create_collection(vera: User) -> dict[str, Any]:
    shelf = collection_create(owner=vera, system="signum", name="Shelf")
    for product in SYSTEM.products()[:2]:
        product_enter(collection=shelf, product=product, system=SYSTEM, boxes=2, why=product.names.en)
    wanted = Printing.objects.filter(system="signum").order_by("code")[40:46]
    batch = stock_enter(
        collection=shelf,
        changes=[
            StockChange(printing.pk, field, by=1) for printing in wanted for field in ("cards", "trade", "wanted")
        ],
        kind=StockBatch.Kind.HAND,
        why="Swapped at the club",
    )
    assert batch is not None
    trade_list_share(collection=shelf, shared=True)
    return {
        "collection": shelf.pk,
        "trade": Collection.objects.get(pk=shelf.pk).trade_token,
        "batch": batch.pk,
        "entry": batch.entries.all()[0].pk,
        "printing": wanted[0].code,
        "import": import_create(collection=shelf, data="2 Fireball\n1 Fierball\n1 Herrick").pk,
    }


def _create_simulations(vera: User, *, games: int) -> dict[str, Any]:
    raw = {"deck": {"reference": "Lances at Dawn"}, "games": games, "seed": 7}
    batch = play_all(batch_start(request=parse_batch_request(raw, user=vera), user=vera))
    for run in RatingRun.objects.all():
        ratings_fit(run)
    return {"simulation": batch.token}
