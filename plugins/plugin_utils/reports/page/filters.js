// What is chosen, and who wants to know of it. Every part of the report shows the chosen only.
const chosen = { words: "", namespace: "", qos: new Set(), severity: new Set() };
const listeners = [];
const onFilter = (listener) => listeners.push(listener);
const STATES = [...SEVERITIES, "waived"];
const LABELS = { error: "Errors", warning: "Warnings", note: "Notes", waived: "Waived" };

function fits(entry) {
  return (!chosen.namespace || entry.namespace === chosen.namespace)
    && (!chosen.qos.size || chosen.qos.has(entry.qos))
    && (!chosen.words || haystack(entry).includes(chosen.words));
}

const fitsFinding = (finding) => fits(finding) && (!chosen.severity.size || chosen.severity.has(finding.state));

const haystacks = new WeakMap();
function haystack(entry) {
  if (!haystacks.has(entry)) {
    const parts = [entry.kind, `${entry.namespace}/${entry.name}`, entry.rule, entry.field, entry.message, entry.fix, entry.file, entry.reason];
    haystacks.set(entry, parts.filter(Boolean).join("\n").toLowerCase());
  }
  return haystacks.get(entry);
}

// Pods have no severity: they are chosen by the findings about them.
let troubled = null;
function fitsPod(pod) {
  if (!fits(pod)) return false;
  if (!chosen.severity.size) return true;
  troubled ??= new Set(findings.filter(fitsFinding).map((finding) => finding.object));
  return troubled.has(pod.object);
}

function changed() {
  troubled = null;
  hideTip();
  for (const listener of listeners) listener();
  const shown = findings.filter(fitsFinding).length;
  byId("said").textContent = `${counted(shown, "finding")} shown`;
}

function toggle(set, value) {
  if (!set.delete(value)) set.add(value);
  changed();
}

function chip(set, value, label, kind) {
  const button = make("button", { type: "button", class: `chip ${kind}`, "aria-pressed": "false", "data-filter": value, onclick: () => toggle(set, value) }, make("i", { "aria-hidden": "true" }), label);
  onFilter(() => button.setAttribute("aria-pressed", String(set.has(value))));
  return button;
}

function buildFilters() {
  const search = make("input", { type: "search", id: "words", placeholder: "Search", "aria-label": "Search in all parts", autocomplete: "off" });
  search.addEventListener("input", () => { chosen.words = search.value.trim().toLowerCase(); changed(); });
  const select = make("select", { id: "namespace", "aria-label": "Namespace" }, make("option", { value: "" }, "All namespaces"), namespaces.map((name) => make("option", { value: name }, name)));
  select.addEventListener("change", () => { chosen.namespace = select.value; changed(); });
  const reset = make("button", { type: "button", class: "quiet", id: "reset", hidden: true, onclick: () => {
    Object.assign(chosen, { words: "", namespace: "" });
    chosen.qos.clear();
    chosen.severity.clear();
    search.value = select.value = "";
    changed();
    search.focus();
  } }, "Clear");
  onFilter(() => { reset.hidden = !(chosen.words || chosen.namespace || chosen.qos.size || chosen.severity.size); });
  const present = STATES.filter((state) => findings.some((finding) => finding.state === state));
  byId("filters").append(
    search,
    select,
    make("div", { class: "chips", role: "group", "aria-label": "Severity" }, present.map((state) => chip(chosen.severity, state, LABELS[state], state))),
    make("div", { class: "chips", role: "group", "aria-label": "Quality of service class" }, CLASSES.filter((name) => pods.some((pod) => pod.qos === name)).map((name) => chip(chosen.qos, name, name, name))),
    reset,
  );
}
