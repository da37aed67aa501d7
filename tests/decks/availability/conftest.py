"""Fixtures: the game with its cards, a user with a starter and one without."""

import pytest
from django.test import Client

from collection.stock.services import main_collection, product_enter
from signum_site.accounts.models import User
from simulator import games
from simulator.engine.game_system import GameSystem
from tests.cards import signum_cards


@pytest.fixture
def system(db: None) -> GameSystem:
    game = games.system("signum")
    signum_cards()
    return game


@pytest.fixture
def owner(system: GameSystem) -> User:
    """A user who owns one starter."""
    user = User.objects.create_user("brenna", password="correct horse battery")
    collection = main_collection(owner=user, system="signum")
    product_enter(
        collection=collection, product=system.product("starter-lances-at-dawn"), system=system, boxes=1, why=""
    )
    return user


@pytest.fixture
def stranger(system: GameSystem) -> User:
    return User.objects.create_user("osric", password="correct horse battery")


@pytest.fixture
def reader(client: Client, owner: User) -> Client:
    client.force_login(owner)
    return client
