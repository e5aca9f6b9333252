package check_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/golden"
)

// build makes a workflow from a line. "name:kind:tool,tool!" is a node, ! a
// destructive tool, !g one with a gate; "a>b" is an unconditional edge, "a?b=x" one of a branch
// that x takes, "a~b" a loop edge, "a>b[c]" one that exists if c. The first node
// is the entry; nodes of kind exit are the exits.
func build(line string) *graph.Workflow {
	b := graph.NewBuilder("w", "test", graph.Pos{File: "w.go", Line: 1, Col: 1})
	branches := make(map[string]graph.BranchID)
	tools := make(map[string]*graph.Tool)
	for i, word := range strings.Fields(line) {
		pos := graph.Pos{File: "w.go", Line: 2 + i, Col: 1}
		if parts := strings.Split(word, ":"); len(parts) > 1 {
			b.Node(makeNode(parts, tools, pos))
			continue
		}
		word, guard, _ := strings.Cut(strings.TrimSuffix(word, "]"), "[")
		k := strings.IndexAny(word, ">?~")
		from, to := word[:k], word[k+1:]
		e := graph.Edge{Kind: graph.EdgeDirect, Guard: graph.PlainGuard(guard), Pos: pos}
		switch word[k] {
		case '~':
			e.Kind = graph.EdgeLoop
			fallthrough
		case '>':
			b.Edge(from, to, e)
		case '?':
			to, e.Label, _ = strings.Cut(to, "=")
			e.Kind = graph.EdgeConditional
			if _, ok := branches[from]; !ok {
				branches[from] = b.Branch(graph.Branch{From: graph.None, Pos: pos})
			}
			b.BranchEdge(branches[from], from, to, e)
		}
	}
	return b.Build()
}

func makeNode(parts []string, tools map[string]*graph.Tool, pos graph.Pos) graph.Node {
	kinds := map[string]graph.Kind{
		"entry": graph.KindEntry, "exit": graph.KindExit, "tool": graph.KindTool, "llm": graph.KindLLM, "router": graph.KindRouter,
		"human": graph.KindHuman, "sub": graph.KindSubgraph, "pass": graph.KindPassthrough,
	}
	n := graph.Node{Name: parts[0], Kind: kinds[parts[1]], Pos: pos}
	if len(parts) < 3 {
		return n
	}
	for _, name := range strings.Split(parts[2], ",") {
		if tools[name] == nil {
			plain, gate, danger := strings.Cut(name, "!")
			t := &graph.Tool{Name: plain, Pos: pos}
			if danger {
				t.Hints.Destructive = graph.HintTrue
			}
			switch gate {
			case "g":
				t.Gate.Kind = graph.GateConfirm
			case "b":
				t.Hints.Destructive, t.Beside = graph.HintUnset, true
			}
			tools[name] = t
		}
		n.Tools = append(n.Tools, tools[name])
	}
	return n
}

// A rule case is a workflow, what to change in it, and the options.
type ruleCase struct {
	name   string
	line   string
	change func(*graph.Workflow)
	o      check.Options
}

func engine(e graph.Engine, m graph.Mode) func(*graph.Workflow) {
	return func(w *graph.Workflow) { w.Engine, w.Mode = e, m }
}

func unknown(what graph.UnknownKind, n graph.NodeID) func(*graph.Workflow) {
	return func(w *graph.Workflow) {
		w.Unknowns = append(w.Unknowns, graph.Unknown{What: what, Node: n, Reason: reason.Words("it is computed")})
	}
}

// unnamed makes the first tool of the second node one whose name is not known.
func unnamed(gate graph.GateKind) func(*graph.Workflow) {
	return func(w *graph.Workflow) {
		t := w.Nodes[1].Tools[0]
		t.Name, t.Unknown, t.Gate.Kind = "", reason.Words("the server says which tools it has"), gate
	}
}

func isDel(t *graph.Tool) bool { return t.Name == "del" }

// waitAt makes nodes wait for all of their predecessors, in mode any.
func waitAt(names ...string) func(*graph.Workflow) {
	return func(w *graph.Workflow) {
		w.Mode = graph.ModeAny
		for i := range w.Nodes {
			w.Nodes[i].Join = slices.Contains(names, w.Nodes[i].Name)
		}
	}
}

func also(changes ...func(*graph.Workflow)) func(*graph.Workflow) {
	return func(w *graph.Workflow) {
		for _, change := range changes {
			change(w)
		}
	}
}

// body puts a workflow into the node of kind sub.
func body(line string) func(*graph.Workflow) {
	return func(w *graph.Workflow) {
		sub := build(line)
		sub.Name = "body"
		for i := range w.Nodes {
			if w.Nodes[i].Kind == graph.KindSubgraph {
				w.Nodes[i].Sub = sub
			}
		}
	}
}

// offer makes the model steps offer their tools, and the tools steps run what a
// model chose.
func offer(w *graph.Workflow) {
	for i := range w.Nodes {
		switch n := &w.Nodes[i]; n.Kind {
		case graph.KindLLM:
			n.Calls = graph.CallsNone
		case graph.KindTool:
			n.Calls = graph.CallsAny
		}
	}
}

