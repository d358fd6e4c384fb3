"""Materials that a browser sends: too large, hostile or broken, they leave nothing behind."""

import io
import re
import resource
import struct
import time
import zipfile
from pathlib import Path

import pytest
from httpx2 import Response

from benchbar.exam.desk import people
from benchbar.exam.desk.store import Store
from benchbar.exam.desk.web import uploads
from benchbar.exam.desk.web.app import make
from tests.exam.desk.web import serving
from tests.exam.desk.web.visiting import browser, dump, token

ZIP = "study.zip"


class Lead:
    """A lead of a study that has no materials yet; what is unpacked goes to a folder of its own."""

    def __init__(self, store: Store, scratch: Path) -> None:
        self.store, self.scratch = store, scratch
        self.browser = browser(make(store))
        secret = people.lead_link(store, "Lena")
        assert self.browser.post(f"/join/{secret}").status_code == 303
        self.csrf = token(self.browser)

    def send(self, *files: tuple[str, bytes]) -> Response:
        """Send files by their names."""
        parts = [("files", (name, data)) for name, data in files]
        return self.browser.post("/setup/materials", data={"csrf": self.csrf}, files=parts)

    def refused(self, *files: tuple[str, bytes]) -> str:
        """Send files that must be refused; return what the page says."""
        before = dump(self.store)
        answer = self.send(*files)
        assert answer.status_code == 422, answer.text
        assert dump(self.store) == before
        assert list(self.scratch.iterdir()) == []
        assert "Nothing was changed." in answer.text
        assert str(self.scratch) not in answer.text
        assert "tmp" not in answer.text
        return answer.text


