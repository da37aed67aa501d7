"""Limits hold for concurrent requests, without server errors. On PostgreSQL."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from decks.availability.models import Built
from decks.availability.services import TooManyBuilt, deck_build
from decks.decklists import sections_of
from decks.drafts import draft_save, new_drafts
from decks.models import Deck
from decks.rules.house_formats import FormatRefused, house_format_create
from decks.services import TooMany, VersionConflict, deck_create, version_restore, version_save
from decks.social.reactions import ReactionRefused, comment_add, complaint_add
from decks.social.share_links import TooManyLinks, link_create
from signum_site.accounts.models import User
from signum_site.accounts.services import TokenRefused, token_create
from simulator.batches.request import BatchRequestError
from simulator.batches.request_parser import parse_batch_request
from simulator.batches.services import MAX_ACTIVE, batch_start
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import DeckList
from simulator.games.signum import SYSTEM
from simulator.models.batches import Batch
from tests.cards import signum_cards
from tests.decks.samples import battle_cards, person, reference, saved_deck, without

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
WRITERS = 8
TIMES = 24
MAXIMUM = 3
REFUSALS = (
    ReactionRefused,
    FormatRefused,
    TooManyBuilt,
    TooMany,
    VersionConflict,
    TooManyLinks,
    TokenRefused,
    BatchRequestError,
)


def run_concurrently(act: Callable[[int], object], *, times: int = TIMES, writers: int = WRITERS) -> list[object]:
    def run(number: int) -> object:
        try:
            return act(number)
        except REFUSALS as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(writers) as pool:
        return list(pool.map(run, range(times)))


@pytest.fixture
def owner() -> User:
    signum_cards()
    return person()


@pytest.fixture
def deck(owner: User) -> Deck:
    return saved_deck(owner)


def format_create(owner: User, number: int) -> object:
    base = SYSTEM.formats[0].code
    return house_format_create(owner=owner, system=SYSTEM, base=base, name=f"F{number}", params={}, limits={})


LIMITS: dict[str, tuple[str, Callable[[User, int], object], Callable[[User], int]]] = {
    "tokens": (
        "signum_site.accounts.services.MAX_TOKENS",
        lambda owner, number: token_create(user=owner, name=f"t{number}"),
        lambda owner: owner.api_tokens.count(),
    ),
    "decks": (
        "decks.services.MAX_DECKS",
        lambda owner, _number: deck_create(owner=owner, decklist=reference()),
        lambda owner: Deck.objects.owned_by(owner).count(),
    ),
    "formats": ("decks.rules.house_formats.MAX_FORMATS", format_create, lambda owner: owner.house_formats.count()),  # type: ignore[attr-defined]
    "drafts": (
        "decks.drafts.MAX_NEW_DRAFTS",
        lambda owner, _number: draft_save(owner=owner, decklist=reference()),
        lambda owner: new_drafts(owner=owner).count(),
    ),
}


@pytest.mark.parametrize("name", LIMITS)
def test_limit_per_user(owner: User, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    limit, make, count = LIMITS[name]
    monkeypatch.setattr(limit, MAXIMUM)
    run_concurrently(lambda number: make(owner, number))
    assert count(owner) == MAXIMUM


def test_limit_of_links(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.social.share_links.MAX_LINKS", MAXIMUM)
    run_concurrently(lambda _: link_create(deck=Deck.objects.get(pk=deck.pk)))
    assert deck.links.count() == MAXIMUM


def test_limit_of_comments_and_complaints(deck: Deck, owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.social.reactions.MAX_COMMENTS_PER_HOUR", MAXIMUM)
    monkeypatch.setattr("decks.social.reactions.MAX_COMPLAINTS_PER_DAY", MAXIMUM)
    run_concurrently(lambda _: comment_add(deck=deck, author=owner, text="Fine"))
    run_concurrently(lambda _: complaint_add(deck=deck, reporter=owner, reason="Rude"))
    assert (deck.comments.count(), deck.complaints.count()) == (MAXIMUM, MAXIMUM)


def test_limit_of_built_decks(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.availability.services.MAX_BUILT", MAXIMUM)
    versions: list[Any] = [saved_deck(owner).current for _ in range(TIMES)]
    run_concurrently(lambda number: deck_build(owner=owner, version=versions[number]))
    assert Built.objects.filter(owner=owner).count() == MAXIMUM


def test_limit_of_active_batches(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MAX_ACTIVE, "user", MAXIMUM)
    raw = {"deck": {"reference": reference().name}, "games": 2, "policy": "random"}

    def start(number: int) -> Batch:
        return batch_start(request=parse_batch_request(raw | {"seed": number}, user=owner), user=owner)

    run_concurrently(start)
    assert Batch.objects.active().filter(owner=owner).count() == MAXIMUM


def test_tokens_with_the_same_name_are_refused(owner: User) -> None:
    responses = run_concurrently(lambda _: token_create(user=owner, name="same"))
    assert sum(isinstance(answer, TokenRefused) for answer in responses) == TIMES - 1


def test_concurrent_versions_get_numbers_or_a_conflict(deck: Deck, owner: User) -> None:
    lists = [without(reference(), card) for card in battle_cards(reference())[:4]]
    responses = run_concurrently(lambda n: version_save(deck=deck, author=owner, decklist=lists[n % 4], parent=1))
    assert sum(isinstance(answer, VersionConflict) for answer in responses) > 0
    assert list(deck.versions.order_by("number").values_list("number", flat=True)) == [1, 2]


def different_decks(times: int) -> list[DeckList]:
    """Decks of which no two have the same cards."""
    deck, card = reference(), battle_cards(reference())[0]
    battle = dict(deck.section("battle"))
    rest = {code: dict(cards) for code, cards in deck.sections}
    made = [rest | {"battle": battle | {card: number}} for number in range(10, 10 + times)]
    return [DeckList.of(sections, system=deck.system, format=deck.format, name=deck.name) for sections in made]


def save_by_api(client: Client, deck: Deck, decklist: DeckList) -> int:
    sent = {"parent": 1, "name": decklist.name, "sections": sections_of(decklist)}
    return client.post(f"/api/v1/decks/{deck.pk}/versions/", sent, content_type="application/json").status_code


def save_by_page(client: Client, deck: Deck, decklist: DeckList) -> int:
    sent = {"deck": deck.pk, "base": 1, "d": encode(decklist, system=SYSTEM), "name": decklist.name}
    answer = client.post(reverse("deck_build_save"), sent)
    # If another tab has changed the draft, both are shown to choose from. That counts as a conflict.
    return 409 if answer.headers.get("Location", "").startswith(reverse("deck_choose")) else answer.status_code


@pytest.mark.parametrize(("save", "saved"), [(save_by_api, 201), (save_by_page, 302)])
def test_forty_concurrent_saves_are_kept_or_get_a_conflict(
    deck: Deck, owner: User, save: Callable[[Client, Deck, DeckList], int], saved: int
) -> None:
    """Every successful response has its own version; all others get a conflict."""
    lists = different_decks(40)

    def write(number: int) -> int:
        client = Client()
        client.force_login(owner)
        return save(client, deck, lists[number])

    responses = run_concurrently(write, times=len(lists), writers=len(lists))
    saved_hashes = {lists[number].content_hash for number, answer in enumerate(responses) if answer == saved}
    assert set(responses) == {saved, 409}
    assert set(deck.versions.filter(number__gt=1).values_list("content_hash", flat=True)) == saved_hashes
    assert deck.versions.count() == 1 + len(saved_hashes)


def test_concurrent_saves_with_retries_are_all_kept(deck: Deck, owner: User) -> None:
    """After 409, a client retries on top of the version named in the response."""
    lists = different_decks(10)

    def write(number: int) -> int:
        client, parent = Client(), 1
        client.force_login(owner)
        while True:
            sent = {"parent": parent, "name": lists[number].name, "sections": sections_of(lists[number])}
            answer = client.post(f"/api/v1/decks/{deck.pk}/versions/", sent, content_type="application/json")
            if answer.status_code != 409:
                return answer.status_code
            assert answer.json()["current"]["number"] > parent
            parent = answer.json()["current"]["number"]

    assert run_concurrently(write, times=len(lists)) == [201] * len(lists)
    hashes = deck.versions.order_by("number").values_list("content_hash", flat=True)
    assert sorted(hashes[1:]) == sorted(decklist.content_hash for decklist in lists)


def test_concurrent_restores_restore_the_version(deck: Deck, owner: User) -> None:
    changed = without(reference(), battle_cards(reference())[0])
    first = deck.current
    assert first is not None
    version_save(deck=deck, author=owner, decklist=changed, parent=1)

    def restore(_: int) -> object:
        here = Deck.objects.select_related("current").get(pk=deck.pk)
        return version_restore(deck=here, author=owner, version=first, message="")

    run_concurrently(restore)
    deck.refresh_from_db()
    assert deck.current is not None
    assert deck.current.content_hash == first.content_hash
