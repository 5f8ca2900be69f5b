/* The language in the editor: its words, what a text declares, how it is coloured. What is right and wrong is said by the
 * engine alone. */
import { HighlightStyle, StreamLanguage, syntaxHighlighting, tags } from "./codemirror.js";

/* Statements: how one begins, what may follow (${} are places to fill in), what it says. */
export const STATEMENTS = [
  ["system", 'system "${title}"', "names the model"],
  ["parameter", "parameter ${m} = ${1} [${kg}]", "constants; one without a value is a symbol"],
  ["assume", "assume ${a} > 0", "signs and ranges that proofs may use"],
  ["coordinate", "coordinate ${θ} [${rad}]", "generalized coordinates"],
  ["let", "let ${name} = ${expression}", "names an expression, scalar or vector"],
  ["point", "point ${A} = ${x}*world.x + ${z}*world.z", "a point by its position"],
  ["frame", "frame ${R} = world turned ${ψ} about z", "axes, turned or moving"],
  ["body", "body ${B}: mass ${m}, centre ${G}, frame ${R}, inertia (${A}, ${B}, ${C})", "a rigid body"],
  ["mass", "mass ${m} at ${A}", "a particle at a point"],
  ["gravity", "gravity -${g}*world.z", "acts on every mass"],
  ["apparent gravity", "apparent gravity ${V} in ${F}", "what a plumb line shows in a moving frame"],
  ["kinetic energy", "kinetic energy ${m/2*x'^2}", "T, added to that of the bodies"],
  ["potential", "potential ${k/2*x^2}", "V, potential energy"],
  ["force function", "force function ${m*g*z}", "U = -V"],
  ["lagrangian", "lagrangian ${m/2*x'^2 - k/2*x^2}", "L = T - V as a whole"],
  ["hamiltonian", "hamiltonian ${p^2/(2*m) + k/2*x^2}, momenta ${p}", "H of the coordinates and momenta"],
  ["force", "force ${F*world.x} at ${P}", "a force at a point; `on BODY` at the material there"],
  ["torque", "torque ${M*world.z} on ${B}", "a couple on a body or a frame"],
  ["spring", "spring ${k} between ${A} and ${B}, length ${l}", "between points, or `on` a scalar"],
  ["damper", "damper ${c} between ${A} and ${B}", "between points, or `on` a scalar"],
  ["work", "work ${F}*δ(${x})", "virtual work of forces"],
  ["constraint", "constraint ${x^2 + y^2} = ${l^2}", "on positions or velocities"],
  ["rolling", "rolling ${B} on world at ${P}, normal world.z", "no slip at the contact; `friction f` lets it slide"],
  ["servo", "servo ${θ = f} through ${u}", "a constraint kept by forces that act on the coordinates named"],
  ["speed", "speed ${p} = ${θ'}", "generalized speeds, in place of rates"],
  ["given", "given ${s} = ${v*t}", "a known function of time"],
  ["auxiliary", "auxiliary ${λ}' = ${r^2*θ'}", "a quasi-coordinate, defined by its derivative"],
  ["function", "function ${f}(${θ})", "a function, general or given"],
  ["relation", "relation ${f'' = -f}", "what is known of general functions"],
  ["direction", "direction (${α}, ${β}, ${γ}) = -world.z in ${B}", "direction cosines as coordinates"],
  ["surface", "surface ${S} on ${B}: sphere ${R}", "carried by a body, a frame or the world"],
  ["shape", "shape ${S}: cylinder r = ${0.3}, h = ${0.05} on ${B}", "something that is only seen, on a body or between two points"],
  ["curve", "curve ${c}(${l}) on ${B} = (${x}, ${y}, ${z})", "carried by a body"],
  ["perturbation", "perturbation ${F*cos(w*t)} on ${q}", "a small periodic force, for resonance"],
  ["start", "start ${θ} = ${1}", "initial conditions; what is not stated is 0 or determined"],
  ["run", "run ${10} [s]", "how long the motion is followed"],
  ["show", "show ${energy}", "further columns and curves"],
  ["when", "when ${x = 0} then ${record}", "an event and what it does"],
  ["input", "input ${u} [${N}]", "of a linear system"],
  ["output", "output ${y} = ${θ}", "of a linear system"],
  ["box", "box ${θ} in (${-pi}, ${pi})", "where equilibria are searched"],
  ["claim equation", "claim equation ${left} = ${right}", "holds on every motion: decided by Proof"],
  ["claim integral", "claim integral ${E}", "is a first integral"],
  ["claim identity", "claim identity ${left} = ${right}", "holds for all values"],
  ["claim equilibrium", "claim equilibrium ${θ = 0}", "can stay at rest there"],
  ["claim frequency", "claim frequency ${sqrt(g/l)} at ${θ = 0}", "an angular frequency of the small motions"],
  ["claim stable", "claim stable at ${θ = 0}", "is stable there"],
];

