"""Deletion of an account removes all its data and leaves that of other users."""

import pytest
from django.apps import apps
from django.db.models import ForeignKey, OneToOneField

from decks.availability.services import deck_build
from decks.social.reactions import comment_add, like_set
from signum_site.accounts.models import Parcel, User
from signum_site.accounts.services import account_delete, token_create
from simulator.models.batches import Batch, MatchUp
from tests.decks.samples import person, saved_deck
from tests.signum_site.accounts.test_archive import cards, owner, pack, store_upload

__all__ = ["cards", "owner"]
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def rows_about(pk: int) -> dict[str, int]:
    """The number of rows that refer to an account, by model and field."""
    counts = {}
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.get_fields():
            if isinstance(field, ForeignKey | OneToOneField) and field.related_model is User:
                counts[f"{model.__name__}.{field.name}"] = model._default_manager.filter(**{field.name: pk}).count()
    return counts


def test_deletion_removes_own_data_only(owner: User) -> None:
    other = person("osric")
    others_deck = saved_deck(other, visibility="public")
    for admirer in (owner, other):
        like_set(deck=others_deck, user=admirer, likes=True)
    comment_add(deck=others_deck, author=owner, text="Well ridden")
    deck_build(owner=owner, version=others_deck.versions.get())
    token_create(user=owner, name="tool")
    Batch.objects.create(token="t", owner=owner, seed=1, games=2, urgency=0, chunk_pairs=1)
    store_upload(owner, pack(owner))
    pk = owner.pk
    counts = rows_about(pk)
    expected = {"Deck.owner", "Draft.owner", "Collection.owner", "HouseFormat.owner", "Like.user", "Comment.author"}
    expected |= {"Built.owner", "ApiToken.user", "Batch.owner", "Parcel.user"}
    assert {name for name in expected if not counts[name]} == set()
    account_delete(user=owner)
    assert not any(rows_about(pk).values())
    assert not Parcel.objects.exists()
    assert not MatchUp.objects.exists()
    others_deck.refresh_from_db()
    assert (others_deck.like_count, others_deck.likes.count(), others_deck.comments.count()) == (1, 1, 0)
