/* The page: the editor drives the equations; visible tabs are kept up to date. */
import { Editor } from "./editor.js";
import { Channel, Cancelled } from "./jobs.js";
import { plot } from "./plot.js";

const $ = id => document.getElementById(id);
const TABS = ["equations", "motion", "proof", "study"], WORKS = [...TABS, "report"];
const REST = 150; /* milliseconds without a new motion before the scene is rebuilt */
const OWN = "own"; /* not a model name, which ends in .vv */
const PAUSE = 20; /* milliseconds without a keystroke before the engine is asked */

const state = { tab: "equations", good: null, stale: new Set(), settings: {}, table: null, gallery: [] };

/* ---- helpers --------------------------------------------------------------------------------- */

function element(name, text, className) {
  const e = document.createElement(name);
  if (text !== undefined) e.textContent = text;
  if (className) e.className = className;
  return e;
}
const settings = () => Object.entries(state.settings).map(([name, value]) => `${name}=${value}`);

/* Values are exact: 981/100, pi/2, 3*pi/4. */
function number(text) {
  const m = /^\s*(-?[\d.eE+-]*)\s*\*?\s*(pi|π)?\s*(?:\/\s*([\d.]+))?\s*$/.exec(text ?? "");
  if (!m) return NaN;
  const head = m[1] === "" || m[1] === "-" ? (m[2] ? Number(m[1] + "1") : NaN) : Number(m[1]);
  return head * (m[2] ? Math.PI : 1) / (m[3] ? Number(m[3]) : 1);
}

/* ---- channels --------------------------------------------------------------------------------- */

const channels = {};
for (const kind of WORKS) channels[kind] = new Channel(kind, () => showBusy());

function showBusy() {
  const at = WORKS.filter(kind => channels[kind].busy);
  $("busy").textContent = at.map(kind => (channels[kind].far ? (channels[kind].far.startsWith(kind) ? channels[kind].far : `${kind}: ${channels[kind].far}`) : `${kind}…`)).join("; ");
  const known = at.map(kind => channels[kind].percent).filter(p => p >= 0);
  $("progress").hidden = !at.some(kind => channels[kind].far);
  if (known.length) $("progress").value = Math.min(...known); else $("progress").removeAttribute("value");
  $("cancel").hidden = at.length === 0;
}
$("cancel").addEventListener("click", () => {
  $(`tab-${state.tab}`).focus(); /* the button disappears: keep the keyboard focus */
  for (const kind of WORKS) if (channels[kind].busy) {
    channels[kind].cancel();
    if (kind !== "report") note(kind, "cancelled; change the model or ask again");
  }
});

function note(kind, text) {
  const body = kind === "motion" ? $("account") : $(`${kind}-body`);
  body.replaceChildren(element("p", text));
  $(kind).classList.remove("stale");
}

/* Requests, shows the answer, reports failures. */
async function refresh(kind, query, show) {
  $(kind).classList.add("stale");
  state.stale.delete(kind);
  try {
    const answer = await channels[kind].ask(editor.text, { ...query, set: settings() });
    show(answer);
    $(kind).classList.remove("stale");
    document.dispatchEvent(new CustomEvent("visviva:shown", { detail: kind }));
  } catch (fault) {
    if (fault instanceof Cancelled) return;
    note(kind, fault instanceof TypeError ? "the laboratory does not answer: is it still running?" : fault.message);
  }
}

/* ---- diagnostics ------------------------------------------------------------------------------ */

function showDiagnostics(answer) {
  const list = answer.diagnostics?.diagnostics ?? [];
  editor.mark(list);
  const leadingTo = (span, text, kind) => {
    const go = element("button", (span?.line ? `${span.line}:${span.column}: ` : "") + text, kind);
    go.type = "button";
    if (span) go.addEventListener("click", () => editor.go(span));
    return go;
  };
  $("diagnostics").replaceChildren(...list.map(d => {
    const item = element("li");
    item.append(leadingTo(d.span, `${d.severity} ${d.code}: ${d.message}`, d.severity));
    if (d.hint) item.append(element("span", d.hint, "hint"));
    if (d.related) item.append(leadingTo(d.related, d.related_text, "hint"));
    return item;
  }));
  return list.some(d => d.severity === "error");
}

