"""``benchbar desk link``: a new link for the lead."""

import click

from benchbar.cli.desk import PORT


@click.command(name="link")
@click.option(
    "--address", default=f"http://127.0.0.1:{PORT}/", show_default=True, help="Of the desk."
)
@click.pass_obj
def command(db: str, address: str) -> None:
    """Print a new link for the lead, for instance when the browser has forgotten the last.

    The desk may run meanwhile: benchbar desk --db URL link
    """
    from benchbar.exam.desk import people
    from benchbar.exam.desk.store import open_store

    store = open_store(db)
    try:
        click.echo(f"{address.rstrip('/')}/join/{people.lead_link(store, 'Lead')}")
    finally:
        store.close()
