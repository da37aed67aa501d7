"""Template fragments that are rendered once and cached in memory.

Usage: `{% fragment line=line section=part.code %}…{% endfragment %}`. The values and the language are the cache key.
The fragment sees nothing else: no request, user or token, so nothing private can be shown to another visitor. A changed
value is another key, so nothing has to be invalidated. Values must be hashable, and everything a template reads of
them must be part of their equality.
"""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, Final

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MAX_CHARACTERS: Final = 16_000_000
"""Limit per process; a page has up to 250,000."""


class FragmentStore:
    """A least-recently-used cache with a limited number of characters."""

    def __init__(self, max_characters: int) -> None:
        self.max_characters = max_characters
        self.characters = 0
        self._entries: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable) -> SafeString | None:
        with self._lock:
            html = self._entries.get(key)
            if html is not None:
                self._entries.move_to_end(key)
            return html

    def set(self, key: Hashable, html: SafeString) -> None:
        with self._lock:
            self.characters += len(html) - len(self._entries.pop(key, ""))
            self._entries[key] = html
            while self.characters > self.max_characters:
                self.characters -= len(self._entries.popitem(last=False)[1])

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self.characters = 0


store: Final = FragmentStore(MAX_CHARACTERS)


class FragmentNode(template.Node):
    def __init__(self, values: dict[str, FilterExpression], nodelist: NodeList) -> None:
        self.values, self.nodelist = values, nodelist

    def render(self, context: Context) -> SafeString:
        values = {name: value.resolve(context) for name, value in self.values.items()}
        # The types are part of the key: 1 equals True, and a safe string equals an unsafe one.
        key = (self, get_language(), *((type(value), value) for value in values.values()))
        html = store.get(key)
        if html is None:
            html = self.nodelist.render(_isolated_context(context, values))
            store.set(key, html)
        return html


def _isolated_context(context: Context, values: dict[str, Any]) -> Context:
    """A context of just these values, for the same template."""
    isolated = Context(values)
    isolated.template = context.template
    return isolated


@register.tag
def fragment(parser: Parser, token: Token) -> FragmentNode:
    bits = token.split_contents()[1:]
    values = token_kwargs(bits, parser)
    if bits:
        raise template.TemplateSyntaxError(f"fragment takes name=value, not {bits[0]!r}.")
    nodelist = parser.parse(("endfragment",))
    parser.delete_first_token()
    return FragmentNode(values, nodelist)
