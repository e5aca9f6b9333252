"use strict";
// The data of the page, what is shown at the moment, and the lists at the left.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);

// h makes an element. Text goes in as text only.
const h = (name, attrs, ...kids) => {
  const el = document.createElement(name);
  for (const [key, value] of Object.entries(attrs || {})) {
    if (key === "onclick") el.addEventListener("click", value);
    else if (value !== undefined && value !== false) el.setAttribute(key, value === true ? "" : value);
  }
  el.append(...kids.flat().filter((k) => k !== undefined && k !== null && k !== "" && k !== false));
  return el;
};

const count = (n, noun) => n + " " + noun + (n === 1 ? "" : "s");

// What is shown. Open has the keys of the boxes that are unfolded, for each drawing.
const view = { tab: "findings", drawing: -1, finding: -1, tool: -1, box: null, query: "", open: new Map() };

const standings = [
  ["listed", "Findings"],
  ["undecided", "Could not be decided"],
  ["held back", "Held back: their rules wait for -strict"],
  ["silenced", "Silenced"],
  ["proved away", "Proved not to be"],
];

const findingsOf = (drawing, standing) => data.findings.filter((f) => f.drawing === drawing && (!standing || f.standing === standing));

const about = (...texts) => texts.filter(Boolean).join(" ").toLowerCase().includes(view.query);

const matches = {
  finding: (f) => about(f.rule, f.message, f.at, f.workflow, f.severity, f.title, ...f.steps.map((s) => s.text + " " + (s.at || ""))),
  drawing: (d) => about(d.title, d.at, d.framework) || d.graphs.some((g) => about(g.name) || g.boxes.some(matches.box)),
  tool: (t) => about(t.name, t.description, t.handler, t.args, t.at, t.gate, t.hints, ...(t.needs || []).map((n) => n.capability)),
  rule: (r) => about(r.id, r.title, r.state, r.why),
  box: (b) => about(b.name, b.label, b.kind, b.agent, b.func, b.at, ...(b.tools || []).map((t) => t.name)),
};

const tabs = {
  findings: () => ["Findings", data.summary.listed],
  drawings: () => ["Drawings", data.drawings.length],
  tools: () => ["Tools", data.tools.filter((t) => !t.added).length],
  checked: () => ["Checked", ""],
};

const drawTabs = () => {
  $("tabs").replaceChildren(
    ...Object.keys(tabs).map((name) => {
      const [title, n] = tabs[name]();
      return h("button", { type: "button", role: "tab", id: "tab-" + name, "aria-selected": String(view.tab === name), "aria-controls": "list", tabindex: view.tab === name ? 0 : -1, onclick: () => show({ tab: name }) }, title + (n === "" ? "" : " " + n));
    }),
  );
};

const severity = (f) => h("span", { class: "sev " + f.severity }, f.severity);

const findingItem = (f, i) =>
  h(
    "button",
    { type: "button", class: "item", "data-finding": i, "aria-current": String(view.finding === i), onclick: () => showFinding(i) },
    h("span", {}, severity(f), f.rule),
    h("span", { class: "small name" }, f.message),
    h("small", { class: "name" }, f.at + (f.workflow ? " · " + f.workflow : "")),
  );

const drawingTitle = (d) => (d.agents && d.graphs[0].boxes.length > 1 ? "delegation from " : "") + d.title;

const drawingItem = (d, i) => {
  const boxes = d.graphs.reduce((n, g) => n + g.boxes.length, 0);
  const n = findingsOf(i, "listed").length, unknown = unknownOf(d) + findingsOf(i, "undecided").length;
  const says = [count(boxes, d.agents ? "agent" : "step"), n ? count(n, "finding") : "no finding", unknown ? unknown + " unknown" : ""];
  return h(
    "button",
    { type: "button", class: "item", "data-drawing": i, "aria-current": String(view.drawing === i), onclick: () => showDrawing(i) },
    h("span", { class: "name" }, drawingTitle(d)),
    h("small", {}, says.filter(Boolean).join(", ")),
    h("small", { class: "name" }, [d.framework, d.at].filter(Boolean).join(" · ")),
  );
};

// unknownOf counts what is not known of a drawing.
const unknownOf = (d) => d.graphs.reduce((n, g) => n + (g.unknown || []).length + g.boxes.reduce((k, b) => k + (b.unknown || []).length, 0), 0);