/* ---- equations -------------------------------------------------------------------------------- */

function showReport(body, answer, key, fallback) {
  const holder = element("div", undefined, "report"), page = answer[`${key}_html`];
  if (page) {
    const main = new DOMParser().parseFromString(page, "text/html").querySelector("main");
    main.querySelector("h1")?.remove();
    main.querySelector(".page-end")?.remove();
    holder.append(...main.childNodes);
  } else if (fallback) fallback(holder, answer[key]);
  else holder.append(element("p", answer.diagnostics?.diagnostics?.find(d => d.severity === "error")?.message ?? answer.status));
  body.replaceChildren(holder);
}

function listEquations(holder, derive) {
  for (const system of derive?.systems ?? []) {
    holder.append(element("h2", system.title));
    for (const part of ["speeds", "rates", "definitions"])
      for (const d of system[part] ?? []) holder.append(element("div", `${d.name} = ${d.text}`, "formula"));
    for (const e of system.equations ?? []) {
      const row = element("div", `(${e.label})  ${e.text}`, "formula equation");
      row.dataset.text = e.text;
      holder.append(row);
    }
  }
}

function showEquations(answer) {
  const wrong = showDiagnostics(answer);
  if (!answer.check) {
    for (const id of ["equations-body", "motion", "proof", "study"]) $(id).classList.add("stale"); /* the last good ones stay visible */
    if (!wrong) note("equations", answer.status);
    return;
  }
  $("equations-body").classList.remove("stale");
  state.good = answer;
  if (answer.derive) showReport($("equations-body"), answer, "derive", listEquations);
  else note("equations", answer.diagnostics.diagnostics.find(d => d.severity === "error")?.message ?? answer.status);
  makeSliders(answer.check);
  for (const kind of TABS) if (kind !== "equations") state.stale.add(kind);
  update(state.tab);
}

const askEquations = () => refresh("equations", { by: $("method").value }, showEquations);

/* ---- proof and study -------------------------------------------------------------------------- */

const askProof = () => refresh("proof", {}, a => showReport($("proof-body"), a, "prove"));
const askStudy = () => refresh("study", {}, a => showReport($("study-body"), a, "study"));

/* ---- motion ----------------------------------------------------------------------------------- */

function makeSliders(check) {
  const values = (check?.values ?? []).map(v => ({ name: v.name, unit: v.meaning === "1" ? "" : v.meaning ?? "", value: number(v.text) })).filter(v => Number.isFinite(v.value));
  const shape = JSON.stringify(values);
  if ($("sliders").dataset.shape === shape) return;
  if (Object.keys(state.settings).length) { /* the sliders' own values are returned as the model's */
    const known = values.map(v => v.name).join();
    if ($("sliders").dataset.names === known) return;
  }
  state.settings = {};
  $("sliders").dataset.shape = shape;
  $("sliders").dataset.names = values.map(v => v.name).join();
  $("sliders").replaceChildren(...values.map(v => {
    const label = element("label", v.name), range = document.createElement("input"), out = element("output");
    const reach = Math.abs(v.value) || 1;
    Object.assign(range, { type: "range", min: v.value > 0 ? 0.05 * reach : v.value - 2 * reach, max: v.value + 2 * reach, step: "any", value: v.value });
    range.dataset.name = v.name;
    range.setAttribute("aria-label", v.name);
    out.setAttribute("aria-hidden", "true"); /* announced by the slider itself */
    const tell = value => { out.textContent = `${value} ${v.unit}`; range.setAttribute("aria-valuetext", out.textContent.trim()); };
    tell(v.value);
    range.addEventListener("input", () => {
      tell(state.settings[v.name] = Number(Number(range.value).toPrecision(4)));
      askMotion();
    });
    label.append(range, out);
    return label;
  }));
}

