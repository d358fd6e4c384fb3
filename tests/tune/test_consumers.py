"""Rows and settings are what their consumers document: by schema, and TRL's by loading.

The schemas hold what we write of the schemas of axolotl 0.19.0 (``axolotl.utils.schemas``) and
LLaMA-Factory 0.9.5 (``data/parser.py``, ``hparams``); OpenAI's is that of its guide.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped,unused-ignore]
import msgspec
import pytest

from benchbar.suites.data import Data
from benchbar.tune.consumers import CONSUMERS, DEV, TRAIN, completion, messages
from benchbar.tune.export import Wanted, export
from benchbar.tune.recipe import Recipe


def closed(**properties: Any) -> dict[str, Any]:
    """Return a schema of an object with these keys, all of them, and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def is_one_of(*values: str) -> dict[str, Any]:
    return {"enum": list(values)}


TEXT = {"type": "string", "minLength": 1}
COUNT = {"type": "integer", "minimum": 1}
RATE = {"type": "number", "exclusiveMinimum": 0, "maximum": 1}


def said(role: str) -> dict[str, Any]:
    return closed(role={"const": role}, content=TEXT)


def turns(*roles: str) -> dict[str, Any]:
    length = len(roles)
    return {
        "type": "array",
        "prefixItems": [said(role) for role in roles],
        "minItems": length,
        "maxItems": length,
    }


MESSAGES = closed(messages=turns("user", "assistant"))
ROWS = {
    "openai": MESSAGES,
    "trl": closed(prompt=turns("user"), completion=turns("assistant")),
    "axolotl": MESSAGES,
    "llamafactory": MESSAGES,
}
AXOLOTL_ROWS = closed(
    path=TEXT,
    ds_type=is_one_of("json", "arrow", "text", "parquet"),
    split={"const": "train"},
    type={"const": "chat_template"},
    field_messages={"const": "messages"},
    message_property_mappings=closed(role={"const": "role"}, content={"const": "content"}),
    roles_to_train={"type": "array", "items": is_one_of("assistant")},
    train_on_eos=is_one_of("all", "turn", "last", "none"),
)
AXOLOTL = closed(
    base_model=TEXT,
    chat_template=TEXT,
    datasets={"type": "array", "items": AXOLOTL_ROWS, "minItems": 1},
    test_datasets={"type": "array", "items": AXOLOTL_ROWS, "minItems": 1},
    output_dir=TEXT,
    sequence_len=COUNT,
    adapter=is_one_of("lora", "qlora", "llama-adapter"),
    lora_r=COUNT,
    lora_alpha=COUNT,
    lora_target_modules={"type": "array", "items": TEXT},
    micro_batch_size=COUNT,
    gradient_accumulation_steps=COUNT,
    num_epochs={"type": "number"},
    optimizer=TEXT,
    lr_scheduler=TEXT,
    learning_rate=RATE,
    bf16={"enum": ["auto", True, False]},
    logging_steps=COUNT,
    seed={"type": "integer"},
)
LLAMAFACTORY_ROWS = closed(
    file_name=TEXT,
    formatting=is_one_of("alpaca", "sharegpt", "openai"),
    columns=closed(messages={"const": "messages"}),
    tags=closed(
        role_tag={"const": "role"},
        content_tag={"const": "content"},
        user_tag={"const": "user"},
        assistant_tag={"const": "assistant"},
    ),
)
LLAMAFACTORY = closed(
    model_name_or_path=TEXT,
    stage=is_one_of("pt", "sft", "rm", "ppo", "dpo", "kto"),
    do_train={"const": True},
    finetuning_type=is_one_of("lora", "freeze", "full"),
    lora_rank=COUNT,
    lora_alpha=COUNT,
    lora_target=TEXT,
    dataset_dir=TEXT,
    dataset={"const": "benchbar_train"},
    eval_dataset={"const": "benchbar_dev"},
    eval_strategy=is_one_of("no", "steps", "epoch"),
    cutoff_len=COUNT,
    output_dir=TEXT,
    per_device_train_batch_size=COUNT,
    gradient_accumulation_steps=COUNT,
    num_train_epochs={"type": "number"},
    lr_scheduler_type=TEXT,
    learning_rate=RATE,
    bf16={"type": "boolean"},
    logging_steps=COUNT,
    seed={"type": "integer"},
)