const toolItem = (t, i) =>
  h(
    "button",
    { type: "button", class: "item", "data-tool": i, "aria-current": String(view.tool === i), onclick: () => showTool(i) },
    h("span", { class: "name" }, t.name),
    h("small", { class: "name" }, [t.sensitive && "sensitive", t.gate && "gate: " + t.gate, t.hints, t.at].filter(Boolean).join(" · ")),
  );

const stateWords = { checked: "checked", "in part": "in part", waits: "waits for -strict", "not asked": "not asked for", off: "switched off" };

const ruleItem = (r) =>
  h(
    "button",
    { type: "button", class: "item state-" + r.state.replace(" ", "-"), onclick: () => showRule(r) },
    h("span", { class: "name" }, r.id),
    h("small", {}, [stateWords[r.state], r.listed && count(r.listed, "finding"), r.undecided && r.undecided + " undecided", r.heldBack && r.heldBack + " held back"].filter(Boolean).join(", ")),
  );

// pick returns the items of a list that fit the search, each with its place in the list.
const pick = (list, fits, item) => list.map((x, i) => (fits(x) ? item(x, i) : null)).filter(Boolean);

const drawList = () => {
  const out = [];
  if (view.tab === "findings") {
    for (const [standing, title] of standings) {
      const items = pick(data.findings, (f) => f.standing === standing && matches.finding(f), findingItem);
      if (items.length) out.push(h("h3", {}, title + " (" + items.length + ")"), ...items);
    }
    if (!data.summary.listed && !view.query) out.unshift(h("div", { class: "item" }, claim()));
  }
  if (view.tab === "drawings") out.push(...pick(data.drawings, matches.drawing, drawingItem));
  if (view.tab === "tools") {
    const added = pick(data.tools, (t) => t.added && matches.tool(t), toolItem);
    out.push(...pick(data.tools, (t) => !t.added && matches.tool(t), toolItem));
    if (added.length) out.push(h("h3", {}, "Added by the framework (" + added.length + ")"), ...added);
  }
  if (view.tab === "checked") out.push(h("div", { class: "item" }, claim()), ...pick(data.rules, matches.rule, ruleItem));
  if (!out.length) out.push(h("p", { class: "item" }, view.query ? "Nothing here has these words." : "There are none."));
  $("list").replaceChildren(...out);
  $("list").setAttribute("aria-labelledby", "tab-" + view.tab);
};

// claim says what the absence of findings rests on.
const claim = () => {
  const s = data.summary, n = (state) => data.rules.filter((r) => r.state === state).length;
  const rest = [[s.undecided, "could not be decided"], [s.heldBack, "held back: the rules wait for -strict"], [s.silenced, "silenced"], [s.provedAway, "proved not to be"]];
  return h(
    "div",
    { class: "claim", id: "claim" },
    h("p", {}, h("b", {}, s.listed ? count(s.listed, "finding") + "." : "No finding is listed."), " Read: " + s.scope + "."),
    h("p", {}, `Of ${data.rules.length} rules ${n("checked")} were checked` + [["in part", "in part"], ["waits", "wait for -strict"], ["not asked", "not asked for"], ["off", "switched off"]].map(([state, words]) => (n(state) ? `, ${n(state)} ${words}` : "")).join("") + "."),
    ...rest.filter(([k]) => k).map(([k, words]) => h("p", {}, k + " " + words + ".")),
    s.unread && h("p", {}, h("b", {}, "Not everything was read."), " What was not read may hold anything."),
    ...data.notices.map((text) => h("p", { class: "small name" }, text)),
  );
};

// show changes what is shown.
const show = (change) => {
  Object.assign(view, change);
  drawTabs();
  drawList();
  drawDetail();
};

const showFinding = (i) => {
  const f = data.findings[i];
  show({ finding: i, tool: -1, box: null, drawing: f.drawing, tab: "findings" });
  drawPicture({ around: f });
};

const showDrawing = (i) => {
  show({ drawing: i, finding: -1, tool: -1, box: null });
  drawPicture({});
};

const showTool = (i) => show({ tool: i, box: null, finding: -1, tab: "tools" });

const showRule = (r) => {
  show({ finding: -1, tool: -1, box: null, rule: r });
};
