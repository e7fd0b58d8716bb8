// What the camera sees, with what was read drawn into it, so that anyone understands a doubt.
//
// A still is asked for twice a second while it can be seen and somebody plays. It is drawn on a canvas, so that nothing
// flickers, nothing piles up, and the page's policy need not allow more images. A real camera's picture shows people,
// so it is asked for only when the host wants it.

import { loops, parseCell } from "./board.js";
import { h, memo, s, t } from "./dom.js";

const PAUSE_MS = 500;
const RETRY_MS = 4_000;
const LIMIT_MS = 8_000;
const UNITS = 1000; // of the drawing over the picture, across

export function startPicture(card) {
  const changed = memo();
  const canvas = h("canvas", { role: "img", "aria-label": t("table.picture.alt") });
  const over = s("svg", { class: "seen", "aria-hidden": "true" });
  const frame = h("div", { class: "shot" });
  const pen = canvas.getContext("2d");
  const box = h("input", { type: "checkbox", checked: true, onchange: () => outlines() });
  const asks = h("button", { type: "button", onclick: () => { wanted = due = true; arrange(); wake(); } }, t("table.picture.show"));
  const said = h("p", { class: "note", role: "status" });
  let message = null;
  let wanted = false; // the host wants a real camera's picture
  let playing = false;
  let due = false; // something changed on a table where nobody plays
  let inView = false;
  let asking = null; // an AbortController while a picture is on its way: there is never a second one
  let timer = 0;

  card.lastElementChild.replaceChildren(frame);

  const may = () => message?.simulator ? message.simulator.picture : wanted;
  const watched = () => may() && inView && document.visibilityState !== "hidden";

  function arrange() {
    const drawn = canvas.isConnected;
    const corners = message?.players.some(({ corners: found }) => found);
    frame.hidden = !may();
    card.lastElementChild.replaceChildren(...[may() ? null : asks, frame, said,
      drawn && corners ? h("label", { class: "tick" }, box, h("span", null, t("table.picture.outlines"))) : null].filter(Boolean));
  }

  async function ask() {
    timer = 0;
    if (!watched() || !(playing || due)) return;
    due = false;
    const mine = (asking = new AbortController());
    const limit = setTimeout(() => mine.abort(), LIMIT_MS);
    let pause = RETRY_MS;
    try {
      const answer = await fetch("/api/picture", { signal: mine.signal, cache: "no-store" });
      if (answer.ok) {
        draw(await createImageBitmap(await answer.blob()));
        pause = PAUSE_MS;
      } else if (!message.simulator) {
        said.textContent = (await answer.json()).text;
        wanted = false;
        arrange();
      }
    } catch {
      due = true; // the network is away, which the page says elsewhere, or the page was hidden
    }
    clearTimeout(limit);
    asking = null;
    timer = setTimeout(ask, watched() ? pause : 0);
  }

  function draw(picture) {
    if (canvas.width !== picture.width || canvas.height !== picture.height) {
      Object.assign(canvas, { width: picture.width, height: picture.height });
      over.setAttribute("viewBox", `0 0 ${UNITS} ${(UNITS * picture.height) / picture.width}`);
    }
    pen.drawImage(picture, 0, 0);
    picture.close();
    if (canvas.isConnected) return;
    frame.replaceChildren(canvas, over);
    said.textContent = "";
    arrange();
    outlines();
  }

  /** Every board's grid, pieces and doubts, where the camera sees them. */
  function outlines() {
    if (!box.checked || !canvas.width) return over.replaceChildren();
    const high = canvas.height / canvas.width;
    over.replaceChildren(...message.players.filter(({ corners }) => corners).map((player) => {
      const place = onto(player.corners.map(([x, y]) => [x * UNITS, y * high * UNITS]), player.cols, player.rows);
      const around = (cells) => loops(cells.map(parseCell)).map((loop) => `M${loop.map(([x, y]) => place(x, y).map((v) => v.toFixed(1)).join(" ")).join("L")}Z`).join("");
      const text = (name, sign) => {
        const [row, col] = parseCell(name);
        const [x, y] = place(col + 0.5, row + 0.5);
        const node = s("text", { x, y: y + 9, "text-anchor": "middle" });
        node.textContent = sign;
        return node;
      };
      const all = Array.from({ length: player.rows * player.cols }, (_, i) => [Math.floor(i / player.cols), i % player.cols]);
      const hole = (name) => {
        const [row, col] = parseCell(name);
        const [[x, y], [rim]] = [place(col + 0.5, row + 0.5), place(col + 0.84, row + 0.5)];
        return s("circle", { cx: x, cy: y, r: Math.abs(rim - x), class: "rim" });
      };
      return s("g", null,
        s("path", { class: "edge", d: loops(all).map((loop) => `M${loop.map(([x, y]) => place(x, y).join(" ")).join("L")}Z`).join("") }),
        player.pieces.map((piece) => s("g", { class: `read ${piece.color ?? piece.kind} ${piece.provisional ? "new" : ""}` }, s("path", { d: around(piece.cells) }), piece.hole ? hole(piece.hole) : null)),
        player.differs.map((name) => s("g", { class: "doubt" }, s("path", { d: around([name]) }), text(name, "≠"))),
        player.unknown.filter((name) => !player.differs.includes(name)).map((name) => s("g", { class: "doubt" }, s("path", { d: around([name]) }), text(name, "?"))));
    }));
  }

  const wake = () => {
    if (!watched()) asking?.abort();
    else if (!asking && !timer) ask();
  };

  document.addEventListener("visibilitychange", wake);
  new IntersectionObserver((entries) => {
    inView = entries[entries.length - 1].isIntersecting;
    wake();
  }).observe(card);

  return {
    /** Take a table message. */
    update(next) {
      message = next;
      const { simulator, status, score } = next;
      playing = (simulator ? simulator.playing !== "paused" : wanted) && !score;
      changed("table", [simulator?.playing, simulator?.laid, status.word, score], () => (due = true));
      changed("seen", next.players.map(({ corners, pieces, differs, unknown }) => [corners, pieces, differs, unknown]), outlines);
      changed("arranged", [may(), canvas.isConnected, next.players.some(({ corners }) => corners)], arrange);
      wake();
    },
  };
}

/** The map from board units to the picture that the four corners give, far left first, clockwise (a homography). */
function onto([a, b, c, d], cols, rows) {
  const [sx, sy] = [0, 1].map((i) => a[i] - b[i] + c[i] - d[i]);
  const [[p, q], [r, u]] = [[b[0] - c[0], d[0] - c[0]], [b[1] - c[1], d[1] - c[1]]];
  const whole = p * u - q * r;
  const [g, k] = [(sx * u - q * sy) / whole, (p * sy - sx * r) / whole];
  return (x, y) => {
    const [i, j] = [x / cols, y / rows];
    const w = g * i + k * j + 1;
    return [0, 1].map((n) => ((b[n] - a[n] + g * b[n]) * i + (d[n] - a[n] + k * d[n]) * j + a[n]) / w);
  };
}
