"""The gate that is fitted to an index, and what the whole then measures.

Both ask the same questions of one index, and share the notes of what was seen of them (`asking`): those of `fit` are
the features that the gate is fitted to, and `measure` answers from them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

import pyarrow.compute as pc

from pipeline.answer import Sample, answer, compile_lexicon, compile_mushaf, fit_gate, grouped, samples_of
from pipeline.answer.gate import FILE as GATE
from pipeline.answer.gate import GateModel
from pipeline.answer.lexicon import COMPILED as LEXICON
from pipeline.answer.quotations.mushaf import FILE as MUSHAF
from pipeline.answer.resources import resources_of
from pipeline.build.asking import Askers, Looked
from pipeline.build.kept import Fitting, kept_gate
from pipeline.build.layout import Layout
from pipeline.build.profile import Profile
from pipeline.build.runner import advance_of
from pipeline.build.stage import StageResult, link_tree, run_stage
from pipeline.build.versions import LISTS, VERDICT, VERSES, code_version
from pipeline.disk.writing import link
from pipeline.evaluate.golden import outcome_of, self_test
from pipeline.evaluate.outcome import Outcome
from pipeline.evaluate.page import as_html
from pipeline.evaluate.record import as_bytes, summary
from pipeline.evaluate.report import as_markdown
from pipeline.evaluate.run import Evaluation, outcome
from pipeline.evaluate.sets import fitting_questions, read_all, read_set
from pipeline.index import Index
from pipeline.index.tables import open_table
from pipeline.sources.origins.digest import folder_digest
from schemas.answer import Answer
from schemas.errors import BuildError
from schemas.manifest import DOCUMENTS_NAME, EVALUATION_NAME, GOLDEN_NAME, digest
from schemas.question import Question
from schemas.reference import Kind, ReferenceId
from schemas.tables import DOCUMENTS, canonical_json

VERSION = 1
FITTING = "fitting"  # what a gate's stage says of where it was fitted
FIGURES = "figures.json"  # what the manifest says of the evaluation; not part of a snapshot


def fit(
    layout: Layout,
    profile: Profile,
    index: StageResult,
    embedder: StageResult,
    reader: StageResult | None,
    askers: Askers,
) -> StageResult:
    """Lists, verses and gate, which is fitted on the questions of `fit` and `calibrate`, or kept (`kept`)."""
    besides = _besides_texts(layout, embedder, reader)
    inputs = {"index": index.key, **besides}
    fitting = _fitting(profile, index, besides)
    kept = kept_gate(layout, profile, fitting)
    if kept is not None:
        inputs["kept"] = hashlib.sha256(kept.gate).hexdigest()
        fitting = kept.fitting

    def work(folder: Path) -> Mapping[str, object]:
        link(lists(layout).path / LEXICON, folder / LEXICON)
        link(verses(layout, index).path / MUSHAF, folder / MUSHAF)
        gate, facts = (kept.gate, {}) if kept is not None else fitted(folder)
        (folder / GATE).write_bytes(gate)
        return {**facts, FITTING: fitting.told()}

    def fitted(folder: Path) -> tuple[bytes, dict[str, object]]:
        asked_next = [*read_all(layout.questions), *read_set("golden", layout.questions)]
        askers.begin(len(asked_next))
        view = _view(askers, index, embedder, reader, folder)
        askers.prepare(view, asked_next)
        opened = Index.open(index.path)
        questions = fitting_questions(lambda one: opened.find(one) is not None, layout.questions)
        samples = askers.ask(view, questions, _samples, advance_of("gate"), later=asked_next)
        gate = fit_gate(grouped(samples, questions))
        return gate.to_bytes(), {"questions": len(questions), "origin": gate.origin}

    return run_stage(layout.build, "gate", VERSION, inputs, work)


def lists(layout: Layout) -> StageResult:
    """The editors' lists as a snapshot holds them."""

    def work(folder: Path) -> dict[str, object]:
        (folder / LEXICON).write_bytes(compile_lexicon(layout.lexicon))
        return {}

    inputs = {"lists": folder_digest(layout.lexicon), "code": code_version(*LISTS)}
    return run_stage(layout.build, "lists", VERSION, inputs, work)


def verses(layout: Layout, index: StageResult) -> StageResult:
    """The verses of an index in a row; found again while none has changed and all stand where they stood."""
    documents = open_table(index.path / DOCUMENTS_NAME, DOCUMENTS)
    places = pc.indices_nonzero(pc.equal(documents["kind"], str(Kind.QURAN)))
    told = {"places": places.to_pylist(), "digests": documents["digest"].take(places).to_pylist()}

    def work(folder: Path) -> Mapping[str, object]:
        (folder / MUSHAF).write_bytes(compile_mushaf(Index.open(index.path)))
        return {"verses": len(places)}

    inputs = {"documents": digest(told), "code": code_version(*VERSES)}
    return run_stage(layout.build, "verses", VERSION, inputs, work)


