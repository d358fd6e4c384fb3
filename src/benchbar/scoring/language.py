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

YES, NO = "\ue001", "\ue002"
"""A tick and a cross, as ``normal.readable`` leaves them."""

_FILL = r"""(?:(?:(?:the|an?|its|this|that|any)\s+\w+
    |at|in|on|the|from|it|is|was|of|be|by|say|as|to|for|a|an|located|found|line|lines
    |number|page|section|sections|cite|citation|text|words|simply|just|merely|term|defined|with
    |tr\.?|dep\.?|answer|that|this|actually|really|necessarily|quite|reads?|says?
    |think|believe|it's|that's|first|also)[\s:,"'(\#-]+){0,5}"""

REJECTED_BEFORE = _pattern(
    rf"""(?:(?<![a-z])|(?=n't|{NO}))(?:{NO}\s*$|\b(?:going|about|tempted)\s+to\s+(?:say|answer|write)\s+{_FILL}$
    |\b(?:would|might|could)\s+have\s+(?:said|answered|written|guessed)\s+{_FILL}$
    |\bany(?:\s+\w+|thing|where)\s+but\s+{_FILL}$
    |\b(?:you|one|some|many|people)\s+(?:may|might|could|would)\s+(?:think|say|expect|guess|assume
      |believe|suppose)\s+{_FILL}$
    |\b(?:doubt|unlikely|hardly|scarcely)\s+(?:(?:that|whether|if|to)\s+)?{_FILL}$
    |\bnot\s+(?:(?!but\b|is\b|was\b|only\b)[\w-]+\s+){{1,5}}(?:of|in|at|from|about|on)\s+(?:the\s+)?$
    |(?:\bnot|n't|\bnever|\brather\s+than|\binstead\s+of|\bneither|\bnor|\bno\s+longer
    |\bas\s+opposed\s+to|\bunlike|\bother\s+than|\bexcept(?:\s+for)?|\b(?:exclud|reject|dismiss)
    (?:e|ed|ing|es)|(?<!not\ )(?<!n't\ )\brul(?:e|ed|ing)\s+out|(?<!rule\ )\bout
    |\b(?:wrong|incorrect|mistaken)(?:ly)?(?:\s+\w+){{0,2}}
    |\b(?:initially|first|originally|previously|earlier|mistakenly)\s+(?:\w+\s+)?
    (?:thought|said|wrote|answered|gave|cited|identified|believed|stated|considered|guessed)
    |\b(?:thought|guess|instinct|impression)\s+(?:was|had\s+been)|\bscratch|\bstrike
    |\bcannot\s+be|\bcan't\s+be|\bno\s+such|\bthere\s+(?:is|are)\s+no
    |\b(?:cannot|can't|could\s+not|couldn't|unable\s+to|did\s+not|didn't)\s+(?:find|locate|see)
    |\bdifferent\s+from|\bdistin(?:ct|guished)\s+from|\bignor(?:e|ing)
    )[\s:,"'(-]+{_FILL}$)"""
)
"""What stands right before a place that the reply says is not the answer."""

REJECTED_AFTER = _pattern(
    rf"""["')\]*]{{0,4}}\s*,?\s*(?:(?:which|that|this|it)\s+)?(?:
    (?:is|was|would\s+be|are|seems|looks|proved|turned\s+out\s+to\s+be)\s+
      (?:(?:also|clearly|actually|just|simply)\s+)?
      (?:not\b|wrong|incorrect|mistaken|an?\s+(?:error|mistake)|too\s+(?:early|late)|different
      |(?:very\s+|most\s+|highly\s+|quite\s+)?(?:unlikely|doubtful|improbable)
      |something\s+else|ruled\s+out|an?(?:other|\s+different)\b|close\b|near\b|tempting)
    |(?:isn't|wasn't|doesn't|don't|didn't|can't|cannot|won't|wouldn't)\b
    |(?:does|do|did|can|could|will|would)\s+not\b|(?:would|might|could)\s+have\s+been\b
    |{NO}|\((?:wrong|incorrect|no|not\s+(?:it|this|the\s+answer|a\s+match))\)
    |(?:-+|:|,)\s*(?:no\s+match\b|no\b(?=\W*$)|nope\b|wrong\b|incorrect\b|not\s+(?:it|this|a\s+match|right|correct)\b)
    |\?\s*["']?(?:no\b|nope\b|wrong\b))"""
)
"""What stands right behind such a place."""

