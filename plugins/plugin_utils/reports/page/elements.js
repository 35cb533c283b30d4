// Elements are made from texts only: nothing of the data is ever read as HTML.
const byId = (id) => document.getElementById(id);

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "size") element.style.setProperty("--size", value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;

function size(bytes) {
  if (bytes === 0) return "0";
  const units = ["", "Ki", "Mi", "Gi", "Ti"];
  let unit = 0;
  while (bytes >= 1024 && unit < units.length - 1) {
    bytes /= 1024;
    unit += 1;
  }
  return `${Number(bytes.toFixed(bytes < 10 ? 1 : 0))}${units[unit]}`;
}

// A long name is cut before its end, where names differ.
const END = 8;
const ended = (name) => name.length <= END ? [name] : [make("span", { class: "start" }, name.slice(0, -END)), make("span", { class: "end" }, name.slice(-END))];

// A long list in parts: the first is shown, a button adds the next.
function inParts(list, build, part, parent) {
  let shown = 0;
  const button = make("button", { type: "button", class: "more", onclick: more });
  function more() {
    const next = list.slice(shown, shown + part).map(build);
    shown += next.length;
    parent.append(...next);
    button.remove();
    if (shown < list.length) {
      button.textContent = `Show ${Math.min(part, list.length - shown)} more of ${(list.length - shown).toLocaleString("en")}`;
      parent.append(button);
    }
    return next;
  }
  button.addEventListener("click", () => {
    const first = parent.lastElementChild;
    if (first && first !== button) first.focus?.();
  });
  more();
}

// One tooltip for the whole page: what `describe` says of the element under the pointer or with the focus.
const tip = byId("tip");
const describers = new WeakMap();
let described = null;

function withTip(element, describe) {
  describers.set(element, describe);
  return element;
}

function tipped(target) {
  for (let element = target; element && element !== document.body; element = element.parentElement) {
    if (describers.has(element)) return element;
  }
  return null;
}

function showTip(event) {
  const element = tipped(event.target);
  if (element === described) return;
  hideTip();
  if (!element) return;
  described = element;
  tip.replaceChildren(...describers.get(element)(event.target));
  if (!tip.childElementCount) return;
  tip.hidden = false;
  const place = element.getBoundingClientRect();
  const box = tip.getBoundingClientRect();
  const left = Math.min(Math.max(8, place.left + place.width / 2 - box.width / 2), innerWidth - box.width - 8);
  const below = place.bottom + 8;
  const top = below + box.height < innerHeight ? below : Math.max(8, place.top - box.height - 8);
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
  element.setAttribute("aria-describedby", "tip");
}

function hideTip() {
  if (described) described.removeAttribute("aria-describedby");
  described = null;
  tip.hidden = true;
}

document.addEventListener("mouseover", showTip);
document.addEventListener("focusin", showTip);
document.addEventListener("focusout", hideTip);
document.addEventListener("scroll", hideTip, true);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hideTip(); });
