"""A tiny Isnad home: four sources, some thirty documents, a profile, and questions of its own.

Nothing here but the four verses of surah 112 is a text of any source; the rest is in the project's own words.
`make_home` writes it, `publish_home` builds and publishes it here, and `run_in`, `isnad` and `running` run programs on
it in processes of their own.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import psutil
import yaml
from local_runner import LocalRunner

from pipeline.build import run
from pipeline.build.layout import Layout
from pipeline.build.profile import Profile, read_profile
from pipeline.build.runner import Runner
from pipeline.snapshot import Published, Store

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CHANNEL = "development"
STEPS = "fetch ingest corpus embedder analysis index places gate evaluate publish".split()
PROFILE: Mapping[str, Any] = {
    "sources": ["quran", "trial", "comments", "answers"],
    "channel": CHANNEL,
    "embedder": {"steps": 5, "batch": 8, "dimensions": 16, "min_count": 1, "max_features": 2000},
}

VERSES = (
    ("قُلۡ هُوَ ٱللَّهُ أَحَدٌ", "Say, He is Allah, One"),
    ("ٱللَّهُ ٱلصَّمَدُ", "Allah, the Eternal Refuge"),
    ("لَمۡ يَلِدۡ وَلَمۡ يُولَدۡ", "He neither begets nor is born"),
    ("وَلَمۡ يَكُن لَّهُۥ كُفُوًا أَحَدُۢ", "Nor is there to Him any equivalent"),
)
NARRATIONS = (
    ("The traveller may break his fast and make it up later.", "المسافر له أن يفطر ثم يقضي"),
    ("Whoever feeds a fasting person has his reward.", "من أطعم صائما فله أجره"),
    ("The mosque has five doors in this sample.", "للمسجد خمسة أبواب في هذا المثال"),
    *((f"The {word} is spoken of in this sample.", f"مثال في ذكر {arabic}") for word, arabic in (
        ("camel", "الجمل"), ("market", "السوق"), ("garden", "البستان"), ("neighbour", "الجار"), ("guest", "الضيف"),
        ("orphan", "اليتيم"), ("debt", "الدين"), ("charity", "الصدقة"), ("patience", "الصبر"), ("mercy", "الرحمة"),
        ("truth", "الصدق"), ("promise", "الوعد"), ("knowledge", "العلم"), ("rain", "المطر"), ("harvest", "الحصاد"))),
)  # fmt: skip
COMMENTS = (
    "A comment in the project's own words on the oneness of Allah.",
    "A comment in the project's own words on His being in need of nothing.",
    "A comment in the project's own words: He has neither child nor parent.",
    "A comment in the project's own words: nothing is like Him.",
)
ANSWERS = (
    ("What must someone do who eats forgetfully while fasting?", "He completes his fast. This is a sample."),
    ("May a traveller break his fast?", "He may, and makes the days up later. This is a sample too."),
)

_CARD: Mapping[str, Any] = {
    "edition": "Written for the tests.",
    "licence": {"name": "CC0-1.0", "statement": "Written for the tests.", "redistribution": "allowed"},
    "attribution": "Isnad, for the tests",
}
CARDS: Mapping[str, Mapping[str, Any]] = {
    "quran": {
        "kind": "quran",
        "languages": ["ar", "en"],
        "origin": {"type": "file", "path": "verses.jsonl"},
        "format": {"type": "jsonl"},
        "reference": "quran:{surah}:{verse}",
        "canonical": ["surah", "verse"],
        "fields": {"title_en": "Surah {surah}:{verse}", "text_ar": "{ar}", "text_en": "{en}"},
        "expected": {"rows": 4, "documents": 4},
        "review": {"status": "draft"},
    },
    "trial": {
        "kind": "hadith",
        "collection": "trial",
        "languages": ["ar", "en"],
        "origin": {"type": "file", "path": "narrations.csv"},
        "format": {"type": "csv"},
        "reference": "hadith:trial:{number}",
        "canonical": ["number"],
        "fields": {"text_ar": {"from": "{ar}", "when_empty": "quarantine"}, "text_en": "{en}"},
        "expected": {"rows": len(NARRATIONS) + 1, "documents": len(NARRATIONS), "quarantined": 1},
        "review": {"status": "draft"},
    },
    "comments": {
        "kind": "tafsir",
        "collection": "trial",
        "languages": ["en"],
        "origin": {"type": "file", "path": "comments.jsonl"},
        "format": {"type": "jsonl"},
        "reference": "tafsir:trial:112:{verse}",
        "canonical": ["verse"],
        "fields": {"text_en": "{text}"},
        "links": ["quran:112:{verse}"],
        "review": {"status": "draft"},
    },
    "answers": {
        "kind": "fatwa",
        "collection": "trial",
        "languages": ["en"],
        "origin": {"type": "file", "path": "answers.csv"},
        "format": {"type": "csv"},
        "reference": "fatwa:trial:{number}",
        "canonical": ["number"],
        "fields": {"title_en": "{question}", "question_en": "{question}", "text_en": "{answer}"},
        "review": {"status": "sample"},
    },
}  # fmt: skip

_CITIES = {
    "1": {"name": "Sampleville", "countrycode": "MA", "admin1code": "01", "latitude": 33.5, "longitude": -7.5,
          "timezone": "Africa/Casablanca", "population": 1000, "alternatenames": ["مدينة المثال"], "geonameid": 1},
}  # fmt: skip
_COUNTRIES = {"MA": {"name": "Morocco", "iso3": "MAR"}}


def make_home(root: Path, profile: Mapping[str, Any] = PROFILE) -> Path:
    """Write the home into a folder, and return the folder."""
    for name in CARDS:
        write_card(root, name)
    folder = root / "data" / "sources"
    write_lines(
        folder / "quran/verses.jsonl",
        [{"surah": 112, "verse": n, "ar": ar, "en": en} for n, (ar, en) in enumerate(VERSES, start=1)],
    )
    write_lines(
        folder / "comments/comments.jsonl",
        [{"verse": n, "text": text, "quoted": VERSES[n - 1][0]} for n, text in enumerate(COMMENTS, start=1)],
    )
    rows = [[str(n), en, ar] for n, (en, ar) in enumerate(NARRATIONS, start=1)]
    write_csv(
        folder / "trial/narrations.csv", [["number", "en", "ar"], *rows, ["900", "It has no Arabic.", ""]]
    )
    answers = [[str(n), *both] for n, both in enumerate(ANSWERS, start=1)]
    write_csv(folder / "answers/answers.csv", [["number", "question", "answer"], *answers])
    write_profile(root, profile)
    shutil.copytree(ROOT / "data" / "lexicon", root / "data" / "lexicon")
    for name, questions in QUESTIONS.items():
        write_lines(root / "data" / "questions" / f"{name}.jsonl", questions)
    return root  # fmt: skip


def write_card(root: Path, name: str, **changes: Any) -> None:
    """The card of one of the sources, with some of its keys replaced (left out, when None)."""
    keys = {"id": name, "titles": {"ar": "للتجربة", "en": f"Trial {name}"}, **_CARD, **CARDS[name], **changes}
    folder = root / "data" / "sources" / name
    folder.mkdir(parents=True, exist_ok=True)
    kept = {key: value for key, value in keys.items() if value is not None}
    (folder / "source.yaml").write_text(yaml.safe_dump(kept, allow_unicode=True), "utf-8")


def write_profile(root: Path, profile: Mapping[str, Any], name: str = "tiny") -> None:
    folder = root / "data" / "profiles"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.yaml").write_text(yaml.safe_dump(dict(profile)), "utf-8")


def write_lines(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def write_csv(path: Path, rows: Sequence[Sequence[str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def places_package(mirror: Path) -> dict[str, str]:
    """A made-up package of places in a mirror folder; returns what a profile says of it."""
    mirror.mkdir(parents=True, exist_ok=True)
    path = mirror / "tinyplaces-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(zipfile.ZipInfo("tinyplaces/cities.json"), json.dumps(_CITIES))
        archive.writestr(zipfile.ZipInfo("tinyplaces/countries.json"), json.dumps(_COUNTRIES))
    return {
        "type": "pypi",
        "name": "tinyplaces",
        "version": "1.0",
        "sha256": sha256(path.read_bytes()).hexdigest(),
        "member": "tinyplaces/cities.json",
    }


def _question(name: str, text: str, kind: str, *references: str, split: str = "fit") -> dict[str, Any]:
    return {
        "id": name,
        "question": text,
        "language": "en",
        "kind": kind,
        "expect": "answer" if references else "decline",
        "references": references,
        "split": split,
        "template": name,
        "author": "isnad",
        "why": "for the tests",
    }


QUESTIONS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "golden": [
        _question("golden-1", "112:2", "lookup", "quran:112:2"),
        _question("golden-2", "112:9", "lookup"),
    ],
    "demo": [
        _question("demo-1", "112:1", "lookup", "quran:112:1"),
        _question("demo-2", "My husband divorced me while he was furious. Am I still his wife?", "personal"),
        _question("demo-3", "الإخلاص ٢", "lookup", "quran:112:2"),
    ],
    "all": [
        _question("all-1", "Who is the Eternal Refuge?", "answerable", "quran:112:2"),
        _question(
            "all-2", "May a traveller break his fast?", "answerable", "fatwa:trial:2", "hadith:trial:1"
        ),
        _question("all-3", "Which team won the football match?", "out-of-scope"),
        _question(
            "all-4", "Who has neither child nor parent?", "answerable", "quran:112:3", split="calibrate"
        ),
        _question("all-5", "How do I mend a bicycle tyre?", "out-of-scope", split="calibrate"),
        _question("all-6", "112:3", "lookup", "quran:112:3", split="test"),
    ],
}


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a program that works on a home, without what the caller's own says of Isnad."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ISNAD_", "PREFECT_"))}
    return {
        **kept,
        "ISNAD_HOME": str(home),
        "PYTHONPATH": f"{ROOT}{os.pathsep}{HERE}",
        "COLUMNS": "200",
        **more,
    }


def run_in(home: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments on a home."""
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=environment(home, **more),
        timeout=600,
    )


