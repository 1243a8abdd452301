"""The kernels from numbers of words to tokens, and to vectors: integers alone, the same bytes as the definitions.

`tokens_of_passages` is `pipeline.text.analyser` over words that are known already: the tokens of each word, less the
blessing. `vectors_of_passages` is `plain.vectors_of` over them: int32 sums of weighted int8 rows, of one length.
Constants of other modules come as arguments: compiled code is kept, and does not notice that they changed.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.compiled import kernel
from pipeline.index.embedder.summing import add_feature, shorten


@kernel
def _tokens_of_row(words, start, stop, starts, tokens, blessing, out, used):  # type: ignore[no-untyped-def]
    """Append the tokens of a text, without the blessing; returns how many there are then."""
    begin = used
    for place in range(start, stop):
        word = words[place]
        for token in range(starts[word], starts[word + 1]):
            out[used] = tokens[token]
            used += 1
    kept, place = begin, begin
    while place < used:
        if (
            place + 2 < used
            and out[place] == blessing[0]
            and out[place + 1] == blessing[1]
            and out[place + 2] == blessing[2]
        ):
            place += 3
        else:
            out[kept] = out[place]
            kept += 1
            place += 1
    return kept


@kernel
def tokens_of_passages(words, row_starts, headings, weight, starts, tokens, blessing):  # type: ignore[no-untyped-def]
    """The tokens of passages: those of the heading `weight` times, then those of the text.

    Args:
        words: numbers of words, all rows one after another; row r is words[row_starts[r] : row_starts[r + 1]].
        headings: of each passage, the row of its heading; row p is the text of passage p.
        starts, tokens: the tokens of word w are tokens[starts[w] : starts[w + 1]].

    Returns:
        All tokens, and the number of each passage's.
    """
    most = np.int64(0)
    for passage in range(len(headings)):
        heading = headings[passage]
        for place in range(row_starts[heading], row_starts[heading + 1]):
            most += weight * (starts[words[place] + 1] - starts[words[place]])
        for place in range(row_starts[passage], row_starts[passage + 1]):
            most += starts[words[place] + 1] - starts[words[place]]
    out = np.empty(most, np.int32)
    lengths = np.empty(len(headings), np.uint32)
    used = np.int64(0)
    for passage in range(len(headings)):
        begin, heading = used, headings[passage]
        for _ in range(weight):
            used = _tokens_of_row(
                words, row_starts[heading], row_starts[heading + 1], starts, tokens, blessing, out, used
            )
        used = _tokens_of_row(
            words, row_starts[passage], row_starts[passage + 1], starts, tokens, blessing, out, used
        )
        lengths[passage] = used - begin
    return out[:used].copy(), lengths


@kernel
def _add_row(words, start, stop, starts, features, table, weights, left, sums):  # type: ignore[no-untyped-def]
    """Add the features of some words, at most `left` of them; returns how many more may come."""
    for place in range(start, stop):
        word = words[place]
        for feature in range(starts[word], starts[word + 1]):
            if left == 0:
                return left
            add_feature(sums, features[feature], table, weights)
            left -= 1
    return left


@kernel
def vectors_of_passages(  # type: ignore[no-untyped-def]
    words, row_starts, headings, together, subjects, starts, features, table, weights, target,
    most_words, most_features,
):  # fmt: skip
    """The vectors of passages, int8.

    Args:
        together: of each passage, the row that holds heading and text together, or -1 where they are two rows.
        subjects: of each passage, the row of its subject, whose own vector is added, or -1.
        starts, features: as the tokens of `tokens_of_passages`.
        target: the length of a vector, a float.
        most_words, most_features: what is read of a passage.
    """
    out = np.empty((len(headings), table.shape[1]), np.int8)
    sums = np.empty(table.shape[1], np.int32)
    alone = np.empty(table.shape[1], np.int8)
    for passage in range(len(headings)):
        sums[:] = 0
        first, second = headings[passage], np.int64(passage)
        if together[passage] >= 0:
            first = together[passage]
        start = row_starts[first]
        stop = min(row_starts[first + 1], start + most_words)
        left = _add_row(words, start, stop, starts, features, table, weights, most_features, sums)
        if together[passage] < 0:
            rest = most_words - (stop - start)
            start = row_starts[second]
            stop = min(row_starts[second + 1], start + rest)
            _add_row(words, start, stop, starts, features, table, weights, left, sums)
        shorten(sums, target, out[passage])
        if subjects[passage] >= 0:
            sums[:] = 0
            start = row_starts[subjects[passage]]
            stop = min(row_starts[subjects[passage] + 1], start + most_words)
            _add_row(words, start, stop, starts, features, table, weights, most_features, sums)
            shorten(sums, target, alone)
            for column in range(len(sums)):
                sums[column] = np.int32(alone[column]) + np.int32(out[passage, column])
            shorten(sums, target, out[passage])
    return out


@kernel
def copy_spans(data, spans, bounds, out):  # type: ignore[no-untyped-def]
    """Copy the bytes of spans one after another: span i goes to out[bounds[i] : bounds[i + 1]]."""
    for row in range(len(spans)):
        place = np.int64(bounds[row])
        for source in range(spans[row, 0], spans[row, 1]):
            out[place] = data[source]
            place += 1
