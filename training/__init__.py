"""Teaching the reader: a small encoder that reads a question and a text together and tells whether the text answers.

Three steps, each with its own needs, and a folder of files between them:

    pack      a snapshot, the question sets and an English model -> arrays (needs the build's libraries)
    learn     arrays -> weights (needs torch and numpy, and an accelerator for a whole run)
    export    weights -> the folder that a snapshot carries

`docs/reader.md` says what it learns from and how well. Nothing of the project imports this package.
"""
