"""Bar charts as SVG files for the pages: horizontal bars, a label before each and its value behind it.

A chart has its own white ground, so that it can be read on any page. Colours are of Okabe and Ito's palette; what a
bar is stands in words beside it, never in its colour alone. The same data gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, BAR, GAP, TOP = 720, 18, 8, 44
LABEL, VALUE = 250, 150  # room before and behind the bars, before them at least
LETTER = 7  # the width of a letter of a label, in the widest of the usual fonts
COLOURS = {"first": "#0072B2", "second": "#D55E00", "third": "#009E73"}


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: `until` draws a thin line on from its end, for a bound."""

    label: str
    value: float
    told: str
    colour: str = "first"
    until: float | None = None


def bar_chart(title: str, bars: Sequence[Bar], most: float | None = None) -> str:
    """The bars from 0 to `most`, or to the greatest value."""
    left = max(LABEL, LETTER * max((len(bar.label) for bar in bars), default=0) + 16)
    room = WIDTH - left - VALUE
    top = most or max((max(bar.value, bar.until or 0.0) for bar in bars), default=0.0) or 1.0
    height = TOP + len(bars) * (BAR + GAP) + GAP
    body = [
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="12" y="26" font-size="16" font-weight="bold">{escape(title)}</text>',
        f'<path d="M{left} {TOP - 4}V{height - GAP + 2}" stroke="#555555"/>',
    ]
    for place, bar in enumerate(bars):
        body += _bar(bar, TOP + place * (BAR + GAP), left, room / top)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{escape(title)}" font-family="system-ui, sans-serif" font-size="13" fill="#222222">'
        f"<title>{escape(title)}</title>\n" + "\n".join(body) + "\n</svg>\n"
    )


def _bar(bar: Bar, y: int, left: int, scale: float) -> list[str]:
    width, middle = max(bar.value * scale, 1.0), y + BAR / 2
    end = left + max(width, (bar.until or 0.0) * scale)
    drawn = [
        f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{escape(bar.label)}</text>',
        f'<rect x="{left}" y="{y}" width="{width:.2f}" height="{BAR}" fill="{COLOURS[bar.colour]}"/>',
    ]
    if bar.until is not None:
        line = f"M{left + width:.2f} {middle}H{end:.2f}m0 -5v10"
        drawn.append(f'<path d="{line}" stroke="{COLOURS[bar.colour]}" stroke-width="2"/>')
    return [*drawn, f'<text x="{end + 8:.2f}" y="{y + 14}">{escape(bar.told)}</text>']
