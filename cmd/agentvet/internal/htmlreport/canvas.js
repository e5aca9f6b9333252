"use strict";
// The drawing: its elements, the way of a finding on it, folding, moving and zooming.

const SVG = "http://www.w3.org/2000/svg";
const camera = { x: 0, y: 0, k: 1, w: 0, h: 0 }; // the picture is drawn k times as large, moved by x and y

// node makes an element of what draw.js returns. Text goes in as text only.
const node = (value) => {
  if (typeof value === "string") return document.createTextNode(value);
  const [name, attrs, ...kids] = value;
  const el = document.createElementNS(SVG, name);
  for (const [key, text] of Object.entries(attrs)) el.setAttribute(key, text);
  el.append(...kids.map(node));
  return el;
};

// A drawing with few boxes is unfolded at first.
const openOf = (i) => {
  if (!view.open.has(i)) {
    const d = data.drawings[i];
    const few = d.graphs.reduce((n, g) => n + g.boxes.length, 0) <= 80;
    view.open.set(i, new Set(few ? agentvetDraw.keys(d, 60).map((k) => k.key) : []));
  }
  return view.open.get(i);
};

// unfoldFor unfolds what hides a spot of a finding.
const unfoldFor = (i, f) => {
  agentvetDraw.reveal(data.drawings[i], openOf(i), f.steps.map((s) => s.spots));
};

// drawPicture draws the drawing of the view. Around is a finding that is to be seen whole; keep is a
// box that stays where it is.
const drawPicture = ({ around, keep, again }) => {
  const canvas = $("canvas"), d = data.drawings[view.drawing];
  canvas.setAttribute("data-drawing", view.drawing);
  if (!d) {
    canvas.replaceChildren(h("p", { class: "empty" }, view.finding >= 0 ? "No drawing shows where this is; its way stands beside the source lines at the right." : "No workflow and no agent was found: there is nothing to draw."));
    $("title").textContent = "";
    $("foldall").hidden = $("unfoldall").hidden = true;
    $("status").replaceChildren();
    return;
  }
  if (around) unfoldFor(view.drawing, around);
  const before = keep && boxRect(keep);
  const picture = agentvetDraw.draw(d, openOf(view.drawing));
  const scene = document.createElementNS(SVG, "g");
  scene.setAttribute("id", "scene");
  scene.append(...picture.elements.map(node));
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", drawingTitle(d));
  svg.append(scene);
  canvas.replaceChildren(svg);
  camera.w = picture.width;
  camera.h = picture.height;
  $("title").textContent = drawingTitle(d) + (d.at ? "  (" + d.at + ")" : "");
  const foldable = d.graphs.length > 1;
  $("foldall").hidden = $("unfoldall").hidden = !foldable;
  light();
  if (before) {
    const after = boxRect(keep);
    camera.x += before.x - after.x;
    camera.y += before.y - after.y;
    place();
  } else if (!again) {
    home();
  }
  if (around) lookAt(around.steps.flatMap((s) => s.spots || []));
  drawStatus(d);
};

const boxRect = (key) => {
  const el = document.querySelector(`#scene .box[data-key="${CSS.escape(key)}"]`);
  return el && el.getBoundingClientRect();
};

const drawStatus = (d) => {
  const i = view.drawing, listed = findingsOf(i, "listed").length, other = findingsOf(i).length - listed, unknown = unknownOf(d);
  const parts = [listed ? count(listed, "finding") + " here" : "No finding here"];
  if (other) parts.push(other + " undecided, held back or silenced");
  parts.push(unknown ? unknown + " unknown: dashed boxes, and below" : "nothing of it is unknown");
  const texts = d.graphs.flatMap((g) => (g.unknown || []).map((u) => "unknown: " + u));
  $("status").replaceChildren(h("p", {}, parts.join(" · ") + ". What was checked stands under Checked."), ...texts.map((t) => h("p", { class: "name" }, t)));
};

const spotBoxes = (s) => [...document.querySelectorAll(`#scene .box[data-g="${s.g}"][data-n="${s.n}"]`)];

// light marks the way of the finding that is shown, with the numbers of its steps.
const light = () => {
  const scene = $("scene");
  if (!scene) return;
  scene.querySelectorAll(".lit").forEach((el) => el.classList.remove("lit"));
  scene.querySelectorAll(".badge").forEach((el) => el.remove());
  scene.classList.remove("lighted");
  for (const el of scene.querySelectorAll(".box")) {
    const b = data.drawings[view.drawing].graphs[el.dataset.g].boxes[el.dataset.n];
    el.classList.toggle("found", Boolean(view.query) && matches.box(b));
  }
  const f = data.findings[view.finding];
  if (!f || f.drawing !== view.drawing) return;
  const numbers = new Map();
  f.steps.forEach((s, i) => {
    for (const p of s.spots || []) {
      scene.classList.add("lighted");
      for (const box of spotBoxes(p)) {
        box.classList.add("lit");
        if (p.tool >= 0) box.querySelectorAll(`[data-tool="${p.tool}"]`).forEach((el) => el.classList.add("lit"));
        numbers.set(box, (numbers.get(box) || []).concat(i + 1));
      }
      if (p.e >= 0) scene.querySelectorAll(`.edge[data-g="${p.g}"][data-e="${p.e}"]`).forEach((el) => el.classList.add("lit"));
    }
  });
  for (const [box, list] of numbers) {
    const r = box.querySelector(".shape").getBBox();
    scene.append(...agentvetDraw.badges(list, r.x, r.y).map(node));
  }
};

