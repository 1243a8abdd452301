"""Pasted words of scripture: which verses and narrations hold them, in whatever letters.

cited      verses that a question cites by a word or two
mushaf     all verses in a row, by their consonants
pasted     what of a question may be pasted, and whether a text holds it
quotes     which texts a question quotes
sounded    verses in Latin letters, by their sound
"""
