"""What a reader is told beside an answer: samples and drafts, weak grades, scholars who differ or are silent, another
language, letters that were lost."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.composing.looked_up import named
from pipeline.answer.composing.shown import SEPARATOR, Shown, cut_text, display_title, texts_to_show
from pipeline.answer.finding.signals import graded_weak
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.route import Route
from pipeline.answer.words.fold import fold
from schemas.answer import Intent
from schemas.document import Document
from schemas.reference import Kind

PRIMARY = (Kind.QURAN, Kind.HADITH)
NAMED, ROOM = 2, 160  # drafts that a note names whatever their titles, and characters of the titles of more

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
_LOST = "\ufffd"  # stands where a letter was lost before a text came to us
_MAY = re.compile(r"\W*(?:can|may|must|should)\b")  # it asks for a ruling by whatever route it came


def notes_for(documents: Sequence[Document], language: str, lexicon: Lexicon) -> list[str]:
    """Caveats that the documents call for, in a fixed order."""
    phrases = lexicon.phrases[language]
    notes = []
    separator = SEPARATOR[language]
    samples, drafts = (
        [display_title(one, language) for one in documents if one.status == status]
        for status in ("sample", "draft")
    )
    if samples:
        notes.append(phrases["note_sample"].format(titles=separator.join(dict.fromkeys(samples))))
    titles = separator.join(several := dict.fromkeys(drafts))
    if len(several) > NAMED and len(titles) > ROOM:
        notes.append(phrases["note_drafts"].format(count=len(drafts)))
    elif drafts:
        notes.append(phrases["note_draft"].format(titles=titles))
    weak = [display_title(one, language) for one in documents if graded_weak(one)]
    if weak:
        notes.append(phrases["note_weak"].format(titles=separator.join(dict.fromkeys(weak))))
    foreign = list(dict.fromkeys(display_title(one, language) for one in documents if not one.text(language)))
    if foreign:
        notes.append(phrases["note_language"].format(titles=named(foreign, len(foreign), language)))
    return notes


def told_notes(shown: Sequence[Shown], language: str, lexicon: Lexicon) -> list[str]:
    """What texts show of themselves, where they are shown: that scholars differ, that a narration is weak, that letters
    are lost."""
    notes = []
    said = [(one.document, _said(one, language)) for one in shown if one.document.kind != Kind.QURAN]
    found = [
        (phrase, [one for one, texts in said if any(map(pattern.search, texts))])
        for phrase, pattern in (("note_differ_told", _DIFFERENCE), ("note_weak_told", _WEAKNESS))
    ]
    found.append(("note_lost", [one for one, texts in said if any(_LOST in text for text in texts)]))
    for phrase, telling in found:
        titles = dict.fromkeys(display_title(one, language) for one in telling)
        if titles:
            joined = SEPARATOR[language].join(titles)
            notes.append(lexicon.phrases[language][phrase].format(titles=joined))
    return notes


def _said(one: Shown, language: str) -> list[str]:
    """A text in each language in which it is shown, folded: the part that is shown."""
    return [fold(cut_text(one, tongue)) for tongue in texts_to_show(one.document, language)]


def scholars_differ(documents: Sequence[Document]) -> bool:
    """Whether several muftis are quoted: what they say is not weighed here, so the reader is told to read each."""
    return len({one.author or one.collection for one in documents if one.kind == Kind.FATWA}) > 1


def no_scholar(shown: Sequence[Document], routed: Route, lexicon: Lexicon) -> list[str]:
    """The note that a ruling is asked and scripture and narrations alone are shown, which no scholar set beside the
    question. A common wording names the words that texts have, and settles no ruling."""
    asked = routed.intent is Intent.RULING or _MAY.match(fold(routed.plain))
    if not asked or any(one.kind not in PRIMARY for one in shown):
        return []
    return [lexicon.phrases[routed.language]["note_no_scholar"]]


def other_comment(
    shown: Sequence[Document], named: Sequence[str], language: str, lexicon: Lexicon
) -> list[str]:
    """The note that a commentary is named, and comments of others alone are shown."""
    comments = {one.collection for one in shown if one.kind == Kind.TAFSIR}
    return [lexicon.phrases[language]["note_other_comment"]] if named and comments.isdisjoint(named) else []


def of_another_kind(
    shown: Sequence[Document], wanted: Sequence[str], language: str, lexicon: Lexicon
) -> list[str]:
    """The note that a narration, or a verse, is asked for and a text of another kind is shown first."""
    if not wanted or shown[0].kind in wanted:
        return []
    return [lexicon.phrases[language]["note_no_verse" if Kind.QURAN in wanted else "note_no_narration"]]


def read_as(respelt: Sequence[tuple[str, str]], language: str, lexicon: Lexicon) -> str:
    """The note that words of the question were taken for others; empty where none were."""
    told = lexicon.phrases[language]["note_respelt"]
    return " ".join(told.format(written=written, meant=meant) for written, meant in respelt)
