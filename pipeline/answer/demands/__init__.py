"""What a question demands of a text, beyond speaking of its subject.

questions   which demands a question makes, and whether a text meets them
checks      one check for each demand, and `numbering` those on numbers and order; `shares`: of a share of a whole
languages   what every language says in words of its own; `arabic` and `english` know these words
counting    what a question with numbers wants; `facts`: what an Arabic one of fact does
circumstances  one's own case, and what is before or after something
surahs      what is asked of a surah is told by a text that speaks of it, and, in `schools`, a view by one that names
            whose it is
saying      what somebody, or a verse, said; `preferring`: which of two things is the better
doing       what a question says that a person did or suffered, and `being`, that somebody is; each language has its own
            module (`doing_arabic`, ...); `predicate`: what both find; `persons`: who is named
unworthy    what a question says of the Prophet though it is unworthy of him
identifying who somebody described was
naming      the very thing that a question asks about must be named
places      where the words that are asked about stand in a text
read        a text as a demand sees it
"""
