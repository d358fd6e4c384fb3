"""An invented law of two sections, and a DATA folder that asks about it in all five tests."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from benchbar import jsonl
from benchbar.records import Document, Item, Line
from benchbar.suites.data import Data, FileEntry, Manifest
from benchbar.tasks import TASKS
from benchbar.tasks.base import Rules

Part = tuple[str, str, str, str, str, tuple[str, ...]]
"""Cite, indent, label, header, text, terms."""

LAW: tuple[Part, ...] = (
    ("section 812", "", "§ 812. ", "Mooring of ferries.", "", ()),
    ("section 812(a)", "", "(a) ", "General rule.", "A ferry shall be moored—", ()),
    ("section 812(a)(1)", "  ", "(1) ", "", "at a licensed pier of the harbour, or", ()),
    ("section 812(a)(2)", "  ", "(2) ", "", "in the case of a storm—", ()),
    ("section 812(a)(2)(A)", "    ", "(A) ", "", "at any pier within 30 miles, and", ()),
    ("section 812(a)(2)(B)", "    ", "(B) ", "", "under the harbour master’s orders.", ()),
    ("flush", "  ", "", "", "The harbour master may grant a delay.", ()),
    ("section 812(b)", "", "(b) ", "Rowing boat.", "", ()),
    ("section 812(b)(1)", "  ", "(1) ", "In general.", "This applies to no rowing boat.", ()),
    (
        "section 812(b)(2)", "  ", "(2) ", "Definition.",
        "The term “rowing boat” means a boat moved by oars alone.", ("rowing boat",),
    ),
    ("section 1396r–8", "", "§ 1396r–8. ", "Penalties for lateness.", "", ()),
    ("section 1396r–8", "", "", "", "Whoever moors a ferry late—", ()),
    ("section 1396r–8(1)", "", "(1) ", "", "shall pay a fine of 40 crowns, and", ()),
    ("section 1396r–8(2)", "", "(2) ", "", "shall beg the passengers’ pardon.", ()),
)  # fmt: skip


def document(name: str, parts: tuple[Part, ...] = LAW) -> Document:
    """Return the law as a document, an empty line between its sections."""
    text, lines = "", []
    for place, (cite, indent, label, header, body, terms) in enumerate(parts):
        if label.startswith("§") and text:
            text += "\n"
        start = len(text) + len(indent)
        words = start + len(label)
        plain = words + len(header) + (1 if header and body else 0)
        text += f"{indent}{label}{header}{' ' if header and body else ''}{body}\n"
        following = next((part[0] for part in parts[place + 1 :] if part[0] != "flush"), "")
        leaf = not (following == cite or following.startswith(f"{cite}("))
        lines.append(
            Line(cite, start, words, plain, len(text) - 1, leaf and cite != "flush", terms)
        )
    return Document(name, "statute", text[:-1], tuple(lines), "invented", "97", "812")


def pairs() -> list[tuple[Document, Item]]:
    """Return every item that can be asked about the law, with its document as shown."""
    made: list[tuple[Document, Item]] = []
    for task in TASKS.values():
        for place in range(len(LAW)):
            item = task.ask(document(""), place, Rules())
            if item is None:
                continue
            n = sum(one.task == task.name for _, one in made) + 1
            name = f"4k-uscode-{task.name}-test-{n:04d}"
            law = document(name)
            law = law.with_line(place, item.gold) if item.unamended else law
            named = replace(
                item, id=f"blt-{name}", window="4k", corpus="uscode", document=name,
                traits={"lines": len(law.lines)},
            )  # fmt: skip
            made.append((law, named))
    return made


def folder(out: Path) -> Data:
    """Write all that into a DATA folder."""
    made = pairs()
    files: dict[str, list[Document | Item]] = {
        "documents/4k/uscode.jsonl": [document(item.document) for _, item in made]
    }
    for _, item in made:
        files.setdefault(f"items/4k/uscode/{item.task}.test.jsonl", []).append(item)
    entries = {}
    for name, records in files.items():
        jsonl.write(out / name, records)
        entries[name] = FileEntry(jsonl.digest(out / name), len(records))
    manifest = Manifest("blt", "1", 0, "cl100k_base", {"4k": 3000}, len(made), {}, entries)
    (out / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    return Data(out)
