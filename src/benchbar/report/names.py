"""What people call things: titles of corpora, tasks, outcomes and models. A glossary as data."""

from collections.abc import Iterable, Mapping

from benchbar.records import Cell, Verdict
from benchbar.runs.elsewhere import PROVIDER as ELSEWHERE
from benchbar.scoring.misses import SWAPPED

CORPORA = {
    "transcripts": "Invented transcripts",
    "blt-transcripts": "Transcripts (BLT files)",
    "synthetic": "Synthetic sections",
    "uscode": "U.S. Code",
    "code": "Invented code",
    "sara": "SARA's cases",
    "sara-example": "Invented cases",
    "everyday": "Everyday requests",
    "everyday-own": "Requests of your own",
}
"""Titles of the corpora that we name, in the order of the paper's columns. Those of users go by
their own name."""

TASKS = {
    "text_to_cite": "text to cite",
    "cite_to_text": "cite to text",
    "cite_to_amended": "cite to amended",
    "defined_to_cite": "defined to cite",
    "cite_to_defined": "cite to defined",
    "applies_to": "applies to",
    "sara": "SARA",
    "form": "form asked for",
    "multiple_choice": "multiple choice",
    "essay": "essay",
    "essay_mark": "marks of an essay",
    "essay_pair": "essays in pairs",
}
"""Titles of the tasks, in the order of the paper's columns."""

_NAMED = 3
"""From so many on, models are counted and not named in a title."""

_LONGEST = 60
"""Characters of a setting that name a model in a line."""

BUILT_IN = {
    "benchbar/reader": "which finds the answers by rule",
    "benchbar/sloppy": "which finds the answers by rule and puts mistakes in, of the kinds and "
    "about as often as GPT-4 made them in the published study; it guesses at SARA's cases",
    "benchbar/candidate": "a simulation that is told the right choice and misses it as often as "
    "the question is hard, about as often as GPT-4 did in the published studies",
    "benchbar/grader": "a simulation that marks essays by the words that they share with the "
    "rubric, and understands none of them",
}
"""What the built-in models are: no language models, which a report has to say."""

GLOSSARY = {
    "text to cite": "The model is shown a document and the words of one of its lines, and must "
    "say where they stand: the page and line, or the section and subdivision.",
    "cite to text": "The other way round: given the page and line or the subdivision, the model "
    "must give the exact words that stand there.",
    "cite to amended": "The same, after the line was changed by a word or a number, so that a "
    "model that recites the law from memory is wrong.",
    "defined to cite": "Given a defined term, the model must say where it is defined.",
    "cite to defined": "Given a citation, the model must say which term is defined there.",
    "applies to": "A section defines invented terms by each other, and somebody is one of them: "
    "does a subsection apply? The model is to think step by step, and is then asked for yes or no.",
    "SARA": "Cases under a tax statute: do facts entail a statement or contradict it, and how much "
    "tax is due? The built-in cases, and their statute, are invented.",
    "form asked for": "Everyday requests that ask for a form, such as two sentences, JSON or a "
    "letter: does the reply have it? What it says is not looked at.",
    "transcripts": "Pages of testimony with numbered lines. The built-in ones are invented.",
    "synthetic sections": "Statute sections made of invented words, which no model has read.",
    "invented code": "Statutes written by a generator in ordinary statutory English. They are "
    "not the U.S. Code and are never shown as such.",
    "size": "How long the documents are: 4k means a prompt of at most 3,000 GPT-4 tokens, about "
    "2,200 words.",
    "corrected grader": "Accepts what a careful supervising lawyer would accept: form does not "
    "matter, substance does. Its figures lead this report.",
    "published grader": "The rules of the published benchmark, faults included, so that the "
    "published figures can be compared.",
    "not an answer": "The model gave nothing that could be graded: an empty reply, a refusal, a "
    "reply cut short, a failed call. Counted apart from wrong answers, and never as correct.",
    "interval": "Figures in square brackets hold the true accuracy on questions of this sort "
    "with 95% confidence. Intervals that overlap widely show no difference.",
    "text": "What questions are cut from: a deposition, a section or another document. Fewer than "
    "ten in a corpus cannot stand for others: its figures speak of these alone.",
    "Wilson": "The method of the interval where answers are independent: each is about a text of "
    "its own, or to a question of its own where texts are fewer than ten.",
    "new questions": "The method of the interval where several answers share a text, or questions "
    "were asked several times: such answers are not independent, so texts, not answers, are the "
    "units of chance. Where texts are fewer than ten, documents or questions take their place.",
    "Wilson on clusters": "The same where all these units have the same accuracy, such as all "
    "right: Wilson on their number.",
}
"""Plain words for the reader of a report."""


