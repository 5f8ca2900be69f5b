/* The motion: its table as curves, its scene as an animation, its audit; one motion may be kept beside the next. */
import { $, element, quantity } from "./elements.js";
import { colour, plot } from "./plot.js";

/* Column names of a table: "dot(a, b)" is one; a quotation mark inside is doubled. */
const headings = line => (line.match(/"(?:[^"]|"")*"|[^,]+/g) ?? []).map(n => (n.startsWith('"') ? n.slice(1, -1).replaceAll('""', '"') : n));

function readTable(csv) {
  const lines = (csv ?? "").trim().split("\n"), names = headings(lines.shift() ?? "");
  const column = names.map(() => new Array(lines.length));
  lines.forEach((line, i) => line.split(",").forEach((v, k) => { column[k][i] = Number(v); }));
  return { names, column };
}

/* The parameters without a value, if nothing else is wrong. */
function valueless(answer) {
  const errors = (answer.diagnostics?.diagnostics ?? []).filter(d => d.severity === "error");
  const names = errors.map(d => /^the parameter '(.+)' has no value$/.exec(d.message)?.[1]);
  return names.every(Boolean) ? names : [];
}

export class Motion {
  /* describe: the values that are set, in words; fill: gives a value to parameters that have none */
  constructor(describe, fill) {
    this.describe = describe;
    this.fill = fill;
    this.table = this.scene = this.kept = this.player = this.held = null;
    $("across").addEventListener("change", () => this.draw());
    $("up").addEventListener("change", () => this.draw());
    $("keep").addEventListener("click", () => this.keep());
    new ResizeObserver(() => this.draw()).observe($("plot"));
  }

  begin() { this.player = this.held = null; } /* another mechanism gets a fresh view */
  /* Of a text or a value that is no more: it stands still until the next scene comes. */
  hold() {
    if (!this.player || this.held) return;
    this.held = this.player.choices;
    this.player.toggle(false);
  }

  show(answer) {
    const reasons = (answer.diagnostics?.diagnostics ?? []).filter(d => d.severity === "error").map(d => d.message + (d.hint ? ` (${d.hint})` : ""));
    if (answer.code !== 0 && !reasons.length) reasons.push(answer.status);
    $("account").textContent = [...reasons, answer.account].filter(Boolean).join("\n");
    this.trouble(answer.code !== 0 ? reasons.join("; ") : "", valueless(answer));
    this.table = readTable(answer.table);
    if (this.table.names.length > 1) {
      this.chooseAcross(this.table.names);
      this.chooseCurves(this.table.names);
    }
    this.draw();
  }
  /* Why there is no motion, or why it ends early; `names` lack nothing but a value. */
  trouble(text, names = []) {
    $("trouble").hidden = !text;
    if (!names.length) return $("trouble").replaceChildren(text);
    const fill = element("button", "Set each to 1");
    fill.type = "button";
    fill.addEventListener("click", () => this.fill());
    $("trouble").replaceChildren(`A motion needs numbers: ${names.join(", ")} ${names.length > 1 ? "have" : "has"} no value. Type one under Values. `, fill);
  }

  chooseAcross(names) {
    const before = $("across").value, kept = names.includes(before) ? before : "time";
    if ($("across").dataset.names === names.join()) return;
    $("across").dataset.names = names.join();
    $("across").replaceChildren(...names.map(name => new Option(name, name, false, name === kept)));
  }
  /* Marks that are also the legend. */
  chooseCurves(names) {
    const before = [...$("up").querySelectorAll("input:checked")].map(o => o.value).filter(n => names.includes(n));
    if (names.join() === $("up").dataset.names) return;
    $("up").dataset.names = names.join();
    const chosen = before.length ? before : names.slice(1, 3);
    $("up").replaceChildren(...names.map((name, k) => {
      const label = element("label"), mark = document.createElement("input");
      Object.assign(mark, { type: "checkbox", value: name, checked: chosen.includes(name) });
      label.style.setProperty("--curve", colour(k));
      label.append(mark, quantity(name));
      return label;
    }));
  }

  draw() {
    const t = this.table;
    if (!t || t.names.length < 2) return $("plot").replaceChildren();
    const across = $("across").value, chosen = [...$("up").querySelectorAll("input:checked")].map(o => o.value);
    const curves = (table, note, kept) => chosen.filter(name => table.names.includes(name) && table.names.includes(across)).map(name => ({
      name: name + note, kept, place: t.names.indexOf(name), x: table.column[table.names.indexOf(across)], y: table.column[table.names.indexOf(name)] }));
    plot($("plot"), [...curves(t, "", false), ...(this.kept ? curves(this.kept.table, " (kept)", true) : [])], across);
  }

  /* A new scene replaces the old one, whose graphics resources are released; the view is kept. */
  animate(scene) {
    const before = this.held ? { ...this.player.choices, playing: this.held.playing } : this.player?.choices;
    this.held = null;
    this.scene = scene;
    for (const c of $("animation").querySelectorAll("canvas")) c.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
    $("animation").replaceChildren();
    this.player = null;
    if (!scene) return;
    const box = element("div", undefined, "animation"), kept = this.kept?.scene;
    $("animation").append(box);
    this.player = window.visviva.player(box, kept ? [kept, scene] : [scene], kept ? [this.kept.title, "now"] : [scene.title]);
    if (before) this.player?.choose(before);
  }

  /* Keeps the current motion next to later ones until it is released. */
  keep() {
    if (!this.kept && !this.table) return;
    const values = this.describe();
    this.kept = this.kept ? null : { table: this.table, scene: this.scene, title: `kept${values ? `: ${values}` : ""}` };
    $("keep").classList.toggle("on", Boolean(this.kept));
    $("keep").textContent = this.kept ? "Let go" : "Keep beside";
    this.draw();
    this.animate(this.scene);
  }
}
