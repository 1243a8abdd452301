"""How a question is routed: its limits, its kind, and the texts that it names.

    limits     what may be asked at all
    route      what kind of question it is, by ordered rules
    joined     several questions in one
    mentions   references in it, found by the words near them (`around_reference`): `verses`, `narrations`
    invented   surahs that it names and that do not exist
    counts     numbers of the Qur'an that it asks for
    numbers    whole numbers in it, in digits or in words; `worded`: a place among texts, in words

Nothing is searched here.
"""
