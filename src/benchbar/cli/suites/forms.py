"""``benchbar build forms``: make items of everyday requests that ask for a form."""

from pathlib import Path

import click

from benchbar.cli.options import FILE
from benchbar.cli.talk import say


@click.command(name="forms")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder to make.")
@click.option("--from", "source", type=FILE, help="Your own requests, in a TOML file.")
@click.option("--force", is_flag=True, help="Replace a folder of items that exists.")
def command(out: Path, source: Path | None, force: bool) -> None:
    """Make items of everyday requests: three lines, two sentences, JSON, a letter, a reason.

    They are unlike any look-up, and show whether a tuned model still answers in the form that it is
    asked for. Only the form is judged. Calls no model.
    """
    from benchbar.suites import forms

    manifest = forms.build(out, source=source or forms.OWN, force=force)
    say(f"{manifest.items} items in {out}")
