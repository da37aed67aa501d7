"""`{% fragment line=line section=part.code %}…{% endfragment %}`: HTML that is rendered once and kept in memory.

The values named are the key, together with the reader's language, and they are all that the lines inside can see:
neither the request nor the user nor a token reaches a fragment, so none can be shown to another reader. A value that
changes makes another key, so nothing has to be invalidated. Values have to be hashable, and what a template reads of
them has to be part of their equality.
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

MOST_CHARACTERS: Final = 16_000_000
"""Of one process; a page is up to 250,000."""


class FragmentStore:
    """The fragments used last, up to a number of characters."""

    def __init__(self, most_characters: int) -> None:
        self.most_characters = most_characters
        self.characters = 0
        self._kept: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> SafeString | None:
        with self._lock:
            html = self._kept.get(key)
            if html is not None:
                self._kept.move_to_end(key)
            return html

    def set(self, key: Hashable, html: SafeString) -> None:
        with self._lock:
            self.characters += len(html) - len(self._kept.pop(key, ""))
            self._kept[key] = html
            while self.characters > self.most_characters:
                self.characters -= len(self._kept.popitem(last=False)[1])

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.characters = 0


store: Final = FragmentStore(MOST_CHARACTERS)


class FragmentNode(template.Node):
    def __init__(self, values: dict[str, FilterExpression], nodelist: NodeList) -> None:
        self.values, self.nodelist = values, nodelist

    def render(self, context: Context) -> SafeString:
        values = {name: value.resolve(context) for name, value in self.values.items()}
        # With the types: 1 equals True, and a string that is safe equals one that is not.
        key = (self, get_language(), *((type(value), value) for value in values.values()))
        html = store.get(key)
        if html is None:
            html = self.nodelist.render(_bare(context, values))
            store.set(key, html)
        return html


def _bare(context: Context, values: dict[str, Any]) -> Context:
    """A context of these values alone, for the same template."""
    bare = Context(values)
    bare.template = context.template
    return bare


@register.tag
def fragment(parser: Parser, token: Token) -> FragmentNode:
    bits = token.split_contents()[1:]
    values = token_kwargs(bits, parser)
    if bits:
        raise template.TemplateSyntaxError(f"fragment takes name=value, not {bits[0]!r}.")
    nodelist = parser.parse(("endfragment",))
    parser.delete_first_token()
    return FragmentNode(values, nodelist)