const place = () => $("scene") && $("scene").setAttribute("transform", `translate(${camera.x},${camera.y}) scale(${camera.k})`);

const fitScale = () => {
  const c = $("canvas");
  return Math.min(c.clientWidth / camera.w, c.clientHeight / camera.h, 1.25);
};

// fit shows all of the drawing; home too, unless that is too small to read: then it shows its top.
const fit = () => {
  const c = $("canvas");
  camera.k = fitScale();
  camera.x = (c.clientWidth - camera.w * camera.k) / 2;
  camera.y = Math.max(0, (c.clientHeight - camera.h * camera.k) / 2);
  place();
};

const home = () => {
  fit();
  if (camera.k >= 0.6) return;
  const first = document.querySelector("#scene .kind-entry .shape") || document.querySelector("#scene .box .shape");
  camera.k = Math.max(0.75, Math.min(1, camera.k));
  const r = first ? first.getBBox() : { x: 0, y: 0, width: 0, height: 0 };
  camera.x = $("canvas").clientWidth / 2 - (r.x + r.width / 2) * camera.k;
  camera.y = 30 - r.y * camera.k;
  place();
};

// zoom makes the drawing larger by a factor, about a point of the canvas.
const zoom = (by, x, y) => {
  const c = $("canvas"), k = Math.min(4, Math.max(Math.min(fitScale(), 0.2), camera.k * by));
  x ??= c.clientWidth / 2;
  y ??= c.clientHeight / 2;
  camera.x = x - ((x - camera.x) * k) / camera.k;
  camera.y = y - ((y - camera.y) * k) / camera.k;
  camera.k = k;
  place();
};

const move = (dx, dy) => {
  camera.x += dx;
  camera.y += dy;
  place();
};

// lookAt brings boxes into sight: all of the drawing or at least all of
// them if they can be read then, else the last.
const lookAt = (spots) => {
  const boxes = spots.flatMap(spotBoxes).map((el) => el.querySelector(".shape").getBBox());
  if (!boxes.length) return;
  if (fitScale() >= 0.7) return fit();
  const c = $("canvas"), margin = 50;
  const hull = (list) => {
    const x = Math.min(...list.map((r) => r.x)), y = Math.min(...list.map((r) => r.y));
    return { x, y, w: Math.max(...list.map((r) => r.x + r.width)) - x, h: Math.max(...list.map((r) => r.y + r.height)) - y };
  };
  let r = hull(boxes), k = Math.min((c.clientWidth - 2 * margin) / r.w, (c.clientHeight - 2 * margin) / r.h, 1.1);
  if (k < 0.45) {
    r = hull(boxes.slice(-1));
    k = Math.min(1, Math.max(0.7, camera.k));
  }
  camera.k = k;
  camera.x = c.clientWidth / 2 - (r.x + r.w / 2) * k;
  camera.y = c.clientHeight / 2 - (r.y + r.h / 2) * k;
  place();
};

const toggleFold = (key) => {
  const open = openOf(view.drawing);
  if (open.has(key)) open.delete(key);
  else open.add(key);
  drawPicture({ keep: key });
};

const foldAll = (unfold) => {
  view.open.set(view.drawing, new Set(unfold ? agentvetDraw.keys(data.drawings[view.drawing], 200).map((k) => k.key) : []));
  drawPicture({});
};

const activate = (target) => {
  const fold = target.closest("[data-fold]"), tool = target.closest("[data-tool]"), box = target.closest(".box");
  if (fold) return toggleFold(fold.dataset.fold);
  if (tool) return showTool(Number(tool.dataset.tool));
  if (box) show({ box: { g: Number(box.dataset.g), n: Number(box.dataset.n), key: box.dataset.key }, tool: -1 });
};

const watchCanvas = () => {
  const c = $("canvas");
  let from = null, moved = false;
  c.addEventListener("wheel", (e) => {
    e.preventDefault();
    const r = c.getBoundingClientRect();
    if (e.ctrlKey || e.metaKey || !e.shiftKey) zoom(Math.exp(-e.deltaY * 0.0015), e.clientX - r.left, e.clientY - r.top);
    else move(-e.deltaY, 0);
  }, { passive: false });
  c.addEventListener("pointerdown", (e) => {
    if (e.button === 0) from = { x: e.clientX, y: e.clientY };
    moved = false;
  });
  window.addEventListener("pointermove", (e) => {
    if (!from) return;
    if (!moved && Math.hypot(e.clientX - from.x, e.clientY - from.y) < 4) return;
    moved = true;
    c.classList.add("moving");
    move(e.clientX - from.x, e.clientY - from.y);
    from = { x: e.clientX, y: e.clientY };
  });
  window.addEventListener("pointerup", () => {
    from = null;
    c.classList.remove("moving");
  });
  c.addEventListener("click", (e) => {
    if (!moved && e.target instanceof Element) activate(e.target);
  });
  window.addEventListener("resize", () => place());
};
