"""Two small plots as SVG text: lines in a unit square, and paired histograms.

Colours are from Okabe and Ito's palette, told apart by any eye; lines also differ in dashes and bars in
filling, so that the plots survive black and white print. Coordinates are written with two decimals: the same data gives
the same bytes. Labels are escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 460, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 14, 44
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
DASHES = ("", "7 4", "2 3", "10 3 2 3")


@dataclass(frozen=True, slots=True)
class Line:
    """A named line through points (x, y), both from 0 to 1."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Bars:
    """A named histogram: one count for each of the shared bins."""

    name: str
    counts: tuple[int, ...]


def _x(value: float) -> float:
    return LEFT + value * (WIDTH - LEFT - RIGHT)


def _y(value: float) -> float:
    return HEIGHT - BOTTOM - value * (HEIGHT - TOP - BOTTOM)


def _text(x: float, y: float, words: str, anchor: str = "middle", turn: bool = False) -> str:
    turned = f' transform="rotate(-90 {x:.2f} {y:.2f})"' if turn else ""
    return f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}"{turned}>{escape(words)}</text>'


def _frame(title: str, x_label: str, y_label: str, body: Sequence[str]) -> str:
    axes = f'<path class="axis" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}" fill="none" stroke="currentColor"/>'
    labels = [
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, x_label),
        _text(14, (TOP + HEIGHT - BOTTOM) / 2, y_label, turn=True),
    ]
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}" font-size="12" '
        f'fill="currentColor" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escape(title)}</title>{axes}{''.join(labels)}{''.join(body)}</svg>"
    )


def line_plot(title: str, x_label: str, y_label: str, lines: Sequence[Line], top: float = 1.0) -> str:
    """Lines over 0..1; the vertical axis goes from 0 to `top`."""
    body = [_text(_x(tick), HEIGHT - BOTTOM + 16, f"{tick:g}") for tick in (0.0, 0.25, 0.5, 0.75, 1.0)]
    body += [_text(LEFT - 6, _y(share) + 4, f"{top * share:.2f}", anchor="end") for share in (0.0, 0.5, 1.0)]
    for place, line in enumerate(lines):
        colour, dash = COLOURS[place % len(COLOURS)], DASHES[place % len(DASHES)]
        path = " ".join(f"{_x(x):.2f},{_y(min(y / top, 1.0)):.2f}" for x, y in line.points)
        body.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
        )
        body.append(_legend(place, line.name, colour, dash))
    return _frame(title, x_label, y_label, body)


def _legend(place: int, name: str, colour: str, dash: str) -> str:
    y = TOP + 8 + 16 * place
    return (
        f'<path d="M{LEFT + 12} {y}h26" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
        + _text(LEFT + 44, y + 4, name, anchor="start")
    )


def _middle(low: float, high: float) -> Sequence[str]:
    if not low < 0 < high:
        return [_text(_x(0.5), HEIGHT - BOTTOM + 16, f"{(low + high) / 2:.2f}")]
    zero = _x(-low / (high - low))
    line = f'<path d="M{zero:.2f} {TOP}V{HEIGHT - BOTTOM}" stroke="currentColor" stroke-dasharray="2 3"/>'
    crowded = min(zero - _x(0), _x(1) - zero) < 40  # its name would run into that of an end
    return [line] if crowded else [line, _text(zero, HEIGHT - BOTTOM + 16, "0")]


def histogram(title: str, x_label: str, edges: Sequence[float], bars: Sequence[Bars]) -> str:
    """Histograms side by side in shared bins; `edges` has one value more than there are bins.

    Where 0 lies between them, a line stands there; elsewhere the middle is named.
    """
    bins = len(edges) - 1
    # A third of the height stays free above the bars, for the legend.
    highest = -(-4 * max((count for one in bars for count in one.counts), default=0) // 3) or 1
    body = [
        _text(_x(0), HEIGHT - BOTTOM + 16, f"{edges[0]:.2f}"),
        *_middle(edges[0], edges[-1]),
        _text(_x(1), HEIGHT - BOTTOM + 16, f"{edges[-1]:.2f}", anchor="end"),
        _text(LEFT - 6, _y(1) + 4, str(highest), anchor="end"),
        _text(LEFT - 6, _y(0) + 4, "0", anchor="end"),
    ]
    width = (_x(1) - _x(0)) / bins / (len(bars) + 0.4)
    for place, one in enumerate(bars):
        colour = COLOURS[place % len(COLOURS)]
        filling = f'fill="{colour}"' if place == 0 else f'fill="none" stroke="{colour}" stroke-width="1.5"'
        for number, count in enumerate(one.counts):
            if count:
                left = _x(number / bins) + width * (place + 0.2)
                body.append(
                    f'<rect x="{left:.2f}" y="{_y(count / highest):.2f}" width="{width:.2f}" '
                    f'height="{_y(0) - _y(count / highest):.2f}" {filling}/>'
                )
        body.append(_legend(place, one.name, colour, ""))
    return _frame(title, x_label, "questions", body)
