"""A verb and its noun are one thing: by the letters of the root, and only where their vectors are alike."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import pytest

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.judging import judged_things
from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.family import Near, family, with_families
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked, asked, to_fixed
from pipeline.text import analyse_query
from schemas.document import Document

LEXICON = default_lexicon()


def _alike(*words: str) -> Near:
    """Vectors by which some words are alike, and no others."""
    known = {token for word in words for token in analyse_query(word)}

    def near(tokens: Sequence[str], others: Collection[str], least: int) -> Sequence[frozenset[str]]:
        return [frozenset(known.intersection(others))] * len(tokens)

    return near


def _asked(question: str, rarity: Mapping[str, float], *alike: str) -> Asked:
    idf = {analyse_query(word)[0]: value for word, value in rarity.items()}

    def weigh(token: str) -> float:
        return idf.get(token, 5.0)

    plain = asked(question, None, weigh, lambda _: True, LEXICON.frame)
    return with_families(plain, _alike(*alike), weigh)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("يتزوج", "زواج"),
        ("صائم", "صوم"),
        ("غضبان", "غضب"),
        ("إعطاء", "أعط"),
        ("تدفع", "دفع"),
        ("مسافر", "سفر"),
        ("اغتسال", "غسل"),
    ],
)
def test_words_of_one_root_are_found_where_vectors_agree(word: str, other: str) -> None:
    token, kin = analyse_query(word)[0], analyse_query(other)[0]
    assert kin in family(token, _alike(other))
    assert family(token, _alike()) == frozenset()


@pytest.mark.parametrize("word", ["wedding", "حج", "إبراهيم"])
def test_a_word_whose_root_is_not_known_stands_alone(word: str) -> None:
    assert family(analyse_query(word)[0], _alike("زواج", "حاج")) == frozenset()


def test_a_rare_form_weighs_as_much_as_the_common_word_of_its_root() -> None:
    thing = _asked("يتزوج", {"يتزوج": 7.0, "زواج": 4.0}, "زواج").units[0]
    assert thing.weight == to_fixed(4.0)
    assert thing.is_in(frozenset(analyse_query("زواج")))


def test_words_alike_in_letters_alone_are_others() -> None:
    thing = _asked("مسجد", {"مسجد": 4.0, "سجود": 2.0}).units[0]
    assert thing.weight == to_fixed(4.0)
    assert not thing.is_in(frozenset(analyse_query("سجود")))


def test_a_word_behind_its_preposition_is_that_word() -> None:
    assert _asked("لبناء", {"لبناء": 9.0, "بناء": 5.0}).units[0].weight == to_fixed(5.0)
    assert _asked("لباس", {"لباس": 6.0, "باس": 4.0}).units[0].weight == to_fixed(6.0)


def test_english_words_and_words_of_form_stay_as_they_are() -> None:
    plain = asked("ruling on marriage حكم", None, lambda _: 5.0, lambda _: True, LEXICON.frame)
    assert with_families(plain, _alike("محاكم", "حكيم"), lambda _: 1.0) == plain


def test_a_judgement_is_held_to_what_is_named_and_not_to_its_verb() -> None:
    question = "هل يجوز للمسلم أن يتزوج يهودية"
    things = _asked(question, {"يتزوج": 7.0, "تزوج": 6.0, "يهودية": 4.5, "المسلم": 3.0}, "تزوج")
    judged = {unit.tokens[0] for unit in judged_things(question, things, LEXICON)}
    assert judged == set(analyse_query("يهودية"))


def test_a_verb_alone_is_what_is_judged() -> None:
    question = "هل يجوز أن يدخن"
    things = _asked(question, {"يدخن": 7.0, "دخن": 6.0}, "دخن")
    judged = [token for unit in judged_things(question, things, LEXICON) for token in unit.tokens]
    assert judged == list(analyse_query("يدخن"))


@pytest.mark.parametrize(
    ("question", "judged"),
    [
        ("Does a divorce pronounced by a court count?", "divorce court"),
        ("Is trading in pieces of timber lawful?", "trading timber"),
    ],
)
def test_what_only_tells_more_of_a_thing_may_be_told_in_other_words(question: str, judged: str) -> None:
    things = asked(question, None, lambda _: 5.0, lambda _: True, LEXICON.frame)
    named = {token for unit in judged_things(question.lower(), things, LEXICON) for token in unit.tokens}
    assert named == set(analyse_query(judged))


def test_all_that_a_judgement_names_stands_in_one_sentence_or_the_heading() -> None:
    question = "هل يجوز إعطاء الزكاة للأخ؟"
    wanted = asked(question, None, lambda _: 5.0, lambda _: True, LEXICON.frame)

    def met(text: str) -> bool:
        document = Document(
            "fatwa:sample:1", "fatwa", "sample", "sample", title_ar="زكاة", text_ar=text, status="approved"
        )
        reading = read(document, wanted)
        assert reading is not None
        return meets(Read("fatwa", reading, wanted, LEXICON), demands_of(Asking(question, wanted, LEXICON)))

    assert met("يجوز إعطاء الزكاة للأخ الفقير.")
    assert not met("إعطاء الزكاة واجب. سأل عن ذلك الأخ.")


def test_nobody_else_knows_the_unseen_is_no_question_of_worship_beside_allah() -> None:
    things = asked("هل يعلم أحد الغيب غير الله؟", None, lambda _: 5.0, lambda _: True, LEXICON.frame)
    names = {one.name for one in demands_of(Asking("هل يعلم أحد الغيب غير الله؟", things, LEXICON))}
    assert "other-than-allah" not in names
    oath = asked("ما حكم الحلف بغير الله؟", None, lambda _: 5.0, lambda _: True, LEXICON.frame)
    assert "other-than-allah" in {
        one.name for one in demands_of(Asking("ما حكم الحلف بغير الله؟", oath, LEXICON))
    }


@pytest.mark.parametrize(
    ("question", "asks"), [("من هم المستحقون للزكاة؟", False), ("من هو خالد بن الوليد؟", True)]
)
def test_those_to_whom_something_is_due_are_no_person(question: str, asks: bool) -> None:
    things = asked(question, None, lambda _: 5.0, lambda _: True, LEXICON.frame)
    assert ("who" in {one.name for one in demands_of(Asking(question, things, LEXICON))}) is asks
