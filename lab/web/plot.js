/* Curves of a table as SVG, in the size of the place they are drawn in. Their colours are the --curve-K of the page. */

const LEFT = 58, RIGHT = 12, TOP = 10, BOTTOM = 38, CURVES = 6;
const SVG = "http://www.w3.org/2000/svg";

function node(name, attributes, text) {
  const e = document.createElementNS(SVG, name);
  for (const key in attributes) e.setAttribute(key, attributes[key]);
  if (text !== undefined) e.textContent = text;
  return e;
}

/* Round numbers that cover a range. */
export function ticks(low, high, most = 6) {
  if (!(high > low)) { const pad = Math.abs(low) || 1; low -= pad / 2; high += pad / 2; }
  const raw = (high - low) / most, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(k => k * power).find(s => s >= raw * (1 - 1e-9));
  const out = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) out.push(k * step);
  return out;
}

const label = v => (v === 0 ? "0" : Math.abs(v) >= 1e4 || Math.abs(v) < 1e-3 ? v.toExponential(1) : String(+v.toPrecision(6)));

function range(columns) {
  let low = Infinity, high = -Infinity;
  for (const column of columns) for (const v of column) if (Number.isFinite(v)) { low = Math.min(low, v); high = Math.max(high, v); }
  if (!(low <= high)) return [0, 1];
  const pad = 0.04 * (high - low) || Math.abs(high) / 2 || 1;
  return [low - pad, high + pad];
}

/* The look of the k-th curve. */
export const colour = k => `var(--curve-${k % CURVES})`;

/* series: [{name, x, y, place, kept}]: place is the index of its colour, kept ones are dashed */
export function plot(parent, series, across) {
  const W = Math.max(parent.clientWidth, 200), H = Math.max(parent.clientHeight, 120);
  const svg = node("svg", { viewBox: `0 0 ${W} ${H}`, width: W, height: H, role: "img", "aria-label": `${series.map(s => s.name).join(", ")} against ${across}` });
  const [x0, x1] = range(series.map(s => s.x)), [y0, y1] = range(series.map(s => s.y));
  const X = v => LEFT + (v - x0) / (x1 - x0) * (W - LEFT - RIGHT), Y = v => H - BOTTOM - (v - y0) / (y1 - y0) * (H - TOP - BOTTOM);
  for (const v of ticks(x0, x1, Math.max(2, Math.min(8, W / 90)))) {
    svg.append(node("line", { x1: X(v), x2: X(v), y1: TOP, y2: H - BOTTOM, class: "grid" }));
    svg.append(node("text", { x: X(v), y: H - BOTTOM + 16, "text-anchor": "middle" }, label(v)));
  }
  for (const v of ticks(y0, y1, Math.max(2, Math.min(7, H / 42)))) {
    svg.append(node("line", { x1: LEFT, x2: W - RIGHT, y1: Y(v), y2: Y(v), class: "grid" }));
    svg.append(node("text", { x: LEFT - 6, y: Y(v) + 4, "text-anchor": "end" }, label(v)));
  }
  svg.append(node("text", { x: (LEFT + W - RIGHT) / 2, y: H - 5, "text-anchor": "middle" }, across));
  for (const s of series) {
    let d = "", pen = "M";
    for (let i = 0; i < s.x.length; i++) {
      if (!Number.isFinite(s.x[i]) || !Number.isFinite(s.y[i])) { pen = "M"; continue; }
      d += `${pen}${X(s.x[i]).toFixed(1)},${Y(s.y[i]).toFixed(1)}`;
      pen = "L";
    }
    const dash = s.kept ? "2 3" : s.place < CURVES ? "" : "6 3";
    const curve = node("path", { d, fill: "none", "stroke-width": 1.7, "stroke-linejoin": "round", "stroke-dasharray": dash });
    curve.style.stroke = colour(s.place);
    curve.append(node("title", {}, s.name));
    svg.append(curve);
  }
  parent.replaceChildren(svg);
}
