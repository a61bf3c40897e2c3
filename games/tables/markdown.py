"""What people write in Markdown, as safe HTML."""

from __future__ import annotations

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

# No raw HTML, and no images: a page asks nobody else's server for anything. nh3 then lets through only what is here.
TAGS = {
    *("p", "br", "em", "strong", "s", "a", "code", "pre", "blockquote", "ul", "ol", "li", "hr", "h3", "h4", "h5", "h6"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}
HEADINGS_BELOW = 2  # the page's own: a post's first heading is an h3

_parser = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"]).disable("image")


def render(text: str) -> SafeString:
    """CommonMark with tables and strikethrough as HTML that a page may show; a line's end is a line's end."""
    tokens = _parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1:]) + HEADINGS_BELOW)}"
    html = _parser.renderer.render(tokens, _parser.options, {})
    clean = nh3.clean(
        html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel="nofollow noopener noreferrer"
    )
    return mark_safe(clean)  # cleaned one line above
