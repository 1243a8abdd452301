"""The answer that is shown, from texts that were chosen already: every sentence is a source's, or fixed.

evidence                        which texts are shown
pieces, spoken, retold          where a text may be cut, where a mufti's answer begins and ends, and what he only
                                retells
forms, marked                   the forms of sentences, and what each piece of a text holds and does
worth, choose, widening         what runs of pieces are worth, which is quoted, and how much around it
passage, replies, explaining    verses shown together: a story, a question and its reply, a verse and what a comment
                                says of its words
compose, dawah, markdown        summary, detail and citations
looked_up, beside               what is told of texts that were looked up, and the comments beside verses
shown, grades, notes            a document as evidence and as a source, how sound its source says it is, and what a
                                reader is told beside it
"""
