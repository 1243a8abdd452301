"""No question and no text keeps a pattern busy for ever: none of the project's goes round in two ways (`ambiguity`)."""

from __future__ import annotations

import copy
import gc
import importlib
import pickle
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import pytest

import cli
import pipeline
import schemas
import service
from pipeline.answer import check_limits
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.lexicon.regex import Late, regex
from pipeline.answer.routing.limits import MARKS, shortened
from pipeline.answer.routing.route import route
from pipeline.evaluate.sets import read_all
from schemas.answer import Intent
from schemas.api import MAX_MESSAGE
from schemas.errors import QuestionError
from tests.ambiguity import ambiguous

ROOMS = (pipeline, service, cli, schemas)
_NAMED = re.compile(r"\{([a-z_]+)\}")
NAMES = tuple(f"{room.__name__}." for room in ROOMS)


def _modules() -> Iterator[ModuleType]:
    for room in ROOMS:
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def _held(root: object) -> Iterator[re.Pattern[Any] | Late]:
    """The patterns that something of ours holds, however deep."""
    seen, stack = set(), [root]
    while stack:
        one = stack.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, re.Pattern | Late):
            yield one
        elif isinstance(one, dict | list | tuple | set | frozenset) or type(one).__module__.startswith(NAMES):
            stack += gc.get_referents(one)


@cache
def _patterns() -> dict[tuple[str, int], str]:
    """Every pattern of the modules and of the lists, and where it stands."""
    lexicon = Lexicon.load()
    for name in dir(lexicon):
        getattr(lexicon, name)  # what is compiled when it is first asked for
    for question in read_all():
        route(question.question, lexicon)
    for module in _modules():
        for written in vars(module).values():
            _fill(written, lexicon)
    found: dict[tuple[str, int], str] = {}
    for name, root in [("data/lexicon", lexicon), *((one.__name__, vars(one)) for one in _modules())]:
        for pattern in _held(root):
            if isinstance(pattern.pattern, str):
                found.setdefault((pattern.pattern, pattern.flags), name)
    return found


def _fill(written: object, lexicon: Lexicon) -> None:
    """Let the lists compile what a module writes with the names of their parts, as it does when it is asked."""
    named = set(_NAMED.findall(written)) if isinstance(written, str) else set()
    for language, parts in lexicon.parts.items():
        if named and named <= set(parts):
            lexicon.compiled(language, str(written))


def test_no_pattern_goes_round_in_two_ways() -> None:
    patterns = _patterns()
    assert len(patterns) > 800
    told = {key: ambiguous(re.compile(*key)) for key in patterns}
    assert not [f"{patterns[key]}: {key[0][:200]}: {why}" for key, why in told.items() if why]


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?:a*)*b",
        r"(?:a|a)*b",
        r"(?:a|ab|b)*c",
        r"(?:jazak ?(?:allah)? ?[\s,]*)+x",
        r"(?:\w+\s*)+x",
        r"(?:a?){0,40}b",
        r"c(?=(?:a|aa)*b)",
        r"(?>(?:a|aa)*b)c",
        r"(?:[ab]x?|B)*c",
    ],
)
def test_a_loop_of_two_ways_is_found(pattern: str) -> None:
    assert ambiguous(re.compile(pattern, re.IGNORECASE))


@pytest.mark.parametrize(
    "pattern",
    [r"a*b*a*", r"(?:\w+\s+)+x", r"(?:(?>a|ab|b)[ ,]*+)+x", r"(?:ab|ac)*d", r"(?:a?){3}b", r"(?:[ab]x?|B)*c"],
)
def test_a_loop_of_one_way_is_none(pattern: str) -> None:
    assert not ambiguous(re.compile(pattern))


def test_greetings_in_a_row_are_still_a_greeting(lexicon: Lexicon) -> None:
    for said in (
        "Jazakallah khair brother, thanks to you all. May Allah reward you all!",
        "assalamu alaikum wa rahmatullahi wa barakatuhu",
        "hiya, salaam, as-salamu alaykum",
        "السلام عليكم ورحمة الله وبركاته، جزاكم الله خيرا",
    ):
        assert route(said, lexicon).intent is Intent.GREETING, said
    repeated = route("jazakallah " * 300 + "is music allowed", lexicon)
    assert repeated.intent is not Intent.GREETING


def test_signs_and_spaces_in_a_row_say_no_more_than_the_first_of_them() -> None:
    assert (
        shortened("what is zakat" + "?\n." * 1000 + "tell")
        == "what is zakat" + ("?\n." * MARKS)[:MARKS] + "tell"
    )
    verse = "ٱللَّهُ لَآ إِلَـٰهَ إِلَّا هُوَ ۚ"
    assert shortened(verse) == verse


def test_a_question_of_signs_that_stand_for_phrases_is_too_long() -> None:
    check_limits("ﷺ" * 100)
    with pytest.raises(QuestionError, match="too long"):
        check_limits("ﷺ" * MAX_MESSAGE)


def test_a_pattern_of_a_list_is_compiled_by_the_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_ = re.compile

    def compiling(pattern: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(pattern)
        return compile_(pattern, flags)

    monkeypatch.setattr("pipeline.answer.lexicon.regex.re.compile", compiling)
    late = regex("first(?P<name> call)", re.IGNORECASE)
    assert regex("first(?P<name> call)", re.IGNORECASE) is late
    assert not compiled
    assert [late.search("a FIRST call") is not None, late.fullmatch("first") is not None] == [True, False]
    assert (late.pattern, dict(late.groupindex), late.sub("x", "First call.")) == (
        "first(?P<name> call)",
        {"name": 1},
        "x.",
    )
    assert compiled == ["first(?P<name> call)"]


def test_a_pattern_of_a_list_goes_to_another_process_as_it_is_written() -> None:
    late = regex("as it is (?P<name>written)")
    assert pickle.loads(pickle.dumps(late)) is late
    assert copy.deepcopy(late) is late


def test_what_is_wrong_with_a_pattern_is_told_by_the_first_call() -> None:
    with pytest.raises(re.error, match="unterminated"):
        regex("(never closed").search("")
