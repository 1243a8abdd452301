"""Looking at a question: its route and, where the route searches, what the search finds, read against it.

Whatever the gate says later is in what was seen; nothing is decided here, so that a gate can be fitted to it.
"""

from __future__ import annotations

from dataclasses import replace

from pipeline.answer.candidates import Candidate, candidates
from pipeline.answer.demand_checks import is_plain
from pipeline.answer.demands import ABOUT, demands_of, meets, naming
from pipeline.answer.demands_arabic import asks_meaning
from pipeline.answer.features import features
from pipeline.answer.fold import fold
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.naming import nothing_alike
from pipeline.answer.reading import Reading
from pipeline.answer.resources import Resources
from pipeline.answer.retrieve import Sought, headed, retrieve, sought_for
from pipeline.answer.route import route
from pipeline.answer.seen import OF_FAITH, Seen
from pipeline.answer.signals import Asking
from pipeline.answer.spelling import Spellings, spellings_of
from pipeline.answer.units import ONE, Asked, asked, to_fixed
from pipeline.answer.validate import confirmed
from pipeline.index import Index
from pipeline.index.types import Hit
from pipeline.text import analyse, analyse_query
from schemas.answer import Intent, Reason
from schemas.reference import Kind

SPOKEN_TENTHS = 8  # of the best text's merit, from which a text of the speaker who is named goes before it
APPROVED_EIGHTHS = 7  # of a draft's merit, from which an approved text goes before it
READ_FOR_ANSWERS = 3  # texts of which one must be a mufti's answer
WORDED = ONE * 3 // 4  # of the words of a wording a text that tells of its matter rarely holds more


def look(index: Index, question: str, resources: Resources) -> Seen:
    """Route a question and, where the route searches, read what the search finds."""
    lexicon = resources.lexicon
    routed = route(question, lexicon)
    seen = Seen(routed, order=lexicon.order)
    if routed.reason not in (None, Reason.NEW_RULING) or routed.intent is Intent.LOOKUP:
        return seen
    if not analyse(routed.text):
        return seen
    sought = headed(index, sought_for(routed, lexicon), lexicon)
    if sought.wording:
        seen.notice("wording", sought.wording.name)
    lexical, kindred = index.lexical, lexicon.kindred(sought.about)
    seen.asked = asked(sought.about, index.glossary, lexical.idf, lexical.known, lexicon.frame, kindred)
    spellings = spellings_of(sought.about, seen.asked, index.glossary, kindred)
    retrieved = retrieve(index, sought, routed, is_plain(seen.asked))
    seen.result = retrieved.result
    _read(index, seen, sought, spellings, retrieved.hits, lexicon)
    seen.features = features(
        routed.text,
        seen.asked,
        seen.result,
        [one.reading for one in seen.candidates],
        lexicon,
        to_fixed(lexical.idf("\u0000")),
        of_faith=routed.intent in OF_FAITH
        or sought.wording is not None
        or (lexicon.of_matters(routed.text) and _answered(seen.candidates)),
        enough=WORDED if sought.wording else ONE,
    )
    if routed.language == "ar":
        seen.candidates = _arabic_first(seen.candidates)
    seen.candidates = _approved_first(seen.candidates)
    if sought.kinds:
        seen.candidates = _spoken_first(seen.candidates, sought.kinds)
    return seen


def _read(
    index: Index, seen: Seen, sought: Sought, spellings: Spellings, hits: tuple[Hit, ...], lexicon: Lexicon
) -> None:
    """Read the texts that were found against what the question asks and demands."""
    routed, question = seen.route, seen.asked
    assert question is not None
    named = _defined(routed.text, question, lexicon) if sought.wording and not sought.by_title else None
    if not sought.wording or sought.by_title:
        seen.demands = demands_of(routed.text, question, lexicon, confirmed(routed.text, lexicon), spellings)
    elif named:
        seen.demands = [ABOUT]
    likest = index.alike.likest if index.alike else nothing_alike
    asking = Asking(
        question,
        routed.intent,
        lexicon.wanted_type(fold(routed.text)),
        lexicon.wordings.form(routed.text),
        spellings,
        lexicon,
    )

    def judged(kind: str, reading: Reading) -> bool:
        return meets(kind, reading, seen.demands, named or question, lexicon, likest)

    seen.candidates = candidates(index, hits, asking, lexicon.order, judged)
    if named and not any(one.meets for one in seen.candidates):
        # None says what it is: then one that names it.
        seen.demands = [naming(named.things)]
        seen.candidates = candidates(index, hits, asking, lexicon.order, judged)


def _defined(text: str, question: Asked, lexicon: Lexicon) -> Asked | None:
    """The one thing that an Arabic question asks the meaning of, among the words by which texts tell of it: a text must
    define it."""
    tokens = set(analyse_query(text)) - lexicon.frame
    units = tuple(unit for unit in question.things if tokens & set(unit.tokens))
    asks = question.language == "ar" and asks_meaning(fold(text))
    return (
        Asked(question.tokens, units) if asks and tokens == {one for u in units for one in u.tokens} else None
    )


def _answered(found: list[Candidate]) -> bool:
    """Whether a mufti has answered on what is asked about, so that it is of the faith by whatever name."""
    return any(
        one.document.kind == Kind.FATWA and one.document.status != "sample"
        for one in found[:READ_FOR_ANSWERS]
    )


def _arabic_first(found: list[Candidate]) -> list[Candidate]:
    """Texts that an Arabic question can be read in before others; of these, those alone answer whose title names it."""
    judged = [
        replace(one, meets=one.meets and (bool(one.document.text_ar) or one.reading.titled * 5 >= ONE * 3))
        for one in found
    ]
    return sorted(judged, key=lambda one: (not one.meets, not one.document.text_ar))


def _approved_first(found: list[Candidate]) -> list[Candidate]:
    """Approved verses and narrations before a draft that is little better, where they hold as much of the question as
    near together: what is not yet approved comments on them."""
    best = found[0] if found else None
    if best is None or not best.meets or best.document.status != "draft":
        return found
    return sorted(found, key=lambda one: not _answers_as_well(one, best))


def _answers_as_well(one: Candidate, best: Candidate) -> bool:
    document = one.document
    return (
        one.meets
        and document.status == "approved"
        and document.kind in (Kind.QURAN, Kind.HADITH)
        and one.merit * 8 >= best.merit * APPROVED_EIGHTHS
        and one.reading.window >= best.reading.window
        and one.reading.near >= best.reading.near
    )


def _spoken_first(found: list[Candidate], kinds: tuple[str, ...]) -> list[Candidate]:
    """Texts of some kinds that are nearly as good as the best text before it: whose words are asked for is quoted."""
    least = max((one.merit for one in found if one.meets), default=0) * SPOKEN_TENTHS // 10
    return sorted(
        found, key=lambda one: not (one.meets and one.document.kind in kinds and one.merit >= least)
    )
