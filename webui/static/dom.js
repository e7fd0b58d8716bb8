// What every page is made of: elements, texts and small drawings, asking the server, dragging, the menu.
//
// All text goes through text nodes; nothing is ever parsed as markup.

const SVG = "http://www.w3.org/2000/svg";
const strings = JSON.parse(document.getElementById("strings").textContent);

/** The text of a dotted key with {names} filled in; the key itself where the text is missing. */
export function t(key, values = {}) {
  let found = strings;
  for (const part of key.split(".")) found = found?.[part];
  if (typeof found !== "string") return key;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

// letters that are written from right to left, and what may stand between those of one name
const LEFTWARD = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]";
const LEFTWARDS = new RegExp(`${LEFTWARD}(?:[\\s\\p{M}'’.\\-\\u200c\\u200d]*${LEFTWARD})*`, "gu");

/** A text whose right-to-left names are isolated (U+2068, U+2069): numbers and signs beside them stay where they belong. */
const isolated = (text) => text.replace(LEFTWARDS, "\u2068$&\u2069");

function build(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined)
    .map((child) => (typeof child === "string" ? isolated(child) : child)));
  return node;
}

/** An HTML element: attributes, on… listeners, children or texts. */
export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

/** A number with so many digits behind its point, as the language writes it. */
export const decimal = (value, digits) => value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A share of a space with three digits. */
export const spaces = (share) => decimal(share, 3);

/** Calls `draw` only when `value` differs from the last one given under this key. */
export function memo() {
  const last = new Map();
  return (key, value, draw) => {
    const text = JSON.stringify(value);
    if (last.get(key) === text) return;
    last.set(key, text);
    draw(value);
  };
}

const SIGNS = {
  searching: ["M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z", "M10.5 10.5 14 14"],
  hand: ["M4.5 9V5a1 1 0 0 1 2 0V3a1 1 0 0 1 2 0v1a1 1 0 0 1 2 0v1.5a1 1 0 0 1 2 0V10c0 3-1.5 4.5-4 4.5-2 0-3-.8-4.2-2.8L2.3 9.2c-.6-1 .7-1.9 1.4-1z"],
  moving: ["M1.5 5c2-2 3.5-2 5 0s3 2 5 0 2-1 3-1", "M1.5 11c2-2 3.5-2 5 0s3 2 5 0 2-1 3-1"],
  settled: ["M3 3h10v10H3z", "M5.5 8l2 2 3.5-4"],
  "camera-lost": ["M2 5h2.5L6 3.5h4L11.5 5H14v7.5H2z", "M2 14 14 2"],
  open: ["M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11z", "M8 5v3.2l2 1.3"],
  thinking: ["M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2z", "M5 8v.1", "M8 8v.1", "M11 8v.1"],
  legal: ["M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2z", "M5 8.2l2.2 2.2L11.2 6"],
  notice: ["M8 1.5 14.5 8 8 14.5 1.5 8z", "M8 5v3.5", "M8 10.7v.1"],
  wrong: ["M5.3 2h5.4L14 5.3v5.4L10.7 14H5.3L2 10.7V5.3z", "M5.7 5.7l4.6 4.6", "M10.3 5.7l-4.6 4.6"],
  question: ["M2 3h12v8H8.5L5 14v-3H2z", "M6.5 5.8c.2-1.6 3-1.6 3 0 0 1-1.5 1-1.5 2", "M8 9.3v.1"],
  desynchronised: ["M3 6h10", "M3 10h10", "M11 2.5 5 13.5"],
  finished: ["M4 14.5v-12h8.5l-2 3 2 3H4"],
  turn: ["M13 8a5 5 0 1 1-1.6-3.7", "M13.3 1.8v3h-3"],
  flip: ["M8 2v12", "M6 4.5 2 11.5h4z", "M10 4.5l4 7h-4z"],
  lay: ["M8 2v8", "M4.5 7 8 10.5 11.5 7", "M2.5 13.5h11"],
  back: ["M3.5 3.5l9 9", "M12.5 3.5l-9 9"],
  full: ["M2 6V2h4", "M10 2h4v4", "M14 10v4h-4", "M6 14H2v-4"],
  fix: ["M3 13l.8-3.3 7-7 2.5 2.5-7 7z", "M9.3 4.2l2.5 2.5"],
  camera: ["M2 5h2.5L6 3.5h4L11.5 5H14v7.5H2z", "M8 6.4a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6z"],
  move: ["M8 2v12", "M2 8h12", "M6 4l2-2 2 2", "M6 12l2 2 2-2", "M4 6 2 8l2 2", "M12 6l2 2-2 2"],
  away: ["M3 4.5h10", "M6 4.5v-2h4v2", "M4.5 4.5l.6 9h5.8l.6-9"],
  lift: ["M8 11V3", "M4.5 6.5 8 3l3.5 3.5", "M2.5 13.5h11"],
};
SIGNS.good = SIGNS.legal;
SIGNS.done = SIGNS.finished;

/** A line drawing that stands beside a word; it says nothing by itself to a screen reader. */
export function sign(name) {
  return s("svg", { viewBox: "0 0 16 16", class: "sign", "aria-hidden": "true" },
    (SIGNS[name] ?? []).map((d) => s("path", { d })));
}

