// The health: what the doctor finds, and how things are at this moment; asked again every few seconds while it is seen.

import { decimal, h, memo, sign, spaces, t } from "./dom.js";

const at = (id) => document.getElementById(id);
const PAUSE_MS = 5_000;
const SIGNS = { ok: "legal", notice: "notice", problem: "wrong" };
const changed = memo();
let timer = 0;

const size = (bytes) => (bytes >= 1e6 ? t("health.megabytes", { value: decimal(bytes / 1e6, 1) }) : t("health.kilobytes", { value: Math.ceil(bytes / 1e3) }));
const since = (seconds) => {
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? t("health.minutes", { count: minutes }) : t("health.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
};
const pairs = (element, entries) => element.replaceChildren(...entries.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))));

async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch("/api/health", { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    show(await answer.json());
  } catch {
    at("sum").replaceChildren(sign("camera-lost"), " ", t("health.failed"));
    changed("sum", null, () => {});
  }
  clearTimeout(timer);
  if (document.visibilityState !== "hidden") timer = setTimeout(look, PAUSE_MS);
}

function show({ findings, live, versions, report, backup }) {
  const count = (level) => findings.filter((finding) => finding.level === level).length;
  const [problems, notices] = [count("problem") + (live.trouble ? 1 : 0), count("notice")];
  changed("sum", [problems, notices], () => {
    at("sum").className = problems ? "sum problem" : "sum";
    at("sum").replaceChildren(sign(problems ? "wrong" : notices ? "notice" : "legal"), " ", problems === 1 ? t("health.one") : problems ? t("health.problems", { count: problems })
      : notices === 1 ? t("health.oneNotice") : notices ? t("health.notices", { count: notices }) : t("health.fine"));
  });
  const none = t("health.live.none");
  changed("live", live, () => pairs(at("live"), [
    [t("health.live.mode"), t(`health.live.${live.mode}`)],
    [t("health.live.status"), live.trouble ? h("span", { class: "trouble" }, sign("wrong"), " ", live.trouble) : live.status ?? none],
    [t("health.live.camera"), live.camera || none],
    [t("health.live.rate"), live.frame_rate_hz === null ? none : decimal(live.frame_rate_hz, 1)],
    [t("health.live.residual"), live.residual_cells === null ? none : t("health.live.residualValue", { share: spaces(live.residual_cells) })],
    [t("health.live.streams"), String(live.streams)],
    [t("health.live.journal"), live.journal_bytes === null ? none : size(live.journal_bytes)],
    [t("health.live.since"), since(live.running_s)],
  ]));
  changed("found", findings, () => at("found").replaceChildren(...[...findings].sort((one, other) => rank(one) - rank(other)).map((finding) => h("li", { class: `finding ${finding.level}` },
    sign(SIGNS[finding.level]), h("span", { class: "level" }, t(`health.level.${finding.level}`)),
    h("div", null, h("strong", null, subject(finding.subject)), h("p", null, finding.text),
      finding.remedy ? h("p", { class: "remedy" }, h("span", null, t("health.todo")), " ", finding.remedy) : null)))));
  changed("versions", versions, () => pairs(at("versions"), Object.entries(versions)));
  changed("take", [report, backup], () => at("take").replaceChildren(
    ...[[backup, "backup"], [report, "zip"]].filter(([path]) => path).flatMap(([path, key]) => [
      h("a", { class: "button", href: path, download: "" }, t(`health.${key}`)), h("span", { class: "small" }, t(`health.${key}Hint`)),
    ])));
}

const rank = ({ level }) => ["problem", "notice", "ok"].indexOf(level);
const subject = (word) => (t(`health.subject.${word}`).startsWith("health.") ? word : t(`health.subject.${word}`));

document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" ? clearTimeout(timer) : look());
at("sum").textContent = t("health.loading");
look();
