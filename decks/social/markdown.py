"""Safe HTML from Markdown in notes and comments."""

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

# The parser escapes raw HTML; nh3 then removes anything that slips through.
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
_TAGS = {
    "p", "br", "hr", "strong", "em", "ul", "ol", "li", "blockquote", "code", "pre", "a", "h3", "h4", "h5", "h6",
    "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip


def markdown_html(text: str) -> SafeString:
    """Render Markdown as sanitised HTML.

    Links get `nofollow`. Images are left out, and top-level headings become `h3`.
    """
    html = _PARSER.render(text)
    for level in (2, 1):
        html = html.replace(f"<h{level}>", "<h3>").replace(f"</h{level}>", "</h3>")
    clean = nh3.clean(
        html,
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(clean)  # noqa: S308 (cleaned just above)
