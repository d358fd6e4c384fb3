"""``benchbar demo``: the whole main job, offline."""

import shlex
from pathlib import Path

import click

from benchbar.cli.talk import progress, say
from benchbar.errors import InputError

ITEMS = 100
"""Items of each test."""

_MODELS = ("benchbar/reader", "benchbar/sloppy")
_CANDIDATE = "benchbar/candidate"
_MARK = "benchbar-demo.txt"


@click.command(name="demo")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("benchbar-demo"), show_default=True
)
def command(out: Path) -> int:
    """Show everything offline: build, ask built-in models, grade, report; an exam; essays.

    No key, no download. What an earlier demo left in the folder is replaced.
    """
    from benchbar.cli.asking import run_and_tell
    from benchbar.parallel import processes
    from benchbar.records import Cell
    from benchbar.report.html import write_report
    from benchbar.runs.study import plan
    from benchbar.suites.build import build
    from benchbar.suites.order import Order

    _make_room(out)
    say("1/6  building eleven tests at 4k: synthetic sections, invented depositions and statutes")
    order = Order(windows=("4k",), items=(("test", ITEMS),))
    with progress("building", unit="items") as tell:
        manifest = build(
            order, out / "data", spread=processes.executor(None), force=True, progress=tell
        )
    say(
        f"2/6  asking two built-in models {manifest.items} questions each: 'reader' answers by "
        "rule, 'sloppy' errs as GPT-4 did in the published study (neither is a language model)"
    )
    study = plan(out / "data", tuple(Cell(model) for model in _MODELS), max_connections=20)
    code = run_and_tell(study, out / "run", force=True, as_json=False)
    page = write_report([out / "run"], out / "report", force=True)
    say("3/6  the report is written; open this page in a browser:")
    click.echo(page.resolve().as_uri())
    carried = _carry_over(out)
    exam = _sit(out)
    _grade_essays(out)
    run, data = (shlex.quote(str(out / name)) for name in ("run", "data"))
    say(
        f"kinds of error:   benchbar errors {run}\n"
        f"where graders differ:   benchbar disagree {run}\n"
        "next: ask a real model, for example\n"
        f"  benchbar run {data} --model openai/gpt-4o-mini --limit 10 --out my-run"
    )
    return max(code, carried, exam)


def _carry_over(out: Path) -> int:
    """Ask what no look-up answers, where tuning for look-ups may help or harm."""
    from benchbar.cli.asking import run_and_tell
    from benchbar.records import Cell
    from benchbar.report.html import write_report
    from benchbar.runs.study import plan
    from benchbar.suites import sara
    from benchbar.suites.build import build
    from benchbar.suites.order import Order
    from benchbar.tasks import applies_to

    say(
        "4/6  what must be reasoned out and not looked up: 'sloppy' is asked applies-to, and "
        "invented cases of tax law in the form of SARA's"
    )
    order = Order(
        windows=("4k",), corpora=("synthetic",), tasks=(applies_to.NAME,), items=(("test", ITEMS),)
    )
    build(order, out / "reasoning", force=True)
    sara.build(sara.EXAMPLE, out / "cases", corpus=sara.EXAMPLE_CORPUS, force=True)
    runs = {name: out / f"{name}-run" for name in ("reasoning", "cases")}
    code = 0
    for name, run in runs.items():
        study = plan(out / name, (Cell(_MODELS[1]),), max_connections=20)
        code = max(code, run_and_tell(study, run, force=True, as_json=False))
    page = write_report([*runs.values()], out / "transfer", force=True)
    say("their report is written; open it, too:")
    click.echo(page.resolve().as_uri())
    return code


def _sit(out: Path) -> int:
    """Let the simulated candidate sit the practice questions, and write the page of its exam."""
    from benchbar.cli.exam.run import command as sit
    from benchbar.exam import page
    from benchbar.exam.findings import results
    from benchbar.runs.study import open_run

    say(
        "5/6  a bar exam: a simulated candidate, which is told the key and misses it as often as "
        "questions are hard, sits 63 practice questions 18 times"
    )
    run = out / "exam-run"
    words = ["practice", "--model", _CANDIDATE, "--preset", "katz", "--out", str(run), "--force"]
    code: int = sit.main(words, standalone_mode=False)
    written = page.write(results(open_run(run)), out / "exam", force=True)
    say("the page of the exam is written; open it, too:")
    click.echo(written.resolve().as_uri())
    return code


def _grade_essays(out: Path) -> None:
    """Rehearse a study of essays, and write its page."""
    from benchbar.exam.desk import people, rehearsal
    from benchbar.exam.desk.report import findings, study_page
    from benchbar.exam.desk.store import open_store

    say(
        "6/6  a study of essays: three invented graders rank, score and grade 30 invented essays, "
        "blind, and one difference is settled"
    )
    for name in ("essays.db", "essays.db-wal", "essays.db-shm"):
        (out / name).unlink(missing_ok=True)
    store = open_store(out / "essays.db")
    try:
        people.lead_link(store, "Lead")
        lead = people.at_hand(store)
        rehearsal.rehearse(store, lead, "report")
        written = study_page.write(findings.gather(store, lead), out / "essays", force=True)
    finally:
        store.close()
    say("the page of the study is written; open it, too:")
    click.echo(written.resolve().as_uri())
    db = shlex.quote(str(out / "essays.db"))
    say(f"the desk at which it was graded:   benchbar desk --db {db}")


def _make_room(out: Path) -> None:
    """Make the demo's folder; one that holds anything but an earlier demo is left alone."""
    if out.exists() and not (out / _MARK).is_file() and any(out.iterdir()):
        raise InputError(f"{out} holds other files: name another folder with --out")
    out.mkdir(parents=True, exist_ok=True)
    (out / _MARK).write_text("Made by 'benchbar demo', which replaces what is in here.\n")
