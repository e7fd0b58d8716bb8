// Becoming host with the PIN, changing it, and what players may do.

import { ask, h, t } from "./dom.js";
import { suggestedPin } from "./pin.js";

const content = document.querySelector("#host > div");
const DIGITS = 6;

show(await ask("/api/host", undefined, { method: "GET" }));

function show(who) {
  if (!who.ok) return content.replaceChildren(t("ask.failed"));
  document.documentElement.dataset.role = who.role;
  content.replaceChildren(...(!who.asks ? openHouse(who) : !who.claimed ? claim() : who.role === "host" ? host(who) : logIn()));
  content.querySelector("input:not([type=checkbox])")?.focus({ preventScroll: true });
}

/** Asks, says in words what came of it, and shows what the browser may do now. */
async function act(form, path, body, done) {
  const reply = await ask(path, body);
  form.querySelector("input")?.setAttribute("aria-invalid", String(!reply.ok));
  if (!reply.ok) return say(form, reply.text, "wrong");
  if (done) return done();
  show(await ask("/api/host", undefined, { method: "GET" }));
  say(content, reply.text, "good");
}

function say(place, text, mood) {
  place.querySelector(".said")?.remove();
  place.append(h("p", { class: `said ${mood}`, role: "status" }, text));
}

function openHouse({ role }) {
  return [h("p", { class: "lead" }, t(role === "host" ? "host.openHost" : "host.openGuest"))];
}

function claim() {
  const form = pinForm("claim", [["pin", "host.newPin", "text"]], "host.claim", ({ pin }) => act(form, "/api/host/claim", { pin }, onward));
  const suggest = h("button", { type: "button", onclick: () => {
    form.elements.pin.value = suggestedPin();
    form.elements.pin.focus();
  } }, t("host.suggest"));
  form.append(suggest);
  return [h("p", { class: "lead" }, t("host.unclaimed")), form, h("p", { class: "note" }, t("host.keep"))];
}

function logIn() {
  const form = pinForm("login", [["pin", "host.pin", "password"]], "host.login", ({ pin }) => act(form, "/api/host/login", { pin }, onward));
  return [h("p", { class: "lead" }, t("host.asGuest")), form];
}

function host({ players_act: players }) {
  const change = pinForm("change", [["pin", "host.oldPin", "password"], ["new", "host.newPin", "text"]], "host.change",
    (body) => act(change, "/api/host/pin", body), t("host.changeTitle"));
  const box = h("input", { type: "checkbox", checked: players, onchange: async () => {
    const reply = await ask("/api/host/players", { act: box.checked });
    if (!reply.ok) box.checked = !box.checked;
  } });
  const out = h("div", { class: "ends" }, h("button", { type: "button", onclick: () => act(out, "/api/host/logout", {}) }, t("host.logout")));
  return [
    h("p", { class: "lead" }, t("host.asHost")),
    h("label", { class: "switch" }, box, h("span", null, t("host.playersAct"))),
    change, out,
  ];
}

function pinForm(name, fields, action, submit, title = null) {
  const inputs = fields.map(([key, label, type]) => h("label", { class: "field" }, t(label),
    h("input", { name: key, type, inputmode: "numeric", pattern: "[0-9]{6}", maxlength: DIGITS, required: true, autocomplete: "off", title: t("host.six") })));
  const form = h("form", { class: "pin-form", name, onsubmit: (event) => {
    event.preventDefault();
    submit(Object.fromEntries(fields.map(([key]) => [key, form.elements[key].value])));
  } }, title ? h("h3", null, title) : null, inputs, h("button", { class: "main", type: "submit" }, t(action)));
  return form;
}

/** To the page that sent the person here, if it is one of ours; else this page shows what the host may do. */
async function onward() {
  const wanted = new URLSearchParams(location.search).get("next");
  const next = wanted === null ? null : new URL(wanted, location.origin);
  if (next && next.origin === location.origin && next.pathname !== location.pathname) location.assign(next.pathname + next.search);
  else show(await ask("/api/host", undefined, { method: "GET" }));
}