def measure(
    layout: Layout,
    index: StageResult,
    embedder: StageResult,
    reader: StageResult | None,
    gate: StageResult,
    askers: Askers,
) -> StageResult:
    """evaluation.json with its report, and the golden questions with the outcomes that they must keep."""
    inputs = {"index": index.key, **_besides_texts(layout, embedder, reader), "gate": gate.key}

    def work(folder: Path) -> Mapping[str, object]:
        view = _view(askers, index, embedder, reader, gate.path)
        outcomes = askers.ask(
            view, read_all(layout.questions), partial(_outcome, gate.path), advance_of("evaluate")
        )
        questions = _answerable(read_set("golden", layout.questions), index)
        answers = askers.ask(view, questions, partial(_answer, gate.path), lambda done, total: None)
        golden = _golden(questions, answers)
        measured = Evaluation.of(outcomes)
        name = f"built from index {index.key[:12]}"
        (folder / EVALUATION_NAME).write_bytes(as_bytes(measured))
        (folder / FIGURES).write_bytes(canonical_json(summary(measured).model_dump(mode="json")))
        (folder / GOLDEN_NAME).write_bytes(canonical_json(golden))
        (folder / "report.md").write_text(as_markdown(measured, name), "utf-8")
        (folder / "report.html").write_text(as_html(measured, name), "utf-8")
        return {"questions": len(measured.outcomes), "errors": len(measured.worst())}

    return run_stage(layout.build, "evaluation", VERSION, inputs, work)


def _besides_texts(layout: Layout, embedder: StageResult, reader: StageResult | None) -> dict[str, object]:
    """What gate and evaluation hang on besides the index."""
    return {
        "embedder": embedder.key,
        **({"reader": reader.key} if reader else {}),
        "lexicon": folder_digest(layout.lexicon),
        "questions": folder_digest(layout.questions),
        "code": code_version(*VERDICT),
    }


def fitting_of(gate: StageResult) -> Fitting:
    """Where the gate of a build was fitted."""
    told = gate.facts[FITTING]
    assert isinstance(told, dict), "a gate says where it was fitted"
    return Fitting(**told)


def _fitting(profile: Profile, index: StageResult, besides: Mapping[str, object]) -> Fitting:
    """Where a gate would be fitted, were it fitted now."""
    settings = profile.model_dump(mode="json", include={"index", "inquiries"})
    documents = index.facts["documents"]
    assert isinstance(documents, int), "an index says how many documents it has"
    return Fitting(digest({**settings, **besides}), documents)


def _samples(index: Index, question: Question, noted: Looked) -> list[Sample]:
    return samples_of(index, question, noted.seen)


_gate = lru_cache(maxsize=1)(GateModel.load)


def _answer(gate: Path, index: Index, question: Question, noted: Looked) -> Answer:
    resources = replace(resources_of(index), gate=_gate(gate / GATE))
    return answer(index, question.question, seen=noted.seen, resources=resources)


def _outcome(gate: Path, index: Index, question: Question, noted: Looked) -> Outcome:
    return outcome(question, noted.ranking, _answer(gate, index, question, noted))


def _answerable(questions: Sequence[Question], index: StageResult) -> list[Question]:
    """The questions that an index can be held to: of those to be answered, the ones from a collection that it has.

    A profile of one's own fatwas alone has no verse that the project's golden questions ask for.
    """
    documents = open_table(index.path / DOCUMENTS_NAME, DOCUMENTS).select(["kind", "collection"])
    held = {
        (row["kind"], row["collection"])
        for row in documents.group_by(documents.column_names).aggregate([]).to_pylist()
    }
    return [
        question
        for question in questions
        if question.expect == "decline" or not held.isdisjoint(map(_collection, question.references))
    ]


def _collection(reference: str) -> tuple[str, str]:
    parsed = ReferenceId.parse(reference)
    return str(parsed.kind), parsed.collection


def _golden(questions: Sequence[Question], answers: Sequence[Answer]) -> list[dict[str, object]]:
    """Each question with its outcome; raises when an outcome is not the one that the set demands."""
    given = {each.question: told for each, told in zip(questions, answers, strict=True)}
    if faults := self_test(questions, given.__getitem__):
        raise BuildError(
            "the index does not answer the golden questions",
            expected="the outcomes of data/questions/golden.jsonl",
            found="; ".join(faults),
            remedy="look with `isnad ask … --explain`; a snapshot that fails its own golden questions is not made",
        )
    return [{"question": each, "outcome": outcome_of(told)} for each, told in given.items()]


def _view(
    askers: Askers, index: StageResult, embedder: StageResult, reader: StageResult | None, lists: Path
) -> Path:
    """The folder that the index of a build is opened from: the outputs of several stages, but for the gate.

    `lists`: a folder of the lists and the verses.
    """
    view = askers.notes / "view"
    if not view.exists():
        link_tree(index.path, view)
        link_tree(embedder.path, view / "embedder")
        if reader is not None:
            link_tree(reader.path, view)
        for name in (LEXICON, MUSHAF):
            link(lists / name, view / name)
    return view


def read_figures(evaluation: StageResult) -> dict[str, object]:
    """What the manifest says of an evaluation."""
    figures: dict[str, object] = json.loads((evaluation.path / FIGURES).read_bytes())
    return figures
