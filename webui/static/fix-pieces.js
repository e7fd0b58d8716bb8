// Whole pieces put right on a board: dragged to where they lie, turned, flipped, taken away; with mouse, finger or keys.
//
// A piece is what was read; moving it says what lies on the spaces it leaves and on those it comes to.

import {
  KINDS, UNIT, animal, animalName, boardUnder, cellName, grip, kept, leaf, makeCarried, oriented, outline, parseCell, squirrel, treasure, turned, turnedOver,
} from "./board.js";
import { dragging, h, s, sign, t } from "./dom.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const LEAVES = { g: "green", y: "yellow", r: "red" };
const PENDING_MS = 8_000;

const letter = (player, name) => {
  const [row, col] = parseCell(name);
  return player.board[row]?.[col] ?? ".";
};

/** The piece that lies uppermost on a space, as in the table message (a token, and loose leaf spaces, as one too), or null. */
function pieceAt(player, name) {
  const on = player.pieces.filter((piece) => piece.cells.includes(name));
  const sees = letter(player, name);
  if ("BNMF".includes(sees)) return { kind: "token", name: KINDS[sees.toLowerCase()], cells: [name], hole: null };
  const found = on.find(({ kind }) => kind === "animal") ?? on.find(({ kind }) => kind === "squirrel") ?? on[on.length - 1];
  return found ?? (LEAVES[sees] ? loose(player, name, sees) : null);
}

/** Leaf spaces of one colour that touch and belong to no piece. */
function loose(player, start, sees) {
  const taken = new Set(player.pieces.flatMap(({ cells }) => cells));
  const cells = [];
  const next = [start];
  while (next.length) {
    const name = next.pop();
    if (cells.includes(name) || taken.has(name) || letter(player, name) !== sees) continue;
    cells.push(name);
    const [row, col] = parseCell(name);
    next.push(...Object.values(ARROWS).map(([down, right]) => [row + down, col + right]).filter(([r, c]) => r >= 0 && c >= 0).map(cellName));
  }
  return { kind: "leaf", color: LEAVES[sees], name: null, cells, hole: null };
}

/** What a piece is called. */
function called({ kind, name, color }) {
  if (kind === "animal" && name) return animalName(name);
  return kind === "leaf" ? t(`fix.surface.leaf-${color}`) : kind === "token" ? t(`fix.surface.token-${name}`) : t(`fix.surface.${kind}`);
}

/**
 * `open(seat)` says whether a board can be changed, `player(seat)` what lies on it, `tell(seat, surfaces, moved)` takes what lies
 * on which spaces now (`moved` is the piece where it lies then, with `from` as it lay; null when it is gone) and answers whether
 * it was taken,
 * `changed()` is called when another piece, or none, is in the hand or elsewhere.
 */