REJECTED_LATER = _pattern(
    r"""\b(?:(?:so\s+)?i\s+(?:set|put|leave|rule)\s+(?:it|that|this)\s+(?:aside|out)|(?:which|but\s+(?:that|this|it))\s+(?:is|was|does|did|do)(?:n't|\s+not)
    |(?:doesn't|does\s+not|don't|do\s+not|didn't|did\s+not)\s+(?:match|contain|say|fit|work)
    |but\s+(?:the\s+(?:correct|right|actual|answer|exact|real)|it\s+is|it's|actually|in\s+fact)
    |not\s+the\s+(?:answer|right|correct|one)\b)"""
)
"""What stands further on in the same sentence, before any other place."""

POSSIBLE_BEFORE = _pattern(
    r"""(?:\b(?:may|might|could|can)(?:\s+(?:well|also|just|instead|even|equally|conceivably|perhaps))*
      \s+(?:be|mean)|\b(?:possibly|perhaps|maybe|conceivably|failing\s+that|if\s+not)
    |(?:\bnot|n't)\s+(?:rule\s+out|exclude|preclude|dismiss))[\s:,"'(-]+
    (?:\b(?:at|on|in|the|its?|pages?|lines?|sections?|numbers?)\b[\s:,"'(\#]*){0,4}$"""
)
"""What stands right before a place that may be the answer as well."""

POSSIBLE_AFTER = _pattern(
    r"""["')\]]{0,3}\s*,?\s*(?:
    (?:is|are|seems|remains|would\s+be)\s+(?:also\s+|just\s+as\s+|equally\s+)?(?:possible|plausible
      |conceivable|an?(?:other)?\s+(?:\w+\s+)?(?:possibility|option|candidate|alternative))\b
    |(?:cannot|can't|could\s+not|couldn't)\s+be\s+(?:ruled\s+out|excluded)\b
    |(?:may|might|could)\s+(?:also\s+)?(?:be\s+(?:it|right|meant|the\s+(?:answer|one))|fit|match|qualify
      |work)\b
    |(?:would|also)\s+(?:also\s+)?(?:fits?|match(?:es)?|qualif(?:y|ies)|works?)\b
    |(?:if|should)\s+(?:one|you|we)\b)"""
)
"""What stands right behind such a place."""

RELATIVE_BEFORE = _pattern(
    r"""(?<![a-z])(?:\b(?:lines?|rows?|one|two|three|four|five|\d|just|right|directly|immediately|somewhere)
    \s+(?:before|after|above|below|under|over|past|following|preceding)
    [\s:,"'(-]+(?:\b(?:the|page|line|section)\b[\s:,"'(\#]*){0,3}$
    |\b(?:(?:sub)*(?:section|paragraph|clause)|item|provision|sentence|place)s?\s+
      (?:(?:just|right|directly|immediately|that|which|comes?)\s+)*
      (?:before|after|follow(?:ing|s)|preced(?:ing|es))[\s:,"'(-]+(?:\bthe\b\s*)?$
    |\b(?:up\s+to|down\s+to)\s+(?:\b(?:the|page|line)\b[\s\#]*){0,2}$)"""
)
"""What says where another place lies, from this one."""

RELATIVE_AFTER = _pattern(
    r"""\s*,?\s*(?:[+]\s*\d|(?:plus|minus)\s+(?:one|two|three|\d)\b
    |(?:or|and|plus|with|as\s+well\s+as)\s+(?:later|earlier|after|before|below|above|following|onwards?|beyond
      |the\s+(?:one|line|next|following|lines?)\b|what\s+follows
      |(?:the\s+)?(?:(?:sub)*(?:section|paragraph|clause)|item)s?\s+(?:after|before|following|preceding)\b|(?:(?:also|even|maybe|perhaps|possibly)[\s,]+)*
      (?:the\s+|its\s+)?(?:everything|all\s+(?:that|of\s+it)|next|previous|preceding|prior|other|neighbou?rs?)
      (?:\s+(?:ones?|lines?|items?|(?:sub)*(?:section|paragraph|clause)s?))?
      (?:\s+(?:after|before|below|above|behind|that\s+follows))?\b(?=\W*(?:$|it\b|that\b))|thereabouts|so\b(?=\W*(?:$|\.)))
    |ff?\b|et\s+seq|onwards?\b|on(?=\s*(?:[.,;]|$))|to\s+the\s+end)"""
)
"""What makes an open range, or another place, of the place before it."""

