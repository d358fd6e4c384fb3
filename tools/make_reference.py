"""Makes docs/reference from the program itself; with --check, says what is out of date.

Also checks that every page of the docs is linked from docs/README.md, that no link leads
nowhere, and that every ``benchbar`` command that the docs show exists with its options.
"""

import html
import inspect
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin

import click
import msgspec

from benchbar import records
from benchbar.cli import cli
from benchbar.scoring.meanings import MEANINGS
from benchbar.scoring.taxonomy import ERROR_KINDS, NOT_AN_ANSWER
from benchbar.suites import data as suite_data
from benchbar.suites.spec import suite
from benchbar.tasks import wording
from tests.scoring import small_documents as made

_LINK = re.compile(r"\]\((?!https?:|#)([^)\s]+)\)")
_COMMAND = re.compile(r"^(?:\$ )?benchbar ([^\n]*[^\n\\])$", re.MULTILINE)
_LONGEST = 200
_SHORTEST = 3

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
MADE = "<!-- Made by tools/make_reference.py from the program itself: do not edit. -->\n\n"
RECORDS = (
    records.Document,
    records.Line,
    records.Item,
    records.Cell,
    records.Reply,
    records.Verdict,
    records.Estimate,
    suite_data.Manifest,
    suite_data.FileEntry,
)


def command_line() -> str:
    """Return the page on commands: the help of each."""
    parts = [MADE, "# Command line\n"]
    for path, context in _commands(cli, click.Context(cli, info_name="benchbar")):
        text = context.command.get_help(context)
        parts.append(f"\n## {path}\n\n```text\n{_rstripped(text)}\n```\n")
    parts.append(
        "\nExit codes: 0 done; 1 failed or incomplete; 2 the input is wrong. Data go to standard "
        "output, everything else to standard error.\n"
    )
    return "".join(parts)


def _commands(
    command: click.Command, context: click.Context
) -> Iterator[tuple[str, click.Context]]:
    context.terminal_width = 88
    context.max_content_width = 88
    yield context.command_path, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner:
                yield from _commands(inner, click.Context(inner, info_name=name, parent=context))


def _rstripped(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines())


def file_formats() -> str:
    """Return the page on records: every field of every record."""
    parts = [
        MADE,
        "# Records and files\n\nFiles of records are JSON Lines; a name that ends in `.zst` is "
        "packed with zstd. Unknown fields are refused.\n",
    ]
    for record in RECORDS:
        parts.append(f"\n## {record.__name__}\n\n{inspect.cleandoc(record.__doc__ or '')}\n")
        info = msgspec.structs.fields(record)
        if record.__struct_config__.array_like:
            parts.append("\nStored as a JSON array, in this order:\n")
        parts.append("\n| field | type | default |\n|---|---|---|\n")
        for field in info:
            default = "" if field.required else f"`{_default(field)}`"
            parts.append(f"| `{field.name}` | `{_type(field.type)}` | {default} |\n")
    return "".join(parts)


def _default(field: msgspec.structs.FieldInfo) -> object:
    if field.default is not msgspec.NODEFAULT:
        return repr(field.default)
    factory = field.default_factory
    return repr(factory()) if callable(factory) else ""


def _type(hint: object) -> str:
    arguments = get_args(hint)
    if get_origin(hint) is UnionType or isinstance(hint, UnionType):
        return " or ".join(_type(part) for part in arguments)
    if arguments and str(hint).startswith("typing.Literal"):
        return " or ".join(repr(part) for part in arguments)
    if hint is type(None):
        return "null"
    if arguments:
        name = getattr(get_origin(hint), "__name__", str(hint))
        return f"{name}[{', '.join('...' if a is ... else _type(a) for a in arguments)}]"
    return getattr(hint, "__name__", str(hint))


