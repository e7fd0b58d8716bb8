// The last two pages of the set-up: a legal and an illegal move on the running table, and how the others join in.

import { hatching } from "./board.js";
import { command as send, h, memo, sign, t, toast } from "./dom.js";
import { startPage } from "./live.js";
import * as panels from "./panels.js";

const seats = new Map();
const seen = { legal: false, illegal: false, ended: false };
let live = false;
let message = null;
let parts = null;
let play = null;
let changed = memo();

export const tryOut = {
  async open(root, house) {
    changed = memo();
    if (house.state.mode === "setup" && !house.state.profile) {
      root.replaceChildren(h("p", { class: "lead" }, t("setup.try.noBoard")),
        h("button", { type: "button", class: "main", onclick: () => house.go("board") }, t("setup.try.toBoard")));
      return;
    }
    if (house.state.mode === "setup") {
      const reply = await house.tell("finish", {}, () => {}); // a refusal stays on the page
      if (!reply.ok) {
        root.replaceChildren(h("p", { class: "lead" }, sign("notice"), " ", reply.text || t("ask.failed")),
          h("button", { type: "button", class: "main", onclick: () => this.open(root, house) }, t("setup.try.again")));
        return;
      }
    }
    parts = {
      list: h("ul", { class: "checks" }),
      verdict: h("section", { class: "verdict", "aria-label": t("verdict.label"), "aria-live": "polite", "aria-atomic": "true" }, h("p", { class: "say" }, t("waiting"))),
      boards: h("div", { class: "boards" }),
      question: h("section", { class: "card ask", "aria-labelledby": "question-title", hidden: true }, h("h2", { id: "question-title" }, t("question.label")), h("div")),
      actions: h("section", { class: "actions", "aria-label": t("actions.label") }),
      play: h("section", { class: "card play", "aria-labelledby": "play-title", hidden: true }, h("h2", { id: "play-title" }, t("play.label")), h("div")),
    };
    root.replaceChildren(h("p", { class: "lead" }, t("setup.try.lead")), parts.list,
      h("div", { class: "two-sides trying" }, h("div", null, parts.verdict, parts.boards), h("div", null, parts.question, parts.actions, h("div", null, parts.play))));
    house.ways();
    seats.clear();
    play = null;
    tick();
    if (!live) {
      live = true;
      document.body.append(hatching());
      startPage((next) => {
        message = next;
        show();
      });
    } else if (message) show();
  },
  leave() {
    parts = null;
  },
  way: () => (parts ? "setup.next" : "setup.skip"),
};

async function show() {
  if (!parts || message.status.word === "camera-lost" && !message.players.length) return;
  const { players, verdict } = message;
  changed("verdict", [verdict, panels.standing(message)], () => panels.verdict(parts.verdict, message));
  changed("players", players.map(({ seat, cols, rows }) => [seat, cols, rows]), () => {
    seats.clear();
    for (const player of players) seats.set(player.seat, panels.makeSeat(player, { link: false }));
    parts.boards.replaceChildren(...[...seats.values()].map(({ card }) => card));
    parts.boards.dataset.count = players.length;
  });
  for (const player of players) seats.get(player.seat).update(player, message);
  changed("question", message.question, (asked) => panels.question(parts.question, asked, { send, hint: (answer) => panels.hintOn(seats, answer), fix: () => location.assign("/") }));
  changed("actions", [message.turn, verdict.mood === "wrong", Boolean(message.score), message.question?.kind, message.series?.next], () =>
    panels.actions(parts.actions, message, { send, fix: () => location.assign("/"), fixing: () => false }));
  if (verdict.mood === "wrong") seen.illegal = true;
  // a tile whose token is still to come is as legal as can be: the referee has found the move and says what follows
  if (verdict.mood === "good" || (verdict.mood === "notice" && players.some(({ pieces }) => pieces.some(({ provisional }) => provisional)))) seen.legal = true;
  if (message.turn?.number > 1) seen.ended = true;
  changed("seen", seen, tick);
  parts.play.hidden = !message.simulator;
  if (!message.simulator) return;
  if (!play) {
    const mine = parts;
    const { startPlay } = await import("./play.js");
    if (mine !== parts || play) return;
    play = startPlay({ card: parts.play, seats, send });
  }
  play.update(message);
}

function tick() {
  const line = (done, key) => h("li", { class: `check ${done ? "good" : "open"}` }, sign(done ? "legal" : "open"),
    h("span", { class: "verdict-word" }, t(done ? "setup.try.seen" : "setup.try.due")), h("span", null, t(`setup.try.${key}`)));
  parts.list.replaceChildren(line(seen.legal, "legal"), line(seen.illegal, "illegal"), line(seen.ended, "end"));
}

export const join = {
  /** Leads to the table: who left out the trial has to let it go on first, and without a board there is none to watch. */
  async next(house) {
    if (house.state.mode !== "setup") return true;
    if (house.state.profile) return house.ask("finish");
    toast(t("setup.try.noBoard"), "wrong");
    return "board";
  },
  async open(root) {
    try {
      const { url, also, alone } = await (await fetch("/api/join", { cache: "no-store" })).json();
      root.replaceChildren(h("p", { class: "lead" }, t(alone ? "setup.join.alone" : "setup.join.lead")));
      if (alone) return;
      root.append(h("div", { class: "two-sides join" },
        h("div", { class: "code" }, h("img", { src: "/api/join.svg", width: 260, height: 260, alt: t("setup.join.code", { url }) })),
        h("div", null, h("p", { class: "address" }, h("a", { href: url }, url)),
          also.length ? h("h3", null, t("setup.join.also")) : null, h("ul", { class: "addresses" }, also.map((other) => h("li", null, h("a", { href: other }, other)))),
          h("p", { class: "small" }, t("setup.join.guests")))));
    } catch {
      toast(t("ask.failed"), "wrong");
    }
  },
};
