"""What is written in Markdown becomes HTML that can do nothing."""

from __future__ import annotations

import re

from games.tables.markdown import TAGS, render
from tests.each import each


@each(
    [
        ("*so* **loud**", "<p><em>so</em> <strong>loud</strong></p>"),
        ("one\ntwo", "<p>one<br>\ntwo</p>"),
        ("> said", "<blockquote>\n<p>said</p>\n</blockquote>"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("~~gone~~", "<p><s>gone</s></p>"),
        ("# Title", "<h3>Title</h3>"),
        ("Title\n===", "<h3>Title</h3>"),
        ("###### deep", "<h6>deep</h6>"),
        ("| a |\n|---|\n| b |", "<td>b</td>"),
        ("[site](https://example.org/)", '<a href="https://example.org/" rel="nofollow noopener noreferrer">site</a>'),
        ("a & b < c", "<p>a &amp; b &lt; c</p>"),
    ]
)
def test_what_it_knows(text: str, html: str) -> None:
    assert html in render(text)


@each(
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![x](https://example.org/track.png)",
        "[x](javascript:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        "[x](vbscript:x)",
        "<javascript:alert(1)>",
        '[x](https://example.org/ "a\\" onmouseover=\\"alert(1)")',
        "[x]: javascript:alert(1)\n\n[x]",
        "<iframe src=//example.org></iframe>\n\n<style>*{}</style>",
        '```"><script>alert(1)</script>\ncode\n```',
        "| <svg onload=alert(1)> |\n|---|\n| b |",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
    ]
)
def test_nothing_of_it_runs_or_is_fetched(text: str) -> None:
    html = render(text)

    tags = re.findall(r"<\s*/?\s*([a-zA-Z0-9]+)((?:\"[^\"]*\"|[^>\"])*)>", html)
    assert {name for name, _rest in tags} <= TAGS
    for _name, attributes in tags:
        names = set(re.findall(r'([a-z-]+)="[^"]*"', attributes))
        assert names <= {"href", "title", "rel", "start"}
        assert not re.search(r'href="\s*(javascript|data|vbscript):', attributes, re.I)


def test_what_is_nested_too_deeply_takes_nothing_else_along() -> None:
    assert "x" in render("[" * 5000 + "x")
    assert render("before\n\n" + ">" * 5000 + " x").startswith("<p>before</p>")
