"""The built-in models as a model provider of Inspect AI: ``benchbar/reader`` and the others.

Registered by the entry point ``benchbar.inspect_entry``, so that ``inspect eval`` can use
them on any task.
"""

import threading
from functools import partial

from anyio import to_thread
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import store

from benchbar import tokens
from benchbar.runs import BUILT_IN, LOCAL, candidate, grader, reader, runs_here, sloppy, smollm2
from benchbar.runs.manners import Said


@modelapi("benchbar")
class BuiltIn(ModelAPI):
    """A model that runs here, without key or download."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 (Inspect's own signature)
        **_: object,
    ) -> None:
        if model_name not in BUILT_IN and not model_name.startswith(LOCAL):
            raise ValueError(f"no built-in model {model_name!r}: choose from {', '.join(BUILT_IN)}")
        super().__init__(model_name, base_url, api_key, [], config)
        if runs_here(f"benchbar/{model_name}"):
            smollm2.load(smollm2.folder_of(f"benchbar/{model_name}"))

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002 (Inspect's own signature)
        tools: list[ToolInfo],  # noqa: ARG002
        tool_choice: ToolChoice,  # noqa: ARG002
        config: GenerateConfig,
    ) -> ModelOutput:
        """Answer the user's last message; its usage is counted exactly, with nothing fetched."""
        trial = int(store().get("trial", 1))
        if runs_here(f"benchbar/{self.model_name}"):
            return await _generated(f"benchbar/{self.model_name}", input, config, trial)
        prompt = _last(input, "user")
        earlier = _last(input, "assistant")
        if self.model_name == "reader":
            said = Said(reader.answer(prompt, earlier))
        elif self.model_name == "candidate":
            system = "\n\n".join(message.text for message in input if message.role == "system")
            told = str(store().get("told", ""))
            said = candidate.answer(system, prompt, told, trial, config.temperature)
        elif self.model_name == "grader":
            said = Said(grader.answer(prompt, trial))
        else:
            said = sloppy.answer(prompt, trial, earlier)
        read = sum(tokens.count(message.text) for message in input)
        written = tokens.count(said.text) + tokens.count(said.reasoning)
        return ModelOutput(
            model=f"benchbar/{self.model_name}",
            choices=[ChatCompletionChoice(message=_message(said), stop_reason=said.stop_reason)],
            usage=ModelUsage(
                input_tokens=read,
                output_tokens=written,
                total_tokens=read + written,
                reasoning_tokens=tokens.count(said.reasoning) or None,
            ),
        )


def _last(messages: list[ChatMessage], role: str) -> str:
    """Return what was said last in a role; empty if nothing was."""
    said = (message.text for message in reversed(messages) if message.role == role)
    return next(said, "")


async def _generated(
    model: str, messages: list[ChatMessage], config: GenerateConfig, trial: int
) -> ModelOutput:
    """Let the language model answer in a thread, which ends soon after the call is given up."""
    stopped = threading.Event()
    try:
        said = await to_thread.run_sync(
            partial(
                smollm2.reply,
                [{"role": message.role, "content": message.text} for message in messages],
                folder=smollm2.folder_of(model),
                temperature=config.temperature,
                top_p=config.top_p,
                max_tokens=config.max_tokens,
                seed=config.seed,
                trial=trial,
                stopped=stopped,
            ),
            abandon_on_cancel=True,
        )
    finally:
        stopped.set()
    message = ChatMessageAssistant(content=said.text)
    return ModelOutput(
        model=model,
        choices=[ChatCompletionChoice(message=message, stop_reason=said.stop_reason)],
        usage=ModelUsage(
            input_tokens=said.tokens_in,
            output_tokens=said.tokens_out,
            total_tokens=said.tokens_in + said.tokens_out,
        ),
    )


def _message(said: Said) -> ChatMessageAssistant:
    if not said.reasoning:
        return ChatMessageAssistant(content=said.text)
    thought = ContentReasoning(reasoning=said.reasoning)
    return ChatMessageAssistant(content=[thought, ContentText(text=said.text)])
