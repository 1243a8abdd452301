"""Where a narration begins to speak whose chain does not show its end, and that no quotation begins with a chain."""

from __future__ import annotations

import pytest

from pipeline.answer.words.narration import behind_chain, reported_until, speech_start


def _spoken(text: str) -> str:
    return text[speech_start(text, "ar") :]


@pytest.mark.parametrize(
    ("chain", "told"),
    [
        ("حدثنا زيد، عن عمرو، عن بكر، ", "نهى عن كتابة المثال في الليل."),
        ("حدثنا زيد، عن عمرو ـ رضى الله عنه ـ ", "كتب المثال في كل يوم وليلة."),
        ("حدثنا زيد، عن عمرو، عن النبي صلى الله عليه وسلم ", '" المثال يكتب في كل يوم ".'),
        ("حدثنا زيد، عن عمرو، يبلغ به النبي صلى الله عليه وسلم ", '" المثال يكتب في كل يوم ".'),
        ("حدثنا زيد، قال عمرو حدثنا عن بكر بن خالد، عن أبيه، رواية ", '" المثال يكتب في كل يوم ".'),
        ("حدثنا زيد، عن عمرو، رضى الله عنه، ", "كتب المثال في كل يوم وليلة."),
        ("حدثنا زيد، سمعت عمرا ـ رضى الله عنه ـ ", "كتب بكر المثال في كل يوم وليلة."),
    ],
)
def test_a_narration_is_told_behind_the_last_name(chain: str, told: str) -> None:
    assert _spoken(chain + told) == told


def test_what_is_told_may_hand_down_as_well() -> None:
    chain, told = "حدثنا زيد، عن عمرو، عن بكر، ", "قال كتبنا المثال فلما فرغنا أخبرناه فسره ذلك ولم يزد عليه."
    assert _spoken(chain + told) == told


@pytest.mark.parametrize(
    "text",
    [
        "حدثنا زيد، عن عمرو، عن بكر، بهذا الحديث زاد كتابة المثال في الليل.",
        "حدثنا زيد، عن عمرو، ومنصور، وحميد، ح",
        "حدثنا زيد، عن عمرو، وسئل، عن المثال، يكتب في الليل أم في النهار.",
        "حدثنا زيد، عن عائشة، زوج النبي صلى الله عليه وسلم نهت عن المثال.",
        "وعن زيد، عن عمرو، كتابة المثال في كل يوم وليلة من أيام السنة.",
    ],
)
def test_where_no_end_of_a_chain_is_seen_nothing_is_left_out(text: str) -> None:
    assert speech_start(text, "ar") == 0


@pytest.mark.parametrize(
    ("chain", "told"),
    [
        ("434 - [وبه] حدثنا زيد، حدثني عمرو، عن بكر، ", "أن رجلا كتب المثال في يومه فقال له"),
        ("وقال الإمام زيد : حدثنا عمرو ، أخبرنا بكر ، عن أبيه ", "قال : كتبنا المثال في كل يوم وليلة"),
        ("حدثنا زيد، قال : ثنا عمرو، قال : ثنا بكر، عن خالد، ", "كانوا يكتبون المثال في كل يوم"),
        ("", "يكتب المثال كل يوم، حدثنا به زيد."),
    ],
)
def test_a_quotation_begins_behind_the_chain_it_begins_with(chain: str, told: str) -> None:
    assert (chain + told)[behind_chain(chain + told) :] == told


@pytest.mark.parametrize(
    ("chain", "told"),
    [
        (
            "Zaid bin Amr narrated from his father, that: ",
            'The Prophet said: "The example is written each day."',
        ),
        ("Zaid b. Amr reported on the authority of his father that ", "Allah's Messenger wrote it each day."),
        ("It was\nnarrated from Zaid that ", "the Prophet wrote it each day."),
        ("It was narrated from Zaid that he heard Amr say: ", "I wrote the example each day."),
        ("From Zaid that ", "the Messenger of Allah wrote it each day."),
        ("", "Zaid reported that he used to write it, and that the Prophet wrote it each day."),
        ("", "This hadith has been narrated by Zaid that the Messenger wrote it each day."),
        ("", "Zaid reported that the people wrote it each day."),
    ],
)
def test_in_english_the_prophet_is_told_of_behind_who_reported_it(chain: str, told: str) -> None:
    text = chain + told
    assert text[reported_until(text) :] == told
