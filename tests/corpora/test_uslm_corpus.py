import gzip
import hashlib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from benchbar.corpora import store, uslm_files
from benchbar.corpora.statutes import Statutes
from benchbar.corpora.uslm_corpus import (
    Counts,
    add_uslm,
    check_uslm,
    load_summary,
)
from benchbar.errors import InputError
from benchbar.parallel.base import Serial
from benchbar.parallel.processes import Processes

SAMPLES = Path(__file__).parent / "samples" / "uslm"
TITLE = (SAMPLES / "usc91.xml").read_bytes()
TITLE_2 = (SAMPLES / "usc92-version2.xml").read_bytes()
SINGLE = (SAMPLES / "usc93-1a.xml").read_bytes()


def zipped(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, law in members.items():
            archive.writestr(f"usc/{name}.xml", law)
        archive.writestr("readme.txt", "no law")
    return path


def stored_files(home: Path) -> dict[str, bytes]:
    return {str(p.relative_to(home)): p.read_bytes() for p in home.rglob("*") if p.is_file()}


def test_a_corpus_is_stored_with_its_summary() -> None:
    summary = add_uslm([SAMPLES], "ferries", force=False, spread=Serial())
    assert summary.kept == Counts(sections=8, leaves=16, definitions=2, tokens=summary.kept.tokens)
    assert summary.coarse.sections == 7
    assert summary.coarse.leaves == 11
    assert summary.coarse.definitions == 0
    assert summary.releases == ("Online", "Online@999-12")
    assert summary.twice == ("/us/usc/t91/s813–2",)
    assert summary.excluded["repealed"] == ("91 U.S.C. 816",)
    assert summary.excluded["quoted hierarchical text"] == ("91 U.S.C. 825",)
    assert sum(len(some) for some in summary.excluded.values()) == 11
    title = summary.files[0]
    assert (title.name, title.kept, title.excluded) == ("usc91.xml", 6, 11)
    assert title.sha256 == hashlib.sha256(TITLE).hexdigest()
    assert load_summary("ferries") == summary
    stored = Statutes(store.statutes_file("ferries"))
    assert len(stored) == 8
    assert int(stored.tokens.sum()) == summary.kept.tokens


def test_the_store_knows_the_corpus() -> None:
    add_uslm([SAMPLES / "usc91.xml"], "ferries", force=False, spread=Serial())
    assert store.names() == ["ferries"]
    corpus = store.load("ferries")
    assert (corpus.kind, corpus.files[0].lines, corpus.files[0].set_aside) == ("statute", 6, 11)


def test_the_built_in_name_may_be_filled() -> None:
    add_uslm([SAMPLES], "uscode", force=False, spread=Serial())
    assert load_summary("uscode").name == "uscode"
    with pytest.raises(InputError, match="built-in"):
        add_uslm([SAMPLES], "transcripts", force=False, spread=Serial())


def test_every_packing_gives_the_same_sections(tmp_path: Path) -> None:
    plain = tmp_path / "a.xml"
    plain.write_bytes(TITLE)
    packed = tmp_path / "b.xml.gz"
    packed.write_bytes(gzip.compress(TITLE))
    archive = zipped(tmp_path / "c.zip", title=TITLE, single=SINGLE)
    texts = []
    for path in (plain, packed, archive):
        add_uslm([path], "one", force=True, spread=Serial())
        texts.append([one.text for one in Statutes(store.statutes_file("one")).documents()])
    assert texts[0] == texts[1] == texts[2][:-1]
    assert texts[2][-1] == "§ 1a. Tunnels.\n(a) A tunnel shall have two ends."
    names = [one.source for one in Statutes(store.statutes_file("one")).documents()]
    assert (names[0], names[-1]) == ("c.zip/usc/title.xml:1", "c.zip/usc/single.xml:1")


def test_a_folder_is_searched_in_order(tmp_path: Path) -> None:
    for name in ("usc/2/b.xml", "usc/1/b.xml", "a.xml"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(SINGLE)
    (tmp_path / "notes.txt").write_text("no law")
    found = [member.name for member in uslm_files.members([tmp_path])]
    assert found == ["a.xml", "usc/1/b.xml", "usc/2/b.xml"]


def test_law_is_found_however_it_is_packed_and_named(tmp_path: Path) -> None:
    (tmp_path / "A.XML").write_bytes(SINGLE)
    (tmp_path / "b.gz").write_bytes(gzip.compress(SINGLE))
    (tmp_path / "cover.html").write_text("<html>The Code</html>")
    with zipfile.ZipFile(tmp_path / "c.ZIP", "w") as archive:
        archive.writestr("usc/d.xml.gz", gzip.compress(SINGLE))
        archive.writestr("usc/e.XML", SINGLE)
        archive.writestr("usc/cover.html", "<html>The Code</html>")
    names = [member.name for member in uslm_files.members([tmp_path])]
    assert names == ["A.XML", "b.gz", "c.ZIP/usc/d.xml.gz", "c.ZIP/usc/e.XML"]
    assert check_uslm([tmp_path], Serial()).kept.sections == 4


def test_a_packed_file_in_an_archive_may_be_a_bomb(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        law = TITLE.replace(b"<toc>", b"<toc>" + b" " * 40_000_000)
        archive.writestr("b.xml.gz", gzip.compress(law))
    with pytest.raises(InputError, match="more than 100 times its size"):
        check_uslm([tmp_path / "a.zip"], Serial())


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    paths = [tmp_path / "x" / "b.xml", tmp_path / "y" / "b.xml"]
    for path in paths:
        path.parent.mkdir()
        path.write_bytes(SINGLE)
    assert [member.name for member in uslm_files.members(paths)] == ["x/b.xml", "y/b.xml"]
    with pytest.raises(InputError, match="two files are named"):
        uslm_files.members([paths[0], paths[0]])


def test_small_texts_are_read_together() -> None:
    member = uslm_files.Member(Path("a.xml"), "a.xml", None, 1_500_000)
    sizes = [len(job) for job in uslm_files.jobs([member] * 7)]
    assert sizes == [3, 3, 1]


def test_processes_store_the_same_bytes(tmp_path: Path) -> None:
    parts = [zipped(tmp_path / f"{n}.zip", title=TITLE) for n in range(5)]
    add_uslm(parts, "serial", force=False, spread=Serial())
    add_uslm(parts, "spread", force=False, spread=Processes(2))
    assert store.statutes_file("serial").read_bytes() == store.statutes_file("spread").read_bytes()


def test_check_changes_nothing(home: Path) -> None:
    found = check_uslm([SAMPLES / "usc91.xml"], Serial())
    assert (found.kept.sections, len(found.excluded)) == (6, 11)
    assert stored_files(home) == {}


def test_a_corpus_is_replaced_only_by_force() -> None:
    add_uslm([SAMPLES], "ferries", force=False, spread=Serial())
    with pytest.raises(InputError, match="exists"):
        add_uslm([SAMPLES / "usc91.xml"], "ferries", force=False, spread=Serial())
    assert load_summary("ferries").kept.sections == 8
    add_uslm([SAMPLES / "usc91.xml"], "ferries", force=True, spread=Serial())
    assert load_summary("ferries").kept.sections == 6


def test_a_summary_that_is_not_there_or_damaged_is_named() -> None:
    with pytest.raises(InputError, match="no corpus 'ferries'"):
        load_summary("ferries")
    add_uslm([SAMPLES], "ferries", force=False, spread=Serial())
    store.statutes_file("ferries").with_name("summary.json").write_text("{")
    with pytest.raises(InputError, match="damaged"):
        load_summary("ferries")


def bomb(path: Path) -> None:
    path.write_bytes(gzip.compress(TITLE.replace(b"<toc>", b"<toc>" + b"<p/>" * 4_000_000)))


def broken_archive(path: Path) -> None:
    packed = bytearray(zipped(path, title=TITLE).read_bytes())
    packed[len(packed) // 2 - 200] ^= 0xFF
    path.write_bytes(packed)


def archive_bomb(path: Path) -> None:
    zipped(path, title=TITLE.replace(b"<toc>", b"<toc>" + b" " * 40_000_000))


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "truncated.xml": (lambda p: p.write_bytes(TITLE[:-500]), "no well-formed XML"),
    "cut.xml.gz": (
        lambda p: p.write_bytes(gzip.compress(TITLE)[:-60]),
        "cannot be read to its end",
    ),
    "bomb.xml.gz": (bomb, "more than 100 times its size"),
    "bomb.zip": (archive_bomb, "more than 100 times its size"),
    "damaged.zip": (broken_archive, "cannot be read to its end"),
    "no.zip": (lambda p: p.write_bytes(b"PK\x03\x04 torn"), "damaged, or no zip"),
    "lawless.zip": (lambda p: zipped(p), "no .xml file"),
    "empty.xml": (lambda p: p.write_bytes(b""), "empty"),
    "page.xml": (lambda p: p.write_bytes(b"<html><p>Not found</html>"), "web page"),
    "bill.xml": (
        lambda p: p.write_bytes(TITLE_2.replace(b"uscDoc", b"bill")),
        "are read with --kind statute",
    ),
    "absent.xml": (lambda p: None, "cannot be read: No such file"),
    "folder": (lambda p: p.mkdir(), "no file of law in it (.xml, .gz, .zip)"),
    "lawless.xml": (
        lambda p: p.write_bytes(b'<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0"/>'),
        "no section of law",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_and_the_store_stays(name: str, tmp_path: Path, home: Path) -> None:
    add_uslm([SAMPLES], "ferries", force=False, spread=Serial())
    before = stored_files(home)
    make, reason = BAD[name]
    make(tmp_path / name)
    good = [SAMPLES / "usc91.xml"] if name != "lawless.xml" else []
    with pytest.raises(InputError) as raised:
        add_uslm([*good, tmp_path / name], "ferries", force=True, spread=Serial())
    assert reason in str(raised.value)
    assert name in str(raised.value)
    assert "\n" not in str(raised.value)
    assert stored_files(home) == before
    assert [path.name for path in store.home().iterdir()] == ["ferries"]


def test_an_encrypted_archive_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "locked.zip", title=TITLE)
    locked = bytearray(path.read_bytes())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(mark) + flags] |= 1
    path.write_bytes(locked)
    with pytest.raises(InputError, match="encrypted"):
        add_uslm([path], "ferries", force=False, spread=Serial())
