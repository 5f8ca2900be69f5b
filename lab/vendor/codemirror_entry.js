/* What the laboratory takes of CodeMirror 6; tools/bundle makes codemirror.js of it. */
export { Compartment, EditorSelection, EditorState, StateEffect, StateField } from "@codemirror/state";
export { Decoration, EditorView, crosshairCursor, drawSelection, dropCursor, highlightActiveLine,
  highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, placeholder,
  rectangularSelection } from "@codemirror/view";
export { HighlightStyle, StreamLanguage, bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit,
  syntaxHighlighting } from "@codemirror/language";
export { defaultKeymap, history, historyKeymap, indentWithTab, redo, toggleComment, undo } from "@codemirror/commands";
export { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus,
  startCompletion } from "@codemirror/autocomplete";
export { diagnosticCount, lintGutter, lintKeymap, nextDiagnostic, openLintPanel, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
export { tags } from "@lezer/highlight";
