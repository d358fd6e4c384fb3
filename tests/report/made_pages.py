"""The pages of a report, read back."""

import re
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "br", "line", "circle", "path", "rect"}


ALLOWED = VOID | set(
    re.findall(
        r"\w+",
        "html head title style script body a header p h1 h2 h3 h4 ul li nav main section div "
        "table caption thead tbody tr th td span strong b small svg g text desc figure figcaption "
        "footer dl dt dd article pre bdi code details summary mark",
    )
)


class Page(HTMLParser):
    """Collects tags, links and text, and checks that every tag is closed in order."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.text = ""
        self.policy = ""
        self._open: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        given = dict(attrs)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"] or ""
        self.links += [value for name, value in attrs if name in ("href", "src") and value]
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def pages(out: Path, folder: str = "") -> list[Page]:
    return [Page(path) for path in sorted((out / folder).rglob("*.html"))]