def corpus(name: str) -> str:
    """Return the title of a corpus; a user's corpus goes by its own name."""
    return CORPORA.get(name, name)


def task(name: str) -> str:
    """Return the title of a task."""
    return TASKS.get(name, name.replace("_", " "))


def column_order(test: tuple[str, str]) -> tuple[int, str, int, str]:
    """Return where a (corpus, task) stands in tables: the paper's order, then by name."""
    corpora, tasks = list(CORPORA), list(TASKS)
    corpus_name, task_name = test
    return (
        corpora.index(corpus_name) if corpus_name in CORPORA else len(corpora),
        corpus_name,
        tasks.index(task_name) if task_name in TASKS else len(tasks),
        task_name,
    )


def window_order(window: str) -> tuple[int, str]:
    """Return where a size stands: by its number of tokens (4k before 128k before 1m)."""
    digits = window.rstrip("kKmM")
    factor = {"k": 1, "m": 1000}.get(window[len(digits) :].lower(), 1)
    return (int(digits) * factor if digits.isdigit() else 10**9, window)


def subject(labels: Mapping[str, str], cells: Iterable[Cell], runs: int) -> str:
    """Say who was asked: by name where there is room, else how many, and how often.

    Args:
        labels: What to call each cell of the runs.
        cells: The same cells; one that several runs share comes once for each.
        runs: How many runs there are.
    """
    if len(labels) < _NAMED:
        return " and ".join(labels.values())
    cells = list(cells)
    models = list(dict.fromkeys(cell.model for cell in cells))
    if len(models) == len(labels):
        return f"{len(models)} models"
    asked = models[0] if len(models) == 1 else f"{len(models)} models"
    settings_differ = len({cell.key for cell in cells}) == len(labels)
    return f"{asked} under {len(labels)} settings" if settings_differ else f"{asked} in {runs} runs"


def judgement(verdict: Verdict) -> str:
    """Say in words what a grader found: right, the kind of a wrong answer, or why it is none."""
    if verdict.outcome == "not_an_answer":
        return f"not an answer: {verdict.error}" if verdict.error else "not an answer"
    if verdict.outcome == "wrong":
        return "page and line swapped" if verdict.rule == SWAPPED else verdict.error or "wrong"
    return "correct"


def built_in(models: Iterable[str]) -> dict[str, str]:
    """Return those of the models that come with the program, and what each is."""
    there = set(models)
    return {name: said for name, said in BUILT_IN.items() if name in there}


def cell_labels(cells: Mapping[str, Cell]) -> dict[str, str]:
    """Name cells for people: the model, and those settings in which its cells differ."""
    told = brief_settings(cells)
    by_model: dict[str, list[dict[str, str]]] = {}
    for key, cell in cells.items():
        by_model.setdefault(cell.model, []).append(told[key])
    return {key: _label(told[key], by_model[cell.model]) for key, cell in cells.items()}


def _label(told: Mapping[str, str], siblings: Iterable[Mapping[str, str]]) -> str:
    others = list(siblings)
    differing = [
        f"{name.replace('_', ' ')} {value}"
        for name, value in told.items()
        if name != "model" and any(other[name] != value for other in others)
    ]
    return ", ".join([told["model"], *differing])


def brief_settings(cells: Mapping[str, Cell]) -> dict[str, dict[str, str]]:
    """Return every setting of some cells in words that fit into a line.

    A system message goes by its beginning, and those that begin alike by a number as well.
    """
    told = {key: settings(cell) for key, cell in cells.items()}
    fields = dict.fromkeys(name for one in told.values() for name in one)
    brief = {name: _brief(one[name] for one in told.values()) for name in fields if name != "model"}
    return {
        key: {name: brief[name][value] if name in brief else value for name, value in one.items()}
        for key, one in told.items()
    }


def _brief(values: Iterable[str]) -> dict[str, str]:
    """Return what to call each of some values, all different."""
    alike: dict[str, list[str]] = {}
    for value in dict.fromkeys(values):
        line = " ".join(value.split())
        short = line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"
        alike.setdefault(short, []).append(value)
    return {
        value: short if len(group) == 1 else f"{short} ({number})"
        for short, group in alike.items()
        for number, value in enumerate(group, 1)
    }


def settings(cell: Cell) -> dict[str, str]:
    """Return every setting of a cell in words; what was left to the provider says so."""
    values = {name: getattr(cell, name) for name in cell.__struct_fields__}
    if cell.model.startswith(f"{ELSEWHERE}/"):
        return dict.fromkeys(values, "not known") | {"model": cell.model}
    told = {name: _setting(value) for name, value in values.items()}
    return told | {"system_message": cell.system_message or "none"}


def _setting(value: object) -> str:
    if value is None:
        return "provider's default"
    return f"{value:g}" if isinstance(value, float) else str(value)