// oneRun is an engine that starts a step for each token and does not bear two runs of it.
func oneRun(w *graph.Workflow) {
	w.Mode, w.Engine = graph.ModeAny, graph.Engine{EachToken: true, OneRun: true}
}

// runsOn lets steps run while others wait for somebody.
func runsOn(w *graph.Workflow) { w.Engine.RunsOn = true }

// both lets the first branch take its values x and y at once; any says that nobody knows.
func both(anyOf bool) func(*graph.Workflow) {
	return func(w *graph.Workflow) {
		b := &w.Branches[0]
		b.Multi, b.Complete, b.Any = true, true, anyOf
		b.Values, b.Together = []graph.Value{{Text: "x"}, {Text: "y"}}, [][]string{{"x", "y"}}
	}
}

// unanswered gives the tool of the second step a gate to which no answer comes.
func unanswered(k graph.GateKind) func(*graph.Workflow) {
	return func(w *graph.Workflow) {
		w.Nodes[1].Tools[0].Gate = graph.Gate{Kind: k, Unanswered: graph.UnansweredStep}
	}
}

// heard says whether the second step gets the answer.
func heard(h graph.Unheard) func(*graph.Workflow) {
	return func(w *graph.Workflow) { w.Nodes[1].Unheard = h }
}

// final makes tools of the second step final.
func final(names ...string) func(*graph.Workflow) {
	return func(w *graph.Workflow) { w.Nodes[1].Final = names }
}

