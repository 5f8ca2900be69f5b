/* Parameters and initial values as sliders, each with a value that can be typed. What a slider sets goes to the engine as
 * `--set` does; a value that the text states anew is no longer set. */
import { declared, pieces } from "./language.js";
import { $, element, number, quantity } from "./elements.js";

/* Units in which the number of the text is the value in SI. */
const COHERENT = new Set("kg m s rad N J W Pa Hz 1".split(" "));
const unitOf = (stated, dimension) => {
  const own = stated && (stated.match(/\p{L}+|\d+/gu) ?? []).every((word, i, all) => COHERENT.has(word) || /^\d$/.test(word) && i > 0 && all.length > 1);
  return own ? stated : dimension === "1" ? "" : dimension ?? "";
};
const NO_VALUE = "Parameters without a value", NOT_STATED = "Start, not stated";
const base = name => name.replace(/'+$/, "").replace(/\[.*/, "");

/* What a text says of each name: `parameter a = 1` and `start x = 1`, as written. */
function stated(text) {
  const said = new Map([...declared(text)].map(([name, d]) => [name, d.value ?? ""]));
  for (const m of text.matchAll(/^[^#"\n]*?\bstart\s+([^#\n]*)/gmu))
    for (const piece of pieces(m[1])) {
      const [name, value] = piece.split("=").map(part => part.trim());
      said.set(name, value ?? "");
    }
  return said;
}

export class Sliders {
  /* onchange: after a value was set by the reader */
  constructor(onchange) {
    this.onchange = onchange;
    this.set = new Map(); /* name: what is set, as text, and what the text of the model said then */
    this.rows = new Map();
    $("find").addEventListener("input", () => this.find());
    $("reset").addEventListener("click", () => {
      for (const name of [...this.set.keys()]) this.put(name, null);
      $("find").focus(); /* the button disappears */
      this.onchange();
    });
  }

  /* NAME: VALUE of what is set, without names that the text no longer has. */
  settings(text) {
    const said = stated(text), names = new Set([...said.keys()].map(base));
    for (const [name, set] of this.set) {
      if (names.has(base(name)) && (set.said ??= said.get(name) ?? "") === (said.get(name) ?? "")) continue;
      this.set.delete(name);
      this.tell(name);
    }
    return Object.fromEntries([...this.set].map(([name, set]) => [name, set.value]));
  }
  /* Parameters that have no value yet: 1 for each. */
  fill() {
    for (const row of this.rows.values()) if (row.group === NO_VALUE && !this.set.has(row.name)) this.put(row.name, "1");
    this.onchange();
  }
  /* Another model: its sliders are those of `settings`. */
  begin(settings = {}) {
    this.set = new Map(Object.entries(settings).map(([name, value]) => [name, { value: String(value) }]));
    this.rows.clear();
    this.shape = "";
  }

  /* The values of a model as the engine has read them, those that are set aside. */
  show(check, text) {
    const units = declared(text), unit = v => unitOf(units.get(base(v.name))?.unit, v.meaning);
    const all = (list, group) => list.map(v => ({ name: v.name, group, text: v.text, unit: unit(v) }));
    const open = (names, group, known) => names.filter(name => !known.some(v => v.name === name) && !name.includes(".")).map(name => ({ name, group, text: "", unit: unit({ name }) }));
    const { values = [], starts = [], coordinates = [], parameters = [] } = check;
    const rows = [...open(parameters, NO_VALUE, values), ...all(values, "Parameters"), ...all(starts, "Start"), ...open(coordinates.flatMap(q => [q, `${q}'`]), NOT_STATED, starts)]
      .filter(row => row.text === "" || Number.isFinite(number(row.text)) || this.set.has(row.name))
      .map(row => (this.set.has(row.name) && this.rows.has(row.name) ? { ...row, ...this.rows.get(row.name).said } : row));
    const shape = JSON.stringify(rows);
    if (shape !== this.shape) {
      this.shape = shape;
      this.rows = new Map(rows.map(row => [row.name, { ...row, said: { group: row.group, text: row.text } }]));
      this.build();
    }
    $("values").classList.remove("stale");
  }

  build() {
    const groups = new Map(), folded = $("sliders").querySelector("details")?.open ?? false;
    for (const row of this.rows.values()) groups.set(row.group, [...groups.get(row.group) ?? [], row]);
    $("sliders").replaceChildren(...[...groups].map(([title, rows]) => {
      const fold = title === NOT_STATED, group = element(fold ? "details" : "section"), head = element(fold ? "summary" : "h3", title);
      if (fold) { group.open = folded; head.title = "0, or what the constraints determine"; }
      group.append(head, ...rows.map(row => this.row(row)));
      return group;
    }));
    for (const name of this.rows.keys()) this.tell(name);
    this.find();
  }

  row(row) {
    const line = element("div", undefined, "value"), label = element("label"), range = element("input"), typed = element("input"), back = element("button", "↺");
    const constant = [NO_VALUE, "Parameters"].includes(row.group), what = constant ? row.name : `${row.name} at the start`;
    const value = number(row.text || (constant ? "1" : "0")), reach = Math.abs(value) || 1;
    Object.assign(range, { type: "range", min: constant && value > 0 ? 0.05 * reach : value - 2 * reach, max: value + 2 * reach, step: "any", value });
    range.setAttribute("aria-label", what);
    Object.assign(typed, { type: "text", id: `value-${row.name}`, inputMode: "text", placeholder: row.text ? "" : constant ? "symbol" : "free", autocomplete: "off", spellcheck: false });
    typed.setAttribute("aria-label", `${what}${row.unit ? ` in ${row.unit}` : ""}, typed`);
    label.htmlFor = typed.id;
    label.append(quantity(row.name));
    Object.assign(back, { type: "button", className: "back", title: `what the model says of ${row.name}` });
    back.setAttribute("aria-label", `reset ${what}`);
    range.dataset.name = typed.dataset.name = row.name;
    range.addEventListener("input", () => { this.put(row.name, String(Number(Number(range.value).toPrecision(4)))); this.onchange(); });
    typed.addEventListener("change", () => { this.put(row.name, typed.value.trim() || null); this.onchange(); });
    back.addEventListener("click", () => { this.put(row.name, null); range.focus(); this.onchange(); });
    line.dataset.name = row.name;
    line.append(label, range, typed, element("span", row.unit ?? "", "unit"), back);
    Object.assign(row, { line, range, typed, back });
    return line;
  }

  /* Sets a value; null: what the model says. */
  put(name, value) {
    if (value === null) this.set.delete(name); else this.set.set(name, { value });
    this.fault(null);
    this.tell(name);
  }
  tell(name) {
    const row = this.rows.get(name), set = this.set.get(name)?.value;
    $("reset").hidden = this.set.size === 0;
    if (!row?.line) return;
    const shown = set ?? row.text, value = number(shown);
    const short = set ?? (Number.isFinite(value) ? String(Number(value.toPrecision(5))) : shown);
    if (document.activeElement !== row.typed || set === undefined) row.typed.value = short;
    if (Number.isFinite(value)) {
      row.range.min = Math.min(row.range.min, value);
      row.range.max = Math.max(row.range.max, value);
      if (Number(row.range.value) !== value) row.range.value = value;
    }
    row.range.setAttribute("aria-valuetext", `${short} ${row.unit ?? ""}`.trim());
    row.line.classList.toggle("changed", set !== undefined);
    row.back.disabled = set === undefined;
  }
  /* What the engine says against a value that is set: `--set m=...: ...` */
  fault(diagnostics) {
    const d = diagnostics?.find(one => one.severity === "error" && one.message.startsWith("--set ")), name = d && /^--set ([^=]*)=/.exec(d.message)?.[1];
    for (const row of this.rows.values()) row.typed?.setAttribute("aria-invalid", String(row.name === name));
    $("values-note").hidden = !d;
    $("values-note").textContent = d ? d.message.replace(/^--set /, "") + (d.hint ? ` (${d.hint})` : "") : "";
    return Boolean(d);
  }
  find() {
    const wanted = $("find").value.trim().toLowerCase();
    for (const group of $("sliders").children) {
      let some = 0;
      for (const line of group.querySelectorAll(".value")) {
        line.hidden = !line.dataset.name.toLowerCase().includes(wanted);
        some += !line.hidden;
      }
      group.hidden = !some;
      if (wanted && some && group.open === false) group.open = true;
    }
  }
}
