// The pages of camera and lamps, and the camera's picture that they and the board's page share.

import { parseCell } from "./board.js";
import { ask, decimal, h, memo, s, sign, t } from "./dom.js";

const PICTURE_MS = 350;
const LOOKS = { good: "legal", fair: "notice", poor: "wrong" };
const FLICKERS = /^(pi|usb:.*)$/; // the cameras that see the lamps of a room
const CHECKS = ["flicker", "empty", "grid seen", "size", "perspective", "focus", "exposure", "grain", "glare", "residual", "treasures", "lens"];

/** The camera's picture with an SVG over it that has the picture's own pixels as its units. */
export function makePicture(address, label) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const layer = s("svg", { class: "sketch", role: "img", "aria-label": label });
  const element = h("div", { class: "camera-view" }, canvas, layer);
  const pen = canvas.getContext("2d");
  let timer = 0;
  let running = false;

  async function again() {
    timer = 0;
    if (!running || document.visibilityState === "hidden") return;
    try {
      const answer = await fetch(address, { cache: "no-store" });
      if (answer.ok) {
        const picture = await createImageBitmap(await answer.blob());
        if (canvas.width !== picture.width) Object.assign(canvas, { width: picture.width, height: picture.height });
        pen.drawImage(picture, 0, 0);
        picture.close();
        element.classList.add("there");
      }
    } catch {
      // the network is away; the page says so elsewhere
    }
    if (running) timer = setTimeout(again, PICTURE_MS);
  }
  const wake = () => running && !timer && again();

  return {
    element,
    layer,
    start() {
      if (running) return;
      running = true;
      document.addEventListener("visibilitychange", wake);
      again();
    },
    stop() {
      running = false;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", wake);
    },
    size([width, height]) {
      layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
      element.dataset.shape = width / height > 1.6 ? "wide" : "box";
    },
  };
}

/** Marks on the spaces of the found boards that look covered, in pixels of the camera's picture. */
export function covered({ boards, checks, camera: { size } }) {
  return checks.filter(({ check, board }) => check === "empty" && boards[board - 1]?.middles.length).flatMap(({ board, cells = [], verdict }) =>
    cells.map((name) => {
      const [row, col] = parseCell(name);
      const [x, y] = boards[board - 1].middles[row * boards[board - 1].cols + col];
      return s("circle", { class: `covered ${verdict}`, cx: x, cy: y, r: size[0] / 80 });
    }));
}

/** Where a board should lie: an outline in the middle, as wide as leaves a margin all around. */
export function ghost([width, height]) {
  const space = Math.min((width * 0.84) / 9, (height * 0.84) / 8);
  const [x, y] = [(width - 9 * space) / 2, (height - 8 * space) / 2];
  return [[x, y], [x + 9 * space, y], [x + 9 * space, y + 8 * space], [x, y + 8 * space]];
}

export const path = (points) => `M${points.map((point) => point.join(" ")).join("L")}Z`;