export function startPieces({ seats, open, player, tell, changed }) {
  const carried = makeCarried();
  let held = null; // { seat, piece, shape: {cells, hole} from its box's corner, turns, flipped, grip }
  let at = null; // { row, col } of its box; null while it is beside the boards
  let pending = null;

  const form = () => oriented(held.shape, held.turns, held.flipped);
  const draw = ({ piece }, { cells, hole }) => piece.kind === "leaf" ? leaf(cells, hole, piece.color)
    : piece.kind === "animal" ? animal(cells, piece.name) : piece.kind === "squirrel" ? squirrel(cells[0])
    : s("g", null, treasure(piece.name, "token", UNIT / 2, UNIT / 2));

  function hold(seat, piece, gripped = null) {
    drop();
    const cells = piece.cells.map(parseCell);
    const [row, col] = [0, 1].map((i) => Math.min(...cells.map((cell) => cell[i])));
    const away = (cell) => [cell[0] - row, cell[1] - col];
    const shape = { cells: cells.map(away), hole: piece.hole ? away(parseCell(piece.hole)) : null };
    held = { seat, piece, shape, turns: 0, flipped: false, grip: gripped ? away(parseCell(gripped)) : null };
    at = { row, col };
    refresh();
  }

  function drop() {
    held = at = null;
    carried.hide();
    refresh();
  }

  function settle() {
    if (at) at = kept(at, seats.get(held.seat).board, form());
    refresh();
  }

  function turnBy(change) {
    if (!held || held.shape.cells.length === 1) return;
    held = { ...change(held), grip: null };
    settle();
  }

  /** What lies on the spaces that the piece leaves and comes to; without a place it is taken away. */
  function surfaces() {
    const now = player(held.seat);
    const { piece } = held;
    const told = {};
    for (const name of piece.cells) {
      const lies = letter(now, name);
      const covered = piece.kind === "leaf" && "as".includes(lies); // what lies on it stays
      if (!covered) told[name] = piece.kind === "animal" || piece.kind === "token" ? "hole" : "floor";
    }
    if (!at) return { told, moved: null };
    const { cells, hole } = form();
    const name = ([row, col]) => cellName([row + at.row, col + at.col]);
    const inHole = piece.hole ? letter(now, piece.hole) : "."; // a token goes along with its leaf
    for (const cell of cells) {
      const isHole = piece.kind === "leaf" && hole && String(cell) === String(hole);
      told[name(cell)] = isHole ? ("BNMF".includes(inHole) ? `token.${KINDS[inHole.toLowerCase()]}` : "hole")
        : piece.kind === "leaf" ? `leaf.${piece.color}` : piece.kind === "token" ? `token.${piece.name}` : piece.kind;
    }
    return { told, moved: { ...piece, cells: cells.map(name), hole: hole ? name(hole) : null, from: piece } };
  }

  /** Says that the piece lies where it is held, or nowhere. */
  async function lay(away = false) {
    if (!held) return;
    if (away) at = null;
    const { seat, piece } = held;
    const { told, moved } = surfaces();
    if (moved && moved.cells.every((name) => piece.cells.includes(name)) && moved.hole === piece.hole) return drop();
    const layer = seats.get(seat).board.layers.edit;
    const nodes = [veil(piece.cells), at ? ghost("ghost pending") : null].filter(Boolean);
    drop();
    const mine = (pending = { seat, before: signature(seat) });
    layer.replaceChildren(...nodes);
    const taken = await tell(seat, told, moved);
    if (mine !== pending) return;
    if (taken) setTimeout(() => mine === pending && settled(), PENDING_MS);
    else settled();
  }

  function settled() {
    const { seat } = pending;
    pending = null;
    if (held?.seat !== seat) seats.get(seat)?.board.layers.edit.replaceChildren();
  }

  const signature = (seat) => JSON.stringify([player(seat)?.pieces, player(seat)?.board]);
  const veil = (cells) => s("path", { class: "lifted", d: outline(cells.map(parseCell), 6, 16) });
  const ghost = (look) => s("g", { class: look, transform: `translate(${at.col * UNIT} ${at.row * UNIT})` }, draw(held, form()));

  function refresh() {
    for (const [seat, { board, frame }] of seats) {
      frame.classList.toggle("lifting", held?.seat === seat);
      if (held?.seat === seat) board.layers.edit.replaceChildren(veil(held.piece.cells), at ? ghost("ghost") : "");
      else if (pending?.seat !== seat) board.layers.edit.replaceChildren();
    }
    changed();
  }

  // ---- pointer

  const drag = dragging({
    start({ seat, piece, name }) {
      if (name) hold(seat, piece, name);
    },
    move(event) {
      if (!held) return;
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(".frame") ? boardUnder(seats, event.clientX, event.clientY) : null;
      const here = over?.seat === held.seat;
      const gripped = held.grip ?? grip(form());
      if (here) {
        carried.hide();
        at = { row: Math.floor(over.cell[0]) - gripped[0], col: Math.floor(over.cell[1]) - gripped[1] };
        return settle();
      }
      const was = at;
      at = null;
      carried.show(seats, event, draw(held, form()), form(), gripped);
      if (was) refresh();
    },
    end(_, { cancelled }) {
      if (cancelled) drop();
      else lay();
    },
  });

  function arm(seat, frame) {
    frame.addEventListener("pointerdown", (event) => {
      if (!open(seat)) return;
      const cell = seats.get(seat).board.at(event.clientX, event.clientY)?.map(Math.floor);
      if (!cell) return;
      const name = cellName(cell);
      const touched = held?.seat === seat && at ? form().cells.find(([row, col]) => row + at.row === cell[0] && col + at.col === cell[1]) : null;
      if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
      if (touched) {
        held.grip = touched;
        return drag.grab(event, { seat }, { firm: true });
      }
      const piece = pieceAt(player(seat), name);
      if (piece) drag.grab(event, { seat, piece, name }, { firm: true });
    });
  }

  // ---- what can be done with the piece in the hand, or with the one on a space, as buttons and as keys

  const button = (name, key, run, extra = "") => h("button", { type: "button", class: extra, "data-act": name, onclick: run },
    sign(name), h("span", null, t(`fix.piece.${name}`)), key ? h("kbd", null, key) : null);
  const picture = (thing) => {
    const { cells, hole, width, height } = oriented(thing.shape, thing.turns, thing.flipped);
    const side = Math.max(2, width, height) * UNIT;
    return s("svg", { viewBox: `${(width * UNIT - side) / 2} ${(height * UNIT - side) / 2} ${side} ${side}`, class: "tile", "aria-hidden": "true" }, draw(thing, { cells, hole }));
  };

  return {
    arm,
    drop,
    /** The piece in the hand and its board, or null. */
    get held() {
      return held;
    },
    /** Puts the piece in the hand over a space of its board: it lies there only when that is said. */
    place(seat, cell) {
      if (held?.seat !== seat) return;
      const [row, col] = held.grip ?? grip(form());
      at = { row: cell[0] - row, col: cell[1] - col };
      settle();
    },
    /** The part of the editor that speaks of the piece in the hand, or else of the one on the space (`seat`, `name`). */
    bar(seat, name) {
      const piece = held ? held.piece : pieceAt(player(seat), name);
      if (!piece) return null;
      const take = (run) => () => {
        if (!held) hold(seat, piece);
        run();
      };
      const turns = piece.cells.length > 1 ? [button("turn", "R", take(() => turnBy(turned))), button("flip", "F", take(() => turnBy(turnedOver)))] : [];
      const away = button("away", "Del", take(() => lay(true)));
      if (!held) return h("div", { class: "piece-bar", role: "group", "aria-label": t("fix.piece.whole", { what: called(piece) }) },
        h("p", { class: "what" }, t("fix.piece.whole", { what: called(piece) })), button("move", "M", take(() => {})), turns, away);
      const where = at ? t("fix.piece.at", { what: called(piece), cell: cellName([at.row, at.col]) }) : t("fix.piece.off", { what: called(piece) });
      return h("div", { class: "piece-bar", role: "group", "aria-label": t("fix.piece.held", { what: called(piece) }) },
        h("p", { class: "what" }, picture(held), h("span", { "aria-live": "polite" }, where)),
        button("lay", "⏎", () => lay(), "main"), turns, away, button("back", "Esc", drop));
    },
    /** A key that was pressed on a board while `name` is its chosen space; answers whether it meant something. */
    key(event, seat, name) {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const here = held?.seat === seat;
      const piece = here ? held.piece : name && pieceAt(player(seat), name);
      if (!piece || !open(seat)) return false;
      if (here && ARROWS[key]) {
        const box = at ?? { row: 0, col: 0 };
        at = { row: box.row + ARROWS[key][0], col: box.col + ARROWS[key][1] };
        settle();
        return true;
      }
      if (here && (key === "Enter" || key === " ")) lay();
      else if ("mrf".includes(key) || key === "Delete" || key === "Backspace") {
        if (!here) hold(seat, piece);
        if (key === "r") turnBy(turned);
        else if (key === "f") turnBy(turnedOver);
        else if (key !== "m") lay(true);
      } else return false;
      return true;
    },
    /** Escape: puts back what is in the hand, wherever it is; answers whether there was something. */
    cancel() {
      if (!held) return false;
      drag.cancel();
      drop();
      return true;
    },
    /** A table message has come. */
    update() {
      if (held && (!seats.has(held.seat) || !open(held.seat))) drop();
      if (pending && (!seats.has(pending.seat) || pending.before !== signature(pending.seat))) settled();
    },
  };
}
