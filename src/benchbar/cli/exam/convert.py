"""``benchbar exam convert``: a file of questions out of a booklet."""

import shlex
from pathlib import Path

import click

from benchbar.cli.options import FILE, FOLDER
from benchbar.cli.talk import give_json, say
from benchbar.errors import InputError


@click.command(name="convert")
@click.argument("booklet", type=FILE)
@click.option("--key", type=FILE, help="The answer key [default: looked for in the booklet].")
@click.option("--out", type=FOLDER, required=True, help="CSV file of questions to write.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@click.option("--json", "as_json", is_flag=True, help="Print what became of it as JSON.")
def command(booklet: Path, key: Path | None, out: Path, force: bool, as_json: bool) -> int:
    """Make a file of questions of a BOOKLET in which they are sold: PDF, DOCX or text.

    Stems are numbered, each with four lettered choices. The key is pairs of number and letter.
    Every question that could not be read is named with the reason; the others are written, and
    the command ends in 1.
    """
    from benchbar.exam import questions
    from benchbar.exam.booklet import convert
    from benchbar.report.numbers import plural
    from benchbar.report.visible import visible

    if out.exists() and not force:
        raise InputError(f"{out} exists: name another file with --out, or replace it by --force")
    found = convert(booklet, key)
    if not found.questions:
        first = found.unread[0]
        raise InputError(f"{booklet}: no question could be read: {first.number}: {first.why}")
    questions.write(out, found.questions)
    if as_json:
        read = len(found.questions)
        give_json({"questions": read, "unread": found.unread, "notes": found.notes})
    else:
        for item in found.unread:
            sheet = f" (sheet {item.page})" if item.page else ""
            click.echo(visible(f"question {item.number}{sheet}: {item.why}"))
        unread = f", {len(found.unread)} not" if found.unread else ""
        click.echo(f"{plural(len(found.questions), 'question')} read{unread}: {visible(str(out))}")
        for note in found.notes:
            say(visible(note))
        say(f"compare some with the booklet, then: benchbar exam check {shlex.quote(str(out))}")
    return 1 if found.unread else 0
