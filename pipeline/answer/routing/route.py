"""What kind of question this is, by ordered rules: the first that matches decides.

`route` is a pure function of the question and the lists. Help in a crisis comes before everything; text that
speaks to the machine ("ignore your instructions") is taken out, and what is left is the question. A route
that carries a reason is a decline; one without is searched, and the gate decides. `Route.rule` names the rule,
so that `isnad ask --explain` can say which one fired.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from pipeline.answer.lexicon import Lexicon, Rule
from pipeline.answer.lexicon.wordings import Wording
from pipeline.answer.routing.limits import shortened
from pipeline.answer.routing.mentions import Mentions, find_mentions
from pipeline.answer.routing.within_surah import within_surah
from pipeline.answer.words.fold import fold
from pipeline.answer.words.tongue import ARABIC, LATIN, tongue_of
from schemas.answer import Intent, Reason
from schemas.reference import Kind

_QUOTED = re.compile(r'"[^"]{3,}"')
_COMMENTARY = re.compile(
    r"\b(?:tafs(?:ir|eer)|commentary|explanation|explain|meaning|means?|meant)\b"
    r"|(?:^|\s)[وب]?(?:ال)?(?:تفسير|شرح|معني|معاني|مقصود|مراد|فسر|اشرح)(?=\s|$)"
)
# What is left of a question that spoke to the machine, and asks nothing: "and then tell me", قل لي.
_LITTLE = frozenset(
    "and then the to please instead now just me tell say give show what is are"
    " ثم من الان في قل لي ما هي هو اعطني اخبرني".split()
)
_FACT_SENTENCE = re.compile(r"[.!\n،؛;]\s*\S")


@dataclass(frozen=True, slots=True)
class Route:
    """How a question is treated. `text` is the question in full words, without what was said around it, in its own
    words, which may be copied; `plain` names the Prophet, God and the Qur'an by one name each: so it is searched, and
    texts are read against it; `removed` was spoken to the machine; `explains`: what something means is asked for, so
    that a verse is shown with the commentary on it; `wording`: the common question that it is; `of_islam`: it says that
    Islam is asked about; `near_crisis`: it speaks of suicide, harm or abuse and of the one who asks, though it may be
    no crisis; `within`: the surah of which it is asked what it says of something, 0 for none."""

    intent: Intent
    rule: str
    reason: Reason | None
    language: str
    text: str
    removed: tuple[str, ...] = ()
    mentions: Mentions = field(default_factory=Mentions)
    explains: bool = False
    wording: Wording | None = None
    of_islam: bool = False
    plain: str = ""
    near_crisis: bool = False
    within: int = 0


def route(question: str, lexicon: Lexicon) -> Route:
    """Classify a question; see the module for the order."""
    question = lexicon.terms.in_english(lexicon.texting.in_full(shortened(question)))
    folded = fold(question)
    danger = _first_rule(folded, lexicon, crisis=True)
    in_letter = danger is not None and danger.short and _is_letter(folded, lexicon)
    routed = _routed(question, None if in_letter else danger, lexicon)
    near = routed.intent is not Intent.CRISIS and (in_letter or lexicon.crisis.touches(question))
    return replace(routed, near_crisis=True) if near else routed


def _is_letter(folded: str, lexicon: Lexicon) -> bool:
    """Whether a question is a letter that tells a case: it asks for more than help."""
    return len(folded.split()) > lexicon.short_case and is_case(without_quotes(folded), lexicon)


def _routed(question: str, help_first: Rule | None, lexicon: Lexicon) -> Route:
    cleaned, removed = _without_injection(question, lexicon)
    cleaned, of_islam = lexicon.without_courtesies(cleaned)
    cleaned = lexicon.standard(cleaned)
    language = tongue_of(cleaned if re.search(r"\w", cleaned) else question)
    if help_first:
        return Route(help_first.intent, help_first.name, help_first.reason, language, cleaned, removed)
    if removed and not _says_something(cleaned):
        return Route(Intent.OUT_OF_SCOPE, "injection", Reason.OUT_OF_SCOPE, language, cleaned, removed)
    folded, mentions = fold(cleaned), find_mentions(cleaned, lexicon)
    rule = _first_rule(folded, lexicon, of_islam=of_islam)
    explains = bool(mentions.commentaries) or _COMMENTARY.search(folded) is not None
    plain = lexicon.epithets.plain(cleaned)
    wording = lexicon.wordings.wording(plain) or _of_verse(plain, lexicon)
    if rule and wording and _is_common(rule, cleaned, lexicon):
        rule = None
    if rule and rule.reason is Reason.NEW_RULING and _is_of_many(rule, wording, cleaned, lexicon):
        rule = _first_rule(folded, lexicon, of_islam=of_islam, cases=False)
    if (rule and rule.intent is Intent.GRADE) or (wording and _is_of_its_own(plain, lexicon)):
        # The grade of one narration is asked, and another on the same matter has its own; or it is no question on that
        # matter.
        wording = None
    found = bool(mentions.references or mentions.missing)
    if (
        found
        and (mentions.clear or mentions.only)
        and not _stops(rule, mentions)
        and not _of_another(rule, mentions)
    ):
        shown = Intent.GRADE if rule and rule.intent is Intent.GRADE else Intent.LOOKUP
        return Route(
            shown, "lookup.reference", None, language, cleaned, removed, mentions, explains, plain=plain
        )
    intent, name, reason = (
        (rule.intent, rule.name, rule.reason) if rule else (Intent.GENERAL, "general", None)
    )
    within = within_surah(plain, language, lexicon) if reason is None else None
    if within:  # a common question is told by any text, and this one by the verses of one surah
        intent, name, wording, of_islam = Intent.TAFSIR, str(Intent.TAFSIR), None, False
        plain = within.question
    return Route(
        intent,
        name,
        reason,
        language,
        cleaned,
        removed,
        mentions,
        explains,
        wording,
        of_islam,
        plain,
        within=within.surah if within else 0,
    )


def _is_of_its_own(plain: str, lexicon: Lexicon) -> bool:
    """Whether a question says what is unworthy of the Prophet, takes the contrary of what the sources say for granted,
    or asks what becomes of one person."""
    return (
        lexicon.unworthy(fold(plain)) != ""
        or lexicon.premises.takes_contrary(plain)
        or lexicon.courtesies.asks_of_fate(plain)
    )


def _of_verse(text: str, lexicon: Lexicon) -> Wording | None:
    """The common question on what a verse is asked for."""
    wanted = lexicon.kind_wanted(text)
    verse = wanted.alone and Kind.QURAN in wanted.kinds
    return lexicon.wordings.wording(wanted.on) if verse else None


def _is_common(rule: Rule, text: str, lexicon: Lexicon) -> bool:
    """Whether a common question goes before a rule: it is of the subject, though it sounds of the world, and no case
    of one's own, unless it tells of the one who asks."""
    sounds = rule.reason is Reason.NEW_RULING or rule.intent is Intent.OUT_OF_SCOPE
    # What signs tell is grave, and no sound.
    return sounds and not rule.signs and not lexicon.wordings.tells_of_asker(text)