def tests_and_sizes() -> str:
    """Return the page on tests: wordings, variants, sizes."""
    blt = suite("blt")
    parts = [MADE, "# Tests, wordings, sizes\n\n## Questions\n\n"]
    names = ("TEXT_TO_CITE", "TEXT_TO_LINE", "TEXT_TO_PAGE_AND_LINE", "CITE_TO_TEXT")
    for name in (*names, "DEFINED_TO_CITE", "CITE_TO_DEFINED"):
        parts.append(f"- {name.lower().replace('_', '-')}: `{getattr(wording, name)}`\n")
    parts.append(
        "\nThe document comes first, then an empty line, then the question. Variants of the "
        f"prompt: {', '.join(f'`{variant}`' for variant in wording.VARIANTS)}. A variant that does "
        "not fit a question is refused by name.\n\n## Which tests are made of which corpus\n\n"
    )
    for corpus, tasks in blt.tests.items():
        what = "a corpus of your own transcripts" if corpus == "transcript" else f"`{corpus}`"
        parts.append(f"- {what}: {', '.join(f'`{task}`' for task in tasks)}\n")
    parts.append(
        "\n## Sizes\n\nThe budget is the most tokens (cl100k_base) that a prompt may have.\n\n"
        "| window | budget | synthetic sections, width x depth | pages of transcripts |\n"
        "|---|---|---|---|\n"
    )
    for name, window in blt.windows.items():
        shapes, pages = " ".join(window.shapes), " ".join(map(str, window.pages))
        parts.append(f"| {name} | {window.budget:,} | {shapes} | {pages} |\n")
    return "".join(parts)


def grading() -> str:
    """Return the page on grading: every case, as the tests read it."""
    parts = [
        MADE,
        "# Grading, by example\n\nEach row is a case that the tests hold both graders to. The "
        "corrected grader's verdict is the headline; the published one is there to compare with "
        "the paper.\n",
    ]
    parts += [_cases(name, table) for name, table in _case_files()]
    return "".join(parts)


def kinds_of_error() -> str:
    """Return the page on the kinds of error, each with the shortest case that shows it."""
    parts = [
        MADE,
        "# Kinds of error, with examples\n\nEvery reply ends in exactly one place: it is correct; "
        "or it is wrong, with one kind of error (several wrong levels of a cite are listed "
        "together); or it is no answer, with the reason. The examples are cases that the tests "
        "hold the corrected grader to.\n\nIf several kinds fit, the first counts: for text "
        "*omitted amendment*, *superset*, *subset*, the wrong line or levels, *subset wrong line*, "
        "*multiple wrong lines*, *not found*; for cites *multiple answers*, then *wrong section*, "
        "*incorrect format*, *not parallel*, then the levels that are wrong.\n",
    ]
    shown = {kind: _example(kind) for kind in MEANINGS}
    for heading, kinds in (("Wrong", ERROR_KINDS), ("No answer", NOT_AN_ANSWER)):
        parts.append(f"\n## {heading}\n\n| kind | what it means | asked | right | reply |\n")
        parts.append("|---|---|---|---|---|\n")
        parts += [f"| {kind} | {MEANINGS[kind]} | {shown[kind]} |\n" for kind in kinds]
    return "".join(parts)


def _example(kind: str) -> str:
    """Return the cells of a kind's example: the question, the right answer, the reply."""
    found = [
        (len(case["reply"]) + len(question["target"]), question, case, document)
        for _, table in _case_files()
        for question in table["question"]
        for document in [next(d for d in table["document"] if d["name"] == question["document"])]
        for case in question["cases"]
        if case["corrected"] == kind and len(case["reply"]) > _SHORTEST * (kind in ERROR_KINDS)
    ]
    if not found:
        return "– | – | –"
    _, question, case, document = min(found, key=lambda one: one[0])
    gold = question.get("gold") or _gold(document, question)
    stop = f" *({case['stop']})*" if "stop" in case else ""
    return f"{question['task']} | {_code(gold)} | {_code(case['reply'])}{stop}"


def _gold(source: dict[str, Any], question: dict[str, Any]) -> str:
    """Return the right answer to the question of a case, as the tests make it."""
    document = made.document(source["kind"], source["text"], source.get("title", ""))
    place = made.place_of(document, question["target"])
    return made.item(document, question["task"], place).gold


