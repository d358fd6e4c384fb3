from dataclasses import replace
from pathlib import Path

import pytest

from benchbar.corpora import spans, store
from benchbar.errors import IncompleteError, InputError
from benchbar.parallel.processes import Processes
from benchbar.suites import build as building
from benchbar.suites import chunks, sources
from benchbar.suites.audit import audit
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.items import VARIANT_ROOM, Options
from benchbar.suites.order import Order
from benchbar.suites.spec import suite
from benchbar.suites.whole import making
from tests.conftest import SMALL

SYNTHETIC = Order(
    windows=("4k",), corpora=("synthetic",), items=(("test", 6), ("train", 9)), seed=7
)


def contents(folder: Path) -> dict[str, bytes]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_any_number_of_workers_makes_the_same_bytes(data: Data, tmp_path: Path) -> None:
    build(SMALL, tmp_path / "again", spread=Processes(2))
    assert contents(tmp_path / "again") == contents(data.folder)


def test_chunks_leave_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(SYNTHETIC, tmp_path / "large")
    monkeypatch.setattr(chunks, "CHUNK_TOKENS", 6_000)
    build(SYNTHETIC, tmp_path / "small")
    assert contents(tmp_path / "small") == contents(tmp_path / "large")


def test_packed_documents_are_the_same_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = build(SYNTHETIC, tmp_path / "plain")
    monkeypatch.setattr(building, "_PACKED_ABOVE_TOKENS", 0)
    packed = build(SYNTHETIC, tmp_path / "packed")
    assert packed == plain
    assert (tmp_path / "packed/documents/4k/synthetic.jsonl.zst").is_file()
    assert list(Data(tmp_path / "packed").pairs()) == list(Data(tmp_path / "plain").pairs())


def test_fewer_items_are_the_first_of_more(tmp_path: Path) -> None:
    build(SYNTHETIC, tmp_path / "more")
    build(replace(SYNTHETIC, items=(("test", 3),)), tmp_path / "fewer")
    more = list(Data(tmp_path / "more").items("4k", "synthetic", "text_to_cite", "test"))
    fewer = list(Data(tmp_path / "fewer").items("4k", "synthetic", "text_to_cite", "test"))
    assert fewer == more[:3]


def test_more_items_than_usual_get_more_testimony(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Order, "own_items", lambda self, split: 4)
    order = replace(SYNTHETIC, corpora=("transcripts",), items=(("test", 10),))
    build(order, tmp_path / "ten")
    build(replace(order, items=(("test", 6),)), tmp_path / "six")
    ten, six = (
        list(Data(tmp_path / name).items("4k", "transcripts", "cite_to_text", "test"))
        for name in ("ten", "six")
    )
    assert ten[:6] == six
    number = [int(str(item.traits["source"]).split("-")[-1]) for item in ten]
    blocks = [(n - 1) // sources.DEPOSITIONS["test"] for n in number]
    assert blocks == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2]


def test_another_seed_makes_other_items(tmp_path: Path) -> None:
    build(SYNTHETIC, tmp_path / "seven")
    build(replace(SYNTHETIC, seed=8), tmp_path / "eight")
    seven, eight = (
        {item.question for _, items in Data(tmp_path / name).pairs() for item in items}
        for name in ("seven", "eight")
    )
    assert not seven & eight


def test_another_build_of_the_same_name_reads_nothing_of_the_first(tmp_path: Path) -> None:
    order = replace(SYNTHETIC, corpora=("transcripts", "code"))
    build(replace(order, seed=8), tmp_path / "data")
    build(order, tmp_path / "data", force=True)
    build(order, tmp_path / "other")
    assert contents(tmp_path / "data") == contents(tmp_path / "other")


def test_items_are_named_and_shaped_in_turn(data: Data) -> None:
    items = list(data.items("4k", "synthetic", "text_to_cite", "train"))
    assert [item.id for item in items[:2]] == [
        "blt-4k-synthetic-text_to_cite-train-0001",
        "blt-4k-synthetic-text_to_cite-train-0002",
    ]
    shapes = [f"{item.traits['width']}x{item.traits['depth']}" for item in items]
    assert shapes == list(suite("blt").window("4k").shapes)
    pages = [
        item.traits["pages"] for item in data.items("8k", "transcripts", "cite_to_text", "test")
    ]
    assert pages == [5, 10, 15, 5, 10, 15]


@pytest.mark.parametrize("window", ["16k", "32k", "64k"])
def test_fewer_pages_where_so_many_would_not_fit(window: str, tmp_path: Path) -> None:
    order = Order((window,), ("transcripts",), items=(("test", 6), ("train", 6)))
    build(order, tmp_path / "data")
    data = Data(tmp_path / "data")
    wanted = suite("blt").window(window).pages
    fewer = 0
    for document, items in data.pairs():
        for item in items:
            most = wanted[(int(item.id[-4:]) - 1) % len(wanted)]
            pages, taken = int(item.traits["pages"]), int(item.traits["tokens"])
            assert len(document.lines) == 25 * pages
            assert taken + VARIANT_ROOM <= order.window(window).budget
            if pages < most:
                fewer += 1
                assert taken > 0.9 * order.window(window).budget
    assert fewer


