// A kept game step by step: scrubber, jumps to disputes, figures, files.

import { hatching } from "./board.js";
import { ask, h, sign, t } from "./dom.js";
import { makeSeat } from "./panels.js";
import { bars, lines } from "./plots.js";
import { clock, day, span } from "./time.js";

const at = (id) => document.getElementById(id);
const PACE_MS = { 1: 1_500, 4: 375 };
const SIGNS = { undo: "lift", decision: "notice", answer: "question", overrule: "finished", spot: "question", revise: "turn" };
const number = at("main").dataset.game;

const [game, kept] = await Promise.all([`/api/games/${number}`, "/api/games"].map((path) => ask(path, undefined, { method: "GET" })));
if (game.ok) start();
else at("told").replaceChildren(h("p", null, game.text || t("ask.failed")));

function start() {
  document.body.append(hatching());
  const names = game.players.map(({ name }) => name);
  const frames = folded(game);
  const seats = game.players.map((player) => makeSeat(player, { link: false }));
  at("boards").replaceChildren(...seats.map(({ card }) => card));
  at("boards").dataset.count = seats.length;
  document.body.classList.toggle("one-board", seats.length === 1);
  const { steps } = game;
  const disputes = steps.map((step, i) => (step.dispute ? i + 1 : 0)).filter(Boolean);
  const scrubber = scrub(steps.length, disputes, show);
  const rows = list(disputes);
  files();
  figures();
  const asked = Number(new URLSearchParams(location.hash.slice(1)).get("step"));
  scrubber.go(asked >= 1 && asked <= steps.length ? asked : 0);

  function show(position) {
    const step = steps[position - 1];
    const players = frames[position];
    const turn = { number: step?.turn ?? 1, of: null, seat: step?.seat ?? 0 };
    seats.forEach(({ update }, seat) => update(players[seat], { turn, verdict: { mood: null, spots: [] }, players }));
    at("told").replaceChildren(...(step ? telling(step, position) : beginning()));
    at("told").classList.toggle("disputed", Boolean(step?.dispute));
    rows.forEach((button, i) => button.setAttribute("aria-current", String(disputes[i] === position)));
    history.replaceState(null, "", position ? `#step=${position}` : location.pathname);
  }

  function beginning() {
    return [
      h("p", { class: "small" }, t("games.game", { number }), " · ", day(game.started_at)),
      h("p", { class: "say" }, game.result ?? t(game.ended_at ? "games.brokenLong" : "games.runningLong")),
    ];
  }

  function telling(step, position) {
    const sentences = step.said.map(({ text }) => text).join(" ");
    return [
      h("p", { class: "small" }, t("games.at", { turn: step.turn, name: names[step.seat] ?? "" }), " · ", clock(step.at), " · ", t("games.of", { position, steps: steps.length })),
      h("p", { class: "say" }, step.dispute ? sign(SIGNS[step.dispute]) : null,
        sentences || (step.dispute ? t(`games.dispute.${step.dispute}`) : t("games.noted"))),
      step.dispute ? h("p", { class: "small" }, t(`games.dispute.${step.dispute}`), step.why ? `: ${step.why}` : null, " · ", t("games.by", { actor: who(step.actor) })) : null,
      step.move ? h("p", { class: "small" }, h("code", null, step.move)) : null,
    ].filter(Boolean);
  }

  function list(positions) {
    at("disputes").hidden = false;
    const buttons = positions.map((position) => {
      const step = steps[position - 1];
      return h("button", { type: "button", onclick: () => scrubber.go(position) }, sign(SIGNS[step.dispute]),
        h("span", null, t(`games.dispute.${step.dispute}`), h("small", null, t("games.at", { turn: step.turn, name: names[step.seat] ?? "" }))));
    });
    at("disputes").querySelector("ol").replaceChildren(...(buttons.length ? buttons.map((button) => h("li", null, button)) : [h("li", { class: "note" }, t("games.undisputed"))]));
    return buttons;
  }

  function files() {
    if (!kept.ok) return;
    at("keep").hidden = false;
    at("keep").querySelector(".forms").replaceChildren(...kept.forms.map((form) =>
      h("a", { class: "button", href: `/api/games/${number}/export/${form}`, download: true }, t(`games.form.${form}`))));
  }

  function figures() {
    const { turns } = game;
    if (!turns.length) return;
    at("figures").hidden = false;
    const plot = (key, drawing) => h("figure", null, h("figcaption", null, t(`games.${key}`)), drawing);
    at("figures").lastElementChild.replaceChildren(
      plot("covered", lines(t("games.coveredText", { most: Math.max(...turns.flatMap((turn) => turn.covered)) }), turns.map((turn) => turn.covered), names)),
      plot("duration", bars(t("games.durationText", { longest: span(Math.max(...turns.map((turn) => turn.seconds))) }), turns.map((turn) => turn.seconds), turns.map((turn) => turn.seat), names, span)),
      plot("areas", lines(t("games.areasText", { most: Math.max(...turns.flatMap((turn) => turn.areas)) }), turns.map((turn) => turn.areas), names)),
      table(turns));
  }

  /** The same figures to be read, not seen. */
  function table(turns) {
    const head = [t("games.turn"), t("games.player"), t("games.duration"), t("games.covered"), t("games.areas")];
    return h("details", null, h("summary", null, t("games.asTable")), h("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": t("games.figures") },
      h("table", null, h("thead", null, h("tr", null, head.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", null, turns.map((turn) => h("tr", null, h("th", { scope: "row" }, String(turn.number)), h("td", null, names[turn.seat] ?? ""),
          h("td", null, span(turn.seconds)), h("td", null, turn.covered.join(" / ")), h("td", null, turn.areas.join(" / "))))))));
  }
}

