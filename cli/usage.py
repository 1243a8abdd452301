"""What is told to somebody who called a command wrongly: in Arabic where Arabic is spoken, else in typer's own words.

    call(app, words)    run what the words say; leave the process with 2 where they cannot be understood

Rules: Arabic is spoken where `--language ar` stands among the words, else where the environment asks for it, whichever
command was meant: who mistypes its name has no other language. Words of typer's that are not known here are told as
they are.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cli.options import chosen_language
from schemas.errors import ConfigurationError
from schemas.sentence import Language, said

if TYPE_CHECKING:
    from typer import Typer

EXIT_USAGE = 2
_NO_COMMAND = re.compile(r"No such command '(?P<name>.*?)'\.(?: Did you mean (?P<near>.*)\?)?", re.DOTALL)
_NOT_ONE_OF = re.compile(r"(?:Value error, )?'(?P<found>.*)' is not one of (?P<known>.*?)\.?", re.DOTALL)
_EXTRA = re.compile(r"Got unexpected extra argument\S* \((?P<words>.*)\)", re.DOTALL)
_LEAST = re.compile(r"Input should be greater than or equal to (?P<number>\S+)")
_LANGUAGE = re.compile(r"\s--language[\s=](en|ar)\s")
_MOST = re.compile(r"Input should be less than or equal to (?P<number>\S+)")


def call(app: Typer, words: Sequence[str]) -> None:
    """Run a command, and leave with its exit code."""
    if _spoken(words) == "en":
        app(args=list(words))
        return
    try:
        code = app(args=list(words), standalone_mode=False)
    except Exception as error:
        if getattr(error, "exit_code", None) != EXIT_USAGE:
            raise
        if type(error).__name__ != "NoArgsIsHelpError":  # then the help was shown already
            _tell(error)
        sys.exit(EXIT_USAGE)
    sys.exit(code or 0)


def _spoken(words: Sequence[str]) -> Language:
    """The language of who gave these words."""
    given = _LANGUAGE.search(f" {' '.join(words)} ")
    return chosen_language("ar" if given and given[1] == "ar" else "en" if given else None)


def _tell(error: Exception) -> None:
    from rich.console import Console

    from cli.source_report import print_error

    print_error(in_our_words(error), Console(stderr=True, highlight=False, emoji=False, soft_wrap=True), "ar")


def in_our_words(error: Any) -> ConfigurationError:
    """An error of typer's about the words of a call, as an error of ours."""
    match type(error).__name__:
        case "NoSuchOption":
            problem = said("there is no option “{name}”", name=error.option_name)
            return _wrong(error, problem, near=sorted(error.possibilities or ()))
        case "MissingParameter":
            return _wrong(error, said("the command needs “{name}”", name=_name_of(error.param)))
        case "BadOptionUsage" if "requires" in error.message:
            return _wrong(error, said("“{name}” needs a value behind it", name=error.option_name))
        case "BadOptionUsage":
            return _wrong(error, said("“{name}” takes no value", name=error.option_name))
        case "BadParameter":
            return _of_value(error)
        case _:
            return _of_words(error)


def _of_value(error: Any) -> ConfigurationError:
    """Of a value that cannot be the one of its option or argument."""
    name, message = _name_of(error.param), error.message
    if match := _NOT_ONE_OF.fullmatch(message):
        problem = said("“{name}” cannot be “{found}”", name=name, found=match["found"])
        return _wrong(error, problem, expected=match["known"].replace("'", ""))
    problem = said("“{name}” has a value that cannot be used", name=name)
    if match := _LEAST.search(message):
        expected = said("a number from {least} upwards", least=match["number"])
    elif match := _MOST.search(message):
        expected = said("a number up to {most}", most=match["number"])
    elif "valid integer" in message:
        expected = said("a whole number")
    else:
        return _wrong(error, problem, found=message)
    return _wrong(error, problem, expected=expected)


def _of_words(error: Any) -> ConfigurationError:
    """Of words that are too many, too few, or no command."""
    message = error.message
    if match := _NO_COMMAND.fullmatch(message):
        near = (match["near"] or "").replace("'", "").split(", ")
        return _wrong(error, said("there is no command “{name}”", name=match["name"]), near=near)
    if match := _EXTRA.fullmatch(message):
        return _wrong(error, said("more was given than the command takes: {words}", words=match["words"]))
    if message == "Missing command.":
        return _wrong(error, said("the name of a command is missing"))
    return _wrong(error, said("the command was called wrongly"), found=message)


def _wrong(
    error: Any, problem: str, *, expected: str = "", found: str = "", near: Sequence[str] = ()
) -> ConfigurationError:
    called = error.ctx.command_path if error.ctx is not None else ""
    remedy = said("{command} --help shows what may be given", command=called or "isnad")
    if any(near):
        remedy = said("did you mean “{near}”?", near=", ".join(near))
    return ConfigurationError(problem, expected=expected, found=found, where=called, remedy=remedy)


def _name_of(parameter: Any) -> str:
    """An option as it is given, or an argument as the help names it."""
    option: str = parameter.opts[0]
    return option if option.startswith("-") else option.upper()
