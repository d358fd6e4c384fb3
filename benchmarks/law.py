"""Measures statutes and transcripts: python -m benchmarks.law parse|invent|store|load|build ...

The law is real: titles of the U.S. Code, found through BENCHBAR_SHARED or ../shared/data.
"""

import gzip
import os
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from io import BytesIO
from itertools import count, islice
from pathlib import Path

import msgspec
from lxml import etree

from benchbar import tokens
from benchbar.corpora import code, imports, statutes, store, uslm, uslm_corpus
from benchbar.corpora.depositions import depose
from benchbar.corpora.statutes import Statutes
from benchbar.parallel.processes import executor
from benchbar.records import Document
from benchbar.seeds import rng_for
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchmarks.measure import here, tell

SHARED = Path(os.environ.get("BENCHBAR_SHARED", Path(__file__).parents[2] / "shared/data"))
_RELEASE = SHARED / "uscode/rp-119-36"
_SECTIONS = 50_000
_MEGABYTES = 640
"""Of the whole U.S. Code."""
_INVENTED = 400


def is_here() -> bool:
    """Say whether the real titles are on this machine."""
    return _RELEASE.is_dir()


def parse() -> None:
    """Parse, count tokens and store a code of full size, on two processes."""
    with tempfile.TemporaryDirectory() as scratch:
        paths = list(_titles(Path(scratch)))
        size = sum(path.stat().st_size for path in paths) / 1e6
        tokens.encoding()
        taken = here(lambda: uslm_corpus.add_uslm(paths, "law", force=True, spread=executor(2)))
        least = here(lambda: deque(map(_read_events, paths), 0))
    tell(taken, megabytes=size, least_seconds=least.seconds)


def _titles(folder: Path) -> Iterator[Path]:
    """Write the real titles again and again, until they are as large as the whole code."""
    texts = {
        title.name.removesuffix(".gz"): gzip.decompress(title.read_bytes())
        if title.suffix == ".gz"
        else title.read_bytes()
        for title in sorted(_RELEASE.iterdir())
    }
    size = 0
    for copy in count():
        for name, text in texts.items():
            if size >= _MEGABYTES * 1e6:
                return
            path = folder / f"{copy}-{name}"
            path.write_bytes(text)
            size += len(text)
            yield path


def _read_events(path: Path) -> None:
    """Read the events of a file and do nothing with them: the least that any parser must do."""
    for _, element in etree.iterparse(path, events=("start", "end")):
        element.clear()


def invent() -> None:
    """Draft the markup of invented sections, the language read already, on one core."""

    def draft(name: str) -> int:
        made = (
            code.section(rng_for(name, n), number=str(101 + n), tokens=800)
            for n in range(_INVENTED)
        )
        return sum(map(len, made))

    size = draft("warm") / 1e6
    tell(here(lambda: draft("bench")), megabytes=size)


def make_store() -> None:
    """Store some 50,000 sections: the real ones, again and again under other numbers."""
    path = store.statutes_file("law")
    path.parent.mkdir(parents=True, exist_ok=True)
    tell(here(lambda: statutes.write(path, islice(_copies(), _SECTIONS))))
    store.write_json(path.parent / "corpus.json", store.Corpus("law", "statute", ()))


def _copies() -> Iterator[Document]:
    sections = list(_sections())
    for number in count(1):
        section = sections[number % len(sections)]
        old, new = f"section {section.section}", f"section {number}"
        yield msgspec.structs.replace(
            section,
            id=f"{section.id}#{number}",
            section=str(number),
            lines=tuple(
                msgspec.structs.replace(line, cite=line.cite.replace(old, new, 1))
                for line in section.lines
            ),
        )


def _sections() -> Iterator[Document]:
    for title in sorted(_RELEASE.iterdir()):
        text = title.read_bytes()
        opened = BytesIO(gzip.decompress(text) if title.suffix == ".gz" else text)
        for found in uslm.sections(opened, title.name):
            if isinstance(found, Document):
                yield found


def load() -> None:
    """Open the store, as every build does."""
    path = store.statutes_file("law")
    tell(here(lambda: Statutes(path)), sections=len(Statutes(path)))


def items(window: str) -> None:
    """Build the five tests, both splits, from the store; at 4k the six others as well."""
    tokens.encoding()
    others = ("synthetic", "transcripts") if window == "4k" else ()
    order = Order(windows=(window,), corpora=(*others, "law"))
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "data"
        taken = here(lambda: build(order, out, spread=executor(2)))
        tell(taken, items=Data(out).manifest.items)


def transcript() -> None:
    """Import a transcript of 400 pages."""
    lines = depose(rng_for("bench"), 10_000).lines
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "long.txt"
        with path.open("w", encoding="utf-8") as file:
            for start in range(0, len(lines), 25):
                file.write(f"\f{start // 25 + 100:>60}\n")
                for n, words in enumerate(lines[start : start + 25], 1):
                    file.write(f"{n:>2}   {words}\n")
        tell(here(lambda: imports.add_transcripts([path], "long", force=True)))


def main() -> None:
    """Do one measurement; BENCHBAR_HOME says where corpora are."""
    match sys.argv[1:]:
        case ["parse"]:
            parse()
        case ["invent"]:
            invent()
        case ["store"]:
            make_store()
        case ["load"]:
            load()
        case ["build", window]:
            items(window)
        case ["transcript"]:
            transcript()


if __name__ == "__main__":
    main()