/** Who did it, in words; a seat's phone is called by its player. */
function who(actor) {
  const seat = /^seat-(\d)$/.exec(actor);
  if (seat) return game.players[Number(seat[1]) - 1]?.name ?? actor;
  const word = t(`games.actor.${actor}`);
  return word.startsWith("games.") ? actor : word;
}

/** The players after each step: what a step does not mention is as it was before it. */
function folded({ players, steps }) {
  const whole = { unknown: [], differs: [], animals: [] };
  const frames = [players.map((player) => ({ ...whole, ...player }))];
  for (const { changes } of steps) {
    const last = frames[frames.length - 1];
    frames.push(last.map((player) => (changes[player.seat] ? { ...player, ...changes[player.seat] } : player)));
  }
  return frames;
}

/** The scrubber with its buttons: one step, the disputes, and playing by itself. */
function scrub(last, disputes, show) {
  let timer = 0;
  let pace = 0;
  const range = h("input", { type: "range", min: 0, max: last, value: 0, "aria-label": t("games.scrub"), oninput: () => go(Number(range.value)) });
  const position = () => Number(range.value);
  const button = (key, act) => h("button", { type: "button", onclick: () => { play(0); act(); } }, t(`games.${key}`));
  const paces = Object.keys(PACE_MS).map((factor) => h("button", { type: "button", "aria-pressed": "false", onclick: () => play(pace === Number(factor) ? 0 : Number(factor)) }, t(`games.pace${factor}`)));
  const earlier = () => disputes.filter((place) => place < position()).pop();
  const later = () => disputes.find((place) => place > position());
  const marks = h("div", { class: "marks", "aria-hidden": "true" }, disputes.map((place) => {
    const mark = h("span");
    mark.style.left = `${(100 * place) / Math.max(1, last)}%`;
    return mark;
  }));
  const jumps = disputes.length ? [button("earlier", () => go(earlier() ?? position())), button("later", () => go(later() ?? position()))] : [];
  at("scrub").hidden = last === 0;
  at("scrub").replaceChildren(h("div", { class: "track" }, range, marks),
    h("div", { class: "buttons" }, button("back", () => go(position() - 1)), button("on", () => go(position() + 1)), paces, jumps));

  function go(wanted) {
    range.value = Math.max(0, Math.min(last, wanted));
    range.setAttribute("aria-valuetext", t("games.of", { position: position(), steps: last }));
    show(position());
  }

  /** Zero stops. What plays by itself is not announced step by step. */
  function play(factor) {
    clearInterval(timer);
    pace = factor;
    paces.forEach((each, i) => each.setAttribute("aria-pressed", String(Number(Object.keys(PACE_MS)[i]) === factor)));
    at("told").setAttribute("aria-live", factor ? "off" : "polite");
    if (!factor) return;
    if (position() === last) go(0);
    timer = setInterval(() => {
      if (position() === last) play(0);
      else go(position() + 1);
    }, PACE_MS[factor]);
  }

  return { go };
}
