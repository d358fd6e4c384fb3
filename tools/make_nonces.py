"""Makes the list of nonces that the package ships: src/benchbar/corpora/nonces.txt.

Run in the development environment: ``python tools/make_nonces.py``. A nonce is pronounceable,
lower case, no English word, holds no offensive word, is contained in no other nonce, and takes
three cl100k tokens, both after a space and after a quotation mark: so every section of one shape
has one length, and sections of every size fit their budgets.
"""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from better_profanity import profanity  # type: ignore[import-untyped]
from english_words import get_english_words_set  # type: ignore[import-untyped]

from benchbar.seeds import rng_for
from benchbar.tokens import count

OUT = Path(__file__).parents[1] / "src/benchbar/corpora/nonces.txt"
WANTED = 115_000
LENGTHS = range(6, 13)
TOKENS = 3
STEMS = (
    "anal anus arse cock coon cum cunt dago dick dyke fag fuc gay gook homo jap jew kike kill "
    "kink lesb nazi neg nig nude paki penis piss poof poop porn puss queer rape sex shit slav slut "
    "spic suic tard tit twat vag wank whor wop"
).split()
"""What no nonce may hold, besides the words of the list of offensive ones."""

ONSETS = (
    "b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sk sl sm sn sp "
    "st str sw t th tr tw v w y z"
).split()
VOWELS = "a e i o u a e i o u ai ea ee ie oa oo ou au".split()
CODAS = [
    *["", "", ""],
    *"b ck d ft g l lm lt m mp n nd nk nt p r rd rk rm rn rt s sk sp st t x".split(),
]
ENDINGS = (
    "al an ance ant ard ate ax el en ence ent er ern est et ette ia ic id ile ill in ine ing ion "
    "ior ise ish ist ite ium ive ix ment ol on or ot ous ow ule um ure us"
).split()


def coined() -> Iterator[str]:
    """Yield made-up words without end: one to three syllables and an ending."""
    rng = rng_for("nonces")
    while True:
        stem = "".join(_syllable(rng) for _ in range(rng.choice((1, 1, 2, 2, 2, 3))))
        yield stem + rng.choice(ENDINGS if stem[-1] not in "aeiou" else CODAS[3:])


def _syllable(rng: random.Random) -> str:
    return rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(CODAS)


def nonces() -> Iterator[str]:
    """Yield the coined words that may serve."""
    english = {word.lower() for word in get_english_words_set(["web2", "gcide"], lower=True)}
    offensive = {str(word).lower() for word in profanity.CENSOR_WORDSET}
    barred = {word for word in offensive if len(word) > 3 and word.isalpha()} | set(STEMS)
    kept: set[str] = set()
    inner: set[str] = set()
    for word in coined():
        parts = {word[i:j] for i in range(len(word)) for j in range(i + 3, len(word) + 1)}
        if (
            len(word) in LENGTHS
            and word not in english
            and not any(word.removesuffix(end) in english for end in ("s", "es", "ing", "er", "ed"))
            and not parts & barred
            and word not in inner
            and not parts & kept
            and count(f" {word}") == count(word) == TOKENS
        ):
            kept.add(word)
            inner |= parts
            yield word


if __name__ == "__main__":
    OUT.write_text("\n".join(islice(nonces(), WANTED)) + "\n", encoding="ascii")
