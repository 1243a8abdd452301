"""Which paragraphs of an OpenITI book are one text.

* a heading, a question, and words that announce others (“قال:”) go to the paragraph that follows them;
* a few words that end a sentence (“قال: نعم.”) go to the paragraph before them;
* an answer goes to its question; so does what follows a question with a head, up to the next one or a length;
* a sentence that the end of a page cut in two is one again, and so are the lines of a book that was typed line by line;
* footnotes on one page are one text, and so are the paragraphs of a comment on the same verses, up to a length.

Nothing is joined across a heading; one that is as long as a text is put before the first text under it. Each text is
opened by one of its paragraphs, which gives it its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from pipeline.sources.readers.openiti.asking import goes_with_question
from pipeline.sources.readers.openiti.marks import letters
from pipeline.sources.readers.openiti.places import Located

SHORT = 10  # letters; fewer are no text of their own
ANNOUNCES = 50  # so many characters before a colon announce what follows
LISTED = 250  # so many characters of short lines are a list, and a text
TITLE = 200  # characters; a longer heading is text
LONG = 2000  # characters of a comment, or of lines, that are still one text
NOTES = 500  # characters of footnotes that are still one text

_OVER = re.compile(r"[.!؟?؛:»\"”’'\])}﴾*…0-9٠-٩=_/-]\s*$")
_FORWARD = re.compile(r"(?:[:؟?]|:\s*[-ـ]+)\s*$")
_POEM = re.compile(r"\.\.\.|…")
_CLOSING = re.compile(r"^\W*(?:انتهى|ا\s?[.]?\s?ه|اه|والله أعلم|والله تعالى أعلم)\W*$")
_NEW = re.compile(r"^\s*(?:[(\[{«\"*•·-]|[0-9٠-٩]+\s*[-.)/])")


@dataclass(frozen=True, slots=True)
class Text:
    """Paragraphs that are one text. `opens`: the one that stands for all; `parts`: texts on the same verses."""

    opens: Located
    text: str
    parts: int = 1


def join(located: Sequence[Located]) -> Iterator[Text]:
    """The texts of a book, in order."""
    line = _line(located)
    for (heading, verses), section in groupby(located, key=lambda one: (one.heading, one.verses)):
        held = [one for one in section if one.paragraph.text or one.paragraph.page_over]
        texts = list(_comment(held)) if verses else [*_running(held, line), *_notes(held)]
        if texts and len(heading) > TITLE:
            texts[0] = replace(texts[0], text=f"{heading}\n{texts[0].text}")
        yield from texts


def _line(located: Sequence[Located]) -> int:
    """The characters from which a paragraph of a book is a line, and not the last one of a text; 0 for a book that was
    not typed line by line. In one that was, hardly any is longer than a full line, few of the full ones end a
    sentence, and the book is no poem."""
    texts = [one.paragraph.text for one in located if one.paragraph.text]
    if len(texts) < 300:
        return 0
    sizes = sorted(map(len, texts))
    long, longest = sizes[len(sizes) * 9 // 10], sizes[len(sizes) * 97 // 100]
    lines = [text for text in texts if len(text) * 5 >= long * 4]
    ended = sum(bool(_OVER.search(text)) for text in lines)
    poems = sum(bool(_POEM.search(text)) for text in texts)
    typed = longest * 20 <= long * 23 and ended * 10 <= len(lines) * 3 and poems * 5 <= len(texts)
    return long // 2 if typed else 0


def _running(held: Sequence[Located], line: int) -> Iterator[Text]:
    texts: list[tuple[Located, list[Located]]] = []
    waiting: list[Located] = []
    page_over = False
    for one in held:
        words = one.paragraph.text
        if one.paragraph.note:
            continue
        if not words:
            page_over = True
            continue
        before = texts[-1][1] if texts and not waiting else None
        if before and _belongs(before, one, page_over=page_over, line=line):
            before.append(one)
        elif _announces(one) and sum(len(each.paragraph.text) for each in waiting) < LISTED:
            waiting.append(one)
        elif before and _ends_others(words):
            before.append(one)
        else:
            texts.append((one, [*waiting, one]))
            waiting = []
        page_over = one.paragraph.page_over
    if waiting and texts:
        texts[-1][1].extend(waiting)
    elif waiting:
        texts.append((waiting[0], waiting))
    yield from (Text(opens, _lines(parts)) for opens, parts in texts)


def _belongs(before: Sequence[Located], one: Located, *, page_over: bool, line: int) -> bool:
    """Whether a paragraph goes on with the text before it, or answers what it asks."""
    held, words = [each.paragraph.text for each in before], one.paragraph.text
    # The last line of a text is a shorter one.
    in_line = 0 < line <= len(held[-1]) and sum(map(len, held)) < LONG
    if (page_over or in_line) and _goes_on(held[-1], words):
        return True
    return not (one.title or one.paragraph.head) and goes_with_question(held, words)


def _announces(one: Located) -> bool:
    """Whether a paragraph is nothing without the one behind it."""
    words = one.paragraph.text
    if one.title or (one.paragraph.head and len(words) < 200):
        return True
    if letters(words) < SHORT:
        return not _ends_others(words)
    return len(words) < ANNOUNCES and words.rstrip().endswith(":")


def _ends_others(words: str) -> bool:
    """Whether a few words belong to what stands before them."""
    if letters(words) >= SHORT or _FORWARD.search(words):
        return False
    return bool(_CLOSING.match(words)) or words.rstrip().endswith((".", "!", "»", ")"))


def _goes_on(before: str, words: str) -> bool:
    """Whether a sentence goes on behind the end of a page."""
    return letters(before) >= SHORT and not _OVER.search(before) and not _NEW.match(words)


def _notes(held: Sequence[Located]) -> Iterator[Text]:
    """Footnotes, those of a page together."""
    notes = [one for one in held if one.paragraph.note and one.paragraph.text]
    for _, on_page in groupby(notes, key=lambda one: one.page):
        yield from (Text(parts[0], _lines(parts)) for parts in _cut(list(on_page), NOTES))


def _comment(held: Sequence[Located]) -> Iterator[Text]:
    """A comment on verses, whole or in parts of a length."""
    words = [one for one in held if one.paragraph.text]
    parts = list(_cut([one for one in words if not one.title] or words, LONG))
    yield from (Text(part[0], _lines(part), len(parts)) for part in parts)


def _cut(held: Sequence[Located], limit: int) -> Iterator[list[Located]]:
    part: list[Located] = []
    size = 0
    for one in held:
        length = len(one.paragraph.text)
        if part and size + length > limit:
            yield part
            part, size = [], 0
        part.append(one)
        size += length
    if part:
        yield part


def _lines(parts: Sequence[Located]) -> str:
    """The paragraphs on lines of their own; a sentence that a page cut goes on in its line."""
    text = parts[0].paragraph.text
    for one, following in pairwise(parts):
        words = following.paragraph.text
        text += (" " if _goes_on(one.paragraph.text, words) else "\n") + words
    return text
