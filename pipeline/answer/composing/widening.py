"""How much of a text is quoted around the sentence that answers, so that it says something by itself.

It takes in what it points back to ("these", "he said"), the list or the words that it leads to, and as much behind it
as makes it full; a ruling takes its limit, an exception its rule, a talk its reply (`talk`), a story all that it tells;
a narration ends where what is said in it ends. All of it is counted in pieces of the shown text
(`pieces`); which of them answers, `choose` says.
"""

from __future__ import annotations

import re

from pipeline.answer.composing import forms
from pipeline.answer.composing.pieces import SHORT, speeches
from pipeline.answer.composing.ruling import RulingPieces
from pipeline.answer.composing.spoken import goes_on
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import Reading

BARE = 60  # a quotation shorter than this takes in what stands before it
REPLY = 20  # characters of what is said; a shorter reply ("Yes.") ends no talk, unless it is the last
FULL = 260  # a shorter quotation takes in what follows it
OPEN = 420  # a quotation may have with the words that it leads to, or that end what it says
SAID = 900  # a quotation may have with the words of another that it ends by leading to
TALK = 640  # a quotation of a narration may have with what is said on what is said in it
LIST = 640  # a quotation may have with the parts of the list that it leads to
CASES = 800  # a ruling may have with the cases on which it rules
BACK = 480  # characters that a quotation may have with the sentence that it points back to
_POINTS_BACK = re.compile(
    rf"(?:these|this|those|{forms.IT}|they|he|she|its|their|his|her)\b|(?:وهو|وهي|وهم|فهو|فهي|ويصرف|وتصرف)\s",
    re.I,
)
# Words that say nothing without the sentence before them, whatever that is.
_OF_BEFORE = re.compile(r"(?:(?:none|all) of (?:this|that|these|them)|the reason is)\b", re.I)
_OPENS, _ENDS = ("“", "‘O "), ("”", "’ -", "’ –", "’.", ".’")
_ONE_SPEAKS = re.compile(
    r"\W*(?:(?:thereupon|then|so|and) )?(?:he|she|they)(?: \([^()]{1,40}\))?(?: then)? (?:said|replied|answered)\b",
    re.I,
)
_SO_REVEALED = re.compile(
    r"\W*(?:(?:then|so|thereupon|hence)\b[^.:]{0,40}\b(?:revealed|sent down)\b|ف(?:انزل|نزل))", re.I
)
_LETTERS = re.compile(r"[^\W\d_]")


def widened(marked: RulingPieces, begins: int, first: int, last: int) -> tuple[int, int]:
    """A run with what it needs around it: what it points back to, the list or the words that it leads to, and as much
    behind it as makes it full. `begins`: where the text begins to speak."""
    pieces = marked.pieces
    first = _with_speaker(marked, first, last)
    first = _with_holders(marked, first, last)
    excepts = marked.any_case and marked.excepts(first)
    first = _with_condition(marked, first, last)
    if marked.is_asked_for(first) and marked.span(first - 2, last) <= BACK:
        first -= 2
    if marked.gives_words:
        first = _with_brackets(marked, begins, first, last)
        if marked.narrates:
            first = _from_first_word(marked, first, last)
    if first and _SO_REVEALED.match(fold(marked.text[pieces[first][0] : pieces[last][1]])):
        first -= marked.span(first - 1, last) <= BACK  # "so Allah revealed": upon what?
    leans = first > 0 and (
        (marked.instructs and _OF_BEFORE.match(marked.text, pieces[first][0]) is not None)
        or (_points_back(marked.reading, pieces[first][0]) and not marked.is_other(first - 1))
    )
    if first and marked.one_voice and (excepts or leans):
        # A sentence that begins with "these", "he" or "but if" takes the one before it, unless that one leans as well.
        first -= marked.span(first - 1, last) <= BACK and not _leans(marked.reading, pieces[first - 1][0])
    if marked.asks_for_list and (marked.leads_to_list(last) or _among_items(marked, last)):
        listed = _through_list(marked, first, last)
        if listed > last:
            return first, listed
    if marked.tells_story and marked.span(0, len(pieces) - 1) <= SAID:
        return 0, len(pieces) - 1
    counted = marked.asks_for_list and marked.counts(last)
    found, said = last, _Said(marked) if marked.narrates else None
    while last + 1 < len(pieces):
        is_open = counted or marked.tells_story or marked.is_open(last) or marked.lacks_form(first, last)
        is_open = is_open or (marked.gives_words and _in_words(marked.reading, pieces[last][1], begins))
        unsettled = marked.differs(first, found, last) or marked.rules_on_the_rest(first, last)
        room = LIST if is_open and (marked.asks_for_list or marked.gives_words) else OPEN
        room = room if is_open or marked.asks_nothing else FULL
        room = max(room, LIST) if marked.is_cut_short(last) or unsettled else room
        room = SAID if marked.leads_to_words(last) or marked.tells_story else room
        if marked.span(first, last + 1) > room:
            break
        if not is_open and (
            marked.is_other(last + 1)
            or marked.turns_to_others(first, last)
            or (said and said.is_ended(last, pieces[first][0]))
        ):
            break
        last += 1
    while last > found and marked.leads_on(last):
        last -= 1  # it was to fill a quotation, and only announces what is not quoted
    last = _to_the_end(marked, first, last)
    if any(marked.leads_to_cases(one) for one in range(first, last + 1)):
        last = _through_cases(marked, first, last)
    last = said.ended(first, found, last) if said else last
    last = _answered(marked, first, last)
    if first and marked.span(first, last) < BARE and marked.narrates:
        first -= marked.span(first - 1, last) <= SHORT  # a few last words mean little by themselves
        first = _with_speaker(marked, first, last)
    return first, last


