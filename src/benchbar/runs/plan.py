"""The study: which models are asked which items how often, checked before anything is spent."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from benchbar import __version__, jsonl
from benchbar.errors import InputError
from benchbar.records import Cell, Document, Item, Reply, Split, Verdict
from benchbar.runs import BUILT_IN, LOCAL, faults
from benchbar.runs.prices import Offer, offers
from benchbar.suites.data import Data, documents_of, test_of
from benchbar.suites.packets import Packet
from benchbar.tasks import TASKS
from benchbar.tasks.base import Task
from benchbar.tasks.shuffle import SEED

ATTEMPT_SECONDS = 600
MOST_CONNECTIONS = 50
"""More calls at a time than this the engine does not keep up with."""
BATCHING = ("openai", "anthropic", "google", "grok", "together")
"""Providers whose batch services Inspect AI can use."""
MAX_ERROR_RATE = 0.2
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
"""How hard a model may be told to reason; which of these a model knows is its own affair."""
HOTTEST = 2.0
"""The highest temperature that any provider takes."""


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that decides what is asked: the contents of ``run.json``.

    ``data`` is the folder as the user gave it, ``data_path`` the same from the root of the file
    system; ``data_digest`` names its contents. Empty filters choose everything; ``tests`` names
    single ones, by window, corpus and task. ``limit`` takes the first items of each test (window
    x corpus x task). ``attempt_seconds`` is how long one try of a call may last. ``batch`` asks
    through the provider's batch service. ``budget`` is the most that the run may cost, in US
    dollars, and ``max_error_rate`` the share of failed calls above which it stops. ``offers`` is
    what was known of each cell's model, by the key of the cell: its price and its window.
    ``weights`` are digests of models in folders of this machine, by their names.
    """

    benchbar: str
    data: str
    data_path: str
    data_digest: str
    split: Split
    cells: tuple[Cell, ...]
    windows: tuple[str, ...] = ()
    corpora: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    tests: tuple[tuple[str, str, str], ...] = ()
    trials: int = 1
    limit: int | None = None
    max_connections: int = 10
    attempt_seconds: int = ATTEMPT_SECONDS
    batch: bool = False
    budget: float | None = None
    max_error_rate: float = MAX_ERROR_RATE
    offers: dict[str, Offer] = {}
    weights: dict[str, str] = {}

    def takes(self, window: str, corpus: str, task: str, split: Split) -> bool:
        """Say whether a set of items is part of the study, before any limit."""
        return (
            split == self.split
            and (not self.windows or window in self.windows)
            and (not self.corpora or corpus in self.corpora)
            and (not self.tasks or task in self.tasks)
            and (not self.tests or (window, corpus, task) in self.tests)
        )


def plan(
    data: Path,
    cells: tuple[Cell, ...],
    *,
    split: Split = "test",
    windows: Iterable[str] = (),
    corpora: Iterable[str] = (),
    tasks: Iterable[str] = (),
    trials: int = 1,
    limit: int | None = None,
    max_connections: int = 10,
    attempt_seconds: int = ATTEMPT_SECONDS,
    batch: bool = False,
    budget: float | None = None,
    max_error_rate: float = MAX_ERROR_RATE,
    prices: Path | None = None,
) -> Study:
    """Return a study whose every name, variant and file has been checked; asks no model.

    ``prices`` is a file of prices and windows that counts before all others.

    Raises:
        InputError: Something cannot be asked: an unknown name, an empty choice, a variant that
            does not fit a test, a file changed since it was built.
    """
    folder = Data(data)
    study = Study(
        benchbar=__version__,
        data=str(data),
        data_path=str(data.resolve()),
        data_digest=folder.digest,
        split=split,
        cells=cells,
        windows=tuple(windows),
        corpora=tuple(corpora),
        tasks=tuple(tasks),
        trials=trials,
        limit=limit,
        max_connections=max_connections,
        attempt_seconds=attempt_seconds,
        batch=batch,
        budget=budget,
        max_error_rate=max_error_rate,
    )
    check(study)
    _check_names(study, folder)
    check_files(study, folder)
    _check_variants(study, folder)
    return replace(study, offers=offers(cells, prices))


def check(study: Study) -> None:
    """Check what can be checked of a study without its items.

    Raises:
        InputError: A number, a model's name, a setting or an address cannot be right.
    """
    _check_text(study)
    _check_counts(study)
    for cell in study.cells:
        _check_model(cell)
        if study.batch:
            _check_batching(cell)
        _check_settings(cell)
        if cell.base_url is not None:
            check_address(cell, cell.base_url)


