"""An exported run is answered on GPUs, or by a server: what it lacks is asked, kept, imported.

    requests/<cell>.jsonl     what the export wrote
    outputs/<cell>/*.jsonl    what came, in parts that are written whole or not at all
    replies.jsonl             the parts brought in, as ``benchbar import`` does

Replies go through the disk so that a crash loses the open part alone, and nothing is held in
memory but that part and the places of the requests.
"""

import json
import shlex
from array import array
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.parallel.chat_client import NO_ANSWER, Server
from benchbar.parallel.ray_llm import Way, answers
from benchbar.parallel.ray_rows import Answer, Places
from benchbar.records import Cell, Reply
from benchbar.runs import faults, folder, plan
from benchbar.runs.exports.requests import Request, reply_key
from benchbar.runs.folder import Key, Outcome, Run
from benchbar.runs.offline import BatchResponse, BatchRow, import_batch, reply_of
from benchbar.runs.prices import Offer
from benchbar.runs.session import FIRST_CALLS, LEAST_CALLS
from benchbar.runs.sizes import estimate

REQUESTS = "requests"
OUTPUTS = "outputs"

_OK = 200
_NO_KEY = (401, 403)
_LONGEST_PAGE = 2_000

ToWay: TypeAlias = Callable[[str, Cell], Way]
"""From the name of the weights and a cell that is asked of them to who answers."""
Watch: TypeAlias = Callable[[int, int], None]
"""Is told how many of how many requests are answered."""


class _Named(msgspec.Struct, frozen=True):
    """The part of a request by which it is known."""

    custom_id: str


@dataclass(frozen=True, slots=True)
class Work:
    """What is still to be asked: for each name of weights, its cells and where requests stand."""

    run: Run
    cells: dict[str, list[Cell]]
    places: dict[str, list[Places]]
    done: frozenset[Key]

    @property
    def tokens_in(self) -> int:
        """The tokens of all prompts, cl100k_base; counted each time."""
        stored = Counter((item, cell) for item, cell, _ in self.done)
        study = replace(self.run.study, offers={})  # nothing is passed over for its length here
        return estimate(
            study,
            self.run.pairs(),
            missing=lambda item, cell: study.trials - stored[item.id, cell.key],
        ).tokens_in

    def __len__(self) -> int:
        return sum(len(place.starts) for places in self.places.values() for place in places)

    def first(self) -> Request | None:
        """Return the first request that will be asked; None if nothing is left."""
        for places in self.places.values():
            for file, starts, sizes in places:
                with Path(file).open("rb") as lines:
                    lines.seek(starts[0])
                    return msgspec.json.decode(lines.read(sizes[0]), type=Request)
        return None


def find_work(run: Path) -> Work:
    """Find the requests of an exported run that have no reply yet, or whose call failed.

    What an earlier call left in parts is brought in first.

    Raises:
        InputError: This is no such run, its items changed since, or a request is not the run's.
    """
    opened = open_exported(run)
    files = _request_files(opened)
    plan.check_files(opened.study, opened.data)
    _bring_in(opened)
    done = frozenset(
        folder.key(reply) for reply in opened.replies() if reply.stop_reason != "failed"
    )
    cells: dict[str, list[Cell]] = {}
    places: dict[str, list[Places]] = {}
    for cell, path in files:
        lacking = _lacking(opened, cell, path, done)
        if lacking.starts:
            with path.open("rb") as lines:
                lines.seek(lacking.starts[0])
                weights = str(json.loads(lines.read(lacking.sizes[0]))["body"]["model"])
            cells.setdefault(weights, []).append(cell)
            places.setdefault(weights, []).append(lacking)
    return Work(opened, cells, places, done)


