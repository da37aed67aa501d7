"""Decks, versions, drafts and forks: nothing saved is lost or changed."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from decks import decklists
from decks.drafts import DraftConflict, draft_save
from decks.models import Deck, DeckVersion
from decks.services import VersionConflict, deck_create, deck_delete, deck_fork, version_restore, version_save
from decks.social import share_links
from signum_site.accounts.services import account_delete
from simulator.engine.decks.changes import changes
from simulator.engine.decks.decklist import DeckList
from tests.decks.samples import battle_cards, person, reference, saved_deck, without

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_new_deck_is_private_and_holds_its_cards() -> None:
    deck = deck_create(owner=person(), decklist=reference(), message="First")
    assert deck.visibility == Deck.Visibility.PRIVATE
    assert deck.current is not None
    assert (deck.current.number, deck.current.message) == (1, "First")
    assert decklists.of_version(deck.current) == reference()
    assert deck.face == reference().section("hero")[0][0]
    assert deck.colour in {"vallor", "grypharim"}


def test_every_save_is_an_immutable_version() -> None:
    owner = person()
    deck = saved_deck(owner)
    card = battle_cards(reference())[0]
    version = version_save(deck=deck, author=owner, decklist=without(reference(), card), message="Less", parent=1)
    first = deck.versions.get(number=1)
    assert (version.number, version.parent) == (2, first)
    assert decklists.of_version(first) == reference()
    assert [c.card for c in changes(decklists.of_version(first), decklists.of_version(version))] == [card]
    with pytest.raises(TypeError):
        first.save()


def test_saving_the_same_content_makes_no_version() -> None:
    owner = person()
    deck = saved_deck(owner)
    assert version_save(deck=deck, author=owner, decklist=reference(), parent=1).number == 1
    assert deck.versions.count() == 1


def test_second_of_two_saves_gets_a_merge() -> None:
    owner = person()
    deck = saved_deck(owner)
    first_card, second_card = battle_cards(reference())[:2]
    version_save(deck=deck, author=owner, decklist=without(reference(), first_card), parent=1)
    mine = without(reference(), second_card)
    with pytest.raises(VersionConflict) as caught:
        version_save(deck=deck, author=owner, decklist=mine, parent=1)
    assert caught.value.current.number == 2
    assert caught.value.merged == without(without(reference(), first_card), second_card)
    deck.refresh_from_db()
    assert decklists.of_draft(deck.draft).content_hash == mine.content_hash
    assert deck.versions.count() == 2
    saved = version_save(deck=deck, author=owner, decklist=caught.value.merged, parent=2)
    assert saved.number == 3
    assert not Deck.objects.filter(draft__isnull=False).exists()


def test_old_version_is_restored_as_a_new_one() -> None:
    owner = person()
    deck = saved_deck(owner)
    version_save(deck=deck, author=owner, decklist=without(reference(), battle_cards(reference())[0]), parent=1)
    deck.refresh_from_db()
    again = version_restore(deck=deck, author=owner, version=deck.versions.get(number=1), message="Back to 1")
    assert again.number == 3
    assert decklists.of_version(again) == reference()


def test_fork_is_a_private_deck_with_credit() -> None:
    source = saved_deck(person(), visibility="public")
    fork = deck_fork(owner=person("herrick"), version=source.current)
    assert fork.owner.username == "herrick"
    assert fork.visibility == Deck.Visibility.PRIVATE
    assert fork.forked_from == source.current
    deck_delete(deck=source)
    fork.refresh_from_db()
    assert fork.forked_from is None
    assert decklists.of_version(fork.current) == reference()


def test_unseen_draft_is_not_overwritten() -> None:
    owner = person()
    deck = saved_deck(owner)
    first_list, second_list = (without(reference(), card) for card in battle_cards(reference())[:2])
    first = draft_save(owner=owner, deck=deck, decklist=first_list, base=1)
    seen = first.stamp
    second = draft_save(owner=owner, deck=deck, decklist=reference(), base=1, seen=seen)
    assert second.revision == 2
    for stamp in (seen, ""):
        with pytest.raises(DraftConflict) as caught:
            draft_save(owner=owner, deck=deck, decklist=second_list, base=1, seen=stamp)
        assert caught.value.draft.stamp == second.stamp
    assert draft_save(owner=owner, deck=deck, decklist=reference(), base=1, seen=seen), "the same cards are no conflict"
    second.delete()
    again = draft_save(owner=owner, deck=deck, decklist=first_list, base=1)
    with pytest.raises(DraftConflict):
        draft_save(owner=owner, deck=deck, decklist=second_list, base=1, seen=seen)
    assert again.stamp != seen, "a new draft has another stamp"


def test_saving_keeps_an_unseen_draft_with_other_changes() -> None:
    owner = person()
    deck = saved_deck(owner)
    first_card, second_card = battle_cards(reference())[:2]
    draft = draft_save(owner=owner, deck=deck, decklist=without(reference(), first_card), base=1)
    with pytest.raises(DraftConflict):
        version_save(deck=deck, author=owner, decklist=without(reference(), second_card), parent=1, seen="")
    version_save(deck=deck, author=owner, decklist=without(reference(), second_card), parent=1)
    with pytest.raises(VersionConflict):
        version_save(deck=deck, author=owner, decklist=reference(), parent=1)
    draft.refresh_from_db()
    assert decklists.of_draft(draft).content_hash == without(reference(), first_card).content_hash
    version_save(deck=deck, author=owner, decklist=without(without(reference(), second_card), first_card), parent=2)
    assert not Deck.objects.filter(draft__isnull=False).exists(), "all of its changes are saved"


def test_new_deck_has_a_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.drafts.MAX_NEW_DRAFTS", 2)
    owner = person()
    first = draft_save(owner=owner, decklist=reference())
    seen = first.stamp
    same = draft_save(owner=owner, decklist=reference(1), seen=seen)
    assert (same.pk, same.revision) == (first.pk, 2)
    with pytest.raises(DraftConflict):
        draft_save(owner=owner, decklist=reference(2), seen=seen)
    assert draft_save(owner=owner, decklist=reference(2))
    assert draft_save(owner=owner, decklist=reference(3)) is None, "the number of drafts is limited"
    assert draft_save(owner=person("zora"), decklist=reference(2), seen=seen).pk != first.pk


def test_unknown_card_codes_are_saved() -> None:
    unknown = DeckList.of({"battle": {"nowhere-1": 3}, "attic": {"core-001": 1}}, system="signum", format="basic")
    deck = deck_create(owner=person(), decklist=unknown)
    assert decklists.of_version(deck.current).sections == unknown.sections


def test_visibility_of_decks() -> None:
    owner, other = person(), person("herrick")
    private, public = saved_deck(owner), saved_deck(owner, visibility="public")
    removed = saved_deck(owner, visibility="public", removed_at=timezone.now())
    assert set(Deck.objects.visible_to(owner)) == {private, public, removed}
    for visitor in (other, AnonymousUser()):
        assert set(Deck.objects.visible_to(visitor)) == {public}


def test_links_work_until_expired_revoked_or_private() -> None:
    deck = saved_deck(person())
    link = share_links.link_create(deck=deck)
    assert deck.visibility == Deck.Visibility.LINK
    assert share_links.deck_for_token(link.token) == deck
    old = share_links.link_create(deck=deck, expires_at=timezone.now() - timedelta(seconds=1))
    assert share_links.deck_for_token(old.token) is None
    share_links.visibility_set(deck=deck, visibility="private")
    assert share_links.deck_for_token(link.token) is None
    share_links.visibility_set(deck=deck, visibility="link")
    assert share_links.deck_for_token(link.token) == deck
    assert share_links.link_revoke(deck=deck, link_id=link.pk)
    assert share_links.deck_for_token(link.token) is None
    assert share_links.deck_for_token("nothing") is None


def test_account_is_deleted_with_its_decks() -> None:
    owner = person()
    saved_deck(owner)
    saved_deck(owner, visibility="public")
    account_delete(user=owner)
    assert not DeckVersion.objects.exists()


@pytest.mark.parametrize(
    "data",
    [[], "x", {"battle": ["core-001"]}, {"battle": {"core-001": 0}}, {"battle": {"core-001": 10**9}}, {"": {}},
     {"battle": {"core-001": True}}, {"battle": {"a\x00": 1}}, {"battle": {"x" * 61: 1}}, {5: {}},
     {"battle": {f"x-{number}": 1 for number in range(501)}}],
)  # fmt: skip
def test_invalid_data_is_refused_with_a_sentence(data: object) -> None:
    with pytest.raises(decklists.NotADeckList) as caught:
        decklists.from_sections(data, system="signum", format="basic")
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 300
