"use strict";
// Draws a Drawing (see drawing.go): finds a place for every box with dagre, and returns elements of
// SVG as values, [name, attributes, children...], a string for text. It knows no document and no
// clock, so that it runs in a browser and in Go, and gives the same each time.
const agentvetDraw = (() => {
  const FONT = 12, CHAR = 7.23, LINE = 16, SMALL = 10; // of a monospace font, as wide as DejaVu's
  const PAD = 12, HEAD = 54, INNER = 16; // HEAD: the height of the title of an unfolded box
  const MOST_NAME = 44, MOST_TOOLS = 9, MOST_LABEL = 30, MOST_LABEL_LINES = 3;

  const round = (x) => Math.round(x * 10) / 10;

  // width returns the columns of a text: letters of some scripts take two.
  const width = (text) => {
    let n = 0;
    for (const c of text) n += c.codePointAt(0) >= 0x1100 ? 2 : 1;
    return n;
  };

  // clip shortens a text in its middle: names often differ at their ends.
  const clip = (text, most) => {
    const all = Array.from(text);
    if (all.length <= most) return text;
    const tail = Math.floor((most - 1) / 3);
    return all.slice(0, most - 1 - tail).join("") + "…" + all.slice(all.length - tail).join("");
  };

  // wrap breaks a text at spaces, and where a word is too long; the rest of a long text is "…".
  const wrap = (text, most, lines) => {
    const out = [];
    let line = "";
    for (let word of text.split(/\s+/)) {
      for (word = Array.from(word); word.length > most; word = word.slice(most)) {
        if (line) out.push(line);
        line = "";
        out.push(word.slice(0, most).join(""));
      }
      word = word.join("");
      if (line && width(line) + 1 + width(word) > most) {
        out.push(line);
        line = word;
      } else {
        line = line ? line + " " + word : word;
      }
    }
    if (line) out.push(line);
    if (out.length > lines) return out.slice(0, lines - 1).concat(clip(out[lines - 1], most - 1) + " …");
    return out;
  };

  // What an edge says: the value that takes it, and the condition in brackets.
  const edgeLines = (e) => {
    const text = [e.label || "", e.guard ? "[" + e.guard + "]" : ""].filter(Boolean).join(" ");
    return text ? wrap(text, MOST_LABEL, MOST_LABEL_LINES) : [];
  };

  // boxLines returns the lines in a box, each with its class, and the marks before it.
  const boxLines = (b, foldable) => {
    const lines = [{ text: b.ghost ? "does not exist" : b.kind, style: "kind" }, { text: clip(b.name, MOST_NAME), style: "name" }];
    if (b.label) lines.push({ text: clip(b.label, MOST_NAME), style: "more" });
    if (b.agent) lines.push({ text: clip("agent " + b.agent, MOST_NAME), style: "more" });
    const tools = b.tools || [];
    for (const t of tools.slice(0, tools.length > MOST_TOOLS ? MOST_TOOLS - 1 : MOST_TOOLS)) {
      const marks = [];
      if (t.sensitive) marks.push("sensitive");
      if (t.gate) marks.push(t.ignored ? "ignored" : "gate");
      lines.push({ text: clip(t.name, MOST_NAME) + (t.missing ? " (no such tool)" : ""), style: "tool", marks, tool: t.id });
    }
    if (tools.length > MOST_TOOLS) lines.push({ text: "and " + (tools.length - MOST_TOOLS + 1) + " tools more", style: "more" });
    if (b.bound) lines.push({ text: clip(b.bound, MOST_NAME), style: "more" });
    for (const g of b.gates || []) lines.push({ text: g, style: "more", marks: ["gate"] });
    if (b.unknown) lines.push({ text: b.unknown.length + " unknown", style: "more", marks: ["unknown"] });
    if (foldable) lines.push({ text: "", style: "fold" });
    return lines;
  };

  const MARK = 16; // the width of a mark

  // indent is what the shape of a box takes at its sides.
  const indent = (b) => (["router", "human", "entry", "exit"].includes(b.kind) ? 6 : 0);

  const lineWidth = (l) => width(l.text) * (l.style === "kind" ? 6.1 : CHAR) + (l.marks || []).length * MARK + (l.style === "tool" ? 10 : 0);

  // arrange finds places for the boxes of a graph. Inside is what boxes show that are unfolded.
  // A graph that would be a strip is turned; a large one is not tried twice.
  const arrange = (boxes, edges) => {
    const once = (rankdir) => {
      const g = new dagre.graphlib.Graph({ multigraph: true });
      g.setGraph({ rankdir, nodesep: 26, ranksep: 38, edgesep: 14, ranker: boxes.length > 600 ? "tight-tree" : "network-simplex" });
      boxes.forEach((b, i) => g.setNode(String(i), { width: b.w, height: b.h }));
      edges.forEach((e) => {
        const size = e.lines.length ? { width: Math.max(...e.lines.map(width)) * 6.4 + 8, height: e.lines.length * 13 + 4, labelpos: "c" } : {};
        g.setEdge(String(e.from), String(e.to), size, String(e.index));
      });
      dagre.layout(g);
      return g;
    };
    const shape = (g) => Math.max(g.graph().width / 1.5 / g.graph().height, g.graph().height / g.graph().width / 1.5);
    let g = once("TB");
    if (boxes.length <= 300 && g.graph().width > 900 && g.graph().width > 3 * g.graph().height) {
      const other = once("LR");
      if (shape(other) < shape(g)) g = other;
    }
    return g;
  };

  // lay returns the sizes and places of graph number gi and of what is unfolded in it. Path names
  // the box that it is in, and inside the graphs that it is in: a body that has itself inside is
  // not unfolded again.
  const lay = (d, gi, path, open, inside) => {
    const graph = d.graphs[gi];
    const boxes = graph.boxes.map((b, n) => {
      const key = path + n, body = b.body ? b.body - 1 : -1;
      const foldable = body >= 0 && d.graphs[body].boxes.length > 0 && !inside.includes(body);
      const box = { box: b, n, g: gi, key, foldable, lines: boxLines(b, foldable), inner: null };
      if (body >= 0 && inside.includes(body)) box.lines.push({ text: "the steps are those around it", style: "more" });
      box.w = Math.max(72, ...box.lines.map(lineWidth)) + 2 * PAD + 2 * indent(b);
      box.h = box.lines.length * LINE + 12;
      if (foldable && open.has(key)) {
        box.inner = lay(d, body, key + ".", open, inside.concat(body));
        box.w = Math.max(box.w + 40, box.inner.w + 2 * INNER);
        box.h = HEAD + box.inner.h + INNER;
      }
      return box;
    });
    const edges = graph.edges
      .map((e, index) => ({ edge: e, index, from: e.from, to: e.to, lines: edgeLines(e) }))
      .filter((e) => boxes[e.from] && boxes[e.to]);
    const g = arrange(boxes, edges);
    boxes.forEach((b, i) => {
      const at = g.node(String(i));
      b.x = at.x - b.w / 2;
      b.y = at.y - b.h / 2;
    });
    for (const e of edges) {
      const at = g.edge(String(e.from), String(e.to), String(e.index));
      e.points = at.points;
      e.at = e.lines.length ? { x: at.x, y: at.y, w: at.width, h: at.height } : null;
    }
    const size = g.graph();
    return { g: gi, boxes, edges, w: boxes.length ? size.width : 0, h: boxes.length ? size.height : 0 };
  };

  const points = (...list) => list.map((p) => round(p[0]) + "," + round(p[1])).join(" ");

  // outline returns the shape of a box: each kind has its own, so that colour is not needed.
  const outline = (b, x, y, w, h) => {
    const rect = (x, y, w, h, r, c) => ["rect", { class: c, x: round(x), y: round(y), width: round(w), height: round(h), rx: r }];
    const kind = b.box.kind;
    if (b.box.ghost) return [rect(x, y, w, h, 0, "shape ghost")];
    switch (kind) {
      case "entry":
        return [rect(x, y, w, h, h / 2, "shape")];
      case "exit":
        return [rect(x, y, w, h, h / 2, "shape"), rect(x + 4, y + 4, w - 8, h - 8, h / 2 - 4, "line")];
      case "llm":
      case "agent llm":
        return [rect(x, y, w, h, 14, "shape")];
      case "tool":
      case "agent server":
        return [rect(x, y, w, h, 0, "shape"), ["path", { class: "line", d: `M${round(x + 5)},${round(y)}v${round(h)}M${round(x + w - 5)},${round(y)}v${round(h)}` }]];
      case "router":
        return [["polygon", { class: "shape", points: points([x + 14, y], [x + w - 14, y], [x + w, y + h / 2], [x + w - 14, y + h], [x + 14, y + h], [x, y + h / 2]) }]];
      case "human":
        return [["polygon", { class: "shape", points: points([x + 12, y], [x + w - 12, y], [x + w, y + 12], [x + w, y + h - 12], [x + w - 12, y + h], [x + 12, y + h], [x, y + h - 12], [x, y + 12]) }]];
      case "subgraph":
        return [["path", { class: "shape", d: `M${round(x)},${round(y)}h10l7,-8h34l7,8H${round(x + w)}V${round(y + h)}H${round(x)}Z` }]];
    }
    return [rect(x, y, w, h, 3, "shape")];
  };

  // mark returns a small picture: a bar for a human who is asked, one that is crossed out where the
  // answer decides nothing, a triangle for a tool that must not run without, a question mark.
  const mark = (name, x, y) => {
    const at = (d) => ["path", { class: "mark " + name, d: `M${round(x)},${round(y)}` + d }, ["title", {}, MARKS[name]]];
    switch (name) {
      case "gate":
        return at("m1,-10h4v11h-4zm7,0h4v11h-4z");
      case "ignored":
        return at("m1,-10h4v11h-4zm7,0h4v11h-4zM" + round(x - 1) + "," + round(y + 2) + "l15,-14");
      case "sensitive":
        return at("m6,-11l6,12h-12zm0,4.5v3.5m0,1.4v1");
    }
    return ["text", { class: "mark unknown", x: round(x + 3), y: round(y) }, "?", ["title", {}, MARKS[name]]];
  };
  const MARKS = {
    gate: "a human is asked before",
    ignored: "a human is asked, and the answer decides nothing",
    sensitive: "sensitive: must not run without a human",
    unknown: "something of it is not known",
  };

  const boxElement = (b, dx, dy, d, open) => {
    const x = b.x + dx, y = b.y + dy;
    b.at = { x, y };
    const cls = ["box", "kind-" + b.box.kind.replace(/[^a-z]/g, "-"), b.box.unknown ? "open" : "", b.inner ? "unfolded" : ""].filter(Boolean).join(" ");
    const about = (b.box.ghost ? "does not exist: " : b.box.kind + " ") + b.box.name;
    const el = ["g", { class: cls, "data-g": b.g, "data-n": b.n, "data-key": b.key, tabindex: 0, role: "button", "aria-label": about }];
    el.push(["title", {}, about], ...outline(b, x, y, b.w, b.h));
    if (b.inner) {
      el.push(["text", { class: "name", x: round(x + PAD), y: round(y + 20) }, clip(b.box.name, MOST_NAME)], ["text", { class: "kind", x: round(x + PAD), y: round(y + 20 + LINE) }, b.box.kind], fold(b, x + b.w - 24, y + 8));
      return [el, ...graphElements(b.inner, x + (b.w - b.inner.w) / 2, y + HEAD, d, open)];
    }
    const left = x + PAD + indent(b.box);
    b.lines.forEach((l, i) => {
      const base = y + 6 + (i + 1) * LINE - 4;
      if (l.style === "fold") return el.push(fold(b, x + b.w / 2 - 8, base - 12));
      let at = left + (l.style === "tool" ? 10 : 0);
      if (l.style === "tool") el.push(["circle", { class: "dot", cx: round(left + 3), cy: round(base - 4), r: 2 }]);
      for (const m of l.marks || []) {
        el.push(mark(m, at, base));
        at += MARK;
      }
      const attrs = { class: l.style, x: round(at), y: round(base) };
      if (l.tool >= 0) attrs["data-tool"] = l.tool;
      el.push(["text", attrs, l.text]);
    });
    return [el];
  };

  const fold = (b, x, y) => [
    "g", { class: "fold", "data-fold": b.key, role: "button", "aria-label": (b.inner ? "fold " : "unfold ") + b.box.name },
    ["rect", { x: round(x), y: round(y), width: 16, height: 16, rx: 3 }],
    ["path", { d: `M${round(x + 4)},${round(y + 8)}h8` + (b.inner ? "" : `m-4,-4v8`) }],
  ];

  // curve returns a smooth line through the points of an edge, up to its arrowhead.
  const curve = (list) => {
    const at = (p) => round(p.x) + "," + round(p.y);
    let d = "M" + at(list[0]);
    for (let i = 1; i < list.length - 1; i++) {
      const mid = { x: (list[i].x + list[i + 1].x) / 2, y: (list[i].y + list[i + 1].y) / 2 };
      d += `Q${at(list[i])} ${at(i === list.length - 2 ? list[i + 1] : mid)}`;
    }
    return list.length === 2 ? d + "L" + at(list[1]) : d;
  };

  const arrowhead = (list) => {
    const tip = list[list.length - 1];
    let i = list.length - 2;
    while (i > 0 && Math.hypot(tip.x - list[i].x, tip.y - list[i].y) < 4) i--;
    const a = Math.atan2(tip.y - list[i].y, tip.x - list[i].x);
    const side = (t) => [tip.x - 9 * Math.cos(a + t), tip.y - 9 * Math.sin(a + t)];
    return ["polygon", { class: "head", points: points([tip.x, tip.y], side(0.4), side(-0.4)) }];
  };

  const edgeElement = (e, gi, dx, dy) => {
    const cls = ["edge", e.edge.optional ? "optional" : "", e.edge.parallel ? "parallel" : "", e.edge.loop ? "loop" : "", e.edge.ghost ? "ghost" : ""];
    const list = e.points.map((p) => ({ x: p.x + dx, y: p.y + dy }));
    const el = ["g", { class: cls.filter(Boolean).join(" "), "data-g": gi, "data-e": e.index }];
    const full = [e.edge.label, e.edge.guard && "when " + e.edge.guard, e.edge.optional && "exists in some configurations only"].filter(Boolean).join(" ");
    if (full) el.push(["title", {}, full]);
    el.push(["path", { class: "way", d: curve(list) }], arrowhead(list));
    if (e.at) {
      const x = e.at.x + dx, y = e.at.y + dy;
      el.push(["rect", { class: "paper", x: round(x - e.at.w / 2), y: round(y - e.at.h / 2), width: round(e.at.w), height: round(e.at.h), rx: 3 }]);
      e.lines.forEach((l, i) => el.push(["text", { class: "label", x: round(x), y: round(y - e.at.h / 2 + 11 + i * 13) }, l]));
    }
    return el;
  };

  const graphElements = (l, dx, dy, d, open) => [
    ...l.edges.map((e) => edgeElement(e, l.g, dx, dy)),
    ...l.boxes.flatMap((b) => boxElement(b, dx, dy, d, open)),
  ];

  // badges returns the numbers of steps at a corner of a box; the rest of many is "…".
  const badges = (numbers, x, y) =>
    numbers.slice(0, 4).map((n, k) => [
      "g", { class: "badge" },
      ["circle", { cx: round(x + k * 20), cy: round(y), r: 9.5 }],
      ["text", { x: round(x + k * 20), y: round(y + 4) }, k === 3 && numbers.length > 4 ? "…" : String(n)],
    ]);

  // light marks a way among the elements of a picture: a list of spots (see way.go) for each step. It
  // returns the numbers of the steps at their boxes.
  const light = (elements, l, way) => {
    const boxes = [];
    const walk = (l) => l.boxes.forEach((b) => boxes.push(b) && b.inner && walk(b.inner));
    walk(l);
    const is = (el, kind, g, key, n) => el[1].class.split(" ")[0] === kind && el[1]["data-g"] === g && el[1][key] === n;
    const lit = (el) => {
      if (!el[1].class.endsWith(" lit")) el[1].class += " lit";
    };
    const numbers = new Map();
    way.forEach((spots, i) => {
      for (const p of spots || []) {
        for (const el of elements) {
          if (is(el, "edge", p.g, "data-e", p.e)) lit(el);
          if (!is(el, "box", p.g, "data-n", p.n)) continue;
          lit(el);
          if (p.tool >= 0) el.filter((kid) => Array.isArray(kid) && kid[1]["data-tool"] === p.tool).forEach(lit);
          const list = numbers.get(el[1]["data-key"]) || [];
          if (!list.includes(i + 1)) numbers.set(el[1]["data-key"], list.concat(i + 1));
        }
      }
    });
    return boxes.flatMap((b) => badges(numbers.get(b.key) || [], b.at.x, b.at.y));
  };

  // keys returns the keys of all boxes that can be unfolded, with the graph that each shows; a body
  // that stands at many boxes can make them more than most, and then the rest is left out.
  const keys = (d, most) => {
    const out = [];
    const walk = (gi, path, inside) =>
      d.graphs[gi].boxes.forEach((b, n) => {
        const body = b.body ? b.body - 1 : -1;
        if (body < 0 || inside.includes(body) || !d.graphs[body].boxes.length || out.length >= most) return;
        out.push({ key: path + n, graph: body });
        walk(body, path + n + ".", inside.concat(body));
      });
    walk(0, "", [0]);
    return out;
  };

  const ancestors = (key) => key.split(".").map((_, i, parts) => parts.slice(0, i + 1).join("."));

  // reveal adds to the keys of unfolded boxes what hides a spot of a way.
  const reveal = (d, open, way) => {
    const wanted = new Set(way.flatMap((spots) => (spots || []).map((p) => p.g)));
    wanted.delete(0);
    if (!wanted.size) return;
    const all = keys(d, 5000);
    for (const g of wanted) {
      const has = all.filter((k) => k.graph === g);
      if (!has.length || has.some((k) => ancestors(k.key).every((a) => open.has(a)))) continue;
      for (const a of ancestors(has[0].key)) open.add(a);
    }
  };

  // draw returns the size of the picture and its elements. Open has the keys of unfolded boxes, and way
  // what is marked, if anything is.
  const draw = (d, open, way) => {
    const margin = 16, top = 20;
    const l = lay(d, 0, "", open, [0]);
    const elements = graphElements(l, margin, top, d, open);
    if (way) elements.push(...light(elements, l, way));
    return { width: Math.ceil(l.w) + 2 * margin, height: Math.ceil(l.h) + margin + top, elements };
  };

  return { draw, keys, reveal, clip, badges };
})();
