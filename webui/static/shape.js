// Geometry of tiles on a grid. A cell is [row, col]; one space is UNIT drawing units.

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

/** Boundary loops of a set of cells, clockwise, as corner points [x, y] in spaces. */
function loops(cells) {
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
export function disc([row, col], radius) {
  const [x, y] = [(col + 0.5) * UNIT, (row + 0.5) * UNIT];
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}
