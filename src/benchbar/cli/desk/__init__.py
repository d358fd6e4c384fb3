"""``benchbar desk``: the grading desk, a web application for several graders at once."""

from pathlib import Path
from typing import Any

import click

from benchbar.cli.lazy import LazyGroup
from benchbar.cli.options import FOLDER
from benchbar.cli.talk import say

COMMANDS = {
    "link": "Print a new link for the lead.",
    "backup": "Copy the database into a file while the desk is in use.",
    "restore": "Make a desk from what 'backup' or the page 'Results' wrote as JSON Lines.",
    "export": "Write everything as CSV files, or as JSON Lines.",
}

DB = "benchbar-desk.db"
PORT = 8642
STAGES = ("ranks", "scores", "discussion", "grading", "differences", "report")


@click.group(
    name="desk", cls=LazyGroup, package=__name__, summaries=COMMANDS, invoke_without_command=True
)
@click.option(
    "--db",
    default=DB,
    show_default=True,
    metavar="URL",
    help="A file, or the URL of a PostgreSQL database.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="0: any that is free.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Where to listen; only this machine unless told otherwise.",
)
@click.option(
    "--address", default="", metavar="URL", help="Where browsers find it, behind a web server."
)
@click.option("--lead", default="Lead", show_default=True, help="Name of the first lead.")
@click.option(
    "--materials", type=FOLDER, help="Take this study in on the first start; see 'benchbar essays'."
)
@click.option("--example", is_flag=True, help="Take the invented example in on the first start.")
@click.option(
    "--rehearse",
    type=click.Choice(STAGES),
    help="The example, taken to this stage by three invented graders, whose links are printed too.",
)
@click.pass_context
def command(
    context: click.Context,
    db: str,
    port: int,
    host: str,
    address: str,
    lead: str,
    materials: Path | None,
    example: bool,
    rehearse: Any,
) -> None:
    """Serve the grading desk: graders grade essays blind, by rubric, after calibration.

    The database is made on the first start, and holds one study. A link for the lead is printed at
    each start; all others come in by links that the lead hands on. Ctrl-C ends it; nothing is lost.
    """
    context.obj = db
    if context.invoked_subcommand:
        return
    from importlib.resources import as_file, files

    from benchbar.errors import InputError
    from benchbar.exam.desk import people, rehearsal, starting
    from benchbar.exam.desk.store import open_store
    from benchbar.exam.desk.web import serve
    from benchbar.report.visible import visible

    if sum(map(bool, (materials, example, rehearse))) > 1:
        raise InputError("choose one of --materials, --example and --rehearse")
    listening = serve.listen(host, port)
    store = open_store(db)
    try:
        secret = people.lead_link(store, lead)
        leads = people.at_hand(store)
        links = {leads.name: secret}
        if materials:
            say(starting.take_in_once(store, materials))
        elif example:
            with as_file(files("benchbar.exam.essays") / "example_study") as folder:
                say(starting.take_in_once(store, folder))
        elif rehearse:
            graders = rehearsal.rehearse(store, leads, rehearse)
            links |= {one.name: people.invite(store, leads, one.id) for one in graders}
        where = serve.address(listening, address)
        if not (serve.is_loopback(host) or address.startswith("https:")):
            say(
                "warning: others can reach this address, and what is sent is not encrypted: put "
                "the desk behind a web server that speaks HTTPS, or use it in a network you trust"
            )
        if len(links) > 1:
            say("Open each link in a browser profile or private window of its own.")
        say("Ctrl-C ends the desk; nothing is lost.")
        click.echo(f"The desk is at {where}")
        click.echo(f"Links to come in by; each works once, within {people.INVITED_HOURS} hours:")
        for name, link in links.items():
            click.echo(f"  {visible(name)}: {where}join/{link}")
        serve.run(store, listening, address)
    except KeyboardInterrupt:
        pass
    finally:
        store.close()
        listening.close()
