"""What the search finds for a question, and in which order it answers.

retrieve      a few searches, and what is put before the reader of texts; `revelation`: why a verse was revealed
features      of the question against all that was found: what the gate reads
signals       of one text as the answer to the question: what the order reads
considering   what a text is for a question by itself, whatever else was found
candidates    the texts, each once, best first; `repeats`: which of them say the same words; `graded`: one that rules on
              the narration which is asked about; `scripture`: the verse that names what is asked about
inquired      how like what muftis were asked is to what is asked now; `aiming`: how far a title is just that
"""
