"""The lists that answering reads: where they lie, and what they hold as they are written.

They are data, in `data/lexicon`: YAML files, and one table of words.
What a surah is called officially and how many verses it has stands in
one place for the whole project (`pipeline.sources.scripture`); `surahs.yaml` adds the other names in use.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pipeline.sources.scripture import surahs
from schemas.errors import ConfigurationError

FILES = (
    "routes",
    "references",
    "surahs",
    "faith",
    "closed-lists",
    "backgrounds",
    "courtesies",
    "kinds",
    "schools",
    "phrases",
    "wordings",
    "cases",
    "joined",
    "order",
    "sentences",
    "crisis",
    "texting",
    "terms",
    "premises",
    "contrasts",
    "senses",
)
# Of the lists together: to be raised with each name that code reads by and that comes, goes or changes.
FORM = 49
COMMON = "common-words"  # how rare words are in general language; see pipeline.evaluate.recipes.common_words
COMMON_HEAD = """\
# How rare words are in general language, by token: minus the base-2 logarithm of their share of running words, times 4.
# Made from the short lists of the package wordfreq 3.1.1 (Robyn Speer) by
# pipeline.evaluate.recipes.common_words. Those lists and this table: CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/
"""
COMPILED = "lexicon.json"
HOME = Path(__file__).resolve().parents[3] / "data" / "lexicon"


def read_folder(folder: Path) -> dict[str, Any]:
    """The lists of a folder by name; raises `ConfigurationError` for one that is absent or broken."""
    import yaml

    lists: dict[str, Any] = {}
    for name in FILES:
        path = folder / f"{name}.yaml"
        try:
            lists[name] = _read(path)
        except (OSError, ValueError, yaml.YAMLError) as error:
            raise ConfigurationError(
                "a list that answering needs cannot be read",
                expected="a YAML file in UTF-8",
                found=str(error),
                where=str(path),
                remedy="correct what is found there, or take the file back as it was",
            ) from error
        if not isinstance(lists[name], dict):
            raise ConfigurationError(
                "a list that answering needs has no names",
                expected="names, each with what it stands for: `name: ...`",
                found="nothing" if lists[name] is None else f"a {type(lists[name]).__name__}",
                where=str(path),
                remedy="take the file back as it was",
            )
    named = lists["surahs"]
    lists["surahs"] = {**named, "surahs": [_surah(row, folder) for row in named["surahs"]]}
    lists[COMMON] = _common(folder / f"{COMMON}.tsv")
    return lists


def _read(path: Path) -> Any:
    """What a file of YAML holds; ValueError where a key stands twice, of which YAML takes the last without a word."""
    import yaml

    from pipeline.sources.written.plainyaml import repeated_keys

    loader = yaml.CSafeLoader(path.read_text("utf-8"))
    node = loader.get_single_node()
    if node is None:
        return None
    if again := next(repeated_keys(node), None):
        raise ValueError(
            f"the key “{again.key}” stands twice: in line {again.first} and in line {again.line}"
        )
    return loader.construct_document(node)


def _common(path: Path) -> dict[str, int]:
    """How rare each token of the table is."""
    try:
        lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
        return {token: int(rarity) for token, rarity in (line.split("\t") for line in lines)}
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            "the table of common words cannot be read",
            expected="a token, a tab and a whole number in each line",
            found=str(error),
            where=str(path),
            remedy="take the file back as it was",
        ) from error


def _surah(row: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A surah's other names beside its name and its number of verses."""
    known = surahs().get(str(row["number"]))
    if known is None:
        raise ConfigurationError(
            "a list of names speaks of a surah that does not exist",
            expected=f"a number from 1 to {len(surahs())}",
            found=str(row["number"]),
            where=str(folder / "surahs.yaml"),
            remedy="correct the number",
        )
    official = {"ar": known["name_ar"], "en": known["name_en"], "verses": int(known["verses"])}
    return {**official, **row}
