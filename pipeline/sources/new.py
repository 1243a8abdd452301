"""A new source's folder: a card with a word on every line, and a small table that works.

Rules: the folder is written whole or not at all, and never over a card that is there; one that holds a table and no
card yet gets the card beside it. The example passes the check as it stands, so that an editor begins from something
that works. Its remarks are in the language of the editor.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from pathlib import Path

from pipeline.disk.writing import put_whole, sync, write_whole
from pipeline.sources.card import CARD_FILE
from pipeline.sources.languages import arabic
from pipeline.sources.new_card import CARD_WORDS
from schemas.errors import CallError, CardError
from schemas.sentence import Language, said

TABLE_FILE = "table.csv"
# By how a name of a table ends, the `type` that reads it; of several tables in a folder, the first of these kinds.
_TYPES = {
    ".csv": "csv",
    ".tsv": "csv",
    ".xlsx": "xlsx",
    ".json": "json",
    ".jsonl": "jsonl",
    ".parquet": "parquet",
}
REMARK = re.compile("(?<=# ).+")
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

_CARD = """\
# yaml-language-server: $schema=../../../schemas/source-card.schema.json
# The card of the source “{id}”. Lines that begin with # are remarks. Replace what stands here by your own, then run
#   isnad sources check {id}
id: {id} # the name of this folder
kind: fatwa # fatwa, hadith, tafsir, book (or quran)
collection: {id} # the word for this source in reference ids, as in fatwa:{id}:1
titles:
  ar: {words[titles.ar]}
  en: {words[titles.en]}
languages: [ar, en] # the languages of the texts: ar, en, or both
edition: {words[edition]}
author: {words[author]} # leave the line out if there is none
licence:
  name: none stated # as in CC-BY-4.0
  statement: {words[licence.statement]}
  redistribution: unstated # allowed, forbidden or unstated
attribution: {words[attribution]}

origin:
  type: file
  path: {path} # the table beside this card, or a folder of texts: docs/sources.md says which kinds
format:
  type: {type}

# A reference id is made of the numbering of your table, never of the place of a row. The names in braces are the
# columns of the table. Keep the quotes.
reference: "fatwa:{id}:{{number}}"
canonical: [number]
fields:
  title_ar: "{{title_ar}}"
  title_en: "{{title_en}}"
  question_ar: "{{question_ar}}"
  question_en: "{{question_en}}"
  text_ar: "{{answer_ar}}"
  text_en: "{{answer_en}}"
links: ["{{verse}}"] # what a row speaks of: quran:2:255, hadith:bukhari:1; leave the line out if there is nothing

# When the check is content, write down the counts that it tells you; the build then stops if they ever change.
# expected: {{rows: 2, documents: 2}}
review:
  status: draft # draft, then approved (with by: and day:) when it may be served
"""

_ROWS = (
    "number,title_ar,title_en,question_ar,question_en,answer_ar,answer_en,verse",
    "1,عنوان الجواب الأول,Title of the first answer,نص السؤال الأول؟,Text of the first question?,"
    "نص الجواب الأول.,Text of the first answer.,quran:2:185",
    "2,عنوان الجواب الثاني,Title of the second answer,نص السؤال الثاني؟,Text of the second question?,"
    "نص الجواب الثاني.,Text of the second answer.,",
)


def new_source(sources: Path, name: str, language: Language = "en") -> Path:
    """Write the folder of a new source below `sources`, or the card beside what stands in it; raises `CallError` for
    what can be no name, `CardError` when a card is there already."""
    if not _ID.fullmatch(name):
        raise CallError(
            said("“{name}” cannot be the name of a source", name=name),
            expected="a-z, 0-9 and single hyphens, beginning with a letter, as in my-fatwas",
            found=name,
            remedy="take another name: titles in Arabic and English are written in the card",
        )
    folder = sources / name
    if (folder / CARD_FILE).exists() or (folder.exists() and not folder.is_dir()):
        raise CardError(
            said("there is a source “{name}” already; nothing was written", name=name),
            where=str(folder),
            remedy="take another name, or edit the card that is there",
        )
    sources.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=".new-", dir=sources))
    try:
        table = _table(folder)
        path, kind = (table.name, _TYPES[table.suffix.lower()]) if table else (TABLE_FILE, "csv")
        if path != TABLE_FILE:
            path = json.dumps(path, ensure_ascii=False)  # the name of a file may mean something else to YAML
        card = _remarked(language).format(id=name, path=path, type=kind, words=CARD_WORDS)
        write_whole(staging / CARD_FILE, card.encode("utf-8"))
        if table is None:
            write_whole(staging / TABLE_FILE, ("\n".join(_ROWS) + "\n").encode("utf-8"))
        if not folder.exists():
            staging.chmod(0o755)
            staging.rename(folder)
            sync(sources)
            return folder
        for name in (TABLE_FILE, CARD_FILE):  # the card last: with it the folder is a source
            if (staging / name).exists():
                put_whole(staging / name, folder / name)
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return folder


def _remarked(language: Language) -> str:
    """The template of a card with its remarks in a language."""
    if language == "en":
        return _CARD
    return REMARK.sub(lambda remark: arabic().get(remark[0], remark[0]), _CARD)


def _table(folder: Path) -> Path | None:
    """The table that stands in a folder already; what programs lay beside it for themselves is none."""
    order = list(_TYPES)
    paths = (path for path in folder.glob("*") if not path.name.startswith((".", "~$")))
    found = [path for path in paths if path.suffix.lower() in _TYPES and path.is_file()]
    return min(found, key=lambda path: (order.index(path.suffix.lower()), path.name), default=None)
