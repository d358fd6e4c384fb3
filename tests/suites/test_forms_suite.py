"""Everyday requests as items: the built-in ones, and what is refused of a file of one's own."""

from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.records import Reply
from benchbar.runs import reader, sloppy
from benchbar.suites import forms
from benchbar.suites.audit import audit
from benchbar.suites.data import Data
from benchbar.tasks import form

OWN = """version = "1"
[[request]]
name = "one"
asks = "Name two rivers, one a line."
form = "{form}"
example = "Elbe\\nRhine"
"""


def test_the_built_in_requests_prove_right(tmp_path: Path) -> None:
    manifest = forms.build(tmp_path / "data")
    assert manifest.items == len({one.name for one in forms.read(forms.OWN).request}) == 32
    found = audit(tmp_path / "data")
    assert (found.items, found.problems) == (32, ())
    assert forms.build(tmp_path / "again") == manifest


def test_the_reader_has_every_form_and_the_sloppy_one_errs(tmp_path: Path) -> None:
    forms.build(tmp_path / "data")
    right: dict[str, int] = {"reader": 0, "sloppy": 0}
    errors: set[str | None] = set()
    for document, (item,) in Data(tmp_path / "data").pairs():
        for name, said in (
            ("reader", reader.answer(document.text)),
            ("sloppy", sloppy.answer(document.text).text),
        ):
            verdict = form.judge(item, document, Reply(item.id, turns=(said,)))[1]
            right[name] += verdict.outcome == "correct"
            errors.add(verdict.error)
    assert right["reader"] == 32
    assert 20 <= right["sloppy"] < 32
    assert errors >= {"too few", "too many", "another form"}


def test_requests_of_ones_own(tmp_path: Path) -> None:
    source = tmp_path / "mine.toml"
    source.write_text(OWN.format(form="lines: 2"))
    manifest = forms.build(tmp_path / "data", source=source)
    assert list(manifest.files) == [
        "documents/short/everyday-own.jsonl", "items/short/everyday-own/form.test.jsonl",
    ]  # fmt: skip
    assert audit(tmp_path / "data").problems == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (OWN.format(form="lines: 3"), "one: its example has not the form 'lines: 3' (too few"),
        (OWN.format(form="verses: 3"), "one: no form 'verses'"),
        (OWN.format(form="lines: 2") + OWN.partition("\n")[2].format(form="lines: 2"), "'one'"),
        (OWN.format(form="lines: 2").replace('"one"', '"../one"'), "'../one': give each"),
        (OWN.format(form="lines: 2") + "colour = 3\n", "unknown field"),
        ('version = "1"\nrequest = []\n', "holds no request"),
        ("not toml", "is no file of requests"),
    ],
)
def test_what_is_refused(text: str, said: str, tmp_path: Path) -> None:
    source = tmp_path / "mine.toml"
    source.write_text(text)
    with pytest.raises(InputError) as raised:
        forms.build(tmp_path / "data", source=source)
    assert said in str(raised.value)
    assert not (tmp_path / "data").exists()
