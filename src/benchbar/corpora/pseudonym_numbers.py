"""What stands for addresses and numbers: the same for the same one, in whatever dress it comes.

A telephone number is its digits, a case number its year and number, an e-mail address its letters
in any case; what is put in wears the dress of what it replaces.
"""

import random
import re
from collections.abc import Callable, Hashable
from typing import TypeAlias, TypeVar

from benchbar.corpora.name_lists import word_lists

T = TypeVar("T")

Count: TypeAlias = Callable[[str, Hashable], None]
"""Told the kind of each thing replaced, and what is equal for equal ones."""

_KINDS_OF_CASE = (
    "cv|cr|mc|md|mdl|ml|bk|ap|adv|cp|ca|ci|civ|crim|mj|po|sw|dr|pr|jv|sc|lt|fa|l|m|f|ch|dc|cvs|crs"
)
_VALUE = r"[A-Za-z0-9](?:[\w:/-]{0,40}[A-Za-z0-9])?(?![\w-])"
_DOCKET = (
    rf"\b(?:\d{{1,2}}:)?\d{{2,4}}-(?i:{_KINDS_OF_CASE})-(?:\d{{2}}-)?\d{{2,8}}"
    r"(?:-[A-Z]{1,4}(?![a-z]))*(?![\w-])"
)
_LABELLED = (
    r"(?i:\b(?:case|cause|docket|index|civil action|action|matter|c/a|claim|policy|file|"
    r"indictment|license|job|invoice|report|badge|incident)\s+(?:nos?\.?|number|#)[:\s]\s*)"
    rf"(?=(?:[\w:/-]{{0,20}}?\d){{3}}){_VALUE}|"
    r"(?i:\b(?:case|cause|docket|civil action|c/a)[\s:]\s*)"
    rf"(?=\d+[-:])(?=(?:[\w:/-]{{0,20}}?\d){{4}}){_VALUE}|"
    rf"(?i:\b(?:no\.|number)\s+)(?=(?:[\w:/-]{{0,20}}?\d){{5}}){_VALUE}"
)
_VALUE_AT_END = re.compile(rf"(?<![\w:/-]){_VALUE}$")
_DASH = r"[ .\-–‑/]"
_PHONE = (
    rf"(?<![\w-])(?:\+?1{_DASH}?)?(?:\(\d{{3}}\)[ -]?|\d{{3}}{_DASH})\d{{3}}{_DASH}\d{{4}}"
    r"(?![\w-])|"
    r"(?<![\d-])\d{3}-\d{4}(?![\d-])|"
    r"(?<!\w)\+(?!1\b)\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,5}(?!\w)"
)
_ACCOUNT = (
    r"(?<![\w-])\d{3}[- ]\d{2}[- ]\d{4}(?![\w-])|(?<![\w,.$-])\d{4}(?:[ -]?\d{4}){2,4}(?![\w-])|"
    r"(?<![\w,.$-])\d{6,}(?!\w|,\d)|(?<![\w-])[A-Z]{2,}[-_]?\d{5,}(?![\w-])"
)
_STREET = (
    r"\b(?P<house>\d{1,6}(?:st|nd|rd|th)?)"
    r"(?P<side>\s+(?:[NSEW]\.?|North|South|East|West|NORTH|SOUTH|EAST|WEST)(?=\s))?"
    r"(?P<way>\s+(?:[A-Z0-9][\w'’.]*\s+){1,3}?)"
    r"(?P<sort>Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Way|"
    r"Circle|Highway|Hwy|Parkway|Pkwy|Terrace|Square|Plaza|"
    r"STREET|AVENUE|ROAD|BOULEVARD|LANE|DRIVE|PLACE)\b"
)
_TOWN = (
    r"\b(?P<town>[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
    r"(?P<state>,\s+(?:[A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)\s+)(?P<code>\d{5}(?:-\d{4})?)\b"
)
_SHAPES = {
    "email": r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}",
    "street": _STREET,
    "zip": _TOWN,
    "docket": _DOCKET,
    "labelled": _LABELLED,
    "phone": _PHONE,
    "account": _ACCOUNT,
}
_ALL = re.compile("|".join(f"(?P<{name}>{shape})" for name, shape in _SHAPES.items()))
_PHONES = re.compile(_PHONE)
_RUN = re.compile(r"\d+|[A-Za-z]+")
_STAYS = re.compile(_KINDS_OF_CASE, re.IGNORECASE)
_LOCAL = 7
"""Digits of a telephone number without its area."""
_NATIONAL = 10


