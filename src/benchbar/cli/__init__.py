"""The command line: every command, and the one door at which errors become one line."""

import io
import sys
from collections.abc import Sequence

import click

from benchbar import __version__
from benchbar.cli.lazy import LazyGroup
from benchbar.errors import BenchbarError

COMMANDS = {
    "demo": "Show everything offline: build, run, grade, report. No key, no download.",
    "corpus": "Import your own text, and look at what was understood of it.",
    "build": "Make items: documents, questions, answers. Calls no model.",
    "audit": "Prove the items: unique answers, no leak, within size, gold judged right.",
    "run": "Ask a model, store its replies, grade them. Paid models cost money: see --dry-run.",
    "score": "Grade stored replies again. Calls no model, needs no key.",
    "errors": "Count the kinds of error of a run.",
    "show": "Show one item of a run: question, gold, reply, both verdicts.",
    "disagree": "List the items on which the two graders differ, and why.",
    "compare": "Say of two or more runs which is better, where, and how sure that is.",
    "report": "Write a report of one or more runs: a page, and tables beside it.",
    "power": "Say how many questions it takes to see a difference, before any money is spent.",
    "leaderboard": "Rank the models of many reports, of one suite, version and grader.",
    "exam": "The bar exam: multiple choice, scores, percentiles.",
    "essays": "Essays of the bar exam, graded the official way.",
    "desk": "Serve the grading desk: essays graded blind, by several people at once.",
    "export": "Write items for other programs: batches, BLT, lm-eval, Hugging Face.",
    "infer": "Answer an exported run on GPUs, with vLLM through Ray, or by a server, and grade it.",
    "import": "Bring the replies of a batch, or of another program, into a run, and grade them.",
    "import-blt": "Read items in the public BLT format.",
    "tune": "Fine-tune a model: training rows, jobs, and what tuning did.",
}

_MODULES = {"import": "import_run"}
"""Modules that cannot have the name of their command."""


@click.group(
    cls=LazyGroup,
    package=__name__,
    summaries=COMMANDS,
    modules=_MODULES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="benchbar")
def cli() -> None:
    """Find out whether a language model can be trusted with a lawyer's basic work.

    Start with 'benchbar demo'. Nothing leaves this machine except the requests to a model that you
    name, training rows that you send off, and downloads that you ask for.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit: 0 done, 1 failed or incomplete, 2 the input is wrong."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = cli.main(arguments, prog_name="benchbar", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except BenchbarError as error:
        return _say(str(error), error.exit_code)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "benchbar"
        return _say(f"{error.format_message()} (see '{path} --help')", 2)
    except click.ClickException as error:
        return _say(error.format_message(), 2)
    except (click.Abort, KeyboardInterrupt):
        return _say("stopped; what was finished is kept", 1)
    except BrokenPipeError:
        sys.stdout = None
        return 0
    except OSError as error:
        from benchbar.runs.faults import is_full

        where = f"{error.filename}: " if error.filename else ""
        full = is_full(error)
        advice = ": free some space, or write elsewhere" if full else ""
        return _say(f"{where}{error.strerror or error}{advice}", 1 if full else 2)
    return code if isinstance(code, int) else 0


def _say(text: str, code: int) -> int:
    from benchbar.cli.talk import say

    say(f"benchbar: {' '.join(text.split())}")
    return code
