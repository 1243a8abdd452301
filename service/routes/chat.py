"""POST /v1/chat: a question, and its answer or its decline.

The order is: read and check the question, find a place in the line, count it, answer it. So a request that is wrong
in itself, or that finds the service busy, costs nothing. One that was counted costs what it costs, also where the
service fails at it.
"""

from __future__ import annotations

import codecs
import json
import re
import time

from fastapi import APIRouter, Depends, Request
from pydantic import ValidationError
from starlette.responses import Response

from pipeline.answer import answer, check_limits
from schemas.answer import Answer, Mode
from schemas.api import MAX_BACKGROUND, ChatRequest, ChatResponse
from service.core import Core, core_of, key_of, served_of
from service.examples import CHAT_ANSWERED, CHAT_DECLINED, CHAT_REQUESTS
from service.faults import invalid
from service.metrics import CHATS
from service.problems import Problem, ProblemKind
from service.replies import fresh
from service.served import Served
from service.strict import given_twice, none

router = APIRouter()
# By itself, or with its charset: a reader of all that the header may hold takes long over some, and fails at others.
_JSON = re.compile(
    r'application/json[ \t]*(?:;[ \t]*(?:charset=("?)utf-?8\1[ \t]*;?)?)?', re.IGNORECASE | re.ASCII
)
_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {"$ref": "#/components/schemas/ChatRequest"},
                "examples": CHAT_REQUESTS,
            }
        },
    }
}
_EXAMPLES = {"answered": {"value": CHAT_ANSWERED}, "declined": {"value": CHAT_DECLINED}}


@router.post(
    "/v1/chat",
    operation_id="chat",
    summary="Ask a question",
    response_model=ChatResponse,
    responses={200: {"content": {"application/json": {"examples": _EXAMPLES}}}},
    openapi_extra=_BODY,
    dependencies=[Depends(none)],
)
async def chat(request: Request) -> Response:
    """The answer rests on the sources that it names. `answered: false` is a normal outcome: show `answer.summary`, and
    do not send the same request again, since it has the same outcome."""
    core, served = core_of(request), served_of(request)
    _check_encoding(request.headers.getlist("content-encoding"))
    asked = read_question(request.headers.getlist("content-type"), await request.body())
    with core.answering.place():
        fields = await core.gate.charge(key_of(request))
        given = await _answered(core, served, asked)
    _note(request, given, asked, core)
    ms = round((time.perf_counter() - request.scope["state"]["begun"]) * 1000)
    return fresh(ChatResponse.of(given, ms), fields)


def read_question(content_types: list[str], body: bytes) -> ChatRequest:
    """The request in a body; raises 400, 415 and 422 problems, and `QuestionError`, which is a 422 as well."""
    _check_media_type(content_types)
    try:
        asked = ChatRequest.model_validate_json(body)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        if faults[0]["type"] == "json_invalid":
            raise Problem(ProblemKind.MALFORMED_JSON, _why_no_json(body, faults[0]["msg"])) from None
        raise invalid([{**fault, "loc": ("body", *fault["loc"])} for fault in faults]) from None
    if twice := given_twice("body", _fields_of(body)):
        raise invalid(twice)  # readers of JSON differ in which of the two they take
    check_limits(asked.message)
    return asked


def _why_no_json(body: bytes, told: str) -> str:
    """Why a body is no JSON, in words that need no knowledge of its reader."""
    if not body.strip():
        return 'The body is empty. Send an object, as in {"message": "What is zakat?"}.'
    if body.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "The body begins with a byte order mark. Send it in UTF-8, without one."
    why = told.removeprefix("Invalid JSON: ")
    place = why[why.rindex(" at line ") :] if " at line " in why else ""
    if "hex escape" in why:
        why = f"an escape \\u is cut, or names half of a surrogate pair{place}"
    elif "recursion limit" in why:
        why = f"it is nested too deep{place}"
    elif why.startswith("EOF "):
        why = f"it ends before it is whole{place}"
    return f"The body cannot be read as JSON: {why}."


def _fields_of(body: bytes) -> list[str]:
    """The names in a body that was read before, each as often as it is given."""
    names: list[str] = []
    json.loads(body, object_pairs_hook=lambda pairs: names.extend(name for name, _ in pairs))
    return names


def _check_encoding(values: list[str]) -> None:
    if any(value.strip().lower() not in ("", "identity") for value in values):
        raise Problem(
            ProblemKind.UNSUPPORTED_MEDIA_TYPE,
            "Send the body as it is, without Content-Encoding.",
            headers={"Accept-Encoding": "identity"},
        )


def _check_media_type(values: list[str]) -> None:
    if len(values) != 1 or not _JSON.fullmatch(values[0]):
        raise Problem(
            ProblemKind.UNSUPPORTED_MEDIA_TYPE,
            "Send the body with the header “Content-Type: application/json”, in UTF-8.",
            headers={"Accept": "application/json"},
        )


async def _answered(core: Core, served: Served, asked: ChatRequest) -> Answer:
    background = (asked.background or "")[:MAX_BACKGROUND] if asked.mode is Mode.DAWAH else None
    given = await core.answering.run(lambda: answer(served.index, asked.message, asked.mode, background))
    phraser = core.phraser
    if phraser is None:
        return given
    return await core.phrasing.run(lambda: phraser.phrase(given, asked.message))


def _note(request: Request, given: Answer, asked: ChatRequest, core: Core) -> None:
    """Tell metrics and the log line how it went; the question itself only where the operator wants it."""
    verdict = given.verdict
    reason = str(verdict.reason or "")
    CHATS.labels(str(verdict.answered).lower(), str(verdict.intent), reason).inc()
    told: dict[str, object] = {"answered": verdict.answered, "intent": str(verdict.intent), "reason": reason}
    if core.settings.log_questions:
        told["question"] = asked.message
    request.scope["state"]["log"] = told
