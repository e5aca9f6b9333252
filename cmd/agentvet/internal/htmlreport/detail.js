"use strict";
// What stands beside the drawing, the keys, and the start of the page.

// code shows the lines of a place, with a mark where it points to.
const code = (p) => {
  if (!p || !p.line) return null;
  if (p.part) return h("div", { class: "code", tabindex: 0 }, codeLine(p.line, p.part, p.col));
  const lines = p.from && data.lines[p.file];
  if (!lines) return h("p", { class: "no" }, "The source is not shown: it is no Go file of the module, or has changed.");
  const out = [];
  for (let n = p.from; n <= p.to; n++) out.push(codeLine(n, lines[n], n === p.line ? p.col : -1));
  return h("div", { class: "code", tabindex: 0, "aria-label": p.file + " line " + p.line }, out);
};

// codeLine shows a line, and marks the word at a column of it, if that is not negative.
const codeLine = (n, line, col) => {
  const row = h("div", { class: col >= 0 ? "hit" : "" }, h("span", { class: "num" }, String(n)));
  if (col < 0) row.append(line);
  else {
    const [from, to] = word(line, col);
    row.append(line.slice(0, from), h("mark", {}, line.slice(from, to)), line.slice(to));
  }
  return row;
};

// word returns where the word at a column begins and ends; of a call, which stands at its bracket, the
// name before it.
const word = (line, col) => {
  const after = /^[\p{L}\p{N}_]+/u.exec(line.slice(col));
  if (after) return [col, col + after[0].length];
  const before = /[\p{L}\p{N}_]+$/u.exec(line.slice(0, col));
  return before ? [col - before[0].length, col] : [col, col + 1];
};

const facts = (rows) => {
  const known = rows.filter(([, value]) => value);
  return known.length ? h("table", {}, known.map(([name, value]) => h("tr", {}, h("th", {}, name), h("td", { class: "name" }, value)))) : null;
};

const findingDetail = (f) => [
  h("h2", {}, severity(f), f.rule),
  f.verdict !== "violated" && h("p", { class: "claim" }, "Verdict: " + f.verdict),
  h("p", { class: "name" }, f.message),
  h("p", { class: "small name" }, f.at),
  f.by && h("p", { class: "claim" }, f.by),
  h("h3", {}, "How it happens"),
  f.steps.length
    ? h("ol", { class: "steps" }, f.steps.map((s, i) =>
        h("li", {},
          h("button", { type: "button", class: "go", disabled: !(s.spots || []).length, "data-step": i, onclick: () => lookAt(s.spots) }, h("span", { class: "num" }, String(i + 1)), h("span", { class: "name" }, s.text)),
          s.at && h("span", { class: "small name" }, s.at),
          code(s.source))))
    : code(f.source),
  f.fix && [h("h3", {}, "How to fix"), h("p", {}, f.fix + ".")],
  h("h3", {}, "The rule"),
  h("p", {}, f.title),
  f.tags && h("p", { class: "small" }, f.tags.join(" · ")),
  h("p", {}, h("a", { href: f.url, rel: "noreferrer noopener", target: "_blank" }, "its page"), " or: ", h("code", {}, "agentvet explain " + f.rule)),
];

const findingLinks = (list) => list.map((f) => findingItem(f, data.findings.indexOf(f)));

const boxDetail = ({ g, n }) => {
  const d = data.drawings[view.drawing], b = d.graphs[g].boxes[n];
  const through = data.findings.filter((f) => f.drawing === view.drawing && f.steps.some((s) => (s.spots || []).some((p) => p.g === g && p.n === n)));
  const [file, line] = splitPos(b.at);
  return [
    h("h2", { class: "name" }, b.name),
    h("p", { class: "small" }, b.ghost ? "does not exist: " + (b.note || "") : b.kind),
    facts([["Label", b.label], ["Agent", b.agent], ["Function", b.func], ["Bound", b.bound], ["Calls", b.calls], ["", b.ghost ? "" : b.note], ["Asks", (b.gates || []).join(", ")], ["Made at", b.at]]),
    b.unknown && [h("h3", {}, "Not known"), ...b.unknown.map((u) => h("p", { class: "name" }, u))],
    file && code(aroundLine(file, line)),
    b.tools && [h("h3", {}, count(b.tools.length, "tool")), ...b.tools.map((t) => (t.id >= 0 ? toolItem(data.tools[t.id], t.id) : h("p", { class: "name" }, t.name + (t.missing ? ": no such tool" : ""))))],
    h("h3", {}, through.length ? "Findings through it" : "No finding goes through it"),
    ...findingLinks(through),
  ];
};

const splitPos = (at) => {
  const m = /^(.*?):(\d+)(?::\d+)?$/.exec(at || "");
  return m ? [m[1], Number(m[2])] : [];
};

// aroundLine returns the place of a line with those of its neighbours that the page has.
const aroundLine = (file, line) => {
  const lines = data.lines[file] || {};
  let from = line, to = line;
  while (lines[from - 1] !== undefined && line - from < 3) from--;
  while (lines[to + 1] !== undefined && to - line < 3) to++;
  return { file, line, from: lines[line] === undefined ? 0 : from, to, col: ((lines[line] || "").match(/^\s*/) || [""])[0].length };
};

