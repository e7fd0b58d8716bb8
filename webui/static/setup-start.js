// The first three pages of the set-up: a backup, who plays, and the PIN of the host.

import { ask, COLORS, h, s, t, toast } from "./dom.js";
import { suggestedPin } from "./pin.js";

const KEPT = "leafwatch.setup.people"; // what was typed, kept over a change of the language
const MOST = 4;

export const restore = {
  open(root, house) {
    const name = h("p", { class: "small", role: "status" });
    const file = h("input", { type: "file", id: "backup", accept: ".zip,application/zip", class: "unseen", onchange: () => {
      house.waiting.file = file.files[0] ?? null;
      name.textContent = house.waiting.file ? t(house.host.role === "host" ? "setup.restore.chosen" : "setup.restore.later", { name: house.waiting.file.name }) : "";
      house.ways();
    } });
    root.append(h("p", { class: "lead" }, t("setup.restore.lead")), h("p", null, t("setup.restore.what")),
      h("p", { class: "buttons" }, file, h("label", { for: "backup", class: "button" }, t("setup.restore.choose"))), name);
  },
  way: (house) => (house.waiting.file ? "setup.restore.bring" : "setup.restore.without"),
  async next(house) {
    const { file } = house.waiting;
    if (!file) return true;
    if (house.host.role !== "host") return "pin";
    if (!(await house.restore(file))) return false;
    house.waiting.file = null;
    return true;
  },
};

export const people = {
  async open(root, house) {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    const answer = await ask("/api/settings", undefined, { method: "GET" });
    const value = (section, key) => answer.settings?.find((one) => one.section === section && one.key === key)?.value;
    const players = kept?.players ?? value("table", "players") ?? [];
    const colors = kept?.colors ?? value("table", "colors") ?? Object.keys(COLORS).slice(0, MOST);
    const names = Array.from({ length: MOST }, (_, i) => players[i] ?? "");
    people.language = document.documentElement.lang;
    const keep = () => sessionStorage.setItem(KEPT, JSON.stringify(people.given()));
    const languages = h("div", { class: "segments two" }, ["en", "de"].map((code) => h("label", null,
      h("input", { type: "radio", name: "language", value: code, checked: code === people.language, onchange: () => {
        keep();
        location.assign(`?language=${code}#people`);
      } }), h("span", { lang: code }, t(`language.${code}`)))));
    const rows = h("ol", { class: "players" });
    const shown = Math.max(1, names.findLastIndex((name) => name) + 1);
    const fill = (count, focus = false) => {
      const given = [...rows.querySelectorAll("input")].map((input) => input.value);
      const chosen = [...rows.querySelectorAll("select")].map((select) => select.value);
      rows.replaceChildren(...Array.from({ length: count }, (_, i) => player(i, given[i] ?? names[i], chosen[i] ?? colors[i] ?? free(chosen))));
      less.hidden = count === 1;
      more.hidden = count === MOST;
      free();
      if (focus) rows.lastElementChild.querySelector("input").focus();
    };
    const free = (chosen = [...rows.querySelectorAll("select")].map((select) => select.value)) => {
      for (const select of rows.querySelectorAll("select")) {
        for (const option of select.options) option.disabled = option.value !== select.value && chosen.includes(option.value);
        select.previousElementSibling.firstElementChild.setAttribute("fill", COLORS[select.value]);
      }
      return Object.keys(COLORS).find((color) => !chosen.includes(color));
    };
    const player = (i, name, color) => h("li", null,
      h("label", { for: `name-${i}` }, t("setup.people.name", { number: i + 1 })),
      h("input", { type: "text", id: `name-${i}`, maxlength: 40, value: name, autocomplete: "off", placeholder: t("setup.people.placeholder", { number: i + 1 }), onchange: keep }),
      h("div", { class: "color" }, s("svg", { viewBox: "0 0 20 20", class: "swatch", "aria-hidden": "true" }, s("circle", { cx: 10, cy: 10, r: 8.5 })),
        h("select", { "aria-label": t("setup.people.color", { number: i + 1 }), onchange: () => { free(); keep(); } },
          Object.keys(COLORS).map((one) => h("option", { value: one, selected: one === color }, t(`setup.color.${one}`))))));
    const count = () => rows.childElementCount;
    const more = h("button", { type: "button", onclick: () => fill(count() + 1, true) }, t("setup.people.more"));
    const less = h("button", { type: "button", class: "quiet", onclick: () => fill(count() - 1) }, t("setup.people.less"));
    people.given = () => ({
      players: [...rows.querySelectorAll("input")].map((input) => input.value.trim()),
      colors: [...rows.querySelectorAll("select")].map((select) => select.value),
    });
    root.replaceChildren(h("h3", { id: "language-title" }, t("setup.people.language")), languages,
      h("h3", null, t("setup.people.who")), h("p", { class: "small" }, t("setup.people.hint")), rows, h("p", { class: "buttons" }, more, less));
    languages.setAttribute("role", "radiogroup");
    languages.setAttribute("aria-labelledby", "language-title");
    fill(shown);
  },
  async next(house) {
    if (!people.given) return true;
    const { players, colors } = people.given();
    const named = players.some((name) => name);
    if (named && players.some((name) => !name)) {
      toast(t("setup.people.missing"), "wrong");
      return false;
    }
    // who joins later has a colour too
    const every = [...colors, ...Object.keys(COLORS).filter((color) => !colors.includes(color))].slice(0, MOST);
    const table = { language: people.language, players: named ? players : null, colors: every };
    if (!(await house.settings({ table }))) return false;
    sessionStorage.removeItem(KEPT);
    return true;
  },
};

export const pin = {
  async open(root, house) {
    const { role, claimed, asks } = await house.learnHost();
    pin.field = null;
    if (!asks) return root.replaceChildren(h("p", { class: "lead" }, t("setup.pin.open")));
    if (role === "host") return root.replaceChildren(h("p", { class: "lead" }, t("setup.pin.done")), h("p", null, h("a", { href: "/host" }, t("setup.pin.change"))));
    if (claimed) {
      return root.replaceChildren(h("p", { class: "lead" }, t("setup.pin.taken")),
        h("p", { class: "buttons" }, h("a", { class: "button main", href: "/host?next=/setup" }, t("setup.pin.logIn"))));
    }
    pin.field = h("input", { type: "text", id: "pin", inputmode: "numeric", pattern: "[0-9]{6}", maxlength: 6, autocomplete: "off", value: suggestedPin(), "aria-describedby": "pin-hint" });
    root.replaceChildren(h("p", { class: "lead" }, t("setup.pin.lead")),
      h("p", { class: "pin" }, h("label", { for: "pin" }, t("setup.pin.label")), pin.field,
        h("button", { type: "button", onclick: () => (pin.field.value = suggestedPin()) }, t("setup.pin.another"))),
      h("p", { class: "small", id: "pin-hint" }, t("setup.pin.hint")));
    house.ways();
  },
  way: () => (pin.field ? "setup.pin.keep" : "setup.next"),
  async next(house) {
    if (pin.field) {
      if (!(await ask("/api/host/claim", { pin: pin.field.value })).ok) return false;
      if ((await house.learnHost()).role !== "host") return "pin"; // nobody knows yet: this page asks again
    }
    if (house.host.role !== "host") return true;
    const { settings, file } = house.waiting;
    if (settings && !(await house.settings(settings))) return "people";
    house.waiting.settings = null;
    if (file && (await house.restore(file))) house.waiting.file = null;
    return true;
  },
};
