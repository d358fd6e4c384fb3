"""``tune local``: rows, training, a merged model, in a folder that can be gone on with.

    ADAPTER/  settings.json  loss.csv          how it is tuned, and how that went
              rows/                            what it learns (if made of items)
              checkpoints/                     until it is done
              adapter/                         the adapter alone, once it is done
              config.json  model.safetensors  tokenizer.json ...    base and adapter, merged

Torch is imported only when training begins.
"""

import math
import shlex
import shutil
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.runs import smollm2
from benchbar.suites.data import Data
from benchbar.suites.whole import making
from benchbar.tune import (
    local_checkpoints,
    local_curve,
    local_rows,
    local_settings,
    local_steps,
    manifest,
)
from benchbar.tune.consumers import DEV, TRAIN
from benchbar.tune.export import EPOCHS, Wanted, export
from benchbar.tune.local_curve import Curve, Point
from benchbar.tune.local_rows import MORE
from benchbar.tune.local_settings import ADAPTER, Settings
from benchbar.tune.local_steps import Step, Tokens
from benchbar.tune.manifest import Manifest
from benchbar.tune.recipe import Recipe, Test

ROWS = "rows"
CHECKPOINTS = "checkpoints"
_MODEL = "config.json"
_MADE = (
    local_settings.NAME, local_curve.NAME, *(f"{name}/*" for name in (ROWS, CHECKPOINTS, ADAPTER)),
    "config.json", "generation_config.json", "model*.safetensors", "model.safetensors.index.json",
    "tokenizer*", "chat_template.jinja", "special_tokens_map.json", "added_tokens.json",
    "vocab.json", "merges.txt",
)  # fmt: skip
"""All that the folder of a tuned model may hold."""
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


@dataclass(frozen=True, slots=True)
class Ready:
    """A base that is loaded, and rows in its tokens: what there must be before the first step."""

    tokenizer: Any
    model: Any
    train: Sequence[Tokens]
    dev: Sequence[Tokens]


def _silent(_: str) -> None:
    pass


def begin(
    data: Path,
    out: Path,
    settings: Settings,
    source: Source | None = None,
    *,
    force: bool = False,
    say: Callable[[str], None] = _silent,
) -> Ready:
    """Make the folder of an adapter: its settings and its rows; train nothing yet.

    The base is loaded first, and has to fit: a model that stands in ``out`` is replaced only when
    training can begin.

    Args:
        data: A folder of items, or of rows that ``tune export --format trl`` wrote.
        out: The folder to be made.
        settings: How it is tuned; its rows are filled in here.
        source: How rows are made of items.
        force: Replace such a folder.
        say: Told what is going on.

    Raises:
        InputError: The base or the rows are not there or do not fit, rows leak, or ``out`` exists
            or holds the base.
    """
    check_base(settings.base)
    _check_apart(settings.base, out)
    source = source or Source()
    with making(
        out, mark=local_settings.NAME, what="tuned model", force=force, made_of=_MADE
    ) as folder:
        rows = folder / ROWS
        if are_rows(data):
            local_rows.check(data)
            shutil.copytree(data, rows)
        else:
            _write_rows(data, rows, source, say)
            settings = msgspec.structs.replace(
                settings, questions=source.questions, mix=dict(source.chosen.mix)
            )
        ready = _prepare(settings, rows, say)
        settings = msgspec.structs.replace(settings, rows=local_rows.check(rows))
        _write(folder / local_settings.NAME, settings)
    return ready


def _write_rows(data: Path, rows: Path, source: Source, say: Callable[[str], None]) -> None:
    """Make rows of items, and say how many there are of each test if its weight is not one."""
    told = export(
        data, rows, form="trl", chosen=source.pages, wanted=source.wanted, against=source.against
    )
    given = dict(sorted(source.chosen.mix.items()))
    _write(rows / manifest.NAME, msgspec.structs.replace(told, mix=given))
    more: Counter[Test] = Counter()
    if source.asks_more:
        more = local_rows.write_more(
            Data(data),
            [Data(path) for path in source.against],
            rows,
            each=lambda test: source.about(test) - 1,
            style=source.wanted.style,
            seed=source.chosen.seed,
        )
    for of in told.tests if source.chosen.mix else ():
        test = of.window, of.corpus, of.task
        say(f"{'/'.join(test)}: {of.train + more[test]:,} rows about {of.train:,} pages")


