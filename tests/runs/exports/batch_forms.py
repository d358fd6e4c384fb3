"""The documented shapes of batch files: a schema of requests, and outputs as servers write them."""

from typing import Any

REQUEST = {
    "type": "object",
    "additionalProperties": False,
    "required": ["custom_id", "method", "url", "body"],
    "properties": {
        "custom_id": {"type": "string", "minLength": 1},
        "method": {"const": "POST"},
        "url": {"const": "/v1/chat/completions"},
        "body": {
            "type": "object",
            "additionalProperties": False,
            "required": ["model", "messages"],
            "properties": {
                "model": {"type": "string", "minLength": 1},
                "messages": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["role", "content"],
                        "properties": {
                            "role": {"enum": ["system", "user"]},
                            "content": {"type": "string", "minLength": 1},
                        },
                    },
                },
                "temperature": {"type": "number", "minimum": 0, "maximum": 2},
                "top_p": {"type": "number", "minimum": 0, "maximum": 1},
                "max_tokens": {"type": "integer", "minimum": 1},
                "max_completion_tokens": {"type": "integer", "minimum": 1},
                "seed": {"type": "integer"},
                "reasoning_effort": {"type": "string"},
            },
        },
    },
}


def answered(
    custom_id: str,
    text: str | None,
    *,
    finish: str = "stop",
    **message: Any,
) -> dict[str, Any]:
    """A row of an output file."""
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text, "refusal": None, **message},
                "logprobs": None,
                "finish_reason": finish,
            }
        ],
        "usage": {
            "prompt_tokens": 100,
            "completion_tokens": 7,
            "total_tokens": 107,
            "completion_tokens_details": {"reasoning_tokens": 2},
        },
        "system_fingerprint": "fp_1",
    }
    response = {"status_code": 200, "request_id": "req_1", "body": body}
    return {"id": "batch_req_1", "custom_id": custom_id, "response": response, "error": None}


def refused(custom_id: str, code: str | None, message: str, status: int = 400) -> dict[str, Any]:
    """A row of OpenAI's error file: the server answered, but not with a completion."""
    body = {"error": {"message": message, "type": "invalid_request_error", "code": code}}
    response = {"status_code": status, "request_id": "req_1", "body": body}
    return {"id": "batch_req_1", "custom_id": custom_id, "response": response, "error": None}


def expired(custom_id: str) -> dict[str, Any]:
    """A row of OpenAI's error file: the request was never carried out."""
    error = {"code": "batch_expired", "message": "This request was not executed in time."}
    return {"id": "batch_req_1", "custom_id": custom_id, "response": None, "error": error}


def vllm_failed(custom_id: str, message: str) -> dict[str, Any]:
    """A row of vLLM's output file whose request failed."""
    error = {"error": {"message": message, "type": "BadRequestError", "param": None, "code": 400}}
    response = {"status_code": 400, "request_id": "vllm-batch-1", "body": None}
    return {"id": "vllm-1", "custom_id": custom_id, "response": response, "error": error}
