// Sounds and spoken sentences for what happens at the table: made here, without files, and silent until somebody asks.

import { h, t } from "./dom.js";

/** Event -> notes: frequency in hertz, when it begins and how long it lasts in seconds. Told apart by rhythm and rise. */
const SOUNDS = {
  good: [[660, 0, 0.12]],
  done: [[523, 0, 0.12], [659, 0.14, 0.12], [784, 0.28, 0.3]],
  notice: [[520, 0, 0.1], [520, 0.18, 0.1]],
  wrong: [[330, 0, 0.16], [247, 0.2, 0.3]],
  question: [[440, 0, 0.12], [587, 0.16, 0.22]],
  desynchronised: [[440, 0, 0.3], [440, 0.38, 0.08]],
  lost: [[262, 0, 0.5]],
  turn: [[784, 0, 0.06]],
};
const LOUDNESS = 0.2;
const LATE_MS = 2_000; // a sound that its device has kept waiting for longer belongs to nothing any more
const KEPT = "leafwatch-sounds";

/** What there is to hear between two table messages: an event of SOUNDS and the sentence that goes with it, or null. */
export function heard(before, next) {
  if (!before) return null; // what was so when the page was opened is no news
  const was = { ...digest(before) }, is = digest(next);
  if (is.word !== was.word && is.word === "camera-lost") return { event: "lost", text: next.status.text };
  if (is.word !== was.word && is.word === "finished") return { event: "done", text: next.score?.text ?? next.verdict.text };
  if (is.word !== was.word && is.word === "desynchronised") return { event: "desynchronised", text: next.status.text };
  if (is.question !== was.question && next.question) return { event: "question", text: next.question.text };
  if (is.verdict !== was.verdict && next.verdict.mood in SOUNDS) return { event: next.verdict.mood, text: next.verdict.text };
  if (is.turn !== was.turn && next.turn) return { event: "turn", text: next.log.at(-1)?.text ?? "" };
  return null;
}

function digest({ status, verdict, question, turn }) {
  return {
    word: status.word,
    verdict: `${verdict.mood} ${verdict.text}`,
    question: question ? `${question.id} ${question.text}` : "",
    turn: turn ? `${turn.number} ${turn.seat}` : "",
  };
}

/** The two switches, and `hear(message)`, to be given every table message; `before` is the one shown now, if any. */
export function startSounds(place, before = null) {
  let audio = null;
  const wanted = remembered();
  const sound = toggle("sound", (on) => {
    wanted.sound = on;
    if (on) play(wake() && SOUNDS.good);
  });
  const speech = toggle("speech", (on) => {
    wanted.speech = on;
    if (on) speak(t("sounds.speaks"));
    else globalThis.speechSynthesis?.cancel();
  });
  speech.hidden = !("speechSynthesis" in globalThis);
  place.append(sound, speech);
  mark();
  // A browser lets a page sound only after a tap; what was switched on another day waits for the first one.
  addEventListener("pointerdown", () => wanted.sound && wake(), { once: true });
  return { hear };

  function hear(next) {
    const news = next.settings?.sound === false ? null : heard(before, next);
    before = next;
    if (!news) return;
    if (wanted.sound) play(SOUNDS[news.event]);
    if (wanted.speech && news.text) speak(news.text, next.language);
  }

  function toggle(name, change) {
    return h("button", { type: "button", class: "quiet", "data-sounds": name, onclick: () => {
      change(!wanted[name]);
      keep(wanted);
      mark();
    } });
  }

  function mark() {
    for (const button of [sound, speech]) {
      const on = wanted[button.dataset.sounds];
      button.setAttribute("aria-pressed", String(on));
      button.replaceChildren(t(`sounds.${button.dataset.sounds}.${on ? "on" : "off"}`));
    }
  }

  function wake() {
    audio ??= "AudioContext" in globalThis ? new AudioContext() : null;
    audio?.resume().catch(() => {}); // it may also never answer, so nothing waits for it
    return audio;
  }

  function play(notes) {
    place.dataset.played = String(Number(place.dataset.played ?? 0) + Number(Boolean(notes)));
    if (!notes || !audio) return;
    const asked = performance.now();
    audio.resume().then(() => performance.now() - asked < LATE_MS && sing(notes), () => {});
  }

  function sing(notes) {
    for (const [frequency, begin, lasts] of notes) {
      const from = audio.currentTime + begin, tone = audio.createOscillator(), gain = audio.createGain();
      tone.frequency.value = frequency;
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(LOUDNESS, from + 0.01); // a tone that begins at once clicks
      gain.gain.linearRampToValueAtTime(0, from + lasts);
      tone.connect(gain).connect(audio.destination);
      tone.start(from);
      tone.stop(from + lasts);
    }
  }
}

function speak(text, language = document.documentElement.lang) {
  const said = new SpeechSynthesisUtterance(text);
  said.lang = language;
  speechSynthesis.cancel(); // the newest counts; a queue would still talk of the turn before last
  speechSynthesis.speak(said);
}

function remembered() {
  try {
    const { sound = false, speech = false } = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return { sound: sound === true, speech: speech === true };
  } catch {
    return { sound: false, speech: false }; // a browser that keeps nothing asks every time
  }
}

function keep(wanted) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(wanted));
  } catch { /* private browsing: it is asked again next time */ }
}
