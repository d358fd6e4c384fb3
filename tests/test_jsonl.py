import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Turn

TURNS = [Turn("user", f"question {n}\u2028 “odd” \x00") for n in range(50)]


@pytest.mark.parametrize("name", ["turns.jsonl", "turns.jsonl.zst", "turns.jsonl.gz"])
def test_records_come_back_as_they_were_written(tmp_path: Path, name: str) -> None:
    jsonl.write(tmp_path / name, TURNS)
    assert list(jsonl.read(tmp_path / name, Turn)) == TURNS
    assert [path.name for path in tmp_path.iterdir()] == [name]


@given(text=st.text())
def test_any_text_survives(text: str) -> None:
    assert jsonl.encode([Turn("user", text)]).count(b"\n") == 1


def test_packed_and_plain_have_one_digest(tmp_path: Path) -> None:
    jsonl.write(tmp_path / "a.jsonl", TURNS)
    jsonl.write(tmp_path / "b.jsonl.zst", TURNS)
    frames = jsonl.compress(jsonl.encode(TURNS[:20])) + jsonl.compress(jsonl.encode(TURNS[20:]))
    (tmp_path / "c.jsonl.zst").write_bytes(frames)
    digests = {jsonl.digest(path) for path in tmp_path.iterdir()}
    assert len(digests) == 1
    assert list(jsonl.read(tmp_path / "c.jsonl.zst", Turn)) == TURNS


def test_either_form_of_a_file_is_found(tmp_path: Path) -> None:
    jsonl.write(tmp_path / "b.jsonl.zst", TURNS)
    assert jsonl.find(tmp_path / "b.jsonl") == tmp_path / "b.jsonl.zst"
    with pytest.raises(InputError, match=r"a\.jsonl: no such file"):
        jsonl.find(tmp_path / "a.jsonl")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (b'{"role":"user"}', "text"),
        (b'{"role":"user","text":"x","txt":"y"}', "txt"),
        (b'{"role":"judge","text":"x"}', "judge"),
        (b"{", "truncated"),
        (b'{"role":"user","text":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "Turn"),
        (b'{"role":"user","text":"x","more":' + b"[" * 100_000, "nested too deeply|more"),
        (b"\xff\xfe", "Turn"),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, row: bytes, said: str) -> None:
    path = tmp_path / "turns.jsonl"
    path.write_bytes(jsonl.encode(TURNS[:2]) + row + b"\n")
    with pytest.raises(InputError, match=rf"turns\.jsonl:3: .*{said}"):
        list(jsonl.read(path, Turn))


def test_other_programs_marks_and_halves_of_characters_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    said = r"half \ud800, whole \ud83d\ude00, spelt \\ud800, half \udc00"
    path.write_bytes(b"\xef\xbb\xbf" + b'{"role":"user","text":"' + said.encode() + b'"}\n')
    (turn,) = jsonl.read(path, Turn)
    assert turn.text == "half \ufffd, whole \U0001f600, spelt \\ud800, half \ufffd"


@given(text=st.text(st.characters(codec=None, categories=["Cs", "Lu", "So"])))
def test_storable_text_can_be_stored_and_keeps_its_length(text: str) -> None:
    kept = jsonl.storable(text)
    assert len(kept) == len(text)
    assert kept.encode().decode() == kept
    assert jsonl.storable(kept) == kept


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_named(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "turns.jsonl"
    path.write_bytes('{"role":"user","text":"x"}\n'.encode(encoding))
    with pytest.raises(InputError, match=r"turns\.jsonl: is UTF-16 text: save it as UTF-8"):
        list(jsonl.read(path, Turn))


def test_the_form_that_is_wanted_is_told(tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    path.write_text('{"role":"user"}\n')
    with pytest.raises(InputError, match=r"jsonl:1: .*`text`: write each row as \{role, text\}"):
        list(jsonl.numbered(path, Turn, form="{role, text}"))


@pytest.mark.parametrize("part", [0.1, 0.5, 0.99])
def test_a_packed_file_that_ends_too_early_is_named(tmp_path: Path, part: float) -> None:
    path = tmp_path / "turns.jsonl.zst"
    whole = jsonl.compress(jsonl.encode(TURNS)) * 3
    path.write_bytes(whole[: int(len(whole) * part)])
    with pytest.raises(InputError, match=r"turns\.jsonl\.zst: damaged"):
        list(jsonl.read(path, Turn))
    with pytest.raises(InputError, match="damaged"):
        jsonl.digest(path)


def test_a_torn_packed_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl.zst"
    jsonl.write(path, TURNS)
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 0xFF
    path.write_bytes(bytes(damaged))
    with pytest.raises(InputError, match=r"turns\.jsonl\.zst"):
        list(jsonl.read(path, Turn))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    jsonl.write(path, TURNS[:1])
    before = path.read_bytes()

    def failing() -> Iterator[Turn]:
        yield TURNS[0]
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        jsonl.write(path, failing())
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["turns.jsonl"]


@given(cut=st.integers(0, 200))
def test_what_was_stored_whole_survives_a_torn_end(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("torn") / "turns.jsonl"
    with jsonl.Appender(path) as appender:
        for turn in TURNS[:5]:
            appender.add(turn)
    stored = path.read_bytes()
    kept = stored[: len(stored) - cut]
    path.write_bytes(kept)
    with jsonl.Appender(path) as appender:
        appender.add(TURNS[9])
    whole = kept.count(b"\n")
    assert list(jsonl.read(path, Turn)) == [*TURNS[:whole], TURNS[9]]


def test_what_gzip_packed_is_read_and_is_packed_the_same_each_time(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(jsonl.encode(TURNS)))
    assert list(jsonl.read(tmp_path / "a.jsonl.gz", Turn)) == TURNS
    for name in ("b.gz", "c.gz"):
        jsonl.write(tmp_path / name, TURNS)
    assert (tmp_path / "b.gz").read_bytes() == (tmp_path / "c.gz").read_bytes()
    cut = (tmp_path / "a.jsonl.gz").read_bytes()[:-20]
    (tmp_path / "cut.jsonl.gz").write_bytes(cut)
    with pytest.raises(InputError, match=r"cut\.jsonl\.gz: damaged"):
        list(jsonl.read(tmp_path / "cut.jsonl.gz", Turn))


def test_a_packed_file_under_a_plain_name_is_told_from_bad_json(tmp_path: Path) -> None:
    packed = (gzip.compress(jsonl.encode(TURNS)), jsonl.compress(jsonl.encode(TURNS)))
    for n, contents in enumerate(packed):
        (tmp_path / f"{n}.jsonl").write_bytes(contents)
        with pytest.raises(InputError, match=rf"{n}\.jsonl: is packed: unpack it first"):
            list(jsonl.read(tmp_path / f"{n}.jsonl", Turn))
