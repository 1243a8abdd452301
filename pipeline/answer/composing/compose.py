"""The answer that is shown, from documents that were chosen already: every sentence is a source's, or fixed.

The summary is the part of the best text that answers, with its title. `detail` is Markdown with citations in square
brackets. Evidence is grouped by kind, and holds original texts byte for byte: Arabic first, then the translation that
the corpus holds. An Arabic answer shows Arabic alone where there is any. What is left out of a long text is marked
outside it. Nothing is translated, completed or corrected here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.answer.composing.choose import answering_part
from pipeline.answer.composing.markdown import cite, escape, quote
from pipeline.answer.composing.pieces import Part, excerpt
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import Reading, read_in, shown_text
from pipeline.answer.words.units import Asked
from schemas.answer import Evidence, Source
from schemas.document import Document
from schemas.reference import Kind

MARK = "[…]"
AROUND = 500  # characters of a long text that the detail shows
RUN = 600  # characters of the verses that a summary quotes
BETWEEN = {"en": "” “", "ar": "» «"}  # two quotations
SEPARATOR = {"en": "; ", "ar": "؛ "}
_SPACES = re.compile(r"\s+")
_BLANK = " \n\t\u200f\u200e"
_SENTENCE_ENDS = ".!?؟:؛\"“”«»'‘"
_CLOSES = re.compile(r'^[^"]*[^\s"]\s?[.,]?"(?:[\s.,;:!?]|$)')  # the first mark of a text ends a speech
_NOTE = re.compile(r"^\s*\[\d{1,2}\]\s*")  # the mark of a footnote behind a sentence
_TITLE_END = re.compile(r"(?<!\.)\.$")
_LINKS = re.compile(r"\[\\?fat(?:in|out)\]|\s*</?o>")  # what is left of the links and tags of a site
_PARTED = re.compile(
    r"\s*\n\s*(?=[.،؛:,;](?:\s|$))"
)  # a line that begins with the mark which ends the one before it
_LEFT_OPEN = re.compile(r'\s*"\s*\.?$')  # the end of a speech whose beginning is not quoted
# A text tells that those who know differ. Searched in folded text.
_DIFFERENCE = re.compile(
    r"\b(?:scholars|people of knowledge|jurists|fuqaha|imams|madhhabs|schools)\b[^.]{0,40}"
    r"\b(?:differ(?:ed|s)?|disagree[ds]?|difference of opinion|different (?:views|opinions))\b"
    r"|\bdiffer(?:ences?|ed)? (?:of opinion )?(?:among|between) (?:the )?(?:scholars|people of knowledge|jurists|imams)"
    r"|(?:اختلف|يختلف) (?:اهل العلم|العلماء|الفقهاء|اصحاب النبي|الايمه)"
    r"|(?:اختلاف|خلاف) بين (?:اهل العلم|العلماء|الفقهاء)"
    r"|اختلاف (?:اهل العلم|العلماء|الفقهاء)"
    r"|(?:العلماء|المساله|الفقهاء) (?:فيها |في هذا |في ذلك )?علي (?:قولين|ثلاثه اقوال)"
)
# The collector, or who speaks, says of a narration that it is weak.
_WEAKNESS = re.compile(
    r"\bthis (?:hadith|narration|tradition) is (?:\w+ )?"
    r"(?:weak|da'?[ie]e?f|munkar|rejected|mawdu|fabricated|not (?:strong|sound|preserved))\b"
    r"|\b(?:its|the) (?:chain|isnad)[\w ]{0,20} is (?:not (?:strong|sound)|weak)\b"
    r"|(?:هذا|وهو|وهذا) (?:حديث )?(?:منكر|ضعيف|باطل|موضوع|غير محفوظ)|اسناده (?:ضعيف|ليس بالقوي)|ليس اسناده بالقوي"
)
_WEAK = re.compile(r"da['`’]?if|daeef|\bweak\b|ضعيف|موضوع|mawdu|fabricated|منكر|munkar|شاذ|باطل", re.I)


@dataclass(frozen=True, slots=True)
class Composed:
    """The parts of an answer, before the verdict is put beside them."""

    summary: str
    detail: str
    evidence: tuple[Evidence, ...]
    note: str | None
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A document to show, with where in it the answer stands, by language."""

    document: Document
    places: dict[str, tuple[int, int]]
    same: tuple[str, ...] = ()
    whole: bool = False


def source_of(document: Document, language: str) -> Source:
    """A document as a source of an answer."""
    return Source(document.id, document.title(language), document.url or "")