@pytest.fixture(params=CONSUMERS)
def exported(request: pytest.FixtureRequest, data: Data, tmp_path: Path) -> tuple[str, Path]:
    form, out = str(request.param), tmp_path / "out"
    export(data.folder, out, form=form, chosen=Recipe(), wanted=Wanted(base="a/base", epochs=3))
    return form, out


def test_rows_fit_their_schema(exported: tuple[str, Path]) -> None:
    form, out = exported
    for name in (TRAIN, DEV):
        rows = (out / name).read_text(encoding="utf-8").splitlines()
        assert rows
        for row in rows:
            jsonschema.validate(json.loads(row), ROWS[form])


def test_settings_fit_their_schema(exported: tuple[str, Path]) -> None:
    form, out = exported
    beside = {path.name for path in out.iterdir()} - {TRAIN, DEV, "manifest.json", "left-out.jsonl"}
    match form:
        case "axolotl":
            settings = msgspec.yaml.decode((out / "axolotl.yaml").read_bytes())
            jsonschema.validate(settings, AXOLOTL)
            assert (settings["base_model"], settings["num_epochs"]) == ("a/base", 3)
            named = {
                rows["path"] for key in ("datasets", "test_datasets") for rows in settings[key]
            }
            assert beside == {"axolotl.yaml"}
        case "llamafactory":
            settings = msgspec.yaml.decode((out / "llamafactory.yaml").read_bytes())
            jsonschema.validate(settings, LLAMAFACTORY)
            known = json.loads((out / "dataset_info.json").read_text())
            assert set(known) == {settings["dataset"], settings["eval_dataset"]}
            for rows in known.values():
                jsonschema.validate(rows, LLAMAFACTORY_ROWS)
            named = {rows["file_name"] for rows in known.values()}
            assert beside == {"llamafactory.yaml", "dataset_info.json"}
        case _:
            assert not beside
            return
    assert named == {TRAIN, DEV}


def test_a_row_longer_than_the_settings_would_be_cut(data: Data, tmp_path: Path) -> None:
    manifest = export(data.folder, tmp_path / "out", form="axolotl", chosen=Recipe())
    settings = msgspec.yaml.decode((tmp_path / "out" / "axolotl.yaml").read_bytes())
    longest = max(file.longest for file in manifest.files.values())
    assert settings["sequence_len"] > longest * 1.3


def test_without_development_rows_no_settings_speak_of_them(data: Data, tmp_path: Path) -> None:
    for form in ("axolotl", "llamafactory"):
        out = tmp_path / form
        export(data.folder, out, form=form, chosen=Recipe(per_test=3, dev=0))
        assert not (out / DEV).exists()
        settings = msgspec.yaml.decode((out / f"{form}.yaml").read_bytes())
        assert not settings.keys() & {"test_datasets", "eval_dataset", "eval_strategy"}
    assert set(json.loads((out / "dataset_info.json").read_text())) == {"benchbar_train"}


LOAD = """
import json, sys
import datasets
from trl.data_utils import is_conversational

datasets.disable_progress_bars()
found = datasets.load_dataset(sys.argv[1])
rows = {split: [dict(row) for row in part] for split, part in found.items()}
print(json.dumps({
    "rows": rows,
    "conversational": all(is_conversational(row) for part in rows.values() for row in part),
}))
"""


def test_trl_loads_its_rows(
    data: Data, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("datasets", reason="the package datasets is not installed")
    pytest.importorskip("trl", reason="the package trl is not installed: extra local")
    monkeypatch.setenv("HF_HOME", str(home))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    out = tmp_path / "out"
    export(data.folder, out, form="trl", chosen=Recipe())
    done = subprocess.run(
        [sys.executable, "-c", LOAD, str(out)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["conversational"]
    for split, name in (("train", TRAIN), ("validation", DEV)):
        rows = [json.loads(row) for row in (out / name).read_text(encoding="utf-8").splitlines()]
        assert found["rows"][split] == rows


def test_rows_say_the_same() -> None:
    assert messages("p", "a")["messages"] == [
        *completion("p", "a")["prompt"],
        *completion("p", "a")["completion"],
    ]
