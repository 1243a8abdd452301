"""Real letters to muftis: those about a case of one's own are found, and general questions are left alone."""

# ruff: noqa: E501  (questions read better whole)
from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
import zstandard

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.lexicon.cases import CaseModel, Cue
from pipeline.answer.routing.route import is_case, route
from pipeline.answer.words.fold import fold
from pipeline.evaluate.letters import Found, Letter, labelled
from schemas.answer import Reason

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "tests" / "data" / "personal-labels.tsv"
FIRST_PERSON = ROOT / "tests" / "data" / "first-person.tsv"
CORPORA = Path(os.environ.get("ISNAD_MIRROR") or ROOT.parent / "shared" / "corpora")


def is_personal(text: str) -> bool:
    return route(text, default_lexicon()).reason is Reason.NEW_RULING


@pytest.fixture(scope="module")
def letters_at_hand() -> list[Letter]:
    return list(labelled(TABLE, CORPORA))


@pytest.mark.corpora
@pytest.mark.parametrize(
    ("language", "part", "recall", "precision"),
    [
        ("en", "fit", 0.97, 0.89),
        ("ar", "fit", 0.95, 0.95),
        ("en", "fit2", 0.91, 0.89),
        ("ar", "fit2", 0.93, 0.91),
        ("en", "fit3", 0.97, 0.89),
        ("ar", "fit3", 0.98, 0.91),
        ("en", "fit4", 0.95, 0.93),
        ("ar", "fit4", 0.93, 0.88),
        ("en", "fit5", 0.95, 0.91),
        ("ar", "fit5", 0.96, 0.92),
        ("en", "fit6", 0.90, 0.88),
        ("ar", "fit6", 0.93, 0.83),
        ("en", "fit7", 0.96, 0.86),
        ("ar", "fit7", 0.91, 0.91),
        ("en", "near", 0.87, 0.73),
        ("ar", "near", 0.91, 0.84),
        ("en", "test3", 0.88, 0.81),
        ("ar", "test3", 0.97, 0.82),
        ("en", "test5", 0.94, 0.90),
        ("ar", "test5", 0.96, 0.94),
        ("en", "test6", 0.94, 0.90),
        ("ar", "test6", 0.88, 0.82),
    ],
)
def test_cases_in_real_letters_are_found(
    letters_at_hand: list[Letter], language: str, part: str, recall: float, precision: float
) -> None:
    letters = [one for one in letters_at_hand if (one.language, one.part) == (language, part)]
    if not letters:
        pytest.skip("no corpora of letters here")
    taken = [one.personal for one in letters if is_personal(one.text)]
    found = Found(sum(one.personal for one in letters), sum(taken), len(taken))
    assert found.recall >= recall
    assert found.precision >= precision


def short_ones() -> list[tuple[str, bool, str]]:
    """Short questions in the first person, and whether one tells a case of the asker's own."""
    rows = (line.split("\t") for line in FIRST_PERSON.read_text("utf-8").splitlines()[1:])
    return [(language, kind == "personal", question) for language, kind, question in rows]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_short_question_is_no_case_because_it_says_i(language: str) -> None:
    general = [text for its, personal, text in short_ones() if its == language and not personal]
    assert len(general) == 30
    assert [text for text in general if is_personal(text)] == []


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_short_case_is_a_case(language: str) -> None:
    told = [text for its, personal, text in short_ones() if its == language and personal]
    assert len(told) == 20
    assert [text for text in told if not is_personal(text)] == []


@pytest.mark.parametrize(
    ("asked", "of_oneself"),
    [
        ("What is your opinion on music?", "What is your opinion on my marriage?"),
        ("How much zakat do I pay on gold?", "How much zakat do I pay on my shop?"),
        ("Is my prayer valid if I speak in it?", "Is my prayer valid?"),
        ("Can I pray with my left hand on the right?", "Can I pray after what my brother did?"),
        ("هل يجوز لي أن أصوم عن أمي؟", "هل يجوز لي أن أصوم عن أمي التي ماتت أمس؟"),
    ],
)
def test_what_holds_of_anybody_is_told_from_what_is_told_of_oneself(asked: str, of_oneself: str) -> None:
    assert not is_personal(asked)
    assert is_personal(of_oneself)


