// Correct the table by hand: what lies on a space, what is in a supply, and what an earlier turn was.
//
// A space is tapped on its board (or found with the arrow keys) and then what lies there is chosen: two taps.

import { ask } from "./ask.js";
import { animal, cellName, leaf, parseCell, squirrel, treasure } from "./board.js";
import { h, memo, s, sign, t } from "./dom.js";

const TREASURES = ["berry", "nut", "mushroom", "feather"];
const SURFACES = ["floor", "leaf.green", "leaf.yellow", "leaf.red", "hole", ...TREASURES.map((kind) => `token.${kind}`), "squirrel", "animal", "auto"];
const LETTERS = { ".": "floor", g: "leaf.green", y: "leaf.yellow", r: "leaf.red", o: "hole", B: "token.berry", N: "token.nut", M: "token.mushroom", F: "token.feather", s: "squirrel", a: "animal" };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const MOST = 40;

function picture(surface) {
  const [kind, look] = surface.split(".");
  const node = kind === "leaf" ? leaf([[0, 0]], null, look) : kind === "squirrel" ? squirrel([0, 0])
    : kind === "animal" ? animal([[0, 0]], "") : kind === "hole" ? leaf([[0, 0]], [0, 0], "yellow")
    : kind === "token" ? s("g", null, s("rect", { class: "ground", width: 100, height: 100, rx: 18 }), treasure(look, "token", 50, 50))
    : s("rect", { class: "ground", width: 100, height: 100, rx: 18 });
  return surface === "auto" ? sign("camera") : s("svg", { viewBox: "-4 -4 108 108", class: "tile", "aria-hidden": "true" }, node);
}

