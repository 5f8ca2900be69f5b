"""What notebooks show."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .mechanism import Mechanism


class SVG:
    """A picture; .text is its source."""

    def __init__(self, text: str) -> None:
        self.text = text

    def save(self, path: Any) -> None:
        with open(path, "w", encoding="utf-8") as f:
            f.write(self.text)

    def __repr__(self) -> str:
        return f"<SVG of {len(self.text)} characters>"

    def _repr_svg_(self) -> str:
        return self.text


class Page:
    """A self-contained page, .html, shown in a frame; no network, no widgets."""

    def __init__(self, html: str, width: str = "100%", height: int = 580) -> None:
        self.html, self.width, self.height = html, width, height

    def save(self, path: Any) -> None:
        with open(path, "w", encoding="utf-8") as f:
            f.write(self.html)

    def __repr__(self) -> str:
        return f"<Page of {len(self.html)} characters>"

    def _repr_html_(self) -> str:
        from html import escape
        return (f'<iframe srcdoc="{escape(self.html)}" width="{self.width}" height="{self.height}" '
                'style="border:0" sandbox="allow-scripts"></iframe>')


def animation(m: Mechanism, until: float | None, options: dict[str, Any]) -> Page:
    return Page(m.write("scene", until=until, format="html", **options).decode())


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from low to high, about five."""
    from math import ceil, floor, log10
    step = 10 ** floor(log10((high - low) / 5))
    step *= next(k for k in (1, 2, 5, 10) if (high - low) / (k * step) <= 6)
    return [i * step for i in range(ceil(low / step), floor(high / step) + 1)]


COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")


def curves(t: Any, lines: list[tuple[str, Any]]) -> SVG:
    """Curves over time in one frame, from arrays."""
    from html import escape

    import numpy as np
    width, height, left, top, right, bottom = 640, 320, 64, 12, 120, 32
    finite = np.concatenate([y[np.isfinite(y)] for _, y in lines] or [np.zeros(0)])
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        low, high = low - (abs(low) or 1) / 2, high + (abs(high) or 1) / 2
    begin, end = (float(t[0]), float(t[-1])) if len(t) and t[-1] > t[0] else (0.0, 1.0)

    def place(x: Any, y: Any) -> tuple[Any, Any]:
        return (left + (x - begin) / (end - begin) * (width - left - right),
                height - bottom - (y - low) / (high - low) * (height - top - bottom))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" '
           'font-family="system-ui, sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="#FFFFFF"/>']
    for x in _ticks(begin, end):
        px, _ = place(x, low)
        out.append(f'<path d="M{px:.1f} {top}V{height - bottom}" stroke="#DDDDDD"/>'
                   f'<text x="{px:.1f}" y="{height - bottom + 16}" text-anchor="middle">{x:.6g}</text>')
    for y in _ticks(low, high):
        _, py = place(begin, y)
        out.append(f'<path d="M{left} {py:.1f}H{width - right}" stroke="#DDDDDD"/>'
                   f'<text x="{left - 6}" y="{py + 4:.1f}" text-anchor="end">{y:.6g}</text>')
    for k, (name, y) in enumerate(lines):
        px, py = place(np.asarray(t), y)
        pen, parts = "M", []
        for a, b in zip(px.tolist(), py.tolist()):
            if b == b and abs(b) < 1e6:
                parts.append(f"{pen}{a:.2f} {b:.2f}")
                pen = "L"
            else:
                pen = "M"
        colour = COLOURS[k % len(COLOURS)]
        out.append(f'<path d="{"".join(parts)}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
                   f'<text x="{width - right + 8}" y="{top + 14 + 16 * k}" fill="{colour}">{escape(name)}</text>')
    out.append("</svg>")
    return SVG("\n".join(out))
