"""Arabic answers: which sentence of a spoken answer is quoted, and what the form of an Arabic question demands."""

# ruff: noqa: E501  (texts in one piece)
from __future__ import annotations

import pytest

from pipeline.answer.composing.choose import answering_part
from pipeline.answer.composing.spoken import depends, spoken
from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.mentions import find_mentions
from pipeline.answer.words.reading import read
from pipeline.answer.words.spelling import stems
from pipeline.answer.words.units import Asked, asked
from schemas.document import Document

LEXICON = default_lexicon()


def _asked(text: str) -> Asked:
    return asked(text, None, lambda token: 5.0, lambda token: True, LEXICON.frame, LEXICON.kindred(text))


def _fatwa(text: str, title: str = "") -> Document:
    return Document("fatwa:a:1", "fatwa", "a", "a", title_ar=title, text_ar=text, status="approved")


def _quoted(question: str, text: str, title: str) -> str:
    document, wanted = _fatwa(text, title), _asked(question)
    reading = read(document, wanted)
    assert reading is not None
    return answering_part(document, reading, Asking(question, wanted, LEXICON)).text


def _meets(question: str, text: str, kind: str = "book", title: str = "") -> bool:
    wanted = _asked(question)
    document = Document(f"{kind}:a:1", kind, "a", "a", title_ar=title, text_ar=text)
    reading = read(document, wanted)
    assert reading is not None
    return meets(Read(kind, reading, wanted, LEXICON), demands_of(Asking(question, wanted, LEXICON)))


@pytest.mark.parametrize(
    ("text", "begins", "ends"),
    [
        (
            "الجواب: الحمد لله، أما بعد: فالسواك سنة في كل وقت للصائم وغيره، وعند كل صلاة، والله ولي التوفيق.",
            "فالسواك",
            "كل صلاة،",
        ),
        (
            "سؤال: ما حكم لبس الخاتم للرجال؟ جواب: لا يجوز أن يلبس الرجل الخاتم من الذهب، ويجوز أن يلبسه من الفضة.",
            "لا يجوز",
            "من الفضة.",
        ),
        (
            "الجواب: الصحيح أن عليه قراءتها في كل ركعة من صلاته سرا وجهرا. السؤال: وإذا نسيها؟ الجواب: تسقط عنه.",
            "الصحيح",
            "وجهرا.",
        ),
        ("الجواب: نعم.", "الجواب", "نعم."),
        (
            "الحمد لله، لا يجوز بيع الطعام قبل القبض ولا بعد، وأما بيعه بعد أن يقبضه المشتري ويصير في ضمانه فجائز عند أهل العلم.",
            "لا يجوز",
            "أهل العلم.",
        ),
    ],
)
def test_an_answer_is_what_stands_between_its_formulas(text: str, begins: str, ends: str) -> None:
    start, end = spoken(text)
    assert text[start:end].strip().startswith(begins)
    assert text[start:end].strip().endswith(ends)


def test_the_sentence_that_rules_is_quoted() -> None:
    text = (
        "الجواب: الحمد لله رب العالمين، أما بعد: فإن الوشم محرم لا يجوز فعله للرجال ولا للنساء. "
        "وقد سألت عن أمر الوشم من قبل فأجبتك عنه. لأنهم يعملون الوشم في بلادهم منذ زمن بعيد جدا."
    )
    assert _quoted("ما حكم الوشم؟", text, "حكم الوشم").startswith("فإن الوشم محرم")


def test_what_is_asked_at_the_end_of_a_sentence_is_said_by_the_next() -> None:
    text = (
        "قال يا محمد أخبرني عن الإسلام فقال رسول الله صلى الله عليه وسلم الإسلام أن تشهد أن لا إله إلا الله وأن محمدا رسول "
        "الله وتقيم الصلاة وتؤتي الزكاة وتصوم رمضان وتحج البيت إن استطعت إليه سبيلا قال صدقت فعجبنا له يسأله ويصدقه قال فأخبرني "
        "عن الإيمان. قال أن تؤمن بالله وملائكته وكتبه ورسله واليوم الآخر وتؤمن بالقدر خيره وشره قال صدقت ثم سكت ولم يزد على ذلك."
    )
    wanted = _asked("ما هو الإيمان؟")
    document = Document("hadith:a:1", "hadith", "a", "a", text_ar=text)
    reading = read(document, wanted)
    assert reading is not None
    assert "تؤمن بالله" in answering_part(document, reading, Asking("ما هو الإيمان؟", wanted, LEXICON)).text


