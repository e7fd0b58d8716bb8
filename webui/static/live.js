// Keeps the page live: one stream, a watch on silence, and a long poll where no stream can be had.
//
// An EventSource never returns from an HTTP error and may stay "open" on a dead network, so it is only ever a means:
// what counts is when the last byte came.

import { h, sign, t } from "./dom.js";

const SILENCE_MS = 12_000;
const HELLO_MS = 5_000;
const BACK_OFF_MS = [500, 8_000];
const POLL_AFTER_FAILURES = 3;
const POLL_WAIT_S = 8;
const POLL_PAUSE_MS = 3_000;
const RETRY_STREAM_MS = 20_000;
const LANGUAGE_MS = 3_000;

/**
 * Starts the supervisor.
 * `state(message)` is called with every table message, `build(id)` with the server's build,
 * `health({live, since, full})` whenever liveness changes; `since` is the time of the last byte.
 */
function startLive({ state, build, health }) {
  let source = null;
  let polling = null; // an AbortController while polling
  let heard = Date.now();
  let opened = 0;
  let seq = 0;
  let failures = 0;
  let timer = 0;
  let told = "";
  let full = false;

  const report = (live) => {
    if (told === `${live} ${full}`) return;
    told = `${live} ${full}`;
    health({ live, since: new Date(heard), full });
  };
  const hear = () => {
    heard = Date.now();
    report(true);
  };
  const take = (message) => {
    seq = message.seq;
    state(message);
  };

  function stop() {
    clearTimeout(timer);
    source?.close();
    polling?.abort();
    source = polling = null;
  }

  function later() {
    stop();
    failures += 1;
    if (failures >= POLL_AFTER_FAILURES || full) return poll();
    const ceiling = Math.min(BACK_OFF_MS[1], BACK_OFF_MS[0] * 2 ** failures);
    timer = setTimeout(open, BACK_OFF_MS[0] + Math.random() * (ceiling - BACK_OFF_MS[0]));
  }

  function open() {
    stop();
    if (document.visibilityState === "hidden") return;
    opened = Date.now();
    const stream = (source = new EventSource("/api/stream"));
    const on = (name, act) => stream.addEventListener(name, (event) => {
      if (stream !== source) return;
      hear();
      act(JSON.parse(event.data));
    });
    on("hello", (hello) => {
      failures = 0;
      full = false;
      report(true);
      build(hello.build);
    });
    on("state", take);
    on("beat", () => {});
    on("full", () => {
      full = true;
      report(true);
      later();
    });
    // also when the server ends the stream: open a new one ourselves, with a pause that grows
    stream.onerror = () => stream === source && later();
  }

  async function poll() {
    const mine = (polling = new AbortController());
    const until = Date.now() + RETRY_STREAM_MS;
    let pause = POLL_PAUSE_MS;
    while (mine === polling && Date.now() < until) {
      const one = new AbortController();
      const limit = setTimeout(() => one.abort(), SILENCE_MS);
      mine.signal.addEventListener("abort", () => one.abort());
      try {
        const address = `/api/state?since=${seq}&wait=${POLL_WAIT_S}`;
        const answer = await fetch(address, { signal: one.signal, cache: "no-store" });
        if (mine !== polling) return;
        if (answer.ok) {
          build(answer.headers.get("X-Leafwatch-Build"));
          const message = await answer.json();
          if (mine !== polling) return;
          hear();
          if (message.seq !== seq) take(message);
          pause = full ? POLL_PAUSE_MS : 250;
        } else pause = POLL_PAUSE_MS;
      } catch {
        pause = POLL_PAUSE_MS; // the network is away; the silence shows it
      } finally {
        clearTimeout(limit);
      }
      if (mine !== polling) return;
      await new Promise((done) => setTimeout(done, pause * (0.5 + Math.random() / 2)));
    }
    if (mine === polling) open();
  }

  const wake = () => {
    failures = 0;
    if (document.visibilityState === "hidden") stop();
    else open();
  };

  setInterval(() => {
    if (document.visibilityState === "hidden") return;
    const now = Date.now();
    if (now - heard > SILENCE_MS) report(false);
    // a stream that brings nothing is dead, whatever it says of itself
    if (source && now - Math.max(heard, opened) > (heard < opened ? HELLO_MS : SILENCE_MS)) later();
  }, 1_000);

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("pagehide", stop);
  open();
}

/** Where the host changes the page's language, the table speaks it too; without the table only the page changes. */
function tableLanguage() {
  if (document.documentElement.dataset.role !== "host") return;
  for (const link of document.querySelectorAll("[data-language]")) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      const limit = new AbortController();
      setTimeout(() => limit.abort(), LANGUAGE_MS);
      const set = { name: "set", body: { key: "language", value: link.dataset.language } };
      await fetch("/api/command", { method: "POST", signal: limit.signal, headers: { "X-Leafwatch": "1", "Content-Type": "application/json" }, body: JSON.stringify(set) }).catch(() => {});
      location.assign(link.href);
    });
  }
}

/** Starts a page that lives on table messages: each goes to `show`; silence and a full house are said above the page. */
export function startPage(show) {
  tableLanguage();
  const item = document.getElementById("table-language");
  startLive({
    build: reloadAfterUpdate,
    health: sayHealth,
    state(message) {
      document.getElementById("main").removeAttribute("data-waiting");
      if (item) item.hidden = message.language === document.documentElement.lang;
      show(message);
      document.documentElement.dataset.seq = message.seq; // of what is shown
    },
  });
}

function reloadAfterUpdate(build) {
  if (!build || build === document.documentElement.dataset.build) return;
  // once for each build, so that a page that cannot be refreshed does not reload for ever
  if (sessionStorage.getItem("leafwatch.build") === build) return;
  sessionStorage.setItem("leafwatch.build", build);
  location.reload();
}

function sayHealth({ live, since, full }) {
  document.body.classList.toggle("stale-page", !live);
  const note = document.getElementById("stale");
  note.hidden = live && !full;
  if (!live) {
    const time = since.toLocaleTimeString(document.documentElement.lang, { hour12: false });
    note.replaceChildren(sign("camera-lost"), h("strong", null, t("stale", { time })), ` ${t("staleHint")}`);
  } else if (full) note.replaceChildren(t("full"));
}
