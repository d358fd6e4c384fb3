"""Reads the rows of a batch that failed, of which one made Inspect AI lose the whole batch."""

from typing import Any

from inspect_ai.model._providers._openai_batch import OpenAIBatcher  # has no public place


class BatchRequestError(Exception):
    """A request in a batch failed; the text is the provider's."""


def keep_others() -> None:
    """Let a row that holds no reply fail its own request alone (seen with Inspect AI 0.3.285)."""
    if getattr(OpenAIBatcher, "rows_kept", False):
        return
    parse = OpenAIBatcher._parse_jsonl_line

    def tolerant(batcher: OpenAIBatcher[Any], row: dict[str, Any]) -> tuple[str, Any]:
        try:
            return parse(batcher, row)
        except Exception:  # noqa: BLE001 (whatever it trips over)
            return str(row.get("custom_id", "")), BatchRequestError(_why(row))

    setattr(OpenAIBatcher, "_parse_jsonl_line", tolerant)  # noqa: B010 (a method)
    setattr(OpenAIBatcher, "rows_kept", True)  # noqa: B010


def _why(row: dict[str, Any]) -> str:
    response = row.get("response")
    body = response.get("body") if isinstance(response, dict) else None
    for place in (row, body):
        error = place.get("error") if isinstance(place, dict) else None
        if isinstance(error, dict) and error.get("message"):
            return f"{error.get('code') or 'failed'}: {error['message']}"
    return "the batch holds no reply"
