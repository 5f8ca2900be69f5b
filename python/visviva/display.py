"""What notebooks show."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .mechanism import Mechanism


# Reports inside a notebook: its own fonts and colours, light or dark, and nothing outside of the report.
REPORT_STYLE = """
.visviva { line-height: 1.5; max-width: 60rem; }
.visviva h1, .visviva .page-end { display: none; }
.visviva h2 { font-size: 1.15em; font-weight: 600; margin: .6em 0 .4em; }
.visviva h3, .visviva h4, .visviva h5 { font-size: 1em; font-weight: 600; margin: .9em 0 .25em; }
.visviva p { margin: .2em 0; }
.visviva math { font-size: 1.12em; }
.visviva .fact b { font-weight: 600; display: inline-block; } .visviva .fact b::first-letter { text-transform: uppercase; }
.visviva .formula { display: flex; align-items: center; gap: 1em; margin: .35em 0 .35em 1.5em; }
.visviva .formula > .body { flex: 1; min-width: 0; overflow-x: auto; overflow-y: hidden; padding: .15em 0; }
.visviva .formula > .body.broken { line-height: 2.3; }
.visviva .formula > .label { opacity: .65; white-space: nowrap; }
.visviva .remark, .visviva caption { opacity: .75; } .visviva .remark { margin-left: 1.5em; }
.visviva .verdict { margin: .25em 0 .25em 1em; padding-left: .7em; border-left: 3px solid #b07800; }
.visviva .verdict b { color: #b07800; }
.visviva .verdict.proved { border-color: #0a8a63; } .visviva .verdict.proved b { color: #0a8a63; }
.visviva .verdict.refuted { border-color: #d1432b; } .visviva .verdict.refuted b { color: #d1432b; }
.visviva .verdict.aside { border-color: #88888866; } .visviva .verdict.aside b { color: inherit; font-weight: 600; }
.visviva .verdict small { display: block; opacity: .75; font-size: .92em; }
.visviva .table { overflow-x: auto; margin: .5em 0; }
.visviva table { border-collapse: collapse; margin: 0; font-size: .9em; }
.visviva caption { text-align: left; padding-bottom: .3em; white-space: nowrap; }
.visviva table th, .visviva table td { padding: .2em .45em; border-bottom: 1px solid #88888844; text-align: left;
  white-space: nowrap; background: none; max-width: none; }
.visviva table th { font-weight: 600; } .visviva sup { line-height: 0; }
.visviva td.yes { color: #0a8a63; } .visviva td.no { color: #d1432b; font-weight: 700; }
.visviva pre { padding: .6em .8em; overflow-x: auto; background: #88888818; }
.visviva figure svg { max-width: 46rem; height: auto; }
"""
# A page in a frame is all stage: no margins, and controls that are never scrolled away.
FRAME_STYLE = """<style>
html, body, main, section, .animation { height: 100%; margin: 0; box-sizing: border-box; } body { overflow: hidden; }
main { max-width: none; padding: .25rem; } .page-end { display: none; }
.animation { display: flex; flex-direction: column; } .animation > .stage { flex: 1 1 0; min-height: 0; }
.stage figure { min-height: 0; height: 100%; } .stage canvas { height: 100%; box-sizing: border-box; }
</style>
"""


def fragment(html: str) -> str:
    """What a notebook shows of a report: its body, in a style of its own."""
    import re
    main = re.search(r"<main.*?</main>", html, re.S)
    return f'<div class="visviva"><style>{REPORT_STYLE}</style>{main.group(0) if main else html}</div>'


def rows_html(head: list[str], rows: list[list[str]], caption: str) -> str:
    """A table for a notebook."""
    from html import escape
    lines = ["".join(f"<th>{escape(x)}</th>" for x in head)]
    lines += ["".join(f"<td>{escape(x)}</td>" for x in row) for row in rows]
    return fragment(f'<main><div class="table"><table><caption>{escape(caption)}</caption>'
                    + "".join(f"<tr>{line}</tr>" for line in lines) + "</table></div></main>")


class SVG:
    """A picture; .text is its source, .save(path) writes it. Notebooks show it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def save(self, path: Any) -> None:
        """Writes the picture as a file .svg."""
        with open(path, "w", encoding="utf-8") as f:
            f.write(self.text)

    def __repr__(self) -> str:
        return f"<SVG of {len(self.text)} characters>"

    def _repr_svg_(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        # as an image: converters that clean pages remove what they do not know in an <svg>
        from base64 import b64encode
        data = b64encode(self.text.encode()).decode()
        return f'<img src="data:image/svg+xml;base64,{data}" style="width:100%;max-width:46rem;background:#fff" alt="">'


class Page:
    """A self-contained page, .html, shown in a frame; no network, no widgets. .save(path) writes it."""

    def __init__(self, html: str, width: str = "100%", height: int = 480) -> None:
        self.html, self.width, self.height = html, width, height

    def save(self, path: Any) -> None:
        """Writes the page as a file .html."""
        with open(path, "w", encoding="utf-8") as f:
            f.write(self.html)

    def __repr__(self) -> str:
        return f"<Page of {len(self.html)} characters>"

    def _repr_html_(self) -> str:
        from html import escape
        framed = self.html.replace("</head>", FRAME_STYLE + "</head>", 1)
        return (f'<iframe srcdoc="{escape(framed)}" width="{self.width}" height="{self.height}" '
                'style="border:0;max-width:56rem" sandbox="allow-scripts"></iframe>')


def animation(m: Mechanism, until: float | None, options: dict[str, Any]) -> Page:
    return Page(m.write("scene", until=until, format="html", **options).decode())


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from low to high, about five."""
    from math import ceil, floor, log10
    step = 10 ** floor(log10((high - low) / 5))
    step *= next(k for k in (1, 2, 5, 10) if (high - low) / (k * step) <= 6)
    return [i * step for i in range(ceil(low / step), floor(high / step) + 1)]


COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
WIDTH, PANEL, LEFT, TOP, BOTTOM, GAP = 640, 200, 70, 10, 40, 18  # of a plot of curves, in its own units


def unit_text(unit: str) -> str:
    """A unit as it is written beside an axis: "" of what has none.

    >>> unit_text("kg*m^2*s^-2"), unit_text("kg*m*s^-2"), unit_text("1")
    ('kg·m²·s⁻²', 'N', '')
    """
    known = {"1": "", "kg*m*s^-2": "N", "kg*m^2*s^-3": "W"}
    return known.get(unit, unit.replace("*", "·").replace("^", "").translate(
        str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")))


def _bracket(unit: str) -> str:
    return f" [{unit_text(unit)}]" if unit_text(unit) else ""


def _range(values: list[Any]) -> tuple[float, float]:
    """What an axis covers: all finite values, and something where they are equal."""
    import numpy as np
    finite = np.concatenate([v[np.isfinite(v)] for v in values] or [np.zeros(0)])
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        return low - (abs(low) or 1) / 2, high + (abs(high) or 1) / 2
    return low - 0.04 * (high - low), high + 0.04 * (high - low)


def _written(values: list[float]) -> list[str]:
    """Ticks with as many digits as tell them apart."""
    if not values:
        return []
    most = max(abs(v) for v in values)
    if most >= 1e5 or most < 1e-4:
        return [f"{v:.4g}".replace("-", "\u2212") for v in values]
    digits = next((d for d in range(8) if all(abs(round(v, d) - v) <= 1e-9 * abs(v) + 1e-15 for v in values)), 8)
    return [f"{v + 0.0:.{digits}f}".replace("-", "\u2212") for v in values]


def _path(px: Any, py: Any) -> str:
    """A curve, broken where it is not finite."""
    pen, parts = "M", []
    for a, b in zip(px.tolist(), py.tolist()):
        if b == b and abs(b) < 1e6:
            parts.append(f"{pen}{a:.2f} {b:.2f}")
            pen = "L"
        else:
            pen = "M"
    return "".join(parts)


def curves(t: Any, lines: list[tuple[str, str, Any]], unit: str = "s") -> SVG:
    """Curves (name, unit, values) over time: those of one unit in one panel, the panels below each other."""
    from html import escape

    import numpy as np
    t = np.asarray(t, dtype=float)
    panels: dict[str, list[tuple[str, Any]]] = {}
    for name, of, y in lines:
        panels.setdefault(of, []).append((name, np.asarray(y, dtype=float)))
    legend = max([len(name) for of in panels.values() if len(of) > 1 for name, _ in of] or [0])
    right = WIDTH - (14 + 8 * legend if legend else 14)
    begin, end = (float(t[0]), float(t[-1])) if len(t) and t[-1] > t[0] else (0.0, 1.0)
    height = TOP + len(panels) * (PANEL + GAP) - GAP + BOTTOM
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
           'font-family="system-ui, \'DejaVu Sans\', sans-serif" font-size="12" fill="#1A1C20">',
           f'<rect width="{WIDTH}" height="{height}" fill="#FFFFFF"/>']

    def across(x: Any) -> Any:
        return LEFT + (x - begin) / (end - begin) * (right - LEFT)
    for k, (of, some) in enumerate(panels.items()):
        top, foot = TOP + k * (PANEL + GAP), TOP + k * (PANEL + GAP) + PANEL
        low, high = _range([y for _, y in some])

        def down(y: Any) -> Any:
            return foot - (y - low) / (high - low) * PANEL  # noqa: B023
        at = _ticks(begin, end)
        for x, said in zip(at, _written(at)):
            out.append(f'<path d="M{across(x):.1f} {top}V{foot}" stroke="#E3E6EB"/>')
            if k == len(panels) - 1:
                out.append(f'<text x="{across(x):.1f}" y="{foot + 16}" text-anchor="middle">{said}</text>')
        at = _ticks(low, high)
        for y, said in zip(at, _written(at)):
            out.append(f'<path d="M{LEFT} {down(y):.1f}H{right}" stroke="#E3E6EB"/>'
                       f'<text x="{LEFT - 6}" y="{down(y) + 4:.1f}" text-anchor="end">{said}</text>')
        out.append(f'<rect x="{LEFT}" y="{top}" width="{right - LEFT}" height="{PANEL}" fill="none" stroke="#7A808C"/>')
        label = ", ".join(name for name, _ in some) + _bracket(of)
        out.append(f'<text transform="translate(14 {(top + foot) / 2}) rotate(-90)" text-anchor="middle">{escape(label, quote=False)}</text>')
        for i, (name, y) in enumerate(some):
            colour = COLOURS[i % len(COLOURS)]
            out.append(f'<path d="{_path(across(t), down(y))}" fill="none" stroke="{colour}" stroke-width="1.6" '
                       'stroke-linejoin="round"/>')
            if len(some) > 1:
                out.append(f'<text x="{right + 8}" y="{top + 14 + 16 * i}" fill="{colour}">{escape(name, quote=False)}</text>')
    out.append(f'<text x="{(LEFT + right) / 2}" y="{height - 6}" text-anchor="middle">t{_bracket(unit)}</text></svg>')
    return SVG("\n".join(out))