func ruleCases() []ruleCase {
	again := check.Options{PerCall: true}
	stops := engine(graph.Engine{DeadEnd: graph.DeadEndStops}, graph.ModeAny)
	endsFirst := engine(graph.Engine{ExitEnds: true}, graph.ModeAny)
	anyMode := engine(graph.Engine{}, graph.ModeAny)
	allMode := engine(graph.Engine{}, graph.ModeAll)
	return []ruleCase{
		{"clean", "s:entry a:llm r:router t:tool:x e:exit s>a a>r r?t=call r?e=done t>a", nil, check.Options{}},

		{"no exit at all", "s:entry a:llm s>a a>a", nil, check.Options{}},
		{"exit not connected", "s:entry a:llm b:llm e:exit s>a a>b", nil, check.Options{}},
		{"exit not connected, target unknown", "s:entry a:llm e:exit s>a", unknown(graph.UnknownTargets, 1), check.Options{}},
		{"exit behind an unreachable step", "s:entry a:llm b:llm e:exit s>a a>a b>e", nil, check.Options{}},
		{"exit in some configurations", "s:entry a:llm e:exit s>a a>e[cfg.End]", nil, check.Options{}},
		{"exit in every configuration", "s:entry a:llm b:llm e:exit s>a a>e[cfg.End] a>b[!cfg.End] b>e", nil, check.Options{}},
		{"second exit", "s:entry a:llm e:exit f:exit s>a a>e", nil, check.Options{}},
		{"second exit, each asked for", "s:entry a:llm e:exit f:exit s>a a>e", nil, check.Options{EachExit: true}},

		{"livelock", "s:entry r:router a:llm b:llm c:llm e:exit s>r r?e=x r?c=y c>a a>b b>a", nil, check.Options{}},
		{"livelock at one step", "s:entry r:router a:llm e:exit s>r r?e=x r?a=y a>a", nil, check.Options{}},
		{"livelock, body unknown", "s:entry r:router a:llm e:exit s>r r?e=x r?a=y a>a", unknown(graph.UnknownBody, 2), check.Options{}},
		{"silent loop", "s:entry r:router a:llm e:exit s>r r?e=x r?a=y a>a", engine(graph.Engine{StepLimit: 100, LimitIsSuccess: true}, graph.ModeAny), check.Options{}},
		{"loop with a way out", "s:entry r:router a:llm e:exit s>r r?e=x r?a=y a>r", nil, check.Options{}},

		{"dead end", "s:entry r:router a:llm b:llm e:exit s>r r?e=x r?a=y a>b", nil, check.Options{}},
		{"dead end that stops", "s:entry r:router a:llm e:exit s>r r?e=x r?a=y", stops, check.Options{}},
		{"dead end that is an exit", "s:entry r:router a:llm e:exit s>r r?e=x r?a=y", engine(graph.Engine{DeadEnd: graph.DeadEndExits}, graph.ModeAny), check.Options{}},
		{"dead end, targets unknown", "s:entry r:router a:llm e:exit s>r r?e=x r?a=y", unknown(graph.UnknownTargets, 2), check.Options{}},
		{"dead end in some configurations", "s:entry r:router a:llm e:exit s>r r?e=x r?a=y a>e[cfg.Send]", nil, check.Options{}},
		{"two dead ends", "s:entry r:router a:llm b:llm e:exit s>r r?e=x r?a=y r?b=z", nil, check.Options{}},

		{"unreachable region", "s:entry e:exit a:llm b:llm c:llm s>e a>b b>c c>e", nil, check.Options{}},
		{"unreachable cycle", "s:entry e:exit a:llm b:llm s>e a>b b>a b>e", nil, check.Options{}},
		{"unreachable, sources unknown", "s:entry e:exit a:llm s>e a>e", unknown(graph.UnknownSources, 2), check.Options{}},
		{"unreachable and generated", "s:entry e:exit a:pass b:llm s>e a>b b>e", func(w *graph.Workflow) { w.Nodes[2].Generated = true }, check.Options{}},

		{"router with a direct edge", "s:entry r:router a:llm e:exit s>r r>a r?e=x a>e", nil, check.Options{}},
		{"router with a loop edge", "s:entry r:router a:llm e:exit s>r r~s r?e=x r?a=y a>e", nil, check.Options{}},
		{"router value without an edge", "s:entry r:router a:llm e:exit s>r r?e=x r?a=y a>e", func(w *graph.Workflow) {
			w.Branches[0].Values = []graph.Value{{Text: "x"}, {Text: "y"}, {Text: "z", Pos: graph.Pos{File: "r.go", Line: 9, Col: 3}}}
		}, check.Options{}},
		{"router value without an edge, targets unknown", "s:entry r:router e:exit s>r r?e=x", func(w *graph.Workflow) {
			w.Branches[0].Values = []graph.Value{{Text: "z"}}
			unknown(graph.UnknownTargets, 1)(w)
		}, check.Options{}},
		{"router target without a value", "s:entry r:router a:llm e:exit s>r r?e=x r?a=y a>e", func(w *graph.Workflow) {
			w.Branches[0].Values, w.Branches[0].Complete = []graph.Value{{Text: "x"}}, true
		}, check.Options{}},
		{"shadowed by a branch", "s:entry a:llm b:llm e:exit s>a a>b a?e=x b>e", engine(graph.Engine{BranchShadows: true}, graph.ModeAny), check.Options{}},
		{"shadowed by an exit", "s:entry a:llm b:llm e:exit s>a a>b a>e b>e", endsFirst, check.Options{}},
		{"shadowed by an optional exit", "s:entry a:llm b:llm e:exit s>a a>b a>e[cfg.Short] b>e", endsFirst, check.Options{}},
		{"either exit or step", "s:entry a:llm b:llm e:exit s>a a>b[!cfg.Short] a>e[cfg.Short] b>e", endsFirst, check.Options{}},
		{"replaced branch", "s:entry a:llm b:llm e:exit s>a a?b=x b>e", func(w *graph.Workflow) {
			w.Engine.LastBranchWins = true
			w.Branches = append(w.Branches, graph.Branch{From: 1, Pos: graph.Pos{File: "w.go", Line: 90, Col: 1}})
			w.Edges = append(w.Edges, graph.Edge{From: 1, To: 3, Kind: graph.EdgeConditional, Branch: 1, Label: "z"})
		}, check.Options{}},

		{"undeclared node", "s:entry a:llm e:exit s>a a>ned a>gone s>ned a>e", nil, check.Options{}},
		{"undeclared node as the only way out", "s:entry a:llm e:exit s>a a>ned", nil, check.Options{}},
		{"undeclared source", "s:entry e:exit s>e ghost>e", nil, check.Options{}},
		{"interrupt at no node", "s:entry a:llm e:exit s>a a>e", func(w *graph.Workflow) {
			w.Interrupts = []graph.Interrupt{{Name: "b", Node: graph.None, Pos: graph.Pos{File: "i.go", Line: 4, Col: 1}}, {Name: "b", Node: graph.None, After: true}}
		}, check.Options{}},

		{"tool node without tools", "s:entry t:tool e:exit s>t t>e", nil, check.Options{}},
		{"tool node, tools unknown", "s:entry t:tool e:exit s>t t>e", unknown(graph.UnknownTools, 1), check.Options{}},
		{"two tools with one name", "s:entry t:tool:x,y,x!g e:exit s>t t>e", nil, check.Options{}},
		{"more code of a tool", "s:entry t:tool:x,y,x!b e:exit s>t t>e", nil, check.Options{}},
		{"tool offered and not dispatched", "s:entry m:llm:x,y t:tool:x e:exit s>m m?t=call m?e=done t>m", nil, check.Options{}},
		{"tool offered, dispatcher unknown", "s:entry m:llm:x,y t:tool:x e:exit s>m m?t=call m?e=done t>m", unknown(graph.UnknownTools, 2), check.Options{}},
		{"tool step that does not dispatch", "s:entry m:llm:x,y t:tool:x e:exit s>m m>t t>e", nil, check.Options{}},

		{"offer that the step after it cannot run", "s:entry m:llm:x,y t:tool:x e:exit s>m m>t t>e", offer, check.Options{}},
		{"offer that several steps can run", "s:entry m:llm:x,y t:tool:x u:tool:y e:exit s>m m?t=a m?u=b t>e u>e", offer, check.Options{}},
		{"offer, dispatcher unknown", "s:entry m:llm:x,y t:tool:x e:exit s>m m>t t>e", func(w *graph.Workflow) { offer(w); unknown(graph.UnknownTools, 2)(w) }, check.Options{}},
		{"offer that is not known whole", "s:entry m:llm:y t:tool:x e:exit s>m m>t t>e", func(w *graph.Workflow) { offer(w); unknown(graph.UnknownTools, 1)(w) }, check.Options{}},
		{"offer without a dispatcher", "s:entry m:llm:x,x e:exit s>m m>e", offer, check.Options{}},
		{"offer of a sensitive tool", "s:entry m:llm:del! h:human t:tool:del! e:exit s>m m>h h>t t>e", offer, again},
		{"tool that nothing defines", "s:entry m:llm:x e:exit s>m m>e", func(w *graph.Workflow) { w.Nodes[1].Missing = []string{"y", "z"} }, check.Options{}},
		{"final tool that nothing has", "s:entry t:tool:x e:exit s>t t>e", final("x", "y"), check.Options{}},
		{"final tool of a step without tools", "s:entry m:llm e:exit s>m m>e", final("y"), check.Options{}},
		{"final tools, all there", "s:entry t:tool:x,y e:exit s>t t>e", final("x", "y"), check.Options{}},
		{"final tool, tools unknown", "s:entry t:tool:x e:exit s>t t>e", func(w *graph.Workflow) { final("y")(w); unknown(graph.UnknownTools, 1)(w) }, check.Options{}},

		{"ungated tool", "s:entry r:router h:human t:tool:del! e:exit s>r r?h=ask r?t=go h>t t>e", nil, check.Options{}},
		{"gated tool", "s:entry h:human t:tool:del! e:exit s>h h>t t>e", nil, check.Options{}},
		{"tool whose name is not known", "s:entry t:tool:x e:exit s>t t>e", unnamed(graph.GateNone), check.Options{Sensitive: isDel}},
		{"tool with a gate, whose name is not known", "s:entry t:tool:x e:exit s>t t>e", unnamed(graph.GateConfirm), check.Options{Sensitive: isDel}},
		{"tool with a gate of its own", "s:entry t:tool:del!g e:exit s>t t>e", nil, check.Options{}},
		{"second tool of a model step", "s:entry m:llm:get,del! e:exit s>m m>e", nil, check.Options{}},
		{"interrupt before", "s:entry t:tool:del! e:exit s>t t>e", func(w *graph.Workflow) { w.Interrupts = []graph.Interrupt{{Name: "t", Node: 1}} }, check.Options{}},
		{"interrupt after", "s:entry t:tool:del! u:tool:rm! e:exit s>t t>u u>e", func(w *graph.Workflow) { w.Interrupts = []graph.Interrupt{{Name: "t", Node: 1, After: true}} }, check.Options{}},
		{"again in a loop", "s:entry h:human t:tool:del! r:router e:exit s>h h>t t>r r?t=more r?e=done", nil, again},
		{"asked in the loop", "s:entry h:human t:tool:del! r:router e:exit s>h h>t t>r r?h=more r?e=done", nil, again},
		{"again in one step", "s:entry h:human m:llm:del! e:exit s>h h>m m>e", func(w *graph.Workflow) { w.Nodes[2].Calls = graph.CallsAny }, again},
		{"no human", "s:entry a:llm e:exit s>a a>e", nil, check.Options{RequireHuman: true}},
		{"human not reachable", "s:entry a:llm h:human e:exit s>a a>e h>e", nil, check.Options{RequireHuman: true}},
		{"human that no router chooses", "s:entry r:router h:human e:exit s>r r?h=ask r?e=done h>e", func(w *graph.Workflow) {
			w.Branches[0].Complete, w.Branches[0].Values = true, []graph.Value{{Text: "done"}}
		}, check.Options{RequireHuman: true}},
		{"human perhaps", "s:entry a:llm e:exit s>a a>e", unknown(graph.UnknownBody, 1), check.Options{RequireHuman: true}},
		{"ungated in a body", "s:entry b:sub e:exit s>b b>e", body("bs:entry t:tool:del! be:exit bs>t t>be"), check.Options{}},
		{"gated before a body", "s:entry h:human b:sub e:exit s>h h>b b>e", body("bs:entry t:tool:del! be:exit bs>t t>be"), check.Options{}},
		{"gated by a body", "s:entry b:sub t:tool:del! e:exit s>b b>t t>e", body("bs:entry h:human be:exit bs>h h>be"), check.Options{}},
		{"body with a bypass", "s:entry b:sub t:tool:del! e:exit s>b b>t t>e", body("bs:entry r:router h:human be:exit bs>r r?h=ask r?be=skip h>be"), check.Options{}},
		{"asked before each run of a body", "s:entry h:human b:sub r:router u:sub e:exit s>h h>b b>r r?h=more r?e=done u>u", body("bs:entry t:tool:del! be:exit bs>t t>be"), again},
		{"ungated by an unknown", "s:entry h:human t:tool:del! e:exit s>h h>t t>e", unknown(graph.UnknownTargets, 0), check.Options{}},
		{"perhaps a human on the way", "s:entry a:llm t:tool:del! e:exit s>a a>t t>e", unknown(graph.UnknownBody, 1), check.Options{}},
		{"waits for the human", "s:entry h:human a:llm t:tool:del! e:exit s>h s>a h>t a>t t>e", allMode, check.Options{}},
		{"does not wait for the human", "s:entry h:human a:llm t:tool:del! e:exit s>h s>a h>t a>t t>e", anyMode, check.Options{}},
		{"may wait for the human", "s:entry r:router h:human a:llm t:tool:del! e:exit s>r s>a r?h=x r?e=y h>t a>t t>e", allMode, check.Options{}},

		{"unbalanced join", "s:entry a:llm b:llm c:llm j:llm e:exit s>a s>b b>c a>j c>j j>e", anyMode, check.Options{}},
		{"balanced join", "s:entry a:llm b:llm j:llm e:exit s>a s>b a>j b>j j>e", anyMode, check.Options{}},
		{"alternatives", "s:entry a:llm b:llm c:llm j:llm e:exit s?a=x s?b=y b>c a>j c>j j>e", anyMode, check.Options{}},
		{"fork inside an alternative", "s:entry a:llm b:llm c:llm j:llm e:exit s?a=x s?b=y a>j a>c c>j b>j j>e", anyMode, check.Options{}},
		{"unbalanced, waits for all", "s:entry a:llm b:llm c:llm j:llm e:exit s>a s>b b>c a>j c>j j>e", allMode, check.Options{}},
		{"unbalanced at an exit that ends the run", "s:entry a:llm b:llm c:llm e:exit s>a s>b b>c a>e c>e", endsFirst, check.Options{}},
		{"unbalanced at an exit that does not", "s:entry a:llm b:llm c:llm e:exit s>a s>b b>c a>e c>e", anyMode, check.Options{}},
		{"one tool twice", "s:entry a:llm:x,y,x e:exit s>a a>e", nil, check.Options{}},
		{"one tool twice, which the engine refuses", "s:entry a:llm:x,y,x e:exit s>a a>e", engine(graph.Engine{UniqueTools: true}, graph.ModeAny), check.Options{}},
		{"cut off at an exit, behind a branch that meets again", "s:entry a:llm x:llm y:llm c:llm e:exit s>a a>e s?x=1 s?y=2 x>c y>c c>e", endsFirst, check.Options{}},
		{"the same, one after the other", "s:entry a:llm x:llm y:llm c:llm e:exit s>a a?x=1 a?y=2 x>c y>c c>e", endsFirst, check.Options{}},

		{"starved by a branch", "s:entry a:llm r:router x:llm y:llm j:pass e:exit s>a s>r r?x=1 r?y=2 a>j x>j y>j j>e", waitAt("j"), check.Options{}},
		{"fed by either alternative", "s:entry a:llm r:router x:llm y:llm m:llm j:pass e:exit s>a s>r r?x=1 r?y=2 x>m y>m a>j m>j j>e", waitAt("j"), check.Options{}},
		{"starved when a step is left out", "s:entry r:router x:llm j:pass e:exit s>r r?x=1 r?j=2 x>j j>e", waitAt("j"), check.Options{}},
		{"starved, and what is behind it is not reported", "s:entry r:router x:llm y:llm j:pass q:router u:llm v:llm k:pass e:exit s>r r?x=1 r?y=2 x>j y>j j>q q?u=1 q?v=2 u>k v>k k>e", waitAt("j", "k"), check.Options{}},
		{"given up on purpose", "s:entry a:llm r:router x:llm n:llm j:pass e:exit s>a s>r r?x=ok r?n=bad n>e a>j x>j j>e", waitAt("j"), check.Options{}},
		{"fed in the next round", "s:entry r:router x:llm y:llm j:pass z:llm e:exit s>r r?x=1 r?y=2 x>j y>j x>z z>r j>e", waitAt("j"), check.Options{}},
		{"starved, unless an unknown step leads there", "s:entry r:router x:llm y:llm j:pass e:exit s>r r?x=1 r?y=2 x>j y>j j>e",
			also(waitAt("j"), unknown(graph.UnknownSources, 3)), check.Options{}},
		{"stale in a loop", "s:entry f:pass a:llm b:llm c:llm j:pass r:router e:exit s>f f>a f>b a>j b>c c>j j>r r?f=more r?e=done", waitAt("j"), check.Options{}},
		{"arms of one length in a loop", "s:entry f:pass a:llm b:llm j:pass r:router e:exit s>f f>a f>b a>j b>j j>r r?f=more r?e=done", waitAt("j"), check.Options{}},
		{"arms of different length, no loop", "s:entry f:pass a:llm b:llm c:llm j:pass e:exit s>f f>a f>b a>j b>c c>j j>e", waitAt("j"), check.Options{}},

		{"two tokens at once", "s:entry r:router a:llm b:llm j:llm e:exit s>r r?a=x r?b=y a>j b>j j>e", also(oneRun, both(false)), check.Options{}},
		{"two tokens at once, in an engine that bears it", "s:entry r:router a:llm b:llm j:llm e:exit s>r r?a=x r?b=y a>j b>j j>e", also(anyMode, both(false)), check.Options{}},
		{"two tokens at once, perhaps", "s:entry r:router a:llm b:llm j:llm e:exit s>r r?a=x r?b=y a>j b>j j>e", also(oneRun, both(true)), check.Options{}},
		{"one token of two ways", "s:entry r:router a:llm b:llm j:llm e:exit s>r r?a=x r?b=y a>j b>j j>e", oneRun, check.Options{}},
		{"two tokens, which a join waits for", "s:entry r:router a:llm b:llm j:pass e:exit s>r r?a=x r?b=y a>j b>j j>e", also(oneRun, also(both(false), waitAt("j"))), check.Options{}},
		{"two tokens, one later", "s:entry r:router a:llm b:llm c:llm j:llm e:exit s>r r?a=x r?b=y a>j b>c c>j j>e", also(oneRun, both(false)), check.Options{}},

		{"asked where nobody can answer", "s:entry t:tool:x!g e:exit s>t t>e", unanswered(graph.GateConfirm), check.Options{}},
		{"asked in some cases, where nobody can answer", "s:entry t:tool:x!g e:exit s>t t>e", unanswered(graph.GateConditional), check.Options{}},
		{"asks nobody where nobody can answer", "s:entry t:tool:x e:exit s>t t>e", unanswered(graph.GateNone), check.Options{}},
		{"answer that is lost", "s:entry h:human e:exit s>h h>e", heard(graph.UnheardAlways), check.Options{}},
		{"answer that may be lost", "s:entry h:human e:exit s>h h>e", heard(graph.UnheardPerhaps), check.Options{}},
		{"runs on", "s:entry a:llm:x!g b:llm e:exit s>a a>b b>e", runsOn, check.Options{}},
		{"waits", "s:entry a:llm:x!g b:llm e:exit s>a a>b b>e", nil, check.Options{}},
		{"runs on, nobody asks before another", "s:entry a:llm b:llm:x!g e:exit s>a a>b b>e", runsOn, check.Options{}},
		{"runs on past a body that asks", "s:entry b:sub t:tool:del! e:exit s>b b>t t>e", also(body("bs:entry h:human be:exit bs>h h>be"), runsOn), check.Options{}},
		{"runs on, past no body that never ends", "s:entry b:sub t:tool:del! e:exit s>b b>t t>e", also(body("bs:entry h:human be:exit bs>h h>h"), runsOn), check.Options{}},
		{"runs on into the next round", "s:entry a:llm:x!g r:router e:exit s>a a>r r?a=more r?e=done", also(runsOn, func(w *graph.Workflow) { w.Nodes[2].Generated = true }), check.Options{}},

		{"loop back to a join", "s:entry a:llm b:llm r:router e:exit s>a a>b b>r r?a=again r?e=done", anyMode, check.Options{}},

		{"no entry", "a:llm e:exit a>e", nil, check.Options{}},
		{"two nodes with one name", "s:entry a:llm a:llm e:exit s>a a>e", nil, check.Options{}},
	}
}

