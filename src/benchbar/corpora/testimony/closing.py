"""The end of a deposition: words of farewell fitted into exactly the lines that are left."""

from benchbar.corpora.testimony.examination import Examination
from benchbar.corpora.testimony.language import Scene
from benchbar.corpora.testimony.reporter import Reporter


def close(
    room: Examination, reporter: Reporter, scenes: dict[str, tuple[Scene, ...]], lines: int
) -> None:
    """Replace the last of the testimony by a closing, so that the record has `lines` lines.

    The testimony is cut after an answer. What then is still missing is filled with the small
    orders of a last minute (copies, exhibits), which take one line or two each.

    Args:
        room: Where the deposition was taken; its examiner has the last questions.
        reporter: Holds at least `lines` lines.
        scenes: The language of closings, phases `closing` and `last words`.
        lines: Lines the whole record shall have.
    """
    record = reporter.lines
    ends = list(reporter.answer_ends)
    for scene in room.voice.shuffled(scenes["closing"]):
        ending = _played(room, reporter, scene)
        if ending and ending[-1].endswith(")"):
            break
    else:
        return
    # Shuffled, but with the thanks after the orders.
    orders = sorted(room.voice.shuffled(scenes["last words"]), key=lambda scene: scene.name[0])
    turns = [_played(room, reporter, scene) for scene in orders]
    ends = [end for end in ends if end + len(ending) <= lines]
    while ends:
        missing = lines - ends[-1] - len(ending)
        filling = _filling(turns, missing)
        if filling is not None:
            record[ends[-1] :] = [*ending[:-1], *filling, ending[-1]]
            return
        ends.pop()


def _played(room: Examination, reporter: Reporter, scene: Scene) -> list[str]:
    """Return the lines of a scene, taken off the record again."""
    at = len(reporter.lines)
    room.scene(scene, 1.0, plain=True)
    played = reporter.lines[at:]
    del reporter.lines[at:]
    return played


def _filling(turns: list[list[str]], missing: int) -> list[str] | None:
    """Return turns of just so many lines together, or None if the first that fit leave a rest."""
    chosen: list[str] = []
    for turn in turns:
        if len(chosen) + len(turn) <= missing:
            chosen += turn
    return chosen if len(chosen) == missing else None
