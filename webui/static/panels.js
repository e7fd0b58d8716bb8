// The parts of the page beside the boards. Each function fills one element from the table message.

import { h, s, sign, t } from "./dom.js";
import { UNIT, leaf, oriented, treasure } from "./board.js";

const DETECTION = ["searching", "hand", "moving", "settled", "camera-lost"];
const ROW_NUMBERS = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]; // the two places right of them are empty at first (R11.1, R11.2)
const LONG_VERDICT = 90; // letters; a longer one is not read from across the table, and large it would push the board away
const PURSE = ["berry", "nut", "mushroom", "feather"];

/** The two status words: what the camera sees, and what the board is. */
export function standing(message) {
  const { word } = message.status;
  if (word === "finished" || message.score) return "finished";
  if (word === "desynchronised") return word;
  const asked = message.question?.kind;
  if (asked === "desync") return "desynchronised";
  if (asked !== "illegal" && (word === "question" || asked)) return "question";
  const said = { wrong: "wrong", notice: "notice", good: "legal", done: "legal" }[message.verdict.mood];
  // something lies there that has no verdict yet
  return said ?? (message.players.some(({ differs }) => differs.length) ? "thinking" : "open");
}

export function words(element, message) {
  const seen = DETECTION.includes(message.status.word) ? message.status.word : "settled";
  const is = standing(message);
  element.replaceChildren(
    h("p", { class: `word ${seen}`, title: message.status.text }, sign(seen), h("span", null, t(`detection.${seen}`)),
      h("span", { class: "unseen" }, ` (${t("detection.label")})`)),
    h("p", { class: `word ${is}` }, sign(is), h("span", null, t(`standing.${is}`)),
      h("span", { class: "unseen" }, ` (${t("standing.label")})`)));
}

export function verdict(element, { mood, text, rule, remedy }, is) {
  element.dataset.mood = mood ?? "none";
  element.classList.toggle("long", text.length > LONG_VERDICT);
  element.replaceChildren(
    h("span", { class: "badge" }, sign(mood ?? is)),
    h("p", { class: "say" }, mood ? h("span", { class: "unseen" }, `${t(`verdict.${mood}`)}: `) : null, text || t(is === "thinking" ? "verdict.thinking" : "verdict.none"),
      rule ? h("span", { class: "rule" }, ` ${t("verdict.rule", { rule })}`) : null),
    remedy ? h("p", { class: "remedy" }, remedy) : h("p", { class: "remedy" }));
}

/** A question with its answers; `hint` shows spots on the boards while an answer is pointed at or has the focus. */
export function question(element, asked, { send, hint }) {
  element.hidden = !asked;
  if (!asked) return hint([]);
  const point = (answer) => ({
    onpointerenter: () => hint(answer.spots),
    onfocus: () => hint(answer.spots),
    onpointerleave: () => hint([]),
    onblur: () => hint([]),
  });
  element.lastElementChild.replaceChildren(
    h("p", { class: "asked" }, asked.text),
    h("div", { class: "answers" }, asked.answers.map((answer) => h("button", {
      type: "button", class: "answer", ...point(answer),
      onclick: () => send("answer", { question: asked.id, answer: answer.id }),
    }, sign("question"), answer.label))));
}

export function score(element, result) {
  element.hidden = !result;
  if (!result) return;
  element.replaceChildren(
    h("p", { class: "word finished" }, sign("finished"), t(result.won ? "score.won" : "score.lost")),
    h("p", { class: "say" }, result.text),
    h("ol", null, result.lines.map((line) => h("li", null, line))));
}

/** Turn n of ten with a pip a turn; `turn` may be null before a game. */
export function turn(turnNow) {
  if (!turnNow) return null;
  const { number, of } = turnNow;
  return h("div", { class: "turn" },
    h("p", null, of ? t("turn.of", { number, of }) : t("turn.plain", { number })),
    of ? h("div", { class: "pips", "aria-hidden": "true" }, Array.from({ length: of }, (_, i) =>
      h("span", { class: i + 1 < number ? "past" : i + 1 === number ? "now" : "" }))) : null);
}

