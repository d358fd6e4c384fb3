"""The materials of an essay study: questions, rubrics, model answers, essays; and what is wrong.

    study.md                    title, and the questions in their order
    <question>/question.md      the question, its parts with their weights
    <question>/rubric.md        what tells scores apart, and the point sheet
    <question>/answers/*        model answers with their scores
    <question>/essays/*         what is to be graded, one file an essay
    <question>/benchmarks.md    essays that show each score, for training
    <question>/file/*, library/*    of a performance test

Every file may be Markdown, JSON or DOCX (``pages``).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from benchbar.errors import InputError
from benchbar.exam.essays import pages, rubrics
from benchbar.exam.essays.pages import Page
from benchbar.exam.essays.rubrics import Rubric

Kind: TypeAlias = Literal["MEE", "MPT"]
LOWEST, HIGHEST = 1, 6
"""The scale of official scores."""
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a question, and its share of the question's score."""

    label: str
    weight: float


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper of the file or the library of a performance test; ``name`` is that of its file."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A model answer, with the score that it deserves."""

    name: str
    score: float
    text: str


@dataclass(frozen=True, slots=True)
class Essay:
    """What is to be graded.

    ``name`` is that of its file. ``fields`` are all that the file says of it, such as whose it is:
    no grader ever sees them.
    """

    name: str
    text: str
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """A question with all that belongs to it; ``benchmarks`` names an essay for each score."""

    id: str
    kind: Kind
    title: str
    subjects: tuple[str, ...]
    minutes: int
    parts: tuple[Part, ...]
    text: str
    rubric: Rubric
    answers: tuple[Answer, ...] = ()
    essays: tuple[Essay, ...] = ()
    benchmarks: Mapping[int, str] = field(default_factory=dict)
    file: tuple[Paper, ...] = ()
    library: tuple[Paper, ...] = ()


@dataclass(frozen=True, slots=True)
class Materials:
    """A study's materials; ``label`` says of what sort they are, such as ``invented example``."""

    title: str
    label: str
    about: str
    questions: tuple[Question, ...]

    def question(self, name: str) -> Question:
        """Return a question by its id; KeyError if there is none."""
        return {one.id: one for one in self.questions}[name]


def read(folder: Path) -> Materials:
    """Read the materials of a study.

    Raises:
        InputError: Something is missing or wrong: the first problem, and how many there are.
    """
    found, problems = look(folder)
    if found is None or problems:
        more = len(problems) - 1
        others = f" (and {more} more: see 'benchbar essays check')" if more > 0 else ""
        raise InputError(problems[0] + others)
    return found


def look(folder: Path) -> tuple[Materials | None, list[str]]:
    """Read what can be read, and list what is wrong, each with its file and row."""
    problems: list[str] = []
    try:
        study = _page(folder, "study")
        names = _names(study)
    except InputError as error:
        return None, [str(error)]
    questions = []
    for name in names:
        try:
            questions.append(_question(folder / name, problems))
        except InputError as error:
            problems.append(str(error))
    title = str(study.fields.get("title", "") or folder.resolve().name)
    label = str(study.fields.get("label", ""))
    return Materials(title, label, study.text, tuple(questions)), problems


def _page(folder: Path, stem: str) -> Page:
    """Read the file of a folder that has a name, whatever its form."""
    found = [path for suffix in pages.READERS if (path := folder / f"{stem}{suffix}").is_file()]
    if not found:
        wanted = " or ".join(f"{stem}{suffix}" for suffix in pages.READERS)
        raise InputError(f"{folder}: {wanted} is missing: 'benchbar essays init' shows an example")
    if len(found) > 1:
        raise InputError(f"{found[1]}: stands beside {found[0].name}: remove one of them")
    return pages.read(found[0])


def _names(study: Page) -> list[str]:
    names = study.fields.get("questions")
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        raise study.problem("must list the folders of its questions: questions: [mee-1, mee-2]")
    for name in names:
        if not name or Path(name).name != name or name in (".", ".."):
            raise study.problem(f"{name!r} is no name of a folder beside it")
        if names.count(name) > 1:
            raise study.problem(f"{name} is listed twice")
    return names


