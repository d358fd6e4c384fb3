"""Hostile text made harmless to look at: invisible characters are shown, long text is cut."""

import unicodedata

_SHOWN_AS_THEY_ARE = "\n\t"
_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})

LONGEST = 5_000
"""Characters of a reply that a page shows; the rest stays in the run's replies file."""


def visible(text: str) -> str:
    """Show control, direction and other invisible characters as ``‹U+202E›``.

    A reply can hold characters that move the cursor, reverse the text around them or hide it; a
    reader must see that they are there. Line ends and tabs stay.
    """
    text = text.replace("\r\n", "\n")
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character in _SHOWN_AS_THEY_ARE or unicodedata.category(character) not in _HIDDEN:
        return character
    return f"‹U+{ord(character):04X}›"


def excerpt(text: str, longest: int = LONGEST) -> tuple[str, str]:
    """Return the start of a text, made visible, and a note on what was cut (or "")."""
    note = ""
    if len(text) > longest:
        note = f"Cut here: {longest:,} of {len(text):,} characters shown."
    return visible(text[:longest]), note
