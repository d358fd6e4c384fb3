"""``tune local``: rows, training, a merged model, in a folder that can be gone on with.

    ADAPTER/  settings.json  loss.csv          how it is tuned, and how that went
              rows/                            what it learns (if made of items)
              checkpoints/                     until it is done
              adapter/                         the adapter alone, once it is done
              config.json  model.safetensors  tokenizer.json ...    base and adapter, merged

Torch is imported only when training begins.
"""

import math
import shutil
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.runs import smollm2
from benchbar.suites.data import Data
from benchbar.suites.whole import making
from benchbar.tune import local_curve, local_rows, local_settings, local_steps
from benchbar.tune.consumers import DEV, TRAIN
from benchbar.tune.export import EPOCHS, Wanted, export
from benchbar.tune.local_curve import Curve, Point
from benchbar.tune.local_rows import MORE
from benchbar.tune.local_settings import Settings
from benchbar.tune.local_steps import Step, Tokens
from benchbar.tune.recipe import Recipe, Test

ROWS = "rows"
CHECKPOINTS = "checkpoints"
_MODEL = "config.json"
_ENGINES = ("peft", "trl", "datasets")


@dataclass(frozen=True, slots=True)
class Source:
    """What rows are made of, if they are made of items.

    Attributes:
        chosen: Which items become rows.
        wanted: Which tests, and in what style.
        against: More folders of items whose test splits must not leak.
        questions: Most about each page, its item's own and others of the same test.
    """

    chosen: Recipe = field(default_factory=Recipe)
    wanted: Wanted = field(default_factory=Wanted)
    against: tuple[Path, ...] = ()
    questions: int = 1

    @property
    def pages(self) -> Recipe:
        """Which pages are read: weights below one thin them out, others do not repeat them."""
        return replace(self.chosen, mix={name: min(1, w) for name, w in self.chosen.mix.items()})

    def about(self, test: Test) -> int:
        """Return how many questions are asked about each page of a test: more by its weight."""
        return round(self.questions * max(1.0, self.chosen.weight(test)))

    @property
    def asks_more(self) -> bool:
        """Say whether any page is asked more than the question of its item."""
        return self.questions * max(1.0, *self.chosen.mix.values(), 0.0) > 1


def begin(
    data: Path, out: Path, settings: Settings, source: Source | None = None, *, force: bool = False
) -> None:
    """Make the folder of an adapter: its settings and its rows; train nothing yet.

    Args:
        data: A folder of items, or of rows that ``tune export --format trl`` wrote.
        out: The folder to be made.
        settings: How it is tuned; its rows are filled in here.
        source: How rows are made of items.
        force: Replace such a folder.

    Raises:
        InputError: The base or the rows are not there, rows leak, or ``out`` exists.
    """
    check_base(settings.base)
    source = source or Source()
    with making(out, mark=local_settings.NAME, what="tuned model", force=force) as folder:
        rows = folder / ROWS
        if are_rows(data):
            local_rows.check(data)
            shutil.copytree(data, rows)
        else:
            export(
                data,
                rows,
                form="trl",
                chosen=source.pages,
                wanted=source.wanted,
                against=source.against,
            )
            if source.asks_more:
                local_rows.write_more(
                    Data(data),
                    [Data(path) for path in source.against],
                    rows,
                    each=lambda test: source.about(test) - 1,
                    style=source.wanted.style,
                    seed=source.chosen.seed,
                )
        _keep(folder, msgspec.structs.replace(settings, rows=local_rows.check(rows)))


def go_on(out: Path, tell: Callable[[Point], None], say: Callable[[str], None]) -> list[Point]:
    """Train until it is done, from the last checkpoint if there is one; return the whole curve.

    A model that is done is left alone.

    Raises:
        InputError: ``out`` is no such folder, or what it starts from was changed.
    """
    settings = read_settings(out)
    curve = Curve(out / local_curve.NAME)
    if (out / _MODEL).is_file():
        say(f"{out} is done: nothing is left to learn")
        return local_curve.read(out / local_curve.NAME)
    check_base(settings.base)
    if local_rows.check(out / ROWS) != settings.rows:
        raise InputError(
            f"{out / ROWS}: not the rows that training began with: begin again with --force"
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of one library about another
        _train(out, settings, curve, tell, say)
    return curve.points


def _train(
    out: Path,
    settings: Settings,
    curve: Curve,
    tell: Callable[[Point], None],
    say: Callable[[str], None],
) -> None:
    smollm2.stay_offline()
    from benchbar.tune import local_model, local_training

    rows = out / ROWS
    say(f"loading {settings.base} ...")
    tokenizer, model = local_model.open_base(settings.base)
    train = local_model.tokens_of(
        tokenizer, [*local_rows.read(rows, TRAIN), *local_rows.read(rows, MORE)]
    )
    shown = max(settings.dev, settings.ask)
    dev = local_model.tokens_of(tokenizer, local_rows.read(rows, DEV)[:shown])
    local_model.check_fit(tokenizer, model, [*train, *dev], settings.modules)
    total = _total(train, settings)
    say(f"{len(train):,} rows to learn, {len(dev):,} for development")
    tuned = local_training.train(
        model,
        tokenizer,
        partial(steps_of, train, settings),
        dev,
        settings,
        total=total,
        folder=out / CHECKPOINTS,
        curve=curve,
        tell=tell,
    )
    local_model.save(tuned, tokenizer, out, base=settings.base)
    shutil.rmtree(out / CHECKPOINTS, ignore_errors=True)


def read_settings(out: Path) -> Settings:
    """Return how the model in a folder is tuned.

    Raises:
        InputError: It is no such folder.
    """
    path = out / local_settings.NAME
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings)
    except FileNotFoundError:
        raise InputError(
            f"{out}: no tuning begun here ({path.name} is missing): begin one with "
            "'benchbar tune local --data DATA --out FOLDER'"
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: damaged: {error}; begin again with --force") from None


def alter(out: Path, given: Mapping[str, object]) -> None:
    """Give a training that goes on other settings.

    Raises:
        InputError: ``out`` is no such folder.
    """
    _keep(out, msgspec.structs.replace(read_settings(out), **given))


def _keep(folder: Path, settings: Settings) -> None:
    with jsonl.replacing(folder / local_settings.NAME) as file:
        file.write(msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")


def are_rows(data: Path) -> bool:
    """Say whether a folder holds rows that are written already, and not items."""
    return (data / TRAIN).is_file()


def check_base(base: str) -> None:
    """Make sure that a base is there, and all that it takes to tune it; load nothing.

    Raises:
        InputError: Something is not installed, or the folder holds no model.
    """
    missing = [name for name in _ENGINES if find_spec(name) is None]
    if missing:
        raise InputError(f"tuning here needs {', '.join(missing)}: {smollm2.SETUP}")
    folder = smollm2.folder_of(base)
    if folder is None:
        smollm2.weights()
    else:
        smollm2.check_folder(folder)


def steps_of(rows: Sequence[Tokens], settings: Settings) -> Iterator[Step]:
    """Return the steps of a training: without end if only its minutes or steps end it."""
    epochs = settings.epochs or (math.inf if settings.steps or settings.minutes else EPOCHS)
    return islice(
        local_steps.plan(rows, batch=settings.batch, epochs=epochs, seed=settings.seed),
        settings.steps,
    )


def _total(rows: Sequence[Tokens], settings: Settings) -> int | None:
    if settings.steps is None and settings.epochs is None and settings.minutes:
        return None
    return sum(1 for _ in steps_of(rows, settings))
