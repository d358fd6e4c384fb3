"""What Inspect AI loads of us: the built-in models, and every task."""

from benchbar.exam.inspect_exam import exam
from benchbar.runs.inspect_blt import blt
from benchbar.runs.provider import BuiltIn

__all__ = ["BuiltIn", "blt", "exam"]
