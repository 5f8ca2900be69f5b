/* Help while writing: completion of statements, names, functions and units; \theta becomes θ; what a name is, on hovering. */
import { EditorView, autocompletion, hoverTooltip } from "./codemirror.js";
import { CLAUSES, FUNCTIONS, GREEK, NAME, STATEMENTS, UNITS, declared } from "./language.js";

/* ---- completion ------------------------------------------------------------------------------- */

/* Inserts a template and selects its first place. */
function template(text) {
  return (view, completion, from, to) => {
    const plain = text.replace(/\$\{([^}]*)\}/g, "$1"), first = text.indexOf("${");
    const length = first < 0 ? 0 : /\$\{([^}]*)\}/.exec(text)[1].length, at = from + (first < 0 ? plain.length : first);
    view.dispatch({ changes: { from, to, insert: plain }, selection: { anchor: at, head: at + length }, userEvent: "input.complete" });
  };
}

const statements = STATEMENTS.map(([label, text, detail]) => ({ label, detail, type: "keyword", apply: template(text) }));
const functions = Object.entries(FUNCTIONS).map(([label, detail]) => ({ label, detail, type: "function",
  apply: template(`${label}(\${${/^\(([^),]*)/.exec(detail)[1]}})`) }));
const clauses = CLAUSES.map(label => ({ label, type: "keyword", boost: -2 }));
const units = UNITS.map(label => ({ label, type: "unit" }));
const greek = [...Object.entries(GREEK), ["dot", "x'"], ["ddot", "x''"]].map(([name, sign]) =>
  ({ label: `\\${name}`, detail: sign, type: "text", ...(name.endsWith("dot") && name !== "cdot" ? {} : { apply: sign }) }));
const members = ["x", "y", "z", "origin"].map(label => ({ label, type: "property" }));

function complete(context) {
  const line = context.state.doc.lineAt(context.pos), before = line.text.slice(0, context.pos - line.from);
  if (/#|^[^"]*"[^"]*$/.test(before)) return null; /* comments and titles are prose */
  const tex = /\\[a-zA-Z]*$/.exec(before);
  if (tex) return { from: context.pos - tex[0].length, options: greek, validFor: /^\\[a-zA-Z]*$/ };
  const unit = /\s\[([^\]]*)$/.exec(before);
  if (unit) return { from: context.pos - unit[1].length, options: units, validFor: /^[^\]]*$/ };
  const member = /([\p{L}\p{N}_]+)\.(\w*)$/u.exec(before);
  if (member) return { from: context.pos - member[2].length, options: members, validFor: /^\w*$/ };
  const head = /^\s*([\p{L} ]*)$/u.exec(before)?.[1];
  if (head !== undefined && STATEMENTS.some(([word]) => word.startsWith(head)))
    return head || context.explicit ? { from: context.pos - head.length, options: statements, validFor: /^[\p{L} ]*$/u } : null;
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*$/u);
  if (!word && !context.explicit) return null;
  const names = [...declared(context.state.doc.toString()).values()].filter(d => d.line !== line.number || d.name !== word?.text)
    .map(d => ({ label: d.name, detail: [d.kind, d.unit && `[${d.unit}]`].filter(Boolean).join(" "), type: "variable", boost: 2 }));
  return { from: word ? word.from : context.pos, options: [...names, ...functions, ...clauses], validFor: /^[\p{L}\p{N}_]*$/u };
}

/* ---- LaTeX as it is typed --------------------------------------------------------------------- */

const primes = { dot: "'", ddot: "''", dddot: "'''" };

/* What replaces the end of a line that is complete once `typed` follows: {back, put}. */
export function fromLatex(before, typed) {
  let m = /\\(d{1,3}ot)\{([^{}\\]+)\}$/.exec(before + typed);
  if (m && typed === "}") {
    const inner = m[2].trim(), bare = NAME.exec(inner)?.[0] === inner;
    return { back: m[0].length - 1, put: (bare ? inner : `(${inner})`) + primes[m[1]], eat: true };
  }
  if (/^[a-zA-Z]/.test(typed)) return null;
  m = /\\([a-zA-Z]+)$/.exec(before);
  if (m && GREEK[m[1]]) return { back: m[0].length, put: GREEK[m[1]] };
  m = /\\(d{1,3}ot)\s*([\p{L}_][\p{L}\p{N}_]*)$/u.exec(before);
  if (m && !/^[\p{L}\p{N}_]/u.test(typed)) return { back: m[0].length, put: m[2] + primes[m[1]] };
  return null;
}

const latex = EditorView.inputHandler.of((view, from, to, text) => {
  if (from !== to || text.length !== 1) return false;
  const line = view.state.doc.lineAt(from), before = line.text.slice(0, from - line.from);
  let found = fromLatex(before, text);
  if (!found || before.includes("#")) return false;
  let put = found.put, back = found.back;
  const outer = !found.eat && fromLatex(before.slice(0, before.length - back) + put, text); /* \dot\theta */
  if (outer) { back += outer.back - put.length; put = outer.put; }
  const insert = put + (found.eat || text === " " ? "" : text); /* a space ends the name, as in LaTeX */
  view.dispatch({ changes: { from: from - back, to, insert }, selection: { anchor: from - back + insert.length }, userEvent: "input.type" });
  return true;
});

/* ---- hovering --------------------------------------------------------------------------------- */

function wordAt(line, column) {
  for (const m of line.matchAll(new RegExp(NAME, "gu"))) if (m.index <= column && column <= m.index + m[0].length) return { text: m[0], at: m.index };
  return null;
}

function tip(head, ...rest) {
  const dom = document.createElement("div");
  dom.className = "tip";
  const b = document.createElement("b");
  b.textContent = head;
  dom.append(b);
  for (const text of rest.filter(Boolean)) {
    const p = document.createElement("div");
    p.textContent = text;
    dom.append(p);
  }
  return { dom };
}

/* Of a name: kind, unit, value, the remark of its line. `now` is the value of a slider. */
export function meaning(text, word, now = {}) {
  const d = declared(text).get(word);
  if (d) return [`${d.name}: ${d.kind}${d.unit ? ` [${d.unit}]` : ""}`, d.value && `= ${d.value}${d.unit && d.kind === "parameter" ? ` ${d.unit}` : ""}`,
    now[word] !== undefined && `now ${now[word]} (slider)`, d.remark];
  if (FUNCTIONS[word]) return [word + FUNCTIONS[word]];
  const s = STATEMENTS.find(([name]) => name.split(" ")[0] === word);
  return s ? [s[0], s[2], s[1].replace(/\$\{([^}]*)\}/g, "$1")] : null;
}

const hovering = now => hoverTooltip((view, pos) => {
  const line = view.state.doc.lineAt(pos), word = wordAt(line.text, pos - line.from);
  if (!word || line.text.slice(0, word.at).includes("#")) return null;
  const said = meaning(view.state.doc.toString(), word.text, now());
  return said && { pos: line.from + word.at, end: line.from + word.at + word.text.length, above: true, create: () => tip(...said) };
}, { hoverTime: 250 });

/* `now` gives the values of the sliders. */
export const help = now => [autocompletion({ override: [complete], icons: false, activateOnTypingDelay: 50 }), latex, hovering(now)];
