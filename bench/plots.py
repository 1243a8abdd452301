"""Plots of the large benchmark, drawn with matplotlib as SVG files whose text stays text.

The same chart gives the same bytes: no date, fixed names inside the file. Colours are of Okabe and Ito's palette; every
line has a marker of its own as well, so that it is never told by colour alone.
"""

from __future__ import annotations

import io
from itertools import cycle

from bench.sections import Chart

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = "osD^vPX"
WIDTH, HEIGHT = 7.6, 4.2  # inches
GROUP = 0.8  # of the room between two ticks that a group of bars takes


def drawn(chart: Chart) -> bytes:
    """The chart as an SVG file."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "isnad", "font.size": 10}):
        figure, axes = pyplot.subplots(figsize=(WIDTH, HEIGHT), layout="constrained")
        (_bars if chart.kind == "bar" else _lines)(axes, chart)
        axes.set_title(chart.title, fontsize=11)
        axes.set_xlabel(chart.across)
        axes.set_ylabel(chart.up)
        for axis in chart.log:
            getattr(axes, f"set_{axis}scale")("log")
        axes.grid(visible=True, alpha=0.3)
        axes.legend(fontsize=8)
        content = io.BytesIO()
        figure.savefig(content, format="svg", metadata={"Date": None})
        pyplot.close(figure)
    return content.getvalue()


def _lines(axes, chart: Chart) -> None:  # type: ignore[no-untyped-def]
    for line, colour, marker in zip(chart.lines, cycle(COLOURS), cycle(MARKERS), strict=False):
        axes.plot(line.x, line.y, color=colour, marker=marker, label=line.name, markersize=4)


def _bars(axes, chart: Chart) -> None:  # type: ignore[no-untyped-def]
    width = GROUP / len(chart.lines)
    for place, (line, colour) in enumerate(zip(chart.lines, cycle(COLOURS), strict=False)):
        offset = (place + 0.5) * width - GROUP / 2
        axes.bar([x + offset for x in line.x], line.y, width, color=colour, label=line.name)
    axes.set_xticks(range(len(chart.ticks)), chart.ticks)