def chosen(study: Study) -> Callable[[Item], bool]:
    """Return a fresh chooser of the study's items, to be shown each set's items in order."""
    seen: Counter[tuple[str, str, str]] = Counter()

    def keep(item: Item) -> bool:
        if not study.takes(item.window, item.corpus, item.task, item.split):
            return False
        test = (item.window, item.corpus, item.task)
        seen[test] += 1
        return study.limit is None or seen[test] <= study.limit

    return keep


def pairs(study: Study, data: Data) -> Iterator[tuple[Document, list[Item]]]:
    """Yield each document of the study with its items, in stored order."""
    for packet in packets(study, data):
        yield from packet.pairs()


def packets(study: Study, data: Data) -> Iterator[Packet]:
    """Yield each document of the study, not decoded yet, with its items, in stored order."""
    read = {test[:2] for test in data.sets() if study.takes(*test)}
    return data.packets(chosen(study), sets=read)


def count_items(study: Study, data: Data) -> int:
    """Return the number of the study's items, without reading them."""
    return sum(
        entry.records if study.limit is None else min(entry.records, study.limit)
        for name, entry in data.manifest.files.items()
        if (test := test_of(name)) and study.takes(*test)
    )


def items(study: Study, data: Data) -> Iterator[Item]:
    """Yield the study's items in stored order, without their documents."""
    keep = chosen(study)
    for test in data.sets():
        if study.takes(*test):
            yield from filter(keep, data.items(*test))


def task_of(item: Item) -> Task:
    """Return the task of an item.

    Raises:
        InputError: This version knows no such task.
    """
    try:
        return TASKS[item.task]
    except KeyError:
        raise InputError(
            f"{item.id}: no task {item.task!r} in benchbar {__version__}: choose others with "
            "--task, or install the version that built these items"
        ) from None


def turns(item: Item, document: Document, variant: str, trial: int = 1) -> tuple[str, ...]:
    """Return the user's messages for an item in a prompt variant and a trial."""
    task = task_of(item)
    return task.turns(*task.as_asked(item, document, variant, trial), variant)


def judge(item: Item, document: Document, variant: str, reply: Reply) -> tuple[Verdict, ...]:
    """Return both graders' verdicts on a reply to an item that was asked in a prompt variant."""
    task = task_of(item)
    return task.judge(*task.as_asked(item, document, variant, reply.trial), reply)