def isnad(home: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command line on a home, in a process of its own."""
    return run_in(home, "-m", "cli", *arguments, **more)


@contextmanager
def running(home: Path, *words: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """A command in a session of its own, none of which outlives the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *words],
        env=environment(home, **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def prefect_of(home: Path) -> list[int]:
    """The processes of Prefect that work for a home."""
    kept = f"{home}/data/prefect"
    return [one.pid for one in psutil.process_iter() if _prefect_home(one) == kept]


def _prefect_home(process: psutil.Process) -> str | None:
    try:
        return process.environ().get("PREFECT_HOME")
    except (psutil.Error, OSError):
        return None


BUILD_SCRIPT = """
import sys
from local_runner import LocalRunner
from pipeline.build import run
from pipeline.build.layout import Layout
from pipeline.build.profile import read_profile

layout = Layout.find(None)
print(run.publish(layout, read_profile(layout.profiles, "tiny"), LocalRunner(int(sys.argv[1]))).snapshot)
"""


def layout_of(home: Path) -> Layout:
    return Layout.find(home)


def store_of(home: Path) -> Store:
    return Store(Layout.find(home).store)


def profile_of(home: Path) -> Profile:
    return read_profile(Layout.find(home).profiles, "tiny")


def publish_home(
    home: Path, runner: Runner | None = None, channel: str | None = None, allow: Sequence[str] = ()
) -> Published:
    """The whole order, in this process."""
    return run.publish(
        Layout.find(home), profile_of(home), runner or LocalRunner(), channel=channel, allow=allow
    )


def remains(home: Path) -> list[Path]:
    """What a run left of its staging folders."""
    return sorted(path for area in (home / "data").rglob(".staging") for path in area.iterdir())


class Told:
    """A watcher that keeps what it was told."""

    def __init__(self) -> None:
        self.ended: list[tuple[str, str]] = []

    def begin(self, step: str) -> None: ...
    def advance(self, step: str, done: int, total: int) -> None: ...
    def end(self, step: str, seconds: float, note: str) -> None:
        self.ended.append((step, note))