def quoted(text: str, *, cut_before: bool = False, cut_after: bool = False) -> str:
    """A short quotation on one line, with a mark where it is a part of a sentence."""
    line = _SPACES.sub(" ", _LINKS.sub("", text.replace("\u200f", "").replace("\u200e", ""))).strip()
    if line.count('"') % 2:
        line = _LEFT_OPEN.sub("", line)
    return f"{'… ' if cut_before else ''}{line}{' …' if cut_after else ''}"


def display_title(document: Document, language: str) -> str:
    """A title on one line, without the full stop that some sources end theirs with."""
    return _TITLE_END.sub("", _SPACES.sub(" ", document.title(language)).strip())


def texts_to_show(document: Document, language: str) -> list[str]:
    """The languages in which a document is shown: Arabic first, and the translation beside it for English."""
    held = list(document.languages)
    if language == "ar":
        return ["ar"] if "ar" in held else held
    return held if document.kind in (Kind.QURAN, Kind.HADITH) else (["en"] if "en" in held else held)


def evidence_of(
    shown: Sequence[Shown], language: str, lexicon: Lexicon, heading: str = ""
) -> tuple[Evidence, ...]:
    """Documents as evidence, grouped by kind in the order of the kinds."""
    phrases = lexicon.phrases[language]
    groups: dict[str, list[Shown]] = {}
    for one in shown:
        groups.setdefault(heading or one.document.kind, []).append(one)
    order = sorted(groups, key=lambda kind: [*Kind].index(Kind(kind)) if kind in set(Kind) else -1)
    return tuple(
        Evidence(
            heading or phrases[f"heading_{kind}"],
            "\n\n".join(_content(one, language, phrases) for one in groups[kind]),
            tuple(one.document.id for one in groups[kind]),
        )
        for kind in order
    )


def _content(one: Shown, language: str, phrases: dict[str, str]) -> str:
    """One document of the evidence: its title, its texts, what stands beside them."""
    document = one.document
    lines = [display_title(document, language)]
    for tongue in texts_to_show(document, language):
        if tongue == "en" and document.text_ar and document.kind == Kind.QURAN:
            named = document.author
            lines.append(phrases["translation_by"].format(name=named) if named else phrases["translation"])
        lines.append(_cut_text(one, tongue))
    if document.grade:
        lines.append(phrases["grade"].format(grade=document.grade))
    if one.same:
        lines.append(phrases["detail_same"].format(titles=SEPARATOR[language].join(dict.fromkeys(one.same))))
    return "\n".join(lines)


def _cut_text(one: Shown, tongue: str) -> str:
    """A text as it is, or the part of it that answers with marks outside it."""
    original = one.document.text(tongue) or ""
    text = original if one.document.markup == "plain" else shown_text(one.document, tongue)
    if one.document.kind == Kind.QURAN or one.whole:
        return text
    parts = excerpt(text, one.places.get(tongue, (0, 1)))
    return "\n".join(_marked(part, text) for part in parts)


def _marked(part: Part, text: str) -> str:
    before = f"{MARK}\n" if part.start > 0 else ""
    after = f"\n{MARK}" if part.end < len(text.rstrip()) else ""
    return f"{before}{part.text}{after}"


def summary_of(
    best: Sequence[Candidate], question: Asked, asked: str, language: str, lexicon: Lexicon
) -> str:
    """The part of the best text that answers, with its title; of several that belong together, one after another."""
    return " ".join(_said(one, question, asked, language, lexicon) for one in best)


def summary_of_verses(verses: Sequence[Document], language: str, lexicon: Lexicon) -> str:
    """The first of a run of verses, as many as there is room for, and how many are shown."""
    phrases, title = lexicon.phrases[language], display_title(verses[0], language)
    texts = [quoted(shown_text(one, language)) for one in verses if one.text(language)]
    room = [sum(map(len, texts[: place + 1])) <= RUN for place in range(len(texts))]
    first = texts[: max(1, sum(room))]
    until = f"-{verses[len(first) - 1].id.rpartition(':')[2]}" if len(first) > 1 else ""
    said = phrases["summary_said"].format(text=BETWEEN[language].join(first), title=f"{title}{until}")
    if len(first) == len(verses):
        return said
    return f"{said} {phrases['summary_verses'].format(title=title, count=len(verses))}"


def _said(best: Candidate, question: Asked, asked: str, language: str, lexicon: Lexicon) -> str:
    phrases = lexicon.phrases[language]
    reading = _reading_for(best, question, language)
    part = answering_part(best.document, reading, question, lexicon, asked)
    text = _as_sentence(reading.text, part)
    if reading.language == language:
        phrase = "summary_said"
    else:
        phrase = "summary_arabic_only" if reading.language == "ar" else "summary_english_only"
    return phrases[phrase].format(text=text, title=display_title(best.document, language))


