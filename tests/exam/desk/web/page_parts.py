"""What pages of the desk may be made of, so that no word of anybody becomes a part of one."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

TAGS = frozenset(
    "a article b blockquote body br button caption code dd details dialog div dl dt em fieldset "
    "form h1 h2 h3 h4 head header hr html input kbd label legend li link main meta nav ol option "
    "output p pre progress script section select small span strong summary table tbody td textarea "
    "th thead title tr ul".split()
)
"""All that pages are made of."""
DRAWN = frozenset(
    "style figure figcaption svg title desc g rect line circle path text tspan tfoot footer "
    "polyline polygon abbr time aside col colgroup thead".split()
)
"""What the report is made of besides, with a script and a style of its own, named by its policy."""


class Elements(HTMLParser):
    """Reads what a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))


def wrong(page: str) -> Iterator[str]:
    """Yield what a page must not be made of."""
    read = Elements()
    read.feed(page)
    read.close()
    report = 'http-equiv="Content-Security-Policy"' in page
    tags = TAGS | DRAWN if report else TAGS
    scripts = {} if report else {"src": "/static/desk.js", "type": "module"}
    for tag, attributes in read.found:
        if tag not in tags:
            yield tag
        if tag == "script" and attributes != scripts:
            yield f"script {attributes}"
        for name, value in attributes.items():
            if name.startswith("on") or name == "style":
                yield f"{tag} {name}"
            if name in ("href", "src", "action") and not re.match(r"/|#|\?", value):
                yield f"{tag} {name}={value}"
