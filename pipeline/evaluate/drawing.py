"""Letters to be labelled next, drawn by a digest of their names: no score is looked at.

    python -m pipeline.evaluate.drawing TABLE CORPORA SOURCE COUNT

prints one letter a line, its row and its text, of a source of letters (`pipeline.evaluate.letters`). Letters that the
table holds, near copies of these or of one drawn before, and letters of over `MOST_WORDS` words are passed over.
`FIRST_PERSON` of those drawn hold a word in the first person, as long as there are such: most letters are short and
ask for a rule, and the border lies among the others.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from pipeline.answer.words.fold import fold
from pipeline.evaluate.letters import all_letters

LEAST_WORDS, MOST_WORDS = 4, 250
FIRST_PERSON = 0.7
RUN, ALIKE = 4, 0.4  # a near copy shares over two fifths of its runs of four words
_WORD = re.compile(r"\w+")
_I = re.compile(
    r"\b(?:i|me|my|mine|we|us|our)\b"
    r"|\b[وفبلك]{0,2}(?:انا|اني|انني|لاني|كنت|علي|لي|لدي|عندي|معي|نحن|لنا|عندنا|لدينا|ابي|امي|اخي|اختي|زوجي|ابني)\b"
    r"|\w{3}(?:تي|ني)\b"
)


def drawn(
    source: str, letters: Mapping[str, str], held: Collection[str], known: Iterable[str], count: int
) -> list[str]:
    """Rows of up to `count` letters that are not `held` and like no text of `known`; any run is as mixed as all."""
    seen = set[tuple[str, ...]]().union(*map(_runs, known))
    told, others = list[str](), list[str]()
    for row in sorted(letters.keys() - set(held), key=lambda row: _digest(source, row)):
        text = fold(letters[row])
        runs = _runs(text)
        if LEAST_WORDS <= len(text.split()) <= MOST_WORDS and len(runs & seen) <= ALIKE * len(runs):
            seen |= runs
            (told if _I.search(text) else others).append(row)
    of_told = max(round(count * FIRST_PERSON), count - len(others))
    chosen = [*told[:of_told], *others[: count - len(told[:of_told])]]
    return sorted(chosen, key=lambda row: _digest(row, source))


def _digest(*names: str) -> str:
    return sha256("#".join(names).encode()).hexdigest()


def _runs(text: str) -> set[tuple[str, ...]]:
    words = _WORD.findall(fold(text))
    return {tuple(words[n : n + RUN]) for n in range(max(1, len(words) - RUN + 1))}


def main(table: str, corpora: str, source: str, count: str) -> None:
    """Print the letters to be read."""
    rows = [line.split("\t")[:2] for line in Path(table).read_text("utf-8").splitlines()[1:]]
    known = {name: all_letters(Path(corpora), name) for name in {name for name, _ in rows} | {source}}
    texts = [known[name][row] for name, row in rows if row in known[name]]
    held = [row for name, row in rows if name == source]
    for row in drawn(source, known[source], held, texts, int(count)):
        sys.stdout.write(f"{row}\t{known[source][row]}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
