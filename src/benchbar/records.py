"""The records in which the stages meet on disk: frozen, typed, and refused when malformed.

    Document -> Item -> Reply (of a Cell) -> Verdict -> Estimate

Every record is a ``msgspec.Struct``: a frozen, slotted value that is written to and read from
JSON at once, with unknown fields refused (docs/decisions/0002).
"""

import hashlib
from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["statute", "transcript", "question"]
Split: TypeAlias = Literal["test", "train"]
Grader: TypeAlias = Literal["published", "corrected"]
Outcome: TypeAlias = Literal["correct", "wrong", "not_an_answer"]
Role: TypeAlias = Literal["system", "user", "assistant"]
StopReason: TypeAlias = Literal[
    "stop", "max_tokens", "model_length", "content_filter", "refused", "failed", "unknown"
]

GRADERS: tuple[Grader, ...] = ("published", "corrected")


class Line(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One line of a document, as places (character offsets) in the document's text.

    The line as shown is ``text[start:end]``, without its indent. The words begin at ``words``,
    behind the label or line number; without the header they begin at ``plain``. Lines are many
    and can be in no cycle: the garbage collector need not look at them.
    """

    cite: str
    start: int
    words: int
    plain: int
    end: int
    leaf: bool = True
    terms: tuple[str, ...] = ()

    def moved(self, by: int) -> "Line":
        """Return the line as it stands when ``by`` characters come in before it."""
        return Line(
            self.cite,
            self.start + by,
            self.words + by,
            self.plain + by,
            self.end + by,
            self.leaf,
            self.terms,
        )


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text shown to a model, and its lines. ``text`` has no newline at its end.

    ``source`` says where the text comes from, e.g. a file's name or ``invented``.
    """

    id: str
    kind: Kind
    text: str
    lines: tuple[Line, ...]
    source: str
    title: str = ""
    section: str = ""

    def shown(self, line: Line) -> str:
        """The line as the model sees it: label or number, header and words."""
        return self.text[line.start : line.end]

    def words(self, line: Line) -> str:
        """The line without its label or number, header included."""
        return self.text[line.words : line.end]

    def plain(self, line: Line) -> str:
        """The line without label and header."""
        return self.text[line.plain : line.end]

    def with_line(self, place: int, shown: str) -> "Document":
        """Return the document with another text for one of its lines, header and label alike."""
        old = self.lines[place]
        by = len(shown) - (old.end - old.start)
        after = (line.moved(by) for line in self.lines[place + 1 :])
        new = msgspec.structs.replace(old, end=old.end + by)
        return msgspec.structs.replace(
            self,
            text=self.text[: old.start] + shown + self.text[old.end :],
            lines=(*self.lines[:place], new, *after),
        )

    def header(self, line: Line) -> str:
        """The heading that opens the line, or the empty string."""
        return self.text[line.words : line.plain].rstrip()


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question about one document, with its right answer.

    ``asked`` is what the question names: the words, the cite, or the term. ``target`` is the
    place of the line in ``Document.lines``. ``gold`` is the right answer: a cite as printed by
    ``benchbar.cite``, the whole line as shown, or a term. ``unamended`` is the line before it
    was changed, for amended text.
    """

    id: str
    window: str
    corpus: str
    task: str
    split: Split
    document: str
    question: str
    asked: str
    target: int
    gold: str
    alternatives: tuple[str, ...] = ()
    unamended: str | None = None
    traits: dict[str, int | str] = {}


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One message of a conversation."""

    role: Role
    text: str


_REAL = frozenset({"temperature", "top_p"})
"""Settings of a cell that may be any number, written as a whole one or not."""


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One column of a study: a model with every setting under which it is asked.

    None means that the setting is left to the provider.
    """

    model: str
    variant: str = "default"
    temperature: float | None = 0.0
    system_message: str | None = None
    max_tokens: int | None = None
    seed: int | None = None
    reasoning_effort: str | None = None
    reasoning_tokens: int | None = None
    top_p: float | None = None
    base_url: str | None = None

    @property
    def key(self) -> str:
        """A short stable name: the model's last part, and ten digits over all settings."""
        digest = hashlib.sha256(msgspec.json.encode(self._unlike_default())).hexdigest()[:10]
        short = "".join(c if c.isalnum() or c in "-._" else "-" for c in self.model.split("/")[-1])
        return f"{short[:40]}-{digest}"

    def _unlike_default(self) -> dict[str, object]:
        """Return the settings that are not the default's, equal ones written alike: 1 and 1.0.

        Encoding leaves out only what *is* the default, not what equals it.
        """
        settings = msgspec.structs.asdict(self)
        plain = msgspec.structs.asdict(Cell(""))
        told = {name: value for name, value in settings.items() if value != plain[name]}
        for name in _REAL & told.keys():
            told[name] = None if told[name] is None else float(told[name])
        return told


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the model answered to one item in one cell and trial.

    ``turns`` are the model's replies in order; graders read the last (``text``). Reasoning is
    kept apart from the answer. ``error`` says why a call failed, or what the server said in place
    of a reply (``stop_reason`` "failed", "model_length", "content_filter" or "refused").
    ``cell`` is the key of the cell, empty for replies brought from elsewhere.
    """

    id: str
    cell: str = ""
    trial: int = 1
    turns: tuple[str, ...] = ()
    reasoning: str = ""
    stop_reason: StopReason = "stop"
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_reasoning: int | None = None
    cost: float | None = None
    seconds: float | None = None
    error: str | None = None

    @property
    def text(self) -> str:
        """The answer that is graded: the last turn."""
        return self.turns[-1] if self.turns else ""


class Verdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one grader says of one reply.

    ``error`` is the error kind of a wrong answer, or the kind of not-an-answer; ``rule`` names
    the rule that decided; ``answer`` is what the grader understood. ``relative_error`` is how
    many lines (or "pages:lines") the answer lies behind the right place; negative is before.
    """

    id: str
    cell: str
    trial: int
    grader: Grader
    outcome: Outcome
    error: str | None
    relative_error: int | str | None
    answer: str
    rule: str


class Estimate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number with its uncertainty: never printed without its interval."""

    value: float
    low: float
    high: float
    level: float
    n: int
    clusters: int
    method: str
