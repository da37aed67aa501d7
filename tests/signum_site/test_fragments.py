"""Cached page fragments: never of another user, of another language, or outdated."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.template import Context, RequestContext, Template, TemplateSyntaxError
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from collection.models import Card
from decks.models import Deck
from decks.social.reactions import like_set
from signum_site.templatetags.fragments import FragmentStore, store
from tests.signum_site.visitors import House, house

__all__ = ["house"]

PAGES = (
    "/", "/cards/?q=own>=1", "/cards/signum/{card}/", "/decks/public/", "/decks/{deck}/", "/decks/{deck}/figures/",
    "/decks/build/?d={code}",
)  # fmt: skip
OWN = re.compile(rb'name="(csrfmiddlewaretoken|key)" value="[\w-]+"')


@pytest.fixture(autouse=True)
def empty_store() -> Iterator[None]:
    store.clear()
    yield
    store.clear()


def rendered(source: str, **values: object) -> str:
    return Template(source).render(Context(values))


def test_equal_values_are_rendered_once() -> None:
    calls = []
    counted = Template("{% fragment value=value %}{{ value.text }}{% endfragment %}")

    class Value:
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Value)

        def __hash__(self) -> int:
            return 1

        def text(self) -> str:
            calls.append(1)
            return "text"

    assert [counted.render(Context({"value": Value()})) for _ in range(3)] == ["text"] * 3
    assert len(calls) == 1


def test_two_places_with_equal_values_do_not_mix() -> None:
    source = "{% fragment value=1 %}a{{ value }}{% endfragment %}{% fragment value=1 %}b{{ value }}{% endfragment %}"
    assert rendered(source) == "a1b1"


def test_each_language_has_its_own_fragment() -> None:
    page = Template('{% fragment %}{% translate "Cards" %}{% endfragment %}')
    texts = set()
    for language in ("en", "es", "it"):
        with translation.override(language):
            texts.add(page.render(Context()))
    assert len(texts) == 3


def test_fragment_sees_only_named_values() -> None:
    """Request, user and CSRF token are missing, so they are never cached."""
    page = Template("{% fragment a=1 %}[{{ request.path }}{{ user }}{{ b }}{% csrf_token %}]{% endfragment %}")
    assert page.render(RequestContext(HttpRequest(), {"user": "anna", "b": 2, "csrf_token": "secret"})) == "[]"
    with pytest.raises(AttributeError, match="request"):
        Template("{% fragment %}{% querystring page=2 %}{% endfragment %}").render(RequestContext(HttpRequest()))


@pytest.mark.parametrize(
    ("first", "second"),
    [(mark_safe("<b>"), "<b>"), ("<b>", mark_safe("<b>")), (True, 1), (1, True)],
)
def test_equal_values_with_different_text_do_not_mix(first: object, second: object) -> None:
    page = Template("{% fragment value=value %}{{ value }}{% endfragment %}")
    first_text, second_text = (page.render(Context({"value": value})) for value in (first, second))
    assert first_text != second_text


def test_fragments_can_be_nested() -> None:
    inner = "{% fragment a=a one=one %}{{ a }}{{ one }}{% endfragment %}"
    source = "{% fragment a=a b=b %}{% for one in b %}" + inner + "{% endfor %}{% endfragment %}"
    assert rendered(source, a="x", b=(1, 2)) == "x1x2"
    assert rendered(source, a="y", b=(1, 2)) == "y1y2"


@pytest.mark.parametrize("source", ["{% fragment value %}{% endfragment %}", "{% fragment %}"])
def test_invalid_fragment_is_a_syntax_error(source: str) -> None:
    with pytest.raises(TemplateSyntaxError):
        Template(source)


def test_store_evicts_the_least_recently_used() -> None:
    small = FragmentStore(max_characters=25)
    for key in "abc":
        small.set(key, SafeString(key * 10))
        small.get("a")
    assert small.get("a") == "a" * 10
    assert small.get("b") is None
    assert small.characters == 20
    small.set("a", SafeString("short"))
    assert small.characters == 15
    small.set("large", SafeString("x" * 100))
    assert (len(small), small.characters) == (0, 0)


def view(house: House, visitor: str, address: str, *, language: str = "en", theme: str = "auto") -> bytes:
    client = house.client(visitor, headers={"Accept-Language": language})
    client.cookies[settings.THEME_COOKIE_NAME] = theme
    response = client.get(house.filled(address, "public"))
    assert response.status_code == 200
    return OWN.sub(b"", response.content)


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_page_does_not_depend_on_earlier_visitors(house: House, address: str) -> None:
    """Every visitor sees the same page with and without cached fragments of others."""
    visitors = [
        ("owner", "es", "auto"),
        ("second", "es", "auto"),
        ("anonymous", "es", "dark"),
        ("anonymous", "en", "light"),
    ]
    with house.undone():
        alone = []
        for visitor, language, theme in visitors:
            store.clear()
            alone.append(view(house, visitor, address, language=language, theme=theme))
        assert len(set(alone)) == len(visitors)
        for (visitor, language, theme), first in reversed(list(zip(visitors, alone, strict=True))):
            again = view(house, visitor, address, language=language, theme=theme)
            assert again.splitlines() == first.splitlines()


@pytest.mark.django_db
def test_changes_are_shown_at_once(house: House) -> None:
    with house.undone():
        deck = Deck.objects.get(pk=house.decks["public"]["deck"])
        before = view(house, "anonymous", "/decks/public/")
        assert deck.name.encode() in before
        like_set(deck=deck, user=house.people["second"], likes=True)
        liked = view(house, "anonymous", "/decks/public/")
        assert liked != before
        Deck.objects.filter(pk=deck.pk).update(name="<i>Renamed</i>")
        for address in ("/decks/public/", "/decks/{deck}/"):
            assert b"&lt;i&gt;Renamed&lt;/i&gt;" in view(house, "anonymous", address)
        Deck.objects.filter(pk=deck.pk).update(visibility=Deck.Visibility.PRIVATE)
        assert b"Renamed" not in view(house, "anonymous", "/decks/public/")


@pytest.mark.django_db
def test_changed_card_changes_its_page(house: House) -> None:
    with house.undone():
        address = "/cards/signum/{card}/"
        view(house, "anonymous", address)
        Card.objects.filter(system="signum", code=house.fixed["card"]).update(
            text_en="Does something else.", support="partial"
        )
        page = view(house, "anonymous", address)
        assert b"Does something else." in page
        assert b"play part of what" in page