SIDE_BEFORE = _pattern(
    rf"""(?<![a-z])(?:(?:\bsee(?:\s+(?:also|generally|e\.g\.,?))?|\bcompare|\bcf\.?|\b(?:id|ibid)\.?|\be\.?g\.?,?
    |\bfor\s+(?:comparison|contrast|context|completeness)|\bin\s+the\s+definition\s+of
    |\bparent\s+(?:is|being)|\b(?:mix\w*\s+up|conflat\w+|confus\w+)\s+(?:\w+\s+)?with\b[^,;.]{{0,70}}
    |\bsuch\s+as|\blike|\bsimilar(?:ly)?\s+to|\bpursuant\s+to|\bwithin\s+the\s+meaning\s+of
    |\bformat(?:ting)?\s+(?:of|like)|\brefer(?:s|red|ring)?\s+(?:back\s+)?to(?:\s+in)?|\breferenc(?:e|es|ed|ing)(?:\s+(?:to|in))?
    |\b(?:let\s+me|i'll|to|should|must|could)\s+(?:also\s+)?(?:check|verify|look\s+at|consider|try|compare|re-?read)
    |\bdescribed\s+(?:in|by)|\bsubject\s+to|\bnotwithstanding|\bbefore|\bafter|\bpreced(?:es|ing)
    |\bfollows|\bfollow(?:ed\s+by|ing\s+on)|\bbetween|\bnext\s+to|\bprevious|\bprior
    |\badjacent\s+to|\buntil|\bup\s+to|\bsince|\bbecause|\bwhile|\bwhereas|\b(?:al)?though|\bstart(?:s|ed|ing)?\s+(?:at|from|with)
    |\bbegin(?:s|ning)?\s+(?:at|from|with)|\bin\s+contrast\s+to
    |\b(?:part|parent|child|children|rest|remainder|subdivision|exception)\s+(?:of|to)
    |\b(?:look|scan|search|review|read|check|brows|skimm|examin|count)(?:ed|ing|s)?
      \s+(?:\w+\s+){{0,2}}(?:through|over|from|across)(?=[\s,"'(]+(?:lines?|pages?|sections?|\d|\ue000|$))
    |\b(?:while|(?:al)?though|whereas)\b[^,;.]{{0,70}}
    |\b(?:question|sentence|objection|testimony|response|reply|exchange|paragraph|header|remark)s?
      \s+(?:on|at|in|from)
    |\b(?:rest|remainder|end|continuation|beginning|other\s+half)\s+(?:[\w']+\s+){{0,6}}?(?:is|are)\s+(?:on|at|in)
    |\b(?:used|mentioned|applied|repeated)\s+(?:in|at|on|by)|\bcontinues\s+(?:on|onto|at|in|to)|\bcompared\s+(?:to|with)|\bapplies\s+to
    )[\s,"'(]+{_FILL}$)"""
)
"""What stands right before a place that is mentioned beside the answer."""

SIDE_AFTER = _pattern(
    r"""["')\]]{0,3}\s*\?|["')\]]{0,3}\s*,?\s*(?:(?:is|was|being)\s+)?(?:immediately\s+|directly\s+)?
    (?:(?:before|after|precedes|preceding|follows|following)\s+(?:it|that|this|the)\b
    |(?:the|its|a)\s+(?:parent|container|heading|chapeau|preamble|introduction)\b)"""
)

