"""What an Arabic reader is shown: terms of grading, a narration without remarks on its chain, steps; and no sermon."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pipeline.answer import answer
from pipeline.answer.composing.choose import answering_part
from pipeline.answer.composing.compose import _tidy as tidy
from pipeline.answer.composing.compose import quoted
from pipeline.answer.composing.grades import SOURCES, grade_in
from pipeline.answer.demands.asking import Asking
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import route
from pipeline.answer.words.fold import fold
from pipeline.answer.words.narration import speech_start
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import asked
from pipeline.index import Index
from pipeline.index.embedder import chain
from pipeline.sources.card import load_cards
from schemas.answer import Reason
from schemas.document import Document

LEXICON = default_lexicon()


@pytest.mark.parametrize(
    ("grade", "shown"),
    [
        ("Sahih-Authentic", "صحيح"),
        ("Da'if (weak)", "ضعيف"),
        ("Maudu - Fabricated", "موضوع"),
        ("Sahih li ghairih", "صحيح لغيره"),
        (
            "Da'if in chain (The six books (LK Hadith Corpus))",
            "ضعيف الإسناد، كما في الكتب الستة (مدونة LK)",
        ),
        ("Daif - Weak; Hasan - Good", "ضعيف؛ حسن"),
        ('Sahih except for "one vessel ..."', 'Sahih except for "one vessel ..."'),
        ("Daif - Weak; unknown to us", "Daif - Weak; unknown to us"),
        ("حسن", "حسن"),
    ],
)
def test_a_grade_is_told_in_arabic_terms_or_as_it_is_written(grade: str, shown: str) -> None:
    assert grade_in(grade, "ar") == shown
    assert grade_in(grade, "en") == grade


def test_a_source_of_grades_has_the_titles_of_its_card() -> None:
    folder = Path(__file__).parents[2] / "data" / "sources"
    titles = [card.titles for card in load_cards(folder).values()]
    assert SOURCES.items() <= {one.en: one.ar for one in titles}.items()


def test_an_arabic_answer_tells_a_grade_in_arabic(index: Index) -> None:
    told = answer(index, "ما درجة حديث البخاري 3")
    assert "ضعيف" in told.summary
    assert "Da'if" not in told.summary
    assert "الدرجة في المصدر: ضعيف" in "".join(one.content for one in told.evidence)


REMARK = (
    'حدثنا راو، عن سوار - قَالَ أَبُو دَاوُدَ وَهُوَ ابن آخر - عن جده، قال قال الأب "يسقى الحمل كل يوم مرتين في الصيف"'
)


def test_what_is_remarked_inside_a_chain_is_not_where_a_narration_speaks() -> None:
    assert chain.speech_start(REMARK, "ar") == 0
    assert REMARK[speech_start(REMARK, "ar") :].startswith("قال قال الأب")


def test_a_narration_of_a_scroll_speaks_behind_the_one_chain_of_all() -> None:
    text = 'حدثنا راو، عن جده، قَالَ هَذَا مَا حَدَّثَنَا أَبُو فُلاَنٍ، عَنْ رَسُولِ اللَّهِ فَذَكَرَ أَحَادِيثَ مِنْهَا وَقَالَ رَسُولُ اللَّهِ "الحمل حق"'
    assert text[speech_start(text, "ar") :].startswith("وَقَالَ رَسُولُ اللَّهِ")


@pytest.mark.parametrize(
    "text",
    [
        "حدثنا راو - قال سمعت أبي - عن جده، قال يسقى الحمل كل يوم مرتين",  # it hands down
        "حدثنا راو، عن جده - قال كان الحمل صغيرا - فقال يسقى كل يوم مرتين",  # it tells
    ],
)
def test_what_a_chain_itself_says_between_dashes_stays(text: str) -> None:
    assert speech_start(text, "ar") == chain.speech_start(text, "ar")


STEPS = (
    "الجواب: سقي الحمل مثل ما جاء في الكتاب وهذا القول عام في كل حمل من حملان البيت والسوق والقرية وغيرها "
    "من البلاد التي فيها ماء كثير أو قليل وفيها من يقوم على ذلك من الصغار والكبار في الليل والنهار كما يعرف "
    "كل من كان له حمل في بيته أو في بيت جاره القريب أو البعيد منه في سائر الأيام من كل سنة "
    "[المائدة: 6] المشروع سقية واحدة، وصفة ذلك أنه يملأ الإناء، ثم يضعه أمامه. "
    "والحمل يقوم مقام الغنم إن كان صغيرا أو حتى يستطيع المشي إذا كان كبيرا، والحمل مال كما سماه أهل السوق."
)


def test_how_something_is_done_is_told_by_its_steps_and_from_behind_the_place_of_a_verse() -> None:
    document = Document(
        "fatwa:a:1", "fatwa", "a", "a", text_ar=STEPS, title_ar="سقي الحمل", status="approved"
    )
    question = asked("كيف أسقي الحمل", None, lambda _: 3.0, lambda _: True, LEXICON.frame)
    reading = read(document, question)
    assert reading is not None
    part = answering_part(document, reading, Asking("كيف أسقي الحمل", question, LEXICON))
    assert part.text.startswith("المشروع سقية واحدة")
    assert "ثم يضعه" in part.text


@pytest.mark.parametrize(
    ("question", "declined"),
    [
        ("اكتب لي خطبة جمعة عن الصبر", True),
        ("جهز لنا محاضرة عن الصدق", True),
        ("اكتب لي خطبة النبي في حجة الوداع", False),
    ],
)
def test_to_write_a_sermon_is_no_question(question: str, declined: bool) -> None:
    assert (route(question, LEXICON).reason is Reason.OUT_OF_SCOPE) is declined


def test_a_sign_that_one_font_has_is_no_part_of_what_is_shown() -> None:
    text = "كما قال الله\n\uf055\n:\nاسقوا الحمل، وعن زيد\n\uf074\nقال"
    assert quoted(text) == "كما قال الله: اسقوا الحمل، وعن زيد قال"
    assert tidy(text, "fatwa").splitlines()[0] == "كما قال الله:"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("ايش يقول الواحد اذا شاف الهلال", "ما يقول المسلم اذا رأى الهلال"),
        ("ما المقصود بأولي الأمر", "ما المقصود أولي الأمر"),
        ("ما المراد بالكوثر", "ما المراد بالكوثر"),
        ("ما حكم الواحد الأحد", "ما حكم الواحد الأحد"),
    ],
)
def test_what_is_said_in_passing_is_put_in_the_written_language(typed: str, written: str) -> None:
    assert LEXICON.standard(typed) == written


def test_what_goes_before_or_behind_the_others_is_a_collection_of_some_card() -> None:
    folder = Path(__file__).parents[2] / "data" / "sources"
    told = "\n".join(one.read_text("utf-8") for one in sorted(folder.glob("*/source.yaml")))
    held = frozenset(re.findall(r"^\s*collection: (\S+)$", told, re.M))
    assert held >= LEXICON.minor | LEXICON.sound
    assert "najib-mahfuz-hadith-sabah-wa-masa" in LEXICON.minor  # a novel, filed by "hadith"


@pytest.mark.parametrize(
    ("said", "tells"),
    [
        ("المشروع سقية واحدة وصفة ذلك أنه يملأ الإناء", True),
        ("كان الأب إذا سقى الحمل بدأ بالصغير", True),
        ("يسقى إن كان صغيرا أو لا يستطيع المشي إذا كبر", False),
        ("نزل عليه وكان إذا أكل طعاما بعث بفضله", False),
    ],
)
def test_how_is_told_by_a_manner_and_not_by_a_condition(said: str, tells: bool) -> None:
    wanted = LEXICON.wanted(fold("كيف أسقي الحمل"), "ar")
    assert wanted is not None
    assert (wanted.search(fold(said)) is not None) is tells


def test_a_second_chain_behind_the_collectors_words_begins_nothing() -> None:
    first = "حدثنا سوار عن عمرو قال للمسجد خمسة أبواب من الحجر والخشب في هذا المثال الطويل"
    said = "قَالَ أَبُو عِيسَى هذا غريب"
    again = "حَدَّثَنَا بكر قال حدثنا سوار بهذا قال هو ضعيف عند من سمعه من أهل تلك البلاد كلها وفي الباب عن زيد وعن عمر"
    text = f"{first} {said} {again}"
    assert speech_start(text, "ar") == text.index("قال للمسجد")
    assert speech_start(f"{first} {again}", "ar") > text.index("قال للمسجد")


def test_a_chain_by_which_the_like_is_handed_down_begins_nothing() -> None:
    first = 'حدثنا سوار عن عمرو عن بكر قال " للمسجد خمسة أبواب من الحجر والخشب في هذا المثال " .'
    again = "حدثنا زيد حدثنا خالد عن عمرو نحوه . قال وفي الباب عن سعد"
    text = f"{first}\n{again}"
    assert speech_start(text, "ar") == text.index('قال "')
    other = text.replace("نحوه", 'قال " للمسجد باب " ')
    assert speech_start(other, "ar") > text.index("حدثنا زيد")
