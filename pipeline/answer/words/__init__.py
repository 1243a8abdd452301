"""A question and a text as words: what is compared when one is read for the other.

    fold       the form in which rules are matched
    units      what a question asks about, as units of meaning
    reading    how much of a question a text covers, and where
    spelling   whether a text holds an Arabic word itself, or only one of its stem

No list is known here: they are one room up, in `lexicon`.
"""
