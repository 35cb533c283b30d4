// The findings, worst first: what is wrong, where it stands in its manifest, and what mends it.
const WORDS = { error: "Error", warning: "Warning", note: "Note", waived: "Waived" };

function buildFindings(panel) {
  const list = make("div", { class: "findings" });
  panel.append(list);
  const draw = () => {
    const found = findings.filter(fitsFinding);
    list.replaceChildren();
    if (found.length) inParts(found, card, 40, list);
    else list.append(make("p", { class: "empty" }, findings.length ? "No finding fits these filters." : "Nothing was found: every object may be applied."));
    if (data.left_out.findings) list.append(make("p", { class: "empty" }, `${counted(data.left_out.findings, "more finding")} are in the JSON report.`));
  };
  onFilter(draw);
  draw();
}

function card(finding) {
  const place = finding.file ? `${shortFile(finding.file)}${finding.line ? `:${finding.line}` : ""}` : "";
  return make("article", { class: `finding ${finding.state}`, tabindex: "-1", "aria-label": `${WORDS[finding.state]}: ${titleOf(finding)}` },
    make("div", { class: "said" },
      make("header", {},
        make("span", { class: `tag ${finding.state}` }, WORDS[finding.state]),
        make("code", { class: "rule" }, finding.rule),
        finding.certainty ? make("span", { class: "certainty" }, finding.certainty) : null),
      make("h2", {}, finding.kind ? make("span", { class: "kind" }, finding.kind) : null, `${finding.namespace ? `${finding.namespace}/` : ""}${finding.name || place}`,
        finding.qos ? make("span", { class: `qos ${finding.qos}` }, finding.qos) : null),
      make("p", { class: "message" }, finding.message),
      finding.field ? make("p", { class: "field" }, make("code", {}, ...broken(finding.field))) : null,
      finding.fix ? make("p", { class: "fix" }, make("b", {}, "Fix"), make("span", {}, finding.fix)) : null,
      finding.waived ? make("p", { class: "waiver" }, make("b", {}, finding.waived.runs ? `Waived until ${finding.waived.until}` : `Waiver ended ${finding.waived.until}`), make("span", {}, finding.waived.reason)) : null),
    source(finding, place));
}

// Long paths may break behind a dot.
const broken = (path) => path.split(/(?<=\.)/).flatMap((part) => [part, make("wbr")]);

function source(finding, place) {
  if (!place) return null;
  const lines = finding.lines.map((line, index) => {
    const number = finding.first + index;
    return make("li", { value: number, class: number === finding.line ? "here" : null, "aria-current": number === finding.line ? "true" : null }, make("span", {}, line || " "));
  });
  return make("figure", { class: "source" },
    make("figcaption", { title: finding.file }, place),
    lines.length ? make("ol", { tabindex: "0", "aria-label": `Lines of ${place}` }, lines) : null);
}