def _is_of_many(rule: Rule, wording: Wording | None, text: str, lexicon: Lexicon) -> bool:
    """Whether one who tells of himself tells nothing that makes a case his own. Whether what he did is valid is his
    own, however common."""
    common, told, tells = wording is not None, rule.score == "case", lexicon.wordings.tells_of_asker
    return (common or told) and lexicon.courtesies.tells_of_many(text, tells, common=common and told)


def _stops(rule: Rule | None, mentions: Mentions) -> bool:
    """Whether a rule goes before a reference: a request to compose, or a case of one's own."""
    if rule is None or rule.reason is None or mentions.only:
        return False
    return rule.intent not in (Intent.CALENDAR, Intent.GREETING)


def _of_another(rule: Rule | None, mentions: Mentions) -> bool:
    """Whether a grade is asked for and verses alone are named: it is that of a narration about them."""
    grade = rule is not None and rule.intent is Intent.GRADE
    return (
        grade and bool(mentions.references) and all(one.startswith(Kind.QURAN) for one in mentions.references)
    )


def _first_rule(
    folded: str, lexicon: Lexicon, crisis: bool = False, of_islam: bool = False, cases: bool = True
) -> Rule | None:
    """The first rule that a question meets, among those of a crisis or among the others; of these without those of
    one's own case, where it is known to be none of the `cases`."""
    for rule in lexicon.rules:
        if (rule.intent is Intent.CRISIS) is not crisis or (rule.reason is Reason.NEW_RULING and not cases):
            continue
        if not (of_islam and rule.unless_faith) and _matches(rule, folded, lexicon):
            return rule
    return None


