"""Makes docs/reference from the program itself; with --check, says what is out of date.

Also checks that every page of the docs is linked from docs/README.md, that no link leads
nowhere, and that every ``benchbar`` command that the docs show exists with its options.
"""

import inspect
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import UnionType
from typing import get_args, get_origin

import click
import msgspec

from benchbar import records
from benchbar.cli import cli
from benchbar.report import names as titles
from benchbar.runs import replies_file
from benchbar.suites import data as suite_data
from benchbar.suites.spec import suite
from benchbar.tasks import applies_to, sara, wording
from tools import grading_pages

_LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
_COMMAND = re.compile(r"^(?:\$ )?benchbar ([^\n]*[^\n\\])$", re.MULTILINE)

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


JSON_ROW = {
    "cell": "the cell, where there are several: the run's key for a model and its settings",
    "corpus": "the corpus",
    "task": "the test",
    "window": "the size",
    "grader": "`published` or `corrected`",
    "n": "replies; `correct`, `wrong` and `not_an_answer` add up to it",
    "correct": "replies that are right",
    "wrong": "replies that are wrong",
    "not_an_answer": "replies that answer nothing: empty, refused, truncated, blocked, failed",
    "accuracy": "`correct` of `n`, from 0 to 1",
    "low": "the lower limit of its 95% interval",
    "high": "the upper limit",
    "errors": "how many wrong replies there are of each kind of error; adds up to `wrong`",
    "kinds": "how many of the others are of each kind; adds up to `not_an_answer`",
}
"""What each row of ``benchbar score --json`` holds, and those of the commands like it."""

JSON_REPLY = {
    "id": "the item",
    "gold": "its right answer",
    "cell": "the run's key for a model and its settings",
    "model": "the model",
    "trial": "1, or which of repeated replies",
    "reply": "the whole reply",
    "stop_reason": "why it ended, as in a reply",
    "published": "what that grader found: `outcome`, `error`, `relative_error`, `answer` and "
    "`rule` as in a verdict, and the `meaning` of the rule",
    "corrected": "the same of the other",
}
"""What each row of ``benchbar disagree --json`` holds."""

JSON_ITEM = ("id", "window", "corpus", "task", "split", "question", "gold", "alternatives")
"""What ``benchbar show --json`` tells of the item."""


def file_formats() -> str:
    """Return the page on records: every field of every record, and what --json prints."""
    titles = [record.__name__ for record in RECORDS]
    own = ("Replies made elsewhere", "What --json prints")
    contents = ", ".join(f"[{one}](#{one.lower().replace(' ', '-')})" for one in (*own, *titles))
    parts = [
        MADE,
        "# Records and files\n\nFiles of records are JSON Lines; a name that ends in `.zst` or "
        "`.gz` is packed with zstd or gzip. In the files that benchbar writes, unknown fields are "
        f"refused.\n\nOn this page: {contents}.\n",
        _replies_made_elsewhere(own[0]),
        _printed(own[1]),
    ]
    for record in RECORDS:
        parts.append(f"\n## {record.__name__}\n\n{inspect.cleandoc(record.__doc__ or '')}\n")
        if record.__struct_config__.array_like:
            parts.append("\nStored as a JSON array, in this order:\n")
        parts.append(_fields(record))
    return "".join(parts)


def _fields(record: type[msgspec.Struct]) -> str:
    rows = ["\n| field | type | default |\n|---|---|---|\n"]
    for field in msgspec.structs.fields(record):
        default = "" if field.required else f"`{_default(field)}`"
        rows.append(f"| `{field.name}` | `{_type(field.type)}` | {default} |\n")
    return "".join(rows)


def _replies_made_elsewhere(title: str) -> str:
    reasons = replies_file.STOP_REASONS
    taken = {
        kept: [f"`{given}`" for given in reasons if reasons[given] == kept]
        for kept in dict.fromkeys(reasons.values())
    }
    rows = "".join(f"| {', '.join(given)} | `{kept}` |\n" for kept, given in taken.items())
    return (
        f"\n## {title}\n\nThe file that you write for `benchbar score DATA --replies` and "
        "`benchbar import RUN FILE --data` ([how to](../how-to/grade-replies.md)).\n\n"
        f"{inspect.cleandoc(replies_file.Row.__doc__ or '')}\n{_fields(replies_file.Row)}"
        "\nStop reasons that a row may give, in capitals or not, and what they are taken for:\n\n"
        f"| given | taken for |\n|---|---|\n{rows}"
    )


def _printed(title: str) -> str:
    item = ", ".join(f"`{name}`" for name in JSON_ITEM)
    return (
        f"\n## {title}\n\n`score`, `errors`, `run` and `import` print a list with a row for "
        f"each test, cell and grader:\n\n{_keys(JSON_ROW)}\n`disagree` prints a list with a row "
        f"for each reply on which the graders differ:\n\n{_keys(JSON_REPLY)}\n`show` prints one "
        f"item ({item}) with its `replies`, each with the fields just listed but for `id` and "
        "`gold`.\n"
    )