class NumberStandIns:
    """What stands for the addresses and numbers of one file."""

    def __init__(self, rng: random.Random, text: str) -> None:
        self._rng = rng
        self._given: dict[Hashable, object] = {}
        self._lines: set[str] = set()
        self._phones = {_digits(found[0])[-_NATIONAL:] for found in _PHONES.finditer(text)}

    def put(self, text: str, count: Count) -> str:
        """Return the text with all addresses and numbers replaced."""

        def other(match: re.Match[str]) -> str:
            kind, key, changed = self._other(match)
            count(kind, key)
            return changed

        return _ALL.sub(other, text)

    def _other(self, match: re.Match[str]) -> tuple[str, Hashable, str]:
        found = match[0]
        if match["email"]:
            return "e-mail address", found.lower(), self._email(found)
        if match["street"]:
            return "street address", " ".join(found.lower().split()), self._street(match)
        if match["zip"]:
            return "street address", " ".join(found.lower().split()), self._town(match)
        if match["docket"] or match["labelled"]:
            return "case number", *self._case(found)
        digits = _digits(found)
        if match["phone"] or digits[-_NATIONAL:] in self._phones:
            return "telephone number", digits[-_NATIONAL:], self._phone(found)
        key = re.sub(r"[ _-]", "", found)
        other = self._once(key, lambda: self._like(key))
        return "account number", key, self._in_dress(found, other)

    def _once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what stands for something already, or make it now."""
        if key not in self._given:
            self._given[key] = make()
        return self._given[key]  # type: ignore[return-value]

    def _email(self, found: str) -> str:
        def make() -> str:
            letters = (self._rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in found.split("@")[0])
            return "".join(letters) + "@example.com"

        return self._once(found.lower(), make)

    def _case(self, found: str) -> tuple[Hashable, str]:
        """Change year, number and judge's initials each by itself; `cv` and the like stay."""
        value = _VALUE_AT_END.search(found)
        start = value.start() if value else 0
        core = re.sub(r"^\d{1,2}:", "", found[start:])
        numbers = tuple(int(run) for run in re.findall(r"\d+", core))

        def changed(run: re.Match[str]) -> str:
            bare = run[0].lstrip("0")
            if not run[0].isdigit():
                return run[0] if _STAYS.fullmatch(run[0]) else self._letters(run[0])
            return self._once(("run", bare), lambda: self._like(bare)).rjust(len(run[0]), "0")

        return numbers, found[:start] + _RUN.sub(changed, found[start:])

    def _letters(self, run: str) -> str:
        return self._once(("letters", run), lambda: self._like(run))

    def _phone(self, found: str) -> str:
        digits = _digits(found)
        if len(digits) not in (_LOCAL, _NATIONAL, _NATIONAL + 1):
            return self._in_dress(found, self._once(digits, lambda: self._like(digits)))
        head = digits[:-_LOCAL][-3:]
        area = self._once(("area", head), lambda: self._like(head))
        line = self._once(("line", digits[-_LOCAL:]), self._line)
        return self._in_dress(found, digits[:-_NATIONAL] + area + line)

    def _line(self) -> str:
        """Draw a local number of those that are never given out, while there are any."""
        reserved = [f"55501{n:02}" for n in range(100) if f"55501{n:02}" not in self._lines]
        line = self._rng.choice(reserved) if reserved else f"555{self._rng.randrange(10_000):04}"
        self._lines.add(line)
        return line

    def _street(self, match: re.Match[str]) -> str:
        house, name = match["house"], match["way"]
        number = self._once(("house", house), lambda: self._like(house))
        plain = " ".join(name.lower().split())
        street = self._once(("way", plain), lambda: self._rng.choice(word_lists()["streets"]))
        street = street.upper() if name.isupper() else street
        gap = name[: len(name) - len(name.lstrip())]
        broken = "\n" * name.strip().count("\n")
        end = name[len(name.rstrip()) :]
        return f"{number}{match['side'] or ''}{gap}{street}{broken}{end}{match['sort']}"

    def _town(self, match: re.Match[str]) -> str:
        town, code = match["town"], match["code"]
        other = self._once(("town", town), lambda: self._rng.choice(word_lists()["towns"]))
        return other + match["state"] + self._once(("code", code), lambda: self._like(code))

    def _like(self, original: str) -> str:
        """Other digits for digits, other capitals for capitals."""
        return "".join(map(self._character, original))

    def _character(self, character: str) -> str:
        if character.isdigit():
            return self._rng.choice([digit for digit in "123456789" if digit != character])
        if character.isupper():
            return self._rng.choice([c for c in "BCDFGHJKLMNPRSTVWXZ" if c != character])
        return character

    def _in_dress(self, original: str, characters: str) -> str:
        """Put characters where letters and digits stood, and leave all else as it was."""
        rest = iter(characters)
        return "".join(next(rest, c) if c.isalnum() else c for c in original)


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)
