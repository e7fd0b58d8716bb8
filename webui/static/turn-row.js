// Where the numbered row of a solo game lies: its four corners, dragged over the camera's picture and kept as a setting.

import { cornerHandle, inside } from "./corners.js";
import { ask, h, s, t } from "./dom.js";
import { makePicture, path } from "./setup-camera.js";

const SPACES = 12;
const CORNERS = ["farLeft", "farRight", "nearRight", "nearLeft"];
const USUAL = [[0.06, 0.74], [0.94, 0.74], [0.94, 0.92], [0.06, 0.92]];

const style = h("link", { rel: "stylesheet", href: new URL("./corners.css", import.meta.url).href });
document.head.append(style);

/** Opens the picture below `root`; `close` is called when the row is kept, given up, or left as it was. */
export async function showRow(root, close) {
  const said = h("p", { class: "small", role: "status" }, t("solo.row.looking"));
  root.replaceChildren(said);
  const [size, kept] = await Promise.all([sizeOfPicture(), keptRow()]);
  if (!size) return said.replaceChildren(t("solo.row.noPicture"));
  const picture = makePicture("/api/picture", t("solo.row.picture"));
  picture.layer.setAttribute("role", "group");
  picture.size(size);
  const corners = (kept ?? USUAL).map(([x, y]) => inside([x * size[0], y * size[1]], size));

  const lines = s("path", { class: "found" });
  const draw = () => lines.setAttribute("d", path(corners) + Array.from({ length: SPACES - 1 }, (_, n) => {
    const [top, bottom] = [[0, 1], [3, 2]].map(([left, right]) => between(corners[left], corners[right], (n + 1) / SPACES));
    return `M${top.join(" ")}L${bottom.join(" ")}`;
  }).join(""));
  const leave = () => {
    picture.stop();
    root.replaceChildren();
    close();
  };
  const keep = async (row) => {
    if ((await ask("/api/settings", { changes: { table: { "turn-row": row } } })).ok) leave();
  };
  draw();
  picture.layer.replaceChildren(lines, ...corners.map((place, i) => cornerHandle({
    key: String(i), label: t(`solo.row.${CORNERS[i]}`), place, layer: picture.layer, unit: size[0] / 100,
    taken: () => corners[i],
    put: (point, node) => {
      corners[i] = inside(point, size);
      node.setAttribute("transform", `translate(${corners[i].join(" ")})`);
      draw();
    },
    done: () => {},
  })));
  said.replaceChildren(t("solo.row.drag"));
  root.replaceChildren(picture.element, said, h("p", { class: "buttons" },
    h("button", { type: "button", class: "main", onclick: () => keep(corners.map(([x, y]) => [share(x, size[0]), share(y, size[1])])) }, t("solo.row.keep")),
    kept ? h("button", { type: "button", onclick: () => keep(null) }, t("solo.row.forget")) : "",
    h("button", { type: "button", onclick: leave }, t("solo.row.leave"))));
  picture.start();
  root.querySelector(".handle").focus({ preventScroll: true });
}

const share = (value, whole) => Math.round((value / whole) * 10_000) / 10_000;
const between = (one, other, at) => one.map((value, i) => Math.round((value + (other[i] - value) * at) * 10) / 10);

/** Width and height of the camera's picture; null where there is none for this browser. */
async function sizeOfPicture() {
  const answer = await fetch("/api/picture", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return null;
  const picture = await createImageBitmap(await answer.blob());
  const size = [picture.width, picture.height];
  picture.close();
  return size;
}

async function keptRow() {
  const answer = await ask("/api/settings", undefined, { method: "GET" });
  const row = answer.settings?.find(({ section, key }) => section === "table" && key === "turn-row")?.value;
  return row?.length ? row : null;
}
