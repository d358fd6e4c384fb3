"""Laws of grading: gold is right however dressed, other lines wrong, every outcome one of three."""

import json
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchbar.records import Document, Item, Reply, StopReason
from benchbar.scoring import cites, taxonomy
from benchbar.scoring.judge import judge
from tests.scoring import small_documents as made
from tests.scoring.dresses import BOTH, CORRECTED, FRAMES, MARKS
from tests.scoring.rules import RULES

NAMES = ("balin", "corvet", "dunmar", "elsiro", "fantol", "gresp", "hulden", "ixomer", "jaspil")
VERBS = ("saw", "heard", "signed", "left", "found", "kept", "moved", "sold")
THINGS = ("the blue ledger", "a ferry pass", "that crane", "no letter", "every invoice")

relaxed = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def transcripts(draw: st.DrawFn) -> Document:
    """A transcript of one page, or of three that start beyond the number of lines."""
    per_page = draw(st.integers(3, 6))
    pages = draw(st.sampled_from([1, 3]))
    first = draw(st.integers(per_page + 1, 300))
    names = st.sampled_from(NAMES)
    seen: list[str] = []
    while len(seen) < per_page * pages:
        who, verb, thing = draw(names), draw(st.sampled_from(VERBS)), draw(st.sampled_from(THINGS))
        front = ("Q.    Was it true that ", "A.    ", "and then ", "MR. ORD:  ")[len(seen) % 4]
        line = f"{front}{who} {verb} {thing} in room {len(seen) + 400}."
        seen.append(line)
    out: list[str] = []
    for page in range(pages):
        out += [f"Page {first + page}:"] if pages > 1 else []
        out += [f"{n + 1}: {seen[page * per_page + n]}" for n in range(per_page)]
        out += [""] if pages > 1 else []
    return made.transcript("\n".join(out).strip("\n"))


@st.composite
def statutes(draw: st.DrawFn) -> Document:
    """A section of definitions in which each paragraph defines one term by two leaves."""
    number = draw(st.integers(1010, 9999))
    terms_used = draw(st.permutations(NAMES))
    lines = [f"Section {number}.  Definition of {terms_used[0]}."]
    for place, letter in enumerate("abc"):
        head = terms_used[place]
        lines.append(f"({letter}) Rules for {head}")
        for n in range(1, draw(st.integers(2, 3)) + 1):
            one, two, term = f"{head}il{n}", f"{head}os{n}", f"{head}an{n}"
            lines.append(f'  ({n}) Rule of {n}.~The term "{term}" means-')
            lines += [f"    (A) any {one}, or", f"    (B) any {two}."]
    return made.statute("\n".join(lines))


def questions(document: Document) -> list[Item]:
    """Every question that the five tasks could ask about a document."""
    found = []
    for place, line in enumerate(document.lines):
        tasks = ["text_to_cite", "cite_to_text"] if "any" in document.words(line) else []
        tasks = tasks or (["text_to_cite", "cite_to_text"] if document.kind == "transcript" else [])
        tasks += ["defined_to_cite", "cite_to_defined"] if line.terms else []
        found += [made.item(document, task, place) for task in tasks]
    return found


def verdicts(
    item: Item, document: Document, reply: str, stop: StopReason = "stop"
) -> tuple[str, str]:
    """What the published and the corrected grader find: the error kind, or the outcome."""
    published, corrected = RULES[item.task]
    both = judge(
        item,
        document,
        Reply(id=item.id, turns=(reply,), stop_reason=stop),
        published=published,
        corrected=corrected,
    )
    first, second = (verdict.error or verdict.outcome for verdict in both)
    return first, second


documents = st.one_of(transcripts(), statutes())


@relaxed
@given(documents, st.data())
def test_gold_is_right_by_both_graders(document: Document, data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(questions(document)))
    for answer in {item.gold, made.natural(item)}:
        for name, dress in BOTH.items():
            quoted_cite = "quotes" in name and answer.startswith("section")
            published, corrected = verdicts(item, document, dress(answer))
            assert corrected == "correct", (name, answer)
            if not quoted_cite:
                assert published == "correct", (name, answer)


