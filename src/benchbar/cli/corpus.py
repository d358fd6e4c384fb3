"""``benchbar corpus``: the user's own text."""

from pathlib import Path

import click

from benchbar.cli.options import FOLDER
from benchbar.cli.talk import give_json, say
from benchbar.errors import InputError

_PATHS = click.Path(path_type=Path, exists=True)
_KINDS = click.Choice(["transcript", "statute", "uslm"])


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
@click.option("--kind", type=_KINDS, required=True, help="What the files are.")
@click.option("--name", help="Name of the corpus [default: that of the first file].")
@click.option("--pseudonyms", is_flag=True, help="Of transcripts: replace names and numbers.")
@click.option("--force", is_flag=True, help="Replace a corpus of this name.")
def add(
    paths: tuple[Path, ...], kind: str, name: str | None, pseudonyms: bool, force: bool
) -> None:
    """Import files as a corpus of your own.

    transcript: depositions and trials as text, PDF or DOCX. statute: contracts, statutes, rules
    and policies as text, Markdown, PDF or DOCX; or law as published by eCFR, D.C., Canada, Congress
    and Georgia. uslm: the U.S. Code in its official XML. Law may be in files, .gz, .zip or folders.
    """
    from benchbar.cli.corpus_add import add_files

    if pseudonyms and kind != "transcript":
        raise InputError("--pseudonyms is for transcripts: leave it out, or use --kind transcript")
    chosen = name or paths[0].name.split(".")[0].lower().replace(" ", "-")
    for line in add_files(paths, kind, chosen, pseudonyms=pseudonyms, force=force):
        click.echo(line)
    say(f"corpus {chosen!r} is ready: benchbar build blt --window 4k --corpus {chosen} --out DATA")


@command.command()
@click.argument("what", type=click.Choice(["uscode"]))
@click.option("--title", "titles", type=int, multiple=True, help="Only this title; repeatable.")
@click.option("--release-point", help="Such as 119-36 [default: the newest].")
@click.option("--base-url", help="Another server with files of the same form.")
@click.option("--force", is_flag=True, help="Replace the U.S. Code that is there.")
def fetch(
    what: str,
    titles: tuple[int, ...],
    release_point: str | None,
    base_url: str | None,
    force: bool,
) -> None:
    """Download the United States Code from the Office of the Law Revision Counsel.

    All of it is about 100 MB. A download that breaks off goes on where it was with the same
    command.
    """
    from benchbar.cli.corpus_add import fetch_code
    from benchbar.corpora import store

    store.check_free(what, force=force)
    for line in fetch_code(what, titles, release_point, base_url, force=force):
        click.echo(line)
    say(f"corpus {what!r} is ready: benchbar build blt --window 4k --corpus {what} --out DATA")


@command.command()
@click.argument("name")
def remove(name: str) -> None:
    """Remove one of your corpora, at once and for good; items made of it stay."""
    from benchbar.cli.corpus_view import listing
    from benchbar.corpora import store

    was = next((row["what"] for row in listing() if row["name"] == name), "")
    store.remove(name)
    click.echo(f"removed {name}: {was}")


@command.command()
@click.argument("what")
@click.option("--kind", type=_KINDS, help="What the file is [default: as it looks].")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def check(what: str, kind: str | None, as_json: bool) -> None:
    """Report what would be kept of a FILE and what not, or how a built-in corpus repeats itself.

    WHAT is a file, a folder of law, or 'transcripts' for a thousand pages of invented testimony.
    Nothing is changed.
    """
    from benchbar.cli.corpus_view import repetition_of_invented, report

    path = Path(what)
    if what == "transcripts" and not path.exists():
        measured = repetition_of_invented()
        give_json(measured) if as_json else click.echo(measured.text)
        return
    if not path.exists():
        raise InputError(f"{what}: no such file, and no built-in corpus that can be checked")
    found, lines = report(path, kind)
    give_json(found) if as_json else click.echo("\n".join(lines))


@command.command()
@click.argument("name")
@click.option("--out", type=FOLDER, required=True, help="File to write.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
def export(name: str, out: Path, force: bool) -> None:
    """Write the documents of one of your corpora as JSON Lines."""
    from benchbar import jsonl
    from benchbar.cli.corpus_find import documents
    from benchbar.cli.corpus_view import exported

    found = documents(name)
    if out.exists() and not force:
        raise InputError(f"{out} exists: name another file with --out, or replace it by --force")
    jsonl.write(out, (exported(document) for document in found))


@command.command()
@click.argument("cite")
@click.option("--corpus", "name", help="Look only in this corpus of yours.")
@click.option("--json", "as_json", is_flag=True, help="Print the documents as JSON.")
def show(cite: str, name: str | None, as_json: bool) -> None:
    """Show what stands at CITE in your corpora, as a model sees it, with the cite of each line.

    CITE is such as 69:18, "26 U.S.C. 152(f)(1)", "section 152(f)(1)" or "section 4.2(b)".
    """
    from benchbar.cli.corpus_find import places
    from benchbar.cli.corpus_view import around, exported

    found = list(places(cite, name))
    if not found:
        raise InputError(f"{cite}: not found in {name or 'your corpora'} ('benchbar corpus list')")
    if as_json:
        give_json([exported(document) for _, document, _ in found])
    elif len(found) > 1:
        say(f"{cite} stands in {len(found)} documents; choose a corpus with --corpus, or a title")
        for corpus, document, _ in found:
            click.echo(f"{corpus}: {document.title or document.id} {document.section}".rstrip())
    else:
        _, document, place = found[0]
        click.echo(around(document, place))
