// The page of the leaves: tiles of a box whose colours are others than usual are shown to the camera, one of each size.
//
// What the set-up answers is said on the page itself, where it stays while somebody moves tiles about.

import { h, memo, s, sign, t } from "./dom.js";
import { makePicture, path } from "./setup-camera.js";

// a tile of each size as it may look; the last cell is the one with the hole
const SHAPES = {
  green: [[0, 1], [1, 0], [0, 0]],
  yellow: [[0, 0], [0, 1], [1, 1], [1, 0]],
  red: [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2]],
};
const GAP = 4; // of 100 a cell

const known = ({ leaves }) => leaves.filter(({ looks }) => looks.length).length;

export const leaves = {
  open(root, house) {
    this.house = house;
    this.parts = null;
    this.warned = false;
    if (!house.state.profile) {
      root.replaceChildren(h("p", { class: "lead" }, t("setup.leaves.noBoard")),
        h("button", { type: "button", class: "main", onclick: () => house.go("board") }, t("setup.leaves.toBoard")));
      return;
    }
    const button = (key, act, extra = "") => h("button", { type: "button", class: extra, onclick: act }, t(`setup.leaves.${key}`));
    const parts = (this.parts = {
      changed: memo(),
      picture: makePicture("/api/setup/picture", t("setup.leaves.picture")),
      note: h("p", { class: "small", role: "status" }),
      simulated: h("p", { class: "small", hidden: true }, t("setup.leaves.simulated")),
      lay: button("layThree", () => this.lay(true)),
      take: button("takeThree", () => this.lay(false)),
      these: button("these", () => this.ask("leaves"), "main"),
      forget: button("forget", () => this.ask("leaves-forget"), "quiet"),
      answer: h("p", { class: "answer" }),
      after: h("p", { class: "small", hidden: true }, sign("notice"), " ", t("setup.leaves.after")),
      shades: h("p", { class: "small" }, t("setup.leaves.shades")),
      list: h("ul", { class: "leaf-looks", "aria-labelledby": "leaf-looks-title" }),
    });
    root.replaceChildren(h("p", { class: "lead" }, t("setup.leaves.lead")),
      h("ol", { class: "todo" }, ["lay", "apart", "away"].map((key) => h("li", null, t(`setup.leaves.${key}`)))),
      h("div", { class: "two-sides" },
        h("div", null, parts.picture.element, parts.note, parts.simulated, h("p", { class: "buttons" }, parts.lay, parts.take, parts.these),
          h("div", { class: "answers", "aria-live": "polite" }, parts.answer, parts.after)),
        h("div", null, h("h3", { id: "leaf-looks-title" }, t("setup.leaves.swatches")), parts.list,
          parts.shades, h("p", { class: "buttons" }, parts.forget))));
  },
  leave() {
    this.parts?.picture.stop();
    this.parts = null;
  },
  way: ({ state }) => (!state.profile ? "setup.skip" : known(state) ? "setup.next" : "setup.leaves.usual"),
  update(state) {
    if (!this.parts) return;
    const { changed, picture, note, simulated, lay, take, forget, shades, after, list } = this.parts;
    if (state.camera.size) {
      picture.start();
      picture.size(state.camera.size);
    }
    changed("edges", state.boards.map(({ edge }) => edge), (edges) => picture.layer.replaceChildren(...edges.map((edge) => s("path", { class: "found", d: path(edge) }))));
    note.textContent = state.camera.text ? t("setup.camera.trouble", { text: state.camera.text }) : "";
    note.hidden = !state.camera.text;
    changed("tiles", state.tiles, (lie) => {
      simulated.hidden = lie === null;
      this.swap(lay, take, lie);
      if (lie === false) after.hidden = true;
    });
    changed("leaves", state.leaves, () => list.replaceChildren(...state.leaves.map(row)));
    changed("known", known(state), (some) => {
      if (!some && document.activeElement === forget) this.parts.these.focus();
      forget.hidden = shades.hidden = !some;
      this.house.ways();
    });
  },
  /** Of the simulated table's two buttons the one that does something, with the focus where the other had it. */
  swap(lay, take, lie) {
    const focused = [lay, take].includes(document.activeElement);
    [lay.hidden, take.hidden] = [lie !== false, lie !== true];
    if (focused) (lie ? take : lay).focus();
  },
  async lay(lie) {
    await this.house.ask("simulated-tiles", { lie });
  },
  /** Tiles that still lie there would be taken for pieces of the game: that is said once, then they may stay. */
  async next(house) {
    if (!this.parts || this.warned) return true;
    const reply = await house.tell("leaves-away", {}, (text, mood) => this.told(text, mood));
    this.warned = !reply.ok;
    return reply.ok;
  },
  /** An answer on the page itself. */
  told(text, mood) {
    this.parts.answer.className = `answer ${mood}`;
    this.parts.answer.replaceChildren(sign(mood), h("span", null, text));
    this.parts.answer.scrollIntoView({ block: "nearest" });
  },
  async ask(action) {
    const { these, forget, answer, after } = this.parts;
    this.warned = false;
    if (these.getAttribute("aria-disabled")) return;
    for (const button of [these, forget]) button.setAttribute("aria-disabled", "true");
    const told = (text, mood) => this.parts && this.told(text, mood);
    answer.replaceChildren(); // so that the same answer is said again
    const reply = await this.house.tell(action, {}, told);
    for (const button of [these, forget]) button.removeAttribute("aria-disabled");
    if (!this.parts) return; // somebody went on meanwhile
    const all = known(this.house.state) === this.house.state.leaves.length;
    if (reply.ok) told(reply.text, action === "leaves" && !all ? "notice" : "good");
    after.hidden = !(reply.ok && all);
  },
};

/** One size of tile: as it looks, or only its outline, with sign and word. */
function row({ color, looks }) {
  const seen = looks.length > 0;
  return h("li", { class: seen ? "good" : "open", "data-color": color },
    h("span", { class: "tiles" }, (seen ? looks : [null]).map((look) => tile(SHAPES[color], look))),
    h("span", null, h("span", { class: "verdict-word" }, sign(seen ? "legal" : "open"), t(`setup.leaves.${seen ? "known" : "missing"}`)),
      h("span", { class: "which" }, t(`setup.leaves.which.${color}`))));
}

function tile(cells, look) {
  const [row, col] = cells.at(-1);
  const side = 100 - 2 * GAP;
  const [height, width] = [0, 1].map((axis) => 100 * (1 + Math.max(...cells.map((cell) => cell[axis]))));
  return s("svg", { viewBox: `${width / 2 - 156} ${height / 2 - 156} 312 312`, class: look ? "look" : "look missing", "aria-hidden": "true", fill: look ?? "none" },
    cells.map(([y, x]) => s("rect", { x: 100 * x + GAP, y: 100 * y + GAP, width: side, height: side, rx: 14 })),
    s("circle", { cx: 100 * col + 50, cy: 100 * row + 50, r: 24 }));
}
