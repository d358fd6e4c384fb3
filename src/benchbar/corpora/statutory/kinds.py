"""The kinds of provisions: their order in a section, their themes, how often each comes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of provision: where it stands in a section, with what, and how often."""

    name: str
    rank: int
    theme: str
    weight: int


KINDS = (
    Kind("purpose", 0, "general", 3),
    Kind("duty", 2, "duties", 9),
    Kind("prohibition", 2, "duties", 7),
    Kind("standards", 3, "duties", 8),
    Kind("exception", 4, "duties", 6),
    Kind("license", 5, "licensing", 9),
    Kind("application", 6, "licensing", 7),
    Kind("term", 7, "licensing", 5),
    Kind("transfer", 8, "licensing", 4),
    Kind("waiver", 8, "licensing", 4),
    Kind("bond", 9, "licensing", 4),
    Kind("suspension", 9, "licensing", 5),
    Kind("fee", 10, "money", 6),
    Kind("formula", 10, "money", 6),
    Kind("fund", 11, "money", 4),
    Kind("grants", 11, "money", 7),
    Kind("records", 12, "oversight", 6),
    Kind("inspection", 13, "oversight", 6),
    Kind("notice", 13, "oversight", 5),
    Kind("emergency", 14, "oversight", 4),
    Kind("penalty", 15, "enforcement", 7),
    Kind("crime", 16, "enforcement", 5),
    Kind("action", 16, "enforcement", 4),
    Kind("hearing", 17, "enforcement", 5),
    Kind("review", 18, "enforcement", 4),
    Kind("protection", 18, "enforcement", 3),
    Kind("rules", 19, "administration", 6),
    Kind("board", 20, "administration", 6),
    Kind("report", 21, "administration", 6),
    Kind("survey", 21, "administration", 5),
    Kind("agreements", 22, "administration", 4),
    Kind("savings", 23, "general", 4),
    Kind("severability", 24, "general", 2),
    Kind("transition", 25, "general", 4),
    Kind("effective", 26, "general", 3),
)
