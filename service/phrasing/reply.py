"""A reply's bytes to a draft: strict JSON of one exact shape.

    {"summary": [sentence, ...], "detail": [sentence, ...]}
    sentence = {"text": "...", "cites": ["S1", ...]}

No key more or less, no key twice, no value of another type. Raises `Rejected` and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pipeline.sources.readers.strictjson import parse
from service.phrasing.rejection import Outcome, Rejected, refuse_if

SUMMARY = (1, 3)  # sentences, from and to
DETAIL = (1, 14)
CITES = (1, 4)
LONGEST = 420  # characters of a sentence
LONGEST_SUMMARY = 800
LONGEST_DETAIL = 4000


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it was written, with the passages that it names."""

    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A phrasing of the right form, not yet checked against its passages."""

    summary: tuple[Sentence, ...]
    detail: tuple[Sentence, ...]


def strict_json(text: str | bytes) -> Any:
    """JSON in UTF-8, every key once, finite numbers; raises `Rejected`."""
    try:
        parsed = parse(text.decode("utf-8") if isinstance(text, bytes) else text)
    except ValueError:
        raise Rejected(Outcome.NOT_JSON) from None
    refuse_if(parsed.flawed, Outcome.NOT_JSON)
    return parsed.value


def content_of(body: bytes) -> str:
    """The message of a chat completion; raises `Rejected`. Keys that servers add are left alone."""
    reply = strict_json(body)
    choices = reply.get("choices") if isinstance(reply, dict) else None
    refuse_if(not isinstance(choices, list) or len(choices) != 1, Outcome.ENVELOPE)
    choice = choices[0]  # type: ignore[index]
    message = choice.get("message") if isinstance(choice, dict) else None
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, str):
        raise Rejected(Outcome.ENVELOPE)
    refuse_if(choice.get("finish_reason") != "stop", Outcome.CUT_OFF)
    return content


def draft_of(content: str) -> Draft:
    """The draft that a message holds; raises `Rejected`."""
    data = strict_json(content)
    if not isinstance(data, dict) or set(data) != {"summary", "detail"}:
        raise Rejected(Outcome.FORM)
    summary, detail = _sentences(data["summary"], SUMMARY), _sentences(data["detail"], DETAIL)
    refuse_if(sum(len(one.text) for one in summary) > LONGEST_SUMMARY, Outcome.LENGTH)
    refuse_if(sum(len(one.text) for one in detail) > LONGEST_DETAIL, Outcome.LENGTH)
    return Draft(summary, detail)


def _sentences(data: object, bounds: tuple[int, int]) -> tuple[Sentence, ...]:
    if not isinstance(data, list):
        raise Rejected(Outcome.FORM)
    refuse_if(not bounds[0] <= len(data) <= bounds[1], Outcome.LENGTH)
    return tuple(_sentence(one) for one in data)


def _sentence(data: object) -> Sentence:
    if not isinstance(data, dict) or set(data) != {"text", "cites"}:
        raise Rejected(Outcome.FORM)
    text, cites = data["text"], data["cites"]
    if not isinstance(text, str) or not isinstance(cites, list):
        raise Rejected(Outcome.FORM)
    refuse_if(not all(isinstance(cite, str) for cite in cites), Outcome.FORM)
    refuse_if(not text.strip() or len(text) > LONGEST, Outcome.LENGTH)
    refuse_if(not CITES[0] <= len(cites) <= CITES[1] or len(set(cites)) < len(cites), Outcome.CITATION)
    return Sentence(text, tuple(cites))
