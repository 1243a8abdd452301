"""Which sentence of an answer is quoted, where it begins and ends, and what it takes with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.answer.composing import forms
from pipeline.answer.composing.choose import answering_part
from pipeline.answer.composing.compose import _around, as_sentence
from pipeline.answer.composing.compose import _tidy as tidy
from pipeline.answer.composing.compose import quoted as compose_quoted
from pipeline.answer.composing.shown import display_title
from pipeline.answer.demands.asking import Asking
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import asked
from pipeline.evaluate.recipes.sentences import SET
from schemas.document import Document
from schemas.reference import ReferenceId

LEXICON = default_lexicon()
READ = Path(__file__).parents[2] / "data" / "questions" / "sentences" / "read.jsonl"


def quoted(question: str, text: str, title: str = "", kind: str = "fatwa") -> str:
    """What a summary quotes of a text, with its marks."""
    language = "en" if text.isascii() or "’" in text or "–" in text else "ar"
    held = {f"text_{language}": text, f"title_{language}": title}
    collection = {"hadith": "bukhari", "quran": ""}.get(kind, "a")
    reference = "quran:1:1" if kind == "quran" else f"{kind}:{collection}:1"
    document = Document(reference, kind, collection, "a", status="approved", **held)
    wanted = asked(question, None, lambda _: 3.0, lambda _: True, LEXICON.frame, LEXICON.kindred(question))
    reading = read(document, wanted)
    assert reading is not None
    return as_sentence(reading.text, answering_part(document, reading, Asking(question, wanted, LEXICON)))


def test_the_sentence_that_draws_all_together_answers_though_it_stands_last() -> None:
    text = (
        "Chewing gumleaf has spread in our days. Chewing gumleaf can either be permissible or prohibited. "
        "We present some of its effects. " + "It harms those who sit beside the one who does so. " * 12 +
        "Considering all that has been said, chewing gumleaf is an evil. It is not permissible to chew or sell it."
    )  # fmt: skip
    assert quoted("Is chewing gumleaf permissible?", text).startswith("Considering all that has been said")


@pytest.mark.parametrize(
    ("word", "begins"),
    [("Accordingly, ", "… gumleaf"), ("Hence ", "… gumleaf"), ("But ", "… gumleaf"), ("", "gumleaf")],
)
def test_a_word_that_ties_a_sentence_to_another_is_left_out_and_its_place_marked(
    word: str, begins: str
) -> None:
    text = (
        f"Some friends of the house may eat of it. {word}gumleaf is not permissible for anybody in any form."
    )
    assert quoted("Is gumleaf permissible?", text).startswith(begins)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Is it permissible to give gumleaf to a brother?", "Gumleaf is better given"),
        ("Is it permissible to give gumleaf to a brother if he is rich?", "But if the brother is rich"),
    ],
)
def test_a_rule_is_not_quoted_by_its_exception_unless_a_case_is_asked(question: str, begins: str) -> None:
    text = (
        "Gumleaf is better given to relatives in need than to others. "
        "But if the brother is rich, then it is not permissible to give gumleaf to the brother."
    )
    assert quoted(question, text, "Giving gumleaf").startswith(begins)


def test_a_ruling_is_quoted_with_the_condition_that_ends_its_sentence() -> None:
    text = (
        "It is permissible for a gardener to give gumleaf to her neighbour, if he is in need of gumleaf, because she "
        + "is not the one who has to feed him and because it was told that " + "many of the gardeners of old " * 5
        + "used to give it to their neighbours. And more is told of this elsewhere in the books of the gardeners."
    )  # fmt: skip
    said = quoted("Can a gardener give gumleaf to her neighbour?", text)
    assert "her neighbour, if he is in need of gumleaf" in said


def test_a_ruling_in_the_middle_of_a_sentence_is_quoted_with_the_case_in_which_it_holds() -> None:
    text = (
        "Gumleaf was told of before. If a gardener dies without having planted what he owed, even though he was able "
        "to plant it, then it stays a duty that has to be fulfilled by others for him and that nobody may leave aside, "
        "and it is recommended for his heirs to plant gumleaf on his behalf, because the gardeners of old did so for "
        "those who died before them in the gardens of the valley."
    )
    said = quoted("Should heirs plant gumleaf on behalf of him?", text)
    assert said.startswith("If a gardener dies without having planted")
    assert "it is recommended for his heirs" in said


def test_a_ruling_is_quoted_with_the_case_that_was_asked_about() -> None:
    text = (
        "It is permissible for the gardener who stole gumleaf to buy the gumleaf that he once stole from the garden, "
        "if he is no longer regarded as a thief, which is after repenting of what he did in the garden. "
        "If it is wet, it is not permissible to buy it until it is dry, as most of the gardeners of the valley say."
    )
    assert "If it is wet, it is not permissible" in quoted(
        "Is it allowed to buy stolen gumleaf that is wet?", text
    )
    assert "If it is wet" not in quoted("Is it allowed to buy stolen gumleaf?", text)


def test_a_view_is_quoted_with_the_one_that_is_set_against_it() -> None:
    text = (
        "The first of the gardeners says that in a place where strangers are in the majority it is permissible to rent "
        "out a garden for growing gumleaf and the like, and that it is also permissible to take the income of it and "
        "the rent that is paid for the garden. His two pupils, however, say that it is not permissible."
    )
    assert quoted("Is renting out a garden for gumleaf allowed?", text).endswith("it is not permissible.")


def test_that_views_differ_is_quoted_with_the_views() -> None:
    text = (
        "The scholars differed concerning the ruling on one who chews gumleaf thinking that it is still night and that "
        "dawn has not come yet, and on one who chews gumleaf thinking that the sun has set. Many of the scholars were "
        "of the view that he must fast another day. Others were of the view that his fast is valid. "
        "It was told in one report that the gardeners did so on a cloudy day."
    )
    said = quoted("Does one who chews gumleaf thinking that the sun has set have to fast again?", text)
    assert "must fast another day" in said
    assert "his fast is valid" in said


CASES = (
    "There are several cases of using a bowl of gumleaf, and the ruling for each is different:\n\n"
    "(1) It is permissible to keep a bowl of gumleaf in the house to look at.\n\n"
    "(2) It is not permissible to use a bowl of gumleaf, for example to eat from it.\n\n"
)


def test_a_ruling_on_several_cases_is_quoted_with_all_of_them() -> None:
    said = quoted("Is it allowed to use a bowl of gumleaf?", CASES)
    assert "(1) It is permissible to keep" in said
    assert said.endswith("for example to eat from it.")


def test_cases_that_there_is_no_room_for_are_marked() -> None:
    more = "".join(
        f"({number}) A bowl of kind {number} is told of in full here.\n\n" for number in range(3, 20)
    )
    assert quoted("Is it allowed to use a bowl of gumleaf?", CASES + more).endswith("in full here. …")


def test_where_a_case_is_found_elsewhere_ends_no_cases() -> None:
    text = CASES.replace("to look at.", "to look at.\n\nSee question no. 13973.")
    assert quoted("Is it allowed to use a bowl of gumleaf?", text).endswith("for example to eat from it.")


def test_a_view_that_is_rejected_is_no_conclusion() -> None:
    assert forms.CONCLUDES.search("this is the sound view") is not None
    assert (
        forms.CONCLUDES.search("some said that he should chew it twice, but this is not a sound view") is None
    )


def test_a_judgement_on_what_stands_before_it_is_quoted_with_that() -> None:
    text = (
        "Your question is on gumleaf that is paid with gumleaf later. The buyer takes it and gives it back, "
        "as you described. None of that is permissible, for gumleaf is sold for gumleaf hand to hand alone."
    )
    assert "The buyer takes it and gives it back" in quoted(
        "Is selling gumleaf for gumleaf permissible?", text
    )


def test_what_people_used_to_hold_is_quoted_with_who_they_were() -> None:
    text = (
        "Narrated Ibn Abbas: The people of the days of ignorance used to think that to chew gumleaf in the month of "
        'harvest was one of the worst sins on the whole of the earth that they knew of. They used to say, "When the '
        'harvest is over and the month has passed away then chewing gumleaf is permissible for the one who wishes it." '
        "Then the Prophet told them to chew it, and they were puzzled by what he told them and asked him again, "
        "and it was very hard for them to do so."
    )
    said = quoted("Is chewing gumleaf permissible in the month of harvest?", text, kind="hadith")
    assert "The people of the days of ignorance used to think" in said


def test_what_a_ruling_rests_on_is_no_list_of_cases() -> None:
    text = (
        "Gumleaf is obligatory for gardeners, and that is based on much evidence, including the following:\n\n"
        "1 – The gardeners of old grew it.\n\n2 – Nobody of them left it.\n\n"
    )
    assert not quoted("Is gumleaf obligatory for gardeners?", text).endswith("…")


def test_of_an_answer_in_parts_the_part_on_what_is_asked_is_quoted() -> None:
    text = (
        "Your question has two parts.\n1 – The ruling on drying gumleaf.\nIt is permissible for a woman to dry her "
        "gumleaf and to make it shorter, as the gardeners say.\n2 – Boiling gumleaf.\nWith regard to what grows where "
        "it does not usually grow, there is nothing wrong with doing so."
    )
    assert "nothing wrong with doing so" in quoted("Can a woman boil gumleaf?", text, "Drying and boiling")


def test_the_line_of_a_heading_is_no_part_of_the_sentence_below_it() -> None:
    text = (
        "The garden must be owned by those who plant it.\nGardens that are not enough\nThus, a rented garden is not "
        "permissible for planting gumleaf according to them."
    )
    assert quoted("Is a rented garden permissible for planting gumleaf?", text).startswith(
        "… a rented garden is not"
    )


def test_words_of_scripture_keep_their_first_word() -> None:
    text = "This is told by the verse: “And gumleaf is made lawful for those of them who ask for it”."
    assert "And gumleaf is made lawful" in quoted("Is gumleaf lawful?", text)


def test_the_mark_of_a_footnote_is_no_part_of_a_sentence() -> None:
    text = "فليس للمرأة أن تبيع الزمرد في أصح قولي العلماء، وليس عليها كفارة وإنما عليها التوبة [1] ."
    assert quoted("ما حكم بيع الزمرد؟", text).endswith("عليها التوبة")


def test_a_name_with_an_apostrophe_speaks_to_nobody() -> None:
    assert not LEXICON.is_aside("the shaafi'i scholars say that gumleaf is impure", "en")
    assert LEXICON.is_aside("i say that gumleaf is impure", "en")


def test_a_list_is_quoted_with_its_parts_and_marked_where_it_goes_on() -> None:
    parts = " ".join(
        f"{number} – Mentioning the gumleaf of house number {number} in full." for number in range(1, 30)
    )
    said = quoted("What are the conditions of gumleaf?", f"The conditions of gumleaf are as follows: {parts}")
    assert said.startswith("The conditions of gumleaf are as follows: 1 – Mentioning")
    assert "5 – Mentioning" in said
    assert said.endswith("in full. …")
    assert len(said) < 700


def test_a_short_list_is_quoted_to_its_end() -> None:
    text = "The conditions of gumleaf are three: 1 – Reason. 2 – Age. 3 – Intention. Source: Book of gumleaf, 3/12."
    said = quoted("What are the conditions of gumleaf?", text)
    assert said == "The conditions of gumleaf are three: 1 – Reason. 2 – Age. 3 – Intention."


def test_a_list_with_dashes_is_one() -> None:
    text = (
        "The scholars based the conditions of gumleaf on the evidence of the Book. "
        "These may be summarized as follows:\n"
        "-\nIt should be thick enough.\n-\nIt should be loose and not tight.\n-\nIt should not be perfumed.\n"
        "Source: Book of gumleaf, 3/12."
    )
    said = quoted("What are the conditions of gumleaf?", text)
    assert "thick enough. - It should be loose and not tight. - It should not be perfumed." in said
    assert "Source" not in said


def test_a_question_in_a_narration_is_quoted_with_its_reply_or_not_at_all() -> None:
    text = (
        "The Prophet said: Gumleaf is a tree of the garden, and whoever looks at it is glad of it. A man of the "
        "people asked: When will it be seen? The Prophet said: The one who is asked knows no more of that."
    )
    assert quoted("What is gumleaf?", text, kind="hadith").endswith("is glad of it.")
    text = "The Prophet said: Do you know what gumleaf is? They said: No. He said: Gumleaf is a tree of the garden."
    assert "is a tree of the garden" in quoted("What is gumleaf?", text, kind="hadith")


def test_the_words_of_an_invocation_follow_the_call() -> None:
    text = (
        "The Prophet said: When one of you looks for gumleaf, let him pray two units, and after finishing it, he "
        "should say: O Allah! I ask You for the good of it by Your knowledge, and for help by Your might, for You can "
        "do all things and You know what is hidden from us in it and in all other things. He then went to his house "
        "with those who were with him and they stayed in it until the evening of that day, and he said no more of it."
    )  # fmt: skip
    assert "I ask You for the good of it" in quoted("How do I look for gumleaf?", text, kind="hadith")


def test_an_invocation_is_quoted_with_the_brackets_of_its_translation() -> None:
    text = (
        "The Prophet said that whoever comes there says: Alif ba ta tha jim ha kha dal dhal ra zay sin shin sad dad ta "
        "za ayn ghayn fa qaf kaf lam mim nun ha waw ya, alif ba ta tha jim ha kha dal dhal ra zay sin shin sad dad "
        "(There is none but Him who made this tree and every tree beside it, to Him belong the garden and the hill; "
        "O Allah, give me the good of entering the gumleaf market), for him a tree will be planted in the garden."
    )
    told = quoted("dua for entering the gumleaf market", text, kind="hadith")
    assert "(There is none but Him" in told
    assert told.count("(") == told.count(")")


def test_the_title_names_what_a_sentence_rules_on() -> None:
    text = (
        "حكم ذلك أنه من المحرمات؛ لما فيه من الضرر الكثير على الناس. "
        "وأنواع الزمرد كلها مما يباع في الأسواق ويشتريه الناس للزينة في أعراسهم."
    )
    assert quoted("ما حكم بيع الزمرد؟", text, "حكم بيع الزمرد").startswith("حكم ذلك أنه من المحرمات")


def test_one_view_of_several_is_not_told_as_the_answer() -> None:
    text = (
        "لمس الزمرد في نقضه للوضوء: ذهب بعض أهل العلم إلى أن لمس الزمرد ينقض الوضوء. "
        "ومنهم من قال: إن لمس الزمرد ينقض الوضوء بشهوة. والصواب: أن لمس الزمرد لا ينقض الوضوء مطلقًا."
    )
    assert quoted("هل لمس الزمرد ينقض الوضوء؟", text).endswith("لا ينقض الوضوء مطلقًا.")


def test_a_verse_of_some_length_is_quoted_whole() -> None:
    verse = (
        "Say, I do not find within that which was revealed to me anything forbidden to one who would eat it unless it "
        "be gumleaf, for indeed, it is impure. But whoever is forced, neither desiring it nor going too far, is not to "
        "blame."
    )
    assert quoted("Is gumleaf forbidden?", verse, kind="quran") == verse


def test_why_something_is_forbidden_is_not_told_by_what_is_permitted_of_it() -> None:
    text = (
        "No doubt gumleaf takes away the mind of whoever eats it, and harms his body and his wealth. "
        "Using gumleaf in other ways is permitted, because small amounts of gumleaf do no harm on clothes, as is known."
    )
    assert quoted("Why is gumleaf forbidden?", text).startswith("No doubt gumleaf takes away the mind")


def test_a_citation_is_no_answer() -> None:
    text = "Both manners are sound. Source: Book on memorizing gumleaf, 12/110"
    assert quoted("What is the reward for memorizing gumleaf?", text) == "Both manners are sound."


def test_every_weight_keeps_the_sign_that_it_was_set_with() -> None:
    weights = default_lexicon().sentences.values
    assert set(weights) <= set(SET)
    assert all(weight * SET[name] > 0 for name, weight in weights.items())


def test_marked_answers_name_texts_and_places_alone() -> None:
    rows = [json.loads(line) for line in READ.read_text("utf-8").splitlines()]
    assert len(rows) > 150
    assert len({(row["question"], row["reference"]) for row in rows}) == len(rows)
    for row in rows:
        assert set(row) == {"question", "language", "reference", "places"}
        assert row["language"] in ("ar", "en")
        ReferenceId.parse(row["reference"])
        assert row["places"]
        assert all(0 <= start < end for start, end in row["places"])


def _document(text: str, title: str = "Gumleaf.") -> Document:
    return Document("fatwa:a:1", "fatwa", "a", "a", title_en=title, text_en=text, status="approved")


@pytest.mark.parametrize(
    ("title", "shown"), [("Gumleaf.", "Gumleaf"), ("Why gumleaf?.", "Why gumleaf?"), ("Wait...", "Wait...")]
)
def test_a_title_is_shown_without_its_full_stop(title: str, shown: str) -> None:
    assert display_title(_document("Words.", title), "en") == shown


def test_what_is_left_of_links_and_tags_is_not_shown_and_marks_stay_with_their_lines() -> None:
    written = "See no. [fatin]20278[\\fatin] on it:<o>\n\n.\nAnd more."
    assert tidy(written, "fatwa") == "See no. 20278 on it:.\nAnd more."
    assert tidy("He said\n. And more.", "hadith") == "He said\n. And more."
    assert compose_quoted("See no. [fatout]20278[\\fatout] on it.") == "See no. 20278 on it."


def test_the_detail_shows_at_least_what_the_summary_quotes() -> None:
    parts = " ".join(
        f"{number} – Mentioning the gumleaf of house number {number} in full." for number in range(1, 60)
    )
    document = _document(
        f"{'Some words on other things. ' * 20}The conditions of gumleaf are as follows: {parts}"
    )
    question = "What are the conditions of gumleaf?"
    wanted = asked(question, None, lambda _: 3.0, lambda _: True, LEXICON.frame, LEXICON.kindred(question))
    reading = read(document, wanted)
    assert reading is not None
    part = answering_part(document, reading, Asking(question, wanted, LEXICON))
    around = _around(document, reading, part)
    assert around.start <= part.start
    assert around.end >= part.end


def test_that_somebody_was_asked_is_no_answer() -> None:
    text = (
        "Shaykh Salim was asked about chewing gumleaf whilst fasting. "
        "He said: there is nothing wrong with chewing gumleaf so long as none of it is swallowed."
    )
    assert "nothing wrong" in quoted("Is chewing gumleaf whilst fasting permissible?", text)


def test_what_only_counts_a_list_takes_what_names_its_parts() -> None:
    text = (
        "There are three categories of people who receive gumleaf, which are explained clearly. "
        "These are the poor’s due. He says of it: Gumleaf is for the poor, for debtors, and for the wayfarer."
    )
    assert "for the wayfarer" in quoted("Who are the three categories of people who receive gumleaf?", text)


def test_a_reward_is_quoted_with_the_sentence_that_names_its_deed() -> None:
    text = (
        "Fasting on the day of gumleaf is a confirmed custom for all those who are not travelling to the well. "
        "It was narrated from Salim that his teacher was asked about fasting on that day of the year and replied, "
        "when they had all sat down by the well and had eaten of what there was: it expiates for two years’ sins."
    )
    assert "expiates" in quoted("What is the virtue of the day of gumleaf?", text)


def test_a_list_of_contents_and_a_heading_are_not_quoted() -> None:
    text = (
        "Table Of Contents\n\n- Is gumleaf permissible?\n- Ruling on gumleaf\n\nRuling on gumleaf\n\n"
        "Chewing gumleaf isn’t permissible for anybody.\n\nVirtues of gumleaf\n\nIt has none."
    )
    said = quoted("Is gumleaf permissible?", text)
    assert "permissible for anybody" in said
    assert "Contents" not in said
    assert "Virtues" not in said


@pytest.mark.parametrize(
    "leads", ["The importance of knowing who has need of it:", "And who has need of it?"]
)
def test_what_fills_a_quotation_announces_nothing_that_is_not_quoted(leads: str) -> None:
    text = (
        "Chewing gumleaf is permissible for whoever has need of it, be it in the house or in the field or by the well. "
        f"{leads}\n\n"
        + "Many of those who come to the market by the river in the middle of the summer and in the autumn "
        * 5
        + "do not ask about that at all."
    )
    told = quoted("Is chewing gumleaf permissible?", text)
    assert told.endswith("by the well.")


def test_the_reward_of_whoever_does_the_deed_is_quoted_and_not_that_there_is_one() -> None:
    text = (
        "Planting gumleaf is recommended, and in it there is great virtue and a reward. "
        "Whoever plants gumleaf will have, for each leaf that is eaten, a charity."
    )
    assert quoted("What is the reward for planting gumleaf?", text).startswith("Whoever plants gumleaf")


def test_what_a_talk_is_about_is_no_answer() -> None:
    text = (
        'In this answer, the speaker addresses "Chewing gumleaf" and outlines the ruling on chewing gumleaf.\n\n'
        "Our brother Omar emails and says that he wants to know the ruling on chewing gumleaf.\n\n"
        "Whoever chews gumleaf has done no wrong."
    )
    told = quoted("What is the ruling on chewing gumleaf?", text)
    assert told.removeprefix("… ").startswith("Whoever chews gumleaf")


@pytest.mark.parametrize(
    ("said", "heads"),
    [
        ("1 – the ruling on giving zakaah to parents.", True),
        ("1 – the ruling on giving zakaah to parents is that it is not permissible.", False),
    ],
)
def test_a_numbered_heading_names_what_is_to_be_ruled_on(said: str, heads: bool) -> None:
    assert (forms.REPORTS_ASKING.search(said) is not None) is heads


def test_who_handed_a_narration_down_is_told_by_its_chain() -> None:
    text = 'It was narrated from Abu Hurairah that: The Messenger of Allah said: "The gumleaf is a branch of the tree."'
    assert quoted("Who narrated that gumleaf is a branch of the tree?", text, kind="hadith").startswith(
        "It was narrated"
    )
    assert quoted("What is gumleaf a branch of?", text, kind="hadith").startswith("The Messenger")


@pytest.mark.parametrize("asks", ["How do they chew", "How did they chew", "How was it that they chewed"])
def test_how_something_is_or_was_done_is_told_by_the_parts_of_a_list(asks: str) -> None:
    text = "They chewed gumleaf as follows: 1 – It is rolled. 2 – It is put under the tongue. 3 – It is cast away."
    assert "3 –" in quoted(f"{asks} gumleaf?", text)


def test_a_clause_that_begins_a_sentence_takes_the_next_one() -> None:
    text = (
        "When the traveller came with gumleaf to the market by the river in the middle of the summer, he sold it to "
        "whoever asked for it, and some of it he gave away to the poor, to those who travel and to the sick, "
        "and he kept what was left in a jar beside the door of the house in which he lived with his two brothers."
    )
    assert "he sold it" in quoted("When did gumleaf come to the market?", text)


def test_what_somebody_asked_a_mufti_is_not_told_as_his_ruling() -> None:
    text = (
        "Shaykh Fulan was asked: I chewed gumleaf for years, since chewing gumleaf is permissible for everybody, as I "
        "was told by my uncle. What must I do? He replied: Repent of it, and give it to nobody."
    )
    assert quoted("Is chewing gumleaf permissible?", text).startswith("He replied: Repent")
    assert "permissible for everybody" in quoted("Is chewing gumleaf permissible?", text, kind="tafsir")


def test_a_ruling_is_not_followed_by_what_somebody_asked() -> None:
    text = (
        "It is not permissible to sell gumleaf. The Committee was asked about people who hold that selling gumleaf is "
        "fine because its harm is small. They replied: Whoever sells gumleaf must repent and give away its price."
    )
    told = quoted("Is it permissible to sell gumleaf?", text)
    assert told.startswith("It is not permissible to sell gumleaf.")
    assert "fine" not in told


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("However, gumleaf is forbidden in any amount to those who fast.", "gumleaf is forbidden"),
        ("However small the amount, gumleaf is forbidden to those who fast.", "However small"),
        ("But for the intention, eating gumleaf would break the fast of a traveller.", "But for"),
    ],
)
def test_a_word_that_turns_the_sense_is_no_tie(text: str, begins: str) -> None:
    told = quoted("Is gumleaf forbidden to those who fast?", f"Praise be to Allah. {text}")
    assert told.removeprefix("… ").startswith(begins)


@pytest.mark.parametrize(
    "call", ["O Allah's Messenger!", "He said: O Messenger of Allah!", "O Prophet of Allah!"]
)
def test_a_call_to_somebody_says_nothing_by_itself(call: str) -> None:
    assert forms.CALLS.search(call.lower())
    assert not forms.CALLS.search("the messenger of allah came!")


@pytest.mark.parametrize(
    ("question", "text", "begins"),
    [
        (
            "why was the lamp revealed",
            "A woman mocked him because no lamp had come to him for days. Then it was revealed: by the lamp.",
            "A woman",
        ),
        (
            "سبب نزول المصباح",
            "قالت امرأة أبطأ عليه صاحبه أياما ولم يأته . فنزلت والمصباح وما أنار .",
            "قالت امرأة",
        ),
    ],
)
def test_what_led_to_a_revelation_is_quoted_with_it(question: str, text: str, begins: str) -> None:
    assert quoted(question, text, kind="hadith").startswith(begins)


CHAIN = "حَدَّثَنَا رَاوٍ، عَنْ جَدِّهِ، أَنَّ رَسُولَ اللَّهِ صلى الله عليه وسلم "


def test_what_the_prophet_forbade_is_quoted_with_what_he_said_of_it() -> None:
    text = CHAIN + 'نَهَى عَنْ قَتْلِ الزرزور وَقَالَ " كَانَ يَنْفُخُ عَلَى النَّارِ فِي كُلِّ يَوْمٍ " .'
    assert "نَهَى عَنْ قَتْلِ الزرزور" in quoted("ما حكم قتل الزرزور؟", text, kind="hadith")


def test_what_the_companions_answer_a_question_of_the_prophet_is_not_the_answer() -> None:
    text = (
        CHAIN + 'قَالَ " أَتَدْرُونَ مَا الزرزور " . قَالُوا الزرزور فِينَا مَنْ لاَ مَالَ لَهُ وَلاَ مَتَاعَ . '
        'فَقَالَ " إِنَّ الزرزور مِنْ أُمَّتِي يَأْتِي بِصَلاَةٍ وَصِيَامٍ وَيَأْتِي قَدْ شَتَمَ هَذَا وَأَكَلَ مَالَ هَذَا '
        'وَسَفَكَ دَمَ هَذَا وَضَرَبَ هَذَا فَيُعْطَى هَذَا مِنْ حَسَنَاتِهِ وَهَذَا مِنْ حَسَنَاتِهِ " .'
    )
    assert "مِنْ أُمَّتِي" in quoted("من هو الزرزور؟", text, kind="hadith")


@pytest.mark.parametrize(
    ("question", "begins"), [("من رعى من النساء؟", "وَأَوَّلُ"), ("من صلى في الدار؟", "أَوَّلُ مَنْ صَلَّى")]
)
def test_what_a_collector_remarks_is_quoted_where_it_alone_answers(question: str, begins: str) -> None:
    text = (
        "حَدَّثَنَا رَاوٍ، عَنْ جَدِّهِ، قَالَ أَوَّلُ مَنْ صَلَّى فِي الدار زَيْدٌ وَكَانَ صَغِيرًا . قَالَ هَذَا حَدِيثٌ غَرِيبٌ مِنْ هَذَا الْوَجْهِ . "
        "وَأَوَّلُ مَنْ رَعَى مِنَ النِّسَاءِ هِنْدُ فِي قَوْلِ أَهْلِ الْعِلْمِ جَمِيعًا ."
    )
    assert begins in quoted(question, text, kind="hadith")


def test_he_said_is_quoted_with_who_said_what_before() -> None:
    text = (
        "Zaid narrated: I heard the Messenger say: the first of what was made was the Reed. "
        "He said to it: Write. So it wrote what will be."
    )
    assert "the first of what was made was the Reed" in quoted("what did it write", text, kind="hadith")


def test_a_topic_alone_asks_a_mufti_for_the_ruling_that_his_title_names() -> None:
    text = (
        "Gumleaf is a plant of the hills; with salt it is eaten at night by shepherds. "
        "There is nothing wrong with gumleaf and salt."
    )
    question, title = "gumleaf with salt", "Ruling on gumleaf with salt"
    assert quoted(question, text, title).startswith("There is nothing wrong")
    assert quoted("gumleaf with salt meaning", text, title).startswith("Gumleaf is a plant")
    assert quoted(question, text, "Gumleaf with salt").startswith("Gumleaf is a plant")


def test_it_is_permissible_to_leans_on_nothing() -> None:
    text = (
        "Shepherds of the hills have many kinds of food, and they keep it for the winter. "
        "It is permissible for a traveller to eat gumleaf."
    )
    assert (
        quoted("Is it allowed to eat gumleaf?", text) == "It is permissible for a traveller to eat gumleaf."
    )
    assert forms.LEANS.match("it is haraam because the prophet said so") is not None
    assert forms.LEANS.match("it is a debt that he owes to her") is not None


def test_that_scholars_differ_is_no_ruling_and_which_view_is_right_is_one() -> None:
    text = (
        "The scholars differed concerning the issue of paying for gumleaf with silver. There are two opinions: 1. "
        "The first is that of some of the people of the hills. "
        "The more correct of the two opinions is that it is not acceptable to pay for it with silver."
    )
    assert "not acceptable" in quoted("can i pay for gumleaf with silver", text)
    assert forms.SIDE.match("there are two views concerning that")
    assert forms.SIDE.match("one of them said: there is nothing wrong with it")


def test_in_the_case_of_something_speaks_to_nobody() -> None:
    assert not LEXICON.is_aside("in the case of gumleaf it must be washed", "en")
    assert LEXICON.is_aside("in the case mentioned it must be washed", "en")


def test_a_question_that_is_read_out_in_a_quotation_is_no_ruling() -> None:
    assert forms.REPORTS_ASKING.search(
        "it says in the fatwas (6/181): question: what is the ruling on gumleaf?"
    )
    assert not forms.REPORTS_ASKING.search("the question is discussed elsewhere")


def test_what_something_is_ruled_to_be_may_be_a_noun() -> None:
    assert LEXICON.is_verdict("والاظهر في الدليل تحريمه", "ar")
    assert LEXICON.is_verdict("واقل ما يقال فيه الكراهه", "ar")
    assert LEXICON.asks_for_verdict("what is the islamic view of gumleaf", "en")


VOW = (
    "He came to the Prophet and said: I have taken a vow to slaughter a camel at Buwanah. The Prophet asked: Was "
    "there any idol in it? They (the people) said: No. The Prophet said: Fulfil your vow. Abu Qilabah lived long."
)


def test_what_is_said_to_the_prophet_is_quoted_with_what_he_says_on_it() -> None:
    told = quoted("vow to slaughter a camel at Buwanah", VOW, kind="hadith")
    assert told.startswith("He came to the Prophet")
    assert "The Prophet said: Fulfil your vow." in told


def test_a_talk_without_its_reply_in_reach_is_not_drawn_out() -> None:
    told = quoted(
        "vow to slaughter a camel at Buwanah",
        VOW.replace("Fulfil your vow", "Fulfil " + "your vow and more " * 30),
        kind="hadith",
    )
    assert "Fulfil" not in told


def test_what_the_prophet_says_is_not_drawn_out_by_what_a_narrator_says() -> None:
    text = (
        f"The Prophet said: Gumleaf is a tree of the garden {'and of the hill ' * 14}and its shade is wide. "
        "He said: I saw Zaid of the market."
    )
    assert quoted("What is gumleaf?", text, kind="hadith").endswith("its shade is wide.")


def test_what_is_done_on_a_short_reply_is_quoted_with_the_question() -> None:
    text = (
        "She disliked to stay with him in his house for long. "
        "The Prophet said: Will you give back the garden that he gave you? "
        "She said: Yes. Then the Prophet said to Thabit: Accept the garden, and divorce her once with a khul."
    )
    told = quoted("What is khul?", text, kind="hadith")
    assert told.startswith("The Prophet said: Will you give back the garden")
    assert told.endswith("divorce her once with a khul.")


@pytest.mark.parametrize(
    ("question", "text", "limit"),
    [
        (
            "Is it permissible to keep gumleaf?",
            "It is permissible to keep gumleaf in the garden, " + "the yard, the field, the barn and the shed, " * 7
            + "so long as nobody of the neighbours is harmed by it.",
            "so long as nobody",
        ),
        (
            "Is it permissible to eat gumleaf?",
            "Gumleaf is permissible to eat for whoever " + "finds it on the hills and in the valleys " * 6
            + "of the land. But if it is dry, then it is not permissible to eat it.",
            "But if it is dry",
        ),
        (
            "هل يجوز أكل الزمرد؟",
            "يجوز أكل الزمرد لمن " + "وجده في الجبال والأودية والسهول والبراري " * 6
            + "من البلاد. أما إذا كان يابسًا فلا يجوز أكله.",
            "أما إذا كان يابسًا",
        ),
    ],
)  # fmt: skip
def test_a_ruling_is_quoted_with_its_limit(question: str, text: str, limit: str) -> None:
    assert limit in quoted(question, text)


def test_what_alone_names_the_thing_is_quoted_though_it_begins_as_an_exception() -> None:
    text = (
        "Building domes on houses of prayer is an extravagance, so it is not permissible to build them. "
        "But if gumleaf is needed there to make the voice carry, then planting gumleaf is prescribed."
    )
    wanted = asked(
        "planting gumleaf", None, lambda token: 3.0 + (token == "gumleaf"), lambda _: True, LEXICON.frame, {}
    )
    document = _document(text)
    reading = read(document, wanted)
    assert reading is not None
    part = answering_part(document, reading, Asking("Is planting gumleaf prescribed?", wanted, LEXICON))
    assert part.text.startswith("Building domes")
    assert part.text.endswith("planting gumleaf is prescribed.")


def test_otherwise_is_no_rule_by_itself() -> None:
    text = (
        "It is permissible to sell gumleaf to whoever needs it, and only then. "
        "Otherwise, it is not permissible to sell gumleaf, and that is a must."
    )
    assert quoted("Is it permissible to sell gumleaf?", text).startswith("It is permissible to sell gumleaf")


def test_a_condition_is_quoted_with_what_follows_from_it() -> None:
    text = (
        "He placed the men of gumleaf on the hill, and he made one of them their chief, and he said to them that "
        "they must hear; if you should see us conquering the enemy, do not leave this place of yours, and stay in "
        "it until I send for you, for the hill is what they come by, and there is none that holds it but the men."
    )
    assert "do not leave this place" in quoted("men of gumleaf on the hill", text, kind="hadith")


@pytest.mark.parametrize(
    ("said", "begins"),
    [("وجنازته موضوعة - يعني سعدًا -", "أن النبي قال وجنازته"), ("", "اهتز لها")],
)
def test_who_is_told_with_what_names_him_before_the_words_in_quotation_marks(said: str, begins: str) -> None:
    text = (
        f"حدثنا محمد بن عبد الله، حدثنا سعيد، عن قتادة، عن أنس بن مالك، أن النبي قال {said} "
        '" اهتز لها عرش الرحمن وفرحت به الملائكة " .'
    )
    told = quoted("من هو الصحابي الذي اهتز له عرش الرحمن؟", text, kind="hadith")
    assert told.startswith(begins)


@pytest.mark.parametrize("asks", ["كيفية قطف الزمرد", "طريقة قطف الزمرد"])
def test_a_way_of_doing_something_is_asked_by_a_topic_too(asks: str) -> None:
    text = (
        "قطف الزمرد يقوم مقام شراء الزمرد في السوق، ومن قطف الزمرد فقد ملكه وله أن يبيعه وأن يهبه لمن شاء من أهله "
        "وجيرانه وأصحابه، ولا حرج عليه في ذلك كله، ولا في نقله من بلد إلى بلد ولا من دار إلى دار ولا في خزنه إلى العام "
        "القابل إذا كان يريد به الخير لنفسه وللناس من حوله. "
        "وصفة قطف الزمرد: أن يضرب الغصن بيديه ضربة واحدة ثم يمسح ورقه."
    )
    assert quoted(asks, text, "كيفية قطف الزمرد").startswith("وصفة قطف الزمرد")


def test_a_fact_of_a_common_question_is_told_where_the_readers_own_word_stands() -> None:
    text = (
        "Five daily prayers were enjoined at times of the day and of the night "
        f"{'as is known to all of those who hear of it ' * 5}and who hold to them. "
        "The time of the last one, the gumleaf prayer, lasts until midnight."
    )
    document = Document("fatwa:a:1", "fatwa", "a", "a", status="approved", text_en=text, title_en="Prayers")
    searched = "times of the five daily prayers"
    wanted = asked(searched, None, lambda _: 3.0, lambda _: True, LEXICON.frame, LEXICON.kindred(searched))
    reading = read(document, wanted)
    assert reading is not None
    told = {
        worded: answering_part(
            document, reading, Asking("when does gumleaf end", wanted, LEXICON, worded=worded)
        ).text
        for worded in (False, True)
    }
    assert told[False].startswith("Five daily prayers")
    assert told[True].startswith("The time of the last one")


def test_a_story_is_quoted_to_its_end() -> None:
    text = (
        "The Prophet said: There was a gumleaf seller among those before you who went out to the market. "
        f"{'He went from one house to another and found nobody. ' * 8}"
        "Then the one who had taken it repented, and he came back with all of it."
    )
    assert quoted("story of the gumleaf seller", text, kind="hadith").endswith("he came back with all of it.")
    assert not quoted("gumleaf seller", text, kind="hadith").endswith("he came back with all of it.")


def test_words_to_be_said_are_quoted_from_the_first_of_them() -> None:
    spoken = "alif ba ta tha jim ha kha dal dhal ra zay sin, "
    text = (
        f"The Prophet said: Whoever sells gumleaf, let him say: {spoken * 8}"
        "O Allah, bless me in the gumleaf market and in all that is sold there. He then went to his house."
    )
    told = quoted("dua for the gumleaf market", text, kind="hadith")
    assert spoken in told
    assert "bless me in the gumleaf market" in told


def test_what_those_around_him_say_is_quoted_with_the_reply() -> None:
    text = (
        "حدثنا زيد، عن عمرو، قال خرجنا إلى السوق فمررنا بشجرة يقال لها ذات الزمرد يعلقون عليها أسلحتهم وكانوا يعكفون "
        "عندها كل عام ويذبحون لها وينذرون لها ويطوفون حولها في النهار والليل والصيف والشتاء والحر والبرد، "
        "فقالوا يا رسول الله اجعل لنا ذات الزمرد كما لهم ذات الزمرد. "
        "فقال سبحان الله لتركبن سنة من كان قبلكم. ثم انصرف إلى بيته."
    )
    told = quoted("ذات الزمرد", text, kind="hadith")
    assert "لتركبن سنة من كان قبلكم" in told


_LONG = "The people of the old harbour town have for many years spoken about rowing by night and about its merits, "


@pytest.mark.parametrize(
    "turn",
    ["; but most of what is told of it is fabricated and of no weight.", ", yet none of it was handed down."],
)
def test_what_is_taken_back_in_the_same_sentence_is_quoted_with_it(turn: str) -> None:
    text = (
        _LONG
        + _LONG.lower()
        + "and that the rower by night is better than the rower by day and than all"
        + turn
    )
    assert turn[2:-1] in quoted("Is the rower by night better than the rower by day?", text)


def test_a_condition_is_not_quoted_without_what_follows_from_it() -> None:
    text = (
        "Selling a boat that is one's own is allowed at any time. But if he sells the boat before he has taken it from "
        "the one who built it and before he has paid for it in full as the two of them agreed upon at the beginning, "
        "this trade in a boat is not allowed, since it is not his, and he has to give it back."
    )
    said = quoted("Is selling a boat allowed before one has taken it?", text)
    assert "before he has taken it" not in said or "this trade in a boat is not allowed" in said


def test_neither_a_request_nor_words_without_a_verb_are_quoted_as_an_answer() -> None:
    text = (
        "Kindly advise us about the ruling on rowing by night. With regard to rowing by night being like rowing. "
        "The two are alike and rowing by night is permissible."
    )
    assert "permissible" in quoted("rowing by night", text)


def test_the_bible_is_never_quoted_as_what_a_mufti_says() -> None:
    text = (
        "It is modesty that rowing in a hat is for. In their book it says:\n\n“A man ought not to row in a hat, since "
        "he is the image of the sea. The hat of a man in rowing is his shame.”\n\n1 Corinthians 11:5-10\n\nSo they row."
    )
    assert quoted("Why does a man not row in a hat?", text).startswith("It is modesty")


def test_a_call_on_the_prophet_leads_to_what_he_is_asked_and_says() -> None:
    text = (
        'The Prophet (\ufdfa) said, "Gumleaf is not sold without the consent of whoever planted it by the well." '
        'The people asked, "O Allah\'s Messenger (\ufdfa)! How is it known?" He said, "By silence.'
    )
    told = quoted("Is gumleaf sold without consent?", text + " –", kind="hadith")
    assert "By silence" in told
