// The board's page: where each board lies, by corners that can be dragged, and what is printed on it, by tapping.
//
// What a person does is drawn at once and sent a moment later; the answer comes with the next look at the set-up.

import { KINDS, cellName, treasure } from "./board.js";
import { cornerHandle, inside } from "./corners.js";
import { ask, h, memo, s, sign, t } from "./dom.js";
import { covered, ghost, makePicture, path } from "./setup-camera.js";

const CYCLE = [".", "b", "n", "m", "f"];
const SEND_MS = 500; // after the last tap
const DOUBTFUL = 0.9;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const CORNERS = ["farLeft", "farRight", "nearRight", "nearLeft"];

export const board = {
  open(root, house) {
    this.house = house;
    this.changed = memo();
    this.index = 0;
    this.corners = null; // what is being dragged, before it is sent
    this.given = null; // what was tapped, until it has been told
    this.sending = 0;
    const picture = (this.picture = makePicture("/api/setup/picture", t("setup.board.picture")));
    picture.layer.setAttribute("role", "group");
    this.note = h("p", { class: "small", role: "status" });
    this.lacking = h("p", { role: "status" });
    this.doubt = h("section", { class: "doubt", role: "alert", hidden: true });
    this.sure = ""; // the spaces that looked covered when somebody said that the board is empty
    this.tools = h("p", { class: "buttons" });
    this.tabs = h("div", { class: "tabs" });
    this.floor = h("div", { class: "floor" });
    this.followed = h("p", { class: "small", role: "status" });
    this.tapped = {}; // the spaces that a person has seen to, by what their board looks like
    this.naming = h("div", { class: "board-name" });
    root.append(h("p", { class: "lead" }, t("setup.board.lead")), h("div", { class: "two-sides" },
      h("div", null, h("h3", null, t("setup.board.where")), picture.element, this.note, this.lacking, this.doubt, this.tools),
      h("div", null, this.tabs, h("h3", { id: "floor-title" }, t("setup.board.printed")), h("p", { class: "small" }, t("setup.board.tap")), this.floor, this.followed, this.naming)));
    if (house.state.boards.length) house.ask("hold");
    this.learnPlayers();
  },
  leave() {
    this.picture?.stop();
    clearTimeout(this.sending);
    this.picture = null;
  },
  way: ({ state }) => (state.boards.length ? "setup.board.save" : "setup.skip"),
  async next(house) {
    if (!house.state.boards.length) return true; // the page says what is missing; going on is not barred
    await this.rename();
    const doubt = this.doubtful(house.state);
    if (doubt && doubt !== this.sure) {
      this.askEmpty(house.state, doubt);
      return false;
    }
    return house.ask(doubt ? "save-bare" : "save");
  },
  /** The spaces on which something seems to lie, as a text; "" where all boards look empty. */
  doubtful({ checks, boards }) {
    return checks.filter(({ check, verdict, cells }) => check === "empty" && verdict !== "good" && cells?.length)
      .map(({ board, cells }) => (boards.length > 1 ? t("setup.board.onBoard", { cells: cells.join(", "), number: board }) : cells.join(", "))).join("; ");
  },
  /** Before its picture is taken for the empty board, somebody has to say that nothing lies there. */
  askEmpty({ checks, boards }, doubt) {
    const otherwise = checks.some(({ check, verdict, board }) => check === "empty" && verdict !== "good" && boards[board - 1]?.name);
    const again = h("button", { type: "button", class: "main", onclick: () => {
      this.corners = null;
      this.doubt.hidden = true;
      this.house.ask("look");
    } }, t("setup.board.cleared"));
    this.doubt.replaceChildren(h("p", null, sign("notice"), " ", t("setup.board.covered", { cells: doubt })),
      h("p", { class: "small" }, t(`setup.board.${otherwise ? "otherwise" : "coveredWhy"}`)),
      h("p", { class: "buttons" }, again, h("button", { type: "button", onclick: () => {
        this.sure = doubt;
        this.doubt.hidden = true;
        document.getElementById("next").click();
      } }, t("setup.board.isEmpty"))));
    this.doubt.hidden = false;
    again.focus();
  },
  update(state) {
    if (!this.picture) return;
    this.state = state;
    // a look at the set-up that was on its way already knows nothing of what was tapped meanwhile
    if (this.given && state.boards[this.given.board]) Object.assign(state.boards[this.given.board], { floor: this.given.floor, sure: this.given.sure });
    this.index = Math.min(this.index, Math.max(0, state.boards.length - 1));
    if (state.camera.size) {
      this.picture.start();
      this.picture.size(state.camera.size);
    }
    this.changed("way", Boolean(state.boards.length), () => this.house.ways());
    this.note.textContent = !state.camera.source ? t("setup.camera.none") : state.camera.text ? t("setup.camera.trouble", { text: state.camera.text })
      : state.boards.length ? t("setup.board.drag") : state.why ? t("setup.board.why") : t("setup.camera.looking");
    this.changed("lacking", [state.boards.length, this.players], () => this.drawLacking(state.boards.length));
    this.changed("corners", [state.boards.map(({ corners, edge }) => [corners, edge]), state.camera.size, this.doubtful(state), Boolean(this.corners)], () => this.corners || this.drawCorners());
    if (!this.doubtful(state)) this.doubt.hidden = true;
    this.changed("tools", [state.boards.length, state.held, state.camera.source, Boolean(state.camera.size)], () => this.drawTools());
    this.changed("tabs", [state.boards.length, this.index], () => this.drawTabs());
    const one = state.boards[this.index];
    this.changed("floor", [this.index, one?.floor, one?.sure, one?.corners], () => this.drawFloor(one));
    this.changed("name", [this.index, one?.name, state.known, Boolean(one)], () => this.drawName(one));
  },

  // ---- where it lies

  drawCorners() {
    const { boards, camera: { size } } = this.state;
    if (!size) return this.picture.layer.replaceChildren();
    const shown = this.corners ?? boards.map(({ corners }) => corners);
    const focused = this.picture.layer.contains(document.activeElement) ? document.activeElement.dataset.corner : null;
    const unit = size[0] / 100;
    this.picture.layer.replaceChildren(
      ...(shown.length ? [] : [s("path", { class: "ghost", d: path(ghost(size)) })]),
      ...(this.corners ? [] : [...boards.map(({ edge }) => s("path", { class: "found", d: path(edge) })), ...covered(this.state)]),
      ...shown.flatMap((points, i) => [
        this.corners ? s("path", { class: "found", d: path(points) }) : null,
        s("path", { class: "far", d: `M${points[0].join(" ")}L${points[1].join(" ")}` }),
        shown.length > 1 ? this.number(i, points, unit) : null,
        ...points.map((point, j) => this.handle(i, j, point, unit)),
      ].filter(Boolean)));
    if (focused) this.picture.layer.querySelector(`[data-corner="${focused}"]`)?.focus({ preventScroll: true });
  },
  /** Which board this is, in its middle. */
  number(i, points, unit) {
    const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
    return s("text", { class: "board-number", "aria-hidden": "true", x, y, "font-size": 6 * unit }, String(i + 1));
  },
  handle(i, j, [x, y], unit) {
    const label = t("setup.board.corner", { board: i + 1, corner: t(`setup.board.${CORNERS[j]}`), x: Math.round(x), y: Math.round(y) });
    return cornerHandle({
      key: `${i}-${j}`, label, unit, place: [x, y], layer: this.picture.layer,
      taken: () => this.taken()[i][j],
      put: (point, node) => this.put(i, j, point, node),
      done: (pause) => this.send(pause),
    });
  },
  /** The corners as they are dragged; begun with those that were found. */
  taken() {
    return (this.corners ??= this.state.boards.map(({ corners }) => corners.map((point) => [...point])));
  },
  put(i, j, to, node) {
    const point = inside(to, this.state.camera.size);
    this.corners[i][j] = point;
    this.steps = (this.steps ?? 0) + 1;
    node.setAttribute("transform", `translate(${point.join(" ")})`);
    this.picture.layer.querySelectorAll(".found").forEach((line, k) => this.corners[k] && line.setAttribute("d", path(this.corners[k])));
    this.picture.layer.querySelectorAll(".far").forEach((line, k) => line.setAttribute("d", `M${this.corners[k][0].join(" ")}L${this.corners[k][1].join(" ")}`));
  },
  send(pause) {
    clearTimeout(this.sending);
    this.sending = setTimeout(async () => {
      const [boards, steps] = [this.corners, this.steps];
      if (!boards) return;
      const taken = await this.house.ask("corners", { boards });
      // what was moved on meanwhile is sent by its own turn
      if ((this.corners === boards && this.steps === steps) || !taken) this.corners = null;
      if (this.picture) this.drawCorners();
    }, pause);
  },
  drawTools() {
    const { boards, camera: { source, size } } = this.state;
    const button = (key, act, extra = {}) => h("button", { type: "button", onclick: act, ...extra }, t(`setup.board.${key}`));
    this.tools.replaceChildren(...[
      boards.length ? button("turn", async () => {
        await this.giveFloor();
        this.house.ask("turn", { board: this.index });
      }) : null,
      source ? null : button("toCamera", () => this.house.go("camera")),
      boards.length < 4 && size ? button(boards.length ? "add" : "byHand", () => {
        this.corners = [...this.taken(), ghost(this.state.camera.size).map(([x, y]) => [Math.round(x), Math.round(y)])];
        this.drawCorners();
        this.picture.layer.querySelector(`[data-corner="${boards.length}-0"]`).focus();
      }) : null,
      boards.length > 1 ? button("remove", () => this.house.ask("corners", { boards: boards.filter((_, i) => i !== this.index).map(({ corners }) => corners) })) : null,
      source ? button("look", () => {
        this.corners = null;
        this.house.ask("look");
      }) : null,
    ].filter(Boolean));
  },
  drawTabs() {
    const count = this.state.boards.length;
    this.tabs.hidden = count < 2;
    this.tabs.replaceChildren(h("div", { class: "segments", role: "radiogroup", "aria-label": t("setup.board.whose") }, this.state.boards.map((_, i) => h("label", null,
      h("input", { type: "radio", name: "board", checked: i === this.index, onchange: async () => {
        await this.rename();
        this.index = i;
        this.update(this.house.state);
      } }), h("span", null, t("setup.board.number", { number: i + 1 }))))), ...(count > 1 ? [this.drawPlayer()] : []));
  },

  /** The names that were given to the players, by seat; asked once, for who has several boards. */
  async learnPlayers() {
    const { settings } = await ask("/api/settings", undefined, { method: "GET" });
    this.players = settings?.find(({ section, key }) => section === "table" && key === "players")?.value ?? [];
    if (this.picture && this.state) this.changed("tabs", null, () => this.drawTabs());
  },
  /** Who was named and has no board would be missed only when the game has begun without them. */
  drawLacking(boards) {
    const names = this.players?.filter(Boolean).length ?? 0;
    const lacking = boards > 0 && names > boards;
    this.lacking.replaceChildren(...(lacking ? [sign("notice"), " ", t("setup.board.lacking", { names, boards })] : []));
  },
  playerAt(i) {
    return this.players?.[i] || t("setup.board.playerNumber", { number: i + 1 });
  },
  /** Whose board it is: choosing another player makes the two change places. */
  drawPlayer() {
    const select = h("select", { id: "board-player", onchange: async () => {
      await this.rename();
      const other = Number(select.value);
      if (await this.house.ask("swap", { board: this.index, other })) this.index = other;
      this.changed("tabs", null, () => {});
      if (this.picture) this.update(this.house.state);
    } }, this.state.boards.map((_, i) => h("option", { value: String(i), selected: i === this.index }, this.playerAt(i))));
    return h("p", { class: "board-player" }, h("label", { for: "board-player" }, t("setup.board.player")), " ", select);
  },

  // ---- what is printed on it

  drawFloor(one) {
    if (!one) return this.floor.replaceChildren(h("p", { class: "small" }, t("setup.board.notYet")));
    const focused = this.floor.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
    const under = h("canvas", { "aria-hidden": "true" });
    const cells = one.floor.flatMap((row, y) => [...row].map((letter, x) => this.space(one, y, x, letter)));
    const grid = h("div", { class: "spaces", role: "group", "aria-labelledby": "floor-title" }, under, cells);
    grid.addEventListener("keydown", (event) => {
      const step = ARROWS[event.key];
      const at = cells.indexOf(document.activeElement);
      if (!step || at < 0) return;
      event.preventDefault();
      const [x, y] = [(at % one.cols) + step[0], Math.floor(at / one.cols) + step[1]];
      if (x >= 0 && y >= 0 && x < one.cols && y < one.rows) this.walk(cells, cells[y * one.cols + x]);
    });
    this.floor.replaceChildren(grid, h("p", { class: "far-note", "aria-hidden": "true" }, t("setup.board.near")));
    const now = cells.find((cell) => cell.dataset.cell === focused) ?? cells[0];
    now.tabIndex = 0;
    if (focused) now.focus({ preventScroll: true });
    this.underlay(under);
  },
  walk(cells, to) {
    for (const cell of cells) cell.tabIndex = cell === to ? 0 : -1;
    to.focus();
  },
  space(one, y, x, letter) {
    const kind = KINDS[letter];
    const doubtful = kind && one.sure[y][x] < DOUBTFUL;
    const said = `${cellName([y, x])}: ${kind ? t(`treasure.${kind}`) : t("setup.board.plain")}${doubtful ? `, ${t("setup.board.doubtful")}` : ""}`;
    const cell = h("button", { type: "button", class: `space ${doubtful ? "doubtful" : ""}`, tabindex: -1, "data-cell": cellName([y, x]), "data-letter": letter, "aria-label": said, title: said,
      onclick: () => this.cycle(y, x) }, kind ? s("svg", { viewBox: "-26 -26 52 52", "aria-hidden": "true" }, treasure(kind, "print")) : null);
    return cell;
  },
  /** A space that nobody has tapped follows one that shows the same icon: kinds are corrected group by group. */
  cycle(y, x) {
    const one = this.state.boards[this.index];
    const next = CYCLE[(CYCLE.indexOf(one.floor[y][x]) + 1) % CYCLE.length];
    const tapped = (this.tapped[JSON.stringify(one.alike)] ??= new Set()); // of this board's picture
    tapped.add(`${y} ${x}`);
    const group = one.alike?.[y][x];
    const follows = (i, j) => group && KINDS[next] && one.alike[i][j] === group && KINDS[one.floor[i][j]] && !tapped.has(`${i} ${j}`);
    const goes = (i, j) => (i === y && j === x) || follows(i, j);
    const others = one.floor.reduce((sum, row, i) => sum + [...row].filter((_, j) => follows(i, j)).length, 0);
    one.floor = one.floor.map((row, i) => [...row].map((letter, j) => (goes(i, j) ? next : letter)).join(""));
    one.sure = one.sure.map((row, i) => row.map((value, j) => (goes(i, j) ? 1 : value)));
    this.followed.textContent = others ? t("setup.board.followed", { number: others, kind: t(`treasure.${KINDS[next]}`) }) : "";
    this.drawFloor(one); // at once; what was tapped is sent with the taps that follow
    clearTimeout(this.tapping);
    this.given = { board: this.index, floor: one.floor, sure: one.sure };
    this.tapping = setTimeout(() => this.giveFloor(), SEND_MS);
  },
  async giveFloor() {
    clearTimeout(this.tapping);
    const given = this.given;
    if (!given) return true;
    const told = await this.house.ask("floor", { board: given.board, floor: given.floor, name: this.typed() });
    if (this.given === given) this.given = null; // else there were taps meanwhile, which are sent by their own turn
    return told;
  },
  async underlay(canvas) {
    try {
      const answer = await fetch(`/api/setup/board/${this.index}`, { cache: "no-store" });
      if (!answer.ok) return;
      const picture = await createImageBitmap(await answer.blob());
      Object.assign(canvas, { width: picture.width, height: picture.height });
      canvas.getContext("2d").drawImage(picture, 0, 0);
      picture.close();
    } catch {
      // without the picture the grid still stands
    }
  },

  // ---- what it is called

  typed() {
    return this.naming.querySelector("input")?.value.trim() ?? "";
  },
  drawName(one) {
    if (!one) return this.naming.replaceChildren();
    const known = one.name !== "";
    this.naming.replaceChildren(
      h("label", { for: "board-name" }, t("setup.board.name")),
      h("input", { type: "text", id: "board-name", maxlength: 40, value: one.name, autocomplete: "off", list: "known", placeholder: t("setup.board.unnamed") }),
      h("datalist", { id: "known" }, this.state.known.map((name) => h("option", { value: name }))),
      h("p", { class: "small" }, known ? sign("legal") : null, t(known ? "setup.board.known" : "setup.board.why-name")));
  },
  /** Send the treasures and the name as they are now, where they are not what the set-up has. */
  async rename() {
    await this.giveFloor();
    const one = this.state.boards[this.index];
    if (one && this.typed() !== one.name) await this.house.ask("floor", { board: this.index, floor: one.floor, name: this.typed() });
  },
};