const paramTable = (title, list) =>
  list && [h("h3", {}, title), h("table", {}, list.map((p) => h("tr", {}, h("th", { class: "name" }, p.path), h("td", { class: "name" }, p.type || ""), h("td", { class: "name" }, p.says || ""))))];

const toolDetail = (i) => {
  const t = data.tools[i];
  const used = [];
  data.drawings.forEach((d, di) => d.graphs.forEach((g, gi) => g.boxes.forEach((b, n) => {
    if ((b.tools || []).some((x) => x.id === i)) used.push(h("button", { type: "button", class: "item", onclick: () => goTo(di, gi, n) }, h("span", { class: "name" }, b.name), h("small", { class: "name" }, drawingTitle(d))));
  })));
  const through = data.findings.filter((f) => f.steps.some((s) => (s.spots || []).some((p) => p.tool === i)) || f.at === t.at);
  return [
    h("h2", { class: "name" }, t.name),
    t.description && h("p", { class: "name" }, t.description),
    facts([["Sensitive", t.sensitive ? "yes: it must not run without a human" : ""], ["Gate", t.gate || "none: nothing of the tool asks a human"], ["Hints", t.hints], ["Says", (t.says || []).join("; ")], ["Arguments", t.args], ["Handler", t.handler], ["Runs agent", t.agent], ["Framework", t.framework], ["Made at", t.at]]),
    code(t.source),
    paramTable("Arguments", t.params),
    paramTable("Result", t.returns),
    h("h3", {}, "What its code may do"),
    t.needs
      ? h("table", {}, h("tr", {}, ["Capability", "Declared", "How"].map((x) => h("th", {}, x))), t.needs.map((n) => h("tr", {}, h("td", { class: "name" }, n.capability), h("td", {}, n.declared), h("td", { class: "name" }, n.how || ""))))
      : h("p", { class: "no" }, "Nothing is known of it: its code was not followed, or needs nothing that agentvet has a name for."),
    h("h3", {}, used.length ? "Used in" : "No drawing uses it"),
    ...used,
    through.length > 0 && [h("h3", {}, "Findings"), ...findingLinks(through)],
  ];
};

const goTo = (drawing, g, n) => {
  if (view.drawing !== drawing) showDrawing(drawing);
  unfoldFor(drawing, { steps: [{ spots: [{ g, n }] }] });
  drawPicture({ again: true });
  lookAt([{ g, n }]);
  const el = spotBoxes({ g, n })[0];
  show({ box: { g, n, key: el && el.dataset.key }, tool: -1, finding: -1 });
};

const ruleDetail = (r) => [
  h("h2", { class: "name" }, r.id),
  h("p", { class: "name" }, r.title),
  h("p", { class: "claim" }, stateWords[r.state] + (r.why ? ": " + r.why : "")),
  h("p", {}, "More: ", h("code", {}, "agentvet explain " + r.id)),
  ...findingLinks(data.findings.filter((f) => f.rule === r.id)),
];

const drawingDetail = () => {
  const d = data.drawings[view.drawing];
  if (!d) return [claim()];
  const here = findingsOf(view.drawing);
  return [
    h("h2", { class: "name" }, drawingTitle(d)),
    facts([["Framework", d.framework], ["Made at", d.at]]),
    h("h3", {}, here.length ? "Findings here" : "No finding here"),
    ...findingLinks(here),
    claim(),
  ];
};

const drawDetail = () => {
  let kids = [];
  if (view.tool >= 0) kids = toolDetail(view.tool);
  else if (view.box) kids = boxDetail(view.box);
  else if (view.finding >= 0) kids = findingDetail(data.findings[view.finding]);
  else if (view.rule) kids = ruleDetail(view.rule);
  else kids = drawingDetail();
  view.rule = null;
  $("detail").replaceChildren(...kids.flat(3).filter(Boolean));
  $("detail").scrollTop = 0;
};

const keys = [
  ["/", "search", () => $("search").focus()],
  ["n", "next finding", () => step(1)],
  ["p", "previous finding", () => step(-1)],
  ["+", "larger", () => zoom(1.25)],
  ["-", "smaller", () => zoom(0.8)],
  ["0", "all of the drawing", fit],
  ["f", "fold all", () => foldAll(false)],
  ["u", "unfold all", () => foldAll(true)],
  ["1", "findings", () => show({ tab: "findings" })],
  ["2", "drawings", () => show({ tab: "drawings" })],
  ["3", "tools", () => show({ tab: "tools" })],
  ["4", "what was checked", () => show({ tab: "checked" })],
  ["d", "dark or light", () => toggleTheme()],
  ["?", "these keys", () => $("keys").showModal()],
];

// step shows the next finding of those that the list shows.
const step = (by) => {
  const all = data.findings.map((f, i) => i).filter((i) => data.findings[i].standing === "listed" && matches.finding(data.findings[i]));
  if (!all.length) return;
  const at = all.indexOf(view.finding);
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
  showFinding(all[next]);
  const item = document.querySelector(`#list [data-finding="${all[next]}"]`);
  if (item) item.scrollIntoView({ block: "nearest" });
};

