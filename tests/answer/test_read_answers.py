"""What reading answers taught: where a quotation ends, what a question quotes, and what a note may say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.answer.composing.choose import answering_part
from pipeline.answer.composing.compose import answering, summary_of
from pipeline.answer.composing.notes import notes_for, told_notes
from pipeline.answer.composing.shown import Shown
from pipeline.answer.demands.asking import Asking
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.quotations.around import graded_words
from pipeline.answer.quotations.letters import letters_of, within
from pipeline.answer.quotations.pasted import Pasted, _defines, pasted_in
from pipeline.answer.words.fragments import is_heading
from pipeline.answer.words.reading import read_in
from pipeline.answer.words.units import Asked, asked
from pipeline.index.embedder.chain import speech_start
from schemas.document import Document

LEXICON = default_lexicon()


def _question(text: str) -> Asked:
    return asked(text, None, lambda _: 1.0, lambda _: True, LEXICON.frame)


def _hadith(ar: str = "", en: str = "", number: int = 1) -> Document:
    return Document(
        f"hadith:bukhari:{number}", "hadith", "bukhari", "bukhari", title_ar=f"مثال {number}",
        title_en=f"Sample {number}", text_ar=ar or None, text_en=en or None, status="approved",
    )  # fmt: skip


def _fatwa(text: str, question: str) -> Document:
    return Document(
        "fatwa:sample:1", "fatwa", "sample", "sample", title_en="Sample", question_en=question, text_en=text,
        author="A", status="sample",
    )  # fmt: skip


def _part(document: Document, question: str, language: str) -> str:
    wanted = _question(question)
    reading = read_in(document, language, wanted)
    assert reading is not None
    return answering_part(document, reading, Asking(question, wanted, LEXICON)).text


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ('It was narrated that X said: "I heard Y bin Z say: \'Something is here for you to read.\'"', "'Something"),
        ("Narrated X: from his father, from his grandfather, that he said: Something is here to read.", "Something"),
        ("Narrated X: that the Prophet said something which is long enough here.", "the Prophet"),
    ],
)  # fmt: skip
def test_a_chain_that_goes_on_is_left_out_to_its_end(text: str, rest: str) -> None:
    assert text[speech_start(text, "en") :].lstrip("'\"").startswith(rest.lstrip("'"))


def test_a_long_chain_is_left_out_and_a_remark_of_the_collector_is_no_speech() -> None:
    chain = "حَدَّثَنَا فلان " + "عن فلان بن فلان " * 8
    said = chain + "قَالَ هذا مثال طويل من كلام المشروع وليس حديثا وإنما كتب للاختبار وحده"
    assert said[speech_start(said, "ar") :].startswith("قَالَ هذا")
    remark = "حدثنا فلان عن فلان نحوه قال أبو عيسى هذا مثال من كلام المشروع وليس حديثا من الأحاديث"
    assert speech_start(remark, "ar") == 0


def test_a_summary_ends_before_the_collector_speaks() -> None:
    text = 'حدثنا فلان قال " السفر قطعة من مثال طويل كتبه المشروع " . قَالَ وَفِي الْبَابِ عَنْ فلان وفلان وفلان'
    assert "الْبَابِ" not in _part(_hadith(text), "السفر", "ar")


def test_a_line_of_a_printed_page_is_no_clause() -> None:
    long = "The lighthouse of the north was lit by its keeper\nin every night of the winter " * 6
    part = _part(_hadith(en=long.strip() + "."), "keeper winter", "en")
    assert not part.startswith("in every night")


def test_yes_replies_to_the_question_of_a_fatwa_alone() -> None:
    document = _fatwa("No. The lighthouse is the last one on the coast.", "Is there another lighthouse?")
    assert _part(document, "What is the last lighthouse?", "en").startswith("The lighthouse")


def test_a_sentence_that_points_back_brings_what_it_points_to() -> None:
    text = "Six lamps burn in the tower of the harbour. These are known as the lamps of faith."
    whole = _part(_fatwa(text + " x" * 160, "Which lamps?"), "lamps of faith known", "en")
    assert whole.startswith("Six lamps")


def test_a_quotation_mark_is_closed_where_the_text_closes_it() -> None:
    document = _hadith(en='Narrated X: The keeper said, "Lamps burn in every tower of the harbour tonight."')
    question = _question("lamps tower harbour")
    reading = read_in(document, "en", question)
    assert reading is not None
    told = answering([Candidate(document, reading, 0, 0)], Asking("lamps", question, LEXICON), "en")
    summary = summary_of(told, "en", LEXICON)
    assert summary.count('"') == 2


def test_what_asks_for_a_grade_is_no_part_of_the_words() -> None:
    run = letters_of("هل حديث إنما الأعمال بالنيات صحيح")
    assert graded_words(run, LEXICON) == letters_of("إنما الأعمال بالنيات")
    assert graded_words(letters_of("Is the hadith lamps burn tonight authentic?"), LEXICON) == [
        "lamps",
        "burn",
        "tonight",
    ]


def test_a_question_of_what_something_is_quotes_nothing() -> None:
    assert _defines(letters_of("ما هو يوم القيامة"))
    assert not _defines(letters_of("قل هو الله أحد"))


@pytest.mark.parametrize(
    ("question", "strict"),
    [
        ("هل يعذب الميت ببكاء أهله", True),
        ("كيف كانت خطبة النبي يوم الجمعة", True),
        ("ما الحكمة من صيام ثلاثة أيام من كل شهر", True),
        ("هل قال النبي الدين النصيحة لله ولرسوله", False),
        ("هل حديث الدين النصيحة لله ولرسوله", False),
        ("الدين النصيحة لله ولرسوله", False),
    ],
)
def test_a_question_in_the_words_of_a_narration_quotes_none(question: str, strict: bool) -> None:
    pasted = pasted_in(question, LEXICON)
    assert pasted is not None
    assert pasted.strict == strict


def test_who_said_some_words_asks_for_the_text_that_holds_them() -> None:
    for question in ("من قال إنما الأعمال بالنيات؟", "من القائل: إنما الأعمال بالنيات"):
        pasted = pasted_in(question, LEXICON)
        assert pasted is not None
        assert (pasted.letters, pasted.strict) == (letters_of("إنما الأعمال بالنيات"), False)


def test_of_few_words_a_text_holds_all() -> None:
    narration = Document(
        "hadith:a:1", "hadith", "a", "a", text_ar="من حمل قنديلا وهو صائم فليتم صومه ولا يرجع إلى بيته"
    )
    for question, held in (
        ("من حمل قنديلا وهو صائم", True),
        ("من حمل قنديلا وهو يصلي", False),
        ("من حمل قنديلا وهو صائم فليتم صومه ولا يعد", True),
    ):
        pasted = pasted_in(question, LEXICON)
        assert pasted is not None
        assert pasted.held_by(narration) is held


def test_the_blessing_alone_is_no_quotation() -> None:
    for question, formulaic in (("هل بكى النبي صلى الله عليه وسلم؟", True), ("إنما الأعمال بالنيات", False)):
        pasted = pasted_in(question, LEXICON)
        assert pasted is not None
        assert pasted.formulaic == formulaic


def test_whether_a_narration_is_established_asks_for_its_grade() -> None:
    for question in ("هل صح حديث إنما الأعمال بالنيات", "هل يثبت حديث إنما الأعمال بالنيات"):
        assert graded_words(letters_of(question), LEXICON) == letters_of("إنما الأعمال بالنيات")


def test_a_text_that_tells_of_a_difference_or_a_weakness_or_has_lost_letters_is_named_in_a_note() -> None:
    differing = _hadith(en="Something is told here. The scholars have differed about the tower.")
    weak = _hadith(ar="حدثنا فلان قال مثال . قال هذا حديث منكر", number=2)
    plain = _hadith(en="The tower and the harbour differ in height.", number=3)
    lost = _hadith(en="The tower\ufffds harbour is told of here.", number=4)
    notes = told_notes([Shown(one, {}) for one in (differing, weak, plain, lost)], "en", LEXICON)
    named = [[number for number in range(1, 5) if f"Sample {number}" in note] for note in notes]
    assert named == [[1], [2], [4]]
    assert "\ufffd" in notes[2]


def test_letters_lost_outside_of_the_part_that_is_shown_are_not_spoken_of() -> None:
    text = "The tower stands at the harbour. " + "It is told of here. " * 400 + "The end is lo\ufffdt."
    shown = Shown(_hadith(en=text), {"en": (0, 32)})
    assert not told_notes([shown], "en", LEXICON)


def test_titles_are_joined_as_the_language_joins_them() -> None:
    samples = [_fatwa("a", "b"), Document("fatwa:sample:2", "fatwa", "sample", "sample", title_en="Other",
                                          text_en="c", status="sample")]  # fmt: skip
    assert "؛ " in notes_for(samples, "ar", LEXICON)[0]
    assert "; " in notes_for(samples, "en", LEXICON)[0]


@pytest.mark.parametrize(
    ("told", "entry"),
    [("not a Christian", None), ("I am not Christian", None), ("non-Christian", None),
     ("I'm not a Jew or a Christian", None), ("neither Hindu nor Buddhist", None),
     ("never been a Christian", None), ("not Christian but Hindu", "hindu"),
     ("not religious", "none"), ("non-believer", "unbelief"), ("Christian, not very religious", "christian"),
     ("no longer a Christian", "christian"), ("a notable Christian", "christian"),
     ("I am not sure, I was raised Hindu", "hindu"),
     ("لست مسيحيا", None), ("لست مسيحي", None), ("غير مسيحي", None), ("لست مسيحي ولا يهودي", None), ("لا ديني", "none"),
     ("مسيحي غير ملتزم", "christian")],
)  # fmt: skip
def test_a_tradition_that_is_denied_is_not_given(told: str, entry: str | None) -> None:
    found = LEXICON.background(told)
    assert (found["id"] if found else None) == entry


@pytest.mark.parametrize(
    ("told", "entry"),
    [("Orthodox Jew", "jewish"), ("Orthodox", "christian"), ("scientist", None), ("Taoist", None),
     ("spiritual but not religious", "none"), ("My family are Hindus", "hindu"),
     ("كنت مسيحيا", "christian"), ("صرت ملحدًا", "unbelief"), ("باحثات", None),
     ("علماني", None), ("لا ديني", "none"), ("ملحد", "unbelief")],
)  # fmt: skip
def test_nobody_is_given_a_tradition_that_is_not_theirs(told: str, entry: str | None) -> None:
    found = LEXICON.background(told)
    assert (found["id"] if found else None) == entry


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("Dua for travel", "invocation"),
        ("ماذا يقال عند النوم", "invocation"),
        ("ماذا يقول القرآن عن الصبر", None),
        ("Does dua change the decree?", None),
        ("فضل الصدقة", "virtue"),
        ("What is the reward of patience?", "virtue"),
        ("هل حديث فضل الذكر صحيح", None),
    ],
)
def test_an_invocation_or_a_virtue_is_asked_for(question: str, form: str | None) -> None:
    found = LEXICON.wordings.required(question)
    assert (found.name if found else None) == form


def test_a_blessing_after_a_name_is_no_virtue() -> None:
    virtue = next(one for one in LEXICON.wordings.forms if one.name == "virtue")
    assert not virtue.found("قال رسول الله صلى الله عليه وسلم هذا مثال", "ar")
    assert virtue.found("هذا خير من ذاك في المثال", "ar")


def test_another_chain_for_what_stands_before_it_is_no_answer() -> None:
    chain = "حدثنا زيد بن عمرو، حدثنا عمرو بن زيد، عن بكر، عن النبي صلى الله عليه وسلم نحوه"
    assert is_heading("hadith", f"{chain} .")
    assert is_heading("hadith", f"{chain} . قال أبو عيسى هذا حديث حسن")
    assert not is_heading("hadith", f'{chain} وقال " المثال يكتب كل يوم "')
    assert not is_heading("hadith", "رأيت في البيت نحوه .")


def test_a_printed_heading_is_no_answer() -> None:
    heading = "(كتاب الأمثلة) 1 - باب في كتابة المثال في يومه."
    assert is_heading("book", heading)
    assert not is_heading("fatwa", heading)
    assert not is_heading("book", "المثال في يومه مكتوب.")
    assert not is_heading("book", heading + " والمثال يكتب في كل يوم كتابة تامة." * 5)
    book = Document(
        "book:sample:1", "book", "sample", "sample", title_ar="مثال", status="approved",
        text_ar=f"{heading} {'وهذا كلام طويل لا يخص ما سئل عنه. ' * 9}ويكتب المثال في يومه لأنه قصير.",
    )  # fmt: skip
    assert _part(book, "ما حكم كتابة المثال في يومه؟", "ar").startswith("ويكتب المثال")


def test_a_printed_question_alone_answers_nothing() -> None:
    asked = "السؤال:-\nما حكم كتابة المثال؟\nالجواب:-"
    assert is_heading("book", asked)
    assert is_heading("book", "سؤال: متى يكتب المثال؟")
    assert is_heading("book", "يقول: متى يكتب المثال؟")
    assert not is_heading("book", "يقول: متى يكتب المثال؟ يكتب كل يوم.")
    assert not is_heading("book", asked + " يكتب كل يوم.")
    assert not is_heading("book", asked + " يكتب كل يوم. فهل يترك؟")
    assert not is_heading("fatwa", asked)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("1825 . السؤال : يكتب المثال في يومه فما حكمه", True),
        ("السؤال: يكتب المثال في يومه فما حكم من تركه من حيث الأجر", True),
        ("السؤال: متى يكتب المثال؟ الجواب: يكتب كل يوم", False),
        ("السؤال: متى يكتب المثال؟ فأجاب: كل يوم", False),
        ("السؤال عن المثال قديم", False),
        ("السؤال: متى يكتب المثال " + "والمثال يكتب في كل يوم كتابة تامة " * 15, False),
    ],
)
def test_a_printed_question_is_known_without_its_mark(text: str, asks: bool) -> None:
    assert is_heading("book", text) is asks


def test_a_text_without_a_translation_is_named_beside_one_that_has_one() -> None:
    verse = Document(
        "quran:1:1",
        "quran",
        "",
        "q",
        title_en="The verse",
        text_ar="آية",
        text_en="A verse",
        status="approved",
    )
    comment = Document(
        "tafsir:x:1:1", "tafsir", "x", "x", title_en="The comment", text_ar="تفسير", status="approved"
    )
    assert notes_for([verse, comment], "en", LEXICON) == [
        LEXICON.phrases["en"]["note_language"].format(titles="The comment")
    ]
    assert not notes_for([verse, comment], "ar", LEXICON)


def test_drafts_with_long_titles_are_counted_where_there_are_many() -> None:
    def drafts(count: int, title: str) -> list[Document]:
        return [
            Document(
                f"fatwa:a:{one}", "fatwa", "a", "a", title_en=f"{title} {one}", text_en="c", status="draft"
            )
            for one in range(count)
        ]

    long = "A title that tells the whole question which somebody once asked about his own house"
    assert notes_for(drafts(4, "Short"), "en", LEXICON)[0].endswith("Short 0; Short 1; Short 2; Short 3.")
    assert f"{long} 0; {long} 1." in notes_for(drafts(2, long), "en", LEXICON)[0]
    (counted,) = notes_for(drafts(4, long), "en", LEXICON)
    assert counted.startswith("4 of these texts")
    assert long not in counted
    assert "4" in notes_for([replace(one, text_ar="نص") for one in drafts(4, long)], "ar", LEXICON)[0]


@given(st.lists(st.sampled_from("abc"), max_size=14), st.lists(st.sampled_from("abc"), max_size=14))
def test_most_of_the_words_stand_in_a_text_by_the_longest_run_that_both_have(
    said: list[str], held: list[str]
) -> None:
    runs = (said[start:end] for start in range(len(said)) for end in range(start + 1, len(said) + 1))
    longest = max((len(run) for run in runs if within(run, held)), default=0)
    mostly = longest >= 4 and longest * 100 >= 60 * len(said) and (len(said) >= 8 or longest == len(said))
    assert Pasted("", "ar", said).mostly_in(held) == mostly