@pytest.mark.parametrize(
    ("text", "piece", "leans"),
    [
        ("السواك سنة. لأنه مطهرة للفم.", "لأنه", True),
        ("السواك سنة، وهذا قول الجمهور.", "وهذا", True),
        ("السواك سنة. الوضوء شرط.", "الوضوء", False),
        ("من استاك أول الشهر عن جميعه؛ جاز ذلك.", "جاز", True),
        ("من استاك جاز وضوؤه.", "جاز", False),
        ("السواك سنة. لأنفسكم ما قدمتم.", "لأنفسكم", False),
    ],
)
def test_a_piece_that_leans_on_what_stands_before_it(text: str, piece: str, leans: bool) -> None:
    assert depends(text, text.index(piece)) is leans


@pytest.mark.parametrize(
    ("question", "text", "met"),
    [
        ("هل القيء ينقض الوضوء؟", "رد السلام لا ينقض الوضوء ولا يكره للمتوضئ", False),
        ("هل القيء ينقض الوضوء؟", "القيء لا ينقض الوضوء إلا إذا كان كثيرا", True),
        ("ما الفرق بين النبي والرسول؟", "من أطاع النبي فقد أطاع الرسول في كل أمره", False),
        ("ما الفرق بين النبي والرسول؟", "الفرق بين النبي والرسول أن الرسول أوحي إليه بشرع", True),
        ("ما أركان الحج؟", "حج البيت من أركان الإسلام لمن استطاع", False),
        ("ما أركان الحج؟", "أركان الحج أربعة الإحرام والوقوف والطواف والسعي", True),
        ("كم عدد ركعات المغرب؟", "من أدرك المغرب، وهي إحدى الصلوات الخمس، فليصلها", False),
        ("كم عدد ركعات المغرب؟", "وصلى المغرب ثلاثا والعشاء أربعا", True),
        ("كم مقدار زكاة الفطر؟", "زكاة الفطر تخرج قبل صلاة العيد", False),
        ("كم مقدار زكاة الفطر؟", "زكاة الفطر صاع من تمر أو صاع من شعير", True),
        ("متى يبدأ وقت العصر؟", "جمع بين الظهر والعصر في وقت إحداهما", False),
        ("متى يبدأ وقت العصر؟", "ووقت العصر إذا صار ظل كل شيء مثله", True),
        ("كم عدد ركعات العشاء؟", "عدا ركعتين بعد صلاة العشاء تؤديان من جلوس", False),
        ("ما حكم النذر لغير الله؟", "النذر لله يجب الوفاء به إن كان طاعة", False),
        ("ما حكم النذر لغير الله؟", "النذر لغير الله شرك لا يجوز", True),
    ],
)
def test_the_form_of_a_question_demands_its_answer(question: str, text: str, met: bool) -> None:
    assert _meets(question, text) is met


def test_how_is_told_by_steps_and_not_by_a_title() -> None:
    steps = "يغسل كفيه ثم يتمضمض ثم يغسل وجهه"
    assert _meets("كيف يتوضأ؟", steps, "fatwa", "صفة ما يتوضأ به")
    assert not _meets("كيف يتوضأ؟", "لا حرج عليه في ذلك", "fatwa", "حكم من يتوضأ قاعدا")


def test_a_word_is_known_behind_a_preposition_and_before_a_pronoun() -> None:
    assert "اعياد" in stems("باعيادهم")
    assert LEXICON.kindred("تهنئة الناس بأعيادهم").get("باعياد") == ("عيد",)


def test_to_define_is_asked_as_what_a_thing_is() -> None:
    assert LEXICON.standard("عرف التوحيد") == "ما هو التوحيد"
    assert LEXICON.standard("هل عرف التوحيد") == "هل عرف التوحيد"


def test_a_verse_may_tell_a_meaning_since_its_comment_is_shown_with_it() -> None:
    verse = "هل أتاك حديث الغاشية"
    assert _meets("ما معنى الغاشية؟", verse, "quran")
    assert not _meets("ما هي الغاشية؟", verse, "quran")
    assert not _meets("ما معنى الغاشية؟", verse, "hadith")


def test_who_asks_what_a_name_means_does_not_ask_for_the_surah() -> None:
    assert not find_mentions("ما معنى الغاشية؟", LEXICON).references
    assert find_mentions("الغاشية", LEXICON).references


def test_what_another_version_says_inside_a_narration_does_not_end_it() -> None:
    text = "حدثنا زيد عن عمرو أن سعيدا قال - وفي رواية سالم وزعم أن النبي قال - من أكل السماق فليعتزل السوق."
    question = "ما حكم أكل السماق"
    document = Document("hadith:a:1", "hadith", "a", "a", title_ar="أ", text_ar=text)
    reading = read(document, _asked(question))
    assert reading is not None
    told = answering_part(document, reading, Asking(question, _asked(question), LEXICON)).text
    assert told.endswith("من أكل السماق فليعتزل السوق.")
