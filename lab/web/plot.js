/* Curves of a table as SVG. Colour-blind-safe palette of Okabe and Ito. */

const COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"];
const W = 760, H = 380, LEFT = 70, RIGHT = 130, TOP = 14, BOTTOM = 44;
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

/* series: [{name, x, y}] */
export function plot(parent, series, across) {
  const svg = node("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${series.map(s => s.name).join(", ")} against ${across}` });
  const [x0, x1] = range(series.map(s => s.x)), [y0, y1] = range(series.map(s => s.y));
  const X = v => LEFT + (v - x0) / (x1 - x0) * (W - LEFT - RIGHT), Y = v => H - BOTTOM - (v - y0) / (y1 - y0) * (H - TOP - BOTTOM);
  for (const v of ticks(x0, x1)) {
    svg.append(node("line", { x1: X(v), x2: X(v), y1: TOP, y2: H - BOTTOM, stroke: "currentColor", "stroke-opacity": .12 }));
    svg.append(node("text", { x: X(v), y: H - BOTTOM + 18, "text-anchor": "middle" }, label(v)));
  }
  for (const v of ticks(y0, y1)) {
    svg.append(node("line", { x1: LEFT, x2: W - RIGHT, y1: Y(v), y2: Y(v), stroke: "currentColor", "stroke-opacity": .12 }));
    svg.append(node("text", { x: LEFT - 8, y: Y(v) + 4, "text-anchor": "end" }, label(v)));
  }
  svg.append(node("text", { x: (LEFT + W - RIGHT) / 2, y: H - 6, "text-anchor": "middle" }, across));
  series.forEach((s, k) => {
    let d = "", pen = "M";
    for (let i = 0; i < s.x.length; i++) {
      if (!Number.isFinite(s.x[i]) || !Number.isFinite(s.y[i])) { pen = "M"; continue; }
      d += `${pen}${X(s.x[i]).toFixed(2)},${Y(s.y[i]).toFixed(2)}`;
      pen = "L";
    }
    const like = s.kept ? series.findIndex(other => `${other.name} (kept)` === s.name) : k; /* the same colour, dashed */
    const colour = COLOURS[like % COLOURS.length], dash = s.kept ? "2 3" : k < COLOURS.length ? "" : "6 3";
    svg.append(node("path", { d, fill: "none", stroke: colour, "stroke-width": 1.6, "stroke-linejoin": "round", "stroke-dasharray": dash }));
    svg.append(node("line", { x1: W - RIGHT + 12, x2: W - RIGHT + 34, y1: TOP + 10 + 20 * k, y2: TOP + 10 + 20 * k, stroke: colour, "stroke-width": 3, "stroke-dasharray": dash }));
    svg.append(node("text", { x: W - RIGHT + 40, y: TOP + 14 + 20 * k }, s.name));
  });
  parent.replaceChildren(svg);
}