@pytest.mark.parametrize(
    ("general", "of_oneself"),
    [
        ("I feel depressed, any verses", "I feel depressed, am I still married?"),
        (
            "my mother is sick what dua should i read",
            "my mother is sick, is my prayer beside her valid, any verses",
        ),
        (
            "I became muslim yesterday what do I do first",
            "I became muslim yesterday and divorced her, what do I do",
        ),
        ("أنا مكتئب أعطني آيات", "أنا مكتئب وطلقت زوجتي أعطني آيات"),
        ("توفي والدي ماذا أدعو له", "توفي والدي هل يجوز أن آخذ نصيبه"),
        ("أسلمت أمس ماذا أفعل أولا", "أسلمت أمس وزوجتي لم تسلم ماذا أفعل"),
    ],
)
def test_who_asks_for_a_text_or_first_steps_tells_no_case(general: str, of_oneself: str) -> None:
    assert not is_personal(general)
    assert is_personal(of_oneself)


@pytest.mark.parametrize(
    ("general", "of_oneself"),
    [
        (
            "I am a new Muslim. How do I pray?",
            "I am a new Muslim and my husband left me. How do I divorce him?",
        ),
        (
            "I live in Canada. Is it allowed to celebrate birthdays?",
            "I live in Canada and owe a debt. Must I pay it?",
        ),
        (
            "I am a student writing about Islam. What are the pillars?",
            "I am a student and missed my prayer. What do I do?",
        ),
        (
            "My friend told me that music is haram. Is this true?",
            "My friend told his wife that she is divorced. Is this valid?",
        ),
        ("أنا مسلم جديد، كيف أصلي؟", "أنا مسلم جديد وطلقت زوجتي، فماذا أفعل؟"),
        ("أريد أن أعرف كيف أتوب من الذنوب.", "أريد أن أتوب وقد سرقت مال جاري، فماذا أفعل؟"),
    ],
)
def test_who_asks_makes_no_case_of_a_general_question(general: str, of_oneself: str) -> None:
    assert not is_personal(general)
    assert is_personal(of_oneself)


def test_a_letter_is_not_settled_by_a_word_of_another_rule() -> None:
    told = "I miss one prayer at work since the summer began, as my boss gives us no break and the"
    letter = f"{told} prayer time, at this time of the year, falls in the middle of my shift. What should I do, and do I have to make it up?"
    assert is_personal(letter)
    assert route("I am sorry to ask you such a dumb question.", default_lexicon()).reason is not Reason.ABUSE
    assert route("You are so dumb.", default_lexicon()).reason is Reason.ABUSE
    assert route("I took some pills to abort my sixth child.", default_lexicon()).reason is not Reason.CRISIS
    assert route("I took all the pills.", default_lexicon()).reason is Reason.CRISIS


def test_a_long_story_is_a_case_and_a_long_general_question_is_not() -> None:
    story = (
        "I have been married for six years and my husband works abroad. Last winter we quarrelled and I left for my "
        "parents' house. He has not written since, and his brothers say that I must return. What should I do now?"
    )
    general = (
        "What is the ruling on giving zakat to a charity that spends it on schools and wells? Some scholars say that it "
        "must reach the poor themselves, and others allow it. Which of the two views has the stronger evidence in the "
        "Quran and the Sunnah, and what do the schools of law say about it?"
    )
    assert is_personal(story)
    assert not is_personal(general)
    assert is_personal(
        "أنا شاب متزوج منذ ثلاث سنوات، وعندي ولدان، وقد سافرت للعمل في بلد آخر وتركت أهلي عند والدي، ثم علمت أن زوجتي "
        "خرجت من البيت بغير إذني، فغضبت وأرسلت إليها رسالة، فماذا أفعل الآن؟ أفيدوني جزاكم الله خيرا."
    )
    assert not is_personal(
        "ما حكم إعطاء الزكاة للجمعيات التي تنفقها على المدارس وحفر الآبار؟ فإن بعض العلماء يقولون: لا بد أن تصل إلى الفقراء "
        "أنفسهم، وبعضهم يجيز ذلك، فأي القولين أرجح دليلا من الكتاب والسنة؟"
    )


def test_hearsay_customs_and_endings_that_look_like_my_make_no_case() -> None:
    assert not is_personal("سمعت أن الرجل لا يقبل من محارمه إلا زوجته، فهل يجوز له أن يقبل أخته وابنته؟")
    assert not is_personal(
        "ما معاني أسماء الله الحسنى التي وردت عن أبي هريرة؟ وماذا يعني الأول والآخر؟ أفيدونا جزاكم الله خيرا."
    )
    assert is_personal("اقترضت من صديق مالا ثم توفي قبل أن أرده، ولم أجد له ورثة، فماذا علي أن أفعل؟")


