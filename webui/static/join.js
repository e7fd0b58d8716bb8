// The addresses under which guests find the page.

import { ask, h, t } from "./dom.js";

const found = await ask("/api/join", undefined, { method: "GET" });
const address = document.getElementById("address"); // hidden until it leads somewhere: a link without a name is none
if (found.ok) {
  address.hidden = false;
  address.href = found.url;
  address.textContent = shown(found.url);
  if (found.alone) {
    document.getElementById("how").textContent = t("join.alone");
    document.getElementById("code").hidden = true; // it would lead a phone to the phone itself
  }
  const also = document.getElementById("also");
  also.hidden = !found.also.length;
  also.querySelector("ul").replaceChildren(...found.also.slice(0, 3).map((url) => h("li", null, h("a", { href: url }, shown(url)))));
}
address.parentElement.removeAttribute("aria-busy");

/** Without what people need not type. */
function shown(url) {
  return url.replace(/^http:\/\//, "").replace(/\/$/, "");
}
