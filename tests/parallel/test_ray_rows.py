"""Rows for Ray's stages, made and read without Ray."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from benchbar.errors import InputError
from benchbar.parallel import ray_rows as rows
from benchbar.parallel.ray_rows import Answer, Engine, Prompting
from tests.parallel import weights

needs_transformers = pytest.mark.skipif(
    find_spec("transformers") is None, reason="needs the extra: make setup-local"
)


def request(**body: Any) -> dict[str, Any]:
    messages = [{"role": "user", "content": "Where is “it”?"}]
    return {"custom_id": "a|b|1", "body": {"model": "m", "messages": messages, **body}}


def placed(folder: Path, asked: dict[str, Any]) -> dict[str, Any]:
    """Write a request behind another row; return where it stands."""
    before, line = b'{"custom_id": "other"}\n', json.dumps(asked).encode() + b"\n"
    file = folder / "requests.jsonl"
    file.write_bytes(before + line + before)
    return {"file": str(file), "start": len(before), "size": len(line)}


def test_a_server_is_sent_the_body_as_it_was_exported(tmp_path: Path) -> None:
    asked = request(temperature=0, max_tokens=5)
    row = rows.as_payload(placed(tmp_path, asked))
    assert row["name"] == "a|b|1"
    assert json.loads(row["payload"]) == asked["body"]


def test_a_node_that_does_not_see_the_folder_says_so(tmp_path: Path) -> None:
    place = {"file": str(tmp_path / "nowhere.jsonl"), "start": 0, "size": 5}
    with pytest.raises(InputError, match="all nodes of the Ray cluster must see this folder"):
        rows.as_payload(place)


def test_a_file_that_was_changed_is_told(tmp_path: Path) -> None:
    place = placed(tmp_path, request()) | {"start": 3}
    with pytest.raises(InputError, match="was changed while it was read"):
        rows.as_payload(place)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return weights.write(tmp_path_factory.mktemp("weights"))


@needs_transformers
def test_an_engine_is_given_the_prompt_in_the_models_own_form(folder: Path, tmp_path: Path) -> None:
    engine = Engine(str(folder), max_model_len=99)
    asked = request(temperature=0, max_tokens=5, seed=7, reasoning_effort="low")
    asked["body"]["messages"].insert(0, {"role": "system", "content": "Be brief."})
    row = Prompting(engine)(placed(tmp_path, asked))
    tokenizer = rows.tokenizer_of(engine)
    assert tokenizer.decode(row["tokenized_prompt"]) == (
        "<s>[system]Be brief.[user]Where is “it”?[effort low][assistant]"
    )
    assert row["sampling_params"] == {"temperature": 0.0, "top_p": 1.0, "max_tokens": 5, "seed": 7}
    assert (row["most"], row["room"], row["last"]) == (5, 99, tokenizer.eos_token_id)
    assert (row["name"], row["refused"]) == ("a|b|1", "")


@needs_transformers
def test_what_is_left_to_the_provider_is_left_to_vllm(folder: Path, tmp_path: Path) -> None:
    row = Prompting(Engine(str(folder)))(placed(tmp_path, request()))
    left = {"temperature": 1.0, "top_p": 1.0, "max_tokens": None, "seed": None}
    assert row["sampling_params"] == left
    assert (row["most"], row["room"]) == (-1, -1)


@needs_transformers
def test_a_prompt_that_the_template_refuses_fails_alone(folder: Path, tmp_path: Path) -> None:
    asked = request()
    asked["body"]["messages"].insert(0, {"role": "system", "content": "refuse"})
    row = Prompting(Engine(str(folder)))(placed(tmp_path, asked))
    assert row["tokenized_prompt"] == []
    answer = rows.answer(row | {"__inference_error__": "ValueError: no prompt"})
    assert (answer.name, answer.status) == ("a|b|1", 500)
    assert "no system messages" in json.loads(answer.body)["error"]["message"]


def generated(
    *tokens: int, text: str = "line 3", most: int = -1, room: int = -1, last: int = 9
) -> dict[str, Any]:
    return {
        "name": "a|b|1",
        "generated_text": text,
        "generated_tokens": list(tokens),
        "num_generated_tokens": len(tokens),
        "num_input_tokens": 20,
        "most": most,
        "room": room,
        "last": last,
    }


@pytest.mark.parametrize(
    ("row", "finish"),
    [
        (generated(1, 2, 9, most=5, room=99), "stop"),
        (generated(1, 2, 9, most=3, room=23), "stop"),  # at its end just where it would be cut
        (generated(1, 2, 3, most=3), "length"),
        (generated(1, 2, 3, room=23), "length"),
        (generated(1, 2, 3, most=5, room=99), "stop"),  # by another token that ends replies
        (generated(1, 2, 3, most=5), "unknown"),  # by that, or the model's context was full
        (generated(), "unknown"),
    ],
)
def test_why_a_reply_ended(row: dict[str, Any], finish: str) -> None:
    name, status, body = rows.from_engine(row).values()
    assert (name, status) == ("a|b|1", 200)
    told = json.loads(body)
    assert told["choices"][0]["finish_reason"] == finish
    tokens = len(row["generated_tokens"])
    assert told["usage"] == {"prompt_tokens": 20, "completion_tokens": tokens}


@pytest.mark.parametrize(
    ("text", "content", "reasoning"),
    [
        ("line 3", "line 3", None),
        ("<think>\nHm.\n</think>\n\nline 3", "line 3", "Hm."),
        ("Hm.\n</think>\n\nline 3", "line 3", "Hm."),  # the template opened it
        ("<think>\n</think>\n\nline 3", "line 3", None),
        ("<think>\nHm.", "<think>\nHm.", None),
    ],
)
def test_reasoning_is_kept_apart(text: str, content: str, reasoning: str | None) -> None:
    message = json.loads(rows.from_engine(generated(9, text=text))["body"])["choices"][0]["message"]
    assert (message["content"], message["reasoning_content"]) == (content, reasoning)


def test_rows_that_left_the_last_stage_are_answers() -> None:
    good = {"name": "a", "status": 200, "body": "{}", "__inference_error__": ""}
    assert rows.answer(good) == Answer("a", 200, "{}")
    failed = {"name": "a", "prompt": "…", "__inference_error__": "ValueError: too long"}
    told = '{"error": {"message": "ValueError: too long"}}'
    assert rows.answer(failed) == Answer("a", 500, told)
