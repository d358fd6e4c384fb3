"""Keeps what a server says of a failure out of Inspect's logs: it may quote the user's key.

Inspect writes the text, the traceback, the raw response and the request ids of every failed try
into its logs, compressed, where nobody sees them (0.3.285). So errors are masked before Inspect
meets them. An error that a provider hands on as if it were the model's reply becomes a reply
without words, whose ``error`` says what was said.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript
from inspect_ai.model import ModelAPI, ModelCall, ModelOutput, RetryDecision

from benchbar.runs import faults

_Said: TypeAlias = ModelOutput | Exception
_Result: TypeAlias = _Said | tuple[_Said, ModelCall | None]


def mask(api: ModelAPI) -> None:
    """Let a model's interface raise and return nothing that quotes a key in an error.

    Whether a try is made again is still judged by the error itself; one for which there is no
    credit is not.
    """
    generate: Callable[..., Awaitable[_Result]] = api.generate
    judge = api.should_retry

    async def masked(*args: Any, **options: Any) -> _Result:  # noqa: ANN401 (Inspect's own)
        failed: Exception | None = None
        try:
            result = await generate(*args, **options)
        except Exception as error:  # noqa: BLE001 (providers raise whatever they like)
            # What Inspect's OpenAI providers make of a response in which no choices are named.
            none = isinstance(error, TypeError) and "'NoneType' object is not iter" in str(error)
            failed = faults.NoChoiceError() if none else error
        finally:
            _forget()
        # Raised out here, where nothing is being handled, it carries nothing with it.
        if failed is not None:
            raise faults.MaskedError(failed)
        said, call = result if isinstance(result, tuple) else (result, None)
        if isinstance(said, Exception):
            return faults.MaskedError(said), None
        if said.error is not None:
            said.error = faults.one_line(said.error)
        unread = said.usage is None or (call is not None and call.error)
        if unread and said.stop_reason in ("model_length", "content_filter"):
            said = _without_words(said)
        return said, ModelCall(request={}, time=call.time) if call is not None else None

    def should_retry(error: Exception) -> bool | RetryDecision:
        if faults.unpaid(error):
            return False
        return judge(error.hidden if isinstance(error, faults.MaskedError) else error)

    setattr(api, "generate", masked)  # noqa: B010 (a method)
    setattr(api, "should_retry", should_retry)  # noqa: B010 (a method)


def _forget() -> None:
    """Take what came from the server out of the event of the call that has just ended."""
    for event in transcript().pending_events:
        if isinstance(event, ModelEvent):
            event.call = event.request_ids = None


def _without_words(output: ModelOutput) -> ModelOutput:
    """Return an error that passes for a reply as one without words; ``error`` has its text."""
    told = output.error or output.completion
    empty = ModelOutput.from_content(
        output.model, "", output.stop_reason, error=faults.one_line(told)
    )
    if output.choices and (details := output.choices[0].stop_details) is not None:
        empty.choices[0].stop_details = details.model_copy(
            update={"explanation": None, "categories": None, "category": None}
        )
    return empty
