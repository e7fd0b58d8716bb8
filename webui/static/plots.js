// Small plots as SVG: steps of lines, or bars. Players are told apart by dash and mark as well as by colour.

import { h, s } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [320, 150, 34, 10, 10, 24];
const MARKS = [
  (x, y) => s("circle", { cx: x, cy: y, r: 3.4 }),
  (x, y) => s("path", { d: `M${x - 3.4} ${y - 3.4}h6.8v6.8h-6.8z` }),
  (x, y) => s("path", { d: `M${x} ${y - 4.4}l4.2 7.6h-8.4z` }),
  (x, y) => s("path", { d: `M${x} ${y - 4.6}l4.6 4.6-4.6 4.6-4.6-4.6z` }),
];

const COUNTS = [1, 2, 5, 10, 20, 50];
const SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** Round steps for an axis from 0 that reach `most`: at most five, or six where the last unit is not enough. */
function ticks(most, units = COUNTS) {
  const unit = units.find((each) => 4 * each >= most) ?? Math.ceil(most / 4);
  return Array.from({ length: Math.max(1, Math.ceil(most / unit)) + 1 }, (_, i) => i * unit);
}

function frame(title, count, marks, write) {
  const top = marks[marks.length - 1];
  const x = (i) => LEFT + ((i + 0.5) / count) * (WIDTH - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const label = (at, up, text, anchor) => {
    const node = s("text", { x: at, y: up, "text-anchor": anchor });
    node.textContent = text;
    return node;
  };
  const every = Math.ceil(count / 10);
  const element = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": title },
    marks.map((value) => s("path", { class: "rule-line", d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}` })),
    marks.map((value) => label(LEFT - 5, y(value) + 3.5, write(value), "end")),
    Array.from({ length: count }, (_, i) => ((i + 1) % every === 0 || count <= 10 ? label(x(i), HEIGHT - 8, String(i + 1), "middle") : null)));
  return { element, x, y };
}

/** A line for each player over the turns; `values[turn][player]`. */
export function lines(title, values, names) {
  const { element, x, y } = frame(title, values.length, ticks(Math.max(...values.flat())), String);
  names.forEach((_, player) => {
    const points = values.map((turn, i) => [x(i), y(turn[player])]);
    element.append(s("g", { class: `series series-${player}` },
      s("path", { class: "line", d: points.map(([px, py], i) => `${i ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("") }),
      points.map(([px, py]) => MARKS[player % MARKS.length](px, py))));
  });
  return withLegend(element, names);
}

/** A bar of seconds for each turn in the look of the player whose turn it was. */
export function bars(title, values, players, names, write) {
  const { element, x, y } = frame(title, values.length, ticks(Math.max(...values), SECONDS), write);
  const width = Math.max(2, Math.min(18, (0.7 * (WIDTH - LEFT - RIGHT)) / values.length));
  values.forEach((value, i) => element.append(s("g", { class: `series series-${players[i]}` },
    s("rect", { class: "bar", x: x(i) - width / 2, y: y(value), width, height: Math.max(0, y(0) - y(value)) }),
    names.length > 1 && values.length <= 30 ? MARKS[players[i] % MARKS.length](x(i), y(value)) : null)));
  return withLegend(element, names);
}

function withLegend(element, names) {
  if (names.length < 2) return [element];
  return [element, h("ul", { class: "legend", "aria-hidden": "true" }, names.map((name, i) => h("li", null,
    s("svg", { viewBox: "0 0 30 12", class: "key" }, s("g", { class: `series series-${i}` },
      s("path", { class: "line", d: "M1 6H29" }), MARKS[i % MARKS.length](15, 6))), name)))];
}
