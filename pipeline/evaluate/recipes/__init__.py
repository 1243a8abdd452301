"""How numbers that the verdict rests on were come by: a recipe for each file of them, run by hand and not by a build.

    python -m pipeline.evaluate.recipes cases | common_words | order | prior | regions | sentences   SOURCE... [--write]

A recipe tells what it found; with --write it writes its file anew, where the project keeps it.
"""
