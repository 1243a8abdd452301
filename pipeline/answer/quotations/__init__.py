"""Pasted words of scripture: which verses and narrations hold them, in whatever letters.

letters    words by their letters alone
mushaf     all verses in a row, by their consonants and by their words
cited      verses that a question cites by few of their words
around     what stands around words that may be pasted
pasted     what of a question may be pasted, and whether a text holds it
placed     words whose place is asked for; `claimed`: that are said to be the Qur'an's, `told`: or a narration
found      what was found of words; `lacking`: which of them no text holds
in_verses  words found in the Qur'an
quotes     which texts a question quotes
misquoted  words that it says are held where they are not
sounded    verses in Latin letters, by their sound
transcribed  one word of a verse in Latin letters, as English transcribes it
"""