def test_pages_that_were_chosen_are_taken_whole(tmp_path: Path) -> None:
    order = replace(SYNTHETIC, corpora=("transcripts",), options=Options(pages=8))
    build(order, tmp_path / "data", allow_short=True)
    items = Data(tmp_path / "data").items("4k", "transcripts", "cite_to_text", "train")
    assert {item.traits["pages"] for item in items} == {8}


def test_both_splits_and_all_eleven_tests_are_there(data: Data) -> None:
    assert len(list(data.sets())) == 2 * 11 * 2
    assert data.manifest.items == 2 * 11 * (6 + 9)
    assert data.manifest.budgets == {"4k": 3000, "8k": 6200}


def test_pages_can_be_of_another_form(tmp_path: Path) -> None:
    order = replace(
        SYNTHETIC, corpora=("transcripts",), tasks=("cite_to_text",),
        items=(("test", 4),), options=Options(lines_per_page=15, pages=1),
    )  # fmt: skip
    build(order, tmp_path / "data")
    for document, items in Data(tmp_path / "data").pairs():
        assert len(document.lines) == items[0].traits["lines"] == 15
        assert items[0].traits["pages"] == 1


def test_shapes_are_for_synthetic_sections() -> None:
    order = Order(
        windows=("4k",), corpora=("transcripts", "code"), options=Options(shapes=("2x3",))
    )
    with pytest.raises(InputError, match="--shape is for synthetic sections, and none are built"):
        order.check()
    replace(order, corpora=("code", "synthetic")).check()


def test_sections_can_be_of_other_shapes(tmp_path: Path) -> None:
    order = replace(
        SYNTHETIC, tasks=("cite_to_text", "defined_to_cite"), items=(("test", 5),),
        options=Options(shapes=("2x2", "3x2")),
    )  # fmt: skip
    build(order, tmp_path / "data")
    data = Data(tmp_path / "data")
    assert data.manifest.options["shapes"] == "2x2,3x2"
    for task in order.tasks:
        items = list(data.items("4k", "synthetic", task, "test"))
        shapes = [(item.traits["width"], item.traits["depth"]) for item in items]
        assert shapes == [(2, 2), (3, 2), (2, 2), (3, 2), (2, 2)]
    lines = {item.traits["width"]: item.traits["lines"] for item in items}
    assert lines == {2: 1 + 1 + 2, 3: 1 + 1 + 3}


