"""An item and its document beside a prompt that shows the document: the text is kept once."""

import msgspec

from benchbar.records import Document, Item


class Folded(msgspec.Struct, frozen=True):
    """What the graders need; the document's text is left out where it is a slice of the prompt.

    ``start`` and ``end`` are its place in the prompt, in characters; ``start`` is -1 where the
    prompt does not show the document as it is, which is then whole.
    """

    item: Item
    document: Document
    start: int
    end: int

    def unfold(self, prompt: str) -> tuple[Item, Document]:
        """Return item and document as they were."""
        if self.start < 0:
            return self.item, self.document
        text = prompt[self.start : self.end]
        return self.item, msgspec.structs.replace(self.document, text=text)


def fold(item: Item, document: Document, prompt: str) -> Folded:
    """Return an item and its document without what the prompt has of them."""
    start = prompt.find(document.text)
    bare = msgspec.structs.replace(document, text="") if start >= 0 else document
    return Folded(item, bare, start, start + len(document.text))
