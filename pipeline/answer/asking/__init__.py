"""What is asked: the limits of a question, its kind, and the texts that it names.

    limits     what may be asked at all
    route      what kind of question it is, by ordered rules
    mentions   references in it, found by the words near them (`near`): `verses`, `narrations`
    numbers    whole numbers in it, in digits or in words

Nothing is searched here.
"""
