"""A question as people write it in a message asks what the question in full asks."""

from __future__ import annotations

import pytest

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import route

LEXICON = default_lexicon()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("wat do u say b4 eating", "what do you say before eating"),
        ("y r tattoos haram", "why are tattoos haram"),
        ("Y is pork haram n wht abt gelatin", "why is pork haram and what about gelatin"),
        ("is it ok 2 pray wit ur shoes on?", "is it ok to pray with your shoes on?"),
        ("dua 4 exams", "dua for exams"),
        ("can i fast wen I'm on my period", "can i fast when I am on my period"),
        ("I’ve heard ppl say dat", "I have heard people say that"),
        ("who was the 1st caliph", "who was the first caliph"),
        ("ghusl ka tariqa", "ghusl of method"),
        ("namaz ki fazilat aur ahmiyat", "namaz of virtue aur ahmiyat"),
        # What is a word, a number, a name or an initial stays.
        ("what is a sufi tariqa", "what is a sufi tariqa"),
        ("can a man have 2 wives", "can a man have 2 wives"),
        ("do i need 2 witnesses or 4", "do i need 2 witnesses or 4"),
        ("what 2 angels ask in the grave", "what 2 angels ask in the grave"),
        ("wat 2 say b4 eating", "what to say before eating"),
        ("can 2 people pray together", "can 2 people pray together"),
        ("4 witnesses of zina", "4 witnesses of zina"),
        ("Bukhari 2 and Muslim 4", "Bukhari 2 and Muslim 4"),
        ("what is ar Rahman", "what is ar Rahman"),
        ("kun fa ya kun", "kun fa ya kun"),
        ("who is R. Smith", "who is R. Smith"),
        ("Aisha (r.a.)", "Aisha (r.a.)"),
        ("vitamin y", "vitamin y"),
        ('what does "u r" mean', 'what does "u r" mean'),
        ("هل 2 ركعات", "هل 2 ركعات"),
    ],
)
def test_words_of_messages_are_written_in_full(written: str, meant: str) -> None:
    assert LEXICON.texting.in_full(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("wht r the 5 pillars of islam plz tell me", "what are the 5 pillars of islam"),
        ("yo is pork haram fr", "is pork haram"),
        ("can i fast wen im on my period", "can i fast when i am on my period"),
        ("my hubby said talaq 3 times r we divorced", "my husband said talaq 3 times are we divorced"),
        ("wen is eid", "when is eid"),
        ("i dnt want 2 live anymore", "i do not want to live anymore"),
        ("tell me something abt hajj", "tell me about hajj"),
    ],
)
def test_it_is_routed_as_it_is_meant(written: str, meant: str) -> None:
    said, full = route(written, LEXICON), route(meant, LEXICON)
    assert (said.rule, said.reason, said.wording) == (full.rule, full.reason, full.wording)
    assert said.rule != "general" or said.wording is not None