const onKey = (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || $("keys").open) return;
  const typing = e.target instanceof HTMLInputElement;
  if (typing && e.key === "Enter") return goToFound();
  if (e.key === "Escape") {
    if (typing) e.target.blur();
    if (view.query) setQuery("");
    else show({ finding: -1, tool: -1, box: null });
    light();
    return;
  }
  if (typing) return;
  const arrows = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[e.key];
  if (arrows && e.target instanceof Element) {
    if (e.target.closest("#canvas")) move(...arrows);
    else if (e.target.closest("#tabs")) nextTab(e.key);
    else if (e.target.closest("#list") && arrows[1]) nextItem(arrows[1] < 0);
    else return;
    e.preventDefault();
    return;
  }
  if ((e.key === "Enter" || e.key === " ") && e.target instanceof Element && e.target.closest("#scene .box")) {
    e.preventDefault();
    const fold = e.key === " " && e.target.querySelector("[data-fold]");
    return activate(fold || e.target);
  }
  const key = keys.find(([k]) => k === e.key || (k === "+" && e.key === "="));
  if (!key) return;
  e.preventDefault();
  key[2]();
};

// goToFound shows the first box of the drawing that fits the search, or else the first thing in the list.
const goToFound = () => {
  const box = document.querySelector("#scene .box.found"), item = document.querySelector("#list button.item");
  if (box) lookAt([{ g: box.dataset.g, n: box.dataset.n }]);
  else if (item) item.click();
};

const nextTab = (key) => {
  const names = Object.keys(tabs), by = key === "ArrowRight" || key === "ArrowDown" ? 1 : names.length - 1;
  show({ tab: names[(names.indexOf(view.tab) + by) % names.length] });
  $("tab-" + view.tab).focus();
};

const nextItem = (down) => {
  const items = [...$("list").querySelectorAll("button.item")], at = items.indexOf(document.activeElement);
  const next = items[at + (down ? 1 : -1)];
  if (next) next.focus();
};

const setQuery = (text) => {
  $("search").value = text;
  view.query = text.trim().toLowerCase();
  drawList();
  light();
};

const toggleTheme = () => {
  const root = document.documentElement;
  const dark = root.style.colorScheme ? root.style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.style.colorScheme = dark ? "light" : "dark";
  $("theme").textContent = dark ? "Dark" : "Light";
};

const drawLegend = () => {
  const kinds = ["entry", "llm", "tool", "router", "human", "subgraph", "passthrough", "exit"];
  const boxes = kinds.map((kind) => ({ name: kind, kind }));
  boxes[2].tools = [{ name: "sensitive", sensitive: true, id: -1 }, { name: "a human is asked", gate: "x", id: -1 }, { name: "and not heeded", gate: "x", ignored: true, id: -1 }];
  boxes[6].unknown = ["dashed: something is not known"];
  const picture = agentvetDraw.draw({ title: "legend", graphs: [{ boxes, edges: boxes.slice(1).map((_, i) => ({ from: i, to: i + 1, optional: i === 1, parallel: i === 2, label: { 1: "in some configurations", 2: "with others" }[i] })) }] }, new Set());
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${picture.width} ${picture.height}`);
  svg.setAttribute("width", picture.width * 0.62);
  svg.setAttribute("height", picture.height * 0.62);
  svg.append(...picture.elements.map(node));
  svg.querySelectorAll("[tabindex]").forEach((el) => el.removeAttribute("tabindex"));
  svg.querySelectorAll("[data-g]").forEach((el) => el.removeAttribute("data-g"));
  $("legend").append(svg);
};

const start = () => {
  $("what").textContent = data.title;
  const s = data.summary;
  $("counts").textContent = [count(s.listed, "finding"), s.undecided + " unknown", s.heldBack && s.heldBack + " held back", s.silenced && s.silenced + " silenced", s.scope].filter(Boolean).join(", ");
  $("keys").append(h("table", {}, keys.map(([k, what]) => h("tr", {}, h("td", {}, h("kbd", {}, k)), h("td", {}, what)))), h("p", { class: "small" }, "Tab goes from box to box; Enter shows one, Space folds it. Escape goes back."));
  for (const [id, run] of [["theme", toggleTheme], ["help", () => $("keys").showModal()], ["in", () => zoom(1.25)], ["out", () => zoom(0.8)], ["fit", fit], ["foldall", () => foldAll(false)], ["unfoldall", () => foldAll(true)]]) $(id).addEventListener("click", run);
  if (matchMedia("(prefers-color-scheme: dark)").matches) $("theme").textContent = "Light";
  $("search").addEventListener("input", (e) => setQuery(e.target.value));
  document.addEventListener("keydown", onKey);
  watchCanvas();
  drawLegend();
  const first = data.findings.findIndex((f) => f.standing === "listed");
  if (!data.summary.listed) view.tab = "checked";
  if (first >= 0) showFinding(first);
  else showDrawing(data.drawings.length ? 0 : -1);
};

start();