/** The players' colours as a screen shows them (Okabe and Ito); letters or words beside them are what tells them apart. */
export const COLORS = { "bluish-green": "#009e73", vermilion: "#d55e00", "sky-blue": "#56b4e9", yellow: "#f0e442", orange: "#e69f00", blue: "#0072b2", purple: "#cc79a7", white: "#ffffff" };

/** A player's mark: the colour with the first letter of the name; nothing for who has no colour. */
export function mark({ name, color }) {
  if (!(color in COLORS)) return null;
  const letter = s("text", { x: 10, y: 14.2, "text-anchor": "middle", fill: color === "blue" ? "#fff" : "#1c1710" });
  letter.textContent = [...name][0]?.toLocaleUpperCase() ?? "";
  return s("svg", { viewBox: "0 0 20 20", class: "mark-of", "aria-hidden": "true" }, s("circle", { cx: 10, cy: 10, r: 9, fill: COLORS[color] }), letter);
}

// ---- asking the server: what it refuses is said; commands to the table go through here

const TOAST_MS = 6_000;
const LOOK_MS = 15_000;
const ACT_MS = 150_000; // longer than the server itself waits for what is asked of the table

/** Gives a request up after so long, where the browser can: a network that is away may never say so. */
export const within = (ms = LOOK_MS) => AbortSignal.timeout?.(ms);

let timer = 0;

/** A sentence over the page for a few seconds; `mood` is good, notice or wrong. */
export function toast(text, mood = "notice") {
  const element = document.getElementById("toast");
  clearTimeout(timer);
  element.className = `toast ${mood}`;
  element.replaceChildren(sign(mood), isolated(text));
  element.hidden = false;
  timer = setTimeout(() => (element.hidden = true), TOAST_MS);
}

/**
 * Asks for `path` with a JSON body (none for GET) and gives the answer as `{ok, text, ...}`. A refusal is said by `refused`;
 * where only the host may, the person is sent to the page that asks for the PIN. A player whose seat the table no longer
 * knows gets the page anew, which offers the seat.
 */
export async function ask(path, body, { method = "POST", refused = toast } = {}) {
  if (method !== "GET" && document.body.classList.contains("stale-page")) return refuse({ text: t("ask.offline") }, refused);
  try {
    const answer = await fetch(path, {
      method,
      cache: "no-store",
      signal: within(method === "GET" ? LOOK_MS : ACT_MS),
      headers: { "X-Leafwatch": "1", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const reply = await answer.json();
    if (answer.status === 401 && location.pathname !== "/host") {
      if (document.documentElement.dataset.role === "player" && path === "/api/command") location.reload();
      else location.assign(`/host?next=${encodeURIComponent(location.pathname)}`);
    }
    return answer.ok && reply.ok !== false ? { ...reply, ok: true } : refuse(reply, refused);
  } catch {
    return refuse({}, refused);
  }
}

function refuse(reply, refused) {
  refused(reply.text || t("ask.failed"), "wrong");
  return { text: "", ...reply, ok: false };
}

/** Sends a command to the table; what it answers is said. */
export async function command(name, body = {}) {
  const reply = await ask("/api/command", { name, body });
  if (reply.ok && reply.text) toast(reply.text, "good");
  return reply;
}

// ---- dragging with mouse or finger

const DRAG_PX = 6;

/**
 * Follows one pointer from where something was grabbed. `start(thing)` is called once it has moved far enough to be no tap,
 * `move(event)` for every movement from then on, `end(thing, {cancelled})` when it was let go or the browser took it away.
 */
export function dragging({ start, move, end }) {
  let drag = null;

  window.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.moving) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PX) return;
      drag.moving = true;
      document.body.classList.add("dragging");
      start(drag.thing);
    }
    move(event);
  });
  // touch-action inside a drawing is not kept to everywhere
  window.addEventListener("touchmove", (event) => drag?.firm && event.cancelable && event.preventDefault(), { passive: false });

  function stop(cancelled) {
    const { moving, thing } = drag;
    drag = null;
    document.body.classList.remove("dragging");
    if (!moving) return;
    // the click that ends a drag means nothing more; it comes before the next press, if it comes
    const swallow = (click) => click.stopPropagation();
    window.addEventListener("click", swallow, { capture: true, once: true });
    window.addEventListener("pointerdown", () => window.removeEventListener("click", swallow, { capture: true }), { capture: true, once: true });
    end(thing, { cancelled });
  }
  for (const kind of ["pointerup", "pointercancel"]) {
    window.addEventListener(kind, (event) => drag && event.pointerId === drag.id && stop(kind === "pointercancel"));
  }

  return {
    /** Whether a pointer is being followed. */
    get active() {
      return drag !== null;
    },
    /** Follow the pointer of this event; it is told `thing`. While something is held `firm` a finger neither scrolls nor zooms. */
    grab(event, thing, { firm = false } = {}) {
      if (event.button !== 0 || !event.isPrimary) return;
      drag = { thing, firm, x: event.clientX, y: event.clientY, moving: false, id: event.pointerId };
    },
    /** Let go of it as if the browser had taken it away. */
    cancel() {
      if (drag) stop(true);
    },
  };
}

// The menu lies over what is below it, so it goes away by Escape, by a press beside it, and when the focus leaves it.
const menu = document.querySelector("details.menu");
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  const inside = menu.contains(document.activeElement);
  menu.open = false;
  if (inside) menu.querySelector("summary").focus(); // not left on a link that is hidden now
});
addEventListener("pointerdown", (event) => {
  if (!menu.contains(event.target)) menu.open = false;
});
menu.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
});
