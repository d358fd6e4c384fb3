"""The words by which English prose asserts, rejects, corrects, hedges and points aside.

Language as data: ``claims`` says what follows from each list. Every pattern is tried on a
stretch of bounded length, so none can run away.
"""

import re


def _pattern(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE | re.VERBOSE)


ABBREVIATION = _pattern(
    r"""(?:^|[\s(\["'])(?:sub)?(?:sec|secs|no|nos|p|pp|pg|pgs|l|ll|ln|tr|dep|cf|id|ibid|mr|mrs|ms
    |dr|q|a|art|para|par|pt|cl|v|vs|ch|u\.?\ ?s|u\.?\ ?s\.?\ ?c|i\.r\.c|e\.g|i\.e|approx|tit)$"""
)
"""Words whose period ends no sentence: ``Sec. 5``, ``p. 69``."""

_FILL = r"""(?:(?:(?:the|an?|its|this|that|any)\s+\w+
    |at|in|on|the|from|it|is|was|of|be|by|say|as|to|for|a|an|located|found|line|lines
    |number|page|section|sections|cite|citation|text|words|simply|just|merely|term|defined|with
    |answer|that|this|actually|really|necessarily|quite|reads?|says?
    |think|believe|it's|that's|first|also)[\s:,"'(\#-]+){0,5}"""

REJECTED_BEFORE = _pattern(
    rf"""(?:\bnot|n't|\bnever|\brather\s+than|\binstead\s+of|\bneither|\bnor|\bno\s+longer
    |\bas\s+opposed\s+to|\bunlike|\bother\s+than|\bexcept(?:\s+for)?|\b(?:rul|exclud|reject|dismiss)
    (?:e|ed|ing|es)(?:\s+out)?|\bout|\b(?:wrong|incorrect|mistaken)(?:ly)?(?:\s+\w+){{0,2}}
    |\b(?:initially|first|originally|previously|earlier|mistakenly)\s+(?:\w+\s+)?
    (?:thought|said|wrote|answered|gave|cited|identified|believed|stated|considered|guessed)
    |\b(?:thought|guess|instinct|impression)\s+(?:was|had\s+been)|\bscratch|\bstrike
    |\bcannot\s+be|\bcan't\s+be|\bno\s+such|\bthere\s+(?:is|are)\s+no
    |\b(?:cannot|can't|could\s+not|couldn't|unable\s+to|did\s+not|didn't)\s+(?:find|locate|see)
    |\bdifferent\s+from|\bdistinct\s+from|\bignor(?:e|ing)
    )[\s:,"'(-]+{_FILL}$"""
)
"""What stands right before a place that the reply says is not the answer."""

REJECTED_AFTER = _pattern(
    r"""["')\]]{0,3}\s*,?\s*(?:(?:which|that|this|it)\s+)?(?:
    (?:is|was|would\s+be|are|seems|looks|proved|turned\s+out\s+to\s+be)\s+
      (?:(?:also|clearly|actually|just|simply)\s+)?
      (?:not\b|wrong|incorrect|mistaken|an?\s+(?:error|mistake)|too\s+(?:early|late)|different
      |something\s+else|ruled\s+out|an?(?:other|\s+different)\b|close\b|near\b|tempting)
    |(?:isn't|wasn't|doesn't|don't|didn't|can't|cannot|won't|wouldn't)\b
    |(?:does|do|did|can|could|will|would)\s+not\b
    |\((?:wrong|incorrect|no|not\s+(?:it|this|the\s+answer|a\s+match))\)
    |(?:-+|:|,)\s*(?:no\b|nope\b|wrong\b|incorrect\b|not\s+(?:it|this|a\s+match|right|correct)\b)
    |\?\s*(?:no\b|nope\b|wrong\b))"""
)
"""What stands right behind such a place."""

REJECTED_LATER = _pattern(
    r"""\b(?:(?:which|but\s+(?:that|this|it))\s+(?:is|was|does|did|do)(?:n't|\s+not)
    |(?:doesn't|does\s+not|don't|do\s+not|didn't|did\s+not)\s+(?:match|contain|say|fit|work)
    |but\s+(?:the\s+(?:correct|right|actual|answer|exact|real)|it\s+is|it's|actually|in\s+fact)
    |not\s+the\s+(?:answer|right|correct|one)\b)"""
)
"""What stands further on in the same sentence, before any other place."""

