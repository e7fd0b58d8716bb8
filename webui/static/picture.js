// What the simulated table's camera sees: a still, asked for twice a second while it can be seen and somebody plays.
//
// It is drawn on a canvas, so that nothing flickers, nothing piles up, and the page's policy need not allow more images.

import { h, memo, t } from "./dom.js";

const PAUSE_MS = 500;
const RETRY_MS = 4_000;
const LIMIT_MS = 8_000;

export function startPicture(card) {
  const changed = memo();
  const canvas = h("canvas", { role: "img", "aria-label": t("table.picture.alt") });
  const pen = canvas.getContext("2d");
  let playing = false;
  let due = false; // something changed on a table where nobody plays
  let inView = false;
  let asking = null; // an AbortController while a picture is on its way: there is never a second one
  let timer = 0;

  const watched = () => inView && document.visibilityState !== "hidden";

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
    }
    pen.drawImage(picture, 0, 0);
    picture.close();
    if (!canvas.isConnected) card.lastElementChild.replaceChildren(canvas);
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
    /** Take a table message that says there is a picture. */
    update({ simulator, status, score }) {
      playing = simulator.playing !== "paused" && !score;
      changed("table", [simulator.playing, simulator.laid, status.word, score], () => (due = true));
      wake();
    },
  };
}
