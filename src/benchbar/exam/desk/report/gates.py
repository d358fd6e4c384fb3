"""The gates of all rounds by grader, so that nobody is counted twice."""

from collections.abc import Iterable, Mapping

import msgspec

from benchbar.exam.desk.report.agreeing import Gate, Round


class Gated(msgspec.Struct, frozen=True):
    """A grader and the gates of all his rounds.

    Attributes:
        grader: His name.
        kind: ``human`` or ``model``.
        last: What the last gate said of him, by question.
        failed_before: Questions of which he failed a round before the last.
    """

    grader: str
    kind: str
    last: Mapping[str, Gate]
    failed_before: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether the last gate of every question of his let him on."""
        return all(gate.passed for gate in self.last.values())


def gated(rounds: Iterable[Round]) -> tuple[Gated, ...]:
    """Gather the gates of rounds by grader, so that nobody is counted twice."""
    found: dict[tuple[str, str], dict[str, list[Gate]]] = {}
    for one in rounds:
        for gate in one.gates:
            mine = found.setdefault((gate.grader, gate.kind), {})
            mine.setdefault(one.question, []).append(gate)
    return tuple(
        Gated(
            grader=grader,
            kind=kind,
            last={name: gates[-1] for name, gates in by_question.items()},
            failed_before=tuple(
                name
                for name, gates in by_question.items()
                if not all(gate.passed for gate in gates[:-1])
            ),
        )
        for (grader, kind), by_question in found.items()
    )
