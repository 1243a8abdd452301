"""What a question demands of a text, beyond speaking of its subject.

questions   which demands a question makes, and whether a text meets them
checks      one check for each demand; `arabic` and `english` hold those that hang on the words of one language
naming      the very thing that a question asks about must be named
"""