// TestRules prints what each small workflow gives; a case without a problem is
// the clean twin of another.
func TestRules(t *testing.T) {
	var out strings.Builder
	for _, c := range ruleCases() {
		w := build(c.line)
		if c.change != nil {
			c.change(w)
		}
		fmt.Fprintf(&out, "# %s\n", c.name)
		for _, p := range flats(check.Run(w, c.o)) {
			fmt.Fprintf(&out, "%s\n", describe(p))
		}
	}
	golden.Compare(t, filepath.Join("testdata", "rules.txt"), out.String())
}

// TestWords checks that every reason has its word.
func TestWords(t *testing.T) {
	seen := make(map[string]bool)
	for w := check.WhyNone; w <= check.WhyCount; w++ {
		if word := w.String(); seen[word] || strings.HasPrefix(word, "invalid") {
			t.Errorf("Why(%d).String() = %q", w, word)
		}
		seen[w.String()] = true
	}
	if got := (check.WhyCount + 1).String(); !strings.HasPrefix(got, "invalid") {
		t.Errorf("Why(%d).String() = %q, want invalid(…)", check.WhyCount+1, got)
	}
}

// TestTable holds the table of checks to the registry: each rule about the shape of
// workflows is in it, once. Names that nodes share are for the caller to report, with
// both positions, and others are about agents, their tools and settings, in whatever workflow.
func TestTable(t *testing.T) {
	elsewhere := []string{rules.ArgumentMismatch, rules.DuplicateNode, rules.GateEvaded, rules.Unconfirmed, rules.UnreadSetting, rules.UntypedReturn, rules.WiderScope}
	want := []string{rules.Undecided}
	for _, r := range rules.All() {
		if group := r.Group(); (group == "structure" || group == "delegation") && !slices.Contains(elsewhere, r.ID) {
			want = append(want, r.ID)
		}
	}
	if diff := cmp.Diff(want, check.Rules()); diff != "" {
		t.Errorf("rules of checks (-registry +table):\n%s", diff)
	}
}

