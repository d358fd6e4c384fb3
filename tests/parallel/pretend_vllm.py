"""Stands for vLLM where no GPU is: what Ray Data LLM takes of it, answering with what it got.

A test copies this file to ``vllm.py`` in a folder. A reply is the JSON of the prompt, the
settings and the engine's arguments, so that the test can see what reached the engine; the
temperature decides how the reply ends.
"""

import json
import sys
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from types import ModuleType, SimpleNamespace
from typing import Any, Self

TOO_LONG, CUT = 1.5, 2.0
"""Temperatures at which a prompt is refused for its length, and a reply is cut off."""


@dataclass
class SamplingParams:
    temperature: float = 1.0
    top_p: float = 1.0
    max_tokens: int | None = 16
    seed: int | None = None
    structured_outputs: None = None


@dataclass
class CompletionOutput:
    text: str
    token_ids: list[int]
    logprobs: None = None


@dataclass
class RequestOutput:
    prompt_token_ids: list[int]
    outputs: list[CompletionOutput]
    prompt: str = ""
    metrics: None = None
    prompt_logprobs: None = None
    finished: bool = True


class AsyncEngineArgs:
    def __init__(self, **options: Any) -> None:
        self.options = options

    def create_engine_config(self) -> SimpleNamespace:
        if self.options.get("dtype") == "broken":
            raise ValueError("no kernel for dtype broken")
        return SimpleNamespace(
            scheduler_config=SimpleNamespace(max_num_seqs=256),
            parallel_config=SimpleNamespace(pipeline_parallel_size=1),
        )


class AsyncLLMEngine:
    def __init__(self, options: dict[str, Any]) -> None:
        from transformers import AutoTokenizer

        self._options = options
        self._tokenizer = AutoTokenizer.from_pretrained(options["model"])

    @classmethod
    def from_engine_args(cls, args: AsyncEngineArgs, **_: object) -> Self:
        return cls(args.options)

    async def generate(
        self, prompt: dict[str, Any], sampling_params: SamplingParams, **_: object
    ) -> AsyncIterator[RequestOutput]:
        ids = list(prompt["prompt_token_ids"])
        if sampling_params.temperature == TOO_LONG:
            raise ValueError(
                f"The decoder prompt (length {len(ids)}) is longer than the maximum model length "
                "of 9"
            )
        told = {
            "prompt": self._tokenizer.decode(ids),
            "params": asdict(sampling_params),
            "engine": self._options,
        }
        text = f"<think>\nHm.\n</think>\n\n{json.dumps(told, default=str)}"
        cut = sampling_params.temperature == CUT
        tokens = (
            [5] * (sampling_params.max_tokens or 1) if cut else [5, self._tokenizer.eos_token_id]
        )
        yield RequestOutput(ids, [CompletionOutput(text, tokens)])

    async def do_log_stats(self) -> None:
        """Nothing is counted."""

    def shutdown(self) -> None:
        """Nothing runs."""


outputs = SimpleNamespace(RequestOutput=RequestOutput, PoolingRequestOutput=type(None))
inputs = ModuleType("vllm.inputs")
vars(inputs).update(TokensPrompt=dict, TextPrompt=dict)
sys.modules["vllm.inputs"] = inputs