/* Functions: arguments, what they are. */
export const FUNCTIONS = {
  sin: "(x)", cos: "(x)", tan: "(x)", cot: "(x)", sec: "(x)", csc: "(x)", asin: "(x)", acos: "(x)", atan: "(x)",
  atan2: "(y, x): polar angle", sinh: "(x)", cosh: "(x)", tanh: "(x)", exp: "(x)", log: "(x): natural logarithm",
  sqrt: "(x)", abs: "(x)", sign: "(x)", min: "(a, b)", max: "(a, b)", sum: "(E for i in 1..n)",
  piecewise: "(condition, value, otherwise)", D: "(f, u): partial derivative", δ: "(E): variation",
  dot: "(u, v): scalar product", cross: "(u, v): vector product", unit: "(v): unit vector", norm: "(v): length",
  spin: "(B): angular velocity", velocity: "(P)", acceleration: "(P)", reaction: "(P): force of the support",
  path: "(P): its path in the scene", contact: "(S): contact point", normal: "(S): of the support", pivoting: "(S)", slip: "(S)",
  momentum: "(q): ∂L/∂q' of a coordinate",
};
export const CLAUSES = ("about along and at between by for free if in neglecting not on or then through turned turning when without " +
  "centre center inertia frame mass normal friction static resistance restitution pivoting length angle inside record stop world " +
  "sphere cylinder plane cone torus ellipsoid paraboloid revolution support profile dependent energy momenta").split(" ");
export const UNITS = ("kg g m km dm cm mm s ms min h day rad mrad deg rev Hz rpm N kN J kJ W kW Pa kPa bar 1/s m/s m/s^2 rad/s N/m N*m " +
  "N*s/m kg*m^2").split(" ");
export const GREEK = { alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", zeta: "ζ", eta: "η", theta: "θ", iota: "ι", kappa: "κ",
  lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ", sigma: "σ", tau: "τ", upsilon: "υ", phi: "φ", chi: "χ", psi: "ψ", omega: "ω",
  varphi: "φ", vartheta: "θ", varepsilon: "ε", Gamma: "Γ", Delta: "Δ", Theta: "Θ", Lambda: "Λ", Xi: "Ξ", Pi: "Π", Sigma: "Σ",
  Phi: "Φ", Psi: "Ψ", Omega: "Ω", cdot: "*", leq: "<=", geq: ">=", neq: "!=" };
export const NAME = /[\p{L}_][\p{L}\p{N}\p{M}_₀-₉]*/u;

const HEADS = new Set(STATEMENTS.flatMap(([word]) => word.split(" ")));
const WORDS = new Set([...HEADS, ...CLAUSES]);

/* ---- what a text declares --------------------------------------------------------------------- */

const DECLARING = /^\s*(parameter|coordinate|input|point|frame|body|let|speed|given|output|function|auxiliary|surface|shape|curve|direction)\s+(.*)$/u;
const KINDS = { let: "name", given: "function of time", auxiliary: "quasi-coordinate", direction: "direction cosine", speed: "generalized speed" };