// TestRunAll checks that a body is checked once, and gated through its parents.
func TestRunAll(t *testing.T) {
	gated := build("s:entry h:human b:sub e:exit s>h h>b b>e")
	body("bs:entry t:tool:del! x:llm be:exit bs>t t>be")(gated)
	sub := gated.Nodes[2].Sub
	var got []string
	for _, p := range flats(check.RunAll([]*graph.Workflow{sub, gated, gated}, check.Options{})) {
		got = append(got, fmt.Sprintf("%s in %s", p.Rule(), p.Workflow.Name))
	}
	if want := "[structure/unreachable in body]"; fmt.Sprint(got) != want {
		t.Errorf("RunAll = %v, want %s", got, want)
	}
	if got := check.Run(sub, check.Options{}); len(got) != 2 || got[0].Rule() != rules.HumanGate {
		t.Errorf("Run of the body by itself = %v, want an ungated tool", got)
	}
	if got := check.Run(nil, check.Options{}); len(got) != 1 || got[0].Rule() != rules.Undecided {
		t.Errorf("Run(nil) = %v, want malformed", got)
	}
}

func TestAgents(t *testing.T) {
	lost := &graph.Agent{Name: "lost", Unused: true, Pos: graph.Pos{File: "a.go", Line: 3, Col: 1}}
	p := &graph.Program{Agents: []*graph.Agent{{Name: "root"}, lost}}
	got := flats(check.Agents(p))
	if len(got) != 1 || got[0].Agent != lost || got[0].Rule() != rules.Unreachable || got[0].pos() != lost.Pos {
		t.Errorf("Agents = %v, want the agent lost", got)
	}
}

