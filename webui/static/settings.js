// The settings: each with what it does; a change is sent at once, and a wrong value is refused beside its field.

import { h, sign, t } from "./dom.js";

const at = (id) => document.getElementById(id);
const ORDER = ["table", "camera", "lamps", "buzzer", "page", "recording", "buttons", "mqtt"];
const SEATS = 4;
let file = "";

async function get() {
  const answer = await fetch("/api/settings", { cache: "no-store" });
  return answer.status === 404 ? { text: t("settings.absent") } : answer.json();
}

/** Send one change; the answer is shown beside the setting. */
async function change(row, { section, key }, value) {
  const said = row.querySelector(".said");
  const show = (mood, text) => {
    said.className = `said ${mood}`;
    said.replaceChildren(sign(mood === "good" ? "legal" : "wrong"), " ", text);
  };
  try {
    const answer = await fetch("/api/settings", {
      method: "POST", headers: { "Content-Type": "application/json", "X-Leafwatch": "1" }, body: JSON.stringify({ changes: { [section]: { [key]: value } } }),
    });
    const reply = await answer.json();
    if (answer.status === 401) return location.assign("/host?next=/settings");
    show(reply.ok ? "good" : "wrong", reply.text);
    for (const field of row.querySelectorAll("input, select")) field.setAttribute("aria-invalid", String(!reply.ok));
    if (reply.ok) refresh(row, section, key);
  } catch {
    show("wrong", t("ask.failed"));
  }
}

/** Show where the value comes from now, and take the value that is kept after a step back. */
async function refresh(row, section, key, whole = false) {
  const { settings } = await get();
  const one = settings.find((other) => other.section === section && other.key === key);
  row.querySelector(".from").replaceChildren(...origin(row, one));
  if (whole) row.querySelector(".field").replaceChildren(...[field(row, one)].flat());
}

function origin(row, one) {
  const parts = [h("span", null, t(`settings.from.${one.from}`))];
  if (one.from === "page") {
    parts.push(h("button", { type: "button", class: "quiet", "aria-label": `${t("settings.reset")}: ${name(one)}`, onclick: async () => {
      await change(row, one, null);
      await refresh(row, one.section, one.key, true);
    } }, t("settings.reset")));
  }
  return parts;
}

const name = (one) => t(`settings.${one.section}.${one.key}.name`);
const shown = (value) => (value === null || value === undefined ? t("settings.none") : value === true ? t("settings.on") : value === false ? t("settings.off")
  : Array.isArray(value) ? (Array.isArray(value[0]) ? value.map((inner) => inner.join(" ")).join(", ") : value.join(", ") || t("settings.none")) : String(value));

/** The field of a setting by what it holds. */
function field(row, one) {
  const { section, key, value, choices, default: usual } = one;
  const id = `${section}-${key}`;
  const send = (next) => change(row, one, next);
  const about = { id, "aria-describedby": `${id}-help ${id}-said` };
  if (key === "players") {
    const inputs = Array.from({ length: SEATS }, (_, i) => h("input", { type: "text", maxlength: 40, autocomplete: "off", value: value[i] ?? "", "aria-label": t("settings.nameOf", { number: i + 1 }),
      "aria-describedby": about["aria-describedby"], onchange: () => {
        const names = inputs.map((input) => input.value.trim());
        const last = names.findLastIndex((given) => given);
        send(last < 0 ? null : names.slice(0, last + 1));
      } }));
    return h("div", { class: "many-fields" }, inputs);
  }
  if (key === "colors") {
    const selects = Array.from({ length: SEATS }, (_, i) => h("select", { "aria-label": t("settings.colorOf", { number: i + 1 }), "aria-describedby": about["aria-describedby"],
      onchange: () => send(selects.map((select) => select.value).filter(Boolean)) },
      i >= value.length || i > 0 ? h("option", { value: "", selected: i >= value.length }, "–") : null,
      choices.map((color) => h("option", { value: color, selected: value[i] === color }, t(`settings.color.${color}`)))));
    return h("div", { class: "many-fields" }, selects);
  }
  if (key === "night") {
    const [from, to] = Array.isArray(value) ? value : ["21:00", "07:00"];
    const on = h("input", { type: "checkbox", ...about, checked: Array.isArray(value), onchange: () => given() });
    const start = h("input", { type: "time", value: from, "aria-label": `${name(one)} (1)`, onchange: () => given() });
    const end = h("input", { type: "time", value: to, "aria-label": `${name(one)} (2)`, onchange: () => given() });
    const given = () => send(on.checked ? [start.value, end.value] : "off");
    return h("div", { class: "night" }, toggle(on), start, h("span", null, t("settings.until")), end);
  }
  if (choices.length) {
    return h("select", { ...about, onchange: (event) => send(choices[event.target.selectedIndex]) }, // a number stays one
      choices.map((choice) => h("option", { value: String(choice), selected: choice === value }, t(`settings.${section}.${key}.choice.${choice}`))));
  }
  if (typeof usual === "boolean") return toggle(h("input", { type: "checkbox", ...about, checked: value, onchange: (event) => send(event.target.checked) }));
  if (typeof usual === "number" || key === "pin") {
    const share = key.endsWith("brightness");
    return h("input", { type: "number", ...about, value: value ?? "", step: share ? 0.05 : "any", min: 0, max: share ? 1 : null, inputmode: "decimal",
      onchange: (event) => send(event.target.value === "" ? null : Number(event.target.value)) });
  }
  if (key === "pins" || key === "turn-row") return h("span", { class: "value", id }, shown(value));
  return h("input", { type: "text", ...about, value: value ?? "", autocomplete: "off", spellcheck: "false", onchange: (event) => send(event.target.value.trim() || null) });
}

const toggle = (box) => h("span", { class: "toggle" }, box, h("span", { class: "on", "aria-hidden": "true" }, t("settings.on")), h("span", { class: "off", "aria-hidden": "true" }, t("settings.off")));

function line(one) {
  const id = `${one.section}-${one.key}`;
  const several = ["players", "colors", "pins", "turn-row"].includes(one.key) || !one.may_set;
  const row = h("div", { class: "setting", "data-setting": `${one.section}.${one.key}` },
    h(several ? "span" : "label", { class: "name", for: several ? null : id }, name(one)),
    h("p", { class: "small", id: `${id}-help` }, t(`settings.${one.section}.${one.key}.help`)));
  row.append(h("div", { class: "field" }, one.may_set ? field(row, one) : h("span", { class: "value" }, shown(one.value))),
    h("p", { class: "from" }, one.may_set ? origin(row, one) : [h("span", null, t("settings.fileOnly", { file }))]), h("p", { class: "said", id: `${id}-said`, role: "status" }));
  return row;
}

async function start() {
  const found = await get();
  if (!found.settings) {
    at("about").replaceChildren(sign("notice"), " ", found.text ?? t("ask.failed"));
    return;
  }
  file = found.file;
  at("about").textContent = t("settings.about", { file });
  at("groups").replaceChildren(...found.notices.map((notice) => h("p", { class: "notice card" }, sign("notice"), " ", notice)),
    ...ORDER.map((section) => h("section", { class: "card", "aria-labelledby": `group-${section}` }, h("h2", { id: `group-${section}` }, t(`settings.group.${section}`)),
      found.settings.filter((one) => one.section === section).map(line))));
}

start();
