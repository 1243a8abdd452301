"""How an English question, and an English text, says what somebody did or what was done to him.

Nothing is decided here; `pipeline.answer.demands.doing` puts the demand to texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.persons import KIN, Mention, Person, names_of
from pipeline.answer.demands.predicate import Predicate, Role
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.text import analyse

REACH = 6  # words from the doer to the deed
BEHIND = 3  # words from a deed to the one to whom it was done
SPOKEN = 8  # words at the end of a clause, among which stands who says what follows
_TITLED = r"(?:(?:the|{title}) )*$"
_DOES = r"(?:^|\s|\W)(?:did|does|has|have|had) " + _TITLED
_SUFFERS = r"(?:^|\s)(?:was|were|is|been|be|got) " + _TITLED
_WHEN = r"\s(?:when|after|because|before|that) " + _TITLED
_WHETHER = re.compile(r"^\W*(?:did|does|has|have|had|was|were|is)\b")
# Who did it is asked: "who killed", "which companion killed", "name the man who killed".
_DOER = (
    r"^\W*(?:(?:tell me|name|say|identify|do you know|who (?:was|is|were)) )*(?:the )?"
    r"(?:who|whom|(?:which|what) (?:[a-z'-]+ ){1,5}?|[a-z]+(?: of the prophet)? (?:who|that))"
    r"(?: (?:was it that|\w+ly|ever|actually|has|had))? ?(?P<verb>[a-z']{3,}) " + _TITLED
)
_KILLED = re.compile(r"^\W*(?:who|which [a-z'-]+) (?P<verb>[a-z]{3,}) (?:the |an? )?(?P<whom>.+?)\W*$")
_VERB = re.compile(
    r"^ (?:(?:really|actually|suddenly|finally|ever|also|always|once|first|then) )*([a-z]{3,})\b(.*)", re.S
)
CLAUSE = re.compile(r"[:;!?\"“”«»]|\.(?=\s|$)|['‘](?=[A-Z])")
# Between a doer and a deed: then he speaks of the deed, or another does it.
_ANOTHER = frozenset(
    analyse(
        "who whoever whom about that say said tell told ask order command forbid forbade prohibit curse one if no"
        " when while",
        keep_stop_words=True,
    )
)
_NOT_TO = ("not", "to")
_OF = ("by", "of")
_SAYS = frozenset(analyse("say said saying add reply narrated narrates answered told", keep_stop_words=True))
_I = frozenset(("i", "me", "im", "ive", "id"))
# Between a deed and whom it was done to: then something else is told of him.
_APART = _ANOTHER.union(analyse("by in at on with and to for from after as before", keep_stop_words=True))
_WAS = frozenset(("was", "were", "been", "be", "is", "being", "got"))


def predicate_in(folded: str, mentions: Sequence[Mention], lexicon: Lexicon) -> Predicate | None:
    """The person of a folded question of whom something is said, and the verb. Of the Prophet only whether he did
    something, or what he did to somebody who is named: narrations tell the rest in a hundred ways."""
    whether = _WHETHER.match(folded) is not None
    for mention in mentions:
        before, behind = folded[: mention.start], folded[mention.end :]
        asks = lexicon.compiled("en", _DOER).match(before)
        if asks and _is_past(asks["verb"], lexicon) and asks["verb"] not in lexicon.saying:
            return Predicate(mention, asks["verb"], "suffers", behind)
        verb = _VERB.match(behind)
        if verb is None or (verb[1] in lexicon.saying and not whether):
            continue
        if lexicon.compiled("en", _SUFFERS).search(before) and _is_past(verb[1], lexicon):
            return Predicate(mention, verb[1], "suffers", verb[2], whether)
        acts = lexicon.compiled("en", _DOES).search(before) or (
            lexicon.compiled("en", _WHEN).search(before) and _is_past(verb[1], lexicon)
        )
        others = any(one.start > mention.start and one.person != mention.person for one in mentions)
        if acts and (not mention.person.is_prophet(lexicon) or others or whether):
            return Predicate(mention, verb[1], "does", verb[2], whether)
    return None


def killed(folded: str, asking: Asking) -> Iterator[Mention]:
    """Whom folded words of a question ask who killed, by whatever name he goes."""
    match = _KILLED.match(folded)
    verb = frozenset(analyse(match["verb"])) if match else frozenset()
    if match and any(one.anyone for one in asking.lexicon.doings_of(verb)):
        units = [unit for unit in asking.by(match["whom"]) if KIN.isdisjoint(unit.tokens)]
        if units:
            yield Mention(*match.span("whom"), Person(names_of(units[-1:])))


def _is_past(verb: str, lexicon: Lexicon) -> bool:
    return verb.endswith("ed") or verb in lexicon.past


def clauses(text: Read, who: Person) -> Iterator[Sequence[str]]:
    """The clauses of a text, without the blessing that stands behind a name in Arabic; where he speaks, "I" is he."""
    name, speaks = min(who.name), False
    for part in CLAUSE.split(text.led):
        tokens = tokens_of(part)
        if not tokens:
            continue
        said = tokens[-SPOKEN:]
        yield [name if speaks and token in _I else token for token in tokens]
        if not _SAYS.isdisjoint(said):
            speaks = who.is_in(said)


def tokens_of(clause: str) -> list[str]:
    """The English tokens of a clause."""
    return [token for token in analyse(clause, keep_stop_words=True) if token.isascii()]


def says(tokens: Sequence[str], who: Person, deed: frozenset[str], role: Role) -> bool:
    """Whether a clause says a deed of somebody: he stands before it, or it was done to him."""
    return (role != "suffers" and _does(tokens, who, deed)) or (
        role != "does" and _suffers(tokens, who, deed)
    )


def _does(tokens: Sequence[str], who: Person, deed: frozenset[str]) -> bool:
    """Whether he stands before the deed, and no other doer between them, or behind it after "by" or "of"."""
    for place in _places(tokens, who):
        between = _to_deed(tokens[place + 1 :], deed)
        if between is not None and _WAS.isdisjoint(between[-2:]) and tuple(between[-2:]) != _NOT_TO:
            return True
        if tokens[place - 1] in _OF and place > 1 and tokens[place - 2] in deed:
            return True
    return False


def _suffers(tokens: Sequence[str], who: Person, deed: frozenset[str]) -> bool:
    """Whether it was done to him: he stands right behind the deed, or before "was" and the deed."""
    for place in _places(tokens, who):
        to_deed = _to_deed(tokens[:place][::-1], deed)
        if to_deed is not None and len(to_deed) < BEHIND and _APART.isdisjoint(to_deed):
            return True
        between = _to_deed(tokens[place + 1 :], deed)
        if between is not None and not _WAS.isdisjoint(between[-2:]):
            return True
    return False


def _to_deed(tokens: Sequence[str], deed: frozenset[str]) -> Sequence[str] | None:
    """The words to the deed; None where it is far, or another doer is named before it."""
    place = next((place for place, token in enumerate(tokens[:REACH]) if token in deed), None)
    return None if place is None or not _ANOTHER.isdisjoint(tokens[:place]) else tokens[:place]


def _places(tokens: Sequence[str], who: Person) -> list[int]:
    return [place for place in range(len(tokens)) if who.is_at(tokens, place)]


def holds(token: str, deed: frozenset[str]) -> bool:
    """Whether a word is a deed."""
    return token in deed
