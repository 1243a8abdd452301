"""The console script `isnad`, and `python -m cli`. What it imports takes longest, and may be stopped as all else."""

from __future__ import annotations

from cli.stopping import stoppable


def main() -> None:
    """Run the command that was called, and leave the process with its exit code."""
    stoppable(_called)


def _called() -> None:
    from cli.main import main as called

    called()


if __name__ == "__main__":
    main()
