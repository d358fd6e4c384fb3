"""The world of a section: its country and agency, and the names that the law speaks of."""

from dataclasses import dataclass
from functools import cache

from benchbar.corpora.statutory.drafter import Drafter
from benchbar.corpora.statutory.language import ALONE, Language, Pattern, Term, language
from benchbar.corpora.testimony.language import Template, template

SHARED = (
    "country",
    "phrases",
    "modifiers",
    "licensing",
    "duties",
    "enforcement",
    "administration",
    "money",
    "lists",
)
"""Files of language that every section draws on."""

SUBJECTS = (
    "ferries",
    "orchards",
    "bees",
    "canals",
    "archives",
    "quarries",
    "lighthouses",
    "dairies",
    "clocks",
    "seedbanks",
    "glassworks",
    "tidemills",
    "saltworks",
    "icehouses",
    "ropewalks",
    "observatories",
    "potteries",
    "tramways",
    "bells",
    "peat",
    "baths",
    "weather",
)
"""Files of one subject each."""

_SORTS = ("thing", "site", "actor")
_KINDS = {
    "any": (
        "@",
        "@",
        "@",
        "@ of {place}",
        "@ at {place}",
        "@ near {place}",
        "@ in {realm}",
        "{county} @",
        "@ of the {county}",
        "@ within {n} miles of {place}",
        "@ first listed in {year}",
    ),
    "thing": (
        "@ of whatever age",
        "@ of any size",
        "@ in use on {date}",
        "@ insured for {money} or more",
        "@ kept or worked for gain",
        "@ worth {sum} or more",
        "@ more than {n} years old",
    ),
    "actor": (
        "@ of full age",
        "@ of {years}’ standing",
        "@ at work on {date}",
        "@ with {few} or more hands",
        "@ for hire or reward",
        "@ or firm of the kind",
        "@ more than {n} years of age",
    ),
}
"""Special kinds of things, where @ stands for the plain name, by sort."""


@dataclass(frozen=True, slots=True)
class Tongue:
    """All that can be said about one subject: pools of words and parts, and terms."""

    subject: Language
    words: dict[str, tuple[Template, ...]]
    parts: dict[str, tuple[Pattern, ...]]
    modifiers: tuple[Term, ...]
    general: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """What the sections of one chapter have in common: facts such as agency and officer."""

    subject: str
    facts: dict[str, str]


@cache
def tongue(subject: str) -> Tongue:
    """Return the shared language and that of a subject together."""
    own, shared = language(subject), [language(name) for name in SHARED]
    words: dict[str, tuple[Template, ...]] = {}
    parts: dict[str, tuple[Pattern, ...]] = {}
    for one in (*shared, own):
        for pool, texts in one.words.items():
            words[pool] = words.get(pool, ()) + texts
        for pool, patterns in one.parts.items():
            parts[pool] = parts.get(pool, ()) + patterns
    for pool, patterns in list(parts.items()):
        parts[pool + ALONE] = tuple(one for one in patterns if not one.leans)
    return Tongue(
        subject=own,
        words=words,
        parts=parts,
        modifiers=language("modifiers").terms,
        general=language("country").terms,
    )


def settle_in(drafter: Drafter, subject: str) -> Setting:
    """Draw the facts that hold for a chapter about a subject."""
    spoken = tongue(subject)
    facts = drafter.facts
    for language_of in (language("country"), spoken.subject):
        for key, text in language_of.facts.items():
            if key not in facts:
                facts[key] = drafter.say(text)
    facts["the_agency"] = f"the {facts['agency']}"
    name, _, holder = drafter.word("permits").partition("/")
    facts["permit"], facts["holder"] = name, holder
    facts["penalty"] = drafter.word("penalties")
    for row in drafter.words["nouns"]:
        head, *choices = drafter.say(row).split()
        one, _, many = drafter.pick(choices).replace("_", " ").partition("/")
        facts[head.partition("/")[0]], facts[head.partition("/")[2]] = one, many
    facts["permits"], facts["holders"] = f"{name}s", f"{holder}s"
    return Setting(subject, dict(facts))


def name_things(drafter: Drafter, subject: str, tokens: int) -> list[Term]:
    """Choose the names that a section of a size speaks of; return them all."""
    spoken = tongue(subject)
    chosen: list[Term] = []
    plain: dict[str, list[Term]] = {}
    extra = 2 + min(10, tokens // 500)
    for sort in _SORTS:
        own = [term for term in spoken.subject.terms if sort in term.sorts]
        plain[sort] = drafter.sample(own, 2 if tokens > 500 or drafter.chance(0.4) else 1)
        drafter.names[sort] = list(plain[sort])
        chosen += plain[sort]
    for _ in range(extra):
        sort = drafter.pick(_SORTS)
        base = drafter.pick(plain[sort])
        usable = [term for term in spoken.modifiers if sort in term.sorts]
        modifier = drafter.deal(("modifier", sort), usable)
        if " " in base.name and base.name.split()[0] in modifier.name:
            continue
        made = compound(modifier, base)
        drafter.names[sort] += [made, made] if extra < 3 else [made]
        chosen.append(made)
    return chosen


def compound(modifier: Term, base: Term) -> Term:
    """Return the term for a thing of a special kind, e.g. a seasonal landing."""
    return Term(
        name=f"{modifier.name} {base.name}",
        plural=f"{modifier.name} {base.plural}",
        sorts=base.sorts,
        means=_kinds_of(base.name, min(base.sorts)),
        does=modifier.does,
        includes=(),
        omits=modifier.omits,
        base=base.name,
    )


@cache
def _kinds_of(name: str, sort: str) -> tuple[Template, ...]:
    """Return the ways to say that a special kind of thing is a thing."""
    forms = _forms("actor" if sort == "actor" else "thing")
    return tuple(
        tuple(part.replace("@", name) if isinstance(part, str) else part for part in form)
        for form in forms
    )


@cache
def _forms(sort: str) -> tuple[Template, ...]:
    forms = (*_KINDS["any"], *_KINDS[sort])
    return tuple(template(f"{article} {form}") for article in ("a", "any") for form in forms)
