from hypothesis import given
from hypothesis import strategies as st

from benchbar import tokens

LINES = st.text(
    st.sampled_from("ab Q.\t\"'(),:;—“”§0123456789éß\u202f\x0b\x85"), min_size=1, max_size=40
)


def test_known_encodings_come_out() -> None:
    encode = tokens.encoding().encode_ordinary
    assert encode("hello world") == [15339, 1917]
    assert encode("tiktoken is great!") == [83, 1609, 5963, 374, 2294, 0]
    assert encode("antidisestablishmentarianism") == [519, 85342, 34500, 479, 8997, 2191]


def test_markup_of_the_tokenizer_is_plain_text() -> None:
    assert tokens.count("<|endoftext|>") > 1


@given(st.lists(LINES.filter(str.strip), min_size=1, max_size=8))
def test_counts_add_up_over_lines_that_keep_their_newline(lines: list[str]) -> None:
    whole = "".join(f"{line}\n" for line in lines)
    assert tokens.count(whole) == sum(tokens.count(f"{line}\n") for line in lines)
