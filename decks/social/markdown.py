"""Notes and comments: Markdown to HTML that may stand on a page whoever wrote it."""

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

# Raw HTML is shown as text by the first, and whatever should slip through is taken out by the second.
_READER = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
_TAGS = {
    "p", "br", "hr", "strong", "em", "ul", "ol", "li", "blockquote", "code", "pre", "a", "h3", "h4", "h5", "h6",
    "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip


def markdown_html(text: str) -> SafeString:
    """Links go nowhere without `nofollow`; pictures and headings of the page's own rank are left out."""
    html = _READER.render(text)
    for rank in (2, 1):
        html = html.replace(f"<h{rank}>", "<h3>").replace(f"</h{rank}>", "</h3>")
    clean = nh3.clean(
        html,
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(clean)  # noqa: S308 (cleaned just above)
