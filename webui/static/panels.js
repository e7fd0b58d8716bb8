// What stands beside and around the boards. Each function fills one element from the table message.

import { ask, h, mark, memo, s, sign, t, toast } from "./dom.js";
import { animalName, makeBoard, pieceText, tilePicture, tileText, treasure } from "./board.js";

const DETECTION = ["searching", "hand", "moving", "settled", "camera-lost"];
const ROW_NUMBERS = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]; // the two places right of them are empty at first (R11.1, R11.2)
const LONG_VERDICT = 90; // letters; a longer one is not read from across the table, and large it would push the board away
const SENTENCES = /([.!?])\s+(?=\p{Lu}|[„“"(])/gu; // no look behind: phones of 2022 do not know it
const PURSE = ["berry", "nut", "mushroom", "feather"];
const DOUBLE_MS = 500; // within this a second press is the second half of a double click
const at = (id) => document.getElementById(id);
const me = document.documentElement.dataset; // role and seat; who sets the first PIN becomes host on the page

/** Whether this browser may act for a seat: the host for each, a player for the own one. */
export const mayAct = (seat) => me.role === "host" || (me.role === "player" && Number(me.acts) === seat);

const underway = new Set(); // what was asked for and is not answered yet
let pressed = {}; // what was pressed last, and when
let begun = {}; // what a person has begun to answer: { id of the question, note, tapped, focused }

/** Asks for something at a press, once: not while it is being asked for, nor at the second press of a double click. */
async function single(name, event, act) {
  const again = pressed.name === name && event.timeStamp - pressed.at < DOUBLE_MS;
  pressed = { name, at: event.timeStamp };
  if (again || underway.has(name)) return;
  underway.add(name);
  await act();
  underway.delete(name);
}

/** The two status words: what the camera sees, and what the board is. */
export function standing(message) {
  const { word } = message.status;
  if (word === "finished" || message.score) return "finished";
  const asked = message.question?.kind;
  if (word === "desynchronised" || asked === "desync") return "desynchronised";
  // what is asked of a table that is not legal is asked below the verdict, which stays the one thing to see
  if (word === "question" || (asked && !complains(message))) return "question";
  const said = { wrong: "wrong", notice: "notice", good: "legal", done: "legal" }[message.verdict.mood];
  // something lies there that has no verdict yet
  return said ?? (message.players.some(({ differs }) => differs.length) ? "thinking" : "open");
}

const complains = ({ question }) => question?.kind === "illegal" || question?.kind === "purse";

/** The head of every page that shows a game: which one, the two words, and the window's title. */
export function header(message) {
  const is = standing(message);
  document.title = is === "open" || is === "thinking" ? t("title") : `${t(`standing.${is}`)} · ${t("title")}`;
  const { game, status } = message;
  once("game", game, () => at("game").replaceChildren(
    h("strong", null, game.title), ...game.options.map((option) => h("span", { class: "option" }, option))));
  const seen = DETECTION.includes(status.word) ? status.word : "settled";
  once("words", [seen, status.text, is], () => at("words").replaceChildren(
    h("p", { class: `word ${seen}`, title: status.text }, sign(seen), h("span", null, t(`detection.${seen}`)),
      h("span", { class: "unseen" }, ` (${t("detection.label")})`)),
    h("p", { class: `word ${is}` }, sign(is), h("span", null, t(`standing.${is}`)),
      h("span", { class: "unseen" }, ` (${t("standing.label")})`))));
}
const once = memo();

export function verdict(element, message) {
  const { mood, text, rule, remedy } = message.verdict;
  const is = standing(message);
  const long = text.length > LONG_VERDICT;
  // of a long one the first sentence says what is; the others stand below it in small, and on a phone they are cut short
  const [first, ...rest] = long ? text.replace(SENTENCES, "$1\n").split("\n") : [text];
  element.dataset.mood = mood ?? "none";
  element.classList.toggle("long", long);
  element.classList.remove("whole");
  const more = h("button", { type: "button", class: "more", "aria-expanded": "false", onclick: () => {
    const whole = element.classList.toggle("whole");
    more.setAttribute("aria-expanded", String(whole));
    more.textContent = t(whole ? "verdict.less" : "verdict.more");
  } }, t("verdict.more"));
  element.replaceChildren(
    h("span", { class: "badge" }, sign(mood ?? is)),
    h("p", { class: "say" }, mood ? h("span", { class: "unseen" }, `${t(`verdict.${mood}`)}: `) : null, first || t(is === "thinking" ? "verdict.thinking" : "verdict.none"),
      rule ? h("span", { class: "rule" }, ` ${t("verdict.rule", { rule })}`) : null),
    rest.length ? h("p", { class: "rest" }, rest.join(" ")) : "", h("p", { class: "remedy" }, remedy), long ? more : "");
}

/** What is to be known beside the verdict: what keeps the game from going on, the last round, what has to be put back, the way through the final phase. */
export function notices(element, { status, turn, pending_undo: undo, guide, series, players }, send) {
  const host = me.role === "host";
  const on = (spots, seat) => spots.filter((spot) => spot.seat === seat).map(({ cell }) => cell).join(" ");
  const named = (spots) => players.filter(({ seat }) => on(spots, seat)).map(({ seat, name }) =>
    (players.length > 1 ? `${name} ${on(spots, seat)}` : on(spots, seat))).join(", ");
  const line = (look, signName, ...content) => h("div", { class: `tell ${look}` }, sign(signName), h("div", null, ...content));
  element.replaceChildren(...[
    status.trouble || status.setup_open ? line("trouble", "wrong", h("p", null, status.trouble || status.text), host && status.setup_open
      ? h("button", { type: "button", class: "main", "data-command": "finish", onclick: (event) => single("finish", event, goOn) }, t("setupOpen.finish")) : null) : null,
    turn?.last_round ? line("last", "finished", h("p", null, turn.last_round)) : null,
    undo ? line("undo", "lift", h("p", null, h("strong", null, t("undo.label")), " ", undo.text), undo.spots.length
      ? h("p", { class: "small" }, t("undo.where", { cells: named(undo.spots) })) : null) : null,
    guide ? line("guide", "lay", guideStep(guide)) : null,
    series?.next ? line("series", "turn", h("p", null, series.text), host
      ? h("button", { type: "button", class: "main", "data-command": "next-game", onclick: (event) => single("next-game", event, () => send("next-game")) }, t("series.next")) : null) : null,
  ].filter(Boolean));
  element.hidden = !element.childElementCount;
}

/** Leaves a set-up that was not finished, so that the game goes on. */
async function goOn() {
  const reply = await ask("/api/setup/finish", {});
  if (reply.ok && reply.text) toast(reply.text, "good");
}

/** One step of the final phase: how far, what, and why. */
export function guideStep({ step, of, do: what, text, reason }) {
  return h("div", { class: "guide-step" },
    h("p", { class: "small" }, h("strong", null, t("guide.step", { step, of })), ` · ${t(`guide.${what}`)}`),
    h("p", null, text), reason ? h("p", { class: "small" }, reason) : null);
}

/**
 * A question with its answers. Pointing at an answer, or giving it the focus, draws on the boards what it means; a finger,
 * which cannot point, draws it with the first tap and answers with the second. `fix` opens the editor of spaces.
 *
 * A hand over the table takes the question away for a while: the note, the tapped answer and the focus are there again
 * when it comes back.
 */
export function question(element, asked, { send, hint, fix }) {
  const { activeElement: focused } = document;
  if (element.contains(focused)) begun.focused = focused.dataset.answer ?? focused.localName;
  element.hidden = !asked;
  document.body.classList.toggle("asking", Boolean(asked));
  hint(null);
  if (!asked) return;
  if (begun.id !== asked.id) begun = { id: asked.id, note: null, tapped: null, focused: null };
  const mine = begun;
  const noted = ["illegal", "purse", "desync", "unread", "token"].includes(asked.kind);
  const note = noted ? (mine.note ??= h("details", { class: "why" }, h("summary", null, t("question.why")),
    h("label", { for: "why", class: "unseen" }, t("question.why")), h("input", { type: "text", maxlength: 200, id: "why", autocomplete: "off" }))) : null;
  // the spaces are the host's to correct
  const answers = asked.answers.filter(({ id }) => id !== "fix" || me.role === "host").map((answer) => {
    const drawable = Boolean(answer.spots.length || answer.pieces.length);
    const button = h("button", {
      type: "button", class: "answer", "data-answer": answer.id, title: answer.text === answer.label ? null : answer.text,
      onpointerenter: () => hint(answer),
      onfocus: () => hint(answer),
      onpointerleave: () => mine.tapped !== answer.id && hint(null),
      onblur: () => button.isConnected && !element.hidden && tap(null),
      onclick: async (event) => {
        if (answer.id === "fix") return fix();
        if (drawable && event.pointerType === "touch" && mine.tapped !== answer.id) return tap(answer);
        const why = note?.querySelector("input").value.trim();
        const reply = await send("answer", { question: asked.id, answer: answer.id, ...(why ? { why } : {}) });
        if (reply.ok && begun === mine) begun = {}; // what is asked later is another matter
      },
    }, sign(ANSWER_SIGNS[answer.id] ?? "question"), h("span", null, answer.label, h("small", { hidden: answer.id !== mine.tapped }, t("question.tapAgain"))));
    return button;
  });
  function tap(answer) {
    mine.tapped = answer?.id ?? null;
    for (const button of answers) button.querySelector("small").hidden = button.dataset.answer !== mine.tapped;
    hint(answer);
  }
  element.lastElementChild.replaceChildren(
    h("p", { class: "asked" }, asked.text), h("div", { class: answers.length > 3 ? "answers pairs" : "answers" }, answers), note ?? ""); // pairs: beside each other on a phone
  if (mine.focused && [document.body, null].includes(document.activeElement)) {
    (answers.find(({ dataset }) => dataset.answer === mine.focused) ?? note?.querySelector(mine.focused))?.focus({ preventScroll: true });
  }
  mine.focused = null;
  if (mine.tapped) hint(asked.answers.find(({ id }) => id === mine.tapped));
}
const ANSWER_SIGNS = { accept: "legal", back: "lift", fix: "fix", table: "settled", state: "finished", stay: "lay", shown: "settled" };

/** Draws on every board what an answer speaks of; null takes it away. */
export function hintOn(seats, answer) {
  for (const [seat, { board }] of seats) {
    const mine = (list) => (list ?? []).filter((one) => one.seat === seat);
    board.hint(mine(answer?.spots).map(({ cell }) => cell), mine(answer?.pieces));
  }
}

/** How a game ended, in a word; of several players some have won and some have not. */
export const outcome = ({ won }, players) => t(players.length > 1 ? "standing.finished" : won ? "score.won" : "score.lost");

export function score(element, result, players) {
  element.hidden = !result;
  if (!result) return;
  element.replaceChildren(
    h("p", { class: "word finished" }, sign("finished"), outcome(result, players)),
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

const badge = (kind) => s("svg", { viewBox: "-30 -30 60 60", class: "badge-of", "aria-hidden": "true" }, treasure(kind, "purse"));

export function purse(counts) {
  return h("ul", { class: "purse", "aria-label": t("player.purse") }, PURSE.map((kind) =>
    h("li", { class: counts[kind] ? "" : "none" }, badge(kind),
      h("span", { class: "count" }, String(counts[kind] ?? 0)), h("span", { class: "unseen" }, ` ${t(`treasure.${kind}`)}`))));
}

/** What something brings, as badges with their number; in words for a screen reader. */
const brings = (gives) => PURSE.filter((kind) => gives[kind]).map((kind) => h("span", { class: "gain" }, badge(kind),
  h("span", { class: "unseen" }, ` ${t(`treasure.${kind}`)} `), gives[kind] > 1 ? `×${gives[kind]}` : null));

/** The areas as they lie on the board, each with what is missing and what completing it would bring (R5.2). */
function areas(player) {
  return h("ol", { class: "areas", "aria-label": t("area.label") }, player.areas.map((area) => {
    const gain = brings(area.gives ?? {});
    return h("li", { class: area.complete ? "complete" : "" }, h("span", { class: "unseen" }, `${t("area.name", area)}: `),
      area.complete ? [sign("legal"), h("span", null, t("area.complete"))]
        : [h("span", null, t("area.missing", { missing: area.missing ?? area.cells.length - area.covered })),
          gain.length ? h("span", { class: "gains" }, h("span", { class: "unseen" }, ` ${t("area.brings")}`), ...gain) : null]);
  }));
}

/** The animals that fit on bare holes now; pointing at one shows where. */
function animals(player, board) {
  if (!player.animals?.length) return "";
  return h("div", { class: "animals" }, h("h3", null, t("animal.label")), h("ul", null, player.animals.map((animal) => {
    const show = () => board.hint(animal.cells, [{ kind: "animal", ...animal }]);
    const hide = () => board.hint([]);
    return h("li", null, h("button", { type: "button", onpointerenter: show, onfocus: show, onclick: show, onpointerleave: hide, onblur: hide },
      h("span", null, t("animal.fits", { name: animalName(animal.name), cells: animal.cells.join(" ") })), ...brings(animal.gives)));
  })));
}

/** One player's card: name, turn, purse, board, areas and animals. Gives `{board, card, frame, update}`. */
export function makeSeat(player, { link = true } = {}) {
  const { seat } = player;
  const changed = memo();
  const board = makeBoard(player);
  const [head, below, beasts] = ["head", "below", "beasts"].map((name) => h("div", { class: name }));
  const list = h("ul", { class: "unseen" });
  const frame = h("div", { class: "frame", "data-seat": seat }, board.element);
  const card = h("section", { class: "player", "data-seat": seat }, head, frame, below, beasts, list);
  const spaces = player.rows * player.cols;

  function update(now, { turn: lastTurn, verdict: said, players, guide, pending_undo: undo, score: result }) {
    const { name, covered } = now;
    const turnNow = result ? null : lastTurn; // when all is over nobody is to move
    const [active, several] = [turnNow?.seat === seat, players.length > 1];
    const label = t("player.boardLabel", { name, covered, spaces });
    card.classList.toggle("active", active && several);
    changed("head", [name, now.color, now.purse, covered, several, active, turnNow], () => {
      card.setAttribute("aria-label", label);
      head.replaceChildren(
        h("h2", null, mark(now), link && several ? h("a", { href: `/seat/${seat + 1}` }, name) : name,
          active && several ? h("span", { class: "to-move" }, t("turn.toMove")) : null),
        !several || active ? turn(turnNow) ?? "" : "", purse(now.purse),
        h("p", { class: "covered" }, h("meter", { min: 0, max: spaces, value: covered, "aria-hidden": "true" }),
          t("player.covered", { covered, spaces })));
    });
    changed("floor", [now.floor, now.areas.map(({ cells, complete }) => [cells, complete])], () => board.floor(now));
    changed("pieces", [now.pieces, now.board], () => {
      board.pieces(now);
      board.element.setAttribute("aria-label", label);
      list.setAttribute("aria-label", t("player.pieces", { name }));
    });
    const named = (spots) => (spots ?? []).filter((spot) => spot.seat === seat).map(({ cell }) => cell);
    // what the table asks for stands out only where nothing is wrong
    const [mood, spots] = said.spots.length ? [said.mood, named(said.spots)] : ["notice", named(undo?.spots ?? guide?.spots)];
    changed("marks", [now.unknown, now.differs, mood, spots], () => board.marks(now, mood, spots));
    changed("areas", now.areas, () => below.replaceChildren(areas(now)));
    changed("animals", [now.animals, Boolean(result)], () => beasts.replaceChildren(result ? "" : animals(now, board)));
    changed("list", [now.pieces, now.unknown, now.differs], () => list.replaceChildren(
      ...(now.pieces.length ? now.pieces.map((piece) => h("li", null, pieceText(piece))) : [h("li", null, t("player.empty"))]),
      now.unknown.length ? h("li", null, t("player.unknown", { cells: now.unknown.join(" ") })) : "",
      now.differs.length ? h("li", null, t("player.differs", { cells: now.differs.join(" ") })) : ""));
  }
  return { board, card, frame, update };
}

/**
 * End turn, undo, correct; who only looks on gets a way to the PIN instead. `seat` is the one that the browser acts for, on
 * its page. A player gets what the table grants players, and `fix` is then for the own supply.
 */
export function actions(element, message, { send, fix, fixing, seat = null }) {
  const { turn: turnNow, verdict: said, score: result, question: asked, series } = message;
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.command : null;
  const button = (text, name, extra = {}, { act = () => send(name), look = null } = {}) =>
    h("button", { type: "button", "data-command": name, onclick: (event) => single(name, event, act), ...extra }, look ? sign(look) : null, h("span", null, text));
  const host = me.role === "host";
  const canEnd = Boolean(turnNow?.can_end) && !result && mayAct(turnNow.seat);
  const seen = turnNow?.mark ? { turn: turnNow.mark } : {}; // the table refuses what was meant for another turn
  element.replaceChildren(...(me.role === "guest" ? [h("p", { class: "due" }, t("actions.guest"), " ", h("a", { href: `/host?next=${encodeURIComponent(location.pathname)}` }, t("actions.logIn")))] : [
    // not `disabled`: a button that goes dead under the finger would lose the focus
    button(t("actions.end"), "end-turn", { class: "main", "aria-disabled": canEnd ? null : "true" }, { act: () => canEnd && send("end-turn", seen) }),
    mayAct(turnNow?.undo_seat ?? turnNow?.seat) ? button(t("actions.undo"), "undo", {}, { act: () => send("undo", seen) }) : null,
    host && said.mood === "wrong" && !complains({ question: asked }) ? button(t("actions.accept"), "accept", { class: "warn" }) : null,
    host || seat !== null ? button(t(host ? "actions.fix" : "actions.supply"), "fix", { onclick: fix, "aria-pressed": String(fixing()) }, { look: "fix" }) : null,
    host && result ? button(t("actions.newGame"), "new-game", series?.next ? {} : { class: "main" }) : null,
    // where something is wrong the verdict says what: a piece that lies there may be one too many
    turnNow?.phase === "turns" && !result && said.mood !== "wrong" && (seat === null || seat === turnNow.seat)
      ? h("p", { class: turnNow.main_done ? "due done" : "due" }, t(turnNow.main_done ? "turn.mainDone" : "turn.mainDue")) : null,
  ].filter(Boolean)));
  if (focused) element.querySelector(`[data-command="${focused}"]`)?.focus();
}

/** `numbers` are what is printed under the places, from left to right; places beyond them bear none. */
function strip(title, tiles, numbers = null) {
  return h("div", { class: `strip ${numbers ? "numbered" : ""}` }, h("h3", null, title),
    h("ol", null, tiles.length ? tiles.map((tile, i) => h("li", { class: tile ? "" : "gap" },
      tile ? tilePicture(tile) : null,
      h("span", { class: "unseen" }, tile ? tileText(tile) : t("paths.gap")),
      numbers ? h("span", { class: "number", "aria-hidden": "true" }, String(numbers[i] ?? "")) : null)) : h("li", { class: "gap" },
      h("span", { class: "unseen" }, t("paths.empty")))));
}

/** The paths: all of them, or with `seat` only what that player takes from. */
export function paths(element, { solo, path, players, simulator }, seat = null) {
  const strips = solo ? [
    // who plays by hand has this path to take from in the card of the simulated table
    ...(simulator?.playing === "hand" && seat === null ? [] : [strip(t("paths.player"), solo.player_path)]),
    ...(seat === null ? [strip(t("paths.top"), solo.top), strip(t("paths.bottom"), solo.bottom), strip(t("paths.row"), solo.row, ROW_NUMBERS)] : []),
  ] : path.flatMap((tiles, i) => (tiles.length && (seat === null || seat === i)
    ? [strip(seat === i ? t("paths.player") : t("paths.of", { name: players[i]?.name ?? i + 1 }), tiles)] : []));
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

/** The switches for sounds in `place`, loaded when they are opened or were switched on another day. Gives `hear(message)`. */
export function lateSounds(place) {
  let loading = null, ears = null, last = null;
  const load = () => (loading ??= import("./sounds.js").then(({ startSounds }) => (ears = startSounds(place, last))).catch(() => (loading = null)));
  place.addEventListener("toggle", load);
  try {
    if (localStorage.getItem("leafwatch-sounds")) load();
  } catch { /* a browser that keeps nothing is asked every time */ }
  return (message) => {
    last = message;
    place.hidden = message.settings?.sound === false;
    ears?.hear(message);
  };
}
