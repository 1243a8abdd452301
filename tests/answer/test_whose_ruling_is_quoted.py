"""An Arabic quotation rules what its text rules: with its condition, and by its author's view and not another's."""

from __future__ import annotations

import pytest

from pipeline.answer.composing.choose import answering_part
from pipeline.answer.composing.compose import as_sentence
from pipeline.answer.demands.asking import Asking
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.narration import speech_start
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import asked
from schemas.document import Document

LEXICON = default_lexicon()
FILLING = "وقد ذكر ذلك من كتب فيه من أهل البلد، وأطالوا الكلام عليه في كتبهم، ولكل منهم في ذلك كلام طويل، "


def _quoted(question: str, text: str, kind: str = "fatwa") -> str:
    document = Document(f"{kind}:a:1", kind, "a", "a", status="approved", text_ar=text)
    wanted = asked(question, None, lambda _: 3.0, lambda _: True, LEXICON.frame, LEXICON.kindred(question))
    reading = read(document, wanted)
    assert reading is not None
    return as_sentence(reading.text, answering_part(document, reading, Asking(question, wanted, LEXICON)))


@pytest.mark.parametrize(
    ("before", "rules", "begins"),
    [
        ("إذا كان القصم من شجر الوادي البعيد عن الناس؛ ", "يجوز بيع القصم", "إذا كان القصم"),
        ("فإن كان القصم من شجر الوادي البعيد عن الناس؛ ", "يجوز بيع القصم", "فإن كان القصم"),
        ("القصم من شجر الوادي البعيد عن الناس كلهم؛ ", "لا بأس ببيع القصم", "القصم من شجر"),
        ("أما ما نبت في الوادي فليس لأحد من الناس؛ ", "لأن بيع القصم يجوز", "أما ما نبت"),
        ("القصم من شجر الوادي البعيد عن الناس كلهم؛ ", "وبيع القصم يجوز", "وبيع القصم"),
        ("إذا كان القصم من شجر الوادي، فلا شيء عليه؛ ", "ويجوز بيع القصم", "ويجوز بيع"),
    ],
)
def test_a_ruling_is_quoted_with_what_it_hangs_on(before: str, rules: str, begins: str) -> None:
    text = f"{FILLING}{FILLING}وهذا معلوم. {before}{rules} لكل أحد في كل وقت من السنة، {FILLING}{FILLING}"
    assert _quoted("هل يجوز بيع القصم؟", text).startswith(begins)


def test_the_view_that_is_said_to_be_right_is_quoted_and_not_the_one_that_most_hold() -> None:
    text = (
        "بيع القصم فيه خلاف بين أهل العلم، أكثر أهل العلم يقولون: إن بيع القصم لا يجوز ويحرم. "
        f"{FILLING}{FILLING}. والصواب: أن بيع القصم يجوز إذا عرف قدره."
    )
    assert _quoted("هل يجوز بيع القصم؟", text).startswith("والصواب")


def test_what_others_hold_does_not_end_a_quotation_of_the_right_view() -> None:
    text = "الصواب أن في القصم زكاة. واختلف العلماء في القصم: فذهب قوم إلى أنه لا زكاة فيه؛ لأنه مما يؤكل."
    assert _quoted("هل في القصم زكاة؟", text) == "الصواب أن في القصم زكاة."


def test_a_book_is_quoted_by_its_own_rule_before_that_of_another_school() -> None:
    text = "بيع القصم جائز عندنا. وقال الشافعي لا يجوز بيع القصم بحال."
    assert _quoted("هل يجوز بيع القصم؟", text, "book").startswith("بيع القصم جائز")


def test_the_first_of_several_views_is_quoted_with_what_says_that_there_are_several() -> None:
    lead = "وبيع القصم مسألة فيها بين الفقهاء ثلاثة أقوال:"
    text = f"{FILLING}{FILLING}. {lead} أحدها: أن بيع القصم يجوز لمن عرف قدره، {FILLING}{FILLING}"
    assert _quoted("هل يجوز بيع القصم؟", text, "book").startswith(lead[:20])


def test_a_narration_does_not_begin_behind_the_verb_that_forbids() -> None:
    text = "حَدَّثَنَا زَيْدٌ، عَنْ عَمْرٍو، قَالَ سَمِعْتُ رَسُولَ اللَّهِ ـ صلى الله عليه وسلم ـ يَنْهَى أَنْ يُبَاعَ الْقَصْمُ لِلنَّاسِ جَمِيعًا"
    assert text[speech_start(text, "ar") :].startswith("يَنْهَى أَنْ يُبَاعَ")


def test_a_reply_in_a_narration_is_quoted_with_the_reason_that_follows_it() -> None:
    text = (
        "حدثنا زيد، عن عمرو، قال قلت لبكر أكنتم تكرهون بيع القصم في المدينة قال نعم. "
        "لأنها كانت من تجارة الجاهلية، حتى أذن لهم في بيع القصم."
    )
    assert "حتى أذن لهم" in _quoted("هل بيع القصم مكروه؟", text, "hadith")


def test_a_talk_goes_on_behind_a_bare_yes() -> None:
    text = (
        'حدثنا زيد، عن عمرو، قال كنا نبيع القصم خلف السوق فقال " لعلكم تبيعون القصم ليلا " . '
        'قلنا نعم هذا يا سيدنا . قال " لا تفعلوا إلا بإذن أهله " .'
    )
    assert "لا تفعلوا إلا بإذن" in _quoted("ما حكم بيع القصم ليلا؟", text, "hadith")


def test_what_some_hold_is_quoted_with_what_they_differ_on() -> None:
    text = (
        'حدثنا زيد، عن عمرو، عن النبي قال " أحسنوا إلى جيرانكم كلهم " . قال أبو عيسى هذا حديث غريب . '
        "وقد اختلف أهل العلم في بيع القصم اليابس فروي عن بكر أنه كرهه . "
        "وقال بعض أهل العلم يجوز بيع القصم اليابس بمثله كيلا ولا يجوز وزنا لمن جهل قدره ."
    )
    assert "وقد اختلف أهل العلم" in _quoted("هل يجوز بيع القصم وزنا؟", text, "hadith")


def test_the_heading_of_the_next_part_of_a_book_is_not_quoted() -> None:
    text = "بيع القصم جائز لمن عرف قدره من أهل السوق.\nبيع القصم بالدين"
    assert _quoted("هل يجوز بيع القصم؟", text, "book") == "بيع القصم جائز لمن عرف قدره من أهل السوق."
