/* The editor: a text area over a highlighted copy of its text. The keywords are those of the
 * language; errors are located by the engine, as byte spans of the UTF-8 text. */

const WORDS = new Set(("system parameter assume coordinate dependent kinetic energy force function potential frame point " +
  "body mass centre inertia gravity rolling friction static speed start run show constraint servo through relation given let " +
  "apparent auxiliary torque spring damper work perturbation surface curve when record stop input output box claim equation integral " +
  "equilibrium frequency stable identity combination about along and at between by for free if in neglecting not on or then " +
  "turned turning without normal length direction world").split(" "));
const TOKEN = /(#.*)|("[^"\n]*"?)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([\p{L}_][\p{L}\p{N}_]*)|([\s\S])/guy;

/* Ranges of equal style: {text, kind}. */
function* tokens(text) {
  TOKEN.lastIndex = 0;
  for (let m; TOKEN.lastIndex < text.length && (m = TOKEN.exec(text));)
    yield { text: m[0], at: m.index,
      kind: m[1] ? "comment" : m[2] ? "string" : m[3] ? "number" : m[4] && WORDS.has(m[4]) ? "word" : "" };
}

/* Byte offsets in a UTF-16 text. */
export function bytePlaces(text) {
  const at = [];
  let unit = 0;
  for (const ch of text) {
    const code = ch.codePointAt(0);
    for (let k = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4; k > 0; k--) at.push(unit);
    unit += ch.length;
  }
  at.push(unit);
  return at;
}

export class Editor {
  constructor(parent, onchange) {
    this.area = document.createElement("textarea");
    this.area.className = "code";
    this.area.spellcheck = false;
    this.area.setAttribute("aria-label", "model text");
    this.area.setAttribute("aria-describedby", "diagnostics");
    this.area.autocapitalize = "off";
    this.copy = document.createElement("pre");
    this.copy.className = "code";
    this.copy.setAttribute("aria-hidden", "true");
    this.numbers = document.createElement("div");
    this.numbers.className = "numbers";
    this.numbers.setAttribute("aria-hidden", "true");
    parent.append(this.copy, this.numbers, this.area);
    this.marks = [];
    this.area.addEventListener("input", () => { this.marks = []; this.draw(); onchange(this.text); });
    this.area.addEventListener("scroll", () => this.follow());
  }
  get text() { return this.area.value; }
  set text(value) { this.area.value = value; this.marks = []; this.draw(); this.area.scrollTop = 0; this.follow(); }

  follow() {
    this.copy.scrollTop = this.area.scrollTop;
    this.copy.scrollLeft = this.area.scrollLeft;
    this.numbers.style.transform = `translateY(${-this.area.scrollTop}px)`;
  }
  /* Diagnostics of exactly this text. */
  mark(diagnostics) {
    const places = bytePlaces(this.text);
    this.marks = diagnostics.filter(d => d.span && d.span.end > d.span.begin && d.severity !== "note").map(d => ({
      begin: places[d.span.begin] ?? 0, end: places[d.span.end] ?? this.text.length,
      kind: d.severity === "error" ? "wrong" : "doubtful" }));
    this.draw();
  }
  /* Moves the cursor to the start of a span. */
  go(span) {
    const places = bytePlaces(this.text);
    this.area.focus();
    this.area.setSelectionRange(places[span.begin] ?? 0, places[span.end] ?? 0);
  }
  draw() {
    const text = this.text, out = document.createDocumentFragment();
    for (const token of tokens(text)) {
      /* a token may be split by marks */
      const cuts = [token.at, token.at + token.text.length];
      for (const m of this.marks)
        for (const c of [m.begin, m.end]) if (c > cuts[0] && c < token.at + token.text.length) cuts.push(c);
      cuts.sort((a, b) => a - b);
      for (let i = 0; i + 1 < cuts.length; i++) {
        const mark = this.marks.find(m => m.begin <= cuts[i] && cuts[i + 1] <= m.end);
        const name = [token.kind, mark ? mark.kind : ""].join(" ").trim();
        const piece = text.slice(cuts[i], cuts[i + 1]);
        if (!name) { out.append(piece); continue; }
        const span = document.createElement("span");
        span.className = name;
        span.textContent = piece;
        out.append(span);
      }
    }
    out.append("\n");
    this.copy.replaceChildren(out);
    const lines = text.split("\n").length;
    this.numbers.textContent = Array.from({ length: lines }, (_, i) => i + 1).join("\n");
    this.follow();
  }
}