// TestTools: one question in vain is one problem, whatever the number of tools that come to it.
func TestTools(t *testing.T) {
	at := graph.Pos{File: "a.go", Line: 9, Col: 2}
	ignored := graph.Gate{Kind: graph.GateIgnored, Pos: at}
	p := &graph.Program{Tools: []*graph.Tool{
		{Name: "remove", Gate: ignored}, {Name: "drop", Gate: ignored},
		{Name: "asked", Gate: graph.Gate{Kind: graph.GateInterrupt, Pos: at}}, {Name: "sometimes", Gate: graph.Gate{Kind: graph.GateConditional, Pos: at}}, {Name: "plain"},
	}}
	got := check.Tools(p)
	if len(got) != 1 || got[0].Rule() != rules.GateIgnored || got[0].(*check.IgnoredGate).Tool.Name != "remove" {
		t.Errorf("Tools = %v, want the question of remove", got)
	}
}

func TestOwnLoops(t *testing.T) {
	tools, forever := []*graph.Tool{{Name: "t"}}, graph.Bound{State: graph.BoundUnlimited}
	loop := &graph.Agent{Name: "loop", Kind: graph.AgentLoop, Tools: tools, Bound: forever, Pos: graph.Pos{File: "a.go", Line: 3, Col: 1}}
	got := flats(check.Agents(&graph.Program{Agents: []*graph.Agent{
		loop,
		{Name: "limited", Kind: graph.AgentLoop, Tools: tools, Bound: graph.Known(8)},
		{Name: "talks", Kind: graph.AgentLoop, Tools: tools},
		{Name: "agent", Kind: graph.AgentLLM, Tools: tools, Bound: forever},
		{Name: "of agents", Kind: graph.AgentLoop, SubAgents: []*graph.Agent{loop}, Bound: forever},
	}}))
	if len(got) != 1 || got[0].Rule() != rules.Unbounded || got[0].Detail != "rounds-own" || got[0].Agent != loop || got[0].pos() != loop.Pos {
		t.Errorf("Agents = %v, want the loop without a limit", got)
	}
}

