"""What it takes to repeat an exam: its settings in words, and the commands."""

from collections.abc import Mapping

from benchbar.report.commands import batches, exam_commands, own_prices
from benchbar.runs.folder import Run
from benchbar.tasks.multiple_choice import SHUFFLED


def commands_of(run: Run) -> tuple[str, ...]:
    """Return the commands that ask the same questions in the same way, and score the answers."""
    return (
        *exam_commands(run.study, run.data.manifest),
        *(
            f"benchbar exam score {out} --out {out}-PAGE"
            for out, _ in batches(run.study.cells, lambda _: None)
        ),
    )


def settings_of(run: Run) -> Mapping[str, str]:
    """Return what the commands do not say, or what proves that questions and graders are alike."""
    study, manifest = run.study, run.data.manifest
    messages = {cell.system_message for cell in study.cells}
    found = {
        "asked by": f"benchbar {study.benchbar}",
        "suite": f"{manifest.suite}, version {manifest.version}",
        "questions asked": f"{manifest.items:,}",
        "choices": str(manifest.options.get("choices", "as written")),
        "seed of their order": str(manifest.seed)
        if manifest.options.get("choices") == SHUFFLED
        else "",
        "data digest": study.data_digest,
        "system messages": f"{len(messages):,} different" if len(messages) > 1 else "",
        "prices": "those of a file of your own" if own_prices(study) else "",
    }
    return {name: said for name, said in found.items() if said}
