"""A small world for the tests of the service: a store with two snapshots made by the real pipeline, and a key.

The fatwas are this project's own samples; the verses of surahs 108 and 112 are the pinned text; those of surah 77 are
made up, so that a long range and odd characters can be tested. The two snapshots hold the same documents under
different ids.
"""

from __future__ import annotations

import csv
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pyarrow as pa

from flows.server import free_port
from pipeline.answer import answer, compile_lexicon
from pipeline.index import Index
from pipeline.index.build import build_index
from pipeline.reference.places import build_places
from pipeline.snapshot import SnapshotMeta, Store, publish
from pipeline.text import Glossary
from schemas.document import Document
from schemas.manifest import SourceEntry
from schemas.tables import DOCUMENTS
from service.accounts import Accounts

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "data" / "sources" / "sample-fatwas" / "answers.csv"
LEXICON = ROOT / "data" / "lexicon"
CHANNEL = "development"
VERSES = {
    "108:1": "إِنَّآ أَعۡطَيۡنَٰكَ ٱلۡكَوۡثَرَ",
    "108:2": "فَصَلِّ لِرَبِّكَ وَٱنۡحَرۡ",
    "108:3": "إِنَّ شَانِئَكَ هُوَ ٱلۡأَبۡتَرُ",
    "112:1": "قُلۡ هُوَ ٱللَّهُ أَحَدٌ",
    "112:2": "ٱللَّهُ ٱلصَّمَدُ",
    "112:3": "لَمۡ يَلِدۡ وَلَمۡ يُولَدۡ",
    "112:4": "وَلَمۡ يَكُن لَّهُۥ كُفُوًا أَحَدُۢ",
}
ODD = "نص\u2009مصنوع \u064e\u0651 \u0651\u064e \u200f\ufeff “x” \\ / <b>&amp;</b>"  # neither NFC nor plain
QUESTIONS = (
    "112:1",
    "Qur'an 108:2",
    "سورة الإخلاص ١",
    "Qur'an 112:9",
    "How many prayers must a Muslim perform each day and night?",
    "كم صلاة تجب على المسلم في اليوم والليلة؟",
    "Is prayer valid without wudu?",
    "What is the capital of France?",
    "Hello",
    "When is Maghrib today in London?",
    "I want to end my life",
    "xyzzy plugh",
)


@dataclass(frozen=True)
class World:
    """What a test needs: where the store is, what it holds, and how to get in."""

    folder: Path
    store: Path
    snapshots: tuple[str, str]
    documents: Path
    accounts: str
    key: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}

    def environment(self, **more: str) -> dict[str, str]:
        return {
            "ISNAD_STORE": str(self.store),
            "ISNAD_CHANNEL": CHANNEL,
            "ISNAD_ACCOUNTS": self.accounts,
            **more,
        }


def make_world(folder: Path) -> World:
    """Build, publish twice, and make a key."""
    documents = write_documents(folder / "documents.arrow")
    built = folder / "built"
    glossary = dict(Glossary.load(LEXICON / "glossary.yaml").to_dict())
    counts = build_index(documents, built, glossary=glossary)
    (built / "lexicon.json").write_bytes(compile_lexicon(LEXICON))
    (built / "reference").mkdir()
    build_places(CITIES, COUNTRIES, built / "reference" / "places.sqlite")
    write_golden(built)
    store = Store(folder / "store")
    snapshots = tuple(publish_folder(store, built, counts["passages"], name) for name in ("first", "second"))
    accounts = f"sqlite:///{folder / 'keys.sqlite'}"
    return World(folder, store.root, snapshots, documents, accounts, new_key(accounts))


def new_key(accounts: str, quota: int = 1_000_000, rate: int = 6_000_000, name: str = "Tests") -> str:
    """A key of a new account."""
    base = Accounts(accounts, make=True)
    try:
        return base.create(name, quota=quota, period="day", rate=rate)[1]
    finally:
        base.close()


def publish_folder(store: Store, built: Path, passages: int, name: str, channel: str = CHANNEL) -> str:
    """Publish a built folder; the name is all that makes its id differ."""
    table = pa.ipc.open_file(pa.memory_map(str(built / "documents.arrow"))).read_all()
    held: dict[str, int] = {}
    for source in table["source"].to_pylist():
        held[source] = held.get(source, 0) + 1
    sources = tuple(
        SourceEntry(
            id=source,
            digest=hashlib.sha256(source.encode()).hexdigest(),
            licence="CC0-1.0",
            redistribution="allowed",
            attribution="made up for tests",
            status="approved",
            rows=count,
            documents=count,
            quarantined=0,
        )
        for source, count in sorted(held.items())
    )
    meta = SnapshotMeta(sources, {"name": name}, "tests", passages)
    return publish(store, built, meta, channel).snapshot


