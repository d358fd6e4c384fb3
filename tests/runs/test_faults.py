import traceback

import pytest

from benchbar.records import Cell
from benchbar.runs import faults


class AnswerError(Exception):
    """Stands for what a provider raises."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status_code = status


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACME_API_KEY", "hunter2hunter2")
    monkeypatch.setenv("SHORT_TOKEN", "abc")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("key hunter2hunter2 refused", "key *** refused"),
        ("Incorrect API key: sk-proj-abcdefghijkl0123456", "Incorrect API key: ***"),
        ("header Authorization: Bearer xyz", "header Authorization: Bearer ***"),
        ("GET http://bob:pw@host/v1 failed", "GET http://***@host/v1 failed"),
        ("at https://host/v1?a=1&api_key=pw, no", "at https://host/v1?a=1&api_key=*** no"),
        ("abc is no secret, nor is risk-management", "abc is no secret, nor is risk-management"),
    ],
)
def test_secrets_are_masked(text: str, shown: str) -> None:
    assert faults.scrub(text) == shown


def test_an_error_is_its_class_and_first_line() -> None:
    assert faults.describe(ValueError("\n one\ntwo")) == "ValueError: one"
    assert faults.describe(ValueError("half \ud800")) == "ValueError: half \ufffd"
    assert len(faults.describe(ValueError("x" * 1000))) == faults.LONGEST


@pytest.mark.parametrize(
    ("cell", "error", "told"),
    [
        (
            Cell("openai/gpt-5"),
            AnswerError("no", 401),
            "openai/gpt-5: the server refused the key (401): set OPENAI_API_KEY",
        ),
        (
            Cell("google/gemini"),
            AnswerError("no", 403),
            "google/gemini: the server refused the key (403): set GOOGLE_API_KEY",
        ),
        (
            Cell("openai-api/my-box/x", base_url="http://h/v1"),
            AnswerError("no", 404),
            "openai-api/my-box/x: the server knows no such model or address (404): correct "
            "--model or --base-url",
        ),
        (
            Cell("acme/x"),
            AnswerError("no", 429),
            "acme/x: the server is limiting calls or the account has no credit left (429): try "
            "later",
        ),
        (
            Cell("acme/x"),
            ConnectionError("no route"),
            "acme/x: the first call needs the network and did not get through (ConnectionError: no "
            "route): see whether this machine is connected",
        ),
        (
            Cell("acme/x"),
            ValueError("temperature is not supported"),
            "acme/x: the first call failed: ValueError: temperature is not supported",
        ),
    ],
)
def test_advice_says_what_to_change(cell: Cell, error: Exception, told: str) -> None:
    assert faults.advise(cell, error) == told


@pytest.mark.parametrize(
    ("model", "variable"),
    [
        ("openai-api/my-box/x", "MY_BOX_API_KEY"),
        ("anthropic/claude", "ANTHROPIC_API_KEY"),
        ("hf/x", "HF_TOKEN"),
    ],
)
def test_the_variable_of_the_key_is_named(model: str, variable: str) -> None:
    assert faults.key_variable(model) == variable


class UnpaidError(AnswerError):
    """Stands for what a provider raises when the account has no credit left."""

    code = "insufficient_quota"


class ConnectError(Exception):
    """Stands for a connection that was never made."""


class ReadTimeout(Exception):  # noqa: N818 (named as the client names it)
    """Stands for an answer that did not come in time."""


class JSONDecodeError(Exception):
    """Stands for an answer that nobody understood."""


@pytest.mark.parametrize(
    ("error", "kind", "billed"),
    [
        (AnswerError("no", 401), "keys refused", False),
        (AnswerError("no", 403), "keys refused", False),
        (AnswerError("no", 429), "rate limited", False),
        (UnpaidError("no", 429), "refused for no credit", False),
        (AnswerError("Your credit balance is too low", 400), "refused for no credit", False),
        (faults.NoChoiceError(), "replies not understood", True),
        (AnswerError("no", 408), "timed out", False),
        (AnswerError("no", 503), "server errors", False),
        (AnswerError("no", 400), "requests refused", False),
        (ConnectError(), "not reached", False),
        (ConnectionError("reset"), "not reached", True),
        (ReadTimeout(), "timed out", True),
        (JSONDecodeError(), "replies not understood", True),
        (ValueError(), "other errors", True),
    ],
)
def test_failures_have_a_class_and_may_be_billed(error: Exception, kind: str, billed: bool) -> None:
    wrapped = RuntimeError("failed")
    wrapped.__cause__ = faults.MaskedError(error)
    assert {faults.kind(error), faults.kind(wrapped)} == {kind}
    assert faults.may_be_billed(error) == faults.may_be_billed(wrapped) == billed


def test_a_masked_error_says_the_same_without_secrets() -> None:
    masked = faults.MaskedError(AnswerError("no\nkey hunter2hunter2", 401))
    assert str(masked) == "AnswerError: no\nkey ***"
    assert masked.status_code == 401
    assert faults.describe(masked) == "AnswerError: no"
    assert "hunter2" not in "".join(traceback.format_exception(masked))
