"""The end of a study: lock, then unblind."""

from benchbar.exam.desk.acts import doing
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store


def lock(store: Store, who: Who, why: str = "", *, early: bool = False) -> None:
    """Let nothing be marked or changed any more.

    Args:
        store: The database.
        who: A lead.
        why: The reason that is kept.
        early: Lock though essays are unread or differences unsettled.

    Raises:
        RefusedError: Something is unread or unsettled, or the study is locked already.
    """
    with doing(store, who, "lock early" if early else "lock", why=why) as act:
        act.note("locked", early=early)


def unblind(store: Store, who: Who, why: str = "") -> None:
    """Open the envelopes: from now on it can be read whose the essays are.

    Raises:
        RefusedError: The study is not locked, or is unblinded already.
    """
    with doing(store, who, "unblind", why=why) as act:
        act.note("unblinded")
