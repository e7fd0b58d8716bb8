// The table: all boards, verdict, questions, paths, lamps and moves, and the simulated table where there is one.

import { cellName, hatching } from "./board.js";
import { command as send, decimal, h, memo, s, spaces, t } from "./dom.js";
import { startPage } from "./live.js";
import * as panels from "./panels.js";

const at = (id) => document.getElementById(id);
const { role } = document.documentElement.dataset;
const changed = memo();
const seats = new Map(); // seat -> { board, card, frame, update }
let message = null;
let simulated = false; // whether a simulated table has been there
let editor = null; // of spaces, supplies and earlier turns, once it was asked for
const play = late(() => import("./play.js").then(({ startPlay }) => startPlay({ card: at("play"), seats, send })));
const picture = late(() => import("./picture.js").then(({ startPicture }) => startPicture(at("picture"))));
const hear = panels.lateSounds(at("sounds"));
const fixer = late(() => import("./fix.js").then(({ startFix }) => (editor = startFix({ card: at("fix"), seats, send, changed: edited }))));

document.body.append(hatching());
at("again").append(startOver());
startPage(show);

function show(next) {
  message = next;
  const { status, players } = next;
  panels.header(next);
  changed("verdict", [next.verdict, panels.standing(next)], () => panels.verdict(at("verdict"), next));
  changed("notices", [next.status.trouble, next.status.setup_open, next.turn?.last_round, next.pending_undo, next.guide, next.series, next.players.map(({ name }) => name)], () => panels.notices(at("notices"), next, send));
  changed("score", next.score, (score) => panels.score(at("score"), score, players));
  changed("players", players.map(({ seat, cols, rows }) => [seat, cols, rows]), () => makeSeats(players));
  drawSeats();
  // who plays answers what is asked of the own turn; who looks on is led to the PIN
  const asked = role !== "player" || panels.mayAct(next.turn?.seat) ? next.question : null;
  changed("question", asked, () => panels.question(at("question"), asked, { send, hint: (answer) => panels.hintOn(seats, answer), fix }));
  changed("actions", [next.turn, next.verdict.mood === "wrong", Boolean(next.score), next.question?.kind, next.series?.next], act);
  changed("lamps", [next.lamps, players.map(({ name }) => name)], () => lamps(at("lamps"), next.lamps, players));
  changed("paths", [next.solo, next.path, next.simulator?.playing], () => panels.paths(at("paths"), next));
  changed("log", [next.log, players.map(({ name }) => name)], () => panels.log(at("log"), next.log, players));
  changed("camera", [status.camera, status.frame_rate_hz, status.residual_cells], () => at("camera").replaceChildren(
    t("camera.from", { camera: status.camera, rate: status.frame_rate_hz === null ? "–" : decimal(status.frame_rate_hz, 0) }),
    status.residual_cells === null ? "" : `, ${t("camera.residual", { share: spaces(status.residual_cells) })}`));
  editor?.update(next);
  hear(next);
  more(next);
}

/** Every board as it is, or as the editor shows it. */
function drawSeats() {
  const seen = editor?.seen(message) ?? message;
  seen.players.forEach((player) => seats.get(player.seat).update(player, seen));
}

function act() {
  panels.actions(at("actions"), message, { send, fix, fixing: () => Boolean(editor?.open) });
}

function edited() {
  act();
  drawSeats();
}

/** Open the editor, or close it; it is loaded when it is first wanted. */
async function fix() {
  (await fixer())?.toggle(message);
}

/** A tap on a space that is marked opens the editor there, so that the next tap puts it right. */
async function fixMarked(event, seat) {
  const cell = seats.get(seat).board.at(event.clientX, event.clientY);
  const { simulator, verdict, players } = message;
  if (!cell || editor?.open || simulator?.playing === "hand" || role !== "host") return;
  const name = cellName(cell.map(Math.floor));
  const { differs, unknown } = players.find((player) => player.seat === seat);
  if ([...differs, ...unknown, ...verdict.spots.filter((spot) => spot.seat === seat).map((spot) => spot.cell)].includes(name)) {
    (await fixer())?.at(message, seat, name);
  }
}

