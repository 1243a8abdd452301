"""How an Arabic question, and an Arabic text, says what somebody did or what was done to him.

Nothing is decided here; `pipeline.answer.demands.doing` puts the demand to texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from pipeline.answer.demands.persons import Mention, Person
from pipeline.answer.demands.places import SENTENCE
from pipeline.answer.demands.predicate import Predicate, Role
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.fold import fold
from pipeline.text import analyse, analyse_query

BESIDE = 2  # tokens from a deed to who stands behind it
BEFORE = 4  # tokens from who stands before a deed to it
SPOKEN = 3  # tokens at the end of a clause, among which stands who says what follows
_TITLED = r"(?:(?:ال{title}|سيدنا|علي|فيها|فيه|بها|به|لها|له) )*$"
_ASKS = (
    r"لماذا|لم|متي|كيف|اين|هل|ماذا|بماذا|بم|علي يد من|في اي \S+|اي \S+|ما سبب|ما الذي|كم \S+|حين|عندما|لما|بعد ان"
    r"|التي|الذي"
)
_VERB = r" (?P<verb>[\u0621-\u064a]{2,}) " + _TITLED
_SAID = rf"(?:^|\s)[وف]?(?P<asks>{_ASKS})(?: قد| تم| كان| كانت)?{_VERB}"
_DOER = (
    r"^\W*[وف]?(?:من|ما اسم|اي)(?: هو| هي| هم)?"
    r"(?: (?!الذي|التي|الذين)ال[\u0621-\u064a]+| رجل| صحابي| شخص)?(?: الذي| التي| الذين)?" + _VERB
)
CLAUSE = re.compile(rf"{SENTENCE.pattern}|:|(?<!\w)[وف]?(?:قال|قالت|قالوا|يقول|فقلت|قلت)(?!\w)")
# What stands behind a name and is of it.
_OF_NAME = re.compile(
    r"(?<!\w)(?:رضي الله عن\w+|صلي الله عليه(?: واله)? وسلم|علي(?:ه|ها|هما) السلام|(?:بن|بنت) (?:ابي )?\w+)(?!\w)"
)
_I = re.compile(r"\W*(?:اني|انا)(?!\w)")
_ME = re.compile(r"(?<!\w)([\u0621-\u064a]{3,}ني)(?!\w)")  # a deed done to who speaks
_ANOTHER = frozenset(analyse("أن إن لا لم ما من الذي التي الذين هل لو إذا عن", keep_stop_words=True)) - {""}
_APART = _ANOTHER.union(analyse("في إلى مع", keep_stop_words=True))  # from who does a deed to it
_WEAK = tuple("اوي")
ROOT = 3  # letters of a verb, which another form of it holds


def predicate_in(folded: str, mentions: Sequence[Mention], lexicon: Lexicon) -> Predicate | None:
    """The person of a folded question of whom something is said, and the verb. Of the Prophet only what he did to
    somebody who is named."""
    for mention in mentions:
        before, behind = folded[: mention.start], folded[mention.end :]
        asks = lexicon.compiled("ar", _DOER).match(before)
        said = asks or lexicon.compiled("ar", _SAID).search(before)
        if said is None or said["verb"] in lexicon.saying:
            continue
        others = any(one.start > mention.start and one.person != mention.person for one in mentions)
        if asks is None and mention.person.is_prophet(lexicon) and not others:
            continue
        if asks is None and said["asks"] == "كيف" and not _is_suffered(said["verb"], lexicon):
            continue  # how he did it is a story, which has many clauses, and no one of them says so
        whether = asks is None and said["asks"] == "هل" and said.start() == 0
        return Predicate(mention, said["verb"], "suffers" if asks else "either", behind, whether)
    return None


def _is_suffered(verb: str, lexicon: Lexicon) -> bool:
    """Whether a verb tells what befalls somebody: that he died, or was killed."""
    return any(one.suffered or one.anyone for one in lexicon.doings_of(frozenset(analyse_query(verb))))


def clauses(text: Read, who: Person) -> Iterator[Sequence[str]]:
    """The clauses of a text. Who says "me" is named behind the deed ("عائشة قالت تزوجني"), and in place of "I"."""
    speaker, speaks = "", False
    for part in CLAUSE.split(_OF_NAME.sub(" ", fold(text.led))):
        said = _ME.sub(partial(_named, speaker), part)
        tokens = [token for token in analyse(said, keep_stop_words=True) if not token.isascii()]
        if speaks and _I.match(said):
            tokens[:1] = [max(who.name)]
        if tokens:
            yield tokens
            speaks = who.is_in(tokens[-SPOKEN:])
        speaker = " ".join(part.split()[-1:])


def _named(speaker: str, me: re.Match[str]) -> str:
    """A deed done to "me" with who says it behind it."""
    return f"{me[1]} {speaker}"


def holds(token: str, deed: frozenset[str]) -> bool:
    """Whether a word is a deed in one of its forms, with a weak last letter or without (رأى، رأيت)."""
    return not deed.isdisjoint((token, token[:-1] if token[-1:] in _WEAK else token)) or any(
        len(one) >= ROOT and one in token and len(token) <= len(one) + 2 for one in deed
    )


def says(tokens: Sequence[str], who: Person, deed: frozenset[str], role: Role) -> bool:
    """Whether a clause says a deed of somebody: he stands right behind it, or it behind its doer."""
    for place in range(len(tokens)):
        if who.is_at(tokens, place):
            before = tokens[max(0, place - BESIDE - who.surnamed) : place]
            if _deed_in(before[::-1], deed, _ANOTHER):
                return True
            told = _deed_in(tokens[place + 1 : place + 1 + BEFORE], deed, _APART)
            if told and role != "suffers" and not _is_noun(told, deed):
                return True  # of one to whom it was done, a verb behind him tells what he did
    return False


def _deed_in(tokens: Sequence[str], deed: frozenset[str], apart: frozenset[str]) -> str:
    """The first word that is the deed; empty where none is, or another clause begins before it."""
    place = next((place for place, token in enumerate(tokens) if holds(token, deed)), None)
    return "" if place is None or not apart.isdisjoint(tokens[:place]) else tokens[place]


def _is_noun(token: str, deed: frozenset[str]) -> bool:
    """Whether a word is the noun of a deed, whose own sufferer follows: "مقتل أهل اليمامة"."""
    return token[0] == "م" and token[1:] in deed
