"""Rulings and denials: what a sentence affirms or denies, its passage affirms or denies of the same thing.

A text is cut into statements (at punctuation, at but and while, and at an “and” that opens a ruling or a denial). For
each statement of a phrased sentence, the nearest one of every cited passage is found: the one that shares most of its
content words, and of those the shortest. It must state the same rulings, each denied or not alike, hold no ruling
that contradicts them, and as many denials, even or odd; the last holds for the sentence as a whole too. A question in
a passage states nothing. Where no statement of a cited passage shares half of the words, nothing supports the sentence.
No other statement that shares more than half of them may rule the contrary, however long it is: a text names a view,
and then the one that it holds to be right.

A ruling that its passage puts under a condition needs some condition in the sentence too, and what the passage only
hands on as said by some, claimed or alleged is handed on as such.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from pipeline.text import Word, analyse, sentences, words
from pipeline.text.analyser import is_arabic
from service.phrasing.passages import Passage
from service.phrasing.rejection import Outcome, refuse_if
from service.phrasing.words import among, lacks, lists, negates, ruling

SHORT = 3  # a statement with fewer content words leans on the one before it
OPENING = 5  # words of a statement that may say that it is hearsay
_STOP = re.compile(r"[,;:،؛—–()\n…]|\s-\s|\.\s")
_JOINS = frozenset(("and", "or", "nor", "و", "او"))


@dataclass(frozen=True, slots=True)
class Statement:
    """Content tokens, rulings with whether each is denied, the number of denials, and what surrounds it."""

    content: frozenset[str]
    rulings: frozenset[tuple[str, bool]]
    denials: int
    asks: bool = False
    conditional: bool = False
    hearsay: bool = False

    @property
    def plain(self) -> bool:
        """Whether it rules and denies nothing."""
        return not self.rulings and not self.denials

    def joined(self, other: Statement) -> Statement:
        """Both together."""
        return Statement(
            self.content | other.content,
            self.rulings | other.rulings,
            self.denials + other.denials,
            self.asks or other.asks,
            self.conditional or other.conditional,
            self.hearsay or other.hearsay,
        )


def check_polarity(text: str, cited: Sequence[Passage]) -> None:
    """Raise `Rejected` for a sentence that turns a ruling or a denial of its passages round."""
    candidates = [list(_candidates(passage.text)) for passage in cited]
    held = [one for passage in cited for group in _groups(passage.text) for one in group if not one.asks]
    _check_whole(text, candidates)
    for statement in _statements(text):
        refuse_if(statement.asks, Outcome.FORM)
        if statement.plain and not statement.content:
            continue
        for other in held:
            refuse_if(_contrary(statement, other), Outcome.POLARITY)
        nearest = [_nearest(statement, each) for each in candidates]
        refuse_if(not any(nearest), Outcome.UNSUPPORTED)
        for tied in nearest:
            for one in tied:
                _compare(statement, one)


def _check_whole(text: str, candidates: Sequence[Sequence[Statement]]) -> None:
    """A denial that cuts a sentence in two leaves each half as it was: so the sentence is counted as a whole too."""
    statements = (one for group in _groups(text) for one in group)
    whole = reduce(Statement.joined, statements, Statement(frozenset(), frozenset(), 0))
    for held in candidates:
        for one in _nearest(whole, held):
            refuse_if(whole.denials % 2 != one.denials % 2, Outcome.POLARITY)


def _statements(text: str) -> list[Statement]:
    """The statements of a phrased sentence; a short one takes in the words before it."""
    out: list[Statement] = []
    for group in _groups(text):
        for one in group:
            lean = len(one.content) < SHORT and bool(out)
            out.append(replace(one, content=one.content | out[-1].content) if lean else one)
    return out


def _candidates(text: str) -> Iterator[Statement]:
    """The statements of a passage, by themselves, with the one before, and by whole sentences."""
    before: Statement | None = None
    for group in _groups(text):
        whole: Statement | None = None
        for one in group:
            if not one.asks:
                yield one
                if before is not None and len(one.content) < SHORT and (before.asks or before.plain):
                    yield replace(one, content=one.content | before.content)
                if whole is not None and before is not None and not before.asks:
                    yield before.joined(one)
            whole = one if whole is None else whole.joined(one)
            before = one
        if whole is not None and not whole.asks and len(group) > 2:
            yield whole


def _nearest(statement: Statement, candidates: Sequence[Statement]) -> list[Statement]:
    """The candidates that share most of a statement's words, when that is half of them; of those the shortest."""
    shared = [len(statement.content & one.content) for one in candidates]
    most = max(shared, default=0)
    if most == 0 or most * 2 < len(statement.content):
        return []
    best = [one for one, count in zip(candidates, shared, strict=True) if count == most]
    shortest = min(len(one.content) for one in best)
    return [one for one in best if len(one.content) == shortest]