def infer(
    run: Path,
    way: ToWay,
    *,
    part_rows: int = 100,
    tell: Callable[[Work], None] = lambda _: None,
    progress: Watch = lambda *_: None,
) -> Outcome:
    """Ask what an exported run lacks, keep what comes in parts, bring it in and grade it.

    Args:
        run: The folder of the run.
        way: Who answers.
        part_rows: How many answers make a part.
        tell: Is told what is lacking before anything starts.
        progress: Is shown how far it is.

    Raises:
        InputError: As ``find_work``; Ray, vLLM or a GPU is missing, or another process is at
            work here.
        IncompleteError: The user stopped it, too many requests failed, or Ray broke off; what
            came is kept.
    """
    open_exported(run)
    with folder.locked(run / OUTPUTS):
        work = find_work(run)
        if not len(work):
            return work.run.outcome()
        tell(work)
        tally = _Tally(work, progress)
        try:
            for weights, places in work.places.items():
                cell = work.cells[weights][0]
                asked = way(weights, cell)
                if isinstance(asked, Server):
                    _look(asked, cell)
                coming = answers(places, asked)
                # Parts end first: with the stream Ray ends, and may take this process with it.
                with closing(coming) as stream, _Parts(run / OUTPUTS, part_rows) as parts:
                    for answer in stream:
                        tally.add(parts.add(answer), answer.status)
        except KeyboardInterrupt:
            raise IncompleteError(tally.stopped("stopped")) from None
        except IncompleteError as error:
            raise IncompleteError(tally.stopped(faults.scrub(str(error)))) from None
        except OSError as error:
            raise IncompleteError(tally.stopped(faults.unwritten(error))) from None
        outcome = _bring_in(work.run)
    return replace(outcome, asked=tally.answered)


def open_exported(run: Path) -> Run:
    """Open a run that was exported to be answered here.

    Raises:
        InputError: There is none; says how to make one.
    """
    if not (run / folder.STUDY).is_file():
        raise InputError(
            f"{run}: no exported run here: make one with 'benchbar export DATA --format vllm "
            f"--model vllm/NAME --out {shlex.quote(str(run))}'"
        )
    return folder.open_run(run)


def _look(server: Server, cell: Cell) -> None:
    """Make sure that a server is there before Ray is started for it.

    Raises:
        InputError: It is not, or it wants another key.
    """
    status, said = server.look()
    if status == NO_ANSWER:
        raise InputError(
            f"{server.address}: {faults.one_line(said)}: start the server, or correct --base-url"
        )
    if status in _NO_KEY:
        raise InputError(
            f"{server.address}: refuses the key ({status}): put one that it takes into the "
            f"environment as {faults.key_variable(cell.model)}"
        )


def _request_files(opened: Run) -> list[tuple[Cell, Path]]:
    run = opened.folder
    files = [(cell, run / REQUESTS / f"{cell.key}.jsonl") for cell in opened.study.cells]
    if lost := [path for _, path in files if not path.is_file()]:
        of_batches = any((run / REQUESTS).glob(f"{lost[0].stem}.*.jsonl"))
        why = "holds requests for a service's batches" if of_batches else "no such file"
        raise InputError(
            f"{run if of_batches else lost[0]}: {why}: make the run with 'benchbar export "
            f"{shlex.quote(opened.study.data)} --format vllm --model vllm/NAME --out RUN'"
        )
    return files


def _lacking(opened: Run, cell: Cell, path: Path, done: frozenset[Key]) -> Places:
    """Find where the requests of a cell stand that are still to be asked."""
    decoder = msgspec.json.Decoder(_Named)
    starts, sizes, at = array("q"), array("q"), 0
    with path.open("rb") as lines:
        for row, line in enumerate(lines, 1):
            try:
                key = reply_key(decoder.decode(line).custom_id)
            except msgspec.DecodeError:
                key = None
            if key is None or key[1] != cell.key or not opened.asks(key):
                raise InputError(f"{path}:{row}: no request of this run: export it again")
            if key not in done:
                starts.append(at)
                sizes.append(len(line))
            at += len(line)
    return Places(str(path.resolve()), starts, sizes)


def _bring_in(opened: Run) -> Outcome:
    """Bring all parts into the run and grade it."""
    parts = sorted((opened.folder / OUTPUTS).glob("*/*.jsonl"))
    return import_batch(opened.folder, parts) if parts else opened.outcome()


