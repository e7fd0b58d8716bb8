// One player's board as a drawing: floor, pieces as one shape each, tokens, and what the table says about single spaces.

import { s, t } from "./dom.js";

// ---- geometry: a cell is [row, col]; one space is UNIT drawing units

export const UNIT = 100;

export const cellName = ([row, col]) => String.fromCharCode(97 + col) + (row + 1);
export const parseCell = (name) => [Number(name.slice(1)) - 1, name.charCodeAt(0) - 97];

/** A tile flipped left to right first, then turned clockwise by quarter turns; its box starts at row 0, column 0. */
export function oriented(tile, turns, flipped) {
  let cells = [...tile.cells, ...(tile.hole ? [tile.hole] : [])];
  if (flipped) cells = cells.map(([row, col]) => [row, -col]);
  for (let i = 0; i < turns; i++) cells = cells.map(([row, col]) => [col, -row]);
  const top = Math.min(...cells.map(([row]) => row));
  const left = Math.min(...cells.map(([, col]) => col));
  cells = cells.map(([row, col]) => [row - top, col - left]);
  const hole = tile.hole ? cells.pop() : null;
  return {
    cells,
    hole,
    height: Math.max(...cells.map(([row]) => row)) + 1,
    width: Math.max(...cells.map(([, col]) => col)) + 1,
  };
}

