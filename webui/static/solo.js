// A solo game: the turn of ten, the numbered row with its gap, the paths, the series of three.

import { hatching } from "./board.js";
import { command as send, h, memo, sign, t } from "./dom.js";
import { startPage } from "./live.js";
import * as panels from "./panels.js";

const at = (id) => document.getElementById(id);
const isHost = document.documentElement.dataset.role === "host";
const changed = memo();
const seats = new Map();

document.body.append(hatching());
startPage(show);

function show(next) {
  const { players, turn, solo, series } = next;
  panels.header(next);
  at("solo").hidden = !solo;
  at("other").hidden = Boolean(solo);
  if (!solo) return at("other").replaceChildren(h("p", null, t("solo.other")), h("p", null, h("a", { href: "/" }, t("nav.table"))));
  const player = players[0];
  changed("verdict", [next.verdict, panels.standing(next)], () => panels.verdict(at("verdict"), next));
  changed("notices", [next.status.trouble, next.status.setup_open, next.pending_undo, next.guide], () => panels.notices(at("notices"), { ...next, series: null }, send));
  changed("score", next.score, (score) => panels.score(at("score"), score, players));
  changed("count", turn, () => at("count").replaceChildren(...(turn ? count(turn) : [])));
  changed("player", [player.cols, player.rows], () => {
    seats.set(player.seat, panels.makeSeat(player));
    at("boards").replaceChildren(seats.get(player.seat).card);
  });
  seats.get(player.seat).update(player, { ...next, turn: null });
  changed("paths", solo, () => panels.paths(at("paths"), { ...next, simulator: null }));
  changed("series", series, () => games(series));
  changed("row", [next.turn_tile, Boolean(next.simulator)], () => row(next));
}

/** What the camera makes of the numbered row, and the way to show it where it lies. */
function row({ turn_tile: seen, simulator }) {
  const host = isHost && !simulator;
  at("row").hidden = !host && !seen;
  at("row-said").replaceChildren(seen ? seen.text || t(seen.seen ? "solo.row.seen" : "solo.row.unseen") : t("solo.row.about"));
  const button = h("button", { type: "button", onclick: async () => {
    button.hidden = true;
    const { showRow } = await import("./turn-row.js");
    showRow(at("row-picture"), () => {
      button.hidden = false;
      button.focus();
    });
  } }, t(seen ? "solo.row.change" : "solo.row.show"));
  if (host && !at("row-picture").children.length) at("row-way").replaceChildren(button);
}

function count({ number, of, phase }) {
  return [
    h("p", { class: "turn-of" }, h("strong", null, String(number)), h("span", null, t("solo.of", { of }))),
    h("ol", { class: "leaves", "aria-hidden": "true" }, Array.from({ length: of }, (_, i) =>
      h("li", { class: i + 1 < number ? "past" : i + 1 === number ? "now" : "" }, h("span", null, String(i + 1))))),
    h("p", { class: "small" }, phase === "over" ? "" : t(of - number ? "solo.left" : "solo.last", { left: of - number })),
  ];
}

function games(series) {
  at("series").hidden = !series;
  if (!series) return;
  at("series").lastElementChild.replaceChildren(h("p", null, series.text),
    series.games.length ? h("ol", null, series.games.map(({ number, won, points }) => h("li", null, sign(won ? "legal" : "wrong"),
      h("span", null, t("solo.game", { number })), h("strong", null, t(won ? "score.won" : "score.lost")), h("span", { class: "points" }, t("solo.points", { points }))))) : "",
    series.next && isHost ? h("button", { type: "button", class: "main", onclick: () => send("next-game") }, t("series.next")) : "");
}
