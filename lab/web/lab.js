/* The page: the editor drives the equations; what else is seen follows when the text or a slider rests. */
import { Editor } from "./editor.js";
import { $, download, element, reachable, showReport } from "./elements.js";
import { Exercises } from "./exercises.js";
import { Gallery } from "./gallery.js";
import { Cancelled, Channel } from "./jobs.js";
import { Unreadable, fragment, inReport, opened } from "./link.js";
import { Motion } from "./motion.js";
import { Sliders } from "./sliders.js";

const TABS = ["steps", "proof", "study", "audit"], WORKS = ["equations", "motion", "scene", "steps", "proof", "study", "report"];
const PLACES = { equations: "equations-body", motion: "plot", scene: "animation", steps: "steps-body", proof: "proof-body", study: "study-body" };
const PAUSE = 20; /* milliseconds without a keystroke before the engine is asked */
const REST = 150; /* milliseconds without a change before the rest follows */
const PATIENCE = 400; /* milliseconds after which a motion gives way to the next slider value */

const state = { tab: "steps", good: null, stale: new Set(), loaded: "", page: "" };
const settings = () => Object.entries(sliders.settings(editor.text)).map(([name, value]) => `${name}=${value}`);
const tell = kind => document.dispatchEvent(new CustomEvent("visviva:shown", { detail: kind }));

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
  again = false;
  for (const kind of WORKS) if (channels[kind].busy) {
    channels[kind].cancel();
    if (kind !== "report") note(kind, "cancelled; change the model or ask again");
  }
});

function note(kind, text) {
  if (kind === "motion") { motion.trouble(text); $("account").textContent = text; }
  else if (kind === "scene") motion.trouble(text);
  else $(PLACES[kind]).replaceChildren(element("p", text));
  $(PLACES[kind]).classList.remove("stale");
}

/* Requests, shows the answer, reports failures. show: false if what was seen before stays, faint. */
async function refresh(kind, query, show) {
  $(PLACES[kind]).classList.add("stale");
  state.stale.delete(kind);
  try {
    const answer = await channels[kind].ask(editor.text, { ...query, set: settings() });
    if (show(answer) !== false) $(PLACES[kind]).classList.remove("stale");
    tell(kind);
  } catch (fault) {
    if (fault instanceof Cancelled) return;
    note(kind, fault instanceof TypeError ? "the laboratory does not answer: is it still running?" : fault.message);
  }
}

/* ---- diagnostics ------------------------------------------------------------------------------ */

