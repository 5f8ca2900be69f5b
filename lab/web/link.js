/* A model with the values that are set, as the fragment of an address or inside a report. Whatever comes from outside is
 * checked: a fragment may be cut, changed or made up. */

const MOST_LINK = 60000; /* characters of a fragment that mail and chat programs still pass on */
const MOST_READ = 500000; /* characters of a fragment that is looked at */
const MOST_MODEL = 1 << 20; /* bytes of a model, as the server has it */
const BEGIN = "#model=";

export class Unreadable extends Error {}

async function through(stream, bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(), parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > most) { reader.cancel(); throw new Unreadable("the link's model is larger than 1 MiB, the most that a model may have"); }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/* {text, set, until, by} with nothing else in it. */
export function checked(found) {
  if (typeof found?.text !== "string" || new Blob([found.text]).size > MOST_MODEL) throw new Unreadable("there is no model in it");
  const set = Object.entries(found.set ?? {}).filter(([name, value]) => name.length < 100 && ["string", "number"].includes(typeof value));
  return { text: found.text, set: Object.fromEntries(set.slice(0, 128).map(([name, value]) => [name, String(value).slice(0, 200)])),
    until: /^[\d.eE+-]{1,24}$/.test(String(found.until ?? "")) ? String(found.until) : "", by: /^[a-z_]{1,40}$/.test(found.by ?? "") ? found.by : "" };
}

/* The fragment of what is shown; throws if it would be too long. */
export async function fragment(shown) {
  const bytes = await through(new CompressionStream("deflate"), new TextEncoder().encode(JSON.stringify(shown)), MOST_MODEL);
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  const out = BEGIN + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (out.length > MOST_LINK) throw new Unreadable(`this model makes a link of ${out.length} characters, and links above ${MOST_LINK} are cut by many programs: save the model, or share its report`);
  return out;
}

/* What a fragment holds; null if it is none of ours. */
export async function opened(hash) {
  if (!hash.startsWith(BEGIN)) return null;
  if (hash.length > MOST_READ) throw new Unreadable(`the link is ${hash.length} characters long; no link of the laboratory has more than ${MOST_LINK}`);
  const cut = "the model in the link cannot be read: the link was cut or changed on its way; ask for it again";
  let text;
  try {
    const bytes = Uint8Array.from(atob(hash.slice(BEGIN.length).replaceAll("-", "+").replaceAll("_", "/")), ch => ch.charCodeAt(0));
    text = new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream("deflate"), bytes, 2 * MOST_MODEL));
    text = JSON.parse(text);
  } catch (fault) { throw fault instanceof Unreadable ? fault : new Unreadable(cut); }
  return checked(text);
}

const DATA = 'script[type="application/json"][data-key="model"]';

/* The model in a report of visviva; one of an older release has its text only. */
export function inReport(page) {
  const report = new DOMParser().parseFromString(page, "text/html"), data = report.querySelector(DATA), source = report.querySelector("section[data-key=model] pre");
  if (!data && !source) throw new Unreadable("this page holds no model: only reports of visviva do, made by `visviva report` or the button Report");
  if (!data) return checked({ text: source.textContent });
  let found;
  try { found = JSON.parse(data.textContent); } catch { throw new Unreadable("the model in this page cannot be read"); }
  return checked(found);
}