@relaxed
@given(documents, st.data())
def test_gold_is_right_in_every_dress(document: Document, data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(questions(document)))
    for answer in {item.gold, made.natural(item)}:
        for name, dress in CORRECTED.items():
            assert verdicts(item, document, dress(answer))[1] == "correct", (name, answer, item)


@relaxed
@given(documents, st.data())
def test_gold_is_right_in_a_dress_within_a_frame(document: Document, data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(questions(document)))
    answer = data.draw(st.sampled_from([item.gold, made.natural(item)]))
    for frame in FRAMES:
        mark = data.draw(st.sampled_from(MARKS))
        reply = CORRECTED[frame](CORRECTED[mark](answer))
        assert verdicts(item, document, reply)[1] == "correct", (frame, mark, item)


@relaxed
@given(documents, st.data())
def test_other_answers_are_wrong_in_every_dress(document: Document, data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(questions(document)))
    other = data.draw(st.sampled_from(questions(document)))
    if other.task != item.task or other.gold == item.gold:
        return
    for answer in {other.gold, made.natural(other)}:
        assert verdicts(item, document, answer)[0] not in ("correct", "not found"), answer
        for name, dress in CORRECTED.items():
            error = verdicts(item, document, dress(answer))[1]
            assert taxonomy.is_error_kind(error), (name, answer, item, error)
            assert error not in ("not found", "multiple answers"), (name, answer, item)


@relaxed
@given(documents, st.data())
def test_gold_beside_another_answer_is_wrong(document: Document, data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(questions(document)))
    other = data.draw(st.sampled_from(questions(document)))
    if other.task != item.task or other.gold == item.gold:
        return
    for form in ('"{}" or "{}"', "{}\n{}", "Either {} or {}", "- {}\n- {}"):
        pair = form.format(item.gold, other.gold)
        assert verdicts(item, document, pair)[1] != "correct", pair


@relaxed
@given(documents, st.data())
def test_the_last_committed_answer_counts(document: Document, data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(questions(document)))
    other = data.draw(st.sampled_from(questions(document)))
    if other.task != item.task or other.gold == item.gold:
        return
    for form in (
        'It may be "{0}".\n\nFinal answer: "{1}"',
        'The answer is "{0}".\n\nWait, that is not right. The answer is "{1}".',
        "<think>\n{0}\n</think>\n{1}",
        "First I thought of this:\n{0}\n\nFinal answer:\n{1}",
    ):
        assert verdicts(item, document, form.format(other.gold, item.gold))[1] == "correct", form
        assert verdicts(item, document, form.format(item.gold, other.gold))[1] != "correct", form


@relaxed
@given(documents, st.data())
def test_one_different_word_is_wrong(document: Document, data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(questions(document)))
    if item.task != "cite_to_text":
        return
    words = document.plain(document.lines[item.target]).rstrip(",. or").split()
    place = data.draw(st.integers(0, len(words) - 1))
    for changed in (["zebra"], ["zebra", words[place]], []):
        reply = " ".join([*words[:place], *changed, *words[place + 1 :]])
        for name, dress in CORRECTED.items():
            restores = name == "A:" and words[0] == "A." and place == 0
            found = verdicts(item, document, dress(reply))[1]
            assert restores or found not in ("correct", "refused"), name


@relaxed
@given(documents, st.data())
def test_a_neighbouring_cite_is_wrong(document: Document, data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(questions(document)))
    if not item.gold.startswith("section"):
        return
    parent, last = item.gold[: item.gold.rindex("(")], item.gold[item.gold.rindex("(") :]
    near = {
        parent,
        f"{item.gold}(i)",
        f"{item.gold}(ii)",
        item.gold.replace("section ", "section 9"),
    }
    near |= {item.gold.partition("(")[2].join("()"), parent + last.swapcase()} - {item.gold}
    for answer in near:
        for name, dress in CORRECTED.items():
            assert verdicts(item, document, dress(answer))[1] != "correct", (name, answer)