// TestConditionalGates: a gate that asks in some cases is a human that a run can
// reach, and no human before each call. If the tools of its step are not all known,
// the gate may ask always or never.
func TestConditionalGates(t *testing.T) {
	tool := &graph.Tool{Name: "drop", Destructive: true, Gate: graph.Gate{Kind: graph.GateConditional}}
	b := graph.NewBuilder("w", "adk", graph.Pos{})
	b.Workflow().Engine.DeadEnd = graph.DeadEndExits
	b.Node(graph.Node{Name: "start", Kind: graph.KindEntry})
	id := b.Node(graph.Node{Name: "agent", Kind: graph.KindLLM, Tools: []*graph.Tool{tool}, Calls: graph.CallsAny})
	b.Edge("start", "agent", graph.Edge{Kind: graph.EdgeDirect})
	known := b.Build()
	got := flats(check.Run(known, check.Options{RequireHuman: true}))
	if len(got) != 1 || got[0].Detail != "gate-first" || got[0].Verdict() != verdict.Violated {
		t.Errorf("Run = %v, want only that the tool can run unasked", got)
	}
	known.Unknowns = []graph.Unknown{{What: graph.UnknownTools, Node: id, Reason: reason.Words("the caller says who asks")}}
	got = flats(check.Run(known, check.Options{RequireHuman: true}))
	if len(got) != 2 {
		t.Fatalf("Run = %v, want two that are unknown", got)
	}
	for _, p := range got {
		if p.Verdict() != verdict.Unknown || p.Doubt.Unknown == nil || p.Doubt.Unknown.Reason.String() != "the caller says who asks" {
			t.Errorf("%v is %v because of %v, want unknown because of the caller", p.Detail, p.Verdict(), p.Doubt.Unknown)
		}
	}
}