def _reading_for(best: Candidate, question: Asked, language: str) -> Reading:
    """The reading in the language of the answer, where the text is held in it."""
    if best.reading.language == language:
        return best.reading
    return read_in(best.document, language, question) or best.reading


def _as_sentence(text: str, part: Part) -> str:
    before = text[: part.start].rstrip(_BLANK)
    after = _NOTE.sub("", text[part.end :], count=1).lstrip(" \n\t\u200f\"“”«»'")
    opened = bool(before) and not part.whole and before[-1] not in _SENTENCE_ENDS
    open_end = (
        bool(after) and text[part.end - 1 : part.end] not in (".", "!", "?", "؟") and after[0] not in ".!?؟"
    ) or part.more
    return quoted(_with_marks(text, part), cut_before=opened, cut_after=open_end)


def _with_marks(text: str, part: Part) -> str:
    """A part with the quotation mark of the text beside it, where it holds the other one of the pair."""
    if part.text.count('"') % 2 == 0:
        return part.text
    before, after = text[: part.start].rstrip(_BLANK), text[part.end :].lstrip(_BLANK)
    if _CLOSES.search(part.text) and before.endswith('"'):
        return f'"{part.text}'
    return f'{part.text}"' if after.startswith('"') and not _CLOSES.search(part.text) else part.text


def detail_of(
    chosen: Sequence[Candidate],
    question: Asked,
    asked: str,
    language: str,
    lexicon: Lexicon,
) -> str:
    """Markdown: what each chosen text says on the question, with its citation."""
    phrases = lexicon.phrases[language]
    blocks = [phrases["detail_lead"]]
    for one in chosen:
        reading = _reading_for(one, question, language)
        part = _around(one.document, reading, answering_part(one.document, reading, question, lexicon, asked))
        title = escape(display_title(one.document, language))
        blocks.append(
            f"**{title}** {cite(one.document.id)}\n\n{quote(_tidy(_marked(part, reading.text), one.document.kind))}"
        )
    return "\n\n".join(blocks)


def _around(document: Document, reading: Reading, part: Part) -> Part:
    """The sentences around the answering part; all of a verse."""
    if document.kind == Kind.QURAN or len(reading.text) <= 700:
        return Part(0, len(reading.text), reading.text)
    length = max(AROUND, part.end - part.start + AROUND // 2)  # never less than what the summary quotes
    return excerpt(reading.text, (part.start, part.end), whole=700, length=length)[0]


def _tidy(text: str, kind: str) -> str:
    """A part of a text as Markdown shows it; of an answer also without what is left of its page."""
    text = re.sub("[\u200e\u200f]", "", text)
    if kind == Kind.FATWA:
        text = _PARTED.sub("", _LINKS.sub("", text))
    return re.sub(r"[^\S\n]*\n\s*", "\n", text).strip()


def notes_for(documents: Sequence[Document], language: str, lexicon: Lexicon) -> list[str]:
    """Caveats that the documents call for, in a fixed order."""
    phrases = lexicon.phrases[language]
    notes = []
    separator = SEPARATOR[language]
    for status, phrase in (("sample", "note_sample"), ("draft", "note_draft")):
        titles = [display_title(one, language) for one in documents if one.status == status]
        if titles:
            notes.append(phrases[phrase].format(titles=separator.join(dict.fromkeys(titles))))
    weak = [display_title(one, language) for one in documents if one.grade and _WEAK.search(one.grade)]
    if weak:
        notes.append(phrases["note_weak"].format(titles=separator.join(dict.fromkeys(weak))))
    if documents and any(not one.text(language) for one in documents):
        notes.append(phrases["note_language"])
    return notes


def told_notes(shown: Sequence[Shown], language: str, lexicon: Lexicon) -> list[str]:
    """What texts say themselves, where they are shown: that scholars differ, that a narration is weak."""
    notes = []
    for phrase, pattern in (("note_differ_told", _DIFFERENCE), ("note_weak_told", _WEAKNESS)):
        titles = [display_title(one.document, language) for one in shown if _says(one, language, pattern)]
        if titles:
            joined = SEPARATOR[language].join(dict.fromkeys(titles))
            notes.append(lexicon.phrases[language][phrase].format(titles=joined))
    return notes


def _says(one: Shown, language: str, pattern: re.Pattern[str]) -> bool:
    """Whether a text that is no verse holds a pattern, in a language and a part in which it is shown."""
    tongues = texts_to_show(one.document, language) if one.document.kind != Kind.QURAN else []
    return any(pattern.search(fold(_cut_text(one, tongue))) for tongue in tongues)


def scholars_differ(documents: Sequence[Document]) -> bool:
    """Whether several muftis are quoted: what they say is not weighed here, so the reader is told to read each."""
    return len({one.author or one.collection for one in documents if one.kind == Kind.FATWA}) > 1
