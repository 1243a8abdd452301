"""What a question demands of a text, beyond speaking of its subject.

asking      a question, read once for all that is asked of it; `read`: a text as a demand sees it
questions   the tables of what a question demands, and whether a text meets it; `demand`: one of them
checks      what a demand puts to a text, and `numbering` those on numbers and order; `shares`: of a share of a whole
wanting     what is wanted told, by the form of a question and of one thing; `nouns`: which Arabic ones must stand
judging     which things a judgement is asked on, and `comparing`, which two are told apart; `naming`: a text names them
languages   what every language says in words of its own; `arabic` and `english` know these words
counting    what a question with numbers wants; `facts`: what an Arabic one of fact does; `kin`: whose kin somebody is
circumstances  one's own case, and what is before or after something; `contrast`: one case among several
surahs      what is asked of a surah is told by a text that speaks of it, and, in `schools`, a view by one that names
            whose it is; `narrated`: a narration by its name
saying      what somebody, or a verse, said; `preferring`: which of two things is the better
doing       what a question says that a person did or suffered, and `being`, that somebody is; each language has its own
            module (`doing_arabic`, ...); `predicate`: what both find; `persons`: who is named
unworthy    what a question says of the Prophet though it is unworthy of him
identifying who somebody described was; `named_persons`: that those who are named are told of
places      where the words that are asked about stand in a text
"""