def _matches(rule: Rule, folded: str, lexicon: Lexicon) -> bool:
    if rule.short and rule.intent is not Intent.CRISIS and len(folded.split()) > lexicon.short_case:
        return False  # a letter that tells of a crisis is told apart by `route`
    if rule.score == "case":
        return is_case(without_quotes(folded), lexicon)
    if rule.score == "remark":
        return lexicon.courtesies.is_remark(folded)
    if rule.signs:
        return lexicon.crisis.tells(rule.signs, folded)
    for language, script in (("en", LATIN), ("ar", ARABIC)):
        pattern, unless = rule.patterns[language], rule.unless[language]
        if pattern is None or (language == "ar" and not script.search(folded)):
            continue
        if pattern.search(folded) and not (unless and unless.search(folded)):
            return not (rule.unless_faith and lexicon.faith.said_in(folded))
    return False


def without_quotes(folded: str) -> str:
    """A question without what it quotes: another's "I" is no case of the asker's."""
    return _QUOTED.sub(" ", folded)


def case_signs(question: str, lexicon: Lexicon) -> tuple[str, bool]:
    """What a model of told cases counts in: the question folded, and whether the sums of parts make a case."""
    folded = without_quotes(fold(question))
    return folded, bool(case_sum(folded, lexicon))


def is_case(folded: str, lexicon: Lexicon) -> bool:
    """Whether a question tells a case, by what all its cues come to.

    The sums of parts decide a short question, unless its cues lie far below what makes a case.
    """
    summed = bool(case_sum(folded, lexicon))
    by_sum = summed and len(folded.split()) <= lexicon.short_case
    model = lexicon.case_models.get(tongue_of(folded))
    if model is None:
        return by_sum
    if model.excludes(folded):
        return False
    return model.score(folded, summed) >= (-model.overruled if by_sum else 0)


def settled_before_cases(question: str, lexicon: Lexicon) -> bool | None:
    """What the rules before that of told cases say of a case of one's own; None when they leave it open."""
    folded = fold(question)
    for rule in lexicon.rules:
        if rule.score == "case":
            break
        if _matches(rule, folded, lexicon):
            return rule.reason is Reason.NEW_RULING
    model = lexicon.case_models.get(tongue_of(folded))
    return False if model and model.excludes(folded) else None


def case_parts(folded: str, lexicon: Lexicon) -> dict[str, int]:
    """How often each part of a personal case occurs, over both languages."""
    parts: dict[str, int] = {}
    for language, script in (("en", LATIN), ("ar", ARABIC)):
        if not script.search(folded):
            continue
        for part, patterns in lexicon.case[language].items():
            hits = sum(len(list(pattern.finditer(folded))) for pattern in patterns)
            parts[part] = parts.get(part, 0) + hits
    return parts


def case_sum(folded: str, lexicon: Lexicon) -> list[str]:
    """The first sum of parts that makes this a case of one's own; empty when none does."""
    parts = case_parts(folded, lexicon)
    tells = parts.get("fact") or parts.get("other") or _FACT_SENTENCE.search(folded)
    if parts.get("general") and not tells:
        return []
    for wanted in lexicon.case_sums:
        needed = {part: wanted.count(part) for part in wanted}
        if all(parts.get(part, 0) >= times for part, times in needed.items()):
            return wanted
    return []


def _without_injection(question: str, lexicon: Lexicon) -> tuple[str, tuple[str, ...]]:
    """The question without text that speaks to the machine. Untouched when there is none."""
    folded = fold(question)
    removed: list[str] = []
    for pattern in lexicon.injection:
        for match in pattern.finditer(folded):
            if match[0].strip():
                removed.append(match[0].strip())
        folded = pattern.sub(" ", folded)
    if not removed:
        return question, ()
    return re.sub(r"[^\S\n]+", " ", folded).strip(), tuple(removed)


def _says_something(text: str) -> bool:
    """Whether words are left that could be a question."""
    words = re.findall(r"[a-z']{2,}|[\u0621-\u064a]{2,}|\d+:\d+", fold(text))
    return any(word not in _LITTLE for word in words)