/* Column names of a table: "dot(a, b)" is one; a quotation mark inside is doubled. */
const headings = line => (line.match(/"(?:[^"]|"")*"|[^,]+/g) ?? []).map(n => (n.startsWith('"') ? n.slice(1, -1).replaceAll('""', '"') : n));

function readTable(csv) {
  const lines = (csv ?? "").trim().split("\n"), names = headings(lines.shift() ?? "");
  const rows = lines.map(line => line.split(",").map(Number));
  return { names, column: names.map((_, i) => rows.map(r => r[i])) };
}

function choose(select, names, chosen) {
  const before = new Set([...select.selectedOptions].map(o => o.value));
  const kept = names.filter(n => before.has(n));
  select.replaceChildren(...names.map(n => {
    const option = element("option", n);
    option.value = n;
    option.selected = (kept.length ? kept : chosen).includes(n);
    return option;
  }));
}

/* The same with checkboxes, several of which may be set. */
function chooseCurves(names, chosen) {
  const before = [...$("up").querySelectorAll("input:checked")].map(o => o.value).filter(n => names.includes(n));
  if (names.join() === $("up").dataset.names) return;
  $("up").dataset.names = names.join();
  $("up").replaceChildren(...names.map(name => {
    const label = element("label"), mark = document.createElement("input");
    Object.assign(mark, { type: "checkbox", value: name, checked: (before.length ? before : chosen).includes(name) });
    label.append(mark, name);
    return label;
  }));
}

function drawPlot() {
  const t = state.table;
  if (!t || t.names.length < 2) return $("plot").replaceChildren();
  const x = t.names.indexOf($("across").value);
  const chosen = [...$("up").querySelectorAll("input:checked")].map(o => o.value);
  const curves = (table, note, kept) => chosen.filter(name => table.names.includes(name) && table.names.includes(t.names[x])).map(name => ({
    name: name + note, kept, x: table.column[table.names.indexOf(t.names[x])], y: table.column[table.names.indexOf(name)] }));
  plot($("plot"), [...curves(t, "", false), ...(state.kept ? curves(state.kept.table, " (kept)", true) : [])], t.names[x]);
}

/* A new scene replaces the old one, whose graphics resources are released; the view is kept. */
function showScene(scene) {
  const before = state.player?.choices;
  for (const c of $("animation").querySelectorAll("canvas")) c.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
  $("animation").replaceChildren();
  state.player = null;
  if (!scene) return;
  const box = element("div", undefined, "animation");
  $("animation").append(box);
  const kept = state.kept?.scene;
  state.player = window.visviva.player(box, kept ? [kept, scene] : [scene], kept ? [state.kept.title, "now"] : [scene.title]);
  if (before) state.player?.choose(before);
}

/* Keeps the current motion next to later ones until it is released. */
$("keep").addEventListener("click", () => {
  if (!state.kept && !state.table) return;
  const values = settings().map(s => s.replace("=", " = ")).join(", ");
  state.kept = state.kept ? null : { table: state.table, scene: state.scene, title: `kept${values ? `: ${values}` : ""}` };
  $("keep").classList.toggle("on", Boolean(state.kept));
  $("keep").textContent = state.kept ? "Let go" : "Keep beside";
  drawPlot();
  showScene(state.scene);
});

function showMotion(answer) {
  const failed = answer.code !== 0;
  const reasons = (answer.diagnostics?.diagnostics ?? []).filter(d => d.severity === "error").map(d => d.message + (d.hint ? ` (${d.hint})` : ""));
  $("account").textContent = [...reasons, failed && !reasons.length ? answer.status : "", answer.account].filter(Boolean).join("\n");
  state.table = readTable(answer.table);
  state.scene = answer.scene;
  if (state.table.names.length > 1) {
    choose($("across"), state.table.names, ["time"]);
    chooseCurves(state.table.names, state.table.names.slice(1, 3));
  }
  drawPlot();
  /* while a slider moves, only the plot follows: a scene costs more than the motion */
  clearTimeout(state.waiting);
  state.waiting = setTimeout(() => showScene(answer.scene), state.player ? REST : 0);
}

