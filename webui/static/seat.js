// One player's phone: the own board big, what may be taken, what is asked, and the buttons for the own turn.

import { hatching } from "./board.js";
import { ask, command as send, h, mark, memo, sign, t } from "./dom.js";
import { startPage } from "./live.js";
import * as panels from "./panels.js";

const at = (id) => document.getElementById(id);
const { role } = document.documentElement.dataset;
const wanted = Number(location.pathname.split("/").pop()) - 1;
const changed = memo();
const seats = new Map();
let message = null;
let editor = null;
let loading = null;

document.body.append(hatching());
const hear = panels.lateSounds(at("sounds"));
startPage(show);

function show(next) {
  message = next;
  const { players, turn, question } = next;
  const player = players[wanted];
  panels.header(next);
  hear(next);
  changed("places", players.map(({ name, color }) => [name, color]), () => {
    at("places").replaceChildren(...(players.length > 1 ? players.map((one, i) =>
      h("a", { href: `/seat/${i + 1}`, "aria-current": i === wanted ? "page" : null }, mark(one), one.name)) : []));
    at("places").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  at("own").hidden = !player;
  at("nobody").hidden = Boolean(player);
  if (!player) return at("nobody").replaceChildren(h("p", null, t("seat.nobody", { number: wanted + 1 })), h("a", { href: "/" }, t("nav.table")));
  const mine = turn?.seat === wanted;
  const mayAct = panels.mayAct(wanted);
  document.body.classList.toggle("my-turn", mine && !next.score);
  changed("turn", [mine, turn, Boolean(next.score)], () => at("whose").replaceChildren(
    ...(next.score || !turn ? [] : [sign(mine ? "lay" : "open"), t(mine ? "seat.mine" : "seat.theirs", { name: players[turn.seat]?.name ?? "" })])));
  changed("verdict", [next.verdict, panels.standing(next)], () => panels.verdict(at("verdict"), next));
  changed("notices", [next.status.trouble, next.status.setup_open, turn?.last_round, next.pending_undo, next.guide, next.series, players.map(({ name }) => name)], () => panels.notices(at("notices"), next, send));
  changed("score", next.score, (score) => panels.score(at("score"), score, players));
  changed("player", [player.seat, player.cols, player.rows], () => {
    seats.set(player.seat, panels.makeSeat(player, { link: false }));
    at("boards").replaceChildren(seats.get(player.seat).card);
  });
  drawSeat();
  // what is asked is asked of the player in turn; another phone need not answer
  changed("question", [question, mine, mayAct], () => panels.question(at("question"), mine && mayAct ? question : null, {
    send, fix, hint: (answer) => panels.hintOn(seats, answer),
  }));
  changed("paths", [next.solo, next.path], () => panels.paths(at("paths"), next, wanted));
  changed("actions", [turn, next.verdict.mood, Boolean(next.score), question?.kind, next.series?.next, mayAct], act);
  editor?.update(next);
}

/** The own board as it is, or as the editor shows it. */
function drawSeat() {
  const seen = editor?.seen(message) ?? message;
  seats.get(wanted).update(seen.players[wanted], seen);
}

function act() {
  const mine = message.turn?.seat === wanted;
  if (panels.mayAct(wanted)) {
    return panels.actions(at("actions"), mine ? message : { ...message, turn: message.turn && { ...message.turn, can_end: false } }, {
      send, fix, fixing: () => Boolean(editor?.open), seat: wanted,
    });
  }
  at("actions").replaceChildren(h("button", { type: "button", class: "main", onclick: take }, t("seat.take")), h("p", { class: "due" }, t("seat.takeHint")));
}

/** Act for this seat from now on; who may is decided by the host. */
async function take() {
  const reply = await ask("/api/seat", { seat: wanted });
  if (reply.ok) location.reload();
}

/** Open the editor, or close it: the host's corrects everything, a player's the own supply. */
async function fix() {
  const { startFix } = await (loading ??= import(role === "host" ? "./fix.js" : "./fix-supply.js").catch((error) => {
    loading = null;
    throw error;
  }));
  editor ??= startFix({ card: at("fix"), seats, send, changed: () => { act(); drawSeat(); }, seat: wanted });
  editor.toggle(message);
}
