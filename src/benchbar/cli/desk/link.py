"""``benchbar desk link``: a new link for the lead."""

import click

from benchbar.cli.database import OWN_DB, opened
from benchbar.cli.desk import PORT


@click.command(name="link")
@click.option(
    "--address", default=f"http://127.0.0.1:{PORT}/", show_default=True, help="Of the desk."
)
@OWN_DB
@click.pass_obj
def command(db: str, own: str | None, address: str) -> None:
    """Print a new link for the lead, for instance when the browser has forgotten the last.

    The desk may run meanwhile.
    """
    from benchbar.exam.desk import people

    with opened(own or db) as store:
        click.echo(f"{address.rstrip('/')}/join/{people.lead_link(store, 'Lead')}")
