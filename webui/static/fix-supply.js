// What is in the supplies, counted again: the host corrects all of them, a player on the own phone the own one.
//
// What is set is by how much a count is other than the table's, so that what comes in meanwhile is not taken away again.

import { treasure } from "./board.js";
import { h, memo, s, sign, t } from "./dom.js";

const TREASURES = ["berry", "nut", "mushroom", "feather"];
const MOST = 40;

/** Steppers and a button for each supply, as `element`. */
export function makeSupplies(send) {
  const once = memo();
  const element = h("div");
  let rows = new Map(); // seat -> its row

  function makeRow({ seat, name }, several) {
    let purse = {};
    let more = {}; // by kind, as long as it is not saved
    let saving = false;
    const count = (kind) => Math.max(0, Math.min(MOST, (purse[kind] ?? 0) + (more[kind] ?? 0)));
    const touched = () => Object.values(more).some(Boolean);
    const draw = () => {
      for (const [kind, output] of outputs) if (output.textContent !== String(count(kind))) output.textContent = count(kind);
      save.setAttribute("aria-disabled", String(!touched()));
    };
    const step = (kind, by) => {
      if (saving) return;
      more[kind] = Math.max(0, Math.min(MOST, count(kind) + by)) - (purse[kind] ?? 0);
      draw();
    };
    const outputs = new Map(TREASURES.map((kind) => [kind, h("output", { "aria-live": "polite", "aria-label": t(`treasure.${kind}`) })]));
    const save = h("button", { type: "button", class: "main", onclick: async () => {
      if (saving || !touched()) return;
      saving = true;
      const { ok } = await send("purse", { seat, ...Object.fromEntries(TREASURES.map((kind) => [kind, count(kind)])) });
      saving = false;
      if (ok) more = {};
      draw();
    } }, t("fix.save"));
    const row = h("div", { class: "supply-of", role: "group", "aria-label": t("fix.supplyOf", { name }) },
      several ? h("h3", null, name) : null,
      TREASURES.map((kind) => h("div", { class: "stepper", "data-kind": kind },
        s("svg", { viewBox: "-30 -30 60 60", "aria-hidden": "true" }, treasure(kind, "purse")),
        h("button", { type: "button", "aria-label": t("fix.less", { kind: t(`treasure.${kind}`) }), onclick: () => step(kind, -1) }, "−"),
        outputs.get(kind),
        h("button", { type: "button", "aria-label": t("fix.more", { kind: t(`treasure.${kind}`) }), onclick: () => step(kind, 1) }, "+"))), save);
    return {
      row,
      drop: () => (more = {}),
      show(now) {
        purse = now;
        if (!saving) draw(); // else it would count twice what is on its way
      },
    };
  }

  return {
    element,
    /** Forget what was not saved. */
    drop: () => rows.forEach((row) => row.drop()),
    /** Take the players whose supplies can be corrected, as in the table message. */
    update(players) {
      once("rows", players.map(({ seat, name }) => [seat, name]), () => {
        rows = new Map(players.map((player) => [player.seat, makeRow(player, players.length > 1)]));
        element.replaceChildren(...[...rows.values()].map(({ row }) => row));
      });
      players.forEach(({ seat, purse }) => rows.get(seat).show(purse));
    },
  };
}

/** The editor of a player's phone: the supply of `seat`. `changed` is called when it was opened or closed. */
export function startFix({ card, send, changed, seat }) {
  const supplies = makeSupplies(send);
  const heading = h("h2", { id: "fix-title" });
  const close = h("button", { type: "button", class: "quiet close", "aria-label": t("fix.close"), onclick: () => self.toggle() }, sign("back"));
  let message = null;
  card.replaceChildren(h("div", { class: "fix-head" }, heading, close), supplies.element);
  document.addEventListener("keydown", (event) => self.open && event.key === "Escape" && self.toggle());

  const self = {
    open: false,
    toggle(now = message) {
      self.open = !self.open;
      card.hidden = !self.open;
      supplies.drop();
      self.update(now);
      if (self.open) card.scrollIntoView({ block: "nearest" });
      changed();
    },
    /** The boards are shown as they are. */
    seen: (now) => now,
    update(now) {
      message = now;
      const own = now.players.filter((player) => player.seat === seat);
      heading.replaceChildren(t("fix.supplyOf", { name: own[0]?.name ?? "" }));
      supplies.update(own);
    },
  };
  return self;
}