def _contrary(statement: Statement, other: Statement) -> bool:
    """Whether another statement on the same thing rules what cannot hold beside this one."""
    if len(statement.content & other.content) * 2 <= len(statement.content):
        return False
    return any(
        denied != refused
        if ruled == concept
        else not (denied or refused) and frozenset((ruled, concept)) in lists().opposites
        for ruled, denied in statement.rulings
        for concept, refused in other.rulings
    )


def _compare(statement: Statement, passage: Statement) -> None:
    refuse_if(not statement.rulings <= passage.rulings, Outcome.POLARITY)
    for concept, denied in statement.rulings:
        refuse_if((concept, not denied) in passage.rulings, Outcome.POLARITY)
        for other, _ in passage.rulings:
            refuse_if(frozenset((concept, other)) in lists().opposites, Outcome.POLARITY)
    refuse_if(statement.denials % 2 != passage.denials % 2, Outcome.POLARITY)
    conditional = passage.conditional and bool(statement.rulings)
    refuse_if(conditional and not statement.conditional, Outcome.CONDITION)
    refuse_if(passage.hearsay and not statement.hearsay, Outcome.HEARSAY)


def _groups(text: str) -> list[list[Statement]]:
    """Statements, sentence by sentence."""
    pieces = [text[start:end] for start, end in sentences(text)]
    groups = []
    for place, piece in enumerate(pieces):
        following = words(pieces[place + 1])[:1] if place + 1 < len(pieces) else []
        groups.append(_group(piece, following))
    return [group for group in groups if group]


def _group(piece: str, following: list[Word]) -> list[Statement]:
    found = words(piece)
    asks = piece.rstrip(" \"'”’»)").endswith(("?", "؟"))
    conditional = any(among(word.text, lists().conditions) for word in found) or any(
        among(word.text, lists().next_conditions) for word in following
    )
    statements = []
    hearsay = False
    for part in _parts(piece, found):
        hearsay = hearsay or _hearsay(part)  # to the end of its sentence
        statements.append(_statement(part, asks, conditional, hearsay))
    return statements


def _hearsay(part: list[Word]) -> bool:
    """Whether a statement opens as one that is only told of others: some said, it is claimed, قيل."""
    opening = [word.text for word in part[:OPENING]]
    said = any(among(word, lists().saying) for word in opening)
    return any(among(word, lists().claiming) for word in opening) or (
        said and any(among(word, lists().sayers) for word in opening)
    )


def _parts(piece: str, found: list[Word]) -> list[list[Word]]:
    """Words in runs: cut where a stop or a contrast stands, and before an “and” whose run rules or denies."""
    parts: list[list[Word]] = []
    soft = False
    for place, word in enumerate(found):
        gap = piece[found[place - 1].end : word.start] if place else ""
        hard = not parts or bool(_STOP.search(gap)) or among(word.text, lists().breaks)
        joins = word.text in _JOINS or (
            is_arabic(word.text) and word.text[0] in "وف" and _tells(word.text[1:])
        )
        if hard or joins:
            _close(parts, soft)
            parts.append([])
            soft = not hard
        parts[-1].append(word)
    _close(parts, soft)
    return parts


def _close(parts: list[list[Word]], soft: bool) -> None:
    """Give a run that an “and” opened back to the one before it, if it neither rules nor denies."""
    if soft and len(parts) > 1 and not any(_tells(one.text) for one in parts[-1]):
        last = parts.pop()
        parts[-1].extend(last)


def _tells(word: str) -> bool:
    return ruling(word) is not None or negates(word) or lacks(word)


def _statement(part: list[Word], asks: bool, conditional: bool, hearsay: bool) -> Statement:
    tokens: set[str] = set()
    rulings: set[tuple[str, bool]] = set()
    denials = lacking = 0
    beside = False  # whether the word before is one like without
    for word in part:
        concept = ruling(word.text)
        privative = lacks(word.text)
        if negates(word.text):
            denials += 1
        elif privative:
            lacking += 1
        elif concept is not None:
            rulings.add((concept, (denials + beside) % 2 == 1))
        else:
            tokens.update(token for token in analyse(word.text) if token not in lists().frame)
        beside = privative
    return Statement(frozenset(tokens), frozenset(rulings), denials + lacking, asks, conditional, hearsay)
