// The map of classes, and who would be evicted first.
const EXPLAINED = {
  BestEffort: "requests nothing: the first to go when a node runs short of memory",
  Burstable: "may use more than it requests, and is held to account for the difference",
  Guaranteed: "never exceeds what it requests: stays until nothing else is left",
};

function buildClasses(panel) {
  const lanes = make("div", { class: "lanes" });
  const ladder = make("div", {});
  panel.append(lanes, ladder);
  const select = make("select", { id: "node", "aria-label": "Node" }, make("option", { value: "" }, "a node that is full"), data.placed.map(([node], index) => make("option", { value: index }, text(node))));
  select.addEventListener("change", () => { chosenNode = select.value; draw(); select.focus(); });
  const draw = () => {
    const shown = standings.filter(fitsPod);
    lanes.replaceChildren(...CLASSES.map((name) => lane(name, shown.filter((entry) => entry.qos === name))));
    ladder.replaceChildren(...ofManifests(placedOn(shown), select));
  };
  onFilter(draw);
  draw();
}

function lane(name, entries) {
  return make("section", { class: `lane ${name}` },
    make("h2", {}, make("i", { class: `dot ${name}`, "aria-hidden": "true" }), name, make("b", {}, entries.length.toLocaleString("en"))),
    make("p", {}, EXPLAINED[name]),
    make("div", { class: "tiles", "aria-hidden": "true" }, entries.map((entry) => withTip(make("i", { class: name }), () => standingTip(entry)))));
}

function standingTip(entry) {
  return [
    make("strong", {}, titleOf(entry)),
    make("p", {}, `${entry.qos}: ${entry.reason}`),
    make("p", { class: "dim" }, `memory: ${entry.why}${entry.score === null ? "" : ` · oom_score_adj ${entry.score}`}`),
  ];
}

// The pods that the simulation put on the chosen node, under their own names; without one, all workloads.
let chosenNode = "";

function placedOn(shown) {
  if (chosenNode === "") return shown;
  const fitting = new Set(shown);
  return data.placed[Number(chosenNode)][1]
    .filter(([number]) => fitting.has(standings[number]))
    .map(([number, pod], index) => ({ ...standings[number], name: text(pod), rank: index + 1 }));
}

function ofManifests(shown, select) {
  // A bar that has no end needs room for it.
  const room = shown.some((entry) => entry.most < 0) ? 0.72 : 1;
  const most = shown.reduce((found, entry) => Math.max(found, entry.most, entry.requested), 1) / room;
  const list = make("ol", { class: "ladder" });
  inParts(shown, (entry) => rung(entry, most), 60, list);
  return [
    make("h2", {}, "Eviction order on ", data.placed.length ? select : "a node that is full"),
    make("p", { class: "lead" }, "Who goes first when memory runs out, if every pod used all that it may: the kubelet looks at what exceeds the requests and at the priority, not at the class."),
    shown.length ? list : make("p", { class: "empty" }, "No pod fits these filters."),
  ];
}

function rung(entry, most) {
  const free = entry.most < 0;
  const part = (bytes) => `${Math.max(bytes ? 0.6 : 0, (100 * bytes) / most)}%`;
  const over = free ? most - Math.min(entry.requested, most) : Math.max(0, entry.most - entry.requested);
  return withTip(make("li", { tabindex: "0" },
    make("span", { class: "rank" }, entry.spared ? "–" : entry.rank),
    make("span", { class: "name" }, make("b", {}, ...ended(`${entry.namespace}/${entry.name}`)), make("small", {}, `${entry.kind} · ${entry.qos}`)),
    make("span", { class: `meter ${entry.qos}`, "aria-hidden": "true" }, make("i", { class: "asked", size: part(entry.requested) }), make("i", { class: free ? "over free" : "over", size: part(over) })),
    make("span", { class: "amount" }, free ? `${size(entry.requested)} + no limit` : over ? `${size(entry.requested)} + ${size(over)}` : size(entry.requested))), () => standingTip(entry));
}