def _question(folder: Path, problems: list[str]) -> Question:
    page = _page(folder, "question")
    kind = page.fields.get("kind", "MEE")
    if kind not in get_args(Kind):
        raise page.problem(f"kind {kind!r}: must be MEE or MPT")
    if not page.text:
        raise page.problem("holds no question")
    parts = _parts(page)
    rubric = rubrics.read(_page(folder, "rubric"))
    if missing := {part.label for part in parts} - {one.label for one in rubric.sheet}:
        problems.append(f"{rubric.path}: the point sheet lacks part {', '.join(sorted(missing))}")
    essays = _essays(folder, problems)
    return Question(
        id=folder.name,
        kind=kind,
        title=str(page.fields.get("title", folder.name)),
        subjects=_words(page, "subjects"),
        minutes=_whole(page, "minutes", 30 if kind == "MEE" else 90),
        parts=parts,
        text=page.text,
        rubric=rubric,
        answers=tuple(_answers(folder, problems)),
        essays=essays,
        benchmarks=_benchmarks(folder, {one.name for one in essays}, problems),
        file=_papers(folder / "file", problems),
        library=_papers(folder / "library", problems),
    )


def _parts(page: Page) -> tuple[Part, ...]:
    listed = page.fields.get("parts", [{"label": "1", "weight": 1}])
    try:
        parts = tuple(Part(str(one["label"]), float(one["weight"])) for one in listed)
    except (TypeError, KeyError, ValueError):
        raise page.problem("parts must be lines of '- {label: \"1\", weight: 0.5}'") from None
    if not parts or abs(sum(part.weight for part in parts) - 1) > _TOLERANCE:
        raise page.problem("the weights of its parts must add up to 1")
    if any(not part.weight > 0 for part in parts):
        raise page.problem("the weight of a part must be more than 0")
    if len({part.label for part in parts}) < len(parts):
        raise page.problem("two parts have the same label")
    return parts


def _words(page: Page, name: str) -> tuple[str, ...]:
    found = page.fields.get(name) or []
    return tuple(map(str, found)) if isinstance(found, list) else (str(found),)


def _whole(page: Page, name: str, default: int) -> int:
    found = page.fields.get(name, default)
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise page.problem(f"{name} {found!r}: must be a whole number of 1 or more")
    return found


def _files(folder: Path, problems: list[str]) -> Iterator[Page]:
    """Yield the pages of a folder by name; what cannot be read is a problem."""
    stems: set[str] = set()
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name.startswith(".") or path.is_dir():
            continue
        try:
            page = pages.read(path)
        except InputError as error:
            problems.append(str(error))
            continue
        if not page.text:
            problems.append(f"{path}: holds no text")
        elif path.stem in stems:
            problems.append(f"{path}: there is another {path.stem}: rename one of them")
        else:
            stems.add(path.stem)
            yield page


def _papers(folder: Path, problems: list[str]) -> tuple[Paper, ...]:
    return tuple(Paper(page.path.stem, page.text) for page in _files(folder, problems))


def _answers(folder: Path, problems: list[str]) -> Iterator[Answer]:
    for page in _files(folder / "answers", problems):
        score = page.fields.get("score", HIGHEST)
        if not isinstance(score, int | float) or not LOWEST <= score <= HIGHEST:
            problems.append(f"{page.path}: score {score!r}: must be from {LOWEST} to {HIGHEST}")
        else:
            yield Answer(page.path.stem, float(score), page.text)


def _essays(folder: Path, problems: list[str]) -> tuple[Essay, ...]:
    found: dict[str, Essay] = {}
    for page in _files(folder / "essays", problems):
        if twin := found.get(page.text):
            problems.append(f"{page.path}: has the same text as {twin.name}")
        else:
            found[page.text] = Essay(page.path.stem, page.text, page.fields)
    return tuple(found.values())


def _benchmarks(folder: Path, essays: set[str], problems: list[str]) -> Mapping[int, str]:
    """Read which essay shows which score; a list in the file's fields, or lines of its text."""
    if not any((folder / f"benchmarks{suffix}").is_file() for suffix in pages.READERS):
        return {}
    page = _page(folder, "benchmarks")
    found = rubrics.benchmarks(page)
    for score, name in found.items():
        if not LOWEST <= score <= HIGHEST or name not in essays:
            problems.append(f"{page.path}: {score}: {name}: is no essay with a score of this scale")
    return found