def _keys(meanings: dict[str, str]) -> str:
    rows = "".join(f"| `{name}` | {meaning} |\n" for name, meaning in meanings.items())
    return f"| key | what it holds |\n|---|---|\n{rows}"


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


_OF_USERS = {
    "transcript": "a corpus of your own transcripts",
    "statute": "the U.S. Code, and a corpus of your own statutes, contracts or rules",
}


def tests_and_sizes() -> str:
    """Return the page on tests: wordings, variants, sizes."""
    blt = suite("blt")
    parts = [MADE, "# Tests, wordings, sizes\n\n## Questions\n\n"]
    names = ("TEXT_TO_CITE", "TEXT_TO_LINE", "TEXT_TO_PAGE_AND_LINE", "CITE_TO_TEXT")
    for name in (*names, "DEFINED_TO_CITE", "CITE_TO_DEFINED"):
        parts.append(f"- {name.lower().replace('_', '-')}: `{getattr(wording, name)}`\n")
    parts.append(f"- applies-to: `{applies_to.QUESTION}` Then: `{applies_to.THEREFORE}`\n")
    for said in (sara.ENTAILMENT, sara.AMOUNT):
        shown = said.replace("\n\n", " ")
        parts.append(f"- sara: `{shown}`\n")
    parts.append(
        "\nThe document comes first, then an empty line, then the question. Variants of the "
        f"prompt: {', '.join(f'`{variant}`' for variant in wording.VARIANTS)}. A variant that does "
        "not fit a question is refused by name.\n\n## Which tests are made of which corpus\n\n"
    )
    for corpus, tasks in sorted(
        blt.tests.items(), key=lambda row: titles.column_order((row[0], ""))
    ):
        what = _OF_USERS.get(corpus, f"`{corpus}`")
        parts.append(f"- {what}: {', '.join(f'`{task}`' for task in tasks)}\n")
    for corpus, tasks in blt.named.items():
        named = ", ".join(f"`{task}`" for task in tasks)
        parts.append(f"- `{corpus}`, if it is named by `--task`: {named}\n")
    parts.append(
        "- cases that you bring, with `benchbar build sara`: `sara`\n"
        "\nThe last two are [reasoned out, not looked up](../how-to/transfer-tests.md). How "
        "replies are graded: [by example](grading.md), [kinds of error](errors.md).\n"
    )
    parts.append(
        "\n## Sizes\n\nThe budget is the most tokens (cl100k_base) that a prompt may have.\n\n"
        "| window | budget | synthetic sections, width x depth | most pages of transcripts |\n"
        "|---|---|---|---|\n"
    )
    for name, window in blt.windows.items():
        shapes, pages = " ".join(window.shapes), " ".join(map(str, window.pages))
        parts.append(f"| {name} | {window.budget:,} | {shapes} | {pages} |\n")
    return "".join(parts)


PAGES: dict[str, Callable[[], str]] = {
    "command-line.md": command_line,
    "files.md": file_formats,
    "tests.md": tests_and_sizes,
    "grading.md": lambda: MADE + grading_pages.grading(),
    "errors.md": lambda: MADE + grading_pages.kinds_of_error(),
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
    return [there for there, _ in _targets(page)]


def _targets(page: Path) -> Iterator[tuple[Path, str]]:
    """Yield the file and the heading to which each link of a page leads."""
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        file, _, heading = target.partition("#")
        yield (page.parent / file).resolve() if file else page.resolve(), heading


def _anchors(page: Path) -> set[str]:
    """Return the names by which the headings of a page are linked."""
    titles = _HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def _wrong_on(page: Path) -> Iterator[str]:
    for there, heading in _targets(page):
        if not there.exists():
            yield f"a link to {there.name} leads nowhere"
        elif heading and there.suffix == ".md" and heading not in _anchors(there):
            yield f"a link to {there.name}#{heading} leads to no heading"
    if page.parent.name != "reference":
        for command in _COMMAND.findall(page.read_text(encoding="utf-8")):
            yield from _wrong(command)


def _wrong(line: str) -> Iterator[str]:
    """Yield what a command shown in the docs says that the program does not know."""
    command: click.Command = cli
    context = click.Context(cli, info_name="benchbar")
    taking = False
    for word in shlex.split(line, comments=True):
        known = {name: one for one in command.get_params(context) for name in one.opts}
        if taking:
            taking = False
        elif word.startswith("--"):
            name, equals, _ = word.partition("=")
            if name not in known:
                yield f"no option {word} in '{line}'"
            taking = not equals and not getattr(known.get(name), "is_flag", True)
        elif isinstance(command, click.Group):
            inner = command.get_command(context, word)
            if inner is None:
                yield f"no command {word!r} in '{line}'"
                return
            command, context = inner, click.Context(inner, info_name=word, parent=context)


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