/** The cell of a shape that the pointer holds it by: the one nearest to its middle. */
export function grip({ cells }) {
  const mean = [0, 1].map((i) => cells.reduce((sum, cell) => sum + cell[i], 0) / cells.length);
  const far = ([row, col]) => (row - mean[0]) ** 2 + (col - mean[1]) ** 2;
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

/** A thing in the hand, whose `turns` and `flipped` say how it lies, turned clockwise by a quarter. */
export const turned = (thing) => ({ ...thing, turns: (thing.turns + 1) % 4 });

/** It is flipped left to right as it is seen, whichever way it was turned: so the turns run backwards. */
export const turnedOver = (thing) => ({ ...thing, turns: (4 - thing.turns) % 4, flipped: !thing.flipped });

/** The nearest place for a box where it lies wholly on the board. */
export function kept(at, { rows, cols }, { height, width }) {
  return { ...at, row: Math.max(0, Math.min(rows - height, at.row)), col: Math.max(0, Math.min(cols - width, at.col)) };
}

/** The board under a point of the window, with the cell in fractions; null where there is none. */
export function boardUnder(seats, x, y) {
  for (const [seat, { board }] of seats) {
    const cell = board.at(x, y);
    if (cell) return { seat, cell };
  }
  return null;
}

/** Boundary loops of a set of cells, clockwise, as corner points [x, y] in spaces. */
export function loops(cells) {
  const edges = new Map();
  const add = (x0, y0, x1, y1) => {
    const back = `${x1},${y1},${x0},${y0}`;
    if (!edges.delete(back)) edges.set(`${x0},${y0},${x1},${y1}`, [x0, y0, x1, y1]);
  };
  for (const [row, col] of cells) {
    add(col, row, col + 1, row);
    add(col + 1, row, col + 1, row + 1);
    add(col + 1, row + 1, col, row + 1);
    add(col, row + 1, col, row);
  }
  const found = [];
  while (edges.size) {
    const [key, first] = edges.entries().next().value;
    edges.delete(key);
    const loop = [first];
    for (;;) {
      const [x0, y0, x, y] = loop[loop.length - 1];
      if (x === first[0] && y === first[1]) break;
      const [dx, dy] = [x - x0, y - y0];
      // where two cells touch at a corner only, turn right, so that each keeps its own outline
      const next = [[-dy, dx], [dx, dy], [dy, -dx]].map(([a, b]) => `${x},${y},${x + a},${y + b}`).find((k) => edges.has(k));
      loop.push(edges.get(next));
      edges.delete(next);
    }
    found.push(loop);
  }
  return found;
}

/** The outline of a set of cells as path data, drawn in by `inset` and rounded by `radius` drawing units. */
export function outline(cells, inset = 5, radius = 20) {
  let path = "";
  for (const loop of loops(cells)) {
    const corners = [];
    loop.forEach(([x0, y0, x1, y1], i) => {
      const [, , x2, y2] = loop[(i + 1) % loop.length];
      const [a, b] = [[x1 - x0, y1 - y0], [x2 - x1, y2 - y1]];
      if (a[0] !== b[0] || a[1] !== b[1]) corners.push({ x: x1, y: y1, a, b });
    });
    corners.forEach(({ x, y, a, b }, i) => {
      const px = x * UNIT + inset * (-a[1] - b[1]);
      const py = y * UNIT + inset * (a[0] + b[0]);
      path += `${i ? "L" : "M"}${px - a[0] * radius} ${py - a[1] * radius}Q${px} ${py} ${px + b[0] * radius} ${py + b[1] * radius}`;
    });
    path += "Z";
  }
  return path;
}

/** A circle as path data, to be cut out of an outline with the even-odd rule. */
function disc([row, col], radius) {
  const [x, y] = [(col + 0.5) * UNIT, (row + 0.5) * UNIT];
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

// ---- drawing

const MARGIN = 46;
const COLORS = { g: "green", y: "yellow", r: "red" };
export const KINDS = { b: "berry", n: "nut", m: "mushroom", f: "feather" };
const HOLE_RADIUS = 34;

// Each treasure has its own outline, so that shape, letter and colour all tell it. Drawn about 0, 0.
const BADGES = {
  berry: "M0-22A22 22 0 1 1 0 22A22 22 0 1 1 0-22Z",
  nut: "M0-24L21-12V12L0 24L-21 12V-12Z",
  mushroom: "M-24 5C-24-13-13-22 0-22S24-13 24 5C24 9 21 10 17 10H10V18C10 22 7 23 0 23S-10 22-10 18V10H-17C-21 10-24 9-24 5Z",
  feather: "M-21 21C-26-2-8-23 21-21C25 6 4 26-21 21Z",
};

/** A treasure as its badge with its letter; `look` is "print", "token" or "purse". */
export function treasure(kind, look, x = 0, y = 0) {
  const letter = s("text", { "text-anchor": "middle", dy: kind === "mushroom" ? 5 : 9 });
  letter.textContent = t(`treasureLetter.${kind}`);
  return s("g", { class: `treasure ${look} ${kind}`, transform: `translate(${x} ${y})` },
    look === "token" ? s("circle", { r: 32, class: "rim" }) : null, s("path", { d: BADGES[kind] }), letter);
}

const middle = ([row, col]) => [(col + 0.5) * UNIT, (row + 0.5) * UNIT];

/** The hatching that tells the leaf colours apart without colour; once a document. */
export function hatching() {
  // small pictures take the coarse form, or the lines would melt together
  const pattern = (id, size, ...shapes) => ["", "-coarse"].map((form) => s("pattern", {
    id: id + form, width: size, height: size, patternUnits: "userSpaceOnUse", class: "hatch",
    patternTransform: form ? "scale(2)" : null,
  }, shapes.map((shape) => shape.cloneNode())));
  return s("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" }, s("defs", null,
    pattern("hatch-green", 24, s("path", { d: "M-6 30 30-6M-6 6 6-6M18 30 30 18" })),
    pattern("hatch-yellow", 22, s("circle", { cx: 6, cy: 6, r: 3.6 }), s("circle", { cx: 17, cy: 17, r: 3.6 })),
    pattern("hatch-red", 28, s("path", { d: "M0 7 7 14 14 7 21 14 28 7M0 21 7 28 14 21 21 28 28 21" }))  ));
}

/** A leaf tile: outline with the round hole cut out, and its hatching. */
export function leaf(cells, hole, color, extra = "", form = "") {
  const d = outline(cells) + (hole ? disc(hole, HOLE_RADIUS) : "");
  const group = s("g", { class: `piece leaf ${color} ${extra}` },
    s("path", { d, class: "body", "fill-rule": "evenodd" }),
    s("path", { d, class: "hatched", "fill-rule": "evenodd", fill: `url(#hatch-${color}${form})` }));
  if (hole) group.append(s("circle", { cx: middle(hole)[0], cy: middle(hole)[1], r: HOLE_RADIUS, class: "edge" }));
  return group;
}

/** A squirrel on one cell. */
export function squirrel(cell, extra = "") {
  const [x, y] = middle(cell);
  return s("g", { class: `piece squirrel ${extra}` }, s("path", { d: outline([cell]), class: "body" }),
    s("g", { class: "figure", transform: `translate(${x} ${y})` },
      s("path", { class: "tail", d: "M8 26C30 26 33-2 24-16C16-28-2-25-1-13C0-5 10-4 12-11" }),
      s("path", { d: "M-1-6C9-2 14 10 10 26H-14C-20 26-19 20-14 20C-16 14-15 8-11 4C-20 4-26-1-25-6L-19-11L-19-20L-13-14C-6-14-2-11-1-6Z" })));
}

/** A leaf tile as a small picture; all tiles share one scale. */
export function tilePicture(tile, turns = 0, flipped = false) {
  const shape = oriented(tile, turns, flipped);
  const [width, height] = [shape.width * UNIT, shape.height * UNIT];
  const side = Math.max(3 * UNIT, width, height);
  return s("svg", { viewBox: `${(width - side) / 2} ${(height - side) / 2} ${side} ${side}`, class: "tile", "aria-hidden": "true" },
    leaf(shape.cells, shape.hole, tile.color, "", "-coarse"));
}

export const tileText = (tile) => t("tile.label", { color: t(`color.${tile.color}`), id: tile.id, size: tile.cells.length });

export function animal(cells, name, extra = "") {
  // the name stands across two neighbouring cells where there are two
  const key = new Set(cells.map(String));
  const wide = cells.find(([row, col]) => key.has(String([row, col + 1])));
  const [x, y] = wide ? [(wide[1] + 1) * UNIT, (wide[0] + 0.5) * UNIT] : middle(cells[0]);
  const text = s("text", { x, y: y + 9, "text-anchor": "middle", class: wide ? "" : "narrow" });
  text.textContent = animalName(name);
  return s("g", { class: `piece animal ${extra}` }, s("path", { d: outline(cells), class: "body" }),
    s("path", { d: outline(cells, 13, 14), class: "inner" }), text);
}

/** What a person said of a single space: nobody knows of which piece it is. */
function alone(sign, cell) {
  if (COLORS[sign]) return leaf([cell], null, COLORS[sign]);
  if (sign === "s") return squirrel(cell);
  if (sign === "a") return animal([cell], "");
  return sign === "o" ? s("g", { class: "piece leaf unnamed" },
    s("path", { d: outline([cell]) + disc(cell, HOLE_RADIUS), class: "body", "fill-rule": "evenodd" })) : null;
}

const titled = (node, text) => {
  const title = s("title");
  title.textContent = text;
  node.prepend(title);
  return node;
};

/** What a piece is, in words. */
export function pieceText(piece) {
  const cells = piece.cells.join(" ");
  let text = piece.kind === "animal" ? t("piece.animal", { name: animalName(piece.name), cells })
    : piece.kind === "squirrel" ? t("piece.squirrel", { cells })
    : t("piece.leaf", { color: t(`color.${piece.color}`), cells });
  if (piece.hole) text += `, ${t("piece.hole", { hole: piece.hole })}`;
  return piece.provisional ? `${text} (${t("piece.provisional")})` : text;
}

/** An animal's name in the page's language, where it is known there. */
export function animalName(name) {
  const key = `beast.${(name ?? "").toLowerCase()}`;
  const known = t(key);
  return known === key ? name ?? "" : known;
}

/** A piece of the table message. */
export function drawn(piece, extra = "") {
  const cells = piece.cells.map(parseCell);
  return piece.kind === "animal" ? animal(cells, piece.name, extra)
    : piece.kind === "squirrel" ? squirrel(cells[0], extra)
    : leaf(cells, piece.hole ? parseCell(piece.hole) : null, piece.color, extra);
}

/** An SVG board with layers that are redrawn one by one: `floor` once, `pieces` and `marks` when they change. */
export function makeBoard(player) {
  const [rows, cols] = [player.rows, player.cols];
  const layers = Object.fromEntries(["floor", "pieces", "areas", "marks", "hints", "play", "edit", "cursor"].map((name) => [name, s("g", { class: name })]));
  const element = s("svg", {
    viewBox: `${-MARGIN} ${-MARGIN} ${cols * UNIT + 2 * MARGIN} ${rows * UNIT + 2 * MARGIN}`,
    class: "board", role: "img",
  }, Object.values(layers));
  let known = null;

  function drawFloor(p) {
    layers.floor.replaceChildren(
      s("rect", { class: "ground", x: -12, y: -12, width: cols * UNIT + 24, height: rows * UNIT + 24, rx: 26 }),
      s("path", { class: "grid", d:
        Array.from({ length: rows - 1 }, (_, i) => `M0 ${(i + 1) * UNIT}H${cols * UNIT}`).join("") +
        Array.from({ length: cols - 1 }, (_, i) => `M${(i + 1) * UNIT} 0V${rows * UNIT}`).join("") }),
      ...p.areas.map((area) => s("path", { class: "area", d: outline(area.cells.map(parseCell), 0, 1) })),
      ...Array.from({ length: cols }, (_, i) => coordinate((i + 0.5) * UNIT, -22, String.fromCharCode(97 + i))),
      ...Array.from({ length: rows }, (_, i) => coordinate(-29, (i + 0.5) * UNIT + 8, String(i + 1))),
      ...eachCell(p.floor, (sign, cell) => (KINDS[sign] ? treasure(KINDS[sign], "print", ...middle(cell)) : null)));
    // once more over the pieces, faintly, because an area counts although its border is covered; a complete one is framed
    const open = p.areas.filter((area) => !area.complete);
    layers.areas.replaceChildren(...[...open, ...p.areas.filter((area) => area.complete)].map((area) =>
      s("path", { class: area.complete ? "over complete" : "over", d: outline(area.cells.map(parseCell), area.complete ? 3 : 0, area.complete ? 14 : 1) })));
  }

  function drawPieces(p) {
    const keys = new Set();
    const nodes = p.pieces.map((piece) => {
      const key = `${piece.kind}${piece.color}${piece.cells}`;
      keys.add(key);
      return titled(drawn(piece, `${piece.provisional ? "provisional" : ""} ${known && !known.has(key) ? "fresh" : ""}`), pieceText(piece));
    });
    known = keys;
    // leaves first: animals lie on them
    const leaves = nodes.filter((node) => !node.classList.contains("animal"));
    const animals = nodes.filter((node) => node.classList.contains("animal"));
    const covered = new Set(p.pieces.flatMap((piece) => piece.cells));
    const loose = eachCell(p.board, (sign, cell) => (covered.has(cellName(cell)) ? null : alone(sign, cell)));
    const tokens = eachCell(p.board, (sign, cell) =>
      "BNMF".includes(sign) ? treasure(KINDS[sign.toLowerCase()], "token", ...middle(cell)) : null);
    layers.pieces.replaceChildren(...leaves, ...loose, ...tokens, ...animals);
  }

  function drawMarks(p, mood, spots) {
    const box = (name, inset, extra) => s("path", { d: outline([parseCell(name)], inset, 16), class: extra });
    layers.marks.replaceChildren(
      ...p.unknown.filter((name) => !p.differs.includes(name)).map((name) => s("g", { class: "unknown" }, box(name, 8, "veil"), glyph(name, "?"))),
      ...p.differs.map((name) => s("g", { class: "differs" }, box(name, 12, "ring"), glyph(name, "≠"))),
      ...spots.map((name) => s("g", { class: `spot ${mood ?? "notice"}` }, box(name, 9, "halo"), box(name, 9, "ring"),
        mood === "wrong" ? cross(parseCell(name)) : null)));
  }

  return {
    element,
    rows,
    cols,
    layers,
    floor: drawFloor,
    pieces: drawPieces,
    marks: drawMarks,
    /** Show what an answer speaks of: its pieces as they would lie, and its spots. */
    hint(spots, pieces = []) {
      layers.hints.replaceChildren(...pieces.map((piece) => drawn(piece, "hinted")),
        ...spots.map((name) => s("path", { class: "hint", d: outline([parseCell(name)], 6, 18) })));
    },
    /** Mark the space that is about to be corrected; null takes the mark away. */
    cursor(name) {
      layers.cursor.replaceChildren(...(name ? [s("path", { d: outline([parseCell(name)], 3, 14) })] : []));
    },
    /** The cell under a point of the window as [row, col] in fractions, or null when it is beside the board. */
    at(clientX, clientY) {
      const matrix = element.getScreenCTM();
      if (!matrix) return null;
      const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
      const [row, col] = [point.y / UNIT, point.x / UNIT];
      return row < -0.4 || col < -0.4 || row > rows + 0.4 || col > cols + 0.4 ? null : [row, col];
    },
  };
}

/** What a pointer carries where no board is under it, as large as it is on the boards. */
export function makeCarried() {
  const element = s("svg", { class: "carried", "aria-hidden": "true" });
  document.body.append(element);
  return {
    /** Shows `node`, drawn from 0, 0 in a box of this shape, held by the middle of the cell `gripped`. */
    show(seats, { clientX, clientY }, node, { width, height }, [row, col]) {
      const scale = seats.values().next().value.board.element.getScreenCTM().a;
      element.replaceChildren(node);
      element.setAttribute("viewBox", `0 0 ${width * UNIT} ${height * UNIT}`);
      element.setAttribute("width", width * UNIT * scale);
      element.setAttribute("height", height * UNIT * scale);
      element.style.transform = `translate(${clientX - (col + 0.5) * UNIT * scale}px, ${clientY - (row + 0.5) * UNIT * scale}px)`;
      element.classList.add("shown");
    },
    hide: () => element.classList.remove("shown"),
  };
}

const eachCell = (lines, draw) =>
  lines.flatMap((line, row) => [...line].map((sign, col) => draw(sign, [row, col]))).filter((node) => node !== null);

function coordinate(x, y, text) {
  const node = s("text", { x, y, class: "coordinate", "text-anchor": "middle", "aria-hidden": "true" });
  node.textContent = text;
  return node;
}

function glyph(name, text) {
  const [x, y] = middle(parseCell(name));
  const node = s("text", { x, y: y + 17, "text-anchor": "middle", class: "glyph" });
  node.textContent = text;
  return node;
}

function cross(cell) {
  const [x, y] = middle(cell);
  return s("path", { class: "cross", d: `M${x - 17} ${y - 17}l34 34M${x + 17} ${y - 17}l-34 34` });
}
