"""Words of which somebody says that they are the Qur'an's, or asks so behind them: "my teacher says ... is a verse",
"Allah says: ...", "... which surah is this?", `... هل هي آية`.

He who hears no answer to that takes what is shown beside it for one. What is asked about in words of one's own ("theft,
is it in the Quran?", "the story of Joseph, which surah?") is no claim: a quotation stands between marks, is parted by a
full stop, or is asked about as a verse.
"""

from __future__ import annotations

import re

from pipeline.answer.quotations.letters import letters_of

QURAN = r"(?:the )?(?:holy |noble )?(?:quran|qur'an|koran)"
OF_ALLAH = r"(?: (?:تعالي|سبحانه|وتعالي|عز وجل|جل وعلا|فيها|(?:في|من) القران|في كتابه|الكريم))*"
TOPIC = re.compile(
    r"\b(?:about|mention\w*|discuss\w*|talks?|refers?|tells?|story|speaks?|word)\b|(?:ذكر|تحدث|قصه|كلمه)"
)
# Arabic words that neither marks nor a full stop part from what asks whether they are a verse, and where they stand.
LEAST_UNMARKED, LEAST_BEFORE_PLACE = 3, 4
_IS_VERSE = rf"(?:(?:in|from) {QURAN}|an? (?:quranic )?(?:verse|ayah|aya)(?: (?:of|from|in) {QURAN})?)"
_BEHIND = re.compile(
    r"^\W*(?P<words>.+?)[\s.,;:!?\"'-]+(?:"
    r"(?:so |and )?(?:is|are|was) (?:it|this|that|these)(?: really| actually)?"
    rf" (?:{_IS_VERSE}|in which (?:surah?|verse|ayah))"
    r"|(?:in |from )?(?:which|what) (?:verse|ayah|aya|surah?|surat|chapter)"
    rf"(?: (?:is|has|says|contains|was)(?: (?:this|that|it))?(?: (?:from|in|of))?(?: {QURAN})?)?"
    r")(?: or not)?\W*$"
)
_CLAIMED = re.compile(
    r"^.{0,40}?\b(?:says?|said|tells me|told (?:me|us)|claims?|claimed|thinks?|believes?|insists?|heard|read)(?: that)?"
    rf"[ :,]*(?P<words>.+?)[\"' ,]+(?:is|was|are|comes)(?: really| actually| written)? {_IS_VERSE}\b.{{0,60}}$"
)
_IS_ONE = re.compile(rf'^\W*(?:is|are|was) "(?P<words>[^"]+)"(?: really| actually)? {_IS_VERSE}\b')
_ALLAH_SAYS = re.compile(
    rf"^\W*(?:allah|god)(?: almighty| the almighty)? (?:says|said)(?: in {QURAN})?(?: that)?(?: ?: ?\"?| ?\")"
    r"(?P<words>.+?)(?:[.?!\"]+ ?(?:in )?(?:which|what|where|is) .{0,40})?$"
)
_ARABIC_BEHIND = re.compile(
    r"^\W*(?P<words>.+?)[\s.،,؛:؟\"-]+(?:ف?هل (?:(?:هي|هذه|هو|هذا|تعد|تعتبر) )?(?:ايه|(?:من|في) القران|قران)"
    rf"{OF_ALLAH}(?: قرانيه)?|(?:في|من) (?:اي|ايه) سوره)(?: ام لا)?\W*$"
)
_ARABIC_CLAIMED = re.compile(
    r"^.{0,30}?(?:[يت]قول|قالت?|سمعت|قرات|اخبرت?ني|[يت]?زعم)(?: \S+){0,2}?(?: (?:ب?ان|انه))?[ :]*"
    r"\"(?P<words>[^\"]+)\" ?(?:هي |هو |هذه )?(?:ايه|(?:من|في) (?:القران|ايات))(?!\w).*$"
)
_ASKS = re.compile(
    r"^\W*(?:what|which|who|whom|whose|how|why|when|where|is|are|was|were|do|does|did|can|could|should|may|must|tell"
    r"|explain|show|هل|كيف|لماذا|متي|اين|كم|ماذا|ما (?:هو|هي|حكم|معني|تفسير|سبب|فضل))\b"
)
_PARTED = re.compile(
    r"^\W*\"[^\"]+\"|(?:[.:؛;!]| -) ?(?:\W*(?:هل|فهل|في|من|so|and|is|are|was|in|from|which|what)\b)"
)
_OF_VERSE = re.compile(r"ايه\b|سوره\W*$")
_CALLED = re.compile(r"^\W*(?:the )?(?:hadith(?: qudsi)?|verse|ayah|حديث(?: قدسي)?|ايه) ?: ?")


def claimed_words(folded: str, language: str) -> str:
    """The words that a folded question tells or asks to be the Qur'an's; empty where it does not.

    >>> claimed_words('my friend says "a lamp is half of the oil" is a verse, is it?', "en")
    'a lamp is half of the oil'
    """
    claims, behind = (
        ((_CLAIMED, _IS_ONE, _ALLAH_SAYS), _BEHIND)
        if language == "en"
        else ((_ARABIC_CLAIMED,), _ARABIC_BEHIND)
    )
    if said := next(filter(None, (one.match(folded) for one in claims)), None):
        return said["words"].strip(' "')
    said = behind.match(folded)
    if said is None or _ASKS.match(folded) or TOPIC.search(said["words"]):
        return ""
    words = _CALLED.sub("", said["words"])
    if '"' in words.strip(' "'):
        return ""  # a mark within: of these some are the asker's own
    if _PARTED.search(folded) or words != said["words"]:
        return words
    tail = _OF_VERSE.search(folded, said.end("words")) if language == "ar" else None
    least = LEAST_BEFORE_PLACE if tail and tail[0].startswith("سوره") else LEAST_UNMARKED
    return words if tail and len(letters_of(words)) >= least else ""
