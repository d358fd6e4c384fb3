"""The card of a Hugging Face dataset: what machines read, then what people read."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchbar import __version__
from benchbar.runs.plan import Study
from benchbar.suites.data import Data, Manifest, Test
from benchbar.suites.import_blt import SUITE as FROM_BLT_FILES
from benchbar.suites.remake import build_command, choosing, line
from benchbar.tasks import form, multiple_choice, sara

INVENTED = {
    "synthetic": "sections of invented words, each defined by others",
    "transcripts": "depositions that were never taken, made by a generator",
    "code": "statutes that were never enacted, made by a generator",
    "sara-example": "cases that never were, under a statute that was never enacted",
    "everyday": "everyday requests, written for this suite",
}
"""Corpora of which every word is invented, and what they are."""

USCODE = "uscode"

_LEGAL_TEXT = (
    "Basic legal text",
    "questions about legal text for language models: where words stand, which words stand at a "
    "place, where a term is defined",
)
SUITES = {
    "blt": _LEGAL_TEXT,
    FROM_BLT_FILES: _LEGAL_TEXT,
    sara.SUITE: ("Cases under a statute", "cases: does a statement follow, or how much is due"),
    form.SUITE: ("Everyday requests", "requests that ask for a form, such as three lines"),
    multiple_choice.SUITE: ("Multiple choice", "questions of law with four choices"),
}
"""What a suite is called, and what its rows are."""

COLUMNS = {
    "id": "names the item; replies are graded by it",
    "window, corpus, task, split": "size of the prompt, text, test, and which half of the data",
    "variant": "wording of the question",
    "prompt": "the message that a model is sent, document included",
    "second_prompt": "what it is sent after its first reply; empty where that is all",
    "answer": "the right answer, to the second prompt if there is one",
    "accepted": "every right answer, `answer` first",
    "unamended": "the line before it was changed, in tests of amended text",
    "asked": "the words, cite or term that the question names",
    "document": "names the text; items of one text are not independent",
    "lines, tokens": "size of the document in lines, of the prompt in tokens; 0 if not counted",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A file of the data set: its name below the folder, its test, rows and SHA-256."""

    name: str
    test: Test
    rows: int
    sha256: str


def card(studies: Sequence[Study], data: Data, parts: Sequence[Part]) -> Iterator[str]:
    """Yield the lines of the card.

    Args:
        studies: What was exported, a study a split.
        data: The items.
        parts: The files, at least one.
    """
    manifest = data.manifest
    corpora = list(dict.fromkeys(part.test[1] for part in parts))
    total = sum(part.rows for part in parts)
    title, what = SUITES.get(manifest.suite, (manifest.suite, "items"))
    yield from _heading(manifest, parts, f"{title} ({manifest.suite} {manifest.version})")
    yield f"# {title}, suite {manifest.suite} {manifest.version}"
    yield ""
    yield f"{total:,} {what}. Each prompt holds the whole text and one question."
    if total < manifest.items:
        yield f"They are a selection of the {manifest.items:,} items that were built together."
    yield from _section("Where the text comes from")
    yield from (f"- `{name}`: {source(manifest, name)}" for name in corpora)
    yield from _section("How it was made")
    yield from _made(studies, data)
    yield from _section("Load it")
    yield from _loading(parts)
    yield from _section("Columns")
    yield "| column | what it holds |"
    yield "|---|---|"
    yield from (f"| {_quoted(names)} | {told} |" for names, told in COLUMNS.items())
    yield from _section("Grade replies")
    yield from _GRADING
    yield from _section("Files")
    yield "| file | rows | SHA-256 |"
    yield "|---|---|---|"
    yield from (f"| `{part.name}` | {part.rows:,} | `{part.sha256}` |" for part in parts)


def _section(title: str) -> Iterator[str]:
    yield from ("", f"## {title}", "")


def _quoted(names: str) -> str:
    return ", ".join(f"`{name}`" for name in names.split(", "))