def go_on(
    out: Path,
    tell: Callable[[Point], None],
    say: Callable[[str], None],
    ready: Ready | None = None,
) -> list[Point]:
    """Train until it is done, from the last checkpoint if there is one; return the whole curve.

    A model that is done is left alone.

    Args:
        out: The folder.
        tell: Told of each new point.
        say: Told what is going on.
        ready: What ``begin`` has loaded; None: load it.

    Raises:
        InputError: ``out`` is no such folder, or what it starts from was changed.
        IncompleteError: Training diverged, or the disk is full.
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
    ready = ready or _prepare(settings, out / ROWS, say)
    say(f"{len(ready.train):,} rows to learn, {len(ready.dev):,} for development")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of one library about another
        _train(out, settings, ready, curve, tell)
    return curve.points


def _prepare(settings: Settings, rows: Path, say: Callable[[str], None]) -> Ready:
    """Load the base, and make sure that it fits the rows and the settings.

    Raises:
        InputError: It does not.
    """
    smollm2.stay_offline()
    from benchbar.tune import local_model

    say(f"loading {settings.base} ...")
    tokenizer, model = local_model.open_base(settings.base)
    train = local_model.tokens_of(
        tokenizer, [*local_rows.read(rows, TRAIN), *local_rows.read(rows, MORE)]
    )
    shown = max(settings.dev, settings.ask)
    dev = local_model.tokens_of(tokenizer, local_rows.read(rows, DEV)[:shown])
    local_model.check_fit(tokenizer, model, [*train, *dev], settings.modules)
    return Ready(tokenizer, model, train, dev)


def _train(
    out: Path, settings: Settings, ready: Ready, curve: Curve, tell: Callable[[Point], None]
) -> None:
    from benchbar.tune import local_model, local_training

    try:
        tuned = local_training.train(
            ready.model,
            ready.tokenizer,
            partial(steps_of, ready.train, settings),
            ready.dev,
            settings,
            total=_total(ready.train, settings),
            folder=out / CHECKPOINTS,
            curve=curve,
            tell=tell,
        )
        local_model.save(tuned, ready.tokenizer, out, base=settings.base)
    except Exception as error:  # one library has no narrower class for it
        if not local_checkpoints.is_of_a_full_disk(error):
            raise
        raise IncompleteError(
            f"{out}: the disk is full: free some space, then: {going_on(out)}"
        ) from None
    shutil.rmtree(out / CHECKPOINTS, ignore_errors=True)


def going_on(out: Path) -> str:
    """Return the command that goes on with a folder."""
    return f"benchbar tune local --resume {shlex.quote(str(out))}"


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
        InputError: ``out`` is no such folder, or its model is done.
    """
    settings = read_settings(out)
    if not given:
        return
    if (out / _MODEL).is_file():
        raise InputError(
            f"{out}: is done, and a finished model is not lengthened: tune it anew: "
            f"benchbar tune local --base {shlex.quote(str(out))} --data DATA --out FOLDER"
        )
    _write(out / local_settings.NAME, msgspec.structs.replace(settings, **given))


def _write(path: Path, told: Settings | Manifest) -> None:
    with jsonl.replacing(path) as file:
        file.write(msgspec.json.format(msgspec.json.encode(told), indent=2) + b"\n")


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


def _check_apart(base: str, out: Path) -> None:
    """Make sure that a base does not lie where the new folder is to stand.

    Raises:
        InputError: It does.
    """
    folder = smollm2.folder_of(base)
    if folder is not None and folder.resolve().is_relative_to(out.resolve()):
        raise InputError(f"{out}: holds the base, {base}: choose another --out")


def steps_of(rows: Sequence[Tokens], settings: Settings) -> Iterator[Step]:
    """Return the steps of a training: without end if only its minutes or steps end it."""
    epochs = settings.epochs or (math.inf if settings.steps or settings.minutes else EPOCHS)
    return islice(
        local_steps.plan(rows, batch=settings.batch, epochs=epochs, seed=settings.seed),
        settings.steps,
    )


def _total(rows: Sequence[Tokens], settings: Settings) -> int | None:
    if settings.epochs is None and (settings.steps or settings.minutes):
        return settings.steps
    return sum(1 for _ in steps_of(rows, settings))
