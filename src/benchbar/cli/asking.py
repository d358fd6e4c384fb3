"""What ``benchbar run`` shows while it asks, after it has asked, and instead of asking."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from benchbar import tokens
from benchbar.cli.results import print_accuracy, tell_outcome
from benchbar.cli.talk import progress, say
from benchbar.runs import study as studies
from benchbar.runs.plan import pairs
from benchbar.runs.study import Outcome, Progress, Study
from benchbar.suites.data import Data
from benchbar.tasks import TASKS


class Sizes(msgspec.Struct, frozen=True):
    """What a run would take.

    Attributes:
        prompts: Calls of the model, if none fails.
        tokens_in: Tokens of all prompts, cl100k_base; other tokenizers need up to 30% more.
        tokens_out_low: If every reply is the bare right answer.
        tokens_out_high: If every reply is as long as --max-tokens allows; None without it.
        cost_low: In US dollars; None: unknown.
        cost_high: Likewise.
    """

    prompts: int
    tokens_in: int
    tokens_out_low: int
    tokens_out_high: int | None
    cost_low: float | None = None
    cost_high: float | None = None

    @property
    def text(self) -> str:
        """The sizes in sentences."""
        most = (
            f"at most {self.tokens_out_high:,}"
            if self.tokens_out_high is not None
            else "no upper bound without --max-tokens"
        )
        return (
            f"{self.prompts:,} prompts, {self.tokens_in:,} tokens in (cl100k_base; other "
            f"tokenizers need up to 30% more), at least {self.tokens_out_low:,} tokens out "
            f"({most}); cost unknown: multiply by your provider's prices. Nothing was asked."
        )


def sizes(study: Study) -> Sizes:
    """Count prompts and tokens of a study without asking anything."""
    prompts = tokens_in = tokens_out = 0
    for document, items in pairs(study, Data(Path(study.data_path))):
        for item in items:
            for cell in study.cells:
                turns = TASKS[item.task].turns(item, document, cell.variant)
                prompts += len(turns)
                tokens_in += sum(tokens.count(turn) for turn in turns)
                tokens_in += tokens.count(cell.system_message or "") * len(turns)
                tokens_out += tokens.count(item.gold)
    ceilings = [cell.max_tokens for cell in study.cells]
    most = sum(c for c in ceilings if c) * prompts // len(ceilings) if all(ceilings) else None
    return Sizes(
        prompts=prompts * study.trials,
        tokens_in=tokens_in * study.trials,
        tokens_out_low=tokens_out * study.trials,
        tokens_out_high=most * study.trials if most is not None else None,
    )


def run_and_tell(study: Study, out: Path, *, force: bool, as_json: bool) -> int:
    """Run a study and print its results; return the exit code."""
    with _watching() as watch:
        outcome = studies.run(study, out, force=force, progress=watch, say=say)
    return _tell(outcome, out, as_json=as_json)


def resume_and_tell(out: Path, *, as_json: bool) -> int:
    """Go on with a run and print its results; return the exit code."""
    with _watching() as watch:
        outcome = studies.resume(out, progress=watch, say=say)
    if not outcome.asked:
        say(f"{out}: complete already; nothing was asked")
    return _tell(outcome, out, as_json=as_json)


def _tell(outcome: Outcome, out: Path, *, as_json: bool) -> int:
    print_accuracy(out, as_json=as_json)
    tell_outcome(outcome, out)
    return 0 if outcome.complete else 1


@contextmanager
def _watching() -> Iterator[Callable[[Progress], None]]:
    """Show replies as they come, and each new kind of failure once."""
    told: set[str] = set()
    with progress("asking", unit="replies") as tell:

        def watch(now: Progress) -> None:
            tell(now.stored, now.planned)
            if now.error and now.error not in told:
                told.add(now.error)
                say(f"a call failed: {now.error}")

        yield watch
