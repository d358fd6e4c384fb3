"""``benchbar corpus``: the user's own text."""

from pathlib import Path

import click

from benchbar.cli.talk import give_json, say
from benchbar.errors import InputError

_PATHS = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.group(name="corpus")
def command() -> None:
    """Import your own text, and look at what was understood of it.

    Imported text stays in a folder of yours (BENCHBAR_HOME) and leaves this machine only in
    requests to a model that you name.
    """


@command.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def list_corpora(as_json: bool) -> None:
    """List the corpora: built-in ones, and yours."""
    from benchbar.cli.corpus_view import listing
    from benchbar.corpora import store

    rows = listing()
    if as_json:
        give_json(rows)
        return
    for row in rows:
        click.echo(f"{row['name']:<16} {row['kind']:<11} {row['what']}")
    say(f"yours are kept in {store.home()}")


@command.command()
@click.argument("paths", nargs=-1, required=True, type=_PATHS)
@click.option(
    "--kind", type=click.Choice(["transcript"]), required=True, help="What the files are."
)
@click.option("--name", help="Name of the corpus [default: that of the first file].")
@click.option("--force", is_flag=True, help="Replace a corpus of this name.")
def add(paths: tuple[Path, ...], kind: str, name: str | None, force: bool) -> None:  # noqa: ARG001
    """Import text files as a corpus of your own."""
    from benchbar.cli.corpus_view import summary
    from benchbar.corpora.imports import add_transcripts

    chosen = name or paths[0].stem.lower().replace(" ", "-").replace(".", "-")
    for found in add_transcripts(paths, chosen, force=force):
        click.echo("\n".join(summary(found, samples=False)))
    say(f"corpus {chosen!r} is ready: benchbar build blt --window 4k --corpus {chosen} --out DATA")


@command.command()
@click.argument("what")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def check(what: str, as_json: bool) -> None:
    """Report what would be kept of a FILE and what not, or how a built-in corpus repeats itself.

    WHAT is a file, or 'transcripts' for a thousand pages of invented testimony. Nothing is
    changed.
    """
    from benchbar.cli.corpus_view import repetition_of_invented, summary
    from benchbar.corpora.imports import check as check_file

    if what == "transcripts" and not Path(what).exists():
        measured = repetition_of_invented()
        give_json(measured) if as_json else click.echo(measured.text)
        return
    if not Path(what).is_file():
        raise InputError(f"{what}: no such file, and no built-in corpus that can be checked")
    found = check_file(Path(what))
    give_json(found) if as_json else click.echo("\n".join(summary(found, samples=True)))


@command.command()
@click.argument("name")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="File to write.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
def export(name: str, out: Path, force: bool) -> None:
    """Write the documents of one of your corpora as JSON Lines."""
    from benchbar import jsonl
    from benchbar.cli.corpus_view import exported
    from benchbar.corpora import store

    store.load(name)
    if out.exists() and not force:
        raise InputError(f"{out} exists: name another file with --out, or replace it by --force")
    jsonl.write(out, (exported(document) for document in store.documents(name)))


@command.command()
@click.argument("cite")
@click.option("--corpus", "name", help="Look only in this corpus of yours.")
@click.option("--json", "as_json", is_flag=True, help="Print the documents as JSON.")
def show(cite: str, name: str | None, as_json: bool) -> None:
    """Show the page of a transcript that holds CITE, such as 69:18, from your corpora."""
    from benchbar.cli.corpus_view import exported, page_around, places

    found = list(places(cite, name))
    if not found:
        raise InputError(f"{cite}: not found in {name or 'your corpora'} ('benchbar corpus list')")
    if as_json:
        give_json([exported(document) for document, _ in found])
    elif len(found) > 1:
        say(f"{cite} stands in {len(found)} documents; choose one with --corpus")
        for document, _ in found:
            click.echo(document.id)
    else:
        click.echo(page_around(*found[0]))
