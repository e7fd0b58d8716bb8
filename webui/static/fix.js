// Correct the table by hand: where a piece lies, what lies on a space, what is in a supply, and what an earlier turn was.
//
// A piece is dragged to where it lies. A space is tapped on its board (or found with the arrow keys) and then what lies there
// is chosen: two taps.

import { animal, cellName, leaf, parseCell, squirrel, treasure } from "./board.js";
import { h, memo, s, sign, t } from "./dom.js";
import { startPieces } from "./fix-pieces.js";
import { makeSupplies } from "./fix-supply.js";
import { startTurns } from "./fix-turns.js";

const TREASURES = ["berry", "nut", "mushroom", "feather"];
const SURFACES = ["floor", "leaf.green", "leaf.yellow", "leaf.red", "hole", ...TREASURES.map((kind) => `token.${kind}`), "squirrel", "animal", "auto"];
const LETTERS = { ".": "floor", g: "leaf.green", y: "leaf.yellow", r: "leaf.red", o: "hole", B: "token.berry", N: "token.nut", M: "token.mushroom", F: "token.feather", s: "squirrel", a: "animal" };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function picture(surface) {
  const [kind, look] = surface.split(".");
  const node = kind === "leaf" ? leaf([[0, 0]], null, look) : kind === "squirrel" ? squirrel([0, 0])
    : kind === "animal" ? animal([[0, 0]], "") : kind === "hole" ? leaf([[0, 0]], [0, 0], "yellow")
    : kind === "token" ? s("g", null, s("rect", { class: "ground", width: 100, height: 100, rx: 18 }), treasure(look, "token", 50, 50))
    : s("rect", { class: "ground", width: 100, height: 100, rx: 18 });
  return surface === "auto" ? sign("camera") : s("svg", { viewBox: "-4 -4 108 108", class: "tile", "aria-hidden": "true" }, node);
}

