"""Hostile text is shown, not obeyed."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from benchbar.report.visible import LONGEST, excerpt, visible


def test_what_is_hidden_is_shown() -> None:
    assert visible("a\x00b\x1b[2J\u202ec\u200bd") == "a‹U+0000›b‹U+001B›[2J‹U+202E›c‹U+200B›d"
    assert visible("\ud800") == "‹U+D800›"
    assert visible("over\rwritten") == "over‹U+000D›written"


def test_what_is_plain_stays() -> None:
    plain = "§ 812. “Mooring”—the ferry’s\n\tété 日本 \U0001f600"
    assert visible(plain) == plain
    assert visible("one\r\ntwo") == "one\ntwo"


@given(st.text(st.characters()))
def test_nothing_invisible_is_left(text: str) -> None:
    shown = visible(text)
    assert not {unicodedata.category(c) for c in shown if c not in "\n\t"} & {"Cc", "Cf", "Cs"}
    shown.encode()


def test_a_long_reply_is_cut_with_a_note() -> None:
    text, note = excerpt("x" * 200_000)
    assert len(text) == LONGEST
    assert note == "Cut here: 5,000 of 200,000 characters shown."
    assert excerpt("short") == ("short", "")
