"""Demands on the very thing that a question asks about: a text must name it.

    named     a question of judgement ("Does touching a dog break wudu?", "the ruling on X", "what is said about X",
              "X and wudu") that names few things is answered by a text that names the rarest of them: a ruling on its
              neighbour is another; what is named beside it may go by other words (an adult, ladies, one's hand)
    most      in English one sentence, with the heading, names seven tenths of what a judgement is asked on, by weight;
              where the deed itself is judged ("is it allowed to eat meat on Friday"), all of it
    compared  "the difference between A and B": a text that says of both that they differ, or what each of them is

A thing is named by one of its words, by a word made from it, or by one whose vector is nearly its own: its translation,
or another form of it. A neighbour in meaning (a cat, for a dog) is further away than that.

Nothing is decided here; `pipeline.answer.demands.questions` puts the demands to texts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.family import Near
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import ONE, Asked, Unit
from pipeline.text import analyse_query

RARE_EIGHTHS = 7  # of the weight of the heaviest thing, from which another must be named, too
MOST = ONE * 7 // 10  # of the weight of what a judgement is asked on
SEVERAL = 5  # things, of which most must be named
FEW = 3  # things; a longer question is told in many words, and its answer in others
SAME_WORD = 39_322  # likeness of a word and its translation or other form: 0.6
STEM = 4  # letters of an English word that another one begins with
# What makes another form of an English word, or another word of it; a second may follow (care, careful, carefully). A
# stem has often lost the last letters of its ending.
_ENDINGS = frozenset(
    "a e h i t u y ah d ed s es n en in ing r er ers or ors ar ist ists ism isms ti ati iti ties th nes ness ment"
    " mental ion tion ation ition sion at ate ativ iv nt ant ent anc enc nce nci abl ibl able bl abil al li ly"
    " les less ful ic is iz ifi ous os iou ious ur hood ship dom worthi wis ward ag ess ish".split()
)
ROOT = 3  # letters of an Arabic word without the one before its root
BEFORE_ROOT = frozenset("يتنأام")
_BETWEEN = frozenset(analyse_query("between"))
_THEM = "بين"  # of "between them": what stands alone is no token
_PRESENT = frozenset("يت")
# What an English participle tells of a thing ("a divorce pronounced by a court"), and what measures it out ("plots of
# land"), a text may tell in other words.
_BESIDE = re.compile(
    r"\b([a-z]{3,}ed|made|done|taken|given|bought|sold|written|held|worn) "
    r"(?:by|in|on|at|from|with|for|to|during|through|outside|inside)\b"
    r"|\b(plots?|pieces?|bits?|lumps?|sums?|amounts?|cups?|pairs?|sets?|kinds?|sorts?|types?|forms?) of\b"
)
# An English question whose deed is judged: "is it allowed to eat meat", "does eating meat break".
_DEED_JUDGED = re.compile(r"^\W*(?:is it (?:\w+ ){1,5}?to |does (?!\w*thing)\w+ing )")
_DEFINITE = re.compile(r"(?:^|\s)[وف]?(?:[بك]?ال|لل)[\u0621-\u064a]+")
# The verb of a relative clause is what is judged: "the ruling on one who fasts and lies".
_WHO_DOES = re.compile(r"(?:^|\s)(?:الذي|التي|الذين|اللاتي|حكم من|كفاره من|عقوبه من|جزاء من) ([يت]\S+)")
# What an Arabic deed is done to stands behind it with its article: "touching the dog".
_ANNEXED = re.compile(r"(?<![\u0621-\u064a])(?!ال)([\u0621-\u064a]+) (?=(ال[\u0621-\u064a]+))")
WITHIN = 7  # tokens from the word that says that things differ to both of them
CLOSE = 3  # the same from an Arabic word that stands between them
AT_ONCE = 2  # tokens behind an Arabic word for differing, one of which names a side


@dataclass(frozen=True, slots=True)
class Naming:
    """Which words of some texts name each thing that is asked about, by the token of the thing."""

    words: Mapping[str, frozenset[str]]

    def names(self, held: frozenset[str], unit: Unit) -> bool:
        """Whether some words of these texts name a thing."""
        if not self.words[unit.tokens[0]].isdisjoint(held):
            return True
        return any(len(form) > 1 and form <= held for form in unit.forms)

    def share(self, held: frozenset[str], things: Sequence[Unit]) -> int:
        """How much some words name of some things, by weight; 1024 for all."""
        named = sum(unit.weight for unit in things if self.names(held, unit))
        return named * ONE // max(1, sum(unit.weight for unit in things))


def nothing_near(tokens: Sequence[str], others: Collection[str], least: int) -> Sequence[frozenset[str]]:
    """The words like others where an index knows of none."""
    return [frozenset()] * len(tokens)


def naming_of(things: Sequence[Unit], held: Collection[str], near: Near = nothing_near) -> Naming:
    """What names each of some things among all words of some texts."""
    tokens = [unit.tokens[0] for unit in things]
    begin = tuple({token[:STEM] for token in tokens if token.isascii()})
    begun = [one for one in held if one.startswith(begin)]
    words: dict[str, frozenset[str]] = {}
    for unit, token, alike in zip(things, tokens, near(tokens, held, SAME_WORD), strict=True):
        words[token] = (
            unit.alone
            | alike
            | _of_one_word(token, begun if token.isascii() else held)
            | words.get(token, frozenset())
        )
    return Naming(words)


def judged_things(folded: str, question: Asked, lexicon: Lexicon) -> tuple[Unit, ...]:
    """The rarest things that a question of judgement names, beside words of judgement; none where it names much.

    A verb says what is done; where something else is named, a text may say it in other words. The verb of a relative
    clause ("one who lies") is what is judged, and must be named as well. So must what the rarest is done to, where it
    stands right behind it in Arabic ("touching the dog", where touching is rarer).
    """
    if not lexicon.is_judged(folded):
        return ()
    named = named_things(question, lexicon)
    if len(named) > FEW:
        return ()
    deeds = {token for verb in _WHO_DOES.findall(folded) for token in analyse_query(verb)}
    rare = (*rarest(_nouns(named, folded)), *rarest([unit for unit in named if unit.concept]))
    also = deeds | _done_to(rare, folded)
    return tuple(unit for unit in named if unit in rare or not also.isdisjoint(unit.tokens))


def named_things(question: Asked, lexicon: Lexicon, but: frozenset[str] = frozenset()) -> tuple[Unit, ...]:
    """What a question names beside words of judgement, classes, what is generic, and some tokens more (`but`)."""
    aside = lexicon.judging | lexicon.classes | but
    return tuple(
        unit
        for unit in question.things
        if aside.isdisjoint(unit.tokens) and unit.concept not in lexicon.generic
    )


def judged_most(folded: str, question: Asked, lexicon: Lexicon) -> tuple[Unit, ...]:
    """All things that an English question of judgement names; none where it names very much."""
    if question.language != "en" or not lexicon.is_judged(folded):
        return ()
    named = named_things(question, lexicon)
    return named if len(named) <= SEVERAL else ()


def share_of_judged(folded: str, things: Sequence[Unit]) -> int:
    """How much of some things one sentence must name, by weight; 1024 for all."""
    return ONE if len(things) <= FEW and _DEED_JUDGED.search(folded) else MOST


def _done_to(deeds: Iterable[Unit], folded: str) -> set[str]:
    """The words of what some deeds of an Arabic question are done to."""
    tokens = {token for unit in deeds for token in unit.tokens}
    pairs = ((analyse_query(deed), analyse_query(thing)) for deed, thing in _ANNEXED.findall(folded))
    return {token for deed, thing in pairs if not tokens.isdisjoint(deed) for token in thing}


def rarest(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """The heaviest of some things, and those that are nearly as heavy."""
    heaviest = max((unit.weight for unit in units), default=0)
    return tuple(unit for unit in units if unit.weight * 8 >= heaviest * RARE_EIGHTHS)


def _nouns(named: Sequence[Unit], folded: str) -> Sequence[Unit]:
    """Some things without those that a verb or a participle names, or that measure others; all of them where nothing
    else is named."""
    definite = {token for match in _DEFINITE.findall(folded) for token in analyse_query(match)}
    beside = {token for match in _BESIDE.findall(folded) for token in analyse_query(" ".join(match))}
    aside = [unit for unit in named if _is_verb(unit, definite) or not beside.isdisjoint(unit.tokens)]
    return [unit for unit in named if unit not in aside] or named


def _is_verb(unit: Unit, definite: Collection[str]) -> bool:
    """Whether a thing is named by an Arabic verb of the present: a letter before another word of its root."""
    token = unit.tokens[0]
    return token[0] in _PRESENT and token not in definite and frozenset((token[1:],)) in unit.forms


def compared_things(folded: str, question: Asked, lexicon: Lexicon) -> tuple[tuple[Unit, ...], ...]:
    """The two sides of a question that asks how things differ; nothing where one of them names nothing."""
    for match in lexicon.compared(folded):
        sides = tuple(
            tuple(unit for unit in question.things if set(unit.tokens) & set(analyse_query(side)))
            for side in (match["a"], match["b"])
        )
        if all(sides):
            return _by_own_words(sides)
    return ()


def _by_own_words(sides: tuple[tuple[Unit, ...], ...]) -> tuple[tuple[Unit, ...], ...]:
    """Two sides, each thing of a concept that both of them have by its own word alone: by the other's it is not told
    apart from it."""
    first, second = ({unit.concept for unit in side if unit.concept} for side in sides)
    return tuple(
        tuple(
            replace(unit, forms=(frozenset(unit.tokens),)) if unit.concept in first & second else unit
            for unit in side
        )
        for side in sides
    )


def names_each(reading: Reading, units: Iterable[Unit], naming: Naming) -> bool:
    """Whether a text names each of some things in its heading or question, or in one sentence where it speaks of the
    question."""
    wanted = tuple(units)
    return any(all(naming.names(said, unit) for unit in wanted) for said in _said(reading))


def names_most(reading: Reading, things: Sequence[Unit], naming: Naming, least: int) -> bool:
    """Whether a text names so much of some things, by weight, in its heading and one sentence where it speaks of the
    question."""
    return any(naming.share(said, things) >= least for said in _said(reading))


def _said(reading: Reading) -> Iterator[frozenset[str]]:
    """The words of each sentence where a text speaks of the question, with its heading; of that alone if none does."""
    return (one | reading.heading for one in reading.inside or (frozenset[str](),))


def tells_apart(reading: Reading, sides: Sequence[Sequence[Unit]], differing: frozenset[str]) -> bool:
    """Whether a text says that two things differ: both within a few words of one that says so."""
    return any(
        token in differing and _apart(tokens, place, sides)
        for tokens in (reading.asked, *(tokens for _, _, tokens in reading.lines))
        for place, token in enumerate(tokens)
    )


def _apart(tokens: Sequence[str], place: int, sides: Sequence[Sequence[Unit]]) -> bool:
    """Whether a word for differing is said of two sides: of both that "between" leads to, or it stands between them;
    scholars differ on one thing, and a judge parts two others.

    Of Arabic, whose "between" is no token, one side follows at once, or each stands close by."""
    arabic = not tokens[place].isascii()
    reach = CLOSE if arabic else WITHIN
    before, after = (
        frozenset(tokens[max(0, place - reach) : place]),
        frozenset(tokens[place : place + reach + 1]),
    )
    first, second = sides
    if (_names_one(first, before) and _names_one(second, after)) or (
        _names_one(second, before) and _names_one(first, after)
    ):
        return True
    behind = frozenset(tokens[place : place + WITHIN + 1])
    around = behind.union(tokens[max(0, place - WITHIN) : place])
    if not arabic:
        return not _BETWEEN.isdisjoint(tokens[place + 1 : place + 3]) and _names_both(sides, around)
    at_once = frozenset(tokens[place + 1 : place + 1 + AT_ONCE])
    if any(_names_one(side, at_once) for side in sides):
        return _names_both(sides, behind)
    return _THEM in tokens[place + 1 : place + 2] and _names_both(sides, around)


def _names_both(sides: Sequence[Sequence[Unit]], held: frozenset[str]) -> bool:
    return all(_names_one(side, held) for side in sides)


def _names_one(side: Sequence[Unit], held: frozenset[str]) -> bool:
    return any(unit.is_in(held) for unit in side)


def _of_one_word(token: str, others: Collection[str]) -> frozenset[str]:
    """Words of one stem with another that the analyser leaves apart: impure and impurity, شرك and يشرك."""
    if token.isascii():
        return frozenset(
            one
            for one in others
            if one.isascii()
            and min(len(token), len(one)) >= STEM
            and (_is_made_of(token, one) or _is_made_of(one, token))
        )
    root = _rooted(token)
    return frozenset(one for one in others if root in one and _rooted(one) == root)


def _is_made_of(longer: str, word: str) -> bool:
    """Whether an English word is another one with an ending: prayer of pray, and not headscarf of head.

    >>> _is_made_of("prayer", "pray"), _is_made_of("headscarf", "head")
    (True, False)
    """
    if not longer.startswith(word):
        return False
    rest = longer[len(word) :]
    return not rest or any(rest[:end] in _ENDINGS and _ends(rest[end:]) for end in range(1, len(rest) + 1))


def _ends(rest: str) -> bool:
    return not rest or rest in _ENDINGS


def _rooted(token: str) -> str:
    """An Arabic token without a letter before its root."""
    return token[1:] if len(token) > ROOT and token[0] in BEFORE_ROOT else token
