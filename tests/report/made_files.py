"""The files beside a report's pages, of made-up runs."""

from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.records import Verdict
from benchbar.report import sheets
from benchbar.report.findings import gather, labels_of, open_sources
from tests.report.made_run import regrade


def write_files(out: Path, *runs: Path, raw: bool = False) -> Path:
    """Write the files beside the pages of a report, and return its folder."""
    out.mkdir()
    sources = open_sources(runs)
    sheets.write(out, sources, gather(sources), labels_of(sources), raw=raw)
    return out


def say(run: Path, answers: list[str]) -> None:
    """Have the first verdicts of a run understand these answers."""
    verdicts = list(jsonl.read(run / "verdicts.jsonl", Verdict))
    verdicts[: len(answers)] = [
        msgspec.structs.replace(verdict, answer=answer)
        for verdict, answer in zip(verdicts, answers, strict=False)
    ]
    regrade(run, verdicts)
