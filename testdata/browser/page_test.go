package browser

// This file is what pages must do.

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestWay clicks on a finding of a bundled agent: its way is lit on the drawing and stands beside its
// source lines.
func TestWay(t *testing.T) {
	b := open(t, "-C", filepath.Join(root, "testdata", "eino"), "-sensitive", "*refund*", "./refund/bad")
	is(b, `document.querySelectorAll("#scene .box").length`, 9)
	is(b, `document.getElementById("tab-tools").textContent`, "Tools 5") // made in a package that is not asked for
	is(b, `document.getElementById("counts").textContent`, "5 findings, 0 unknown, 1 workflow, 0 agents, 5 tools in 1 package")
	b.shot("refund")
	is(b, `document.querySelectorAll("#list [data-finding]").length`, 5)
	b.run(chromedp.Click(`//button[@data-finding][contains(., "structure/human-gate")]`))
	is(b, `[...document.querySelectorAll("#scene .box.lit .name")].map((e) => e.textContent).sort().join(" ")`, "classify intake issue_refund start")
	is(b, `document.querySelectorAll("#scene .edge.lit").length`, 3)
	is(b, `[...document.querySelectorAll("#scene .tool.lit")].map((e) => e.textContent).join()`, "refund_payment")
	is(b, `[...document.querySelectorAll("#scene .badge text")].map((e) => e.textContent).sort().join("")`, "12345")
	is(b, `document.querySelectorAll("#detail .steps li").length`, 5)
	is(b, `document.querySelectorAll("#detail .steps .code .hit").length`, 5)
	is(b, `document.querySelector("#detail .steps li:nth-child(4) .hit").textContent.includes("AddBranch")`, true)
	b.shot("refund-way")

	// A box tells of itself, a tool in it too.
	b.run(chromedp.Click(`//*[@id="scene"]//*[contains(@class,"box")][.//*[text()="classify"]]//*[text()="classify"]`))
	is(b, `document.querySelector("#detail h2").textContent`, "classify")
	b.run(chromedp.Click(`//*[@id="scene"]//*[@data-tool][text()="check_fraud"]`))
	is(b, `document.querySelector("#detail h2").textContent`, "check_fraud")
	b.shot("refund-tool")
	b.quiet()
}

// TestKeys goes through a page without a mouse.
func TestKeys(t *testing.T) {
	b := open(t, "-C", filepath.Join(root, "testdata", "eino"), "-sensitive", "*refund*", "./refund/bad")
	current := `document.querySelector("#list [aria-current=true]").dataset.finding`
	is(b, current, "0")
	b.run(chromedp.KeyEvent("n"))
	is(b, current, "1")
	b.run(chromedp.KeyEvent("p"), chromedp.KeyEvent("p"))
	is(b, current, "4")
	b.search("escalate")
	is(b, `[...document.querySelectorAll("#scene .box.found .name")].map((e) => e.textContent).join()`, "escalate")
	is(b, `document.querySelectorAll("#list [data-finding]").length < 5`, true)
	b.run(chromedp.KeyEvent("\x1b"), chromedp.KeyEvent("\x1b"))
	is(b, `document.getElementById("search").value`, "")
	for i, tab := range []string{"findings", "drawings", "tools", "checked"} {
		b.run(chromedp.KeyEvent(fmt.Sprint(i + 1)))
		is(b, `document.querySelector("#tabs [aria-selected=true]").id`, "tab-"+tab)
		b.shot("refund-" + tab)
	}
	before := eval[string](b, `document.getElementById("scene").getAttribute("transform")`)
	b.run(chromedp.KeyEvent("+"))
	if after := eval[string](b, `document.getElementById("scene").getAttribute("transform")`); after == before {
		t.Error("+ does not zoom")
	}
	light := eval[string](b, `getComputedStyle(document.body).backgroundColor`)
	b.run(chromedp.KeyEvent("d"))
	if dark := eval[string](b, `getComputedStyle(document.body).backgroundColor`); dark == light {
		t.Error("d changes no colour")
	}
	b.shot("refund-dark")
	b.quiet()
}