export function purse(counts) {
  return h("ul", { class: "purse", "aria-label": t("player.purse") }, PURSE.map((kind) =>
    h("li", { class: counts[kind] ? "" : "none" },
      s("svg", { viewBox: "-30 -30 60 60", "aria-hidden": "true" }, treasure(kind, "purse")),
      h("span", { class: "count" }, String(counts[kind] ?? 0)), h("span", { class: "unseen" }, ` ${t(`treasure.${kind}`)}`))));
}

// A lamp gives light in proportion to its pins; a screen's numbers are about the 2.2th root of that.
const screen = (value) => Math.round(255 * Math.max(0, Math.min(1, value)) ** (1 / 2.2));

export function lamps(element, list, players) {
  element.hidden = !list.length;
  element.lastElementChild.replaceChildren(...list.map((lamp) => {
    const pins = [lamp.red, lamp.green, lamp.blue];
    const color = `rgb(${pins.map(screen).join(" ")})`;
    const bright = Math.max(...pins);
    const [red, green, blue] = pins.map((value) => value.toFixed(2));
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
          h("strong", null, lamp.pattern), h("span", { class: "pins" }, t("table.lamps.pins", { pins: lamp.pins.join(", ") }))),
        h("p", { class: "values" }, t("table.lamps.values", { red, green, blue }))));
  }));
}

/** A leaf tile as a small picture; all tiles share one scale. */
export function tilePicture(tile, turns = 0, flipped = false) {
  const shape = oriented(tile, turns, flipped);
  const [width, height] = [shape.width * UNIT, shape.height * UNIT];
  const side = Math.max(3 * UNIT, width, height);
  return s("svg", { viewBox: `${(width - side) / 2} ${(height - side) / 2} ${side} ${side}`, class: "tile", "aria-hidden": "true" },
    leaf(shape.cells, shape.hole, tile.color, "", "-coarse"));
}

export const tileText = (tile) => t("tile.label", { color: t(`color.${tile.color}`), id: tile.id, size: tile.cells.length });

/** `numbers` are what is printed under the places, from left to right; places beyond them bear none. */
function strip(title, tiles, numbers = null) {
  return h("div", { class: `strip ${numbers ? "numbered" : ""}` }, h("h3", null, title),
    h("ol", null, tiles.length ? tiles.map((tile, i) => h("li", { class: tile ? "" : "gap" },
      tile ? tilePicture(tile) : null,
      h("span", { class: "unseen" }, tile ? tileText(tile) : t("paths.gap")),
      numbers ? h("span", { class: "number", "aria-hidden": "true" }, String(numbers[i] ?? "")) : null)) : h("li", { class: "gap" },
      h("span", { class: "unseen" }, t("paths.empty")))));
}

export function paths(element, { solo, path, players, simulator }) {
  const strips = solo ? [
    // who plays by hand has this path to take from in the card of the simulated table
    ...(simulator?.playing === "hand" ? [] : [strip(t("paths.player"), solo.player_path)]),
    strip(t("paths.top"), solo.top),
    strip(t("paths.bottom"), solo.bottom),
    strip(t("paths.row"), solo.row, ROW_NUMBERS),
  ] : path.flatMap((tiles, seat) => (tiles.length ? [strip(t("paths.of", { name: players[seat]?.name ?? seat + 1 }), tiles)] : []));
  element.hidden = !strips.length;
  element.lastElementChild.replaceChildren(...strips);
}

/** The log, newest first. New lines are added one by one, so that a screen reader hears just those. */
export function log(element, entries, players) {
  const known = new Map([...element.children].map((line) => [line.dataset.seq, line]));
  const wanted = new Set(entries.map((entry) => String(entry.seq)));
  for (const [seq, line] of known) if (!wanted.has(seq)) line.remove();
  for (const entry of entries) {
    const line = known.get(String(entry.seq));
    if (line?.dataset.text === entry.text) continue;
    const made = h("li", { class: entry.mood, "data-seq": entry.seq, "data-text": entry.text }, sign(entry.mood),
      players.length > 1 && players[entry.seat] ? h("span", { class: "who" }, `${players[entry.seat].name} `) : null, entry.text);
    if (line) line.replaceWith(made);
    else {
      const after = [...element.children].find((other) => Number(other.dataset.seq) < entry.seq);
      element.insertBefore(made, after ?? null);
    }
  }
  element.parentElement.setAttribute("aria-live", "polite"); // only now: what was there at first is not read out
}
