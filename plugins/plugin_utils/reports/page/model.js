// The data of the page as objects with names; `reports/page_data.py` says how it is packed.
const data = JSON.parse(byId("data").textContent);
const SEVERITIES = ["error", "warning", "note"];
const CLASSES = ["BestEffort", "Burstable", "Guaranteed"];
const ANSWERS = ["yes", "no", "unknown", "waiting", ""];
const text = (number) => data.texts[number];
const titleOf = (entry) => `${entry.kind ? `${entry.kind} ` : ""}${entry.namespace ? `${entry.namespace}/` : ""}${entry.name || "(no name)"}`;

const pods = data.pods.map(([object, kind, namespace, name, reason, cpu, memory, message, missing, help, qos, answer, count, feasible], row) => ({
  object, kind: text(kind), namespace: text(namespace), name: text(name), reason: text(reason), cpu: text(cpu), memory: text(memory),
  message: text(message), missing: text(missing), help: text(help), qos: CLASSES[qos] ?? "", answer: ANSWERS[answer],
  count, feasible, row,
}));
const classOf = new Map(pods.map((pod) => [pod.object, pod.qos]));

const findings = data.findings.map(([object, severity, rule, kind, namespace, name, field, message, fix, certainty, file, line, first, lines, waived]) => {
  const entry = {
    object, severity: SEVERITIES[severity], rule: text(rule), kind: text(kind), namespace: text(namespace), name: text(name),
    field: text(field), message: text(message), fix: text(fix), certainty: text(certainty), file: text(file), line, first,
    lines: lines.map(text), waived: waived.length ? { reason: text(waived[0]), until: waived[1], runs: waived[2] === 1 } : null,
  };
  entry.state = entry.waived?.runs ? "waived" : entry.severity;
  entry.qos = classOf.get(object) ?? "";
  return entry;
}).sort((one, other) => (one.state === "waived") - (other.state === "waived"));

const nodes = data.nodes.map((names) => names.map(text));
const cells = data.matrix.cells.map(([kind, reason]) => ({ kind: text(kind), reason: text(reason) }));
const patterns = data.matrix.patterns.map((runs) => {
  const row = [];
  for (let index = 0; index < runs.length; index += 2) row.push(...Array(runs[index + 1]).fill(runs[index]));
  return row;
});
const cellsOf = (pod) => patterns[data.matrix.rows[pod.row]] ?? [];

const standings = data.standings.map(([object, kind, namespace, name, reason, why, qos, requested, most, score, spared], index) => ({
  object, kind: text(kind), namespace: text(namespace), name: text(name), reason: text(reason), why: text(why), qos: CLASSES[qos],
  requested, most, score, spared: spared === 1, rank: index + 1,
}));

const nodeCount = data.known_nodes;
const namespaces = [...new Set([...pods, ...findings].map((entry) => entry.namespace).filter(Boolean))].sort();

// Files are shown without the folder that all of them are in.
const folder = (() => {
  const files = [...new Set(findings.map((finding) => finding.file).filter(Boolean))];
  if (!files.length) return "";
  let prefix = files[0].slice(0, files[0].lastIndexOf("/") + 1);
  for (const file of files) while (!file.startsWith(prefix)) prefix = prefix.slice(0, prefix.lastIndexOf("/", prefix.length - 2) + 1);
  return prefix;
})();
const shortFile = (file) => file.slice(folder.length);