export const camera = {
  open(root, house) {
    this.house = house;
    const choices = h("fieldset", { class: "choices" });
    const mains = h("div", { class: "mains", hidden: true });
    const note = h("p", { class: "small", role: "status" });
    const why = h("p", { class: "small", hidden: true });
    const checks = h("ul", { class: "checks", "aria-label": t("setup.camera.checks") });
    const all = h("p", { class: "sum", role: "status" });
    const picture = makePicture("/api/setup/picture", t("setup.camera.picture"));
    root.append(h("p", { class: "lead" }, t("setup.camera.lead")), h("div", { class: "two-sides" },
      h("div", null, picture.element, note, why), h("div", null, choices, mains, h("h3", null, t("setup.camera.checks")), all, checks)));
    this.parts = { choices, mains, note, why, checks, all, picture, changed: memo() };
    this.learnMains();
  },
  leave() {
    this.parts?.picture.stop();
    this.parts = null;
  },
  /** Ask once which frequencies of the mains there are, and let another be chosen; the camera then opens anew. */
  async learnMains() {
    const { settings } = await ask("/api/settings", undefined, { method: "GET" });
    const one = settings?.find(({ section, key }) => section === "camera" && key === "mains-hz");
    if (!this.parts || !one) return;
    const select = h("select", { id: "mains-hz", "aria-describedby": "mains-bands", onchange: () => this.chooseMains(one.choices[select.selectedIndex]) },
      one.choices.map((hz) => h("option", { value: String(hz) }, t(`setup.camera.hz.${hz}`))));
    this.parts.mains.replaceChildren(h("label", { for: "mains-hz" }, t("setup.camera.mains")), select, h("p", { class: "small", id: "mains-bands" }, t("setup.camera.bands")));
    this.showMains();
  },
  async chooseMains(hz) {
    if (!(await ask("/api/settings", { changes: { camera: { "mains-hz": hz } } })).ok) this.showMains();
  },
  /** What the camera is open for, whoever chose it. */
  showMains() {
    const select = this.parts?.mains.querySelector("select");
    if (select) select.value = String(this.mainsHz);
  },
  way: ({ state }) => (state.camera.source ? "setup.next" : "setup.skip"),
  choose(source) {
    this.parts?.note.replaceChildren(t("setup.camera.opening"));
    return this.house.ask("camera", { source });
  },
  update(state) {
    if (!this.parts) return;
    const { choices, mains, note, why, checks, all, picture, changed } = this.parts;
    mains.hidden = !FLICKERS.test(state.camera.source ?? "");
    this.mainsHz = state.camera.mains_hz;
    changed("mains", this.mainsHz, () => this.showMains());
    changed("choices", [state.offers, state.camera.source], () => choices.replaceChildren(
      h("legend", null, t("setup.camera.which")),
      ...offered(state).map(({ source, label }) => h("label", { class: "choice" },
        h("input", { type: "radio", name: "camera", value: source, checked: source === state.camera.source, onchange: () => this.choose(source) }),
        h("span", null, t(`setup.camera.kind.${source.split(":")[0]}`, { number: source.split(":")[1] ?? "" }), label ? h("small", null, label) : null)))));
    if (state.camera.size) {
      picture.start(); // not before: there is no picture to ask for
      picture.size(state.camera.size);
      picture.layer.replaceChildren(
        ...(state.boards.length ? [...state.boards.map(({ edge }) => s("path", { class: "found", d: path(edge) })), ...covered(state)]
          : [s("path", { class: "ghost", d: path(ghost(state.camera.size)) })]));
    }
    changed("way", Boolean(state.camera.source), () => this.house.ways());
    why.textContent = state.camera.source && !state.camera.text && !state.boards.length && state.looks ? state.why : "";
    why.hidden = !why.textContent;
    note.textContent = !state.camera.source ? t("setup.camera.none") : state.camera.text ? t("setup.camera.trouble", { text: state.camera.text })
      : state.boards.length ? t(state.boards.length === 1 ? "setup.camera.one" : "setup.camera.many", { count: state.boards.length })
      : state.looks ? t("setup.camera.noBoard") : t("setup.camera.looking");
    changed("checks", [state.checks, !state.boards.length], () => {
      checks.replaceChildren(...[...state.checks].sort((one, other) => order(one) - order(other)).map((check) => light(check, state.boards)));
      const worst = state.boards.length && ["poor", "fair", "good"].find((verdict) => state.checks.some((check) => check.verdict === verdict));
      all.replaceChildren(...(worst ? [sign(LOOKS[worst]), t(`setup.camera.all.${worst}`)] : [t("setup.camera.checksLater")]));
      all.dataset.verdict = worst || "";
    });
  },
};

const order = ({ check, verdict }) => ["poor", "fair", "good"].indexOf(verdict) * 20 + (CHECKS.indexOf(check) + 20) % 20;

/** The cameras to choose from; the one in use as well where it is none of them (a recording, say). */
function offered({ offers, camera: { source } }) {
  return !source || offers.some((offer) => offer.source === source) ? offers : [{ source, label: source.slice(0, 60) }, ...offers];
}

