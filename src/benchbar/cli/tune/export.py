"""``benchbar tune export``: training rows for other programs."""

import shlex
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchbar.cli.options import FILE, FOLDER, F
from benchbar.cli.talk import give_json, progress, say, split_list

if TYPE_CHECKING:
    from benchbar.tune.leaks import Strictness
    from benchbar.tune.manifest import Manifest

FORMATS = ("openai", "trl", "axolotl", "llamafactory")
STYLES = ("plain", "sentence", "quoted", "labelled", "json", "grounds")
LEVELS = ("ids", "targets", "lines")
_SHOWN = 3


class _Weight(click.ParamType[object]):
    """``TEST=WEIGHT``."""

    name = "test=weight"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        if isinstance(value, tuple):
            return value
        if "," in str(value):
            self.fail(f"{value!r} is more than one: repeat it, as --mix a=2 --mix b=3", param, ctx)
        name, _, weight = str(value).rpartition("=")
        try:
            number = float(weight)
        except ValueError:
            number = -1.0
        if not name or not 0 <= number <= 1_000:
            self.fail(
                f"{value!r} is not a test and its weight, such as text_to_cite=2 or "
                "transcripts/cite_to_text=0.5 (0 to 1000)",
                param,
                ctx,
            )
        return name, number


def _each_once(
    _ctx: click.Context, _param: click.Parameter, value: tuple[tuple[str, float], ...]
) -> tuple[tuple[str, float], ...]:
    for name, times in Counter(name for name, _ in value).items():
        if times > 1:
            raise click.BadParameter(f"{name} is given {times} times: choose one weight for it")
    return value


def mix_option(effect: str) -> Callable[[F], F]:
    """Return the option ``--mix``, whose help says the effect of a weight."""
    return click.option(
        "--mix",
        type=_Weight(),
        multiple=True,
        callback=_each_once,
        help=f"TEST=WEIGHT, such as text_to_cite=2: {effect}",
    )


@click.command(name="export")
@click.argument("data", type=FOLDER)
@click.option("--format", "form", type=click.Choice(FORMATS), required=True, help="For whom.")
@click.option("--out", type=FOLDER, required=True, help="Folder to make.")
@click.option("--window", "windows", multiple=True, help="Only this size.")
@click.option("--corpus", "corpora", multiple=True, help="Only this corpus.")
@click.option("--task", "tasks", multiple=True, help="Only this test.")
@click.option(
    "--per-test",
    type=click.IntRange(1),
    help="Training rows of each test. [default: nine tenths of its items: 900 of 1,000]",
)
@click.option(
    "--dev", type=click.IntRange(0), help="Development rows of each test. [default: the rest]"
)
@mix_option("so many times the rows; 0 leaves a test out.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the draw and the order.")
@click.option("--style", type=click.Choice(STYLES), default="plain", help="Form of the answers.")
@click.option(
    "--against",
    type=FOLDER,
    multiple=True,
    help="More items whose test split must not leak; repeatable.",
)
@click.option(
    "--guard", "strict", type=click.Choice(LEVELS), default="targets", show_default=True,
    help="How strict to be about leaks.",
)  # fmt: skip
@click.option(
    "--stock-length",
    type=click.IntRange(0),
    default=25,
    show_default=True,
    help="Lines of at most so many characters may stand in both splits.",
)
@click.option(
    "--leave-out", is_flag=True, help="Leave out items of a test split; do not refuse them all."
)
@click.option("--epochs", type=click.IntRange(1), default=2, show_default=True, help="For costs.")
@click.option("--base", help="Base model, for the file of settings (axolotl, llamafactory).")
@click.option("--prices", type=FILE, help="File of prices, before the built-in ones.")
@click.option("--json", "as_json", is_flag=True, help="Print the manifest as JSON.")
@click.option("--force", is_flag=True, help="Replace such a folder.")
def command(
    data: Path,
    form: str,
    out: Path,
    windows: tuple[str, ...],
    corpora: tuple[str, ...],
    tasks: tuple[str, ...],
    per_test: int | None,
    dev: int | None,
    mix: tuple[tuple[str, float], ...],
    seed: int,
    style: str,
    against: tuple[Path, ...],
    strict: "Strictness",
    stock_length: int,
    leave_out: bool,
    epochs: int,
    base: str | None,
    prices: Path | None,
    as_json: bool,
    force: bool,
) -> None:
    """Write the training items of DATA as rows for fine-tuning: train.jsonl and dev.jsonl.

    As in the paper (BLT) unless told otherwise: nine tenths of each test, shuffled together, the
    rest for development, the right answer as it stands, no system turn. No row asks about a line
    that the test split of DATA asks about, or shows a document of it; see --guard.

    \b
    --style plain     section 1001(b)(2)
            sentence  The text stands at section 1001(b)(2).
            quoted    "section 1001(b)(2)"
            labelled  Answer: section 1001(b)(2)
            json      {"answer": "section 1001(b)(2)"}
            grounds   The line reads: (2) ...  Answer: section 1001(b)(2)

    \b
    --guard ids       no test's id, document, or question with its answer
            targets   nor a row about a line that a test asks about or shows
            lines     nor a document that shares a line with a test's
            Lines of at most --stock-length may stand on both sides, unless asked about.
    """  # noqa: D301
    from benchbar.tune.consumers import BASE, CONSUMERS
    from benchbar.tune.export import Wanted, export
    from benchbar.tune.recipe import Recipe

    with progress("writing", unit="items") as tell:
        manifest = export(
            data,
            out,
            form=form,
            chosen=Recipe(per_test, dev, dict(mix), seed),
            wanted=Wanted(
                windows=split_list(windows),
                corpora=split_list(corpora),
                tasks=split_list(tasks),
                style=style,
                strict=strict,
                longest_stock=stock_length,
                leave_out=leave_out,
                base=base or BASE,
                epochs=epochs,
            ),
            against=against,
            force=force,
            progress=tell,
        )
    if as_json:
        give_json(manifest)
    else:
        for path in sorted(out.iterdir()):
            click.echo(path)
    _tell_of_leaks(manifest, out)
    _tell_of_sizes(manifest, epochs, prices)
    say(f"next: {CONSUMERS[form].told.format(out=shlex.quote(str(out)), text=repr(str(out)))}")