STOPS: tuple[StopReason, ...] = ("stop", "max_tokens", "failed", "refused", "unknown")
SHARDS = st.sampled_from(
    [
        "(a)(1)",
        '"',
        "**",
        "<",
        "{",
        "[",
        "\\boxed{",
        "line ",
        "page ",
        "69:3",
        "section ",
        "5217",
        "\n",
        " ",
        "or ",
        "not ",
        "<think>",
        "</think>",
        "any\n    ",
        "'",
        "`",
        "-",
        "$",
        "The answer is ",
        "wait, ",
        "7",
        "~",
        "&quot;",
        "§",
        "four",
        "hundred ",
    ]
)


@relaxed
@given(documents, st.data(), st.one_of(st.text(), st.lists(SHARDS, max_size=60).map("".join)))
def test_every_reply_ends_in_one_place(document: Document, data: st.DataObject, reply: str) -> None:
    item = data.draw(st.sampled_from(questions(document)))
    published, corrected = RULES[item.task]
    stop = data.draw(st.sampled_from(STOPS))
    given_reply = Reply(id=item.id, turns=(reply,), stop_reason=stop)
    both = judge(item, document, given_reply, published=published, corrected=corrected)
    assert [verdict.grader for verdict in both] == ["published", "corrected"]
    assert both == judge(item, document, given_reply, published=published, corrected=corrected)
    for verdict in both:
        match verdict.outcome:
            case "correct":
                assert verdict.error is None
            case "wrong":
                assert taxonomy.is_error_kind(verdict.error or "")
            case "not_an_answer":
                assert verdict.error in taxonomy.NOT_AN_ANSWER
        assert verdict.rule == verdict.rule.lower().replace(" ", "-")


@pytest.mark.parametrize("shard", ["(a)(1)", '"', "**", "<", "{", "[", "7", "line 7 ", "'a "])
def test_a_runaway_reply_is_graded(shard: str) -> None:
    document = made.transcript("1: A.    I saw it there.\n2: Q.    Are you sure of that?")
    for task, place in (("text_to_cite", 0), ("cite_to_text", 1)):
        item = made.item(document, task, place)
        assert verdicts(item, document, shard * (200_000 // len(shard)))[1] != "correct"


@pytest.mark.parametrize("key", ["answer", "citation", "text", "result"])
def test_gold_inside_json(key: str) -> None:
    document = made.statute('Section 5217.  Terms.\n(a) The term "x" means\n  (1) any bolt, or')
    for task, place in (("text_to_cite", 2), ("cite_to_text", 2)):
        item = made.item(document, task, place)
        reply = json.dumps({"explanation": "It is not section 5217(b).", key: item.gold})
        assert verdicts(item, document, reply)[1] == "correct"
        assert verdicts(item, document, f"```json\n{reply}\n```")[1] == "correct"


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("see line 1, " * 60, "correct"),
        ("see line 2, " * 60, "wrong line"),
        ("see, as I said before, line 1, " * 60, "truncated"),
        ("You will find it on line 1. The witness says in line 1 that he saw it, and", "correct"),
        ("You will find it on line 1. Line 2 gives the answer, which is", "truncated"),
    ],
)
def test_a_reply_cut_off_in_a_loop_or_behind_its_answer_has_answered(
    reply: str, found: str
) -> None:
    document = made.transcript("1: A.    I saw it there.\n2: Q.    Are you sure of that?")
    item = made.item(document, "text_to_cite", 0)
    assert verdicts(item, document, reply, "max_tokens")[1] == found


@pytest.mark.parametrize("end", ["(a)", "(a) ", "(a)(", "(a)( \n"])
def test_a_cite_cut_within_its_labels_is_no_answer(end: str) -> None:
    document = made.statute('Section 5217.  Terms.\n(a) The term "x" means\n  (1) any bolt, or')
    item = made.item(document, "text_to_cite", 2)
    reply = f"The answer is section 5217{end}"
    assert verdicts(item, document, reply, "max_tokens")[1] == "truncated"


def test_judge_serves_as_the_judge_of_a_task() -> None:
    document = made.transcript("1: A.    I saw it there.\n2: Q.    Are you sure of that?")
    judges = partial(judge, published=cites.published, corrected=cites.corrected)
    item = made.item(document, "text_to_cite", 0)
    both = judges(item, document, Reply(id="r", cell="c", trial=3, turns=("no", "line 1")))
    assert {(v.id, v.cell, v.trial, v.outcome) for v in both} == {("r", "c", 3, "correct")}