SIDE_BEFORE = _pattern(
    rf"""(?:\bsee(?:\s+(?:also|generally|e\.g\.,?))?|\bcompare|\bcf\.?|\b(?:id|ibid)\.?|\be\.?g\.?,?
    |\bsuch\s+as|\blike|\bsimilar(?:ly)?\s+to|\bpursuant\s+to|\bwithin\s+the\s+meaning\s+of
    |\brefer(?:s|red|ring)?\s+(?:back\s+)?to(?:\s+in)?|\breferenc(?:e|es|ed|ing)(?:\s+(?:to|in))?
    |\bdescribed\s+(?:in|by)|\bsubject\s+to|\bnotwithstanding|\bbefore|\bafter|\bpreced(?:es|ing)
    |\bfollows|\bfollow(?:ed\s+by|ing\s+on)|\bbetween|\bnext\s+to|\bprevious|\bprior
    |\badjacent\s+to|\buntil|\bup\s+to|\bsince|\bbecause|\bwhile|\bwhereas|\b(?:al)?though|\bstart(?:s|ed|ing)?\s+(?:at|from|with)
    |\bbegin(?:s|ning)?\s+(?:at|from|with)|\bin\s+contrast\s+to
    |\b(?:part|parent|child|children|rest|remainder|subdivision|exception)\s+(?:of|to)
    |\b(?:look|scan|search|review|read|check|brows|skimm|examin|count)(?:ed|ing|s)?
      \s+(?:\w+\s+){{0,2}}(?:through|over|from|across)
    |\b(?:used|mentioned|applied|repeated)\s+(?:in|at|on|by)|\bcontinues\s+(?:on|onto|at|in|to)|\bcompared\s+(?:to|with)|\bapplies\s+to
    )[\s,"'(]+{_FILL}$"""
)
"""What stands right before a place that is mentioned beside the answer."""

SIDE_AFTER = _pattern(
    r"""["')\]]{0,3}\s*\?|["')\]]{0,3}\s*,?\s*(?:(?:is|was|being)\s+)?(?:immediately\s+|directly\s+)?
    (?:(?:before|after|precedes|preceding|follows|following)\s+(?:it|that|this|the)\b
    |(?:the|its|a)\s+(?:parent|container|heading|chapeau|preamble|introduction)\b)"""
)

JOINS = re.compile(
    r"[\s,;/&#-]*(?:\b(?:and|or|nor|and/or|as well as|plus|but also|to|through|thru|until)\b)?"
    r"[\s,;/&#-]*(?:\bon\b\s*)?"
    r"(?:\b(?:lines?|sections?|at|in)\b\s*)?",
    re.IGNORECASE,
)
"""What may stand between the members of one list."""

ANSWERS = _pattern(
    r"""\b(?:answer|final(?:ly)?|therefore|thus|hence|so|conclusion|conclude[sd]?|ultimately
    |in\s+(?:short|sum|summary)|consequently|accordingly|result|i(?:'d|\s+would)?\s+(?:go\s+with
    |choose|pick|say|settle\s+on)|my\s+(?:choice|pick)|that\s+(?:gives|leaves|means)|it\s+must\s+be
    |the\s+correct|the\s+right)\b"""
)
"""What announces an answer."""

CORRECTS = _pattern(
    r"""\b(?:wait|actually|correction|correct(?:ed|ing)|sorry|apolog\w+|scratch\s+that|strike\s+that
    |on\s+(?:second|closer|further|re-?)\s*(?:thought|look|inspection|reading|reflection|review)
    |let\s+me\s+(?:correct|re)|no,|rather,|i\s+mean|i\s+meant|instead|re-?check\w*|hmm|oops|but\s+no
    |should\s+(?:be|read|have\s+been)|looking\s+again|make\s+that)"""
)
"""What takes an earlier answer back and gives another."""

WITHDRAWS = _pattern(
    r"""\W*(?:wait|no|actually|hmm|sorry|oops)?[\s,.:-]*(?:(?:that|this|it|which)(?:
    (?:'s|\s+is|\s+was)\s+(?:actually\s+)?(?:wrong|incorrect|mistaken|a\s+mistake|an\s+error
      |not\s+(?:right|correct|it|the\s+(?:answer|one)))
    |\s+(?:isn't|wasn't|cannot\s+be|can't\s+be)\s+(?:right|correct|it|the\s+(?:answer|one)))\b
    |i\s+(?:take|withdraw)\s+(?:it|that)\b|(?:scratch|strike)\s+that|never\s?mind)"""
)
"""A sentence that takes the answer before it back."""

HEDGES = _pattern(
    r"""\b(?:alternatively|or|either|another\s+(?:possibility|candidate|option|answer)
    |(?:could|might|may|can)\s+(?:also|equally|well|alternatively)|also\s+(?:possible|plausible)
    |possibly|perhaps|maybe)\b"""
)
"""What offers a second answer beside the first."""

EXPLAINS = _pattern(
    r"""\W*(?:reason(?:ing|s)?|explanation|rationale|analysis|justification|notes?|steps?|why
    |thoughts?|context|comments?)\s*:"""
)
"""What opens a sentence that only explains, whatever it says."""

HEADINGS = frozenset(
    (
        "answer",
        "final answer",
        "the answer",
        "my answer",
        "text",
        "exact text",
        "result",
        "response",
    )
)
"""Words over an answer; somewhere in a long transcript they are a line, too."""

LOCATES = _pattern(
    r"""\b(?:located|found|appears?|stated|set\s+(?:out|forth)|occurs?|corresponds?|matches|match
    |contains?|reads?|defin(?:ed|es)|(?:is|are|was|'s)\s+(?:at|in|on|the|under|found|from)
    |stands|(?:cite|citation|line|page|number|reference|text|term|location|place)\s*(?:is|:|=))"""
)
"""What says where something is."""
