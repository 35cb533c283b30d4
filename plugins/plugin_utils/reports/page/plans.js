// What happens later: when nodes are lost, and when a new version is rolled out.
function buildPlans(panel) {
  const losses = make("div", { class: "losses" });
  const rollouts = make("div", { class: "losses" });
  const lost = data.survival.filter(([, , unplaced]) => unplaced.length).length;
  if (data.survival.length) {
    panel.append(make("h2", {}, "Loss of nodes"), make("p", { class: "lead" }, lost ? `${lost} of ${counted(data.losses, "loss")} leave pods without a node.` : `All ${counted(data.losses, "loss")} are survived: every pod finds another node.`), losses);
    inParts(data.survival, loss, 30, losses);
  }
  if (data.rollouts.length) {
    panel.append(make("h2", {}, "Rollouts"), make("p", { class: "lead" }, "Whether a new version can be rolled out with the room that there is."), rollouts);
    inParts(data.rollouts, rollout, 30, rollouts);
  }
}

function loss([values, displaced, unplaced, count]) {
  return make("article", { class: `plan ${count ? "error" : "good"}`, tabindex: "-1" },
    make("h3", {}, make("span", { class: `tag ${count ? "error" : "good"}` }, count ? "Stuck" : "Survived"), `without ${text(values)}`),
    make("p", { class: "dim" }, `${counted(displaced, "pod")} displaced, ${count} without a place`),
    unplaced.length ? make("ul", {}, unplaced.map(([, namespace, , pod, message]) => make("li", {}, make("b", {}, `${text(namespace)}/${text(pod)}`), " ", text(message)))) : null);
}

function rollout([kind, namespace, name, message, stuck, finishes, updated, wanted, surge, unavailable]) {
  const title = `${text(namespace)}/${text(name)}`;
  return make("article", { class: `plan ${finishes ? "good" : "error"}`, tabindex: "-1" },
    make("h3", {}, make("span", { class: `tag ${finishes ? "good" : "error"}` }, finishes ? "Finishes" : "Stuck"), make("span", { class: "kind" }, text(kind)), title),
    make("p", { class: "dim" }, finishes ? `${wanted} of ${wanted} pods updated; surge ${surge}, unavailable ${unavailable}` : text(stuck) === "before" ? `not even the old pods fit; surge ${surge}, unavailable ${unavailable}` : `stuck at ${updated} of ${wanted} updated pods; surge ${surge}, unavailable ${unavailable}`),
    text(message) ? make("p", {}, text(message)) : null);
}
