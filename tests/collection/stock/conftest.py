"""A user with a collection, and the cards of Signum."""

import pytest
from django.test import Client

from collection.models import Printing
from collection.stock.models import Collection
from collection.stock.services import collection_create
from signum_site.accounts.models import User
from tests.cards import signum_cards


@pytest.fixture
def cards(db: None) -> None:
    signum_cards()


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("brenna", password="correct horse battery")


@pytest.fixture
def stranger(db: None) -> User:
    return User.objects.create_user("osric", password="correct horse battery")


@pytest.fixture
def collection(owner: User, cards: None) -> Collection:
    return collection_create(owner=owner, system="signum", name="Shelf")


@pytest.fixture
def signed_in(client: Client, owner: User) -> Client:
    client.force_login(owner)
    return client


def printing(code: str) -> Printing:
    return Printing.objects.get(system="signum", code=code)