def _tell_of_leaks(manifest: "Manifest", out: Path) -> None:
    from benchbar import jsonl
    from benchbar.tune.export import LEFT_OUT
    from benchbar.tune.leaks import KINDS, Leak

    guard = manifest.guard
    lost = sum(guard.left_out.values())
    say(
        f"guard: {guard.checked:,} training items checked against {guard.test_items:,} test items: "
        + (f"{lost:,} left out, all in {out / LEFT_OUT}" if lost else "no leak")
    )
    found = list(jsonl.read(out / LEFT_OUT, Leak)) if lost else []
    for kind, count in guard.left_out.items():
        named = [f"{leak.id} ({leak.shared[:40]!r})" for leak in found if leak.kind == kind]
        more = ", ..." if named[_SHOWN:] else ""
        say(f"  {count:>6,} {KINDS[kind]}: {', '.join(named[:_SHOWN])}{more}")


def _tell_of_sizes(manifest: "Manifest", epochs: int, prices: Path | None) -> None:
    from benchbar.tune import costs
    from benchbar.tune.consumers import TRAIN

    for name, file in manifest.files.items():
        say(
            f"{name}: {file.rows:,} rows, {file.tokens:,} tokens ({manifest.counter}), of which "
            f"{file.tokens_answers:,} are answers; the longest row has {file.longest:,} "
            f"({file.longest_id})"
        )
    if manifest.format != "openai":
        return
    rows = manifest.files[TRAIN]
    say(f"training by OpenAI, {epochs} epochs, {rows.trained * epochs:,} tokens:")
    for cost in costs.known(rows, epochs, prices):
        say(
            f"  {cost.model.removeprefix(costs.PROVIDER):<22} ${cost.expected:>8,.2f} to "
            f"${cost.most:,.2f}, at ${cost.offer.train:,.2f} a million ({cost.told})"
        )
        if cost.cut([rows]):
            say(f"    its rows may have at most {cost.offer.train_window:,} tokens: some are cut")