def _case_files() -> list[tuple[str, dict[str, Any]]]:
    folder = sorted(files("benchbar.scoring").joinpath("cases").iterdir(), key=lambda f: f.name)
    return [
        (file.name, tomllib.loads(file.read_text(encoding="utf-8")))
        for file in folder
        if file.name.endswith(".toml")
    ]


def _cases(name: str, table: dict[str, Any]) -> str:
    lines = [f"\n## {name.removesuffix('.toml').replace('_', ' ').capitalize()}\n"]
    for document in table.get("document", ()):
        lines.append(
            f"\nDocument *{document['name']}*:\n\n```text\n{_shown(document['text'])}\n```\n"
        )
    for question in table["question"]:
        asked = f"{question['task']}, {question['document']}: {question['target']}"
        lines.append(
            f"\n**{asked}**\n\n| why | reply | published | corrected |\n|---|---|---|---|\n"
        )
        for case in question["cases"]:
            stop = f" *({case['stop']})*" if "stop" in case else ""
            lines.append(
                f"| {case['why']} | {_code(case['reply'])}{stop} | {case['published']} | "
                f"{case['corrected']} |\n"
            )
    return "".join(lines)


def _shown(text: str) -> str:
    return text.strip("\n").replace("~", " ")


def _code(text: str) -> str:
    """Return a reply as one table cell, ends of lines shown, nothing taken for markup."""
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + "…"
    escaped = html.escape(text).replace("|", "&#124;").replace("\n", "⏎").replace("`", "&#96;")
    for mark in "*_[]\\<>~$":
        escaped = escaped.replace(mark, f"&#{ord(mark)};")
    return f"<code>{escaped}</code>" if text.strip() else "(nothing)"


PAGES = {
    "command-line.md": command_line,
    "files.md": file_formats,
    "tests.md": tests_and_sizes,
    "grading.md": grading,
    "errors.md": kinds_of_error,
}


def problems() -> Iterator[str]:
    """Yield what is wrong with the docs."""
    for name, make in PAGES.items():
        path = DOCS / "reference" / name
        if not path.is_file() or path.read_text(encoding="utf-8") != make():
            yield f"docs/reference/{name} is out of date: run 'make docs'"
    for page in (*DOCS.rglob("*.md"), *ROOT.glob("*.md")):
        for wrong in _wrong_on(page):
            yield f"{page.relative_to(ROOT)}: {wrong}"
    linked = set(_links(DOCS / "README.md"))
    for page in DOCS.rglob("*.md"):
        if page.parent.name != "decisions" and page not in {*linked, DOCS / "README.md"}:
            yield f"docs/README.md has no link to {page.relative_to(DOCS)}"


def _links(page: Path) -> list[Path]:
    targets = _LINK.findall(page.read_text(encoding="utf-8"))
    return [(page.parent / target.split("#")[0]).resolve() for target in targets]


def _wrong_on(page: Path) -> Iterator[str]:
    for there in _links(page):
        if not there.exists():
            yield f"a link to {there.name} leads nowhere"
    if page.parent.name != "reference":
        for command in _COMMAND.findall(page.read_text(encoding="utf-8")):
            yield from _wrong(command)


def _wrong(line: str) -> Iterator[str]:
    """Yield what a command shown in the docs says that the program does not know."""
    command: click.Command = cli
    context = click.Context(cli, info_name="benchbar")
    for word in shlex.split(line, comments=True):
        if isinstance(command, click.Group) and not word.startswith("-"):
            inner = command.get_command(context, word)
            if inner is None:
                yield f"no command {word!r} in '{line}'"
                return
            command, context = inner, click.Context(inner, info_name=word, parent=context)
        elif word.startswith("--"):
            known = {name for param in command.get_params(context) for name in param.opts}
            if word.split("=")[0] not in known:
                yield f"no option {word} in '{line}'"


def main() -> int:
    """Write the pages, or with --check only say what is wrong."""
    if "--check" in sys.argv[1:]:
        found = list(problems())
        for problem in found:
            print(problem)
        return 1 if found else 0
    for name, make in PAGES.items():
        path = DOCS / "reference" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(make(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
