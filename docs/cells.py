"""Cells of a Markdown table."""

from __future__ import annotations


def cell(text: str) -> str:
    """A text that ends no cell."""
    return text.replace("|", "\\|")
