"""A dataset of a hub, or a local dataset folder, written out as one Parquet file.

Rules: a hub dataset is pinned to a commit, a local folder by its rows alone and read without a network.
Nothing that a dataset brings is run. The file is written in a fixed way (row order kept, groups of 10,000,
Zstandard, no metadata), so the same rows give the same bytes with the same pyarrow; its digest is that of
the rows, which holds for any.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from pipeline.sources.origins.edges import Edges
from schemas.errors import IsnadError, UnreachableError
from schemas.origin import HubOrigin

ROW_GROUP = 10_000
_SAVED = ("state.json", "dataset_dict.json")


def bring_hub(
    origin: HubOrigin, folder: Path, edges: Edges, beside: Path | None, mirror: Path | None
) -> Path:
    """The rows as a Parquet file, in the folder; raises `FetchError`."""
    near = [base / origin.name for base in (beside, mirror) if base is not None]
    local = next((found for found in near if found.is_dir()), None)
    try:
        dataset = _load(origin, local, folder / "cache", edges.datasets())
        return _write(dataset, folder / "rows.parquet")
    except (IsnadError, MemoryError):
        raise
    except Exception as error:  # the library lets errors of its readers, of HTTP and of the disk through
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise UnreachableError(
            "a dataset could not be loaded",
            found=type(error).__name__,
            where=origin.name,
            remedy="check its name, revision, config and split; without a network, put its folder into the folder "
            "that ISNAD_MIRROR names",
        ) from error


def _load(origin: HubOrigin, local: Path | None, cache: Path, datasets: Any) -> Any:
    if local is not None and any((local / name).exists() for name in _SAVED):
        saved = datasets.load_from_disk(str(local))
        return saved[origin.split] if hasattr(saved, "keys") else saved
    return datasets.load_dataset(
        str(local or origin.name),
        name=origin.config,
        split=origin.split,
        revision=None if local else origin.revision,
        data_files=origin.path,
        cache_dir=str(cache),
    )


def _write(dataset: Any, target: Path) -> Path:
    schema = pa.schema([field.remove_metadata() for field in dataset.features.arrow_schema])
    with parquet.ParquetWriter(target, schema, compression="zstd", compression_level=3) as writer:
        for table in _tables(dataset):
            plain = table.replace_schema_metadata(None).cast(schema).combine_chunks()
            writer.write_table(plain, row_group_size=ROW_GROUP)
    return target


def _tables(dataset: Any) -> Iterator[pa.Table]:
    yield from dataset.with_format("arrow").iter(batch_size=ROW_GROUP)