/** `changed` is called when the editor was opened or closed. */
export function startFix({ card, seats, send, changed }) {
  const once = memo();
  const armed = new WeakSet();
  const parts = Object.fromEntries(["space", "supply", "turns"].map((name) => [name, h("div", { class: name })]));
  let message = null;
  let spot = null; // { seat, cell }
  let drafts = new Map(); // seat -> counts that are not saved yet

  const heading = h("h2", { id: "fix-title", tabindex: -1 }, t("fix.label"));
  const close = h("button", { type: "button", class: "quiet close", "aria-label": t("fix.close"), onclick: () => toggle(message) }, sign("back"));
  card.replaceChildren(h("div", { class: "fix-head" }, heading, close), ...Object.values(parts));

  function toggle(now) {
    message = now;
    self.open = !self.open;
    card.hidden = !self.open;
    document.body.classList.toggle("fixing", self.open);
    drafts = new Map();
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

  function drawSpace() {
    if (!self.open) return;
    if (!spot) return parts.space.replaceChildren(h("p", { class: "note" }, t("fix.hint")));
    const player = message.players.find(({ seat }) => seat === spot.seat);
    const [row, col] = parseCell(spot.cell);
    const lies = LETTERS[player.board[row][col]];
    parts.space.replaceChildren(
      h("p", { class: "asked", id: "fix-asked" }, t(message.players.length > 1 ? "fix.whatOf" : "fix.what", { cell: spot.cell, name: player.name })),
      h("div", { class: "surfaces", role: "group", "aria-labelledby": "fix-asked" }, SURFACES.map((surface) => {
        const name = surface.replace(".", "-");
        return h("button", { type: "button", "data-surface": surface, "aria-pressed": String(surface === lies), onclick: () => say(surface) },
          picture(surface), h("span", null, t(`fix.surface.${name}`)));
      })));
  }

  async function say(surface) {
    const { seat, cell } = spot;
    const reply = await send("spot", { seat, cell, surface });
    if (!reply.ok) return;
    const back = card.contains(document.activeElement) ? seats.get(seat)?.frame : null;
    choose(null);
    back?.focus({ preventScroll: true });
  }

  function drawSupply() {
    parts.supply.replaceChildren(h("details", { open: drafts.size > 0 }, h("summary", null, t("fix.supply")), message.players.map((player) => {
      const counts = drafts.get(player.seat) ?? { ...player.purse };
      const step = (kind, by) => {
        counts[kind] = Math.max(0, Math.min(MOST, (counts[kind] ?? 0) + by));
        drafts.set(player.seat, counts);
        row.querySelector(`[data-kind="${kind}"] output`).textContent = counts[kind];
        save.removeAttribute("aria-disabled");
      };
      const save = h("button", {
        type: "button", class: "main", "aria-disabled": drafts.has(player.seat) ? null : "true",
        onclick: async () => {
          if (!drafts.has(player.seat)) return;
          const reply = await send("purse", { seat: player.seat, ...Object.fromEntries(TREASURES.map((kind) => [kind, counts[kind] ?? 0])) });
          if (!reply.ok) return;
          drafts.delete(player.seat);
          save.setAttribute("aria-disabled", "true");
        },
      }, t("fix.save"));
      const row = h("div", { class: "supply-of", role: "group", "aria-label": t("fix.supplyOf", { name: player.name }) },
        message.players.length > 1 ? h("h3", null, player.name) : null,
        TREASURES.map((kind) => h("div", { class: "stepper", "data-kind": kind },
          s("svg", { viewBox: "-30 -30 60 60", "aria-hidden": "true" }, treasure(kind, "purse")),
          h("button", { type: "button", "aria-label": t("fix.less", { kind: t(`treasure.${kind}`) }), onclick: () => step(kind, -1) }, "−"),
          h("output", { "aria-live": "polite", "aria-label": t(`treasure.${kind}`) }, String(counts[kind] ?? 0)),
          h("button", { type: "button", "aria-label": t("fix.more", { kind: t(`treasure.${kind}`) }), onclick: () => step(kind, 1) }, "+"))), save);
      return row;
    })));
  }

  // ---- earlier turns: their moves are entered again in notation

  const list = h("div", { class: "turn-list" });
  parts.turns.append(h("details", { ontoggle: (event) => event.target.open && drawTurns() }, h("summary", null, t("fix.turns")), list));

  async function drawTurns() {
    list.replaceChildren(h("p", { class: "note" }, t("fix.loading")));
    const reply = await ask("/api/turns", undefined, { method: "GET" });
    const turns = reply.turns ?? [];
    if (!turns.length) return list.replaceChildren(h("p", { class: "note" }, t("fix.noTurns")));
    list.replaceChildren(h("ol", null, [...turns].reverse().map((turn) => h("li", null, h("button", {
      type: "button", "data-turn": turn.number, onclick: () => edit(turn),
    }, h("strong", null, t("turn.plain", turn)), h("span", null, `${message.players.length > 1 ? `${message.players[turn.seat]?.name ?? ""}: ` : ""}${turn.text}`))))));
  }

  function edit(turn) {
    const field = h("textarea", { id: "fix-moves", rows: Math.max(3, turn.moves.length + 1), spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
    field.value = turn.moves.join("\n");
    const refused = h("p", { class: "refused", role: "alert", hidden: true });
    const force = h("button", { type: "button", class: "warn", hidden: true, onclick: () => replace(true) }, t("fix.force"));
    const replace = async (forced) => {
      const moves = field.value.split(/\s+/).filter(Boolean);
      const reply = await send("revise", { turn: turn.number, moves, ...(forced ? { force: true } : {}) });
      if (reply.ok) return drawTurns();
      refused.textContent = reply.text;
      refused.hidden = !reply.text;
      force.hidden = forced;
    };
    list.replaceChildren(h("form", { onsubmit: (event) => { event.preventDefault(); replace(false); } },
      h("label", { for: "fix-moves" }, t("fix.moves", turn)), field,
      h("p", { class: "note" }, t("fix.notation"), " ", h("code", null, "1:leaf:red:c4,c5,d5o,d6,e6")), refused,
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, t("fix.replace")), force,
        h("button", { type: "button", onclick: drawTurns }, t("fix.cancel")))));
    field.focus();
  }

  // ---- the boards

  function arm(seat, { frame, board }) {
    if (armed.has(frame)) return;
    armed.add(frame);
    frame.addEventListener("click", (event) => {
      if (!self.open) return;
      const cell = board.at(event.clientX, event.clientY);
      if (!cell) return;
      const [row, col] = [Math.floor(cell[0]), Math.floor(cell[1])];
      if (row >= 0 && col >= 0 && row < board.rows && col < board.cols) choose({ seat, cell: cellName([row, col]) });
    });
    frame.addEventListener("keydown", (event) => {
      if (!self.open) return;
      const step = ARROWS[event.key];
      if (step) {
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
    /** Take a table message. */
    update(now) {
      message = now;
      for (const [seat, one] of seats) arm(seat, one);
      if (!self.open) return;
      if (spot && !seats.has(spot.seat)) choose(null);
      once("space", [spot, now.players.map(({ board }) => board)], () => {
        if (!card.contains(document.activeElement)) drawSpace();
      });
      if (!drafts.size) once("supply", now.players.map(({ name, purse }) => [name, purse]), drawSupply);
    },
  };
  return self;
}