def test_cues_far_below_overrule_the_sums_of_a_short_question() -> None:
    lexicon = default_lexicon()
    told = "نذرت أن أصوم شهرا ثم مرضت"
    assert is_case(fold(told), lexicon)
    model = lexicon.case_models["ar"]
    never = replace(model, least=model.least + 1_000_000)
    lexicon.__dict__["case_models"] = {**lexicon.case_models, "ar": never}
    try:
        assert not is_case(fold(told), lexicon)
    finally:
        lexicon.__dict__["case_models"] = {**lexicon.case_models, "ar": model}


def test_a_narration_pasted_with_its_chain_is_no_case() -> None:
    lexicon = default_lexicon()
    told = "كنت عند والدي فمرض، فقلت له: ماذا علي أن أفعل؟ فطلقت زوجتي، ثم ندمت."
    assert is_case(fold(told), lexicon)
    assert not is_case(fold("حدثنا فلان بن فلان، عن أبيه، قال: " + told), lexicon)
    assert is_case(fold("أخبرني الطبيب أن " + told), lexicon)
    story = "I quarrelled with my wife and left my house, and I told my father what I had done and he was angry with me."
    assert is_case(fold(story), lexicon)
    assert not is_case(fold("Narrated Fulan: " + story), lexicon)
    assert not is_case(fold("Fulan b. Fulan reported: The Messenger of Allah came to us. " + story), lexicon)


def test_letters_without_their_corpus_are_left_out(tmp_path: Path) -> None:
    assert list(labelled(TABLE, tmp_path)) == []


def test_letters_that_could_be_read_either_way_are_left_out(tmp_path: Path) -> None:
    rows = [{"_path": "a/letters.json", "id": n, "question": f"Letter {n}?"} for n in range(3)]
    write_rows(tmp_path / "site.jsonl.zst", rows)
    table = tmp_path / "labels.tsv"
    said = ["personal", "either", "general"]
    lines = [f"site\tletters.json#{n}\ten\tfit\t{label}" for n, label in enumerate(said)]
    table.write_text("source\trow\tlanguage\tpart\tlabel\n" + "\n".join(lines) + "\n", "utf-8")
    assert [(one.row, one.personal) for one in labelled(table, tmp_path)] == [
        ("letters.json#0", True),
        ("letters.json#2", False),
    ]


def test_a_question_in_a_book_is_put_together_from_its_paragraphs(tmp_path: Path) -> None:
    said = [
        "# 7 . السؤال :",
        "# لي جار قديم وقد/~~سافر ms015",
        "PageV01P023",
        "# فهل أنتظره ؟",
        "# الجواب :",
        "# لا يلزمك",
        "# سؤال: ما حكم كذا؟",
        "# ج: جائز",
        "# س: سؤال بلا جواب",
    ]
    rows = [{"book": "Book", "n": n, "text": text} for n, text in enumerate(said)]
    write_rows(
        tmp_path / "openiti-fatwa.jsonl.zst", [*rows, {"book": "Other", "n": 0, "text": "# الجواب: نعم"}]
    )
    table = tmp_path / "labels.tsv"
    keys = ["Book#0", "Book#6", "Book#8"]
    table.write_text(
        "source\trow\tlanguage\tpart\tlabel\n"
        + "".join(f"openiti-fatwa\t{key}\tar\tfit\tpersonal\n" for key in keys),
        "utf-8",
    )
    assert [one.text for one in labelled(table, tmp_path)] == [
        "لي جار قديم وقد سافر فهل أنتظره ؟",
        "ما حكم كذا؟",
    ]


