// The end of a game: the final phase step by step, then the ranking with its ties, or the points of a solo game.

import { hatching } from "./board.js";
import { h, mark, memo, sign, t } from "./dom.js";
import { startPage } from "./live.js";
import * as panels from "./panels.js";

const at = (id) => document.getElementById(id);
const changed = memo();
const seats = new Map();

document.body.append(hatching());
startPage(show);

function show(next) {
  const { players, turn, guide, score, series } = next;
  panels.header(next);
  changed("phase", [turn?.phase, Boolean(score), turn?.last_round], () => at("phase").replaceChildren(phases(score ? "over" : turn?.phase ?? "turns"),
    ...(turn?.last_round ? [h("p", { class: "small" }, turn.last_round)] : [])));
  changed("verdict", [next.verdict, panels.standing(next)], () => {
    at("verdict").hidden = !next.verdict.text || Boolean(score);
    panels.verdict(at("verdict"), next);
  });
  changed("guide", [guide, players.map(({ name }) => name)], () => {
    at("guide").hidden = !guide;
    if (guide) at("guide").lastElementChild.replaceChildren(steps(guide, players));
  });
  changed("ranking", [score, players.map(({ name, color, covered, purse }) => [name, color, covered, purse]), turn?.seat, series], () => at("ranking").lastElementChild.replaceChildren(
    ...(score ? result(score, players, series) : table(players))));
  // the board that is spoken of, or all of them at the end
  const shown = guide ? players.filter(({ seat }) => seat === guide.seat) : players;
  changed("boards", shown.map(({ seat, cols, rows }) => [seat, cols, rows]), () => {
    seats.clear();
    for (const player of shown) seats.set(player.seat, panels.makeSeat(player));
    at("boards").replaceChildren(...[...seats.values()].map(({ card }) => card));
    at("boards").dataset.count = shown.length;
  });
  shown.forEach((player) => seats.get(player.seat).update(player, next));
}

function phases(now) {
  const all = ["turns", "final", "over"];
  return h("ol", { class: "phases" }, all.map((phase) => h("li", { class: phase === now ? "now" : all.indexOf(phase) < all.indexOf(now) ? "past" : "", "aria-current": phase === now ? "step" : null },
    sign(all.indexOf(phase) < all.indexOf(now) ? "legal" : phase === now ? "lay" : "open"), t(`score.phase-${phase}`))));
}

function steps(guide, players) {
  const first = since(guide);
  return h("div", null,
    players.length > 1 ? h("h3", null, players[guide.seat]?.name ?? "") : null,
    h("div", { class: "progress", "aria-hidden": "true" }, Array.from({ length: guide.of }, (_, i) => h("span", { class: i + 1 < first ? "past" : i < guide.step ? "now" : "" }))),
    panels.guideStep(guide),
    guide.plan.length > 1 ? h("div", null, h("h3", { id: "plan-title" }, t("score.plan")), h("ol", { class: "plan", "aria-labelledby": "plan-title" }, guide.plan.map((step) => {
      // exchanges are seen by no camera, so they belong to the step that follows them
      const is = guide.do === "end" || step.step < first ? "past" : step.step <= guide.step ? "now" : "";
      return h("li", { class: is, "aria-current": is === "now" ? "step" : null }, h("span", { class: "number" }, String(step.step)),
        h("div", null, h("p", { class: "small" }, t(`guide.${step.do}`), is === "past" ? ` · ${t("score.done")}` : is === "now" ? ` · ${t("score.now")}` : null), h("p", null, step.text)),
        is ? sign(is === "past" ? "legal" : "lay") : null);
    }))) : null);
}

/** The first of the steps that are to be done together with the present one. */
function since({ plan, step }) {
  let first = step;
  while (plan.some((one) => one.step === first - 1 && one.do === "exchange")) first -= 1;
  return first;
}

/** Before the end: how far everybody is. */
function table(players) {
  const rows = [...players].sort((a, b) => b.covered - a.covered);
  return [h("table", null, h("caption", null, t("score.soFar")), h("thead", null, h("tr", null, ["name", "covered", "empty", "supply"].map((name) => h("th", { scope: "col" }, t(`score.${name}`))))),
    h("tbody", null, rows.map((player) => h("tr", null, h("th", { scope: "row" }, mark(player), player.name), h("td", null, String(player.covered)),
      h("td", null, String(player.rows * player.cols - player.covered)), h("td", null, panels.purse(player.purse))))))];
}

/** After it: who came where; equal ranks share a place and say why (R10.3, R10.4). */
function result(score, players, series) {
  const { standings } = score;
  const tied = (rank) => standings.filter((one) => one.rank === rank).length > 1;
  return [
    h("p", { class: "word finished" }, sign("finished"), panels.outcome(score, players)),
    h("p", { class: "say" }, score.text),
    standings?.length && players.length > 1
      ? h("ol", { class: "ranks" }, standings.map(({ seat, rank, text }) => h("li", null, h("span", { class: "rank" }, t("score.rank", { rank })),
        h("div", null, h("p", null, mark(players[seat] ?? {}), text), tied(rank) ? h("p", { class: "small" }, t("score.tie", { names: standings.filter((one) => one.rank === rank).map((one) => players[one.seat]?.name).join(", ") })) : null,
          h("div", null, panels.purse(players[seat]?.purse ?? {}))))))
      : h("ol", { class: "lines" }, score.lines.map((line) => h("li", null, line))),
    series?.text ? h("p", { class: "small" }, series.text) : "",
  ];
}