// TestMouse moves a drawing with the mouse and makes it larger with the wheel: what is under the mouse stays there.
func TestMouse(t *testing.T) {
	b := open(t, "-graph", filepath.Join("testdata", "nested.json"))
	b.run(chromedp.Click(`//button[@data-finding]`))
	detail := `document.getElementById("detail").textContent`
	shown := eval[string](b, detail)
	box := eval[[]float64](b, `(() => { const r = document.querySelector("#scene .box.lit .name").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`)
	before := b.matrix()
	b.drag(box[0], box[1], 50, 30)
	if got, want := b.matrix(), (matrix{before.K, before.X + 50, before.Y + 30}); !got.near(want) {
		t.Errorf("dragged by 50, 30 the drawing is at %v, want %v", got, want)
	}
	is(b, detail, shown) // a drag from a box is no click on it
	b.drag(box[0], box[1], 2, 0)
	if got := eval[string](b, detail); got == shown {
		t.Error("a click that trembles is no click")
	}

	before = b.matrix()
	const x, y = 900, 500
	b.wheel(x, y, -120, 0)
	after := b.matrix()
	if after.K <= before.K {
		t.Errorf("the wheel makes the drawing no larger: %v, then %v", before, after)
	}
	under := func(m matrix) (float64, float64) {
		at := eval[[]float64](b, `(() => { const r = document.getElementById("canvas").getBoundingClientRect(); return [r.left, r.top] })()`)
		return (x - at[0] - m.X) / m.K, (y - at[1] - m.Y) / m.K
	}
	px, py := under(before)
	if qx, qy := under(after); math.Hypot(px-qx, py-qy) > 0.1 {
		t.Errorf("under the mouse were %v, %v and are %v, %v", px, py, qx, qy)
	}
	b.wheel(x, y, 120, 0)
	if got := b.matrix(); !got.near(before) {
		t.Errorf("the wheel and back: %v, want %v", got, before)
	}
	b.wheel(x, y, 40, input.ModifierShift)
	if got, want := b.matrix(), (matrix{before.K, before.X - 40, before.Y}); !got.near(want) {
		t.Errorf("the wheel with shift: %v, want %v", got, want)
	}
	for range 40 {
		b.wheel(x, y, -2000, 0)
	}
	if got := b.matrix(); got.K > 4.001 {
		t.Errorf("the wheel makes the drawing %v times as large", got.K)
	}
	b.run(chromedp.Click("#fit"))
	is(b, inSight, "")
	b.quiet()
}

// inSight is a script that names a box which is not whole on the canvas.
const inSight = `(() => {
	const c = document.getElementById("canvas").getBoundingClientRect();
	for (const e of document.querySelectorAll("#scene .box")) {
		const r = e.getBoundingClientRect();
		if (r.top < c.top - 1 || r.bottom > c.bottom + 1 || r.left < c.left - 1 || r.right > c.right + 1) return e.querySelector(".name").textContent;
	}
	return "";
})()`

// A matrix says how much larger than it is a drawing is shown, and where.
type matrix struct{ K, X, Y float64 }

func (m matrix) near(n matrix) bool {
	return math.Abs(m.K-n.K) < 0.001 && math.Hypot(m.X-n.X, m.Y-n.Y) < 0.1
}

func (b *tab) matrix() matrix {
	b.t.Helper()
	return eval[matrix](b, `(() => { const m = document.getElementById("scene").transform.baseVal.consolidate().matrix; return { K: m.a, X: m.e, Y: m.f } })()`)
}

