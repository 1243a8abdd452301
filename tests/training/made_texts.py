"""A dozen made-up documents, an index of them, and an English model with random weights: all in miniature."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from pipeline.index.build import build_index
from schemas.document import Document
from schemas.question import Question
from schemas.tables import DOCUMENTS
from training.settings import SPECIAL, Answering, Judging, Pieces, Reading, Recipe, Verifying

SIZE, WIDE, LAYERS, HEADS, PLACES = 32, 48, 2, 4, 200
WORDS = "the a of is what ruling prayer fast gold traveller night verse ##s mercy in and , . ?".split()
LETTERS = "abcdefghijklmnopqrstuvwxyz"

# Small enough for seconds on a processor; the numbers of batches are all that differs.
SMALL = Recipe(
    pieces=Pieces(arabic=200, least_arabic=1, least_english=1, frequent_english=4),
    reading=Reading(steps=3, arabic=4, english=4, pairs=2, copied_pairs=2, copied_questions=2),
    answering=Answering(steps=3, lessons=4, near=2, lists=2, contrasts=2, copied_pairs=2, copied_questions=2),
    judging=Judging(epochs=1, batch=2, lists=2, contrasts=2, copied_pairs=2, copied_questions=2),
    verifying=Verifying(epochs=1, batch=2, judged=2, lists=2, contrasts=2),
)

_TOPICS = {
    "travel": ("the prayer of a traveller", "صلاة المسافر", "a traveller prays two units in place of four"),
    "gold": (
        "zakat on gold that is worn",
        "زكاة الذهب الملبوس",
        "gold that is worn owes alms when a year is over",
    ),
    "night": (
        "the prayer of the night",
        "صلاة الليل",
        "the night prayer is prayed two by two until the dawn",
    ),
    "fast": ("the fast of one who is ill", "صيام المريض", "who is ill breaks the fast and makes up for it"),
}
_ARABIC = {
    "travel": "المسافر يصلي ركعتين بدل أربع ركعات حتى يرجع إلى بلده وأهله",
    "gold": "الذهب الملبوس تجب فيه الزكاة إذا بلغ النصاب وحال عليه الحول",
    "night": "صلاة الليل مثنى مثنى حتى يطلع الفجر ثم يوتر المصلي بركعة",
    "fast": "المريض يفطر ويقضي ما أفطر من الأيام بعد أن يزول المرض عنه",
}


def documents() -> list[Document]:
    """Three of each topic: a fatwa, a narration under a chapter, a paragraph of a book."""
    found = []
    for number, (topic, (title, arabic, told)) in enumerate(_TOPICS.items(), start=1):
        found += [
            Document(
                f"fatwa:made:{number}",
                "fatwa",
                "made",
                "made",
                status="approved",
                title_en=title.capitalize(),
                title_ar=arabic,
                question_en=f"I would like to know: what is the ruling of {title}?",
                text_en=f"Praise be to Allaah. It is known that {told}, as those of knowledge say.",
                text_ar=f"الجواب: {_ARABIC[topic]} كما قال أهل العلم",
            ),
            Document(
                f"hadith:made:{number}",
                "hadith",
                "made",
                "made",
                status="approved",
                chapter_en=f"Chapter: {title}",
                chapter_ar=f"باب {arabic}",
                text_en=f"He said that {told} and that this is a mercy to all",
                text_ar=f"قال إن {_ARABIC[topic]} وذلك رحمة للناس جميعا",
            ),
            Document(
                f"book:made:{number}:1",
                "book",
                "made",
                "made",
                status="approved",
                chapter_ar=f"حكم {arabic}",
                text_ar=f"اعلم أن {arabic} مسألة ذكرها العلماء فقالوا {_ARABIC[topic]} والله أعلم بالصواب",
            ),
        ]
    return found


def write_index(folder: Path, held: Sequence[Document]) -> Path:
    """An index of documents, as a snapshot has it."""
    rows = sorted((one.as_row() for one in held), key=lambda row: str(row["id"]))
    table = pa.Table.from_pylist(rows, schema=DOCUMENTS)
    folder.mkdir(parents=True, exist_ok=True)
    with pa.OSFile(str(folder / "in.arrow"), "wb") as file, pa.ipc.new_file(file, DOCUMENTS) as writer:
        writer.write_table(table)
    build_index(folder / "in.arrow", folder / "index", glossary={"concepts": []})
    return folder / "index"


def asking(name: str, asked: str, right: str = "", wrong: str = "", language: str = "en") -> Question:
    """A question of which a text was judged, or two."""
    return Question.model_validate(
        {
            "id": name,
            "question": asked,
            "language": language,
            "kind": "answerable",
            "expect": "answer",
            "references": (right,) if right else (),
            "wrong": (wrong,) if wrong else (),
            "split": "fit",
            "template": "made",
            "author": "isnad",
            "why": "for a test",
        }
    )


def write_start(folder: Path) -> Path:
    """A model of BERT's shape with random weights, as packages hold one."""
    from safetensors.numpy import save_file

    pieces = [*SPECIAL, *WORDS, *LETTERS, *(f"##{letter}" for letter in LETTERS)]
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer(models.WordPiece({one: at for at, one in enumerate(pieces)}, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = (
        normalizers.BertNormalizer(),
        pre_tokenizers.BertPreTokenizer(),
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "config.json").write_text(
        json.dumps({"num_hidden_layers": LAYERS, "num_attention_heads": HEADS})
    )
    drawn = np.random.default_rng(3)
    shapes = {
        "embeddings.word_embeddings.weight": (len(pieces), SIZE),
        "embeddings.position_embeddings.weight": (PLACES, SIZE),
        "embeddings.token_type_embeddings.weight": (2, SIZE),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in (f"encoder.layer.{number}" for number in range(LAYERS)):
        products = {f"attention.self.{one}": (SIZE, SIZE) for one in ("query", "key", "value")}
        products |= {"attention.output.dense": (SIZE, SIZE)}
        products |= {"intermediate.dense": (WIDE, SIZE), "output.dense": (SIZE, WIDE)}
        for name, shape in products.items():
            shapes |= {f"{layer}.{name}.weight": shape, f"{layer}.{name}.bias": shape[:1]}
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    tensors = {name: drawn.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()}
    tensors |= {f"{name}.weight": np.ones(SIZE, np.float32) for name in norms}
    tensors |= {f"{name}.bias": np.zeros(SIZE, np.float32) for name in norms}
    save_file(tensors, folder / "model.safetensors")
    return folder