class _Parts:
    """Writes answers into parts, those of a cell together; open ones are written at the end."""

    def __init__(self, outputs: Path, rows: int) -> None:
        self._outputs, self._rows = outputs, rows
        self._open: dict[str, list[msgspec.Raw]] = {}
        self._last: dict[str, int] = {}

    def add(self, answer: Answer) -> Reply:
        """Keep an answer; return the reply that it is."""
        key = reply_key(answer.name) or ("", "", 1)
        row, line = _row(answer)
        rows = self._open.setdefault(key[1], [])
        rows.append(line)
        if len(rows) >= self._rows:
            self._close(key[1])
        return reply_of(key, row, Offer())

    def __enter__(self) -> "_Parts":
        return self

    def __exit__(self, *_: object) -> None:
        for cell in list(self._open):
            self._close(cell)

    def _close(self, cell: str) -> None:
        place = self._outputs / cell
        if cell not in self._last:
            there = (int(path.stem) for path in place.glob("*.jsonl") if path.stem.isdecimal())
            self._last[cell] = max(there, default=0)
        self._last[cell] += 1
        jsonl.write(place / f"{self._last[cell]:06d}.jsonl", self._open[cell])
        del self._open[cell]  # not before it is written: Ctrl-C comes at any time


def _row(answer: Answer) -> tuple[BatchRow, msgspec.Raw]:
    """Return an answer as a row of a batch's output, and as it is written; it always can be."""
    good = answer.status == _OK
    try:
        body = _each(json.loads(answer.body), jsonl.storable if good else _masked)
        row = BatchRow(answer.name, response=BatchResponse(answer.status, body))
        return row, msgspec.Raw(msgspec.json.encode(row))
    except (ValueError, RecursionError, OverflowError):
        told = "the server's answer is not JSON" if good else _masked(answer.body)
    response = BatchResponse(answer.status) if answer.status else None
    row = BatchRow(answer.name, response=response, error={"message": told})
    return row, msgspec.Raw(msgspec.json.encode(row))


def _masked(text: str) -> str:
    return jsonl.storable(faults.scrub(text)[:_LONGEST_PAGE])


def _each(value: object, change: Callable[[str], str]) -> object:
    """Return decoded JSON with all its texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(name): _each(part, change) for name, part in value.items()}
    if isinstance(value, list):
        return [_each(part, change) for part in value]
    return value


class _Tally:
    """Counts replies, shows them, and gives up where too many requests fail."""

    def __init__(self, work: Work, progress: Watch) -> None:
        self._work, self._progress = work, progress
        self._most = work.run.study.max_error_rate
        self._errors: Counter[str] = Counter()
        self._refused = False
        self.answered = 0

    def add(self, reply: Reply, status: int) -> None:
        """Count a reply, which came with a status.

        Raises:
            IncompleteError: Too many failed.
        """
        self.answered += 1
        self._refused |= status in _NO_KEY
        self._progress(self.answered, len(self._work))
        if reply.stop_reason == "failed":
            self._errors[reply.error or ""] += 1
        failed, most = self._errors.total(), self._most
        hopeless = self.answered >= FIRST_CALLS and failed == self.answered and most < 1
        if hopeless or (self.answered >= LEAST_CALLS and failed > most * self.answered):
            raise IncompleteError(
                f"stopped because {failed} of {self.answered} requests failed, most often with "
                f"{self._errors.most_common(1)[0][0]!r}"
            )

    def stopped(self, why: str) -> str:
        """Return the line for work that ended early."""
        run = self._work.run.folder
        cells = [cell for some in self._work.cells.values() for cell in some]
        key = f"put a key that it takes into {faults.key_variable(cells[0].model)}, and "
        good = self.answered - self._errors.total()
        return (
            f"{run}: {why}; {good} of {len(self._work)} requests are answered and kept: "
            f"{key if self._refused else ''}go on with 'benchbar infer {shlex.quote(str(run))}'"
        )