// drag moves the mouse with its button pressed.
func (b *tab) drag(x, y, dx, dy float64) {
	b.t.Helper()
	b.run(input.DispatchMouseEvent(input.MousePressed, x, y).WithButton(input.Left).WithClickCount(1),
		input.DispatchMouseEvent(input.MouseMoved, x+dx, y+dy).WithButton(input.Left).WithButtons(1),
		input.DispatchMouseEvent(input.MouseReleased, x+dx, y+dy).WithButton(input.Left).WithClickCount(1))
}

func (b *tab) wheel(x, y, by float64, keys input.Modifier) {
	b.t.Helper()
	b.run(input.DispatchMouseEvent(input.MouseWheel, x, y).WithDeltaX(0).WithDeltaY(by).WithModifiers(keys))
}

// search types what to search for. The key of the search is not text in it; the driver, unlike a
// keyboard, sends it as text, too.
func (b *tab) search(what string) {
	b.t.Helper()
	b.run(chromedp.KeyEvent("/"))
	is(b, `document.activeElement.id`, "search")
	b.run(chromedp.Evaluate(`document.activeElement.value = ""`, nil), chromedp.KeyEvent(what))
}

// A step and an edge of a graph file.
type (
	step map[string]any
	edge = map[string]any
)

// graphFile writes a workflow.
func graphFile(t *testing.T, name string, nodes []step, edges []edge) string {
	t.Helper()
	data, err := json.MarshalIndent(map[string]any{
		"name": name, "framework": name, "entry_id": nodes[0]["id"], "exit_ids": []any{nodes[len(nodes)-1]["id"]}, "nodes": nodes, "edges": edges,
	}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "graph.json")
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// hostile are names that somebody would choose who wants something of a reader of the page.
var hostile = []string{
	`</script><img src=x onerror="window.pwned=1">`, `<!--<script>window.pwned=1</script>`, `"><svg onload=window.pwned=1>`,
	`javascript:window.pwned=1`, "{{data}}", "{{program}}", `"; window.pwned=1; //`, "${window.pwned=1}", "$&", "$`", "__proto__", "constructor", "toString",
	"\u202egpj.exe\u202c", "a\u0007\u001b[31mred", "\u2028line", "\u200bnothing", "\U0001F600 שלום", strings.Repeat("long", 90), " ",
}

// TestHostile opens a page whose names are hostile: they are text, whatever is clicked.
func TestHostile(t *testing.T) {
	nodes := []step{{"id": "start", "kind": "entry"}}
	var edges []edge
	for i, name := range hostile {
		nodes = append(nodes, step{"id": fmt.Sprint(i, name), "kind": "tool", "tools": []string{name}, "label": name, "agent": name, "func": name})
		edges = append(edges, edge{"source": nodes[i]["id"], "target": nodes[i+1]["id"], "kind": "conditional", "condition": name})
	}
	nodes = append(nodes, step{"id": "end", "kind": "exit"}) // nothing leads there: there are findings
	b := open(t, "-graph", graphFile(t, hostile[0], nodes, edges))
	is(b, `document.querySelectorAll("#scene .box").length`, len(nodes))
	b.run(chromedp.Evaluate(`for (const e of document.querySelectorAll("#scene .box, #scene [data-tool]")) e.dispatchEvent(new MouseEvent("click", { bubbles: true }))`, nil))
	for range 4 {
		b.run(chromedp.KeyEvent("n"))
	}
	b.shot("hostile")
	is(b, `String(window.pwned)`, "undefined")
	is(b, `document.querySelectorAll("img, iframe, object, embed, link, [onerror], [onload]").length`, 0)
	is(b, `document.querySelectorAll("script").length`, 3)
	is(b, `/[\u0000-\u0008\u000b-\u001f\u200b\u202a-\u202e\u2066-\u2069]/.test([...document.querySelectorAll("title, header, main, #data")].map((e) => e.textContent).join())`, false)
	b.quiet()

	// What keeps the page from more than it does is there, too.
	is(b, `(() => { try { document.body.innerHTML = "<p>"; return "markup" } catch (e) { return e.name } })()`, "TypeError")
	is(b, `(() => { const s = document.createElement("img"); s.src = "https://example.com/x.png"; document.body.append(s); return 1 })()`, 1)
	is(b, `(async () => { try { await fetch("https://example.com/"); return "loaded" } catch (e) { return "refused" } })().then((x) => window.asked = x) && 1`, 1)
	b.run(chromedp.Poll(`window.asked`, nil))
	is(b, `window.asked`, "refused")
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, address := range b.asked {
		if strings.Contains(address, "example.com") && len(b.complaints) == 0 {
			t.Errorf("the page could ask for %s", address)
		}
	}
}

// TestLog opens a page with the runs of a log: a violation is a finding with its way, each event beside its line and at
// the step that has its tool; what runs say is text.
func TestLog(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/logged\n",
		"agentvet.yaml": "version: 1\nbuiltin: {confirm-destructive: off, outward-after-untrusted: off}\n" +
			"policies:\n  - name: once\n    rule: at most 1 tool:refund\n    severity: medium\n",
		"run.jsonl": `{"run":"a","tool":"refund","args":{"amount":1}}
{"run":"a","end":"finished"}
{"run":"b</script>","tool":"refund","args":{"amount":"</script><img src=x onerror=window.pwned=1>"}}
{"run":"b</script>","tool":"refund","args":{"amount":80}}
{"run":"b</script>","end":"finished"}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	file := graphFile(t, "desk", []step{{"id": "a", "kind": "entry"}, {"id": "pay", "kind": "tool", "tools": []string{"refund"}, "calls": "once"}, {"id": "c", "kind": "exit"}},
		[]edge{{"source": "a", "target": "pay"}, {"source": "pay", "target": "c"}})
	b := open(t, "-C", dir, "-graph", file, "-log", "run.jsonl")
	is(b, `document.querySelectorAll("#list [data-finding]").length`, 1)
	is(b, `document.querySelector("#list [data-finding] .sev").textContent`, "medium")
	b.run(chromedp.Click(`//button[@data-finding][contains(., "policy/once")]`))
	is(b, `[...document.querySelectorAll("#scene .box.lit .name")].map((e) => e.textContent).join()`, "pay")
	is(b, `[...document.querySelectorAll("#scene .tool.lit")].map((e) => e.textContent).join()`, "refund")
	is(b, `[...document.querySelectorAll("#scene .badge text")].map((e) => e.textContent).join("")`, "12")
	is(b, `[...document.querySelectorAll("#detail .steps .hit .num")].map((e) => e.textContent).join()`, "3,4")
	is(b, `document.querySelector("#detail .steps li").textContent.includes("</script><img src=x onerror=window.pwned=1>")`, true)
	b.shot("log")

	// What the log was checked against stands beside what the program was.
	b.run(chromedp.KeyEvent("4"), chromedp.Click(`//*[@id="list"]//button[contains(., "policy/once")][contains(., "1 finding")]`))
	is(b, `document.getElementById("detail").textContent.includes("in run.jsonl: 1 violated, 1 accepted")`, true)
	is(b, `String(window.pwned)`, "undefined")
	is(b, `document.querySelectorAll("img").length`, 0)
	b.quiet()
}

// TestLarge opens a page with a workflow of 200 steps: it can be read, and a way in it be followed.
func TestLarge(t *testing.T) {
	const n = 200
	kinds := []string{"llm", "tool", "router", "passthrough", "human", "tool"}
	nodes := []step{{"id": "start", "kind": "entry"}}
	var edges []edge
	for i := 1; i < n-1; i++ {
		s := step{"id": fmt.Sprintf("step_%d", i), "kind": kinds[i%len(kinds)]}
		if s["kind"] == "tool" {
			s["tools"] = []string{fmt.Sprintf("tool_%d", i%17), fmt.Sprintf("tool_%d", i%13)}
		}
		nodes = append(nodes, s)
	}
	nodes = append(nodes, step{"id": "end", "kind": "exit"})
	link := func(from, to int) {
		if to < n {
			edges = append(edges, edge{"source": nodes[from]["id"], "target": nodes[to]["id"], "kind": "direct"})
		}
	}
	for i := range n - 1 {
		link(i, i+1+i%3)
		if i%7 == 0 {
			link(i, i+2)
		}
	}
	b := open(t, "-graph", graphFile(t, "large", nodes, edges))
	is(b, `document.querySelectorAll("#scene .box").length`, n)
	b.shot("large")
	// The first look is at boxes that are large enough to be read.
	if size := eval[float64](b, `document.querySelector("#scene .box .name").getBoundingClientRect().height`); size < 8 {
		t.Errorf("names are %.1f pixels high", size)
	}
	is(b, overlaps, "")
	b.search("step_150")
	b.run(chromedp.KeyEvent("\r"))
	is(b, `[...document.querySelectorAll("#scene .box.found .name")].map((e) => e.textContent).join()`, "step_150")
	is(b, `(() => { const r = document.querySelector("#scene .box.found").getBoundingClientRect(), c = document.getElementById("canvas").getBoundingClientRect(); return r.top >= c.top && r.bottom <= c.bottom && r.left >= c.left && r.right <= c.right })()`, true)
	b.shot("large-found")
	b.run(chromedp.KeyEvent("\x1b"), chromedp.KeyEvent("\x1b"), chromedp.KeyEvent("0"))
	b.shot("large-fit")
	b.quiet()
}

// overlaps is a script that names boxes which lie on each other.
const overlaps = `(() => {
	const all = [...document.querySelectorAll("#scene .box")].map((e) => [e.querySelector(".name").textContent, e.querySelector(".shape").getBBox()]);
	for (const [n, a] of all) for (const [m, b] of all)
		if (n !== m && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height) return n + " " + m;
	return "";
})()`

// TestFold folds a body, unfolds it with a way in it: bodies in bodies, and one that stands at two steps.
func TestFold(t *testing.T) {
	b := open(t, "-graph", filepath.Join("testdata", "nested.json"))
	b.shot("nested")
	boxes := `document.querySelectorAll("#scene .box").length`
	all := eval[int](b, boxes)
	b.run(chromedp.KeyEvent("f"))
	folded := eval[int](b, boxes)
	if folded >= all {
		t.Errorf("%d boxes unfolded, %d folded", all, folded)
	}
	b.run(chromedp.KeyEvent("u"))
	is(b, boxes, all)
	b.run(chromedp.KeyEvent("f"), chromedp.Evaluate(`document.querySelector("#scene [data-fold]").dispatchEvent(new MouseEvent("click", { bubbles: true }))`, nil))
	if one := eval[int](b, boxes); one <= folded {
		t.Errorf("%d boxes after one is unfolded, %d before", one, folded)
	}
	// A finding inside is shown, though all is folded.
	b.run(chromedp.KeyEvent("f"), chromedp.Click(`//button[@data-finding][contains(., "inner")]`))
	is(b, `document.querySelectorAll("#scene .box.lit").length > 0`, true)
	b.shot("nested-way")
	b.quiet()
}

// TestClean opens a page without findings: it says what that rests on.
func TestClean(t *testing.T) {
	b := open(t, "-C", filepath.Join(root, "testdata", "eino"), "-sensitive", "*refund*", "./refund/clean")
	is(b, `document.querySelector("#tabs [aria-selected=true]").id`, "tab-checked")
	claim := eval[string](b, `document.getElementById("claim").textContent`)
	for _, part := range []string{"No finding is listed.", "1 workflow", "wait for -strict"} {
		if !strings.Contains(claim, part) {
			t.Errorf("the page does not say %q: %s", part, claim)
		}
	}
	b.shot("clean")
	b.quiet()
}
