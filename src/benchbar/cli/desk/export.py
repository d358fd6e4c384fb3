"""``benchbar desk export``: everything, for other programs."""

from pathlib import Path

import click

from benchbar.cli.database import OWN_DB, opened


@click.command(name="export")
@click.argument("out", type=click.Path(path_type=Path))
@OWN_DB
@click.option(
    "--format", "form", type=click.Choice(("csv", "jsonl")), default="csv", show_default=True
)
@click.option("--force", is_flag=True, help="Replace what is there already.")
@click.pass_obj
def command(db: str, own: str | None, out: Path, form: str, force: bool) -> None:
    """Write all marks, changes, ranks and events: a folder of CSV files, or a file of JSON Lines.

    Whose the essays are is in the CSV files once the study is unblinded, and sealed before.
    """
    from benchbar.errors import InputError
    from benchbar.exam.desk import export, people

    with opened(own or db) as store:
        lead = people.at_hand(store)
        if form == "csv":
            for name in export.write_csv(store, lead, out, force=force):
                click.echo(str(out / name))
            return
        if out.exists() and not force:
            raise InputError(f"{out}: is there already: choose another name, or use --force")
        export.write_json(store, lead, out)
        click.echo(str(out))
