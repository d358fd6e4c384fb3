"""Our own form of question files, TOML: what a question must have, and how its text is wrapped."""

import re
import tomllib
from typing import Literal, TypeAlias

import msgspec

from benchbar.errors import InputError
from benchbar.tasks.shuffle import Letter

Difficulty: TypeAlias = Literal["", "easy", "medium", "hard"]


class Four(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text for each letter."""

    A: str
    B: str
    C: str
    D: str

    def texts(self) -> tuple[str, str, str, str]:
        """Return the four, unwrapped."""
        return flow(self.A), flow(self.B), flow(self.C), flow(self.D)


class Own(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question as written in TOML."""

    id: str
    key: Letter
    stem: str
    choices: Four
    subject: str = ""
    topic: str = ""
    difficulty: Difficulty = ""
    rule: str = ""
    explanations: Four | None = None


def read(text: str, name: str) -> tuple[str, list[Own | str]]:
    """Return the subject of a file and each of its questions, or what is wrong with it.

    Raises:
        InputError: The file is not TOML, or holds something else than questions.
    """
    try:
        told = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{name}: not TOML: {error}") from None
    unknown = next((key for key in told if key not in ("subject", "question")), None)
    written = told.get("question")
    if unknown or not isinstance(written, list) or not written:
        what = f"{unknown!r} is unknown" if unknown else "no [[question]]"
        raise InputError(f"{name}: {what}: a file has a subject and [[question]] tables")
    return str(told.get("subject", "")), [_own(one) for one in written]


def _own(written: object) -> Own | str:
    try:
        own = msgspec.convert(written, Own)
    except msgspec.ValidationError as error:
        return str(error)
    if not all(map(str.strip, (own.id, own.stem, *own.choices.texts()))):
        return "an id, the stem or a choice is empty"
    if len({*own.choices.texts()}) < 4:
        return "two choices are the same"
    return own


def flow(text: str) -> str:
    """Return wrapped text as paragraphs of one line each; blank lines part them."""
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip()))
