// A corner over the camera's picture that is dragged with mouse or finger, or moved by the arrow keys.

import { s } from "./dom.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const KEYS_PAUSE_MS = 500; // after the last step by keys

/**
 * One handle of a drawing `layer` whose units are the picture's pixels; `unit` is a hundredth of its width. It is drawn at
 * `place`; `taken()` gives the corner when somebody takes it, `put(point, node)` takes where it was moved, `done(pause)` is
 * called when it was let go.
 */
export function cornerHandle({ key, label, layer, unit, place, taken, put, done }) {
  const node = s("g", { class: "handle", tabindex: 0, role: "button", "data-corner": key, "aria-label": label, transform: `translate(${place.join(" ")})` },
    s("circle", { r: 6 * unit, class: "reach" }), s("circle", { r: 2.1 * unit, class: "ring" }), s("path", { d: `M${-unit} 0H${unit}M0 ${-unit}V${unit}` }));
  const at = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(layer.getScreenCTM().inverse());
    return [point.x, point.y];
  };
  node.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    node.focus({ preventScroll: true });
    node.setPointerCapture(event.pointerId);
    const from = at(event);
    const start = [...taken()];
    const move = (next) => {
      const to = at(next);
      put([start[0] + to[0] - from[0], start[1] + to[1] - from[1]], node);
    };
    const end = () => {
      node.removeEventListener("pointermove", move);
      done(0);
    };
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", end, { once: true });
    node.addEventListener("pointercancel", end, { once: true });
  });
  node.addEventListener("keydown", (event) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const by = event.shiftKey ? 10 : 1;
    const [x, y] = taken();
    put([x + step[0] * by, y + step[1] * by], node);
    done(KEYS_PAUSE_MS);
  });
  return node;
}

/** A point as it lies in a picture of this size, to a tenth of a pixel. */
export const inside = ([x, y], [width, height]) => [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)].map((value) => Math.round(value * 10) / 10);
