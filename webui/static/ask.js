// Asks the server for something and says what it refused; commands to the table go through here.

import { sign, t } from "./dom.js";

const TOAST_MS = 6_000;
let timer = 0;

/** A sentence over the page for a few seconds; `mood` is good, notice or wrong. */
export function toast(text, mood = "notice") {
  const element = document.getElementById("toast");
  clearTimeout(timer);
  element.className = `toast ${mood}`;
  element.replaceChildren(sign(mood), text);
  element.hidden = false;
  timer = setTimeout(() => (element.hidden = true), TOAST_MS);
}

/**
 * Asks for `path` with a JSON body (none for GET) and gives the answer as `{ok, text, ...}`. A refusal is said in a toast;
 * where only the host may, the person is sent to the page that asks for the PIN.
 */
export async function ask(path, body, { method = "POST" } = {}) {
  if (method !== "GET" && document.body.classList.contains("stale-page")) return refuse({ text: t("ask.offline") });
  try {
    const answer = await fetch(path, {
      method,
      cache: "no-store",
      headers: { "X-Leafwatch": "1", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const reply = await answer.json();
    if (answer.status === 401 && location.pathname !== "/host") {
      location.assign(`/host?next=${encodeURIComponent(location.pathname)}`);
    }
    return answer.ok && reply.ok !== false ? { ...reply, ok: true } : refuse(reply);
  } catch {
    return refuse({});
  }
}

function refuse(reply) {
  toast(reply.text || t("ask.failed"), "wrong");
  return { text: "", ...reply, ok: false };
}

/** Sends a command to the table; what it answers is said. */
export async function command(name, body = {}) {
  const reply = await ask("/api/command", { name, body });
  if (reply.ok && reply.text) toast(reply.text, "good");
  return reply;
}