class _Said:
    """Where the pieces of a narration end what somebody says in it, by its quotation marks."""

    def __init__(self, marked: RulingPieces) -> None:
        text, pieces = marked.text, marked.pieces
        self._pieces, self._speeches = pieces, speeches(text)
        following = [start for start, _ in pieces[1:]] + [pieces[-1][1] + 2]
        closed = [close for start, close in self._speeches if close - start >= REPLY] + [
            close for _, close in self._speeches[-1:]
        ]
        self._ends = [
            place
            for place, ((start, _), after) in enumerate(zip(pieces, following, strict=True))
            if any(start < one < after and not _LETTERS.search(text, one, after) for one in closed)
            and not marked.asks(place)  # whose reply is not quoted
        ]

    def is_ended(self, last: int, start: int) -> bool:
        """Whether a run from a place to a piece says something to its end."""
        return last in self._ends and self._pieces[last][1] - start >= BARE

    def ended(self, first: int, found: int, last: int) -> int:
        """The last piece of a run with what is said in it to its end: on to where it ends, if there is room, or back to
        where something else did; of a talk that has only asked, on to what is said then. `found`: the piece that it
        cannot do without."""
        begins, end = self._pieces[first][0], self._pieces[last][1]
        close = next((close for start, close in self._speeches if start < end < close), 0)
        back = max((one for one in self._ends if found <= one <= last), default=-1)
        if back >= 0 and not close:
            return back
        talks = any(begins < closed < end for _, closed in self._speeches)
        on = next((one for one in self._ends if one > last), last) if close or talks else last
        return on if self._pieces[on][1] - begins <= OPEN else last


def _with_speaker(marked: RulingPieces, first: int, last: int) -> int:
    """Where a quotation of a narration begins, with what stands before a bare "He said": who?"""
    if not (first and marked.narrates and _ONE_SPEAKS.match(marked.text, marked.pieces[first][0])):
        return first
    return first - (marked.span(first - 1, last) <= SHORT)


def _with_holders(marked: RulingPieces, first: int, last: int) -> int:
    """Where a quotation of what people held begins, with who they were, if there is room for it."""
    begins = first
    while begins and marked.tells_what_was_held(begins) and marked.tells_what_was_held(begins - 1):
        begins -= 1
    return begins if marked.span(begins, last) <= LIST else first


def _with_condition(marked: RulingPieces, first: int, last: int) -> int:
    """Where a quotation begins that would begin in the middle of a sentence, with the case in which that holds ("if he
    dies, ..., and ..."), if there is room for it."""
    begins = marked.sentence(first)[0]
    if begins == first or marked.reading.language == "ar" or not marked.begins_with_condition(begins):
        return first  # of an Arabic one, which may be replied to before, `beginning` tells it
    return begins if marked.span(begins, last) <= LIST else first


