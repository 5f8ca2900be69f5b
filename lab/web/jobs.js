/* Requests to the engine. A channel (equations, motion, ...) runs one computation at a time: a
 * newer one replaces it, and the older process is ended. */

const headers = { "X-Visviva": "1", "Content-Type": "text/plain; charset=utf-8" };
const FIRST = 400, WAIT = 250; /* milliseconds until the server reports progress, first and later */

export class Cancelled extends Error {}

export class Channel {
  constructor(kind, onstate) {
    this.kind = kind;
    this.onstate = onstate;
    this.far = ""; /* current activity and progress */
    this.turn = 0;
    this.job = null;
    this.poll = null; /* aborts the pending request: the server forgets cancelled jobs */
  }
  get busy() { return this.running === true; }

  async end(job) {
    try { await fetch(`/api/job?id=${job}`, { method: "DELETE", headers }); } catch { /* the server is gone */ }
  }
  /* Cancels the current computation and notifies whoever waits for it. */
  cancel() {
    this.turn++;
    this.poll?.abort();
    if (this.job) this.end(this.job);
    this.job = this.poll = null;
    this.running = false;
    this.far = "";
    this.onstate();
  }
  /* The answer to this text; Cancelled if a newer request or cancel() intervened. */
  async ask(text, query = {}) {
    this.cancel();
    const turn = this.turn;
    const words = new URLSearchParams({ wait: FIRST });
    for (const [key, value] of Object.entries(query))
      for (const v of [value].flat()) if (v !== "" && v !== undefined) words.append(key, v);
    this.running = true;
    this.onstate();
    try {
      let response = await fetch(`/api/do/${this.kind}?${words}`, { method: "POST", headers, body: text });
      while (response.status === 202) {
        const { job, what, percent, seconds } = await response.json();
        if (turn !== this.turn) { this.end(job); throw new Cancelled(); }
        this.job = job;
        this.percent = percent;
        this.far = `${what ? `${what}, ` : ""}${percent >= 0 ? `${percent} %` : `${seconds.toFixed(0)} s`}`;
        this.onstate();
        this.poll = new AbortController();
        response = await fetch(`/api/job?id=${job}&wait=${WAIT}`, { headers, signal: this.poll.signal });
      }
      if (turn !== this.turn) throw new Cancelled();
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.error ?? `the computation ${answer.state ?? "failed"}`);
      if (answer.state === "cancelled") throw new Error("the computation took too long and was ended");
      return answer;
    } catch (error) {
      throw turn === this.turn ? error : new Cancelled();
    } finally {
      if (turn === this.turn) { this.job = null; this.running = false; this.far = ""; this.percent = -1; this.onstate(); }
    }
  }
}
