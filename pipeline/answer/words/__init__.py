"""A question and a text as words: what is compared when one is read for the other.

    fold       the form in which rules are matched
    tongue     the language that a question is asked in
    units      what a question asks about, as units of meaning; `family`: the other words of an Arabic word's root
    reading    how much of a question a text covers, and where; `narration`: where one begins to speak
    spelling   whether a text holds an Arabic word itself, or only one of its stem
    mistyped   what a word that nothing knows was meant for; each language has its own module (`mistyped_arabic`, ...)
    voweled    patterns for Arabic words with any vowels
    quoted     what marks words as quoted
    replacing  other words in the place of some of a text

No list is known here: they are one room up, in `lexicon`.
"""
