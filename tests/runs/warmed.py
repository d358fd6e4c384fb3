"""Asks one question, so that all that Inspect imports late is there before runs are forked."""

import tempfile

from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import MemoryDataset, Sample

from benchbar.runs import engine

__all__ = ["engine"]

with tempfile.TemporaryDirectory() as _logs:
    inspect_eval(
        Task(dataset=MemoryDataset([Sample(input="Hello?")])),
        model="benchbar/reader",
        log_dir=_logs,
        display="none",
        log_realtime=False,
        score=False,
        ctl_server=False,
    )
