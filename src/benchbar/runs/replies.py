"""From what Inspect hands back to our replies: words, why they ended, tokens and cost."""

from collections.abc import Sequence

from inspect_ai.model import ChatMessage, ContentReasoning, ModelOutput, ModelUsage
from msgspec.structs import replace

from benchbar.jsonl import storable
from benchbar.records import Reply, StopReason
from benchbar.runs import faults
from benchbar.runs.prices import Offer

_STOP: dict[str, StopReason] = {
    "stop": "stop",
    "max_tokens": "max_tokens",
    "model_length": "model_length",
    "content_filter": "content_filter",
}


def reply_of(
    item: str,
    cell: str,
    trial: int,
    outputs: Sequence[ModelOutput],
    costs: Sequence[float | None],
    error: Exception | None,
) -> Reply:
    """Return the reply to one item: the responses to its turns, and what ended them early.

    ``costs`` are those of the responses, in dollars; one that is unknown makes the sum unknown.
    If the last one is an error and has no words, none before it counts as the answer.
    """
    refused = outputs[-1].error if outputs else None
    wordless = refused and not outputs[-1].completion
    said = () if wordless else tuple(output for output in outputs if not output.empty)
    usages = [output.usage for output in outputs if output.usage is not None]
    thought = [usage.reasoning_tokens for usage in usages if usage.reasoning_tokens is not None]
    return Reply(
        id=item,
        cell=cell,
        trial=trial,
        turns=tuple(storable(output.completion) for output in said),
        reasoning=storable("\n\n".join(filter(None, map(_reasoning, outputs)))),
        stop_reason="failed" if error else stop_reason(outputs[-1]),
        tokens_in=sum(map(_read, usages)) if usages else None,
        tokens_out=sum(map(_written, usages)) if usages else None,
        tokens_reasoning=sum(thought) if thought else None,
        cost=_sum(costs),
        seconds=round(sum(output.time or 0.0 for output in outputs), 3),
        error=faults.describe(error) if error else faults.one_line(refused or "") or None,
    )


def reply_in(messages: Sequence[ChatMessage], output: ModelOutput, item: str, trial: int) -> Reply:
    """Return the reply to one item that Inspect has asked by itself, in a cell without a name."""
    wordless = bool(output.error) and not output.completion
    said = () if wordless else (one.text for one in messages if one.role == "assistant")
    return Reply(
        id=item,
        trial=trial,
        turns=tuple(map(storable, said)),
        reasoning=storable(_reasoning(output)),
        stop_reason="failed" if output.empty else stop_reason(output),
        error=faults.one_line(output.error or "") or None,
    )


def spent(reply: Reply, usage: ModelUsage) -> Reply:
    """Return a reply with the tokens, and the cost if it is known, of all its turns."""
    return replace(
        reply,
        tokens_in=_read(usage),
        tokens_out=_written(usage),
        tokens_reasoning=usage.reasoning_tokens,
        cost=usage.total_cost,
    )


def cost_of(output: ModelOutput, offer: Offer) -> float | None:
    """Return what one response cost, in dollars; None if it or its price is unknown."""
    usage = output.usage
    if usage is None:
        # A prompt that was refused for its length was not read, so not billed.
        return 0.0 if output.stop_reason == "model_length" and offer.priced else None
    if not offer.priced:
        return usage.total_cost
    return offer.cost(
        usage.input_tokens,
        _written(usage),
        cached=usage.input_tokens_cache_read or 0,
        written=usage.input_tokens_cache_write or 0,
    )


def _sum(costs: Sequence[float | None]) -> float | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known) if known and len(known) == len(costs) else None


def _read(usage: ModelUsage) -> int:
    """Return the tokens of the prompt, cached or not."""
    cached = (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)
    return usage.input_tokens + cached


def _written(usage: ModelUsage) -> int:
    """Return the tokens of the reply, reasoning included.

    Most servers count reasoning in already; those that do not have it in the total alone.
    """
    thought = usage.reasoning_tokens or 0
    apart = usage.total_tokens >= _read(usage) + usage.output_tokens + thought
    return usage.output_tokens + (thought if apart or thought > usage.output_tokens else 0)


def _reasoning(output: ModelOutput) -> str:
    if output.empty or isinstance(output.message.content, str):
        return ""
    return "\n\n".join(
        part.summary or "" if part.redacted else part.reasoning
        for part in output.message.content
        if isinstance(part, ContentReasoning)
    )


def stop_reason(output: ModelOutput) -> StopReason:
    """Return why a model stopped, in our words."""
    details = output.choices[0].stop_details
    if details is not None and details.type == "refusal":
        return "refused"
    return _STOP.get(output.stop_reason, "unknown")
