/* Small parts that the other modules share. */

export const $ = id => document.getElementById(id);

export function element(name, text, className) {
  const e = document.createElement(name);
  if (text !== undefined) e.textContent = text;
  if (className) e.className = className;
  return e;
}

/* The name of a quantity as in the formulas: θ1' is θ with the subscript 1. What is read of it stays as written. */
export function quantity(text) {
  const parts = /^(\p{L})(?:(\d+)|_([\p{L}\d]+))('*)$/u.exec(text), whole = element("span", parts ? parts[1] : text);
  if (parts) whole.append(element("sub", parts[2] ?? parts[3]), parts[4]);
  return whole;
}

/* Values are exact: 981/100, pi/2, 3*pi/4. */
export function number(text) {
  const m = /^\s*(-?[\d.eE+-]*)\s*\*?\s*(pi|π)?\s*(?:\/\s*([\d.]+))?\s*$/.exec(text ?? "");
  if (!m || !m[0].trim()) return NaN;
  const head = m[1] === "" || m[1] === "-" ? (m[2] ? Number(m[1] + "1") : NaN) : Number(m[1]);
  return head * (m[2] ? Math.PI : 1) / (m[3] ? Number(m[3]) : 1);
}

export function download(name, text, type) {
  const a = element("a");
  a.href = URL.createObjectURL(new Blob([text], { type }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

/* A report of the engine, without its title and end, in place of what `body` held. */
export function showReport(body, answer, key) {
  const holder = element("div", undefined, "report"), page = answer[`${key}_html`];
  if (page) {
    const main = new DOMParser().parseFromString(page, "text/html").querySelector("main");
    main.querySelector("h1")?.remove();
    main.querySelector(".page-end")?.remove();
    holder.append(...main.childNodes);
  } else holder.append(element("p", answer.diagnostics?.diagnostics?.find(d => d.severity === "error")?.message ?? answer.status));
  body.replaceChildren(holder);
  reachable(holder);
}

/* What is wider than its place can be scrolled by keys. */
export function reachable(holder) {
  for (const part of holder.querySelectorAll(".formula > .body, .table"))
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0; else part.removeAttribute("tabindex");
}
