"""`python -m cli`: the same as `isnad`, where that is not on the path."""

from __future__ import annotations

from cli.main import main

if __name__ == "__main__":
    main()
