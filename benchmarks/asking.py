"""Measures a run against a server on this machine: python -m benchmarks.asking DATA URL LIMIT."""

import os
import sys
import tempfile
from pathlib import Path

from benchbar.records import Cell
from benchbar.runs import study
from benchmarks.measure import here, tell


def main() -> None:
    """Ask the first items of a test; the server runs in another process."""
    data, url, limit = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    os.environ["LOCAL_API_KEY"] = "none"
    cells = (Cell("openai-api/local/good", base_url=url),)
    with tempfile.TemporaryDirectory() as scratch:
        planned = study.plan(data, cells, limit=limit, tasks=("text_to_cite",), max_connections=20)
        tell(here(lambda: study.run(planned, Path(scratch) / "run")), items=limit)


if __name__ == "__main__":
    main()
