"""One command for all recipes: `python -m pipeline.evaluate.recipes NAME SOURCE... [--write]`.

A recipe names its sources in `SOURCES`, with a word on each; a name that ends in dots takes one or more.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType

from pipeline.disk.writing import write_whole
from pipeline.evaluate.recipes import cases, common_words, order, prior, regions, sentences
from schemas.errors import IsnadError

RECIPES: Mapping[str, ModuleType] = {
    module.__name__.rpartition(".")[2]: module
    for module in (cases, common_words, order, prior, regions, sentences)
}


def main(arguments: Sequence[str], tell: Callable[[str], object] = sys.stdout.write) -> None:
    """Follow one recipe, and write its file where that is asked for."""
    parser = argparse.ArgumentParser(
        "python -m pipeline.evaluate.recipes", description=(__doc__ or "").splitlines()[0]
    )
    named = parser.add_subparsers(dest="name", required=True, metavar="NAME")
    for name, module in RECIPES.items():
        about = (module.__doc__ or "").splitlines()[0]
        one = named.add_parser(name, help=about, description=about)
        for source, what in module.SOURCES.items():
            many = source.endswith("...")
            one.add_argument(
                "sources",
                type=Path,
                metavar=source.removesuffix("..."),
                help=what,
                nargs="+" if many else 1,
                action="extend",
            )
        one.add_argument("--write", action="store_true", help=f"write {module.TARGET.name}")
    asked = parser.parse_args(arguments)
    recipe = RECIPES[asked.name]
    told, text = recipe.made(asked.sources)
    tell(told)
    if asked.write:
        write_whole(recipe.TARGET, text.encode())


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except IsnadError as error:
        sys.exit(str(error))
