"""A small invented study for tests, of which any file can be written otherwise."""

from pathlib import Path

QUESTION = """---
kind: MEE
title: The goat
subjects: [Torts]
minutes: 30
parts:
  - {label: "1", weight: 0.6}
  - {label: "2", weight: 0.4}
---
A goat ate a hat. 1. Who pays? 2. How much?
"""
RUBRIC = """---
question: goat
---
# Grading guidelines

Grade what is said.

## 6
All of it.
## 5
Most of it.
## 4
More than half.
## 3
Half.
## 2
A little.
## 1
Nothing.

# Point sheet

## 1. Who pays

### 1a. The keeper of a goat (3 points)

Keepers answer for their goats.

### 1b. The hat was on the fence (1.5 points)

No matter.

## 2. How much

### 2a. The price of a hat (1 point)

What it was worth.
"""
ESSAY = """---
author: J. Doe
---
The keeper pays. The hat was worth ten dollars.
"""

FILES = {
    "study.md": "---\ntitle: Goats\nlabel: invented\nquestions: [goat]\n---\nAbout goats.\n",
    "goat/question.md": QUESTION,
    "goat/rubric.md": RUBRIC,
    "goat/answers/01.md": "---\nscore: 6\n---\nThe keeper pays ten dollars.\n",
    "goat/essays/01.md": ESSAY,
    "goat/essays/02.md": "Nobody pays.\n",
    "goat/benchmarks.md": "- 6: 01 because it is all there.\n- 1: 02 because it is wrong.\n",
}


def make(folder: Path, **others: str | None) -> Path:
    """Write the study; ``others`` are files by path, with ``__`` for the slash; None leaves out."""
    files = FILES | {f"{name.replace('__', '/')}.md": text for name, text in others.items()}
    for name, text in files.items():
        if text is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return folder
