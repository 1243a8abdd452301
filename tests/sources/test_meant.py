"""What was meant by a link that is no reference id: guessed where it can be told, and only what can be."""

from __future__ import annotations

from pathlib import Path

import pytest
from source_folders import source_folder

from pipeline.sources.check import check
from pipeline.sources.languages import in_language
from pipeline.sources.meant import meant

HEAD: list[object] = ["number", "text", "about"]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Quran 2:255", "quran:2:255"),
        ("Qur'an, 2/255", "quran:2:255"),
        ("«quran:2:255»", "quran:2:255"),
        ("“quran:2:255”", "quran:2:255"),
        ("qurna:2:255", "quran:2:255"),
        ("Koran 2:255", "quran:2:255"),
        ("quran2:255", "quran:2:255"),
        ("quran:02:255", "quran:2:255"),
        ("quran:٢:٢٥٥", "quran:2:255"),
        ("quran：2：255", "quran:2:255"),
        ("quran:2:255 – 257", "quran:2:255-257"),
        ("2:255", "quran:2:255"),
        ("سورة البقرة، الآية ٢٥٥", "quran:2:255"),
        ("سوره النور ٣٥", "quran:24:35"),
        ("القرآن ٢:٢٥٥", "quran:2:255"),
        ("آل عمران: 3", "quran:3:3"),
        ("Al-Baqarah 255", "quran:2:255"),
        ("quran:baqara:255", "quran:2:255"),
        ("Hadith Bukhari 1", "hadith:bukhari:1"),
        ("hadeeth:muslim:8C", "hadith:muslim:8c"),
        ("hadith:Ibn Majah:12", "hadith:ibn-majah:12"),
        ("Tafsir Muyassar 2:255", "tafsir:muyassar:2:255"),
    ],
)
def test_what_can_be_told_is_guessed(written: str, name: str | None) -> None:
    assert meant(written) == name


@pytest.mark.parametrize(
    "written",
    ["", "quran", "255", "Quran 2:999", "2:255:3", "quran:2:257-255", "quran:2-255", "bukhari:1", "the light 35",
     "الحديث 3", "page 12:3", "https://example.org/2/3", "quran:2:255#x", "hadith:bukhari",
     "hadith:muslim:8 c", "«»", "2:255 " * 40],
)  # fmt: skip
def test_what_cannot_be_told_is_not(written: str) -> None:
    assert meant(written) is None


def remedies(folder: Path, reason: str) -> list[str]:
    return [one.remedy for kind in check(folder).kinds for one in kind.shown if kind.reason == reason]


def test_an_editor_is_asked_whether_it_was_meant_in_both_languages(tmp_path: Path) -> None:
    rows: list[list[object]] = [HEAD, [1, "x", "Quran 2:255; البقرة ٢٥٦"], [2, "x", "Quran 2:255; somewhere"]]
    guessed, unknown = remedies(source_folder(tmp_path, rows, links=["{about}"]), "bad-link")
    assert guessed.startswith("did you mean “quran:2:255; quran:2:256”? Else write it as in")
    assert in_language(guessed, "ar").startswith("هل تقصد «quran:2:255; quran:2:256»؟ وإلا اكتبها مثل")
    assert unknown.startswith("write it as in")


def test_so_is_who_quotes_a_verse_by_a_name_that_is_none(tmp_path: Path) -> None:
    quotes = [{"verse": "{about}", "from": "{text}"}]
    folder = source_folder(tmp_path, [HEAD, [1, "some words", "2:255"]], quotes=quotes)
    assert remedies(folder, "no-such-verse") == ["did you mean “quran:2:255”?"]
