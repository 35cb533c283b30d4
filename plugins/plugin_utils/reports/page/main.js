// The overview, the tabs and the theme.

function buildOverview() {
  const counts = { error: data.summary.errors, warning: data.summary.warnings, note: data.summary.notes, waived: data.summary.waived };
  const tiles = STATES.map((state) => {
    const button = make("button", { type: "button", class: `tile ${state}`, "aria-pressed": "false", disabled: !findings.some((finding) => finding.state === state), onclick: () => { toggle(chosen.severity, state); open("findings"); } }, make("b", { class: counts[state] > 999 ? "long" : null }, counts[state].toLocaleString("en")), make("span", {}, LABELS[state]));
    onFilter(() => button.setAttribute("aria-pressed", String(chosen.severity.has(state))));
    return button;
  });
  byId("overview").append(
    make("div", { class: "tiles4" }, tiles),
    bars("Quality of service", CLASSES.map((name) => [name, data.summary.classes[name] ?? 0, name])),
    bars(`Placement of ${counted(Object.values(data.summary.schedulable).reduce((all, count) => all + count, 0), "pod")}`, [["fit a node", data.summary.schedulable.yes ?? 0, "good"], ["fit nowhere", data.summary.schedulable.no ?? 0, "error"], ["unknown", data.summary.schedulable.unknown ?? 0, "note"], ["wait", data.summary.schedulable.waiting ?? 0, "warning"]]),
  );
  const skipped = data.skipped.reduce((total, [, count]) => total + count, 0);
  byId("facts").replaceChildren(...[`Kubernetes ${data.release}`, counted(data.summary.pods, "pod template"), nodeCount ? counted(nodeCount, "node") : "no nodes given", skipped ? `${counted(skipped, "other object")}` : "", data.cases].filter(Boolean).map((fact) => make("span", {}, fact)));
}

function bars(title, parts) {
  const total = parts.reduce((all, [, count]) => all + count, 0);
  const present = parts.filter(([, count]) => count);
  return make("section", { class: "share" },
    make("h2", {}, title),
    make("div", { class: "stack", "aria-hidden": "true" }, total ? present.map(([, count, kind]) => make("i", { class: kind, size: `${(100 * count) / total}%` })) : make("i", { class: "none", size: "100%" })),
    make("ul", {}, total ? present.map(([label, count, kind]) => make("li", {}, make("i", { class: `dot ${kind}`, "aria-hidden": "true" }), make("b", {}, count.toLocaleString("en")), ` ${label}`)) : make("li", { class: "dim" }, "not judged: no nodes were given")));
}

const PARTS = [
  ["findings", "Findings", () => true, buildFindings, () => findings.filter(fitsFinding).length],
  ["placement", "Placement", () => nodes.length > 0 && pods.length > 0, buildMatrix, () => pods.filter(fitsPod).length],
  ["classes", "Classes", () => standings.length > 0, buildClasses, () => standings.filter(fitsPod).length],
  ["plans", "Resilience", () => data.survival.length + data.rollouts.length > 0, buildPlans, () => data.losses + data.rollouts.length],
];
const redraw = {};

function buildParts() {
  const parts = PARTS.filter(([, , exists]) => exists());
  for (const [name, label, , build, count] of parts) {
    const number = make("span", { class: "count" });
    const tab = make("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": name, onclick: () => open(name) }, label, number);
    const panel = make("section", { id: name, class: "panel", role: "tabpanel", "aria-labelledby": `tab-${name}`, hidden: true });
    onFilter(() => { number.textContent = count().toLocaleString("en"); });
    byId("tabs").append(tab);
    byId("content").append(panel);
    redraw[name] = build(panel);
  }
  byId("tabs").addEventListener("keydown", (event) => {
    const tabs = [...byId("tabs").children];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}

function open(name) {
  hideTip();
  for (const tab of byId("tabs").children) {
    const panel = byId(tab.getAttribute("aria-controls"));
    const current = panel.id === name;
    tab.setAttribute("aria-selected", String(current));
    tab.tabIndex = current ? 0 : -1;
    if (current) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    panel.hidden = !current;
  }
  redraw[name]?.();
}

function buildTheme() {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  byId("theme").addEventListener("click", () => {
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : dark.matches;
    root.dataset.theme = isDark ? "light" : "dark";
  });
}

buildOverview();
buildFilters();
buildParts();
buildTheme();
changed();
byId("said").textContent = "";
open("findings");
document.documentElement.dataset.ready = "";
