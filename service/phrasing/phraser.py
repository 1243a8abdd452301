"""An answer in, the same answer out, perhaps in other words.

The verdict, the sources and their order, the evidence and the note are those of the answer that came in, by
construction: only `summary` and `detail` are ever replaced, and only by a phrasing that passed every check. On any
failure, of the server, of the reply or of this code, the extractive answer goes out. Declines never leave the process.
"""

from __future__ import annotations

import logging
from threading import BoundedSemaphore

from schemas.answer import Answer
from schemas.errors import ConfigurationError
from service.metrics import PHRASING
from service.phrasing.breaker import Breaker
from service.phrasing.client import Client
from service.phrasing.passages import material_of
from service.phrasing.prompt import request_body
from service.phrasing.rejection import Outcome, Rejected, refuse_if
from service.phrasing.render import phrased
from service.phrasing.reply import content_of
from service.phrasing.verify import verify
from service.settings import PHRASED_AT_ONCE, PhrasingSettings

log = logging.getLogger("isnad.phrasing")


class Phraser:
    """Phrases answers with a server. Safe to use from many threads.

    Raises:
        ConfigurationError: on construction alone, for settings that cannot be used.
    """

    def __init__(self, settings: PhrasingSettings, breaker: Breaker | None = None) -> None:
        _check(settings)
        self._client = Client(settings)
        self._model = settings.model
        self._breaker = breaker or Breaker()
        self._places = BoundedSemaphore(PHRASED_AT_ONCE)

    def phrase(self, answer: Answer, question: str) -> Answer:
        """The answer, phrased if that can be done and verified. Never raises."""
        try:
            outcome, given = Outcome.PHRASED, self._phrased(answer, question)
        except Rejected as rejected:
            outcome, given = rejected.outcome, answer
        except Exception as error:  # an answer is never lost to its wording
            outcome, given = Outcome.INTERNAL, answer
            log.error("phrasing failed", extra={"error": type(error).__name__})
        PHRASING.labels(str(outcome)).inc()
        log.info("phrasing", extra={"outcome": str(outcome)})
        return given

    def close(self) -> None:
        """Let go of connections."""
        self._client.close()

    def _phrased(self, answer: Answer, question: str) -> Answer:
        refuse_if(not answer.verdict.answered or answer.verdict.reason is not None, Outcome.NOT_ANSWERED)
        refuse_if(answer.help_first, Outcome.NOT_ANSWERED)
        material = material_of(answer, question)
        if material is None:
            raise Rejected(Outcome.NOT_SUITED)
        content = content_of(self._asked(request_body(material, self._model)))
        return phrased(answer, verify(content, material), material)

    def _asked(self, body: dict[str, object]) -> bytes:
        """The server's reply, unless it is resting or as many requests as are allowed are under way."""
        refuse_if(not self._places.acquire(blocking=False), Outcome.BUSY)
        try:
            refuse_if(not self._breaker.allows(), Outcome.RESTING)
            try:
                reply = self._client.post(body)
            except Exception:
                self._breaker.failed()
                raise
            self._breaker.succeeded()
            return reply
        finally:
            self._places.release()


def _check(settings: PhrasingSettings) -> None:
    if not settings.model:
        raise ConfigurationError(
            "the phrasing server was given no model",
            expected="the name by which the server knows its model",
            where="ISNAD_PHRASING_MODEL",
            remedy="set ISNAD_PHRASING_MODEL, or unset ISNAD_PHRASING_URL",
        )
    if settings.timeout_s <= 0:
        raise ConfigurationError(
            "phrasing needs some time",
            expected="more than 0 seconds",
            found=f"{settings.timeout_s:g}",
            where="ISNAD_PHRASING_TIMEOUT_S",
            remedy="set a number of seconds above 0, as in 20",
        )