JOINS = re.compile(
    r"[\s,;/&#\"'+-]*"
    r"(?:\b(?:and|or|nor|and/or|as well as|plus|but also|to|through|thru|until|ou|et|oder|und)\b)?"
    r"[\s,;/&#\"'+-]*(?:\b(?:else|also|possibly|perhaps|maybe)\b)?[\s,\"']*"
    r"(?:\b(?:ends|ending|stops|finishes)\b\s*)?"
    r"(?:\bon\b\s*)?(?:\b(?:lines?|sections?|at|in)\b\s*)?[\"']*",
    re.IGNORECASE,
)
"""What may stand between the members of one list."""

FINAL = _pattern(
    r"""\b(?:final\s+answer|in\s+(?:short|sum|summary|conclusion)|to\s+(?:conclude|sum\s+up|summari[sz]e)
    |bottom\s+line|answer\s*:|(?:so|thus|hence|therefore),?\s+(?:the|my|it)\b|you(?:'re|\s+are|\s+have|'ve)?\s+(?:need|want|ask(?:ed)?(?:\s+(?:about|for))?)\s+(?:is|was))"""
)
"""What announces the answer outright, whatever else is named."""

OFFERS = _pattern(
    r"""\b(?:could|might|may|can)\s+(?:also|equally|well)\b[^.;]*$|\balternatively\b[^.;]*$
    |:[\s"'(*]*$"""
)
"""What presents a place as an answer, whatever stands before it: ``right after it: 18``."""

ANSWERS = _pattern(
    r"""\b(?:answer|final(?:ly)?|therefore|thus|hence|conclusion|conclude[sd]?|ultimately
    |in\s+(?:short|sum|summary)|consequently|accordingly|result|respuesta|antwort|r\u00e9ponse
    |(?:i(?:'d|'ll|'m|\s+would|\s+will|\s+am)?\s+)?(?:go(?:ing)?\s+with|settl(?:e|ing)\s+on)
    |i(?:'d|\s+would)?\s+(?:choose|pick|say)|my\s+(?:choice|pick)
    |that\s+(?:gives|leaves|means)|it\s+must\s+be|the\s+correct|the\s+right
    |the\s+(?:exact|precise|full)\s+(?:\w+\s+)?(?:citation|cite|text|words|reference|location|term|line
    |page))\b
    |(?:^|[.,;\n\u2014-])\s*so\b(?!\s+(?:i|we|they|he|she|far|much|many|long|on|that)\b)"""
)
"""What announces an answer, before it."""

ANSWERS_AFTER = _pattern(
    r"""[\"')\]]{0,3}\s+(?:it\s+is|is\s+(?:my|the|our)\s+(?:final\s+|exact\s+)?(?:answer|citation|cite|line|one))\b"""
)
"""What announces it behind it: ``line 6 it is``."""

CONFIRMED_BEFORE = _pattern(rf"""{YES}\s*$|\?\s*(?:yes|correct|right)\W{{1,3}}$""")
CONFIRMED_AFTER = _pattern(
    rf"""["')\]*]{{0,4}}\s*(?:{YES}|(?:is|was)\s+(?:the\s+)?(?:right|correct)\b(?!\s+(?:line|page)\s+(?:is|was))
    |(?:-|:|\()\s*(?:match\b|yes\b|correct\b|this\s+(?:is\s+it|one)\b|found\b)
    |\?\s*["']?(?:yes|correct|right|indeed|exactly)\b)"""
)
"""What says outright that a place is the answer; a tick does."""

VERDICT_AT_END = _pattern(rf"(?:(?P<no>{NO}|-\s*no\s+match)|(?P<yes>{YES}|-\s*match))[\s.!*]*$")
"""What a line ends in that goes through places one by one: a tick or a cross."""