function showDiagnostics(answer) {
  const list = (answer.diagnostics?.diagnostics ?? []).filter(d => !d.message.startsWith("--set "));
  sliders.fault(answer.diagnostics?.diagnostics);
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

/* What is seen of the model before is faint; the last good equations stay. */
function fade() {
  for (const id of [...Object.values(PLACES), "values"]) $(id).classList.add("stale");
}

function showEquations(answer) {
  const wrong = showDiagnostics(answer);
  if (!answer.check) {
    fade();
    if (!wrong && $("values-note").hidden) note("equations", answer.status);
    return false;
  }
  state.good = answer;
  if (!answer.derive) note("equations", answer.diagnostics.diagnostics.find(d => d.severity === "error")?.message ?? answer.status);
  else if (answer.derive_html !== state.page) showReport($("equations-body"), answer, "derive");
  state.page = answer.derive ? answer.derive_html : "";
  sliders.show(answer.check, editor.text);
  for (const kind of ["steps", "proof", "study"]) state.stale.add(kind);
  return true;
}

let resting = 0;
/* After REST milliseconds without another change: what is slower than a keystroke or a slider. */
function rest(work, wait = REST) {
  clearTimeout(resting);
  resting = setTimeout(work, wait);
}

const askEquations = (after = REST) => refresh("equations", { by: $("method").value }, answer => {
  const fine = showEquations(answer);
  if (fine) rest(() => { askMotion(); askScene(); update(); }, after);
  return fine;
});

/* ---- motion ----------------------------------------------------------------------------------- */

let again = false, begun = 0;
/* While one motion is computed the next value of a slider waits, so that a slider that moves is followed. */
function askMotion() {
  again = channels.motion.busy && performance.now() - begun < PATIENCE;
  if (again) return;
  begun = performance.now();
  refresh("motion", { until: $("until").value }, answer => {
    if (!sliders.fault(answer.diagnostics?.diagnostics)) motion.show(answer);
  }).then(() => { if (again) askMotion(); });
}
const askScene = () => refresh("scene", { until: $("until").value }, answer => motion.animate(answer.scene));

/* A slider: curves at once; the animation, and what rests on the values, when it rests. */
function onSlider() {
  motion.hold();
  askMotion();
  for (const kind of ["proof", "study"]) state.stale.add(kind);
  rest(() => {
    askScene();
    update();
    refresh("equations", { by: $("method").value }, showEquations);
  });
}

const sliders = new Sliders(onSlider);
const motion = new Motion(() => settings().map(s => s.replace("=", " = ")).join(", "), () => sliders.fill());
$("until").addEventListener("change", () => { askMotion(); askScene(); });

/* ---- reasons: steps, proof, study, audit ------------------------------------------------------ */

const shows = kind => answer => showReport($(PLACES[kind]), answer, kind);
const ASK = {
  steps: () => refresh("steps", { by: $("method").value }, answer => {
    shows("steps")(answer);
    const steps = $("steps-body").querySelectorAll("section[data-key=steps]");
    if (steps.length) $("steps-body").firstChild.replaceChildren(...steps);
    reachable($("steps-body"));
  }),
  proof: () => refresh("proof", {}, shows("proof")),
  study: () => refresh("study", {}, shows("study")),
};
function update() {
  if (state.good && state.stale.has(state.tab)) ASK[state.tab]?.();
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
  update();
}
TABS.forEach((tab, i) => {
  $(`tab-${tab}`).addEventListener("click", () => select(tab));
  $(`tab-${tab}`).addEventListener("keydown", e => {
    const last = TABS.length - 1, to = { ArrowRight: i === last ? 0 : i + 1, ArrowLeft: i ? i - 1 : last, Home: 0, End: last }[e.key];
    if (to !== undefined) { e.preventDefault(); select(TABS[to], true); }
  });
});

/* ---- models ----------------------------------------------------------------------------------- */

window.addEventListener("resize", () => { for (const report of document.querySelectorAll(".report")) reachable(report); });

let timer = 0, gallery = null, practice = null;
const editor = new Editor($("editor"), () => {
  clearTimeout(timer);
  clearTimeout(resting);
  motion.hold();
  for (const kind of ["motion", "scene", "steps", "proof", "study"]) if (channels[kind].busy) channels[kind].cancel(); /* of a text that is no more */
  if (location.hash) history.replaceState(null, "", location.pathname);
  timer = setTimeout(askEquations, PAUSE);
}, { described: "diagnostics", now: () => sliders.settings(editor.text) });

/* Opening a model does not lose one's own text: the gallery keeps it. */
function load({ text, set = {}, until = "", by = "" }) {
  if (gallery && editor.text.trim() && editor.text !== state.loaded) gallery.own = editor.text;
  state.loaded = text;
  sliders.begin(set);
  motion.begin();
  $("until").value = until;
  if ([...$("method").options].some(o => o.value === by)) $("method").value = by;
  editor.text = text;
  say("");
  askEquations(0);
}

/* A sentence for the reader; wrong: what they asked for did not work. */
function say(text, wrong = false) {
  $("said").textContent = text;
  $("said").classList.toggle("wrong", wrong);
}
const tried = async work => {
  try { await work(); } catch (fault) {
    if (fault instanceof Cancelled) return;
    say(fault instanceof Unreadable ? fault.message : `this did not work: ${fault.message}`, true);
  }
};

const shown = () => ({ text: editor.text, set: sliders.settings(editor.text), until: $("until").value, by: $("method").value });

const exercises = new Exercises(text => load({ text }));
const leaving = m => { exercises.end(); load(m); };

$("practise").addEventListener("click", () => practice?.open());
$("browse").addEventListener("click", () => gallery?.open());
$("open").addEventListener("click", () => $("file").click());
const openFile = file => tried(async () => {
  if (file.size > 64 << 20) throw new Unreadable(`${file.name} is larger than any model or report`);
  const text = await file.text();
  leaving(/^\s*<(!doctype|html)/i.test(text) ? inReport(text) : { text });
});
$("file").addEventListener("change", async () => {
  const file = $("file").files[0];
  if (file) await openFile(file);
  $("file").value = "";
});
document.addEventListener("dragover", e => { if (e.dataTransfer?.types.includes("Files")) e.preventDefault(); });
document.addEventListener("drop", e => {
  const file = e.dataTransfer?.files[0];
  if (file) { e.preventDefault(); openFile(file); }
});
$("share").addEventListener("click", () => tried(async () => {
  const from = shown(), answer = await channels.report.ask(editor.text, { set: settings(), by: from.by, until: from.until });
  if (!answer.page) throw new Unreadable(answer.diagnostics?.diagnostics?.find(d => d.severity === "error")?.message ?? answer.status);
  download("mechanism.html", answer.page, "text/html");
  tell("report");
}));
$("link").addEventListener("click", () => tried(async () => {
  const address = location.origin + location.pathname + await fragment(shown());
  history.replaceState(null, "", address);
  try { await navigator.clipboard.writeText(address); say("the link is copied; it opens in a laboratory on the reader's machine at this address"); }
  catch { say("the link stands in the address bar"); }
}));
$("save").addEventListener("click", () => download("model.vv", editor.text, "text/plain"));

/* The model of the address; a link that cannot be read is told, and something else shown. */
async function fromAddress() {
  try { return await opened(location.hash); } catch (fault) {
    return { fault };
  }
}
window.addEventListener("hashchange", () => tried(async () => {
  const found = await fromAddress();
  if (found?.fault) throw found.fault;
  if (found) leaving(found);
}));

async function begin() {
  $("method").append(new Option("the method that suits", ""));
  for (const m of await (await fetch("/api/methods")).json()) $("method").append(new Option(`${m.name}: ${m.title}`, m.name));
  $("method").addEventListener("change", () => askEquations());
  const models = await (await fetch("/models.json")).json(), answer = await fetch("/api/opened"), linked = await fromAddress();
  gallery = new Gallery(models, leaving);
  practice = new Gallery(await (await fetch("/exercises.json")).json(), e => tried(() => exercises.open(e)), { id: "exercises", title: "Exercises", sketched: false });
  const first = models.find(m => m.name === "double_pendulum.vv") ?? models[0];
  load(linked && !linked.fault ? linked : { text: answer.status === 200 ? await answer.text() : first.text });
  if (linked?.fault) tried(() => { throw linked.fault; });
  document.body.dataset.ready = "1";
}
begin();
