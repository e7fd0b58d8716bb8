// Earlier turns put right: drawn on the board as it lay after them, or their moves entered again in notation.

import { KINDS, parseCell } from "./board.js";
import { ask, h, t } from "./dom.js";

const SIGNS = { floor: ".", "leaf.green": "g", "leaf.yellow": "y", "leaf.red": "r", hole: "o", "token.berry": "B", "token.nut": "N", "token.mushroom": "M", "token.feather": "F", squirrel: "s", animal: "a" };
const QUIET = { mood: null, text: "", rule: null, remedy: "", spots: [] };

/** `players()` are those of the table message; `redraw()` is called when the boards shall be shown otherwise. */
export function startTurns({ element, seats, send, players, redraw }) {
  const list = h("div", { class: "turn-list" });
  const box = h("details", { ontoggle: () => box.open && !past && listed() }, h("summary", null, t("fix.turns")), list);
  let past = null; // { turn, after: the players after it, shown: its player as drawn, told: what was said of spaces, before }
  let peeking = false;
  element.append(box);

  const name = (seat) => players()[seat]?.name ?? "";
  const note = (text) => h("p", { class: "note" }, text);

  async function listed(said = "") {
    list.replaceChildren(note(t("fix.loading")));
    const { turns = [] } = await ask("/api/turns", undefined, { method: "GET" });
    if (past) return;
    list.replaceChildren(said ? h("p", { class: "changes", role: "status" }, said) : "", turns.length ? h("ol", null, [...turns].reverse().map((turn) => h("li", null, h("button", {
      type: "button", "data-turn": turn.number, onclick: () => chosen(turn, turn === turns[turns.length - 1]),
    }, h("strong", null, t("turn.plain", turn)), h("span", null, `${players().length > 1 ? `${name(turn.seat)}: ` : ""}${turn.text}`))))) : note(t("fix.noTurns")));
  }

  /** A turn that is still going on is not drawn here: it is put right on the board as it is. */
  function chosen(turn, present) {
    const drawable = !present && seats.has(turn.seat);
    const written = h("div");
    list.replaceChildren(h("h3", null, t("turn.plain", turn)), note(turn.text),
      drawable ? h("div", { class: "buttons" }, h("button", { type: "button", class: "main", "data-act": "draw", onclick: () => draw(turn) }, t("fix.past.draw"))) : note(t("fix.past.present")),
      h("details", { open: !drawable, class: "written" }, h("summary", null, t("fix.past.written")), written),
      h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => listed() }, t("fix.cancel"))));
    written.append(...notation(turn));
    (drawable ? list.querySelector("button") : list.querySelector("textarea")).focus();
  }

  // ---- asking for it: what would become illegal is said first, and can be kept as the table's decision

  /** Where a refusal stands, with its way on; `ways` are further readings of what was drawn. */
  function refusals(insist) {
    const said = h("div", { class: "refused", role: "alert", hidden: true });
    return {
      said,
      tell({ text, answers = [] }, forced, choose) {
        said.hidden = !text;
        said.replaceChildren(h("p", null, text), h("div", { class: "buttons" },
          answers.map(({ label, moves }) => h("button", { type: "button", onclick: () => choose(moves) }, label)),
          answers.length || forced ? "" : h("button", { type: "button", class: "warn", onclick: insist }, t("fix.force"))));
        said.scrollIntoView({ block: "nearest" });
      },
    };
  }

  async function replace(command, body, refused, forced, again) {
    const reply = await send(command, { ...body, ...(forced ? { force: true } : {}) });
    if (!reply.ok) return refused.tell(reply, forced, again);
    past = null;
    peeking = false;
    redraw();
    listed(reply.text);
  }

  // ---- in notation

  function notation(turn) {
    const field = h("textarea", { id: "fix-moves", rows: Math.max(3, turn.moves.length + 1), spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
    field.value = turn.moves.join("\n");
    const refused = refusals(() => put(true));
    const put = (forced) => replace("revise", { turn: turn.number, moves: field.value.split(/\s+/).filter(Boolean) }, refused, forced);
    return [h("form", { onsubmit: (event) => { event.preventDefault(); put(false); } },
      h("label", { for: "fix-moves" }, t("fix.moves", turn)), field,
      note([t("fix.notation"), " ", h("code", null, "1:leaf:red:c4,c5,d5o,d6,e6")]), refused.said,
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, t("fix.replace"))))];
  }

  // ---- drawn

  async function draw(turn) {
    const reply = await ask(`/api/turns/${turn.number}`, undefined, { method: "GET" });
    if (!reply.ok) return;
    past = { turn, before: reply.before, after: reply.after };
    begin();
    redraw();
    seats.get(turn.seat).frame.scrollIntoView({ block: "nearest" });
    seats.get(turn.seat).frame.focus({ preventScroll: true });
  }

  function begin() {
    const { board, pieces } = past.after[past.turn.seat];
    Object.assign(past, { told: {}, board: board.map((row) => [...row]), pieces });
    drawn();
  }

  function drawn() {
    const { turn, told } = past;
    const refused = refusals(() => put(true));
    const changed = Object.keys(told).length > 0;
    const body = () => ({ turn: turn.number, surfaces: past.told });
    const put = (forced) => Object.keys(past.told).length && replace("redraw", body(), refused, forced, (moves) =>
      replace("revise", { turn: turn.number, moves }, refused, forced));
    const peek = h("button", { type: "button", "aria-pressed": String(peeking), onclick: () => { peeking = !peeking; peek.setAttribute("aria-pressed", String(peeking)); redraw(); } }, t("fix.past.before"));
    list.replaceChildren(
      h("h3", null, t(players().length > 1 ? "fix.past.titleOf" : "fix.past.title", { number: turn.number, name: name(turn.seat) })), note(turn.text), refused.said,
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "main", "data-act": "replace", "aria-disabled": changed ? null : "true", onclick: () => put(false) }, t("fix.replace")),
        h("button", { type: "button", "aria-disabled": changed ? null : "true", onclick: () => { if (changed) { begin(); redraw(); } } }, t("fix.past.reset")), peek,
        h("button", { type: "button", onclick: leave }, t("fix.cancel"))));
  }

  function leave() {
    if (!past) return;
    past = null;
    peeking = false;
    redraw();
    listed();
  }

  /** The piece as it lies after what was said of its spaces; null where it is whole no more. */
  function whole(piece, board) {
    const sees = (cell) => {
      const [row, col] = parseCell(cell);
      return board[row][col];
    };
    const right = { squirrel: "s", animal: "a" }[piece.kind];
    return piece.cells.every((cell) => right ? sees(cell) === right
      : cell === piece.hole ? "oBNMFa".includes(sees(cell)) : sees(cell) === piece.color[0]);
  }

  function loose(board, pieces) {
    const kinds = { s: { kind: "squirrel" }, a: { kind: "animal", name: "" }, o: { kind: "leaf", color: "yellow" } };
    const taken = (cell, sign) => pieces.some(({ cells, kind, hole }) => cells.includes(cell) && (sign === "s" || sign === "a" ? kind === { s: "squirrel", a: "animal" }[sign] : hole === cell));
    return Object.keys(past.told).flatMap((cell) => {
      const [row, col] = parseCell(cell);
      const found = kinds[board[row][col]];
      return found && !taken(cell, board[row][col]) ? [{ color: null, name: null, ...found, cells: [cell], hole: found.kind === "leaf" ? cell : null, provisional: true }] : [];
    });
  }

  /** What a leaf's hole shows where it was drawn: the token of what is printed below it, if it got one where it lay (R5.1). */
  function shown(surface, moved) {
    const printed = (cell) => {
      const [row, col] = parseCell(cell);
      return KINDS[players()[past.turn.seat].floor[row][col]];
    };
    const got = surface !== "hole" || !printed(moved.from.hole);
    return got && printed(moved.hole) ? `token.${printed(moved.hole)}` : "hole";
  }

  return {
    /** Whose board is being drawn as it was; null while none is. */
    get seat() {
      return past?.turn.seat ?? null;
    },
    /** Whether the boards are shown as they can be changed, not as they were before the turn. */
    get open() {
      return !peeking;
    },
    leave,
    /** What lies on spaces of the drawn board; always taken. */
    tell(surfaces, moved) {
      const was = past.after[past.turn.seat].board;
      if (moved?.kind === "leaf" && moved.hole) surfaces[moved.hole] = shown(surfaces[moved.hole], moved);
      for (const [cell, surface] of Object.entries(surfaces)) {
        const [row, col] = parseCell(cell);
        if (was[row]?.[col] === undefined) continue;
        past.board[row][col] = SIGNS[surface];
        if (was[row][col] === SIGNS[surface]) delete past.told[cell];
        else past.told[cell] = surface;
      }
      const kept = past.pieces.filter((piece) => whole(piece, past.board));
      const lies = moved && moved.kind !== "token" && !kept.some(({ kind, cells }) => kind === moved.kind && String(cells) === String(moved.cells));
      past.pieces = lies ? [...kept, { ...moved, provisional: true }] : kept;
      peeking = false;
      drawn();
      redraw();
      return true;
    },
    /** The table message as the boards shall show it. */
    seen(message) {
      if (!past) return message;
      const { turn, before, after, board, pieces } = past;
      const lain = (player) => {
        if (peeking) return { ...player, ...before[player.seat] };
        if (player.seat !== turn.seat) return { ...player, ...after[player.seat] };
        return { ...player, ...after[player.seat], board: board.map((row) => row.join("")), pieces: [...pieces, ...loose(board, pieces)] };
      };
      const named = message.players.map((player) => ({ ...lain(player), name: player.name, unknown: [], differs: [], animals: [] }));
      return { ...message, players: named, verdict: QUIET, guide: null, pending_undo: null, turn: { ...message.turn, number: turn.number, seat: turn.seat } };
    },
  };
}
