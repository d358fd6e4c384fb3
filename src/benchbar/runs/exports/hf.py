"""A Hugging Face dataset: one row an item with its whole prompt, and the card that says what it is.

Opened by ``datasets.load_dataset("json", data_files=...)``, or by ``load_dataset(FOLDER)``. Every
column holds one type in every row, since types are read off the first rows: what does not apply is
an empty string or 0.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from benchbar import __version__, jsonl
from benchbar.records import Item
from benchbar.runs.exports.base import Files, Prompt, prompts
from benchbar.runs.plan import Study
from benchbar.suites.data import Data, Manifest
from benchbar.suites.import_blt import SUITE as FROM_BLT_FILES

INVENTED = {
    "synthetic": "sections of invented words, each defined by others",
    "transcripts": "depositions that were never taken, made by a generator",
    "code": "statutes that were never enacted, made by a generator",
    "sara-example": "cases that never were, under a statute that was never enacted",
    "everyday": "everyday requests, written for this suite",
}
"""Corpora of which every word is invented, and what they are."""

USCODE = "uscode"


class Row(msgspec.Struct, frozen=True):
    """One item. ``accepted`` holds every right answer, ``answer`` first.

    ``second_prompt`` follows the first reply where an item takes two turns; ``answer`` is then that
    to the second.
    """

    id: str
    window: str
    corpus: str
    task: str
    split: str
    variant: str
    prompt: str
    second_prompt: str
    answer: str
    accepted: list[str]
    unamended: str
    asked: str
    document: str
    lines: int
    tokens: int


def write(studies: Sequence[Study], data: Data, folder: Path) -> None:
    """Write each test to ``data/<window>.<corpus>.<task>.<split>.jsonl``, and ``README.md``."""
    variant = studies[0].cells[0].variant
    with Files(folder) as files:
        for study in studies:
            for prompt in prompts(study, data, variant, most_turns=2):
                item = prompt.item
                test = f"{item.window}.{item.corpus}.{item.task}"
                files.add(f"data/{test}.{item.split}.jsonl", _row(prompt, variant))
    card = "\n".join(_card(data, folder, files.records, variant)) + "\n"
    (folder / "README.md").write_text(card, encoding="utf-8", newline="\n")


def _row(prompt: Prompt, variant: str) -> Row:
    item, document = prompt.item, prompt.document
    return Row(
        id=item.id,
        window=item.window,
        corpus=item.corpus,
        task=item.task,
        split=item.split,
        variant=variant,
        prompt=prompt.text,
        second_prompt=prompt.second,
        answer=item.gold,
        accepted=[item.gold, *item.alternatives],
        unamended=item.unamended or "",
        asked=item.asked,
        document=item.document,
        lines=len(document.lines),
        tokens=_tokens(item),
    )


def _tokens(item: Item) -> int:
    value = item.traits.get("tokens")
    return value if isinstance(value, int) else 0


def _card(data: Data, folder: Path, records: Mapping[str, int], variant: str) -> Iterator[str]:
    """Yield the lines of the card: what machines read, then what people read."""
    manifest = data.manifest
    corpora = list(
        dict.fromkeys(_bare(name).split(".", 1)[1].rsplit(".", 2)[0] for name in records)
    )
    total = sum(records.values())
    yield from _heading(manifest, corpora, records, total)
    yield f"# Basic legal text, suite {manifest.suite} {manifest.version}"
    yield ""
    yield (
        f"{total:,} questions about legal text for language models: where words stand, which words "
        "stand at a place, where a term is defined. The document comes first in each prompt, then "
        "the question; each has one right answer."
    )
    yield ""
    yield "## Where the text comes from"
    yield ""
    yield from (f"- `{name}`: {_source(manifest, name)}" for name in corpora)
    yield ""
    yield "## How it was made"
    yield ""
    yield (
        f"By Bench & Bar (benchbar {__version__}), after the tests of BLT, arXiv 2311.09693, whose "
        "own data is not in it. The same suite, seed and options give the same bytes."
    )
    yield ""
    made = {"suite": manifest.suite, "version": manifest.version, "seed": manifest.seed}
    made |= {"wording of the prompts": variant, "tokens counted with": manifest.counter}
    made |= {name.replace("_", " "): value for name, value in manifest.options.items()}
    made |= {"SHA-256 of the manifest of the items": data.digest}
    yield from (f"- {name}: `{value}`" for name, value in made.items())
    yield ""
    yield "## Files"
    yield ""
    yield "| file | rows | SHA-256 |"
    yield "|---|---|---|"
    for name in sorted(records):
        yield f"| `{name}` | {records[name]:,} | `{jsonl.digest(folder / name)}` |"


def _heading(
    manifest: Manifest, corpora: Sequence[str], records: Mapping[str, int], total: int
) -> Iterator[str]:
    """Yield the YAML block: licence, size, and which files make which configuration."""
    yield "---"
    yield f"license: {'mit' if _is_free(manifest, corpora) else 'other'}"
    yield "language: [en]"
    yield "task_categories: [question-answering]"
    yield f"size_categories: ['{_size(total)}']"
    yield "tags: [legal]"
    yield "configs:"
    tests: dict[str, list[str]] = {"default": sorted(records)}
    for name in sorted(records):
        tests.setdefault(_bare(name).rsplit(".", 1)[0], []).append(name)
    for test, names in tests.items():
        yield f"- config_name: {json.dumps(test)}"
        yield "  data_files:"
        for split in dict.fromkeys(_split(name) for name in names):
            yield f"  - split: {split}"
            yield "    path:"
            yield from (f"    - {json.dumps(name)}" for name in names if _split(name) == split)
    yield "---"
    yield ""


def _bare(name: str) -> str:
    return name.removeprefix("data/").removesuffix(".jsonl")


def _split(name: str) -> str:
    return _bare(name).rpartition(".")[2]


def _is_free(manifest: Manifest, corpora: Sequence[str]) -> bool:
    """Say whether all text is ours or the law's, so that it may be given away as we give it."""
    known = all(corpus in INVENTED or corpus == USCODE for corpus in corpora)
    return known and manifest.suite != FROM_BLT_FILES


def _source(manifest: Manifest, corpus: str) -> str:
    if manifest.suite == FROM_BLT_FILES:
        return (
            "read from files in the public BLT format. Their own licence holds, which may forbid "
            "passing them on."
        )
    if corpus in INVENTED:
        return f"invented: {INVENTED[corpus]}. MIT licence."
    if corpus == USCODE:
        return "the United States Code, which is public law; the questions: MIT licence."
    return "text of the user's own: whoever passes it on must have the right to."


def _size(total: int) -> str:
    for most, name in ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K")):
        if total < most:
            return name
    return "100K<n<1M"
