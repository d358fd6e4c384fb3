"""What is set aside for calls, as it stands on the disk."""

import msgspec

RESERVED = "reserved.jsonl"
PREFLIGHT = "preflight"
"""Stands for an item in what is set aside for the calls that try models out, which are answered."""


class Reserve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dollars set aside for a call, or given back (below zero)."""

    id: str
    usd: float
