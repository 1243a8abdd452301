"""The table of common words: how it is made from the lists, and what the one in use holds."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest

from pipeline.answer.lexicon import RAREST, default_lexicon
from pipeline.answer.lexicon.files import COMMON, HOME, read_folder
from pipeline.evaluate.recipes import common_words
from pipeline.evaluate.recipes.__main__ import main
from pipeline.evaluate.recipes.common_words import groups, table_of
from pipeline.text import analyse_query
from schemas.errors import ConfigurationError, QuestionError


def _packed(*levels: list[str]) -> bytes:
    """A list as the package holds it: a map, then the words of each level."""
    texts = [
        b"".join(bytes([0xA0 + len(word.encode())]) + word.encode() for word in words) for words in levels
    ]
    body = b"".join(bytes([0x90 + len(words)]) + text for words, text in zip(levels, texts, strict=True))
    return bytes([0xDC]) + (len(levels) + 1).to_bytes(2, "big") + bytes([0x80]) + body


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    path = tmp_path / "words.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "wordfreq/data/small_en.msgpack.gz", gzip.compress(_packed(["all"], ["river", "rivers"]))
        )
        archive.writestr("wordfreq/data/small_ar.msgpack.gz", gzip.compress(_packed(["نهر", "river"])))
    return path


def test_words_of_one_token_are_added_up_and_other_letters_left_out(wheel: Path) -> None:
    rows = [line for line in table_of(wheel).splitlines() if not line.startswith("#")]
    shares = {token: int(rarity) for token, rarity in (row.split("\t") for row in rows)}
    assert list(shares) == sorted(shares)
    assert shares["river"] == round(-4 * (1 + -0.0332))  # twice 10 ** -0.01, in quarters of a doubling
    assert shares[analyse_query("نهر")[0]] == 0


def test_without_write_nothing_is_written(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "table.tsv"
    monkeypatch.setattr(common_words, "TARGET", target)
    told: list[str] = []
    main(["common_words", str(wheel)], told.append)
    assert told[0].endswith(" tokens\n")
    assert not target.exists()
    main(["common_words", str(wheel), "--write"], told.append)
    assert target.read_text("utf-8") == table_of(wheel)


@pytest.mark.parametrize("packed", [b"\xc0", b"\x90\x90", b"\xa1a"])
def test_another_form_is_refused(packed: bytes) -> None:
    with pytest.raises(QuestionError, match="not what it was"):
        groups(packed)


def test_the_table_in_use_knows_common_words_from_rare_ones() -> None:
    lexicon = default_lexicon()
    man, prophet = (lexicon.rarity(analyse_query(word)[0]) for word in ("man", "prophet"))
    assert man < prophet < RAREST == lexicon.rarity("mutaffif")


def test_a_broken_table_is_told_plainly(tmp_path: Path) -> None:
    for path in HOME.glob("*.*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / f"{COMMON}.tsv").write_text("river\n")
    with pytest.raises(ConfigurationError, match="common words"):
        read_folder(tmp_path)