const askMotion = () => refresh("motion", { until: $("until").value }, showMotion);
$("until").addEventListener("change", askMotion);
$("across").addEventListener("change", drawPlot);
$("up").addEventListener("change", drawPlot);

/* ---- tabs ------------------------------------------------------------------------------------- */

const ASK = { equations: askEquations, motion: askMotion, proof: askProof, study: askStudy };
function update(tab) {
  if (state.good && state.stale.has(tab)) ASK[tab]();
}
function select(tab, focus) {
  state.tab = tab;
  for (const name of TABS) {
    const button = $(`tab-${name}`), on = name === tab;
    button.setAttribute("aria-selected", on);
    button.tabIndex = on ? 0 : -1;
    $(name).hidden = !on;
    if (on && focus) button.focus();
  }
  update(tab);
}
TABS.forEach((tab, i) => {
  $(`tab-${tab}`).addEventListener("click", () => select(tab));
  $(`tab-${tab}`).addEventListener("keydown", e => {
    const last = TABS.length - 1, to = { ArrowRight: i === last ? 0 : i + 1, ArrowLeft: i ? i - 1 : last, Home: 0, End: last }[e.key];
    if (to !== undefined) { e.preventDefault(); select(TABS[to], true); }
  });
});

/* ---- models ----------------------------------------------------------------------------------- */

let timer = 0;
const editor = new Editor($("editor"), () => {
  $("gallery").value = ""; /* it is no longer that model, which can be selected again */
  clearTimeout(timer);
  timer = setTimeout(askEquations, PAUSE);
}, { described: "diagnostics", now: () => state.settings });

/* Opening a model does not lose one's own text: the gallery keeps it. */
function keepOwn() {
  if (!editor.text.trim() || editor.text === state.loaded) return;
  if (state.own === undefined) $("gallery").options[0].after(new Option("what you had written", OWN));
  state.own = editor.text;
}

function load(text) {
  keepOwn();
  state.loaded = text;
  state.settings = {};
  state.player = null; /* another mechanism gets a fresh view */
  $("sliders").dataset.shape = "";
  editor.text = text;
  askEquations();
}

function download(name, text, type) {
  const a = element("a");
  a.href = URL.createObjectURL(new Blob([text], { type }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

$("gallery").addEventListener("change", () => {
  const name = $("gallery").value, text = name === OWN ? state.own : state.gallery.find(m => m.name === name)?.text;
  if (text !== undefined) load(text);
});
$("open").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", async () => {
  const file = $("file").files[0];
  if (file) { $("gallery").value = ""; load(await file.text()); }
  $("file").value = "";
});
$("share").addEventListener("click", async () => {
  try {
    const answer = await channels.report.ask(editor.text, { set: settings(), by: $("method").value, until: $("until").value });
    download("mechanism.html", answer.page, "text/html");
    document.dispatchEvent(new CustomEvent("visviva:shown", { detail: "report" }));
  } catch (fault) {
    if (!(fault instanceof Cancelled)) $("busy").textContent = fault.message;
  }
});
$("save").addEventListener("click", () => download("model.vv", editor.text, "text/plain"));

async function begin() {
  $("method").append(new Option("the one that suits", ""));
  for (const m of await (await fetch("/api/methods")).json()) $("method").append(new Option(`${m.name}: ${m.title}`, m.name));
  $("method").addEventListener("change", askEquations);
  state.gallery = await (await fetch("/models.json")).json();
  for (const m of state.gallery) $("gallery").append(new Option(`${m.name.replace(/\.vv$/, "")}: ${m.title}`, m.name));
  const opened = await fetch("/api/opened");
  const first = state.gallery.find(m => m.name === "double_pendulum.vv") ?? state.gallery[0];
  load(opened.status === 200 ? await opened.text() : first.text);
  document.body.dataset.ready = "1";
}
begin();
