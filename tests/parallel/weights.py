"""A tokenizer with a chat template, on disk: all that is needed of a model where none runs."""

from pathlib import Path

TEMPLATE = (
    "{% if messages[0].role == 'system' and messages[0].content == 'refuse' %}"
    "{{ raise_exception('no system messages') }}{% endif %}"
    "{{ bos_token }}{% for message in messages %}[{{ message.role }}]{{ message.content }}"
    "{% endfor %}{% if reasoning_effort is defined %}[effort {{ reasoning_effort }}]{% endif %}"
    "{% if add_generation_prompt %}[assistant]{% endif %}"
)
"""Opens with the model's first token, as many do; a system message ``refuse`` is refused."""


def write(folder: Path, template: str | None = TEMPLATE) -> Path:
    """Write a tokenizer of single bytes, which puts the first token before all that it is given."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    words = [*sorted(pre_tokenizers.ByteLevel.alphabet()), "<s>", "</s>"]
    numbers = {word: number for number, word in enumerate(words)}
    tokenizer = Tokenizer(models.BPE(numbers, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", numbers["<s>"])]
    )
    made = PreTrainedTokenizerFast(tokenizer_object=tokenizer)
    made.add_special_tokens({"bos_token": "<s>", "eos_token": "</s>"})
    made.chat_template = template
    made.save_pretrained(folder)
    return folder