def _to_the_end(marked: RulingPieces, first: int, last: int) -> int:
    """The last piece of a ruling, or of how something is done, with its sentence up to where that gives grounds, if
    there is room for it; more, where it begins with a condition, of which the ruling may stand last."""
    if not marked.instructs:
        return last
    begins, end = marked.sentence(last)[0], last
    room = LIST if marked.begins_with_condition(begins) else OPEN
    while not (marked.ends_sentence(end) or end + 1 == len(marked.pieces)):
        if marked.is_other(end + 1) or marked.gives_grounds(end + 1):
            break
        end += 1
    return end if marked.span(first, end) <= room else last


def _with_brackets(marked: RulingPieces, begins: int, first: int, last: int) -> int:
    """Where a quotation begins, with the whole of the brackets that it would begin in: the translation of words to be
    said, which mean another thing from their middle on."""
    text, pieces = marked.text, marked.pieces
    start = pieces[first][0]
    opened = text.rfind("(", begins, start)
    if opened < 0 or text.find(")", opened, start) >= 0 or text.find(")", start) < 0:
        return first
    whole = max(place for place, (at, _) in enumerate(pieces) if at <= opened)
    return whole if marked.span(whole, last) <= SAID else first


def _from_first_word(marked: RulingPieces, first: int, last: int) -> int:
    """Where a quotation of words to be said begins, with what stands before it in the same sentence, if there is room
    for all of it."""
    text, whole = marked.text, first
    while whole and text[: marked.pieces[whole][0]].rstrip().endswith((",", ";", "،", "؛")):
        whole -= 1
    return whole if marked.span(whole, last) <= SAID else first


def _among_items(marked: RulingPieces, last: int) -> bool:
    return marked.is_item(last) or (last + 1 < len(marked.pieces) and marked.is_item(last + 1))


def _through_list(marked: RulingPieces, first: int, last: int) -> int:
    """The last piece of as many parts of a list as there is room for, each of them whole."""
    ends, items = [last], 0
    for place in range(last + 1, len(marked.pieces)):
        if marked.span(first, place) > LIST or (marked.is_other(place) and not marked.is_item(place)):
            break
        items += marked.is_item(place)
        if items and (
            place + 1 == len(marked.pieces) or marked.is_item(place + 1) or marked.is_other(place + 1)
        ):
            ends.append(place)
    return ends[-1]


def _through_cases(marked: RulingPieces, first: int, last: int) -> int:
    """The last piece of a ruling on several cases: as many as there is room for, each of them whole; of the next one
    as much as there is room for where none has, so that a case is not taken for the ruling."""
    whole, part, items = last, last, 0
    for place in range(last + 1, len(marked.pieces)):
        if marked.cites(place):
            continue
        item = marked.is_item(place)
        speaks = item or marked.rules_in(place) or not marked.is_other(place)
        if marked.span(first, place) > CASES or not speaks:
            break
        part, items = place, items + item
        following = place + 1
        if items and (
            following == len(marked.pieces) or marked.is_item(following) or marked.is_other(following)
        ):
            whole = place
    return whole if whole > last else part


def _answered(marked: RulingPieces, first: int, last: int) -> int:
    """The last piece of a narration's talk that is answered, where there is room for all of that; else the same."""
    end = last
    while marked.is_answered(end) or (end > last and end + 1 < len(marked.pieces) and marked.asks(end)):
        end += 1
    return end if marked.span(first, end) <= TALK else last


def _in_words(reading: Reading, end: int, begins: int) -> bool:
    """Whether words in English quotation marks go on behind a place."""
    said = reading.text[max(begins, end - LIST) : end]
    return max(said.rfind(mark) for mark in _OPENS) > max(said.rfind(mark) for mark in _ENDS)


def _leans(reading: Reading, start: int) -> bool:
    return reading.language == "ar" and goes_on(reading.text, start)


def _points_back(reading: Reading, start: int) -> bool:
    return _POINTS_BACK.match(reading.text, start) is not None or _leans(reading, start)
