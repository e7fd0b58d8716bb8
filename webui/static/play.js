// Play on the simulated table: take a tile, turn and flip it, lay it on a board; with mouse, finger or keys.
//
// The page never says whether a move is legal. It asks for a hand that lays the tile, and the answer comes through the
// picture; until then it shows the tile where it was let go.

import {
  UNIT, animal, animalName, boardUnder, cellName, grip, kept, leaf, makeCarried, oriented, squirrel, tilePicture, tileText, treasure, turned, turnedOver,
} from "./board.js";
import { dragging, h, memo, s, sign, t } from "./dom.js";

const MODES = ["auto", "hand", "paused"];
const TOKENS = ["berry", "nut", "mushroom", "feather"];
const FINGER_LIFT_PX = 56; // a finger hides what it carries, so the tile is carried above it
const PENDING_MS = 8_000;
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const SIGN = { liftShort: "lift" };
const SINGLE = { cells: [[0, 0]], hole: null, height: 1, width: 1 };

export function startPlay({ card, seats, send }) {
  const changed = memo();
  let message = null;
  let held = null; // { tile } | { animal } | { squirrel: true } | { token: kind }, with turns and flipped
  let at = null; // { seat, row, col }: where the box of what is held would lie
  let pending = null; // { node, before, until } while a hand is laying
  let picked = null; // the id of a lying piece that was tapped
  let finger = false;
  const ready = new WeakSet();

  const parts = Object.fromEntries(["modes", "path", "others", "beasts", "note", "any", "laid"].map((name) => [name, h("div", { class: name })]));
  const bar = h("div", { class: "held-bar", hidden: true, role: "group" });
  const carried = makeCarried();
  card.lastElementChild.replaceChildren(...Object.values(parts));
  card.after(bar);

  const table = () => message?.simulator;
  const fixing = () => document.body.classList.contains("fixing"); // then a tap on a board corrects it
  const mine = () => table()?.playing === "hand" && !fixing();
  const form = (thing) => thing?.tile ?? thing?.animal; // what can be turned and flipped
  const formed = (thing) => (form(thing) ? oriented(form(thing), thing.turns, thing.flipped) : SINGLE);
  const shape = () => formed(held);
  const what = (thing) => thing.tile ? tileText(thing.tile) : thing.squirrel ? t("play.squirrel")
    : thing.animal ? t("play.animal", { name: animalName(thing.animal.name), size: thing.animal.cells.length }) : t("play.token", { kind: t(`treasure.${thing.token}`) });
  const draw = (thing, { cells, hole }, extra) => thing.tile ? leaf(cells, hole, thing.tile.color, extra)
    : thing.animal ? animal(cells, thing.animal.name, extra) : thing.squirrel ? squirrel([0, 0], extra) : s("g", { class: extra }, treasure(thing.token, "token", UNIT / 2, UNIT / 2));

  function hold(thing) {
    held = thing && { turns: 0, flipped: false, ...thing };
    picked = null;
    if (!held) at = null;
    refresh();
  }

  function turn() {
    if (form(held)) held = turned(held);
    settle();
  }

  function flip() {
    if (form(held)) held = turnedOver(held);
    settle();
  }

  /** Keep the held box on its board after it was turned or moved. */
  function settle() {
    if (held && at) at = kept(at, seats.get(at.seat).board, shape());
    refresh();
  }

  function place(seat, [row, col]) {
    const [gripRow, gripCol] = grip(shape());
    at = { seat, row: Math.floor(row) - gripRow, col: Math.floor(col) - gripCol };
    settle();
  }

  async function lay() {
    if (!held || !at) return;
    const { seat } = at;
    const cell = cellName([at.row, at.col]);
    const [thing, where] = [held, at];
    const node = ghost(thing, where, "ghost pending");
    seats.get(seat).board.layers.play.append(node);
    pending?.node.remove();
    const asked = (pending = { node, before: signature() });
    hold(null);
    const reply = thing.tile
      ? await send("simulator.lay", { tile: thing.tile.id, turns: thing.turns, flipped: thing.flipped, seat, cell })
      : thing.animal ? await send("simulator.animal", { animal: thing.animal.id, turns: thing.turns, flipped: thing.flipped, seat, cell })
      : thing.squirrel ? await send("simulator.squirrel", { seat, cell })
      : await send("simulator.token", { seat, cell, kind: thing.token });
    if (!reply.ok) {
      if (asked === pending) drop();
      if (!held && mine()) [held, at] = [thing, where];
      refresh();
    } else setTimeout(() => asked === pending && drop(), PENDING_MS);
  }

  function drop() {
    pending?.node.remove();
    pending = null;
  }

  async function lift(id) {
    picked = null;
    refresh();
    await send("simulator.lift", { id });
  }

  const signature = () => JSON.stringify([table()?.laid, message?.players.map(({ pieces, board }) => [pieces, board])]);

  function ghost(thing, { row, col }, extra) {
    return s("g", { class: extra, transform: `translate(${col * UNIT} ${row * UNIT})` }, draw(thing, formed(thing), ""));
  }

  function refresh() {
    for (const [seat, { board, frame }] of seats) {
      arm(seat, frame);
      frame.classList.toggle("armed", Boolean(held) && mine());
      const nodes = [];
      if (held && at?.seat === seat) nodes.push(ghost(held, at, "ghost"));
      if (pending && board.layers.play.contains(pending.node)) nodes.push(pending.node);
      const lying = picked && table()?.laid.find((piece) => piece.id === picked && piece.seat === seat);
      if (lying) nodes.push(...(lying.cells ?? []).map((name) => mark(name)));
      board.layers.play.replaceChildren(...nodes);
    }
    for (const button of card.querySelectorAll(".pick")) button.setAttribute("aria-pressed", String(Boolean(held) && button.dataset.thing === key(held)));
    drawBar();
  }

  const mark = (name) => {
    const [row, col] = [Number(name.slice(1)) - 1, name.charCodeAt(0) - 97];
    return s("rect", { x: col * UNIT + 8, y: row * UNIT + 8, width: UNIT - 16, height: UNIT - 16, rx: 16, class: "picked" });
  };
  const key = (thing) => form(thing)?.id ?? thing.token ?? "squirrel";

  function drawBar() {
    const lying = picked && table()?.laid.find((piece) => piece.id === picked);
    const before = bar.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    bar.hidden = !mine() || (!held && !lying);
    document.body.classList.toggle("holding", !bar.hidden);
    if (bar.hidden) return bar.replaceChildren();
    const act = (name, run, keyName, off = false, extra = "") => h("button", {
      type: "button", class: extra, "data-act": name, onclick: run, "aria-disabled": off ? "true" : null,
    }, sign(SIGN[name] ?? name), t(`play.${name}`), keyName ? h("kbd", null, keyName) : null);
    if (lying) {
      bar.setAttribute("aria-label", lying.text);
      bar.replaceChildren(h("p", { class: "what" }, lying.text), act("liftShort", () => lift(lying.id), "", false, "main"));
      bar.append(act("back", () => { picked = null; refresh(); }, "Esc"));
    } else {
      const name = what(held);
      bar.setAttribute("aria-label", t("play.held", { what: name }));
      bar.replaceChildren(
        h("p", { class: "what" }, held.tile ? tilePicture(held.tile, held.turns, held.flipped) : held.animal ? animalPicture(held) : s("svg", { viewBox: "0 0 100 100", class: "tile", "aria-hidden": "true" }, draw(held, SINGLE, "")),
          h("span", { "aria-live": "polite" }, at ? t("play.at", { what: name, cell: cellName([at.row, at.col]) }) : name,
            at && finger ? h("small", null, t("play.tapAgain")) : null)),
        form(held) ? act("turn", turn, "R") : "", form(held) ? act("flip", flip, "F") : "",
        act("lay", lay, "⏎", !at, "main"), act("back", () => hold(null), "Esc"));
    }
    if (before) bar.querySelector(`[data-act="${before}"]`)?.focus();
  }

  function animalPicture(thing) {
    const { cells, width, height } = formed({ turns: 0, flipped: false, ...thing });
    const side = Math.max(3, width, height) * UNIT;
    return s("svg", { viewBox: `${(width * UNIT - side) / 2} ${(height * UNIT - side) / 2} ${side} ${side}`, class: "tile", "aria-hidden": "true" }, animal(cells, ""));
  }

  // ---- pointer: a tile is dragged from the palette, or chosen there and then laid by pointing at the board

  const drag = dragging({
    start: (thing) => thing && (!held || key(held) !== key(thing)) && hold(thing),
    move: (event) => held && carry(event),
    end(thing, { cancelled }) {
      carried.hide();
      if (cancelled) at = null;
      if (thing && at) lay();
      else refresh();
    },
  });

  function carry({ clientX, clientY, pointerType }) {
    const above = { clientX, clientY: clientY - (pointerType === "touch" ? FINGER_LIFT_PX : 0) };
    const over = boardUnder(seats, above.clientX, above.clientY);
    if (over) {
      carried.hide();
      return place(over.seat, over.cell);
    }
    at = null;
    carried.show(seats, above, draw(held, shape(), ""), shape(), grip(shape()));
    refresh();
  }

  function grab(event, thing) {
    finger = event.pointerType === "touch";
    drag.grab(event, thing);
  }

  function arm(seat, frame) {
    if (ready.has(frame)) return;
    ready.add(frame);
    const { board } = seats.get(seat);
    frame.addEventListener("pointermove", (event) => {
      if (!held || drag.active || event.pointerType === "touch") return;
      finger = false;
      const cell = board.at(event.clientX, event.clientY);
      if (cell) place(seat, cell);
    });
    frame.addEventListener("pointerleave", (event) => {
      if (!held || drag.active || event.pointerType === "touch" || document.activeElement === frame) return;
      at = null;
      refresh();
    });
    frame.addEventListener("pointerdown", (event) => {
      if (held && mine() && event.pointerType === "touch") grab(event, null);
      else finger = event.pointerType === "touch";
    });
    frame.addEventListener("click", (event) => {
      if (!mine()) return;
      const cell = board.at(event.clientX, event.clientY);
      if (!cell) return;
      const spot = [Math.floor(cell[0]), Math.floor(cell[1])];
      if (!held) {
        const name = cellName(spot);
        picked = table().laid.find((piece) => piece.seat === seat && piece.cells?.includes(name))?.id ?? null;
        return refresh();
      }
      // a mouse has seen the tile there already; a finger sees it first and taps again
      const here = at?.seat === seat && shape().cells.some(([row, col]) => row + at.row === spot[0] && col + at.col === spot[1]);
      if (finger && !here) place(seat, cell);
      else {
        if (!at) place(seat, cell);
        lay();
      }
    });
    frame.addEventListener("keydown", (event) => {
      if (!mine()) return;
      const step = ARROWS[event.key];
      if (held && step) {
        if (!at || at.seat !== seat) place(seat, [board.rows / 2, board.cols / 2]);
        else at = { seat, row: at.row + step[0], col: at.col + step[1] };
        settle();
      } else if (held && at && (event.key === "Enter" || event.key === " ")) lay();
      else return;
      event.preventDefault();
    });
  }

  document.addEventListener("keydown", (event) => {
    if (!mine() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    if (event.key === "Escape") {
      if (held) hold(null);
      picked = null;
      refresh();
    } else if (held && event.key.toLowerCase() === "r") turn();
    else if (held && event.key.toLowerCase() === "f") flip();
  });

  // ---- what the card shows

  function pick(thing, picture) {
    const name = what(thing);
    return h("button", {
      type: "button", class: "pick", "data-thing": key(thing), "aria-pressed": "false", "aria-label": name, title: name,
      onpointerdown: (event) => {
        if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
        grab(event, thing);
      },
      onclick: (event) => {
        const same = held && key(held) === key(thing);
        hold(same ? null : thing);
        if (same) return;
        const seat = seats.has(message.turn?.seat) ? message.turn.seat : seats.keys().next().value;
        const { frame, board } = seats.get(seat);
        frame.scrollIntoView({ block: "nearest" });
        if (event.detail !== 0) return;
        // chosen by key: go on by key on the board of the player whose turn it is
        place(seat, [board.rows / 2, board.cols / 2]);
        frame.focus();
      },
    }, picture);
  }

  const tiles = (list) => list.map((tile) => pick({ tile }, tilePicture(tile)));

  function drawCard(simulator) {
    const { playing } = simulator;
    changed("modes", playing, () => parts.modes.replaceChildren(h("div", { class: "segments", role: "radiogroup", "aria-label": t("play.who") },
      MODES.map((mode) => h("label", null,
        h("input", { type: "radio", name: "playing", value: mode, checked: mode === playing, onchange: () => send("simulator.playing", { mode }) }),
        h("span", null, t(`play.${mode}`)))))));
    changed("note", playing, () => parts.note.replaceChildren(h("p", null, t(`play.${playing}Hint`))));
    for (const name of ["path", "others", "beasts", "any", "laid"]) parts[name].hidden = playing !== "hand";
    const seat = message.turn?.seat ?? 0;
    const path = message.solo?.player_path ?? message.path[seat] ?? [];
    changed("path", path, () => parts.path.replaceChildren(h("div", { class: "picks", role: "group", "aria-label": t("play.path") }, tiles(path))));
    changed("others", 1, () => parts.others.replaceChildren(h("div", { class: "picks", role: "group", "aria-label": t("play.others") },
      pick({ squirrel: true }, s("svg", { viewBox: "0 0 100 100", class: "tile", "aria-hidden": "true" }, squirrel([0, 0]))),
      TOKENS.map((token) => pick({ token }, s("svg", { viewBox: "-50 -50 100 100", class: "tile", "aria-hidden": "true" }, treasure(token, "token")))))));
    changed("beasts", simulator.animals, () => parts.beasts.replaceChildren(simulator.animals?.length ? h("details", null,
      h("summary", null, t("play.animals")), h("div", { class: "picks" }, simulator.animals.map((one) => pick({ animal: one }, animalPicture({ animal: one }))))) : ""));
    changed("any", simulator.tiles, () => parts.any.replaceChildren(simulator.tiles.length ? h("details", null,
      h("summary", null, t("play.any")), h("div", { class: "picks many" }, tiles(simulator.tiles))) : ""));
    changed("laid", simulator.laid, () => parts.laid.replaceChildren(simulator.laid.length ? h("details", null,
      h("summary", null, t("play.laid")), h("ul", null, simulator.laid.map((piece) => h("li", null, h("span", null, piece.text),
        h("button", { type: "button", "aria-label": t("play.lift", { text: piece.text }), onclick: () => lift(piece.id) }, t("play.liftShort")))))) : ""));
  }

  return {
    /** Take a table message. */
    update(next) {
      message = next;
      if (!next.simulator) {
        hold(null);
        return;
      }
      if (!mine()) held = at = picked = null;
      if (at && !seats.has(at.seat)) at = null;
      if (picked && !table().laid.some((piece) => piece.id === picked)) picked = null;
      if (pending && pending.before !== signature()) drop();
      const open = [...card.querySelectorAll("details")].map((details) => [details.parentElement.className, details.open]);
      drawCard(next.simulator);
      for (const [name, was] of open) {
        const details = parts[name]?.querySelector("details");
        if (details) details.open = was;
      }
      for (const { frame, card: player } of fixing() ? [] : seats.values()) {
        frame.tabIndex = mine() ? 0 : -1;
        if (mine()) {
          frame.setAttribute("role", "application");
          frame.setAttribute("aria-label", t("play.board", { name: player.querySelector("h2")?.firstChild?.textContent ?? "" }));
        } else {
          frame.removeAttribute("role");
          frame.removeAttribute("aria-label");
        }
      }
      refresh();
    },
  };
}
