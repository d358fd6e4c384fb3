"""What went wrong with a call, in one line, without secrets, saying what to change."""

import errno
import os
import re
from collections.abc import Iterator

from benchbar.jsonl import storable
from benchbar.records import Cell

LONGEST = 300

_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_SECRET_FORM = re.compile(r"\b(?:sk|pk|rk|xai|gsk|hf|AIza)[-_]?[\w*-]{16,}|(?<=Bearer )\S+")
_SECRET_PLACE = re.compile(r"(://)[^/\s@]+(?=@)|([?&][\w-]*(?:key|token|secret|password)=)[^&\s]+")
_LEAST_SECRET = 6
_KEYS = {"openai": "OPENAI_API_KEY", "google": "GOOGLE_API_KEY", "hf": "HF_TOKEN"}
_UNREACHABLE = ("APIConnectionError", "ConnectError", "ConnectionError", "ConnectTimeout")
_UNSENT = ("ConnectError", "ConnectTimeout", "ConnectionRefusedError", "gaierror")
_WRAPPERS = ("ModelGenerateError", "RetryError", "MaskedError")
_BABBLE = (
    *("OpenAIResponseError", "JSONDecodeError", "UnicodeDecodeError", "RecursionError"),
    "NoChoiceError",
)
_UNPAID = ("insufficient_quota", "billing_hard_limit_reached", "insufficient_balance")
_UNPAID_SAID = ("credit balance is too low",)
_SLOW = ("AttemptTimeoutError", "APITimeoutError", "TimeoutError", "ReadTimeout")

_FULL = ("No space left on device", "Disk quota exceeded", "[Errno 28]", "OSError(28")
_FULL_NUMBERS = (errno.ENOSPC, errno.EDQUOT)
FULL = "the disk is full: free some space"


class MaskedError(Exception):
    """Stands for what a provider raised (``hidden``), and says the same without secrets."""

    def __init__(self, hidden: Exception) -> None:
        super().__init__(scrub(f"{type(hidden).__name__}: {hidden}"))
        self.hidden = hidden

    @property
    def status_code(self) -> int | None:
        """What the server answered, if it did."""
        return _status(self.hidden)


class NoChoiceError(Exception):
    """The server answered, but gave no choice, so no reply."""

    def __init__(self) -> None:
        super().__init__("the server gave no choice")


def describe(error: BaseException) -> str:
    """Return the class and first line of an error, at most 300 characters, secrets masked."""
    deepest = _cause(error)
    return one_line(f"{type(deepest).__name__}: {_first_line(str(deepest))}")


def one_line(text: str) -> str:
    """Return the first line of a server's text, at most 300 characters, secrets masked."""
    return storable(scrub(_first_line(text))[:LONGEST])


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def stopped(told: str) -> str:
    """Return the one line for an end before the end, from what Inspect says of it."""
    if any(said in told for said in _FULL):
        return FULL
    return "Inspect stopped: " + storable(scrub(" ".join(told.split()))[:LONGEST])


def unwritten(error: OSError) -> str:
    """Return the one line for replies or verdicts that could not be written."""
    return FULL if is_full(error) else f"cannot be written: {error.strerror or error}"


def is_full(error: OSError) -> bool:
    """Say whether there is no room left on a disk."""
    return error.errno in _FULL_NUMBERS


def scrub(text: str) -> str:
    """Return text with every value masked that looks like a key or stands in the environment."""
    for name, value in os.environ.items():
        if _SECRET_NAME.search(name) and len(value) >= _LEAST_SECRET:
            text = text.replace(value, "***")
    return _SECRET_FORM.sub("***", _SECRET_PLACE.sub(r"\1\2***", text))


def advise(cell: Cell, error: BaseException) -> str:
    """Return the one line that tells the user why a model cannot be asked and what to change."""
    status = _status(error)
    names = {type(part).__name__ for part in _chain(error)}
    if status in (401, 403):
        what = f"the server refused the key ({status}): set {key_variable(cell.model)}"
    elif status == 404:
        what = "the server knows no such model or address (404): correct --model"
        what += " or --base-url" if cell.base_url else ""
    elif unpaid(error):
        what = "no credit: the account has none left: add some, or use another key"
    elif status == 429:
        what = "the server is limiting calls or the account has no credit left (429): try later"
    elif status is not None and status >= 500:
        what = f"the server failed ({status}): see the server's own log, or try later"
    elif names & set(_SLOW):
        what = f"{address(cell)} did not answer in time: try later, or see whether it hangs"
    elif names & set(_BABBLE):
        what = f"{address(cell)} does not speak the interface of {_provider(cell)}: " + (
            "correct --base-url" if cell.base_url else "choose another --model"
        )
    elif names & set(_UNREACHABLE):
        what = f"no server answers at {address(cell)}: start it or correct --base-url"
        if not cell.base_url:
            what = (
                f"the first call needs the network and did not get through ({describe(error)}): "
                "see whether this machine is connected"
            )
    else:
        what = f"the first call failed: {describe(error)}"
    return f"{cell.model}: {what}{_hint(cell, status)}"


