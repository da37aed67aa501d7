"""The visible text of a page: text, and attributes that are shown or read aloud."""

from html.parser import HTMLParser

SHOWN = ("alt", "aria-label", "placeholder", "title", "data-copied", "data-lost", "data-said")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNREAD = {"script", "style", "code", "kbd", "pre", "textarea"}
"""Elements with code, or with text written by users."""


class VisibleText(HTMLParser):
    """Collects visible text; elements with a `lang` of their own are left out."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self.open: list[tuple[str, bool]] = []
        """The open elements, and whether their text counts."""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        counts = (
            (not self.open or self.open[-1][1]) and tag not in UNREAD and ("lang" not in attributes or tag == "html")
        )
        if counts:
            names = SHOWN + (("value",) if tag == "input" and attributes.get("type") == "submit" else ())
            names += ("content",) if attributes.get("name") == "description" else ()
            self.texts += [attributes[name] or "" for name in names if name in attributes]
        if tag not in VOID:
            self.open.append((tag, counts))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1][1]:
            self.texts.append(data)


def visible_texts(page: str) -> set[str]:
    return {" ".join(text.split()) for text in VisibleText(page).texts} - {""}
