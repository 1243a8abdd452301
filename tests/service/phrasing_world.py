"""The small world of the phrasing tests: two answers composed as the service composes them, and a server to misbehave.

The texts are written for these tests, apart from a part of a verse.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pipeline.answer.composing.compose import answering, detail_of, summary_of
from pipeline.answer.composing.shown import Shown, evidence_of, source_of
from pipeline.answer.demands.asking import Asking
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.reading import read_in
from pipeline.answer.words.units import Asked
from schemas.answer import Answer, Intent, Reason, Verdict
from schemas.document import Document
from service.metrics import PHRASING
from service.phrasing import Outcome, Phraser
from service.phrasing.breaker import Breaker
from service.phrasing.passages import Material, material_of
from service.settings import PhrasingSettings

VERSE = "وَمَن كَانَ مَرِيضًا أَوۡ عَلَىٰ سَفَرٖ فَعِدَّةٞ مِّنۡ أَيَّامٍ أُخَرَ"
VERSE_EN = "And whoever is ill or on a journey, then an equal number of other days."
FATWA_EN = (
    "It is permissible for a traveller to break the fast in Ramadan, and he makes up the days later. "
    "It is not permissible to break the fast without an excuse. "
    "A journey is at least eighty kilometres in the view of Ibn Qudamah."
)
FATWA_AR = (
    "يجوز للمسافر أن يفطر في رمضان، ويقضي الأيام بعد رمضان. ولا يجوز ترك الصيام من غير عذر. "
    "ومسافة السفر ثمانون كيلومترا عند ابن قدامة."
)
FATWA = Document(
    "fatwa:sample:901", "fatwa", "sample", "tests", "الفطر في السفر", "Fasting on a journey",
    text_ar=FATWA_AR, text_en=FATWA_EN, url="https://example.org/901", status="approved",
)  # fmt: skip
QURAN = Document(
    "quran:2:185", "quran", "", "tests", "البقرة 185", "Al-Baqarah 2:185", text_ar=VERSE, text_en=VERSE_EN,
    status="approved",
)  # fmt: skip
QUESTION = {"en": "May a traveller break the fast?", "ar": "هل يجوز للمسافر أن يفطر؟"}
LEXICON = Lexicon.load()


def answer_of(language: str, documents: tuple[Document, ...] = (FATWA, QURAN)) -> Answer:
    """An extractive answer from some documents."""
    asked = Asked((), ())
    chosen = []
    for place, one in enumerate(documents):
        reading = read_in(one, language, asked) or read_in(one, "ar", asked) or read_in(one, "en", asked)
        assert reading is not None
        chosen.append(Candidate(one, reading, place, 0))
    told = answering(chosen, Asking("", asked, LEXICON), language)
    return Answer(
        Verdict(True, Intent.RULING, None, tuple(one.id for one in documents), {"confidence": 1.0}),
        language,
        summary_of(told[:1], language, LEXICON),
        detail_of({"": told}, language, LEXICON),
        evidence_of([Shown(one, {}, whole=True) for one in documents], language, LEXICON),
        "Scholars differ.",
        tuple(source_of(one, language) for one in documents),
    )


def material(language: str = "en", documents: tuple[Document, ...] = (FATWA, QURAN)) -> Material:
    """What is sent for such an answer."""
    found = material_of(answer_of(language, documents), QUESTION[language])
    assert found is not None
    return found


def declined() -> Answer:
    """A decline that offers a text near the subject."""
    verdict = Verdict(False, Intent.PERSONAL_RULING, Reason.NEW_RULING, (FATWA.id,))
    given = answer_of("en")
    return Answer(verdict, "en", "No ruling.", given.detail, given.evidence, None, given.sources)


def said(text: str, *cites: str) -> dict[str, Any]:
    """One sentence of a reply."""
    return {"text": text, "cites": list(cites or ("S1",))}


GOOD: dict[str, dict[str, Any]] = {
    "en": {
        "summary": [said("It is permissible for a traveller to break the fast in Ramadan.")],
        "detail": [
            said("It is permissible for a traveller to break the fast in Ramadan, and he makes up the days later."),
            said("{{S2:quote}}", "S2"),
            said("It is not permissible to break the fast without an excuse."),
            said("In the view of Ibn Qudamah a journey is “at least eighty kilometres”."),
        ],
    },
    "ar": {
        "summary": [said("يجوز للمسافر أن يفطر في رمضان.")],
        "detail": [
            said("يجوز للمسافر في رمضان أن يفطر، ويقضي الأيام بعد رمضان."),
            said("{{S2:quote}}", "S2"),
            said("ولا يجوز ترك الصيام من غير عذر."),
            said("ومسافة السفر «ثمانون كيلومترا» عند ابن قدامة."),
        ],
    },
}  # fmt: skip


def with_detail(language: str, *sentences: dict[str, Any]) -> str:
    """The good reply with further sentences, as a model writes it."""
    good = GOOD[language]
    return json.dumps({**good, "detail": [*good["detail"], *sentences]}, ensure_ascii=False)


def completion(content: str, finish: str | None = "stop") -> bytes:
    """A chat completion."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return json.dumps({"id": "c", "object": "chat.completion", "choices": [choice], "usage": {}}).encode()


Behaviour = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]


def replies(body: bytes, status: int = 200, **headers: str) -> Behaviour:
    """A server that sends one whole reply."""

    def behave(handler: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return behave


class Server:
    """A real server on this machine. `seen` holds the requests' headers and bodies."""

    def __init__(self) -> None:
        self.behave: Behaviour = replies(b"{}")
        self.seen: list[tuple[dict[str, str], dict[str, Any]]] = []
        self.released = threading.Event()  # set when the test is over: what still waits may end
        world = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                world.seen.append((dict(self.headers), body))
                try:
                    world.behave(self, body)
                except OSError:
                    self.close_connection = True

            def do_GET(self) -> None:
                world.seen.append((dict(self.headers), {}))

            def log_message(self, *_: object) -> None:
                """Nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def phraser(url: str, timeout_s: float = 20.0, breaker: Breaker | None = None) -> Iterator[Phraser]:
    """A phraser that is closed again."""
    made = Phraser(PhrasingSettings(url, "test-model", "sk-secret-key", timeout_s), breaker)
    try:
        yield made
    finally:
        made.close()


def counted(outcome: Outcome) -> float:
    """How often an outcome was counted so far."""
    return PHRASING.labels(str(outcome))._value.get()


def assert_kept(given: Answer, answer: Answer) -> None:
    """Everything but the words is the same object as before."""
    for name in ("verdict", "sources", "evidence", "note", "mode", "language"):
        assert getattr(given, name) is getattr(answer, name), name


def assert_extractive(
    server_url: str, outcome: Outcome, language: str = "en", timeout_s: float = 20.0
) -> None:
    """One call ends in an outcome, and in the extractive answer."""
    answer, before = answer_of(language), counted(outcome)
    with phraser(server_url, timeout_s) as made:
        given = made.phrase(answer, QUESTION[language])
    assert counted(outcome) == before + 1
    assert given is answer
