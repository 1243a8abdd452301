"""A command that was called wrongly is told so in the language of who called it, and always ends with 2."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cli.console import run_command
from cli.main import app
from cli.options import LOCALE
from cli.paragraphs import ISOLATE, ITS_OWN, POP
from cli.usage import call

Ended = Callable[..., str]
ENGLISH_WORDS = re.compile(r"[a-z]{3,} [a-z]{2,}")


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ended:
    """What is told to who gives some words, without isolates; the environment asks for a language."""

    def given(words: Sequence[str], locale: str = "", code: int = 2) -> str:
        for name in LOCALE:
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("LANG", locale)
        with pytest.raises(SystemExit) as left:
            run_command(lambda: call(app, words))
        assert left.value.code == code
        printed = capsys.readouterr()
        return re.sub(f"[{ISOLATE}{ITS_OWN}{POP}]", "", printed.out + printed.err)

    return given


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("nothing", "لا يوجد أمر باسم «nothing»"),
        ("source list", "هل تقصد «sources»؟"),
        ("sources check", "يحتاج الأمر إلى «FOLDER»"),
        ("sources approve a", "يحتاج الأمر إلى «--by»"),
        ("sources check a --lnes 3", "هل تقصد «--language, --lines»؟"),
        ("sources check a -z", "لا يوجد خيار باسم «-z»"),
        ("sources check a --html", "الخيار «--html» تلزمه قيمة بعده"),
        ("sources approve a --again=3", "الخيار «--again» لا يأخذ قيمة"),
        ("sources check a --lines x", "عدد صحيح"),
        ("sources check a --lines 0", "عدد لا يقلّ عن 1"),
        ("ui --port 99999", "عدد لا يزيد على 65535"),
        ("sources check a --language fr", "لا تصلح «fr» قيمةً للخيار «--language»"),
        ("sources check a b c", "كُتب بعد الأمر أكثر مما يأخذ: b c"),
    ],
)
def test_a_wrong_call_is_told_in_arabic_where_arabic_is_spoken(words: str, told: str, ended: Ended) -> None:
    shown = ended(words.split(), "ar_EG.UTF-8")
    assert told in shown
    assert "الإصلاح" in shown
    assert ENGLISH_WORDS.findall(re.sub("«[^»]*»|الموضع: .*", "", shown)) == []


@pytest.mark.parametrize("language", [["--language", "ar"], ["--language=ar"]])
def test_the_option_says_so_too_and_goes_before_the_environment(language: list[str], ended: Ended) -> None:
    assert "يحتاج الأمر" in ended(["sources", "check", *language])
    other = [word.replace("ar", "en") for word in language]
    assert "Missing argument" in ended(["sources", "check", *other], "ar_EG.UTF-8")


def test_a_group_without_a_command_shows_its_help_in_any_language(ended: Ended) -> None:
    for locale in ("ar_EG.UTF-8", "en_GB.UTF-8"):
        assert "Usage" in ended(["sources"], locale)


def test_what_is_called_rightly_ends_as_it_does_in_english(ended: Ended) -> None:
    for locale in ("ar_EG.UTF-8", "en_GB.UTF-8"):
        assert "isnad" in ended(["--version"], locale, 0)
        assert '"title"' in ended(["sources", "schema"], locale, 0)
        assert "there-is-none" in ended(["sources", "show", "there-is-none"], locale, 1)


@pytest.mark.parametrize(
    "words",
    [
        ["sources", "approve", "quran", "--by", "  "],
        ["sources", "new", "My Fatwas"],
        ["ask", "What is zakat?", "--background", "Christian"],
        ["eval", "--steady", "2", "--external"],
        ["keys", "create", "--name", " "],
        ["keys", "create", "--name", "One", "--expires", "2020-01-01"],
        ["keys", "change", "0123"],
        ["serve", "--dev", "--accounts", "keys.sqlite"],
        ["snapshot", "use", "s-1", "--channel", "No Channel"],
        ["snapshot", "use", "s-1", "--allow", "chnged-text"],
        ["snapshot", "pull", "here", "--allow", "chnged-text"],
        ["snapshot", "push", "production", "there", "--allow", "chnged-text"],
        ["build", "--allow", "chnged-text"],
        ["run", "--allow", "chnged-text"],
    ],
    ids=" ".join,
)
def test_what_a_command_can_never_take_ends_with_two_and_leaves_nothing(
    words: list[str], ended: Ended, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ISNAD_HOME", str(Path(__file__).parents[2]))
    monkeypatch.setenv("ISNAD_STORE", str(tmp_path / "store"))
    told = ended(words, code=2)
    assert "error" in told.lower()
    assert "Traceback" not in told
    assert list(tmp_path.iterdir()) == []
