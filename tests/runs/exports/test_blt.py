import json
from pathlib import Path
from typing import Any

from benchbar.runs.exports import export
from benchbar.suites.data import Data
from tests import ferries


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_one_file_a_test(data: Data, tmp_path: Path) -> None:
    export("blt", data.folder, tmp_path / "out", windows=["4k"], split="test")
    assert sorted(one.name for one in (tmp_path / "out/4k").iterdir()) == [
        "code.cite2amendedtext.test.jsonl",
        "code.cite2defined.test.jsonl",
        "code.cite2text.test.jsonl",
        "code.defined2cite.test.jsonl",
        "code.text2cite.test.jsonl",
        "synthetic.cite2defined.test.jsonl",
        "synthetic.cite2text.test.jsonl",
        "synthetic.defined2cite.test.jsonl",
        "synthetic.text2cite.test.jsonl",
        "transcripts.cite2text.test.jsonl",
        "transcripts.text2cite.test.jsonl",
    ]


def test_a_statute_in_the_formats_fields(tmp_path: Path) -> None:
    law = ferries.folder(tmp_path / "law")
    export("blt", law.folder, tmp_path / "out")
    by_task = {one.name.split(".")[1]: rows(one) for one in (tmp_path / "out/4k").glob("*.jsonl")}
    assert set(by_task) == {
        "text2cite", "cite2text", "cite2amendedtext", "defined2cite", "cite2defined",
    }  # fmt: skip
    amended = by_task["cite2amendedtext"][1]
    assert amended == {
        "id": "blt-4k-uscode-cite_to_amended-test-0002",
        "task": "cite2amendedtext",
        "texttype": "uscode",
        "prompt": amended["prompt"],
        "text_lines": amended["text_lines"],
        "idx_line": 4,
        "answer": "    (A) at any pier within 31 miles, and",
        "unamended_answer": "    (A) at any pier within 30 miles, and",
        "sections": ["812", "1396r–8"],
        "section_correct": "812",
        "width": None,
        "depth": None,
        "num_pages": None,
        "lines_per_page": None,
    }
    assert amended["text_lines"][4]["line_text"] == amended["answer"]
    assert amended["answer"] in amended["prompt"].splitlines()
    assert amended["text_lines"][9] == {
        "cite": "section 812(b)(2)",
        "line_text": "  (2) Definition. The term “rowing boat” means a boat moved by oars alone.",
        "header": "Definition.",
        "defined_terms": ["rowing boat"],
    }
    assert amended["text_lines"][6]["cite"] == "flush"
    (defined,) = by_task["defined2cite"]
    assert (defined["answer"], defined["alternative_answer"]) == (
        "section 812(b)(2)",
        "section 812(b)",
    )
    assert by_task["text2cite"][0]["target_text"] == "at a licensed pier of the harbour, or"
    assert by_task["cite2defined"][0]["answer"] == "rowing boat"


def test_transcripts_and_synthetic_sections(data: Data, tmp_path: Path) -> None:
    export("blt", data.folder, tmp_path / "out", windows=["4k"], split="test")
    one_page, two_pages = rows(tmp_path / "out/4k/transcripts.text2cite.test.jsonl")[:2]
    assert (one_page["num_pages"], two_pages["num_pages"]) == (1, 2)
    assert one_page["lines_per_page"] == 25
    assert one_page["width"] is None
    assert one_page["answer"] == str(one_page["idx_line"] + 1)
    target = two_pages["text_lines"][two_pages["idx_line"]]
    assert target["cite"] == two_pages["answer"]
    page, line = target["cite"].split(":")
    assert f"Page {page}:\n" in two_pages["prompt"]
    assert target["line_text"] == f"{line}: {two_pages['target_text']}"
    text = rows(tmp_path / "out/4k/synthetic.cite2text.test.jsonl")[0]
    assert (text["texttype"], text["width"], text["depth"]) == ("synthetic", 2, 2)
    assert "sections" not in text
    assert text["answer"] in text["prompt"].splitlines()