RESTARTS = _pattern(
    r"""(?:^|[\n.!?;:,(\u2014-]|\b(?:oh|but|and|hmm|no|ok|okay)\b)[\s"')*]{0,40}(?:
    (?:wait|hold\s+on|actually|correction|corrected|oops|whoops|scratch\s+that|strike\s+that
    |edit(?:ed)?|update[d]?|sorry|apologies|i\s+apologi[sz]e|my\s+(?:mistake|bad|error)|hmm+
    |on\s+(?:an?\s+)?(?:(?:second|closer|further|re-?)\s*)?(?:thought|look|inspection|reading|reflection
      |review)s?|then\s+again|(?:strictly|properly|correctly)\s+speaking
    |let\s+me\s+(?:correct|re-?\w+|double[\s-]?check|check|verify|look)
    |looking\s+(?:again|closer|more\s+closely|once\s+more|back)
    |i\s+mean(?:t)?|make\s+that|rather(?!\s+than)|no(?:pe)?(?=[\s"']*[,.;:!\u2014-])|instead(?!\s+of)
    |better|to\s+be\s+(?:more\s+)?(?:precise|exact)
    |non|nein|plut\u00f4t|vielmehr|perd\u00f3n|mejor\s+dicho)\b
    |(?:that|this|it|which)(?:'s|\s+is|\s+was)\s+(?:actually\s+)?(?:wrong|incorrect|mistaken
      |a\s+mistake|an\s+error|not\s+(?:right|correct|it|the\s+(?:answer|one)))\b
    |(?:that|this|it)\s+(?:isn't|wasn't|cannot\s+be|can't\s+be)\s+(?:right|correct|it|the\s+(?:answer|one))\b
    |(?:(?:revised|new|updated|corrected|improved|after)(?:\s+(?:answer|version|draft|citation|cite))?
      |(?:second|third|next|last)\s+(?:attempt|try|draft|version|pass|guess)
      |(?:attempt|try|draft|version|pass|guess|revision)\s+\#?[2-9])\s*:
    )|[,;]\s*but\b(?!\s+(?:see|also|not)\b)|\bbut\s+(?:on\s+(?:second|closer)|having)\b"""
)
"""What takes all answers before it back, if another follows."""

NEXT_QUESTION = re.compile(
    r"\n[\s>#*-]{0,40}(?:(?:next\s{1,9})?(?:question|q|user|human|prompt)\s?\d{0,3}\s?[:.)]*[\s*]*)?"
    r"what\s+(?:is|are)\s+the\s+(?:exact|precise|page\s+number|line\s+number|term\s+defined)\b",
    re.IGNORECASE,
)
"""Where a reply goes on with a question of ours that nobody asked."""

SAME_LABEL = re.compile(r"[\s\"'.,;*|}]*(?:\banswers?\s*:)?[\s\"'*|]*", re.IGNORECASE)
"""What stands between two answers with the same label: two tags, two boxes, a list in JSON."""

WITHDRAWS = _pattern(
    r"""\W*(?:wait|no|actually|hmm|sorry|oops)?[\s,.:-]*(?:(?:that|this|it|which)(?:
    (?:'s|\s+is|\s+was)\s+(?:actually\s+)?(?:wrong|incorrect|mistaken|a\s+mistake|an\s+error
      |not\s+(?:right|correct|it|the\s+(?:answer|one)))
    |\s+(?:isn't|wasn't|cannot\s+be|can't\s+be)\s+(?:right|correct|it|the\s+(?:answer|one)))\b
    |i\s+(?:take|withdraw)\s+(?:it|that)\b|(?:scratch|strike)\s+that|never\s?mind)"""
)
"""A sentence that takes the answer before it back."""

HEDGES = _pattern(
    r"""\b(?:alternatively|in\s+the\s+alternative|or|either|ou|oder|another\s+(?:possibility|candidate|option|answer)
    |(?:could|might|may|can)\s+(?:also|equally|well|alternatively)|also\s+(?:possible|plausible)
    |(?:is|are)\s+also|possibly|perhaps|maybe|otherwise|alternatives?(?=(?:\s+(?:answer|citation|cite)s?)?\s*:)
    |(?:(?<=[.;,(\n-])\s*|^\W*)also(?!\s+(?:see|note|compare)))\b"""
)
"""What offers a second answer beside the first."""

EXPLANATION = re.compile(
    r"(?:^|\n)\W{0,40}(?:explanation|reasoning|rationale|background|context|notes?|analysis|details?|why"
    r"|how i (?:found|got|know)(?: it| this| that)?|justification|some background)\W*?(?::|\n)",
    re.IGNORECASE,
)
"""What opens a part of a reply that only explains, up to an answer that it announces."""