def write_golden(built: Path, **changed: object) -> None:
    """Record what the index answers now, or something else on purpose."""
    index = Index.open(built)
    cases = []
    for question in QUESTIONS:
        verdict = answer(index, question).verdict
        outcome = {
            "answered": verdict.answered,
            "intent": str(verdict.intent),
            "sources": list(verdict.sources),
        }
        cases.append({"question": question, "outcome": {**outcome, **changed}})
    (built / "golden.json").write_text(json.dumps(cases, ensure_ascii=False), "utf-8")


def write_documents(path: Path) -> Path:
    """The documents table, in the order of ids."""
    rows = [document.as_row() for document in all_documents()]
    with pa.OSFile(str(path), "wb") as out, pa.ipc.new_file(out, DOCUMENTS) as writer:
        writer.write_table(pa.Table.from_pylist(rows, schema=DOCUMENTS))
    return path


def all_documents() -> Iterator[Document]:
    """Verses and sample fatwas."""
    texts = {f"77:{ayah}": f"نص مصنوع رقم {ayah}" for ayah in range(1, 51)} | {"77:50": ODD} | VERSES
    for name, text in texts.items():
        yield Document(f"quran:{name}", "quran", "", "verses", text_ar=text, status="approved")
    with SAMPLES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield Document(
                f"fatwa:samples:{row['number']}",
                "fatwa",
                "samples",
                "samples",
                title_ar=row["title_ar"],
                title_en=row["title_en"],
                question_ar=row["question_ar"],
                question_en=row["question_en"],
                text_ar=row["answer_ar"],
                text_en=row["answer_en"],
                url=f"https://example.org/{row['number']}",
                status="approved",
            )


def _city(
    number: int,
    name: str,
    country: str,
    where: tuple[float, float],
    zone: str,
    people: int,
    *also: str,
    region="",
) -> Mapping[str, Any]:
    return {
        "geonameid": number,
        "name": name,
        "countrycode": country,
        "admin1code": region,
        "latitude": where[0],
        "longitude": where[1],
        "timezone": zone,
        "population": people,
        "alternatenames": list(also),
    }


CITIES = [
    _city(1, "Mecca", "SA", (21.4266, 39.8256), "Asia/Riyadh", 1_500_000),
    _city(2, "London", "GB", (51.5085, -0.1257), "Europe/London", 9_000_000, "لندن"),
    _city(3, "Springfield", "US", (37.2153, -93.2982), "America/Chicago", 160_000, region="MO"),
    _city(4, "Springfield", "US", (39.8017, -89.6437), "America/Chicago", 150_000, region="IL"),
    _city(5, "Cairo", "EG", (30.0626, 31.2497), "Africa/Cairo", 9_600_000, "القاهرة"),
    _city(6, "Longyearbyen", "SJ", (78.2233, 15.6469), "Arctic/Longyearbyen", 2_000),
    _city(7, "Kiritimati", "KI", (1.8721, -157.4278), "Pacific/Kiritimati", 6_000),
]
COUNTRIES = {
    "SA": ["Saudi Arabia", "المملكة العربية السعودية"],
    "GB": ["United Kingdom", "المملكة المتحدة"],
    "US": ["United States"],
    "EG": ["Egypt", "مصر"],
    "SJ": ["Svalbard and Jan Mayen"],
    "NO": ["Norway", "النرويج"],
    "KI": ["Kiribati"],
}


@contextmanager
def running(
    world: World, *options: str, ready: bool = True, files: tuple[int, int] | None = None, **environment: str
) -> Iterator[Server]:
    """`isnad serve` as a process of its own, until the block ends; `files` are its limits, soft and hard."""
    import os
    import resource

    port = free_port()
    log = world.folder / f"log-{port}"
    command = [
        sys.executable,
        "-m",
        "cli",
        "serve",
        "--port",
        str(port),
        *options,
    ]
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            env={**os.environ, **world.environment(**environment)},
            stdout=out,
            stderr=out,
            cwd=ROOT,
            preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, files)) if files else None,
        )
    server = Server(process, port, log)
    try:
        if ready:
            server.wait_ready()
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(40)


@dataclass(frozen=True)
class Server:
    """A running service."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wait_ready(self, seconds: float = 180) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log.read_text("utf-8")
            try:
                if httpx.get(self.url + "/readyz").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.05)
        raise AssertionError(self.log.read_text("utf-8"))

    def lines(self) -> list[dict[str, Any]]:
        """The log lines so far."""
        *whole, _ = self.log.read_text("utf-8").split("\n")  # the last one is being written
        return [json.loads(line) for line in whole if line.startswith("{")]