def kind(error: BaseException) -> str:
    """Return the class of a failed try in words that go behind a count: ``3 rate limited``."""
    status = _status(error)
    names = {type(part).__name__ for part in _chain(error)}
    if status in (401, 403):
        return "keys refused"
    if unpaid(error):
        return "refused for no credit"
    if status == 429:
        return "rate limited"
    if status == 408 or names & set(_SLOW):
        return "timed out"
    if status is not None and status >= 500:
        return "server errors"
    if status is not None and status >= 400:
        return "requests refused"
    if names & set(_UNREACHABLE):
        return "not reached"
    return "replies not understood" if names & set(_BABBLE) else "other errors"


def may_be_billed(error: BaseException) -> bool:
    """Say whether a try may cost something though its reply never came.

    It does not if the server answered with an error, or no connection was made.
    """
    status = _status(error)
    refused = status is not None and status >= 400
    return not refused and not {type(part).__name__ for part in _chain(error)} & set(_UNSENT)


def unpaid(error: BaseException) -> bool:
    """Say whether a call was refused for want of credit, which no waiting mends."""
    for part in _chain(error):
        if any(getattr(part, name, None) in _UNPAID for name in ("code", "type")):
            return True
        if any(said in str(part) for said in _UNPAID_SAID):
            return True
    return False


def unusable(cell: Cell, error: BaseException) -> str:
    """Return the line for a model that cannot even be set up: no provider, package or key."""
    text = re.sub(r"\[/?[a-z ]+\]", "", scrub(" ".join(str(error).split())))
    text = text.strip().removeprefix("ERROR: ")
    provider = cell.model.split("/")[0]
    if "not recognized" in text:
        what = (
            f"Inspect AI has no provider {provider!r}: for a compatible server use openai-api/..."
        )
    elif isinstance(error, ImportError) or "install" in text:
        what = f"the package for provider {provider!r} is missing: {text[:LONGEST]}"
    elif "_BASE_URL" in text and not cell.base_url:
        what = "no address: say where the server is with --base-url"
    elif "API_KEY" in text or "TOKEN" in text:
        what = f"no key: set {key_variable(cell.model)}"
    else:
        what = text[:LONGEST]
    return f"{cell.model}: {what}{_hint(cell, None)}"


def key_variable(model: str) -> str:
    """Return the environment variable in which a model's provider looks for the key."""
    provider, service, *_ = [*model.split("/"), ""]
    owner = service if provider == "openai-api" else provider
    return _KEYS.get(owner, f"{owner.upper().replace('-', '_')}_API_KEY")


def address(cell: Cell) -> str:
    """Return where a cell's server is, as far as we know."""
    return scrub(cell.base_url) if cell.base_url else f"the service of {_provider(cell)}"


def _provider(cell: Cell) -> str:
    provider = cell.model.split("/")[0]
    return "OpenAI" if provider in ("openai", "openai-api") else provider


def _hint(cell: Cell, status: int | None) -> str:
    if not (cell.base_url and cell.model.startswith("openai/") and status not in (401, 403)):
        return ""
    name = cell.model.partition("/")[2]
    return f" (for a server that only imitates OpenAI's, use openai-api/local/{name})"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and its causes, outermost first."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.hidden if isinstance(seen, MaskedError) else seen.__cause__


def _cause(error: BaseException) -> BaseException:
    """Return the error that the provider raised, below what Inspect wraps around it."""
    for part in _chain(error):
        error = part
        if type(part).__name__ not in _WRAPPERS:
            break
    return error


def _status(error: BaseException) -> int | None:
    for part in _chain(error):
        for name in ("status_code", "code", "status"):
            value = getattr(part, name, None)
            if isinstance(value, int):
                return value
    return None
