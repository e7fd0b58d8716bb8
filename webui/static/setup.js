// The set-up: nine short pages, one at a time, each reachable by its own address (#camera) and by its number.
//
// A page module gives { title, open, update, next, leave }. All are loaded at once: who has the set-up open has the whole
// of it, also when the network goes away in the middle. What somebody chooses before there is a host is kept here and
// sent as soon as the PIN is set.

import { ask, h, sign, t, toast, within } from "./dom.js";
import { board } from "./setup-board.js";
import { camera, lamps } from "./setup-camera.js";
import { leaves } from "./setup-leaves.js";
import { people, pin, restore } from "./setup-start.js";
import { join, tryOut } from "./setup-try.js";

const PAGES = { restore, people, pin, camera, board, leaves, lamps, try: tryOut, join };
const STEPS = Object.keys(PAGES);
const WATCHED = new Set(["restore", "camera", "board", "leaves", "lamps"]); // while these are open the game waits
const POLL_MS = 900;
const WAITING = "leafwatch.setup.waiting"; // settings that are sent as soon as there is a host; outlives a reload
const UNREACHED = 2; // looks that failed one after the other, from which the page says so
const at = (id) => document.getElementById(id);

const house = {
  host: { role: "guest", claimed: true, asks: true },
  state: null,
  waiting: { // what is sent as soon as there is a host
    file: null,
    get settings() {
      return JSON.parse(sessionStorage.getItem(WAITING) ?? "null");
    },
    set settings(changes) {
      if (changes) sessionStorage.setItem(WAITING, JSON.stringify(changes));
      else sessionStorage.removeItem(WAITING);
    },
  },
  /** Ask the set-up for something; the next state is fetched at once. */
  async ask(action, body = {}) {
    return (await house.tell(action, body)).ok;
  },
  /** The same with the whole answer; `refused` says a refusal, a toast unless the page does it itself. */
  async tell(action, body = {}, refused = toast) {
    const reply = await ask(`/api/setup/${action}`, body, { refused });
    await asking; // a look that was on its way already may know nothing of it
    await look();
    return reply;
  },
  async settings(changes) {
    if (house.host.role !== "host") {
      house.waiting.settings = { ...house.waiting.settings, ...changes };
      return true;
    }
    return (await ask("/api/settings", { changes })).ok;
  },
  /** Send a backup; its progress is the answer's, for it is small. */
  async restore(file) {
    const answer = await fetch("/api/setup/restore", { method: "POST", headers: { "X-Leafwatch": "1", "Content-Type": "application/zip" }, body: file })
      .then((reply) => reply.json()).catch(() => ({ ok: false, text: t("ask.failed") }));
    toast(answer.text, answer.ok ? "good" : "wrong");
    await asking;
    await look();
    return answer.ok;
  },
  async learnHost() {
    const answer = await ask("/api/host", undefined, { method: "GET" });
    if (!answer.ok) return house.host; // said already; what was known stays
    house.host = answer;
    document.documentElement.dataset.role = answer.role; // as the server writes it into a page that is loaded anew
    return answer;
  },
  go,
  look,
};

let step = null; // the page that is open: { name, root, ...module }
let timer = 0;
let asking = null;
let missed = 0; // looks that failed since the last one that did not
let absent = false; // a demo has no set-up

const wanted = () => (STEPS.includes(location.hash.slice(1)) ? location.hash.slice(1) : STEPS[0]);

function go(name) {
  if (wanted() === name && step) return open();
  location.hash = name;
}

/** Fetch how things stand and show it; one request at a time. */
async function look() {
  clearTimeout(timer);
  asking ??= (async () => {
    try {
      const answer = await fetch("/api/setup", { cache: "no-store", signal: within() });
      if (answer.ok) house.state = await answer.json();
      absent ||= answer.status === 404;
      missed = answer.ok || absent ? 0 : missed + 1;
    } catch {
      missed += 1; // the network is away; the next look tells
    }
    asking = null;
    tell();
  })();
  await asking;
  if (absent) {
    at("steps").parentElement.hidden = at("ways").hidden = true;
    at("step").replaceChildren(h("h2", { id: "step-title" }, t("nav.setup")), h("p", { class: "lead" }, t("setup.absent")));
    return;
  }
  if (step && house.state) {
    gate();
    step.update?.(house.state);
  }
  clearTimeout(timer);
  if (document.visibilityState !== "hidden") timer = setTimeout(look, POLL_MS);
}

