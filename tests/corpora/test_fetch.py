"""The official server is played by one on this machine, with files of invented law."""

import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path

import pytest

from benchbar.corpora.fetch import fetch_uscode
from benchbar.corpora.uslm_corpus import add_uslm
from benchbar.errors import IncompleteError, InputError
from benchbar.parallel.base import Serial

SAMPLES = Path(__file__).parent / "samples" / "uslm"
PLACE = "/download/releasepoints/us/pl/999/12/xml_usc{}@999-12.zip"
PAGE = "/download/download.shtml"


def archive(title: str) -> bytes:
    """A zip file as the server has it: one title of XML, here with ballast that does not pack."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as files:
        files.writestr(f"usc{title}.xml", (SAMPLES / "usc91.xml").read_bytes())
    return packed.getvalue()


@dataclass
class Office:
    """A server of release points that misbehaves on demand."""

    files: dict[str, bytes]
    cut: list[int] = field(default_factory=list)
    """Bytes after which each of the next replies breaks off."""
    refuse: list[int] = field(default_factory=list)
    """Status codes of the next replies."""
    ranges: bool = True
    retry_after: str | None = None
    asked: list[tuple[str, str | None]] = field(default_factory=list)
    url: str = ""

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        span = handler.headers.get("Range")
        self.asked.append((handler.path, span))
        body = self.files.get(handler.path)
        if self.refuse or body is None:
            handler.send_response(self.refuse.pop(0) if self.refuse else 404)
            if self.retry_after:
                handler.send_header("Retry-After", self.retry_after)
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        start = int(span[6:-1]) if span and self.ranges else 0
        if start >= len(body):
            handler.send_response(416)
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        handler.send_response(206 if start else 200)
        handler.send_header("Content-Length", str(len(body) - start))
        handler.end_headers()
        end = start + self.cut.pop(0) if self.cut else len(body)
        handler.wfile.write(body[start:end])
        handler.close_connection = True


@pytest.fixture
def office() -> Iterator[Office]:
    files = {PLACE.format(n): archive(n) for n in ("01", "26", "All")}
    files[PAGE] = f'<a href="{PLACE.format("All")}">All titles</a>'.encode()
    played = Office(files)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            played.answer(self)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        played.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield played
        server.shutdown()
        thread.join()


@dataclass
class Call:
    """Fetches without waiting, and keeps what it was told."""

    office: Office
    out: Path
    told: list[tuple[str, int, int | None]] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def __call__(self, titles: list[int] | None, release: str | None = "999-12") -> list[Path]:
        return fetch_uscode(
            titles,
            release,
            base_url=self.office.url,
            out=self.out,
            progress=lambda *report: self.told.append(report),
            wait=self.waits.append,
        )


@pytest.fixture
def get(office: Office, tmp_path: Path) -> Call:
    return Call(office, tmp_path / "downloads")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_titles_are_downloaded_and_can_be_imported(office: Office, get: Call) -> None:
    paths = get([26, 1, 26])
    assert [path.name for path in paths] == ["xml_usc26@999-12.zip", "xml_usc01@999-12.zip"]
    assert paths[0].read_bytes() == office.files[PLACE.format("26")]
    assert names(get.out) == sorted(path.name for path in paths)
    size = paths[0].stat().st_size
    assert get.told[0][0] == paths[0].name
    assert (paths[0].name, size, size) in get.told
    summary = add_uslm(paths, "uscode", force=False, spread=Serial())
    assert (summary.kept.sections, summary.releases) == (12, ("Online@999-12",))


def test_all_titles_of_the_newest_release_come_in_one_file(office: Office, get: Call) -> None:
    assert [path.name for path in get(None, None)] == ["xml_uscAll@999-12.zip"]
    assert [path for path, _ in office.asked] == [PAGE, PLACE.format("All")]


def test_a_release_may_be_written_as_files_have_it(get: Call) -> None:
    assert [path.name for path in get([1], "Online@999-12")] == ["xml_usc01@999-12.zip"]


def test_what_is_there_is_not_downloaded_again(office: Office, get: Call) -> None:
    paths = get([1])
    office.asked.clear()
    assert get([1]) == paths
    assert office.asked == []


def test_a_damaged_file_that_is_there_is_downloaded_again(get: Call) -> None:
    (path,) = get([1])
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    assert get([1]) == [path]
    assert path.read_bytes() == whole


def test_a_broken_connection_is_gone_on_with(office: Office, get: Call) -> None:
    office.cut = [2_000, 1_500]
    (path,) = get([1])
    assert path.read_bytes() == office.files[PLACE.format("01")]
    assert [span for _, span in office.asked] == [None, "bytes=2000-", "bytes=3500-"]
    assert get.waits == [1.0, 4.0]
    assert names(get.out) == [path.name]


def test_the_next_call_goes_on_after_giving_up(office: Office, get: Call) -> None:
    office.cut = [1_000, 100, 100, 100]
    with pytest.raises(IncompleteError, match="goes on from there"):
        get([1])
    assert names(get.out) == ["xml_usc01@999-12.zip.part"]
    office.asked.clear()
    (path,) = get([1])
    assert office.asked == [(PLACE.format("01"), "bytes=1300-")]
    assert path.read_bytes() == office.files[PLACE.format("01")]


def test_a_server_without_ranges_sends_it_anew(office: Office, get: Call) -> None:
    office.ranges = False
    office.cut = [2_000]
    (path,) = get([1])
    assert path.read_bytes() == office.files[PLACE.format("01")]


def test_a_part_of_another_file_is_thrown_away(office: Office, get: Call) -> None:
    get.out.mkdir()
    part = get.out / "xml_usc01@999-12.zip.part"
    for junk in (b"x" * 1_000, b"x" * 1_000_000):
        part.write_bytes(junk)
        (path,) = get([1])
        assert path.read_bytes() == office.files[PLACE.format("01")]
        path.unlink()


def test_a_busy_server_is_waited_for_as_it_asks(office: Office, get: Call) -> None:
    office.refuse, office.retry_after = [503, 429], "7"
    get([1])
    assert get.waits == [7.0, 7.0]


def test_a_server_that_stays_busy_is_given_up(office: Office, get: Call) -> None:
    office.refuse = [503] * 4
    with pytest.raises(IncompleteError, match="Service Unavailable"):
        get([1])
    assert get.waits == [1.0, 4.0, 15.0]


@pytest.mark.parametrize(("status", "reason"), [(404, "not there"), (403, "refused")])
def test_a_plain_no_is_final(office: Office, get: Call, status: int, reason: str) -> None:
    office.refuse = [status]
    with pytest.raises(InputError, match=reason):
        get([1])
    assert (get.waits, names(get.out)) == ([], [])


def test_a_page_instead_of_a_file_is_refused(office: Office, get: Call) -> None:
    office.files[PLACE.format("01")] = b"\n<html>Document not found</html>"
    with pytest.raises(InputError, match="a page came instead"):
        get([1])
    assert names(get.out) == []


def test_a_file_that_always_comes_damaged_is_not_kept(office: Office, get: Call) -> None:
    damaged = bytearray(archive("01"))
    damaged[500] ^= 0xFF
    office.files[PLACE.format("01")] = bytes(damaged)
    with pytest.raises(IncompleteError, match="damaged"):
        get([1])
    assert names(get.out) == []


def test_a_page_without_release_points_asks_for_one(office: Office, get: Call) -> None:
    office.files[PAGE] = b"<html>We have moved</html>"
    with pytest.raises(InputError, match="--release-point"):
        get([1], None)


def test_a_server_that_cannot_be_reached_is_named(get: Call) -> None:
    get.office.url = "http://127.0.0.1:9"
    with pytest.raises(InputError, match=r"127\.0\.0\.1:9 cannot be reached"):
        get([1])


@pytest.mark.parametrize(
    ("titles", "release", "reason"),
    [
        ([55], "999-12", "no title 55"),
        ([0], "999-12", "no title 0"),
        ([1], "current", "no release point"),
        ([1], "119/36", "no release point"),
    ],
)
def test_what_cannot_be_is_refused_before_asking(
    get: Call, titles: list[int], release: str, reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        get(titles, release)
    assert get.office.asked == []


def test_other_schemes_are_refused(get: Call) -> None:
    get.office.url = "file:///tmp"
    with pytest.raises(InputError, match="https://"):
        get([1])