// TestUnsetLimits: an agent whose limit is not set goes on for as long as its model
// calls tools, unless a human is asked before each.
func TestUnsetLimits(t *testing.T) {
	agent := func(name string, tools ...*graph.Tool) *graph.Agent {
		return &graph.Agent{Name: name, Kind: graph.AgentLLM, Tools: tools, Bound: graph.Bound{State: graph.BoundUnlimited}, Unset: true}
	}
	free, asked := &graph.Tool{Name: "free"}, &graph.Tool{Name: "asked", Gate: graph.Gate{Kind: graph.GateConfirm}}
	open, lost := agent("open", free), agent("lost", free)
	open.Unknowns = []graph.Unknown{{What: graph.UnknownTools}, {What: graph.UnknownAnything, Reason: reason.Words("options of a caller")}}
	lost.Unused = true
	got := flats(check.Agents(&graph.Program{Agents: []*graph.Agent{
		agent("one", asked, free), open, agent("asks", asked), agent("talks"), lost,
	}}))
	if len(got) != 3 || got[0].Agent.Name != "one" || got[0].Detail != "rounds-unset" || got[0].Verdict() != verdict.Violated {
		t.Fatalf("Agents = %v, want a limit that is not set, one that may not be, and an agent that nobody uses", got)
	}
	if got[1].Agent != open || got[1].Verdict() != verdict.Unknown || got[1].Doubt.Unknown.Reason.String() != "options of a caller" {
		t.Errorf("Agents = %v, want the limit of %s unknown", got, open.Name)
	}
	if got[2].Rule() != rules.Unreachable {
		t.Errorf("%s is %v, want only that nobody uses it", got[2].Agent.Name, got[2])
	}
}

func TestReplacedTools(t *testing.T) {
	tool := func(line int) *graph.Tool {
		return &graph.Tool{Name: "file", Pos: graph.Pos{File: "a.go", Line: line, Col: 1}}
	}
	server := &graph.Agent{Name: "files", Kind: graph.AgentServer, Replaced: []graph.Replacement{{Tool: tool(3), By: tool(5)}}}
	got := flats(check.Agents(&graph.Program{Agents: []*graph.Agent{server}}))
	if len(got) != 1 || got[0].Rule() != rules.UndeclaredTool || got[0].Detail != "tool-replaced" || got[0].pos().Line != 5 {
		t.Errorf("Agents = %v, want a tool that is replaced on line 5", got)
	}
}

func TestAstrayTools(t *testing.T) {
	tool := func(name string, line int) *graph.Tool {
		return &graph.Tool{Name: name, Pos: graph.Pos{File: "a.go", Line: line, Col: 1}}
	}
	run := tool("purge", 7)
	agent := &graph.Agent{Name: "main", Kind: graph.AgentLoop, Tools: []*graph.Tool{run}, Unhandled: []*graph.Tool{tool("search", 3), tool("stat", 4)}, Untold: []*graph.Tool{run}}
	got := flats(check.Agents(&graph.Program{Agents: []*graph.Agent{agent}}))
	if len(got) != 2 || got[0].Detail != "tool-unhandled" || got[0].pos().Line != 3 || got[1].Detail != "tool-untold" || got[1].pos().Line != 7 {
		t.Errorf("Agents = %v, want one problem of each kind", got)
	}
}

func TestNamed(t *testing.T) {
	if _, err := check.Named("ok_*", "[bad"); err == nil || !strings.Contains(err.Error(), `"[bad"`) {
		t.Errorf("Named accepts a malformed glob: %v", err)
	}
	is, err := check.Named("delete_*", "pay")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"delete_user": true, "pay": true, "paying": false, "undelete_user": false} {
		if is(&graph.Tool{Name: name}) != want {
			t.Errorf("Named matches %q: %v", name, !want)
		}
	}
}

func ExampleRun() {
	w := build("s:entry r:router ask:human del:tool:delete! e:exit s>r r?ask=risky r?del=safe ask>del del>e")
	for _, p := range check.Run(w, check.Options{}) {
		fmt.Println(p.Rule(), p.Common().Verdict())
		if p, ok := p.(*check.Ungated); ok {
			fmt.Println("  the tool is", p.Tools[0].Name)
		}
		for _, step := range p.Common().Witness {
			fmt.Println("  ", w.Nodes[step.Node].Name)
		}
	}
	// Output:
	// structure/human-gate violated
	//   the tool is delete
	//    s
	//    r
	//    del
}

// TestIgnoredAnswers: the witness leads from the step that asks to the one that acts, and what is said of another workflow is not
// followed.
func TestIgnoredAnswers(t *testing.T) {
	w := build("s:entry h:pass m:pass t:tool:del e:exit s>h h>m m>t t>e")
	at := graph.Pos{File: "a.go", Line: 3, Col: 1}
	w.Nodes[1].Past = []graph.Past{{Path: []graph.EdgeID{1, 2}, Slip: graph.Slip{Way: graph.SlipAny}, Pos: at}, {Path: []graph.EdgeID{2}}, {Path: []graph.EdgeID{1, 99}}}
	var got []*check.IgnoredAnswer
	for _, p := range check.Run(w, check.Options{}) {
		if one, ok := p.(*check.IgnoredAnswer); ok {
			got = append(got, one)
		}
	}
	if len(got) != 1 || got[0].Rule() != rules.GateIgnored || check.PosOf(got[0]) != at || got[0].Node != 1 || got[0].To().Name != "t" || len(got[0].Witness) != 3 {
		t.Errorf("got %+v, want one problem that leads from h to t", got)
	}
}
