// Pods and nodes: one row a pod, one column a node (or several alike). Only the rows in view are in the page.
const ROW = 30;
const ROOMY = 7; // so few columns have room for words
const GLYPHS = {
  fits: ["✓", "good", "fits"],
  unknown: ["?", "open", "not decided"],
  none: ["·", "open", "not told"],
  NodeResourcesFit: ["R", "full", "resources"],
  NodePorts: ["H", "full", "host ports"],
  VolumeBinding: ["V", "full", "volumes"],
  VolumeRestrictions: ["V", "full", "volumes"],
  VolumeZone: ["V", "full", "volumes"],
  NodeVolumeLimits: ["V", "full", "volumes"],
  DynamicResources: ["D", "full", "devices"],
  InterPodAffinity: ["P", "apart", "pod affinity"],
  PodTopologySpread: ["S", "apart", "spread"],
  TaintToleration: ["T", "kept", "taints"],
  NodeAffinity: ["A", "kept", "node affinity"],
  NodeName: ["N", "kept", "node name"],
  NodeUnschedulable: ["C", "kept", "cordoned"],
};
const glyph = (kind) => GLYPHS[kind] ?? ["×", "full", kind === "refused" ? "refused" : kind];

function buildMatrix(panel) {
  const body = make("tbody");
  const head = make("tr", {}, make("th", { class: "corner", scope: "col" }, "Pod"), make("th", { class: "fit", scope: "col" }, "Fits"), nodes.map((names) => withTip(make("th", { scope: "col", class: "node" }, make("span", {}, names.length > 1 ? `${names.length} nodes` : names[0])), () => nodeTip(names))));
  const table = make("table", { role: "grid", "aria-label": "Pods and the nodes on which they can run", "aria-colcount": nodes.length + 2 }, make("thead", {}, head), body);
  const frame = make("div", { class: nodes.length <= ROOMY ? "matrix roomy" : "matrix" }, table);
  const note = make("p", { class: "empty", hidden: true }, "No pod fits these filters.");
  const view = { rows: [], row: 0, column: 0, body, table };
  panel.append(legend(), frame, note);
  const told = nodes.reduce((sum, names) => sum + names.length, 0);
  if (told < nodeCount) panel.append(make("p", { class: "empty" }, `${counted(nodeCount - told, "more node")} are in the JSON report.`));
  if (data.left_out.pods) panel.append(make("p", { class: "empty" }, `${counted(data.left_out.pods, "more pod")} are in the JSON report.`));
  const draw = () => drawRows(view, frame);
  onFilter(() => {
    view.rows = pods.filter(fitsPod);
    view.row = view.column = 0;
    table.setAttribute("aria-rowcount", view.rows.length + 1);
    note.hidden = view.rows.length > 0;
    frame.hidden = !view.rows.length;
    frame.scrollTop = 0;
    draw();
  });
  frame.addEventListener("scroll", draw, { passive: true });
  table.addEventListener("keydown", (event) => move(event, view, frame));
  table.addEventListener("focusin", (event) => {
    const cell = event.target.closest("[data-column]");
    if (cell) [view.row, view.column] = [Number(cell.parentElement.dataset.row), Number(cell.dataset.column)];
  });
  return draw;
}

function drawRows(view, frame) {
  const height = frame.clientHeight || 600;
  const first = Math.max(0, Math.floor(frame.scrollTop / ROW) - 8);
  const last = Math.min(view.rows.length, first + Math.ceil(height / ROW) + 16);
  const focused = view.body.contains(document.activeElement);
  view.body.replaceChildren(gap(first), ...view.rows.slice(first, last).map((pod, index) => line(view, pod, first + index)), gap(view.rows.length - last));
  if (focused) find(view)?.focus({ preventScroll: true });
}

const gap = (rows) => make("tr", { class: "gap", "aria-hidden": "true", size: `${rows * ROW}px` }, make("td"));

