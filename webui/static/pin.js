// A PIN by chance, so that nobody has to think of one.

/** Six digits, evenly, and never the ones that a guesser tries first, which the server refuses. */
export function suggestedPin() {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  const digits = String(number % 1_000_000).padStart(6, "0");
  return number >= 4_294_000_000 || /^(\d)\1{5}$|123456|654321|012345|543210/.test(digits) ? suggestedPin() : digits;
}
