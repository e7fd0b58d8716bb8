// Times as people say them, in the page's language.

const language = document.documentElement.lang;

/** Day and minute of a time in UTC as the journal keeps it. */
export const day = (iso) => new Date(`${iso}Z`).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

/** The time of day to the second. */
export const clock = (iso) => new Date(`${iso}Z`).toLocaleTimeString(language, { hour12: false });

/** Seconds as minutes and seconds. */
export function span(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
