// The games that are kept, and bringing one in.

import { ask, h, sign, t } from "./dom.js";
import { day } from "./time.js";

const list = document.getElementById("games");
await show();
bring();

async function show() {
  const found = await ask("/api/games", undefined, { method: "GET" });
  list.removeAttribute("aria-busy");
  if (!found.ok) return list.replaceChildren(t("ask.failed"));
  list.replaceChildren(found.games.length
    ? h("ol", { class: "games" }, found.games.map(entry))
    : h("p", { class: "note" }, t("games.none")));
}

function entry(game) {
  const [word, look] = game.ended_at === null ? [t("games.running"), "open"]
    : game.result === null ? [t("games.broken"), "notice"]
    : game.won === false ? [t("games.lost"), "lost"] : [t(game.won ? "games.won" : "games.finished"), "finished"];
  return h("li", null, h("a", { href: `/games/${game.number}` },
    h("span", { class: "title" }, h("strong", null, t("games.game", { number: game.number })), " ", game.names.join(", ")),
    h("span", { class: "when" }, day(game.started_at), " · ", t("games.entries", { entries: game.entries })),
    game.result ? h("span", { class: "how" }, game.result) : null,
    h("span", { class: `word ${look}` }, sign(look === "lost" ? "finished" : look), word)));
}

/** A file is sent as it is; what the server says of it is said, and the list drawn anew. */
function bring() {
  const card = document.getElementById("bring");
  card.hidden = document.documentElement.dataset.role !== "host";
  const input = document.getElementById("file");
  const said = document.getElementById("brought");
  input.onchange = async () => {
    if (!input.files.length) return;
    said.textContent = t("games.sending");
    let reply = { ok: false, text: t("ask.failed") };
    try {
      const answer = await fetch("/api/games", {
        method: "POST",
        headers: { "X-Leafwatch": "1", "Content-Type": "application/x-ndjson" },
        body: input.files[0],
      });
      reply = await answer.json();
    } catch {
      // said below: the table could not be reached
    }
    said.className = reply.ok ? "good" : "wrong";
    said.textContent = reply.text;
    input.value = "";
    if (reply.ok) await show();
  };
}
