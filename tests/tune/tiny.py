"""A tiny language model of random weights in Hugging Face's form: made in a second, loads as real.

Its tokens are bytes. Needs the extra ``local``.
"""

from pathlib import Path

CONTEXT = 2_048
_TEMPLATE = (
    "{% for message in messages %}<s>{{ message['role'] }}\n{{ message['content'] }}</s>\n"
    "{% endfor %}{% if add_generation_prompt %}<s>assistant\n{% endif %}"
)


def save(folder: Path, *, template: str | None = _TEMPLATE, context: int = CONTEXT) -> Path:
    """Save tokenizer and model; return the folder."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    known = {token: n for n, token in enumerate(["<s>", "</s>", *letters])}
    letterwise = Tokenizer(models.BPE(vocab=known, merges=[]))
    letterwise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    letterwise.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=letterwise,
        **{f"{name}_token": token for name, token in (("bos", "<s>"), ("eos", "</s>"))},
    )
    tokenizer.pad_token = tokenizer.eos_token
    tokenizer.chat_template = template
    torch.manual_seed(0)
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(known),
            hidden_size=32,
            intermediate_size=64,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=2,
            max_position_embeddings=context,
            tie_word_embeddings=True,
            bos_token_id=known["<s>"],
            eos_token_id=known["</s>"],
            pad_token_id=known["</s>"],
        )
    )
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