/** Checks with two ways to be wrong say which. */
const SIDES = {
  exposure: (value) => (value < 40 ? "-dark" : value > 170 ? "-bright" : "-part"),
  focus: (value) => (value === null ? "-none" : ""),
  empty: (value, name) => (name ? "-known" : ""),
};

/** One check as a traffic light: sign, word, and what to do; a check that this page has no words for keeps its own. */
function light({ board, check, value, verdict, text, cells = [] }, boards) {
  const called = boards[board - 1]?.name ?? "";
  const key = check.replace(" ", "-");
  const name = t(`setup.check.${key}.name`);
  const known = name !== `setup.check.${key}.name`;
  const shown = value === null ? "–" : decimal(value, String(Math.round(value * 1000) / 1000).split(".")[1]?.length ?? 0);
  const kind = `${verdict}${SIDES[check]?.(value, called) ?? ""}`;
  const values = { value: shown, cells: cells.join(", "), name: called };
  const said = [`${kind}${value === 1 ? "-one" : ""}`, kind, verdict].map((form) => t(`setup.check.${key}.${form}`, values)).find((text) => !text.startsWith("setup.")) ?? "";
  return h("li", { class: `check ${verdict}`, "data-check": check }, sign(LOOKS[verdict]),
    h("span", { class: "verdict-word" }, t(`setup.verdict.${verdict}`)),
    h("span", null, h("strong", null, known ? name : check, boards.length > 1 && board ? ` (${t("setup.board.number", { number: board })})` : ""), " ",
      known && said ? said : text));
}

export const lamps = {
  async open(root, house) {
    this.house = house;
    this.changed = memo();
    this.root = root;
    this.names = [];
    this.update(house.state);
  },
  update({ lamps: { mock, count, lit, seen, done } }) {
    if (!this.root?.isConnected) return;
    this.changed("lamps", [mock, count, lit, seen, done], () => {
      const focused = this.root.contains(document.activeElement);
      const ask = (action, body) => this.house.ask(action, body);
      const start = h("button", { type: "button", class: done || lit !== null ? "" : "main", onclick: () => ask("lamps") }, t(done || lit !== null ? "setup.lamps.again" : "setup.lamps.start"));
      if (lit === null && !done) {
        this.root.replaceChildren(h("p", { class: "lead" }, t("setup.lamps.lead", { count })), h("p", { class: "small" }, t("setup.lamps.skip")), h("p", { class: "buttons" }, start));
      } else if (done) {
        const dark = seen.filter((seat) => seat < 0).length;
        this.root.replaceChildren(h("p", { class: "lead", role: "status" }, sign(dark ? "notice" : "legal"), " ", t(dark ? "setup.lamps.dark" : "setup.lamps.done", { dark, count })),
          dark ? h("p", null, t("setup.lamps.wiring")) : "", h("p", { class: "buttons" }, start));
      } else {
        this.root.replaceChildren(h("p", { class: "lead", role: "status" }, t("setup.lamps.which", { number: lit + 1, of: count })),
          mock ? h("p", { class: "small" }, sign("notice"), " ", t("setup.lamps.mock")) : "",
          h("div", { class: "lamp-choice" }, Array.from({ length: count }, (_, seat) => h("button", { type: "button", "aria-disabled": seen.includes(seat) ? "true" : null,
            onclick: () => !seen.includes(seat) && ask("lamp-seen", { seat }) }, bulb(), t("setup.lamps.player", { number: seat + 1 })))),
          h("p", { class: "buttons" }, h("button", { type: "button", onclick: () => ask("lamp-seen", { seat: -1 }) }, t("setup.lamps.none")), start));
      }
      if (focused) this.root.querySelector("button:not([aria-disabled])")?.focus();
    });
  },
  leave() {
    if (this.house?.state?.lamps.lit !== null && this.house?.state?.mode === "setup") this.house.ask("lamps-off");
    this.root = null;
  },
};

const bulb = () => s("svg", { viewBox: "0 0 16 16", class: "sign", "aria-hidden": "true" },
  s("path", { d: "M8 1.8a4.4 4.4 0 0 1 2.2 8.2v1.5H5.8V10A4.4 4.4 0 0 1 8 1.8zM6.3 13.7h3.4" }));