@pytest.fixture
def lead(small: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lead:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    return Lead(small, scratch)


def example(tmp_path: Path) -> dict[str, bytes]:
    """Return the files of a small study by their names."""
    folder = serving.small_study(tmp_path / "sent", essays=8)
    return {
        str(path.relative_to(folder.parent)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def zipped(files: dict[str, bytes], kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", kind) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, kind)
    return made.getvalue()


@pytest.mark.parametrize("form", ["folder", "zip", "zip of what is in it", "zip of a Mac"])
def test_a_study_comes_in_as_a_folder_or_as_a_zip_file(
    form: str, lead: Lead, tmp_path: Path
) -> None:
    files = example(tmp_path)
    if form == "zip of what is in it":
        files = {name.removeprefix("sent/"): data for name, data in files.items()}
    if form == "zip of a Mac":
        files |= {"__MACOSX/sent/._study.md": b"\0", "sent/.DS_Store": b"\0"}
    sent = list(files.items()) if form == "folder" else [(ZIP, zipped(files))]
    assert lead.send(*sent).status_code == 303
    assert list(lead.scratch.iterdir()) == []
    assert "The goat" not in (page := lead.browser.get("/setup").text)
    assert "came in as a snapshot" in page


def test_a_study_without_a_title_is_not_called_by_the_folder_it_was_unpacked_in(
    lead: Lead, tmp_path: Path
) -> None:
    files = {name.removeprefix("sent/"): data for name, data in example(tmp_path).items()}
    files["study.md"] = b"---\nquestions: [mee-1]\n---\nAbout.\n"
    assert lead.send((ZIP, zipped(files))).status_code == 303
    assert "<b>study</b>" in lead.browser.get("/setup").text


NAMES = (
    "../study.md", "sent/../../study.md", "/etc/study.md", "sent\\study.md", "sent//study.md",
    "x" * 201 + "/study.md", "x/" * 250 + "study.md", "con:study.md", "~/a?b",
)  # fmt: skip
UNSEEN = ("a\nb/study.md", "a\u202eb/study.md", "\u2028/study.md")
"""Names that a ZIP file can hold; a browser quotes them."""
LEFT_OUT = ("sent/./study.md", "..\\study.md", ".ssh/study.md", "sent/.git/config", "__MACOSX/x")


@pytest.mark.parametrize(
    ("form", "name"),
    [*(("folder", one) for one in NAMES), *(("zip", one) for one in (*NAMES, *UNSEEN))],
)
def test_a_name_that_leads_out_of_the_folder_is_refused(
    form: str, name: str, lead: Lead, tmp_path: Path
) -> None:
    files = {"sent/study.md": b"---\nquestions: [a]\n---\n", name: b"evil"}
    sent = list(files.items()) if form == "folder" else [(ZIP, zipped(files))]
    assert "is no name of a file in a folder" in lead.refused(*sent)
    assert not (tmp_path / "study.md").exists()
    assert not Path("/etc/study.md").exists()


@pytest.mark.parametrize("name", LEFT_OUT)
def test_hidden_files_are_left_out(name: str, lead: Lead, tmp_path: Path) -> None:
    files = {**example(tmp_path), name: b"evil"}
    assert lead.send((ZIP, zipped(files))).status_code == 303
    assert list(lead.scratch.iterdir()) == []
    assert not (tmp_path / "study.md").exists()


def test_a_link_in_a_zip_file_is_refused(lead: Lead) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        link = zipfile.ZipInfo("sent/study.md")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert "is a link: send the file itself" in lead.refused((ZIP, made.getvalue()))


@pytest.mark.parametrize(
    "names",
    [("a/study.md", "a/study.md"), ("a", "a/study.md"), ("a/study.md", "a"),
     ("a/b", "a/b/c/study.md"), ("a/b/c", "a/b")],
)  # fmt: skip
@pytest.mark.parametrize("form", ["folder", "zip"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_a_name_and_a_file_that_is_a_folder_are_refused(
    names: tuple[str, str], form: str, lead: Lead
) -> None:
    if form == "folder":
        told = lead.refused(*((name, b"x") for name in names))
    else:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            for name in names:
                archive.writestr(name, "x")
        told = lead.refused((ZIP, made.getvalue()))
    assert "was sent twice, or is a folder too" in told


def broken(tmp_path: Path) -> dict[str, bytes]:
    whole = zipped(example(tmp_path))
    encrypted = bytearray(whole)
    for mark, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        for match in re.finditer(re.escape(mark), whole):
            encrypted[match.start() + at] |= 1
    damaged = bytearray(whole)
    damaged[200:900] = bytes(700)
    return {
        "empty": b"",
        "none": b"this is no ZIP file",
        "cut off": whole[: len(whole) // 2],
        "encrypted": bytes(encrypted),
        "damaged": bytes(damaged),
        "a list too long": whole[:-10] + struct.pack("<II", 2**31, 0) + b"\0\0",
        "packed by LZMA": zipped(example(tmp_path / "2"), zipfile.ZIP_LZMA),
        "packed by bzip2": zipped(example(tmp_path / "3"), zipfile.ZIP_BZIP2),
        "of nothing": zipped({}),
        "of folders": zipped({"a/": b"", "b/": b""}),
        "only itself": zipped({"study.zip": whole}),
    }


KINDS = {
    "empty": "no ZIP file", "none": "no ZIP file", "cut off": "no ZIP file",
    "encrypted": "no ZIP file", "damaged": "damaged|no ZIP file", "a list too long": "no ZIP file",
    "packed by LZMA": "no ZIP file", "packed by bzip2": "no ZIP file",
    "of nothing": "no study.md", "of folders": "no study.md", "only itself": "no study.md",
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_zip_file_that_cannot_be_read_is_refused(kind: str, lead: Lead, tmp_path: Path) -> None:
    for name in ("2", "3"):
        (tmp_path / name).mkdir()
    assert re.search(KINDS[kind], lead.refused((ZIP, broken(tmp_path)[kind])))


def bomb(size: int, names: int = 1) -> bytes:
    """Return a ZIP file of zeros that is small itself."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for n in range(names):
            with archive.open(f"sent/{n}.md", "w", force_zip64=True) as file:
                for _ in range(size >> 20):
                    file.write(bytes(1 << 20))
    return made.getvalue()


@pytest.mark.parametrize("names", [1, 30])
def test_what_unpacks_to_too_much_is_refused_and_nothing_is_left(
    names: int, lead: Lead, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_BYTES", 20_000_000)
    made = bomb((60 << 20) // names, names)
    assert len(made) < 100_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert "more than 20 MB" in lead.refused((ZIP, made))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_zip_files_in_a_zip_file_are_not_unpacked(lead: Lead) -> None:
    inner = bomb(8 << 20)
    for _ in range(3):
        inner = zipped({f"sent/{n}.zip": inner for n in range(10)})
    assert "no study.md" in lead.refused((ZIP, inner))


def test_too_many_files_are_refused(lead: Lead) -> None:
    files = {f"sent/{n}.md": b"x" for n in range(6_000)}
    assert "more than 5,000 files" in lead.refused((ZIP, zipped(files)))


def test_a_list_of_a_million_files_is_not_read(lead: Lead) -> None:
    entry = zipped({"a": b""})
    start = entry.index(b"PK\1\2")
    listed = entry[start : entry.index(b"PK\5\6")] * 500_000
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 65_535, 65_535, len(listed), start, 0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert "no ZIP file" in lead.refused((ZIP, entry[:start] + listed + end))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000


DOCUMENT = (
    '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/'
    'wordprocessingml/2006/main"><w:body>{}</w:body></w:document>'
)
LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12)).replace("&a0;", "&a;")
    + "]><d>&a11;</d>"
)


@pytest.mark.parametrize(
    "document",
    [DOCUMENT.format("x" * 300_000_000), LAUGHS, DOCUMENT.format("<w:p>" * 200_000), "<"],
    ids=["large", "laughs", "deep", "broken"],
)
def test_a_word_document_made_to_be_too_much_is_a_problem_of_its_file(
    document: str, lead: Lead, tmp_path: Path
) -> None:
    files = example(tmp_path)
    files["sent/mee-1/essays/evil.docx"] = zipped({"word/document.xml": document.encode()})
    started = time.monotonic()
    told = lead.refused((ZIP, zipped(files)))
    assert "mee-1/essays/evil.docx" in told
    assert time.monotonic() - started < 60


def laughs() -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 20)]
    return "\n".join([*lines, "title: *a19", "author: *a19"])


LAUGHING = f"---\n{laughs()}\n---\nx".encode()
PROBLEMS: dict[str, tuple[str, bytes, str]] = {
    "no rubric": ("mee-1/rubric.md", b"", "sent/mee-1/rubric.md"),
    "bad fields": ("study.md", b"---\nquestions: [mee-1\n---\n", r"sent/study.md:\d+: the fields"),
    "another kind": ("mee-1/question.md", b"---\nkind: MBE\n---\nx", "sent/mee-1/question.md"),
    "a way out": ("study.md", b"---\nquestions: ['../../etc']\n---\n", "is no name of a folder"),
    "laughs": ("mee-1/essays/01.md", LAUGHING, "sent/mee-1/essays/01.md"),
    "laughs in the study": ("study.md", LAUGHING, "sent/study.md"),
    "itself": ("mee-1/essays/01.md", b"---\nx: &a [*a]\n---\nx", "sent/mee-1/essays/01.md"),
    "no text": ("mee-1/essays/01.md", b"\xff\xfe\0\xd8", "sent/mee-1/essays/01.md"),
    "a number": ("mee-1/essays/01.json", b'{"text": "x", "n": ' + b"9" * 5_000 + b"}", "01.json"),
    "a script": ("mee-1/essays/<script>.md", b"x", "is no name of a file"),
    "nothing left": ("mee-1/essays/01.md", b"---\n---\nName: Q. S.", "mee-1: 01: nothing is left"),
}  # fmt: skip


@pytest.mark.parametrize("what", PROBLEMS)
def test_problems_of_materials_name_the_file_as_it_was_sent(
    what: str, lead: Lead, tmp_path: Path
) -> None:
    name, data, told = PROBLEMS[what]
    files = {**example(tmp_path), f"sent/{name}": data}
    assert re.search(told, lead.refused((ZIP, zipped(files))))
    flat = {name.removeprefix("sent/"): data for name, data in files.items()}
    assert re.search(told.replace("sent/", ""), lead.refused((ZIP, zipped(flat))))


@pytest.mark.parametrize(
    "fields",
    ["id: 123456789012345678901234567890", 'author: "\\uD800"', "at: 2026-11-30", "x: !!set {a}",
     "x: !!binary aGVsbG8=", "x: .nan", "1: x"],
)  # fmt: skip
def test_odd_fields_of_an_essay_are_kept_with_it(fields: str, lead: Lead, tmp_path: Path) -> None:
    files = example(tmp_path)
    files["sent/mee-1/essays/odd.md"] = f"---\n{fields}\n---\nThe keeper pays.\n".encode()
    if "uD800" in fields:
        del files["sent/mee-1/essays/odd.md"]
        odd = b'{"author": "\\ud800", "text": "The keeper pays."}'
        files["sent/mee-1/essays/odd.json"] = odd
    assert lead.send((ZIP, zipped(files))).status_code == 303


def test_many_problems_are_not_all_told(lead: Lead, tmp_path: Path) -> None:
    files = example(tmp_path)
    files |= {f"sent/mee-1/essays/e{n}.txt": b"x" for n in range(200)}
    told = lead.refused((ZIP, zipped(files)))
    assert told.count("is none of") == 50
    assert "And 150 more." in told
