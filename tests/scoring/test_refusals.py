"""Replies that are no answer by their words, told from replies that answer "it is not there"."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbar.records import Document, Item, Reply, StopReason
from benchbar.scoring import cites, refusals, terms, text
from benchbar.scoring.judge import judge
from tests.scoring import small_documents as made
from tests.scoring.dresses import BOTH, CORRECTED

RULES = {
    "text_to_cite": cites,
    "defined_to_cite": cites,
    "cite_to_text": text,
    "cite_to_defined": terms,
}
TRANSCRIPT = made.transcript(
    "1: Q.    State your name for the record.\n"
    "2: A.    I cannot answer that question, counsel.\n"
    "3: Q.    Could you please provide the document?"
)
STATUTE = made.statute(
    'Section 704.  Orchards.\n(a) The term "orchard" means\n  (1) any field of trees, or\n'
    "  (2) any person unable to provide assistance."
)
ITEMS: tuple[tuple[Document, Item], ...] = tuple(
    (document, made.item(document, task, place))
    for document, task, place in (
        (TRANSCRIPT, "text_to_cite", 1),
        (TRANSCRIPT, "text_to_cite", 2),
        (TRANSCRIPT, "cite_to_text", 1),
        (TRANSCRIPT, "cite_to_text", 2),
        (STATUTE, "text_to_cite", 3),
        (STATUTE, "cite_to_text", 3),
        (STATUTE, "defined_to_cite", 1),
        (STATUTE, "cite_to_defined", 1),
    )
)
REFUSALS = (
    "I'm sorry, but I can't help with that.",
    "I am unable to assist with this request.",
    "As an AI language model, I do not have opinions.",
    "I must decline.",
    "I’m not able to provide the text.",
    "I won't reproduce legal text.",
    "This is against my guidelines.",
    "Please provide the full text of the statute.",
    "I do not have access to the document.",
    "I cannot answer this question.",
    "That's not something I'm able to help with.",
    "I'd rather not.",
    "I dont know.",
    "Cannot comply.",
    "No, I won't.",
    "Your request cannot be processed.",
    "My instructions do not allow me to cite statutes.",
    "I cannot, in good conscience, provide that.",
    "It looks like the transcript was not included. Can you upload it?",
    "I haven't been given any text to work with.",
    "Je refuse de répondre.",
    "Désolé, je ne suis pas en mesure de fournir ce texte.",
    "No puedo ayudarte con eso.",
    "Não posso responder a essa pergunta.",
    "Mi rifiuto di rispondere.",
    "Dabei kann ich Ihnen leider nicht helfen.",
    "Ik kan deze vraag niet beantwoorden.",
    "Ich kann nicht erkennen, welche Frage ich beantworten soll.",
    "Nie mogę odpowiedzieć na to pytanie.",
    "Я не могу ответить на этот вопрос.",
    "Я відмовляюся відповідати.",
    "Bu isteği yerine getiremiyorum.",
    "لا يمكنني الإجابة على هذا السؤال.",
    "मैं इस प्रश्न का उत्तर नहीं दे सकता।",
    "抱歉，我不能回答这个问题。",
    "その依頼には対応できません。",
    "그 질문에는 답변할 수 없습니다.",
    "Tôi không thể giúp bạn.",
    "Saya tidak dapat membantu permintaan itu.",
)
COURTESIES = (
    "Let me know if you need anything else!",
    "I'm happy to help with any other questions.",
    "If you need help with another line, don't hesitate to ask.",
    "Please let me know if you would like me to provide the full text.",
    "How can I help you further?",
    "As an AI, I may make mistakes, so please verify against the original.",
    "For legal advice, please consult an attorney.",
    "Sorry for the delay.",
    "I cannot guarantee accuracy.",
    "Feel free to share more documents.",
)


def found(
    document: Document, item: Item, reply: str, stop: StopReason = "stop"
) -> tuple[str | None, str]:
    """Return the error kind, or the outcome, and the rule of the corrected grader."""
    rules = RULES[item.task]
    answer = Reply(id=item.id, turns=(reply,), stop_reason=stop)
    both = judge(item, document, answer, published=rules.published, corrected=rules.corrected)
    return both[1].error or both[1].outcome, both[1].rule


@pytest.mark.parametrize("text", REFUSALS)
def test_refuses(text: str) -> None:
    assert refusals.refuses(text)
    for document, item in ITEMS:
        assert found(document, item, text) == ("refused", "refused-in-words"), item.task


@pytest.mark.parametrize(
    "text",
    [
        "I cannot find that text.",
        "I'm sorry, but there is no line 40.",
        "The text does not appear above.",
        "No such section.",
        "The term is not defined there.",
        "any ballinated, or",
        "I can't find line 40 in the document that you provided.",
        "I could not find the answer in the transcript.",
        "The witness declined to answer.",
        "A.    I can't answer that.",
        "THE WITNESS:  I won't answer that.",
        "Q.    Could you please share the document with counsel?",
        "Sure, I can help with that: the blue whale.",
        "no person may refuse to answer",
        "the owner shall assist any person under clause (i) who is not able to comply",
        "Je ne trouve pas ce texte.",
        "Lo siento, no hay tal línea.",
        "Es gibt keine solche Zeile.",
        "Не удалось найти этот текст.",
        "未找到该文本。",
        "このテキストは見つかりませんでした。",
    ],
)
def test_answers_that_it_is_not_there(text: str) -> None:
    assert not refusals.refuses(text)


@pytest.mark.parametrize("text", REFUSALS)
def test_refusing_clauses_are_cut_out(text: str) -> None:
    rest = refusals.without_refusals(f"The answer is line 3. {text}")
    assert rest.startswith("The answer is line 3.")


def test_only_the_refusing_clause_is_cut_out() -> None:
    text = "I can't give legal advice, but the answer is line 2."
    assert refusals.without_refusals(text) == "the answer is line 2."


@pytest.mark.parametrize("place", ["start", "middle", "end"])
def test_a_long_reply_declines_at_its_ends(place: str) -> None:
    filler = "The clerk keeps a record of each sitting. " * 100
    parts = {"start": 0, "middle": len(filler), "end": 2 * len(filler)}
    whole = filler * 2
    at = parts[place]
    reply = f"{whole[:at]}I cannot help with that. {whole[at:]}"
    assert refusals.refuses(reply) == (place != "middle")


ERRORS = (
    "Error: rate limit exceeded",
    "500 Internal Server Error",
    "Error 401: Unauthorized",
    "HTTP 504",
    '{"error": {"type": "overloaded_error", "message": "Overloaded"}}',
    "<html>\n<head><title>502 Bad Gateway</title></head>\n</html>",
    "upstream connect error or disconnect/reset before headers",
    "An error occurred. Please try again later.",
    "Traceback (most recent call last):\n  File",
    "RateLimitError: quota exceeded",
)


@pytest.mark.parametrize("text", ERRORS)
def test_an_error_of_the_service_is_a_failed_call(text: str) -> None:
    for document, item in ITEMS:
        assert found(document, item, text) == ("failed", "error-text"), item.task


@pytest.mark.parametrize(
    "text",
    [
        "Error: no such line.",
        '{"error": "The text was not found."}',
        "any unauthorized person, or",
        "555.555.5555",
        "Something went wrong with the truck.",
        "The answer is line 3. An internal server error came up before.",
    ],
)
def test_an_answer_is_no_error_of_the_service(text: str) -> None:
    assert found(*ITEMS[0], text)[0] != "failed"


@pytest.mark.parametrize(
    "text", ["-", "...", "***", "```\n```", "</s>", "[no response]", "<your answer>", "👍", "{}"]
)
def test_marks_and_blank_forms_say_nothing(text: str) -> None:
    assert refusals.says_nothing(text)
    for document, item in ITEMS:
        assert found(document, item, text) == ("empty", "only-marks"), item.task


@pytest.mark.parametrize("text", ["N/A", "None", "null", "nil", "Not applicable", "no", "答"])
def test_a_word_says_something(text: str) -> None:
    assert not refusals.says_nothing(text)
    assert found(*ITEMS[0], text)[0] == "not found"


@pytest.mark.parametrize(
    "text", ["", " \n", "\u200b", "\u2060\ufeff", "\u3164", "\u2800", "\u00ad"]
)
def test_what_cannot_be_seen(text: str) -> None:
    assert not refusals.is_visible(text)
    assert found(*ITEMS[0], text) == ("empty", "empty-reply")
    assert found(*ITEMS[0], text, "max_tokens") == ("truncated", "cut-off")


answers = st.sampled_from(ITEMS)
dresses = st.sampled_from(sorted(CORRECTED.keys() - {"disclaimer"}))
plain = st.sampled_from(sorted(BOTH))


@settings(max_examples=150, deadline=None)
@given(answers, dresses, st.sampled_from(COURTESIES), st.booleans())
def test_an_answer_with_a_courtesy_is_an_answer(
    asked: tuple[Document, Item], dress: str, courtesy: str, behind: bool
) -> None:
    document, item = asked
    for answer in (item.gold, "any violet zebra"):
        shown = CORRECTED[dress](answer)
        reply = f"{shown}\n\n{courtesy}" if behind else f"{courtesy}\n\n{shown}"
        kind, _ = found(document, item, reply)
        assert kind not in ("refused", "empty", "failed", "truncated"), reply


@settings(max_examples=150, deadline=None)
@given(answers, st.sampled_from(REFUSALS), st.sampled_from(['"{}"', "“{}”", "«{}»"]))
def test_a_refusal_that_quotes_the_question_refuses(
    asked: tuple[Document, Item], refusal: str, quotes: str
) -> None:
    document, item = asked
    if item.task.startswith("cite"):
        return
    reply = f"{refusal.rstrip('.!?।。')}: {quotes.format(item.asked)}"
    assert found(document, item, reply)[0] == "refused", reply


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    assert refusals.refuses(text) == refusals.refuses(text)
    assert len(refusals.without_refusals(text)) <= len(text) * 3
    assert refusals.is_visible(text) or refusals.says_nothing(text)


@cache
def languages() -> dict[str, dict[str, Any]]:
    """Return the words of the languages as they are written down."""
    source = files("benchbar.scoring") / "refusals.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(languages()))
def test_each_language_has_the_words_it_needs(name: str) -> None:
    table = languages()[name]
    needed = {"cannot", "act", "declines", "enough", "alone", "absent", "tone", "negation"}
    known = {
        *needed,
        "spaced",
        "who",
        "seeking",
        "lacking",
        "document",
        "giver",
        "sending",
        "thing",
    }
    assert needed <= table.keys() <= known
    for phrases in (value for value in table.values() if isinstance(value, str)):
        assert all(phrase.strip() for phrase in phrases.split("|"))