def _made(studies: Sequence[Study], data: Data) -> Iterator[str]:
    manifest = data.manifest
    yield (
        f"By Bench & Bar (benchbar {__version__}), after the tests of BLT, arXiv 2311.09693, whose "
        "own data is not in it. The same suite, seed and options give the same bytes:"
        if manifest.suite == "blt"
        else f"By Bench & Bar (benchbar {__version__}):"
    )
    yield ""
    yield "```sh"
    yield build_command(manifest)
    yield _export_command(studies, data)
    yield "```"
    yield ""
    made = {"suite": manifest.suite, "version": manifest.version, "seed": manifest.seed}
    made |= {
        "wording of the prompts": studies[0].cells[0].variant,
        "tokens counted with": manifest.counter,
    }
    made |= {name.replace("_", " "): value for name, value in manifest.options.items()}
    made |= {"SHA-256 of the manifest of the items (`DATA/manifest.json`)": data.digest}
    yield from (f"- {name}: `{value}`" for name, value in made.items())


def _export_command(studies: Sequence[Study], data: Data) -> str:
    """Return the command that exports the same items in the same words."""
    study = studies[0]
    given: list[tuple[str, object]] = [("--format", "hf")]
    if len({test[3] for test in data.sets()}) > len(studies):
        given.append(("--split", study.split))
    given += choosing(study.windows, study.corpora, study.tasks, study.limit)
    if (variant := study.cells[0].variant) != "default":
        given.append(("--variant", variant))
    return line("benchbar export", ["DATA"], given, [], out="FOLDER")


def _loading(parts: Sequence[Part]) -> Iterator[str]:
    """Say how the files are opened, and how one makes sure that they are these."""
    first = parts[0]
    yield "```python"
    yield "from datasets import load_dataset"
    yield ""
    config = json.dumps(_config(first.test))
    yield "# name the commit: a branch may change"
    yield f'load_dataset("OWNER/NAME", {config}, split="{first.test[3]}", revision="COMMIT")'
    yield "```"
    yield ""
    yield (
        "A configuration is a test; `default` is all of them. In a copy of the files, "
        "`sha256sum -c SHA256SUMS` compares each with its hash, which also stands below."
    )


_GRADING = (
    "Two graders read replies by rules: an exact match would call right answers wrong for their "
    "dress.",
    'Write one line a reply, `{"id": ..., "reply": ...}`, make the items as above, and:',
    "",
    "```sh",
    "benchbar score DATA --replies replies.jsonl --out verdicts.jsonl",
    "```",
)


def _heading(manifest: Manifest, parts: Sequence[Part], title: str) -> Iterator[str]:
    """Yield the YAML block: licence, size, and which files make which configuration."""
    corpora = {part.test[1] for part in parts}
    yield "---"
    yield f"pretty_name: {json.dumps(title)}"
    yield f"license: {'mit' if is_free(manifest, corpora) else 'other'}"
    yield "language: [en]"
    yield "multilinguality: [monolingual]"
    yield "task_categories: [question-answering]"
    yield f"size_categories: ['{_size(sum(part.rows for part in parts))}']"
    yield "tags: [legal, benchmark, long-context]"
    yield "configs:"
    configs: dict[str, list[Part]] = {"default": list(parts)}
    for part in parts:
        configs.setdefault(_config(part.test), []).append(part)
    for config, theirs in configs.items():
        yield f"- config_name: {json.dumps(config)}"
        yield "  data_files:"
        for split in dict.fromkeys(part.test[3] for part in theirs):
            yield f"  - split: {split}"
            yield "    path:"
            yield from (f"    - {json.dumps(one.name)}" for one in theirs if one.test[3] == split)
    yield "---"
    yield ""


def _config(test: Test) -> str:
    return ".".join(test[:3])


def is_free(manifest: Manifest, corpora: set[str]) -> bool:
    """Say whether all text is ours or the law's, so that it may be given away as we give it."""
    known = all(corpus in INVENTED or corpus == USCODE for corpus in corpora)
    return known and manifest.suite != FROM_BLT_FILES


def source(manifest: Manifest, corpus: str) -> str:
    """Say where the text of a corpus comes from, and under what licence it is."""
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
    sizes = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))
    for most, name in (*sizes, (1_000_000, "100K<n<1M")):
        if total < most:
            return name
    return "1M<n<10M"
