// For people two metres away: whose turn, the verdict, the score; nothing else.

import { h, mark, memo, sign, t } from "./dom.js";
import { startPage } from "./live.js";
import * as panels from "./panels.js";

const at = (id) => document.getElementById(id);
const changed = memo();

const hear = panels.lateSounds(at("sounds"));
startPage(show);
if (document.fullscreenEnabled) {
  at("full").append(h("button", { type: "button", onclick: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()) },
    sign("full"), t("far.fullscreen")));
}

function show(next) {
  const { players, turn, score, guide, question } = next;
  panels.header(next);
  hear(next);
  changed("turn", [turn, players.map(({ name }) => name), Boolean(score)], () => at("turn").replaceChildren(
    ...(score || !turn ? [t("standing.finished")] : [
      players.length > 1 ? h("strong", null, players[turn.seat]?.name ?? "") : null,
      h("span", null, turn.of ? t("turn.of", turn) : t("turn.plain", turn)), turn.last_round ? h("em", null, turn.last_round) : null,
    ].filter(Boolean))));
  changed("verdict", [next.verdict, panels.standing(next), question, guide, score, next.status.trouble], () => {
    const { trouble } = next.status;
    const said = trouble ? { ...next.verdict, mood: "wrong", text: trouble, rule: null, remedy: "" } : next.verdict;
    // one sentence at a time: what is asked, or the next step, stands where nothing is wrong
    const also = (score && !trouble) || said.mood === "wrong" ? "" : question?.text ?? guide?.text ?? "";
    const shown = score && !trouble ? { mood: "done", text: score.text } : said.text ? { text: said.text, remedy: also || said.remedy } : { text: also };
    panels.verdict(at("verdict"), { ...next, verdict: { ...said, remedy: "", ...shown, rule: score ? null : said.rule } });
  });
  changed("players", [players.map(({ name, color, covered, purse }) => [name, color, covered, purse]), turn?.seat, score], () => at("scores").replaceChildren(
    ...players.map((player) => {
      const { name, covered, rows, cols, purse, seat } = player;
      const active = turn?.seat === seat && !score && players.length > 1;
      return h("li", { class: active ? "active" : "" },
        h("p", { class: "who-far" }, mark(player), active ? sign("lay") : null, name, active ? h("span", { class: "unseen" }, ` ${t("turn.toMove")}`) : null),
        h("p", { class: "big" }, String(covered), h("small", null, ` / ${rows * cols}`), h("span", { class: "unseen" }, ` ${t("far.covered")}`)),
        h("meter", { min: 0, max: rows * cols, value: covered, "aria-hidden": "true" }), panels.purse(purse));
    })));
}