def write_rows(path: Path, rows: list[dict[str, object]]) -> None:
    with zstandard.open(path, "wt", encoding="utf-8") as file:
        file.write("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def test_shares_of_what_was_found() -> None:
    found = Found(personal=4, found=1, taken=2)
    assert (found.recall, found.precision) == (0.25, 0.5)
    assert (Found(0, 0, 2).recall, Found(2, 0, 0).precision) == (0.0, 0.0)


def test_cues_count_up_to_the_most_and_only_whole_numbers_are_added() -> None:
    import re

    model = CaseModel((Cue("i", 100, re.compile(r"\bi\b")),), -150, 0, 10, 5, 50, most=2, step=3, overruled=0)
    assert model.parts("i i i i", has_sum=False) == {"i": 200, "length": 10}
    assert model.score("i i i i", has_sum=True) == 110
    assert model.score("what is it", has_sum=False) < 0


@pytest.mark.parametrize(
    ("letter", "personal"),
    [
        ("The shop gave me back too much money and I noticed only at home. Do I have to drive back?", True),
        ("The doctors told me the baby will be disabled. Can I end the pregnancy in the fifth month?", True),
        ("لو فرضنا أنني علقت في جزيرة شهرا وليس معي إلا لحم خنزير، فهل آثم إن أكلت منه كل يوم؟", True),
        ("على من يجب حج البيت؟", False),
        ("من شخص سوداني يقيم في الكويت يقول فيه: ما حكم قراءة الفاتحة للميت؟", False),
    ],
)
def test_what_joins_a_story_makes_a_case(letter: str, personal: bool) -> None:
    assert is_personal(letter) is personal


@pytest.mark.parametrize(
    ("letter", "personal"),
    [
        (
            "I want to open a website where people share pictures, and some may be indecent. Will there be any sin on me?",
            True,
        ),
        (
            "I want to know about websites where people share pictures, some of them indecent. Is there any sin in them?",
            False,
        ),
        (
            "We are going to move to a village that has no mosque, because my husband found work there. May we pray at home?",
            True,
        ),
        (
            "These days a person moves to a village that has no mosque. What is the ruling regarding prayer at home?",
            False,
        ),
        ("My employer told me to take off my scarf. Can I obey him?", True),
        ("My teacher told me that Adam lived for a thousand years. Is this true?", False),
        ("White discharge on my trousers, do I need to wash it?", False),
    ],
)
def test_what_one_is_about_to_do_makes_a_case_and_what_one_wants_to_know_does_not(
    letter: str, personal: bool
) -> None:
    assert is_personal(letter) is personal


@pytest.mark.parametrize(
    ("text", "personal"),
    [
        ("رجل مات وعليه دين", False), ("امرأة حاضت في الحج", False), ("رجل طلق زوجته ثلاثا", False),
        ("رجل طلق زوجته وهو غضبان فهل يقع الطلاق", True), ("رجل طلقني أمس", True), ("امرأة ماتت وتركت زوجا وأما", True),
        ("رجل حلف ألا يدخل بيتنا ثم دخله أمس", True),
        ("a man died owing a debt", False), ("a woman menstruating during hajj", False),
        ("a man divorced his wife while drunk, is it valid?", True), ("a man died leaving a wife and two sons", True),
        ("A man sold me a car and it broke down yesterday", True),
    ],
)  # fmt: skip
def test_what_somebody_did_and_nothing_is_asked_of_is_a_heading_of_law(text: str, personal: bool) -> None:
    assert is_personal(text) is personal


@pytest.mark.parametrize(
    "question",
    [
        "رجل شك في صلاته أصلى ثلاثا أم أربعا، ماذا يفعل؟", "شخص نسي سجدة ماذا يفعل؟", "امرأة حاضت قبل المغرب هل تقضي؟",
        "مات وعليه صيام من يقضي عنه", "ماتت امرأة وعليها صيام", "رجل مات وعليه ديون من يدفعها", "واحد يقول لولا الطبيب لمت هل هذا شرك",
    ],
)  # fmt: skip
def test_what_somebody_did_in_worship_is_no_case_by_itself(question: str) -> None:
    assert not is_personal(question)


@pytest.mark.parametrize(
    ("general", "of_oneself"),
    [
        ("فاتتني صلاة العصر متى أصليها", "فاتتني صلاة العصر لأني كنت في عملية هل علي شيء"),
        ("نسيت صلاة الظهر", "نسيت صلاة الظهر مع زوجي أمس ماذا علي"),
        ("نسيت أقول بسم الله قبل الأكل", "نسيت أن أغسل يدي في الوضوء وتذكرت بعد الصلاة"),
        ("نسيت التشهد الأول", "نسيت وعدي لأمي ماذا علي"),
        ("أنا عندي سلس بول كيف أصلي", "أنا عندي أرض ورثتها كيف أقسمها مع أخي"),
    ],
)
def test_what_befalls_many_in_worship_is_no_case_by_itself(general: str, of_oneself: str) -> None:
    assert not is_personal(general)
    assert is_personal(of_oneself)


@pytest.mark.parametrize(
    "told", ["جوزي قالي انتي طالق وهو متعصب", "زوجي قال لي أنت طالق", "زوجي حلف علي بالطلاق"]
)
def test_a_divorce_that_a_wife_tells_of_is_her_case(told: str) -> None:
    assert route(told, default_lexicon()).rule == "personal.divorce-case"


@pytest.mark.parametrize(
    "question",
    ["رجل صلى ونسي وضوءه أمس، ماذا عليه؟ وقد طلق زوجته", "مات والدي وعليه دين فهل ندفعه؟", "واحد يقول لزوجته أنت طالق هل هذا حلال"],
)  # fmt: skip
def test_what_tells_of_ones_own_is_a_case(question: str) -> None:
    assert is_personal(question)