@pytest.mark.parametrize("shape", ["2x2", "9x2", "2x6", "30x2", "2x7"])
def test_a_shape_is_built_where_it_fits(shape: str, tmp_path: Path) -> None:
    order = replace(
        SYNTHETIC, windows=("16k",), tasks=("text_to_cite",), items=(("test", 2),),
        options=Options(shapes=(shape,)),
    )  # fmt: skip
    build(order, tmp_path / "data")
    assert audit(tmp_path / "data").problems == ()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"windows": ("5k",)}, "no window '5k': choose from 4k, 8k"),
        ({"windows": ()}, "no window named"),
        ({"corpora": ("roe",)}, "no corpus 'roe'"),
        ({"tasks": ("cite_to_txt",)}, "no task 'cite_to_txt': choose from text_to_cite"),
        (
            {"corpora": ("transcripts",), "tasks": ("cite_to_defined",)},
            "corpus 'transcripts' allows none of the tasks named",
        ),
        ({"options": Options(pages=41)}, "41 pages of 25 lines cannot fit the 3000 tokens"),
        *(
            ({"options": Options(shapes=("2x2", shape))}, f"--shape {shape}: no shape: give width")
            for shape in (
                "1x2",
                "2x1",
                "2x9",
                "02x2",
                "2 x 2",
                "2",
                "x",
                "",
                "-2x2",
                "2x2x2",
                "²x2",
            )
        ),
        *(
            ({"options": Options(shapes=(shape,))}, f"--shape {shape}: .* do not fit a 4k prompt")
            for shape in ("2x8", "4x4", "200x2", "999999999x8")
        ),
        ({"suite": "alt"}, "no suite 'alt'"),
    ],
)
def test_an_order_that_cannot_be_met_is_refused(
    tmp_path: Path, change: dict[str, object], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        build(replace(SYNTHETIC, **change), tmp_path / "data")  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


def test_items_are_not_replaced_unless_asked(tmp_path: Path) -> None:
    build(SYNTHETIC, tmp_path / "data")
    before = contents(tmp_path)
    with pytest.raises(InputError, match="data exists: name another"):
        build(replace(SYNTHETIC, seed=9), tmp_path / "data")
    assert contents(tmp_path) == before
    build(replace(SYNTHETIC, seed=9), tmp_path / "data", force=True)
    assert contents(tmp_path) != before


def test_a_folder_of_something_else_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis/chapter.txt").write_text("dear to me")
    with pytest.raises(InputError, match="not a folder of items"):
        build(SYNTHETIC, tmp_path / "thesis", force=True)
    assert (tmp_path / "thesis/chapter.txt").read_text() == "dear to me"


def test_a_folder_of_training_rows_is_no_folder_of_items(tmp_path: Path) -> None:
    (tmp_path / "rows").mkdir()
    for name in ("manifest.json", "train.jsonl", "openai.json"):
        (tmp_path / "rows" / name).write_text("{}")
    before = contents(tmp_path)
    with pytest.raises(InputError, match=r"rows holds openai\.json, which this command does not"):
        build(SYNTHETIC, tmp_path / "rows", force=True)
    assert contents(tmp_path) == before


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: object, lines: bytes, records: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(building._Output, "add", full)
    with pytest.raises(IncompleteError, match="data: the disk is full: free some space"):
        build(SYNTHETIC, tmp_path / "data")
    assert not list(tmp_path.iterdir())


def test_what_a_killed_build_left_is_cleared_away(tmp_path: Path) -> None:
    (tmp_path / ".data.partial/items").mkdir(parents=True)
    (tmp_path / ".data.partial/items/half.jsonl").write_text("{")
    build(SYNTHETIC, tmp_path / "data")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
    assert "half.jsonl" not in str(contents(tmp_path / "data").keys())


def test_two_builds_of_one_folder_do_not_meet(tmp_path: Path) -> None:
    with (
        making(tmp_path / "data", mark="manifest.json", what="folder of items", force=False),
        pytest.raises(InputError, match="data: is being made by another process"),
    ):
        build(SYNTHETIC, tmp_path / "data")
    build(replace(SYNTHETIC, seed=9), tmp_path / "other")
    assert [path.name for path in tmp_path.iterdir() if "other" in path.name] == ["other"]


def test_a_build_killed_while_replacing_gives_back_the_old_items(tmp_path: Path) -> None:
    build(SYNTHETIC, tmp_path / "data")
    (tmp_path / "data").rename(tmp_path / ".data.old")
    with pytest.raises(InputError, match="data exists"):
        build(SYNTHETIC, tmp_path / "data")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def imported(lines: int) -> None:
    words = [
        f"Q.    Was number {n * 7919} {'again ' * (n % 3)}at the gate of dock {n * n}?"
        for n in range(lines)
    ]
    document = spans.whole(
        name="roe.txt", lines=words, cites=[f"line {n + 1}" for n in range(lines)],
        source="roe.txt", title="Roe",
    )  # fmt: skip
    corpus = store.Corpus("roe", "transcript", (store.ImportedFile("roe.txt", "", lines, 0),))
    store.save(corpus, [document], force=True)


def test_a_users_transcript_is_split_without_a_common_line(tmp_path: Path) -> None:
    imported(500)
    build(replace(SYNTHETIC, corpora=("roe",), items=(("test", 40), ("train", 60))), tmp_path / "d")
    shown: dict[str, set[str]] = {"test": set(), "train": set()}
    for document, items in Data(tmp_path / "d").pairs():
        shown[items[0].split] |= {document.words(line) for line in document.lines}
    assert shown["test"]
    assert shown["train"]
    assert not shown["test"] & shown["train"]


def test_no_target_is_asked_twice(tmp_path: Path) -> None:
    imported(500)
    build(replace(SYNTHETIC, corpora=("roe",), items=(("test", 60),)), tmp_path / "data")
    for task in ("text_to_cite", "cite_to_text"):
        origins = [
            item.traits["origin"]
            for item in Data(tmp_path / "data").items("4k", "roe", task, "test")
        ]
        assert len(set(origins)) == len(origins) == 60


def test_too_few_targets_are_named_and_may_be_accepted(tmp_path: Path) -> None:
    imported(150)
    order = replace(SYNTHETIC, corpora=("roe",), items=(("test", 100),))
    with pytest.raises(IncompleteError, match=r"4k roe text_to_cite\.test: \d+ of 100"):
        build(order, tmp_path / "data")
    assert not list(tmp_path.glob("*data*"))
    assert 0 < build(order, tmp_path / "data", allow_short=True).items < 200


def test_a_corpus_that_is_too_short_for_any_item_is_refused(tmp_path: Path) -> None:
    imported(20)
    with pytest.raises(InputError, match="no item can be made"):
        build(replace(SYNTHETIC, corpora=("roe",)), tmp_path / "data", allow_short=True)
    assert not list(tmp_path.iterdir())