/** What is to be known on every page: that the table cannot be reached, or what is wrong with its files. */
function tell() {
  const text = missed >= UNREACHED ? t("setup.unreached") : (house.state?.notice ?? "");
  const told = at("told");
  if (told.dataset.text === text) return;
  told.dataset.text = text;
  told.hidden = !text;
  told.replaceChildren(...(text ? [sign("notice"), h("span", null, text)] : []));
}

/** Where the table has the camera, a page that needs it offers to take it first; where nobody is host, the PIN comes first. */
function gate() {
  const role = house.host.role;
  const closed = WATCHED.has(step.name) && house.state.mode === "table";
  const guest = role !== "host" && !["restore", "people", "pin"].includes(step.name);
  const barred = guest ? "guest" : closed ? "closed" : "";
  if (step.barred === barred) return;
  step.barred = barred;
  step.leave?.();
  step.body.replaceChildren();
  if (guest) step.body.append(h("p", { class: "lead" }, t("setup.gate.guest")),
    h("button", { type: "button", class: "main", onclick: () => go("pin") }, t("setup.gate.toPin")));
  else if (closed) step.body.append(h("p", { class: "lead" }, t("setup.gate.watching")),
    role === "host" ? h("button", { type: "button", class: "main", onclick: () => house.ask("begin") }, t("setup.gate.begin"))
      : h("button", { type: "button", class: "main", onclick: () => go("pin") }, t("setup.gate.toPin")));
  else step.open?.(step.body, house);
  ways();
}

async function open() {
  const name = wanted();
  step?.leave?.();
  const body = h("div", { class: "body" });
  step = { ...PAGES[name], name, body, barred: null };
  document.title = `${t(`setup.${name}.title`)} · ${t("nav.setup")} · ${t("title")}`;
  const number = STEPS.indexOf(name) + 1;
  at("steps").replaceChildren(...STEPS.map((other, i) => h("li", null,
    h("a", { href: `#${other}`, "aria-current": other === name ? "step" : null, class: i + 1 < number ? "past" : null },
      h("span", { class: "number", "aria-hidden": "true" }, String(i + 1)), h("span", { class: "called" }, t(`setup.${other}.short`))))));
  at("steps").querySelector('[aria-current="step"]').scrollIntoView({ block: "nearest", inline: "nearest" });
  const title = h("h2", { id: "step-title", tabindex: -1 }, h("span", { class: "count" }, t("setup.count", { number, of: STEPS.length })), t(`setup.${name}.title`));
  at("step").replaceChildren(title, body);
  at("step").dataset.step = name;
  if (document.activeElement !== document.body || number > 1) title.focus({ preventScroll: true });
  scrollTo(0, 0);
  if (house.state) gate();
  await look();
}

function ways() {
  const number = STEPS.indexOf(step.name);
  const last = number === STEPS.length - 1;
  const next = h("button", { type: "button", class: "main", id: "next" },
    last ? t("setup.toTable") : t(step.barred === "" ? step.way?.(house) ?? "setup.next" : "setup.skip"));
  next.addEventListener("click", async () => {
    if (next.getAttribute("aria-disabled")) return;
    next.setAttribute("aria-disabled", "true");
    const done = Boolean(step.barred) || !step.next || (await step.next(house));
    next.removeAttribute("aria-disabled");
    if (!done) return;
    if (typeof done === "string") go(done);
    else if (last) location.assign("/");
    else go(STEPS[number + 1]);
  });
  const focused = document.activeElement?.id === "next";
  at("ways").replaceChildren(...[
    number ? h("button", { type: "button", onclick: () => go(STEPS[number - 1]) }, sign("lift"), t("setup.back")) : null, next].filter(Boolean));
  if (focused) next.focus();
}
house.ways = () => step?.barred === "" && ways();

addEventListener("hashchange", open);
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" ? clearTimeout(timer) : look());
while (!(await house.learnHost()).ok) await new Promise((done) => setTimeout(done, POLL_MS));
await open();