function makeSeats(players) {
  seats.clear();
  for (const player of players) {
    const made = panels.makeSeat(player);
    made.frame.addEventListener("click", (event) => fixMarked(event, player.seat));
    seats.set(player.seat, made);
  }
  at("boards").replaceChildren(...[...seats.values()].map(({ card }) => card));
  at("boards").dataset.count = players.length;
  document.body.classList.toggle("one-board", players.length === 1);
  // one board leaves room below it, several leave room beside them
  document.querySelector(players.length === 1 ? ".stage" : ".side").append(at("log").closest(".card"));
}

// A lamp gives light in proportion to its pins; a screen's numbers are about the 2.2th root of that.
const screen = (value) => Math.round(255 * Math.max(0, Math.min(1, value)) ** (1 / 2.2));

function lamps(element, list, players) {
  element.hidden = !list.length;
  element.lastElementChild.replaceChildren(...list.map((lamp) => {
    const pins = [lamp.red, lamp.green, lamp.blue];
    const color = `rgb(${pins.map(screen).join(" ")})`;
    const bright = Math.max(...pins);
    const [red, green, blue] = pins.map((value) => decimal(value, 2));
    const bulb = s("svg", { viewBox: "0 0 48 48", class: "bulb", "aria-hidden": "true" },
      s("radialGradient", { id: `glow-${lamp.seat}` }, s("stop", { offset: "0.45", "stop-color": color }),
        s("stop", { offset: "1", "stop-color": color, "stop-opacity": 0 })),
      s("circle", { cx: 24, cy: 24, r: 24, fill: `url(#glow-${lamp.seat})`, opacity: 0.6 * bright }),
      s("circle", { cx: 24, cy: 24, r: 13, class: "glass" }),
      s("circle", { cx: 24, cy: 24, r: 13, fill: color, opacity: bright ? 0.15 + 0.85 * bright : 0 }),
      s("path", { d: "M17 20a8 8 0 0 1 6-5", class: "shine" }));
    return h("div", { class: "lamp", "data-seat": lamp.seat, "data-pins": pins.join(" ") }, bulb,
      h("div", null,
        h("p", { class: "name" }, players.length > 1 ? `${players[lamp.seat]?.name ?? lamp.seat + 1}: ` : null,
          h("strong", null, t(`table.lamps.pattern.${lamp.pattern}`)), h("span", { class: "pins" }, t("table.lamps.pins", { pins: lamp.pins.join(", ") }))),
        h("p", { class: "values" }, t("table.lamps.values", { red, green, blue }))));
  }));
}

/** Two steps to start over: a game is worth more than one stray tap. */
function startOver() {
  if (role !== "host") return "";
  let sure = false;
  const ask = (now) => {
    sure = now;
    button.textContent = t(sure ? "actions.newGameSure" : "actions.newGame");
  };
  const button = h("button", {
    type: "button",
    class: "quiet",
    onclick: () => {
      if (sure) send("new-game");
      ask(!sure);
    },
    onblur: () => ask(false),
  }, t("actions.newGame"));
  return button;
}

/** A part that is loaded when it is first needed; where that failed, it is tried again with the next message. */
function late(load) {
  let part = null;
  return () => (part ??= load().catch(() => (part = null)));
}

async function more(next) {
  const host = role === "host";
  at("play").hidden = !next.simulator || !host;
  const pictured = host && (next.simulator ? next.simulator.picture : true);
  at("picture").hidden = !pictured;
  simulated ||= Boolean(next.simulator);
  if (simulated && host) (await play())?.update(message);
  if (pictured) (await picture())?.update(message); // last: all else is there without it
}
