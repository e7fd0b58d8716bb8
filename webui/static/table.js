// The table: takes messages from the supervisor, shares them out, and sends what people ask for.

import { command as send } from "./ask.js";
import { hatching, makeBoard, pieceText } from "./board.js";
import { h, memo, t } from "./dom.js";
import { startPage } from "./live.js";
import * as panels from "./panels.js";

const at = (id) => document.getElementById(id);
const changed = memo();
const seats = new Map(); // seat -> { board, card, head, frame, list }
let message = null;
let simulated = false; // whether a simulated table has been there
const play = late(() => import("./play.js").then(({ startPlay }) => startPlay({ card: at("play"), seats, send })));
const picture = late(() => import("./picture.js").then(({ startPicture }) => startPicture(at("picture"))));

document.body.append(hatching());
at("again").append(startOver());
startPage(show);

function show(next) {
  message = next;
  const { status, players } = next;
  const is = panels.standing(next);
  document.title = is === "open" || is === "thinking" ? t("title") : `${t(`standing.${is}`)} · ${t("title")}`;
  changed("game", next.game, (game) => at("game").replaceChildren(
    h("strong", null, game.title), ...game.options.map((option) => h("span", { class: "option" }, option))));
  changed("words", [status.word, status.text, is], () => panels.words(at("words"), next));
  changed("verdict", [next.verdict, is], () => panels.verdict(at("verdict"), next.verdict, is));
  changed("score", next.score, (score) => panels.score(at("score"), score));
  changed("players", players.map(({ seat, cols, rows }) => [seat, cols, rows]), () => makeSeats(players));
  players.forEach((player) => showPlayer(player, next));
  changed("question", next.question, (asked) => panels.question(at("question"), asked, { send, hint }));
  changed("actions", [next.turn, next.verdict.mood === "wrong", Boolean(next.score), next.question?.kind], () => actions(next));
  changed("lamps", [next.lamps, players.map(({ name }) => name)], () => panels.lamps(at("lamps"), next.lamps, players));
  changed("paths", [next.solo, next.path, next.simulator?.playing], () => panels.paths(at("paths"), next));
  changed("log", [next.log, players.map(({ name }) => name)], () => panels.log(at("log"), next.log, players));
  changed("camera", [status.camera, status.frame_rate_hz, status.residual_cells], () => at("camera").replaceChildren(
    t("camera.from", { camera: status.camera, rate: status.frame_rate_hz === null ? "–" : status.frame_rate_hz.toFixed(0) }),
    status.residual_cells === null ? "" : `, ${t("camera.residual", { thousandths: Math.round(status.residual_cells * 1000) })}`));
  simulator(next);
}

function makeSeats(players) {
  seats.clear();
  const cards = players.map((player) => {
    const board = makeBoard(player);
    const head = h("div", { class: "head" });
    const list = h("ul", { class: "unseen" });
    const frame = h("div", { class: "frame", "data-seat": player.seat }, board.element);
    const card = h("section", { class: "player" }, head, frame, list);
    seats.set(player.seat, { board, card, head, frame, list });
    return card;
  });
  at("boards").replaceChildren(...cards);
  at("boards").dataset.count = players.length;
  document.body.classList.toggle("one-board", players.length === 1);
  // one board leaves room below it, several leave room beside them
  document.querySelector(players.length === 1 ? ".stage" : ".side").append(at("log").closest(".card"));
}

function showPlayer(player, { turn, verdict, players }) {
  const { seat, name } = player;
  const { board, card, head, list } = seats.get(seat);
  const active = turn?.seat === seat;
  const spaces = player.rows * player.cols;
  card.classList.toggle("active", active && players.length > 1);
  changed(`head${seat}`, [name, player.purse, player.covered, players.length, active, turn, player.areas], () => {
    card.setAttribute("aria-label", t("player.boardLabel", { name, covered: player.covered, spaces }));
    head.replaceChildren(
      h("h2", null, name, active && players.length > 1 ? h("span", { class: "to-move" }, t("turn.toMove")) : null),
      players.length === 1 || active ? panels.turn(turn) ?? "" : "",
      panels.purse(player.purse),
      h("p", { class: "covered" }, h("meter", { min: 0, max: spaces, value: player.covered, "aria-hidden": "true" }),
        t("player.covered", { covered: player.covered, spaces })));
  });
  changed(`floor${seat}`, [player.floor, player.areas.map(({ cells, complete }) => [cells, complete])], () => board.floor(player));
  changed(`pieces${seat}`, [player.pieces, player.board], () => {
    board.pieces(player);
    board.element.setAttribute("aria-label", t("player.boardLabel", { name, covered: player.covered, spaces }));
    list.setAttribute("aria-label", t("player.pieces", { name }));
  });
  const spots = verdict.spots.filter((spot) => spot.seat === seat).map((spot) => spot.cell);
  changed(`marks${seat}`, [player.unknown, player.differs, verdict.mood, spots], () => board.marks(player, verdict.mood, spots));
  changed(`list${seat}`, [player.pieces, player.unknown, player.differs, player.areas], () => list.replaceChildren(
    ...(player.pieces.length ? player.pieces.map((piece) => h("li", null, pieceText(piece))) : [h("li", null, t("player.empty"))]),
    ...player.areas.map((area) => h("li", null, area.complete ? t("player.areaComplete", area)
      : t("player.area", { name: area.name, covered: area.covered, size: area.cells.length }))),
    player.unknown.length ? h("li", null, t("player.unknown", { cells: player.unknown.join(" ") })) : "",
    player.differs.length ? h("li", null, t("player.differs", { cells: player.differs.join(" ") })) : ""));
}

function hint(spots) {
  for (const [seat, { board }] of seats) board.hint(spots.filter((spot) => spot.seat === seat).map((spot) => spot.cell));
}

function actions({ turn, verdict, score, question }) {
  const focused = at("actions").contains(document.activeElement) ? document.activeElement.dataset.command : null;
  const button = (key, name, extra = {}) =>
    h("button", { type: "button", "data-command": name, onclick: () => send(name), ...extra }, t(`actions.${key}`));
  const canEnd = Boolean(turn?.can_end) && !score;
  at("actions").replaceChildren(
    button("end", "end-turn", {
      // not `disabled`: a button that goes dead under the finger would lose the focus
      class: "main", "aria-disabled": canEnd ? null : "true", onclick: () => canEnd && send("end-turn"),
    }),
    button("undo", "undo"),
    verdict.mood === "wrong" && question?.kind !== "illegal" ? button("accept", "accept", { class: "warn" }) : "",
    score ? button("newGame", "new-game", { class: "main" }) : "",
    turn && !score ? h("p", { class: turn.main_done ? "due done" : "due" }, t(turn.main_done ? "turn.mainDone" : "turn.mainDue")) : "");
  if (focused) at("actions").querySelector(`[data-command="${focused}"]`)?.focus();
}

/** Two steps to start over: a game is worth more than one stray tap. */
function startOver() {
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

async function simulator(next) {
  at("play").hidden = !next.simulator;
  at("picture").hidden = !next.simulator?.picture;
  simulated ||= Boolean(next.simulator);
  if (!simulated) return;
  (await play())?.update(message);
  if (message.simulator?.picture) (await picture())?.update(message); // last: all else is there without it
}