/** `changed` is called when the editor was opened or closed, or when it shows the boards otherwise. */
export function startFix({ card, seats, send, changed }) {
  const once = memo();
  const armed = new WeakSet();
  const parts = Object.fromEntries(["space", "supply", "turns"].map((name) => [name, h("div", { class: name })]));
  let message = null;
  let spot = null; // { seat, cell }
  const players = () => turns.seen(message).players; // of the turn that is drawn, or as they are
  const player = (seat) => players().find((one) => one.seat === seat);
  const open = (seat) => self.open && turns.open && (turns.seat ?? seat) === seat;
  const pieces = startPieces({ seats, player, tell, changed: () => drawSpace(), open });
  const turns = startTurns({ element: parts.turns, seats, send, players: () => message.players, redraw });

  const supplies = makeSupplies(send);
  parts.supply.append(h("details", null, h("summary", null, t("fix.supply")), supplies.element));

  const heading = h("h2", { id: "fix-title", tabindex: -1 }, t("fix.label"));
  const close = h("button", { type: "button", class: "quiet close", "aria-label": t("fix.close"), onclick: () => toggle(message) }, sign("back"));
  card.replaceChildren(h("div", { class: "fix-head" }, heading, close), ...Object.values(parts));

  function toggle(now) {
    message = now;
    self.open = !self.open;
    card.hidden = !self.open;
    document.body.classList.toggle("fixing", self.open);
    supplies.drop();
    parts.supply.firstElementChild.open = false;
    pieces.drop();
    turns.leave();
    choose(null);
    for (const { frame, card: player } of seats.values()) {
      frame.tabIndex = self.open ? 0 : -1;
      if (self.open) {
        frame.setAttribute("role", "application");
        frame.setAttribute("aria-label", t("fix.board", { name: player.querySelector("h2")?.firstChild?.textContent ?? "" }));
      } else {
        frame.removeAttribute("role");
        frame.removeAttribute("aria-label");
      }
    }
    if (self.open) {
      self.update(now);
      const { top, bottom } = card.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) card.scrollIntoView({ block: "nearest" });
    }
    changed();
  }

  function choose(next) {
    spot = next;
    for (const [seat, { board }] of seats) board.cursor(spot?.seat === seat ? spot.cell : null);
    drawSpace();
  }

  /** The boards are shown as they were after an earlier turn, or again as they are. */
  function redraw() {
    pieces.drop();
    choose(null);
    card.classList.toggle("of-past", turns.seat !== null);
    parts.supply.hidden = turns.seat !== null;
    changed();
  }

  function drawSpace() {
    if (!self.open) return;
    const focused = parts.space.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    const bar = spot || pieces.held ? pieces.bar(spot?.seat, spot?.cell) : null;
    if (pieces.held) parts.space.replaceChildren(bar);
    else if (!spot) parts.space.replaceChildren(h("p", { class: "note" }, t(turns.seat === null ? "fix.hint" : "fix.past.hint")));
    else {
      const { name, board } = player(spot.seat);
      const [row, col] = parseCell(spot.cell);
      const lies = LETTERS[board[row][col]];
      parts.space.replaceChildren(
        h("p", { class: "asked", id: "fix-asked" }, t(message.players.length > 1 ? "fix.whatOf" : "fix.what", { cell: spot.cell, name })), bar ?? "",
        h("div", { class: "surfaces", role: "group", "aria-labelledby": "fix-asked" }, SURFACES.filter((one) => one !== "auto" || turns.seat === null).map((surface) =>
          h("button", { type: "button", "data-surface": surface, "aria-pressed": String(surface === lies), onclick: () => say(surface) },
            picture(surface), h("span", null, t(`fix.surface.${surface.replace(".", "-")}`))))));
    }
    if (!focused) return;
    const { seat } = pieces.held ?? spot ?? {};
    (parts.space.querySelector(`[data-act="${focused}"]`) ?? parts.space.querySelector("[data-act]") ?? seats.get(seat)?.frame)?.focus({ preventScroll: true });
  }

  /** Says what lies on spaces; `moved` is the piece that lies there then, as in the table message. */
  async function tell(seat, surfaces, moved) {
    choose(null);
    seats.get(seat)?.frame.focus({ preventScroll: true });
    if (turns.seat !== null) return turns.tell(surfaces, moved);
    return (await send("spots", { seat, surfaces })).ok;
  }

  async function say(surface) {
    const { seat, cell } = spot;
    const ok = turns.seat === null ? (await send("spot", { seat, cell, surface })).ok : turns.tell({ [cell]: surface }, null);
    if (!ok) return;
    const back = card.contains(document.activeElement) ? seats.get(seat)?.frame : null;
    choose(null);
    back?.focus({ preventScroll: true });
  }

  // ---- the boards

  function arm(seat, { frame, board }) {
    if (armed.has(frame)) return;
    armed.add(frame);
    pieces.arm(seat, frame);
    frame.addEventListener("click", (event) => {
      if (!self.open) return;
      const cell = board.at(event.clientX, event.clientY);
      if (!cell) return;
      const [row, col] = [Math.floor(cell[0]), Math.floor(cell[1])];
      if (row < 0 || col < 0 || row >= board.rows || col >= board.cols || !open(seat)) return;
      if (pieces.held) pieces.place(seat, [row, col]);
      else choose({ seat, cell: cellName([row, col]) });
    });
    frame.addEventListener("keydown", (event) => {
      if (!open(seat)) return;
      const step = ARROWS[event.key];
      if (pieces.key(event, seat, spot?.seat === seat ? spot.cell : null)) {
        // it was meant for a piece
      } else if (step) {
        const [row, col] = spot?.seat === seat ? parseCell(spot.cell) : [-step[0], -step[1]];
        const clamp = (value, below) => Math.max(0, Math.min(below - 1, value));
        choose({ seat, cell: cellName([clamp(row + step[0], board.rows), clamp(col + step[1], board.cols)]) });
      } else if ((event.key === "Enter" || event.key === " ") && spot?.seat === seat) {
        (parts.space.querySelector('[aria-pressed="true"]') ?? parts.space.querySelector("button")).focus();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  document.addEventListener("keydown", (event) => {
    if (!self.open || event.key !== "Escape") return;
    if (pieces.held) {
      const { seat } = pieces.held;
      pieces.cancel();
      return seats.get(seat)?.frame.focus({ preventScroll: true });
    }
    if (!spot && turns.seat !== null) return turns.leave();
    if (!spot) return toggle(message);
    const { frame } = seats.get(spot.seat);
    choose(null);
    frame.focus({ preventScroll: true });
  });

  const self = {
    open: false,
    toggle,
    /** Open the editor on one space. */
    at(now, seat, cell) {
      if (!self.open) toggle(now);
      choose({ seat, cell });
    },
    /** The table message as the boards shall show it. */
    seen: (now) => (self.open ? turns.seen(now) : now),
    /** Take a table message. */
    update(now) {
      message = now;
      for (const [seat, one] of seats) arm(seat, one);
      if (!self.open) return;
      if (spot && !seats.has(spot.seat)) choose(null);
      pieces.update();
      once("space", [spot, now.players.map(({ board, pieces: lying }) => [board, lying])], () => {
        if (!card.contains(document.activeElement)) drawSpace();
      });
      supplies.update(now.players);
    },
  };
  return self;
}
