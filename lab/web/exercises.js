/* Exercises: a model with a hole; what the reader states is judged by the prover. */
import { Editor } from "./editor.js";
import { $, element } from "./elements.js";
import { Cancelled, Channel } from "./jobs.js";

const MOST_ANSWER = 4000; /* characters; the engine refuses more */
const WANTED = { equation: "Your equations, one a line", constraint: "Your constraints, one a line", integral: "Your first integral" };

export class Exercises {
  /* load shows a model */
  constructor(load) {
    this.load = load;
    this.channel = new Channel("exercise", () => { $("check").disabled = this.channel.busy; });
    $("check").addEventListener("click", () => this.judge());
    $("hint").addEventListener("click", () => this.hint());
    $("solution").addEventListener("click", () => this.solve());
    $("leave").addEventListener("click", () => this.end());
    $("answer").addEventListener("keydown", e => {
      if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); this.judge(); }
    }, true);
  }

  async open(exercise) {
    this.text = exercise.text;
    this.hints = 0;
    const answer = await this.ask({});
    if (!answer?.exercise) return this.say(reason(answer));
    const e = answer.exercise;
    $("exercise").hidden = false;
    $("exercise-title").textContent = e.title;
    $("task").replaceChildren(...[e.task].flat().map(text => element("p", text)));
    $("answer-title").textContent = WANTED[e.hole] ?? "Your answer";
    this.editor ??= new Editor($("answer"), () => {}, { label: "your answer", described: "task" });
    this.editor.text = e.begin ? `${e.begin} ` : "";
    this.count = e.hints;
    $("hint").disabled = !this.count;
    $("hint-list").replaceChildren();
    $("judgement").replaceChildren();
    this.load(e.model);
    this.cover(true);
    this.editor.view.focus();
    this.editor.view.dispatch({ selection: { anchor: this.editor.text.length } });
  }
  end() {
    this.channel.cancel();
    $("exercise").hidden = true;
    this.cover(false);
  }

  /* In place of the equations, and, covered, of the steps and proofs that would give the answer away. */
  cover(on) {
    document.body.classList.toggle("exercising", !$("exercise").hidden);
    document.body.classList.toggle("covered", on);
  }

  async ask(query) {
    try { return await this.channel.ask(this.text, query); } catch (fault) {
      if (!(fault instanceof Cancelled)) this.say(fault instanceof TypeError ? "the laboratory does not answer: is it still running?" : fault.message);
      return null;
    }
  }
  say(text) { $("judgement").replaceChildren(element("p", text, "result")); }

  async judge() {
    const text = this.editor.text.trim();
    if (text.length > MOST_ANSWER) return this.say(`an answer has at most ${MOST_ANSWER} characters, and this has ${text.length}`);
    if (!text) return this.say("there is no answer yet");
    this.say("judging…");
    const answer = await this.ask({ answer: text.split("\n") });
    if (!answer) return;
    if (!answer.exercise_html) return this.say(reason(answer));
    const page = new DOMParser().parseFromString(answer.exercise_html, "text/html").querySelector("section[data-key=judgement]");
    page?.querySelector("h2")?.remove();
    $("judgement").replaceChildren(...page?.childNodes ?? []);
    $("judgement").dataset.code = answer.code;
    if (answer.code === 0) this.cover(false);
    document.dispatchEvent(new CustomEvent("visviva:shown", { detail: "exercise" }));
  }
  async hint() {
    this.hints = Math.min(this.hints + 1, this.count);
    const answer = await this.ask({ hints: this.hints });
    if (!answer?.exercise) return;
    $("hint-list").replaceChildren(...[answer.exercise.hint ?? []].flat().map(text => element("p", text)));
    $("hint").disabled = this.hints === this.count;
    if ($("hint").disabled) $("check").focus();
  }
  async solve() {
    const answer = await this.ask({ solution: "1" });
    if (!answer?.exercise) return;
    $("judgement").replaceChildren(element("p", "An answer that is right:"), element("pre", [answer.exercise.solution].flat().join("\n")));
    this.cover(false);
  }
}

const reason = answer => answer?.diagnostics?.diagnostics?.find(d => d.severity === "error")?.message ?? answer?.status ?? "";