function line(view, pod, number) {
  const stop = (column) => ({ tabindex: view.row === number && view.column === column ? "0" : "-1", "data-column": column });
  const name = make("th", { scope: "row", ...stop(0) }, make("i", { class: `dot ${pod.qos}`, "aria-hidden": "true" }), make("span", { class: "name" }, make("b", {}, ...ended(pod.name)), make("small", {}, `${pod.namespace} · ${pod.kind}${pod.count > 1 ? ` ×${pod.count}` : ""}`)));
  const verdict = make("td", { class: `fit ${pod.answer}` }, pod.answer === "yes" ? `${pod.feasible}/${nodeCount}` : pod.answer || "–");
  const row = make("tr", { "data-row": number, "aria-rowindex": number + 2 }, withTip(name, () => podTip(pod)), verdict);
  cellsOf(pod).forEach((cell, index) => {
    const [sign, kind, label] = glyph(cells[cell].kind);
    const names = nodes[index];
    row.append(withTip(make("td", { role: "gridcell", class: `cell ${kind}`, "aria-label": `${pod.name} on ${names[0]}: ${label}`, ...stop(index + 1) }, sign, nodes.length <= ROOMY ? make("span", { class: "word" }, label) : null), () => cellTip(pod, names, cells[cell])));
  });
  return row;
}

const find = (view) => view.body.querySelector(`[data-row="${view.row}"] [data-column="${view.column}"]`);

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-10, 0], PageDown: [10, 0], Home: [0, -1e6], End: [0, 1e6] };

function move(event, view, frame) {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const within = (value, most) => Math.max(0, Math.min(most, value));
  view.row = within(view.row + step[0], view.rows.length - 1);
  view.column = within(view.column + step[1], nodes.length);
  const top = view.row * ROW;
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + ROW > frame.scrollTop + frame.clientHeight - 150) frame.scrollTop = top + ROW + 150 - frame.clientHeight;
  drawRows(view, frame);
  const cell = find(view);
  cell?.focus({ preventScroll: true });
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function legend() {
  const order = Object.keys(GLYPHS);
  const sorted = [...cells].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  const kinds = new Map(sorted.map((cell) => { const [sign, kind, label] = glyph(cell.kind); return [label, [sign, kind]]; }));
  return make("ul", { class: "legend", "aria-label": "Legend" }, [...kinds].map(([label, [sign, kind]]) => make("li", {}, make("span", { class: `cell ${kind}`, "aria-hidden": "true" }, sign), label)));
}

function podTip(pod) {
  return [
    make("strong", {}, titleOf(pod)),
    make("p", {}, [pod.qos, pod.reason].filter(Boolean).join(": ")),
    pod.cpu ? make("p", { class: "dim" }, `cpu ${pod.cpu} · memory ${pod.memory} (request / limit)`) : null,
    pod.message ? make("p", {}, pod.message) : null,
    pod.missing ? make("p", {}, `depends on ${pod.missing}`) : null,
    pod.help ? make("p", { class: "help" }, `It would fit: ${pod.help}`) : null,
  ].filter(Boolean);
}

function cellTip(pod, names, cell) {
  const where = names.length > 1 ? `${names.slice(0, 6).join(", ")}${names.length > 6 ? ` and ${names.length - 6} more` : ""}` : names[0];
  return [make("strong", {}, `${pod.name} on ${where}`), ...cell.reason.split("\n").map((part, index) => make("p", { class: index ? "dim" : null }, part))];
}

const nodeTip = (names) => [make("strong", {}, names.length > 1 ? `${names.length} nodes that fare alike` : names[0]), make("p", {}, names.length > 1 ? names.slice(0, 12).join(", ") + (names.length > 12 ? " …" : "") : `${pods.filter((pod) => cells[cellsOf(pod)[nodes.indexOf(names)]]?.kind === "fits").length} of ${pods.length} pods fit`)];