EXPLAINS = _pattern(
    r"""[^\w\ue000]*(?:reason(?:ing|s)?|explanation|rationale|analysis|justification|notes?|steps?|why
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
    r"""\b(?:located|found|find\s+(?:it|this|that|them|the\s+\w+)|appears?|stated|set\s+(?:out|forth)|occurs?|corresponds?|matches|match
    |contains?|reads?|defin(?:ed|es)|(?:is|are|was|'s)\s+(?:at|in|on|the|under|found|from)
    |stands|(?:cite|citation|line|page|number|reference|text|term|location|place)\s*(?:is|:|=))"""
)
"""What says where something is, before the place."""

LOCATES_AFTER = _pattern(
    r"""["')\]]{0,3}\s+(?:is\s+where|contains?|defines?|matches|reads|holds|has|gives|provides|states
    |says)\b"""
)
"""The same behind it: ``section 5(a) defines it``."""

_ASKED_FOR = r"""(?:answer|text|words?|wording|quot\w+|phrase|passage|excerpt|citation|cite
    |reference|location|place|term|definition|language|statement|provision|match|target|correct|right|exact
    |one|only|line|source|section|subsection|paragraph|subparagraph|clause|subclause|item|page)"""

OF_SOMETHING_ELSE = _pattern(
    rf"""\b(?:the|its|his|her|their|another|a|an)\s+(?!(?:[\w'-]+\s+){{0,2}}?{_ASKED_FOR}\b)
    (?:[\w'-]+\s+){{1,4}}?(?:is|are|was|were|begins?|starts?|ends?|continues?|stands?|appears?|occurs?
    |runs?|comes?|falls?|follows?|asked)\s+(?:(?:on|at|in|onto|to|from|with|over)\s+)+(?:the\s+)?["'(]?$
    |\b(?:asked|asks|ends|opens|begins|continues|continued|runs|ran|goes)\s+(?:(?:on|at|in|to|into|onto
    |over|with)\s+)+(?:the\s+)?["'(]?$"""
)
"""What says of something else where it is: ``the question is on``, ``the sentence ends on``."""

NOT_ASKED_FOR = _pattern(
    rf"""["')\]]{{0,3}}\s+(?:(?:is|was)\s+(?:just\s+|only\s+|simply\s+)?(?:the|an?|her|his|its|part\s+of)\s+
    (?!(?:[\w'-]+\s+){{0,2}}?{_ASKED_FOR}\b)\w
    |(?:is|was)\s+(?:about|merely|where\s+(?:the\s+)?(?!{_ASKED_FOR})\w)
    |(?:holds?|has|have|gives?|contains?|lists?)\s+(?!(?:it|them)\b)(?:(?=similar\b)
      |(?!(?:[\w'-]+\s+){{0,3}}?{_ASKED_FOR}\b)\w)
    |(?:mentions?|concerns?|deals?\s+with|covers?|asks?|describes?|discusses|refers?|uses?)\b)"""
)
"""What says of a place that something else is there: ``line 2 is the question``."""

ATTRIBUTED = _pattern(
    r"""(?<![a-z])(?:\b(?:(?:some(?:one|body)?|any(?:one|body)|others?|many|most|people)(?:\s+else)?
      |(?:an?|the|some|many|most|my|your|another|other)\s+(?:[\w-]+\s+){0,2}?(?:readers?|students?
        |persons?|people|lawyers?|colleagues?|clerks?|attorneys?|opponents?|friends?|judges?|users?))(?:,\s\w+,)?\s+
    (?:(?:who|may|might|could|would|will|can|has|have|often|also|sometimes|easily|wrongly)\s+){0,3}
    (?:says?|said|thinks?|thought|answer(?:s|ed)?|argue[sd]?|assume[sd]?|believe[sd]?|claim(?:s|ed)?
      |suggest(?:s|ed)?|cite[sd]?|guess(?:es|ed)?|suppose[sd]?|wr(?:ites?|ote)|g(?:ives?|ave)|chose|picked)\b
    |\b(?:mistake|error|wrong|incorrect|tempting|temptation|misreading|trap)
      (?:\s+(?:is|was|here|would\s+be|might\s+be|could\s+be))*\s+to\s+(?:say|think|answer|assume|cite|give
      |conclude|write|choose|pick|take|believe|guess|suppose|read)\b
    |\b(?:common|frequent|typical|usual|tempting|popular|possible)\s+(?:mistake|error|misreading|trap
      |wrong\s+answer|answer)\b)"""
)
"""What gives an answer to somebody else, or calls it a mistake: ``others say that it is``."""

SUPPOSED = _pattern(
    r"""\b(?:(?:had|were)\s+(?:you|the|it|this|that|we|they)\b
    |if\s+(?:(?:the|this|that|your)\s+\w+|it|this|that|you|we|they|instead)\s+
      (?!(?:is|are|must|has|want|need|look|read|count)\b))[^.;]{0,120}\b(?:would|might|could)\b"""
)
"""What gives the answer to a question that nobody asked: ``had you asked ..., it would be``."""

SUPPOSED_AFTER = _pattern(
    r"""["')\]]{0,3}\s*,?\s*(?:only\s+)?if\s+(?:(?:the|this|that|your)\s+\w+|it|this|that|you|we)\s+
    (?!(?:is|are|must|has|want|need|look|read|count)\b)"""
)
"""The same behind ``would be`` and a place."""

OF_SOMETHING = _pattern(
    rf"""\b(?:answer|citation|cite|text|words|reference|location|term|line|page)\s+(?:of|for|to)\s+
    (?:the|an?|its|his|her|their|that)\s+
    (?!(?:[\w'-]+\s+){{0,2}}?(?:{_ASKED_FOR}|question|request|query|prompt|user)\b)
    (?:[\w'-]+\s+){{1,6}}?(?:is|was|would\s+be)\b"""
)
"""What announces the place of what was not asked for: ``citation of the licence rule is``."""

IN_RELATIVE_CLAUSE = _pattern(
    r"""["')\]]{0,3}\s*,?\s*(?:which|whose|who|that|where(?:by|in)?|as\s+(?:defined|used|described))\b"""
)
"""What goes on, behind a place, to tell something about it."""

SUBJECT_ELSE = _pattern(
    rf"""^[^\w\ue000]*(?:(?:the|its|another|an?)\s+(?!(?:[\w'-]+\s+){{0,2}}?{_ASKED_FOR}\b)
    |\d+\s+)(?:[\w'-]+\s+){{1,4}}?(?:,[^,]{{1,30}},\s+)?(?:is|are|was|were)\b
    [^.;]*?(?:\b(?:in|at|under|of|by|from|on)\s(?:the\s)?|\()["']?$"""
)
"""What says where something else is, from the start of its sentence."""

PREDICATE = _pattern(
    rf"""["')\]]{{0,3}}\s+(?!(?:[\w'-]+\s+){{0,4}}?{_ASKED_FOR}\b)(?!(?:is|was)\s+(?:it|where|right|correct)\b)
    (?!(?:and|or|nor|but|if|not|so|at|in|on|of|with|for|from|to)\b)[a-z]"""
)
"""What is said of a place that is not asked for, of which it is the subject: ``sets the limit``."""

FIELD = _pattern(
    r"""(?:^|[\n.;])[^\w\ue000]*((?:[\w'-]+\s+){0,5}?[\w'-]+)\s*:[\s"'(*]*(?:the\s+)?$"""
)
"""A label before a place: ``Student's answer:``."""

ANSWER_WORDS = frozenset("answer citation cite response result output reply solution final".split())
NEUTRAL_WORDS = ANSWER_WORDS | frozenset(
    "my our the here is s this so exact correct right full complete short direct best actual"
    " precise legal standard proper predicted chosen selected model revised updated corrected new"
    " and to of for in question format text line page section number term statute reference"
    " location value key id first second third".split()
)
"""The words of which the name of a field is made that holds the reply's own answer."""

SUPERSEDED = frozenset(
    "old previous prior before draft original initial earlier distractor trap attempt wrong"
    " considered".split()
)
"""What a field is called whose answer another replaces."""
