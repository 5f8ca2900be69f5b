/* The editor: CodeMirror with the language, help while writing and the engine's diagnostics, which are byte spans of the
 * UTF-8 text. Tab leaves it, unless a completion is offered. */
import * as cm from "./codemirror.js";
import { help } from "./completion.js";
import { visviva } from "./language.js";

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

const look = cm.EditorView.theme({
  "&": { height: "100%", fontSize: "13.5px", color: "var(--ink)", backgroundColor: "var(--paper)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)", padding: ".5rem 0" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faint)", border: "0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--link) 7%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--link) 28%, transparent)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--good) 30%, transparent)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "color-mix(in srgb, var(--bad) 30%, transparent)" },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--number) 16%, transparent)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--open) 30%, transparent)" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "6px", boxShadow: "0 4px 16px #0003", zIndex: "20" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxHeight: "14rem", minWidth: "18rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: ".15rem .6rem", display: "flex", justifyContent: "space-between", gap: "1rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--link)", color: "var(--paper)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: ".75", fontSize: ".85em", overflow: "hidden", textOverflow: "ellipsis" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".tip": { padding: ".35rem .7rem", maxWidth: "26rem", fontSize: ".9rem", whiteSpace: "pre-wrap" },
  ".cm-diagnostic": { borderLeftColor: "var(--open)" }, ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnosticText": { whiteSpace: "pre-wrap" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--open)", textUnderlineOffset: "3px" },
  ".cm-panels": { backgroundColor: "var(--shade)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { padding: ".4rem .6rem" },
  ".cm-textfield": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "4px" },
  ".cm-panel.cm-search [name=close]": { color: "var(--ink)", cursor: "pointer" },
});

const keys = [...cm.closeBracketsKeymap, ...cm.completionKeymap, { key: "Tab", run: cm.acceptCompletion }, ...cm.defaultKeymap,
  ...cm.searchKeymap, ...cm.historyKeymap, ...cm.lintKeymap];

export class Editor {
  /* onchange: after every change by the user; options: label, what describes it, `now` (values of the sliders by name) */
  constructor(parent, onchange, { label = "model text", described = "", now = () => ({}), more = [] } = {}) {
    const changed = cm.EditorView.updateListener.of(update => {
      if (update.docChanged && !this.loading) onchange(this.text);
    });
    this.extensions = [
      cm.lineNumbers(), cm.lintGutter(), cm.highlightSpecialChars(), cm.history(), cm.drawSelection(), cm.dropCursor(),
      cm.EditorState.allowMultipleSelections.of(true), cm.bracketMatching(), cm.closeBrackets(), cm.rectangularSelection(),
      cm.highlightActiveLine(), cm.highlightActiveLineGutter(), cm.highlightSelectionMatches(), cm.search({ top: true }),
      cm.keymap.of(keys), visviva, help(now), look, changed, more,
      cm.EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off",
        ...(described ? { "aria-describedby": described } : {}) }),
    ];
    this.view = new cm.EditorView({ parent, state: cm.EditorState.create({ extensions: this.extensions }) });
    parent.editor = this;
  }
  get text() { return this.view.state.doc.toString(); }
  /* Another text with a history of its own: undo does not bring back another model. */
  set text(value) {
    this.loading = true;
    this.view.setState(cm.EditorState.create({ doc: value, extensions: this.extensions }));
    this.loading = false;
  }
  /* Diagnostics of exactly this text, as the engine reports them. */
  mark(diagnostics) {
    const places = bytePlaces(this.text), end = this.text.length;
    const marks = diagnostics.filter(d => d.span && d.span.end > d.span.begin && d.severity !== "note").map(d => ({
      from: Math.min(places[d.span.begin] ?? end, end), to: Math.min(places[d.span.end] ?? end, end),
      severity: d.severity === "error" ? "error" : "warning", source: d.code,
      message: d.hint ? `${d.message}\n${d.hint}` : d.message }));
    this.view.dispatch(cm.setDiagnostics(this.view.state, marks));
  }
  /* Selects a span and goes there. */
  go(span) {
    const places = bytePlaces(this.text);
    this.view.focus();
    this.view.dispatch({ selection: { anchor: places[span.begin] ?? 0, head: places[span.end] ?? 0 }, scrollIntoView: true });
  }
}