/* Splits at commas outside brackets. */
export function pieces(text) {
  const out = [];
  let depth = 0, from = 0;
  for (let i = 0; i < text.length; i++) {
    const ch = text[i];
    if ("([".includes(ch)) depth++;
    else if (")]".includes(ch)) depth--;
    else if (ch === "," && !depth) { out.push(text.slice(from, i)); from = i + 1; }
  }
  out.push(text.slice(from));
  return out;
}

/* Names in the order of their declaration: {name, kind, unit, value, remark, line}. A line of a declaration may go on in the next. */
export function declared(text) {
  const found = new Map(), lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    let [, code, remark] = /^([^#"]*)(?:#\s*(.*))?/.exec(lines[i]);
    const line = i + 1;
    while (/[-+*/^=<>,:]\s*$/.test(code) && i + 1 < lines.length) code += lines[++i].replace(/#.*/, "");
    const m = DECLARING.exec(code);
    if (!m) continue;
    const [, word, rest] = m, group = [], whole = /^(body|surface|shape|curve|direction)$/.test(word);
    for (const piece of whole ? [rest] : pieces(rest)) {
      const head = word === "direction" ? /^\s*\(([^)]*)\)/.exec(rest)?.[1].split(",") ?? [] : [piece];
      for (const one of head) {
        const name = NAME.exec(one)?.[0];
        if (!name || found.has(name)) continue;
        const value = /=\s*([^[]*?(?:\[[^\]]*\][^[]*?)*?)\s*(?:\s\[[^\]]*\])?\s*$/.exec(whole ? "" : piece)?.[1];
        const unit = /\s\[([^\]]+)\]\s*(?:dependent)?\s*$/u.exec(piece)?.[1];
        const entry = { name, kind: KINDS[word] ?? word, unit, value: value?.trim(), remark, line };
        group.push(entry);
        if (unit) for (let k = group.length - 2; k >= 0 && !group[k].unit && group[k].value === undefined; k--) group[k].unit = unit;
        found.set(name, entry);
      }
    }
  }
  return found;
}

/* ---- colours ---------------------------------------------------------------------------------- */

const stream = {
  name: "visviva",
  startState: () => ({ begins: true }),
  token(s, state) {
    if (s.sol()) state.begins = true;
    if (s.eatSpace()) return null;
    const begins = state.begins;
    state.begins = false;
    if (s.match(/#.*/)) return "comment";
    if (s.match(/"[^"]*"?/)) return "string";
    if (s.match(/\[[^\]\n]*\]?/)) return /\s/.test(s.string[s.start - 1] ?? "") ? "unit" : null;
    if (s.match(/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return "number";
    if (s.match(/\.(x|y|z|origin)\b/)) return "propertyName";
    if (s.match(NAME)) {
      const word = s.current();
      if (begins && HEADS.has(word)) return "keyword";
      if (word in FUNCTIONS && /^\s*'*\(/.test(s.string.slice(s.pos))) return "function";
      return WORDS.has(word) && !/^\s*[=+*/^']/.test(s.string.slice(s.pos)) ? "joint" : null;
    }
    s.next();
    return null;
  },
  tokenTable: { unit: tags.unit, function: tags.function(tags.variableName), joint: tags.controlKeyword },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", '"'] } },
};

const style = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--word)", fontWeight: "600" }, { tag: tags.controlKeyword, color: "var(--word)" },
  { tag: tags.comment, color: "var(--remark)", fontStyle: "italic" }, { tag: tags.number, color: "var(--number)" },
  { tag: tags.string, color: "var(--quote)" }, { tag: tags.unit, color: "var(--quote)" },
  { tag: tags.propertyName, color: "var(--faint)" }, { tag: tags.function(tags.variableName), color: "var(--link)" },
]);

export const visviva = [StreamLanguage.define(stream), syntaxHighlighting(style)];
