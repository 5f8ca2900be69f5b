/* The gallery: models with thumbnails, which the engine sketches as they come into view, found by words and topics. */
import { Cancelled, Channel } from "./jobs.js";
import { element } from "./elements.js";

const DRAWERS = 3; /* sketches made at the same time */

/* A queue of sketches: the last asked for is in view, so it is made first. */
class Sketches {
  constructor() {
    this.made = new Map();
    this.waiting = [];
    this.idle = Array.from({ length: DRAWERS }, () => new Channel("sketch", () => {}));
  }
  ask(model, show) {
    if (this.made.has(model.name)) return show(this.made.get(model.name));
    this.waiting.push({ model, show });
    this.next();
  }
  async next() {
    const channel = this.waiting.length ? this.idle.pop() : null;
    if (!channel) return;
    const { model, show } = this.waiting.pop();
    try {
      channel.kind = "sketch";
      let answer = await channel.ask(model.text);
      if (!answer.sketch) { /* without values nothing moves: what stands for it are its equations */
        channel.kind = "equations";
        answer = await channel.ask(model.text);
      }
      this.made.set(model.name, answer);
      show(answer);
    } catch (fault) { if (!(fault instanceof Cancelled)) show({}); }
    this.idle.push(channel);
    this.next();
  }
  end() { this.waiting = []; }
}

export class Gallery {
  /* models: [{name, title, source, topics, text}]; onchosen gets one; sketched: with thumbnails */
  constructor(models, onchosen, { id = "gallery", title = "Gallery", sketched = true } = {}) {
    Object.assign(this, { id, title, sketched });
    this.models = [...models].sort((a, b) => a.name.includes("/") - b.name.includes("/")); /* those of no folder are for a first look */
    this.onchosen = onchosen;
    this.sketches = new Sketches();
    this.topic = "";
    this.own = null;
    this.dialog = element("dialog", undefined, "gallery");
    this.dialog.id = this.id;
    this.dialog.setAttribute("aria-labelledby", `${this.id}-title`);
    document.body.append(this.dialog);
    this.build();
  }

  build() {
    const head = element("div", undefined, "bar"), title = element("h2", this.title), close = element("button", "Close");
    title.id = `${this.id}-title`;
    this.search = Object.assign(element("input"), { type: "search", id: `${this.id}-search`, placeholder: "search titles, sources, texts" });
    this.search.setAttribute("aria-label", `search: ${this.title}`);
    this.search.addEventListener("input", () => this.list());
    close.type = "button";
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => this.sketches.end());
    this.count = element("span", "", "count");
    this.count.setAttribute("role", "status");
    head.append(title, this.search, this.count, close);
    this.topics = element("div", undefined, "topics");
    this.topics.setAttribute("role", "group");
    this.topics.setAttribute("aria-label", "topics");
    const counts = new Map();
    for (const m of this.models) for (const t of m.topics) counts.set(t, (counts.get(t) ?? 0) + 1);
    for (const [topic, n] of [["", this.models.length], ...counts]) {
      const chip = element("button", topic ? `${topic} ${n}` : `all ${n}`);
      chip.type = "button";
      chip.dataset.topic = topic;
      chip.addEventListener("click", () => { this.topic = topic; this.list(); });
      this.topics.append(chip);
    }
    this.cards = element("ul", undefined, "cards");
    this.cards.tabIndex = 0;
    this.cards.setAttribute("aria-label", this.title);
    this.dialog.append(head, this.topics, this.cards);
    this.seen = new IntersectionObserver(entries => {
      for (const e of entries) if (e.isIntersecting) {
        this.seen.unobserve(e.target);
        this.sketches.ask(e.target.model, answer => show(e.target.querySelector(".sketch"), answer));
      }
    }, { root: this.cards, rootMargin: "150px" });
  }

  open() {
    this.list();
    this.dialog.showModal();
    this.search.focus();
  }
  found() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.models.filter(m => (!this.topic || m.topics.includes(this.topic)) &&
      words.every(w => `${m.name} ${m.title} ${m.source} ${m.topics.join(" ")} ${m.text}`.toLowerCase().includes(w)));
  }
  list() {
    for (const chip of this.topics.children) chip.setAttribute("aria-pressed", String(chip.dataset.topic === this.topic));
    const found = this.found(), own = this.own === null ? [] : [{ name: "own", title: "What you had written", source: "your own text", topics: [], text: this.own }];
    this.count.textContent = `${found.length} of ${this.models.length}`;
    this.cards.replaceChildren(...[...own, ...found].map(m => this.card(m)));
    if (!found.length) this.cards.append(element("li", "Nothing has all these words; another topic may.", "none"));
  }
  card(m) {
    const item = element("li"), button = element("button"), about = element("span", m.source, "source");
    button.type = "button";
    if (this.sketched) button.append(element("span", undefined, "sketch"));
    button.append(element("span", m.title, "title"), about);
    about.title = m.name;
    button.addEventListener("click", () => { this.dialog.close(); this.onchosen(m); });
    item.model = m;
    item.dataset.name = m.name;
    item.append(button);
    if (this.sketched) this.seen.observe(item);
    return item;
  }
}

/* An image cannot run what a text may hold; formulas are taken over as the engine writes them. */
function show(place, answer) {
  if (answer.sketch) {
    const image = document.createElement("img");
    image.alt = "";
    const strong = answer.sketch.replace(/<\/title>/, "</title><style>path, line, circle { vector-effect: non-scaling-stroke }</style>");
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(strong)}`;
    return place.replaceChildren(image);
  }
  const page = answer.derive_html && new DOMParser().parseFromString(answer.derive_html, "text/html");
  place.classList.add("without");
  place.replaceChildren(...[...page?.querySelectorAll(".formula[data-text] .body") ?? []].slice(0, 3));
}