def alike(item: Item, trials: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Part trials into those in which an item is asked in the same words."""
    return [(trial,) for trial in trials] if SEED in item.traits else [trials]


def check_files(study: Study, data: Data) -> None:
    """Compare the files that the study reads with their hashes.

    Raises:
        InputError: A file is missing or was changed since it was built; names it.
    """
    read: set[str] = set()
    for name in data.manifest.files:
        if (test := test_of(name)) and study.takes(*test):
            read |= {name, documents_of(test)}
    for name in sorted(read):
        data.verify(name)


def _check_text(study: Study) -> None:
    """Refuse names that are not UTF-8, as the command line may hand them in."""
    try:
        msgspec.json.encode(study)
    except UnicodeEncodeError as error:
        told = jsonl.storable(str(error.object))
        raise InputError(f"{told[:100]}: is not UTF-8 text: rename it") from None


def _check_counts(study: Study) -> None:
    for flag, value in (
        ("--trials", study.trials),
        ("--limit", study.limit),
        ("--max-connections", study.max_connections),
        ("--attempt-seconds", study.attempt_seconds),
    ):
        if value is not None and value < 1:
            raise InputError(f"{flag} {value}: must be at least 1")
    if study.max_connections > MOST_CONNECTIONS:
        raise InputError(
            f"--max-connections {study.max_connections}: must be at most {MOST_CONNECTIONS}"
        )
    if study.budget is not None and not 0 <= study.budget < math.inf:
        raise InputError(f"--budget {study.budget}: must be an amount of US dollars")
    if not 0 <= study.max_error_rate <= 1:
        raise InputError(
            f"--max-error-rate {study.max_error_rate}: must be a share from 0 to 1, such as 0.2"
        )
    if not study.cells:
        raise InputError("no model: name one with --model, e.g. --model benchbar/reader")
    keys = Counter(cell.key for cell in study.cells)
    if twice := [cell for cell in study.cells if keys[cell.key] > 1]:
        raise InputError(
            f"{twice[0].model}: given twice with the same settings; for repeats use --trials"
        )


def _check_names(study: Study, data: Data) -> None:
    sets = [test for test in data.sets() if test[3] == study.split]
    if not sets:
        splits = " and ".join(sorted({test[3] for test in data.sets()}))
        raise InputError(
            f"{data.folder}: has no {study.split} split, only {splits or 'nothing'}: choose "
            f"another with --split, or build items with --split {study.split}"
        )
    for flag, wanted, place in (
        ("--window", study.windows, 0),
        ("--corpus", study.corpora, 1),
        ("--task", study.tasks, 2),
    ):
        there = list(dict.fromkeys(str(test[place]) for test in sets))
        for name in wanted:
            if name not in there:
                raise InputError(
                    f"{flag} {name}: not in the {study.split} split of {data.folder}, which has "
                    f"{', '.join(there) or 'nothing'}"
                )
    if not count_items(study, data):
        raise InputError(
            f"{data.folder}: no items of the {study.split} split are left by --window, --corpus "
            "and --task together; choose fewer of these"
        )


def _check_model(cell: Cell) -> None:
    provider, _, name = cell.model.partition("/")
    if not name:
        raise InputError(
            f"--model {cell.model}: name it as provider/model, e.g. openai/gpt-4o, "
            "openai-api/local/my-model with --base-url, or benchbar/reader"
        )
    if provider == "benchbar" and name not in BUILT_IN and not name.startswith(LOCAL):
        raise InputError(
            f"--model {cell.model}: no such built-in model: choose from "
            + ", ".join(f"benchbar/{known}" for known in BUILT_IN)
            + f", or benchbar/{LOCAL}FOLDER with a model of yours"
        )
    if provider == "openai-api" and "/" not in name:
        raise InputError(
            f"--model {cell.model}: name it as openai-api/service/model, "
            f"e.g. openai-api/local/{name}"
        )


def _check_batching(cell: Cell) -> None:
    provider = cell.model.split("/")[0]
    if provider not in BATCHING:
        raise InputError(
            f"--batch: {provider!r} takes no batches here, only {', '.join(BATCHING)} do: leave "
            "out --batch, or write files for a batch with 'benchbar export'"
        )


def _check_settings(cell: Cell) -> None:
    if cell.reasoning_effort not in (None, *EFFORTS):
        raise InputError(
            f"--reasoning-effort {cell.reasoning_effort}: choose from {', '.join(EFFORTS)}"
        )
    settings: tuple[tuple[str, float | None, float, float], ...] = (
        ("--temperature", cell.temperature, 0, HOTTEST),
        ("--top-p", cell.top_p, 0, 1),
        ("--max-tokens", cell.max_tokens, 1, math.inf),
        ("--reasoning-tokens", cell.reasoning_tokens, 0, math.inf),
        ("--seed", cell.seed, -(2**63), 2**63 - 1),
    )
    for flag, value, least, most in settings:
        if value is not None and not least <= value <= most:
            limits = f"at least {least}" if most == math.inf else f"from {least} to {most}"
            raise InputError(f"{flag} {value}: must be {limits}")


def check_address(cell: Cell, address: str, flag: str = "--base-url") -> None:
    """Refuse what is no address, and secrets in one: it is kept in run.json and in reports.

    Raises:
        InputError: It is so; names ``flag``, by which it was given.
    """
    try:
        parts = urlsplit(address)
        known = parts.scheme in ("http", "https") and bool(parts.hostname)
        secret = "@" in parts.netloc or bool(parts.query or parts.fragment)
    except ValueError:
        known, secret = False, False
    if secret or "@" in address:
        variable = faults.key_variable(cell.model)
        raise InputError(
            f"{flag}: give the address alone, without user, password or anything behind a "
            f"question mark, and put the key into the environment as {variable}"
        )
    if not known:
        raise InputError(
            f"{flag} {address}: must be a whole address, e.g. http://localhost:8000/v1"
        )


def _check_variants(study: Study, data: Data) -> None:
    """Put up every prompt of an unusual variant once: better refused now than half-way."""
    variants = {cell.variant for cell in study.cells} - {"default"}
    for document, items in pairs(study, data) if variants else ():
        for item in items:
            for variant in sorted(variants):
                turns(item, document, variant)


def within(study: Study, data: Path) -> Study:
    """Return a study whose items stand in another folder."""
    return replace(study, data=str(data), data_path=str(data.resolve()))


def locate(study: Study, run: Path) -> Path:
    """Return where the study's DATA folder is now: in the run, where it was, or beside the run."""
    places = (
        run / Path(study.data_path).name,
        Path(study.data_path),
        Path(study.data),
        run.resolve().parent / Path(study.data_path).name,
    )
    for place in places:
        if (place / "manifest.json").is_file():
            return place
    raise InputError(
        f"{run}: its items are no longer at {study.data_path}: move that folder back, or put it "
        f"beside {run}"
    )
