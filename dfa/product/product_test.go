package product

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/verdict"
)

// build returns a workflow from lines such as "a -> b, c" (one of them), "a => b,
// c" (all of them) and "a: llm rm,ls" (kind and tools). Nodes s and e are its ends.
func build(t testing.TB, mode graph.Mode, text string) *graph.Workflow {
	t.Helper()
	b := graph.NewBuilder("w", "test", graph.Pos{})
	b.Workflow().Mode = mode
	kinds := map[string]graph.Kind{"llm": graph.KindLLM, "tool": graph.KindTool, "human": graph.KindHuman, "router": graph.KindRouter, "step": graph.KindPassthrough}
	b.Node(graph.Node{Name: "s", Kind: graph.KindEntry})
	ensure := func(name string) {
		if b.Lookup(name) == graph.None {
			b.Node(graph.Node{Name: name, Kind: graph.KindPassthrough})
		}
	}
	var edges []func()
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line = strings.TrimSpace(line)
		if name, rest, ok := strings.Cut(line, ": "); ok {
			words := strings.Fields(rest)
			n := graph.Node{Name: name, Kind: kinds[words[0]]}
			if len(words) > 1 {
				n.Calls = graph.CallsAny
				for tool := range strings.SplitSeq(words[1], ",") {
					n.Tools = append(n.Tools, &graph.Tool{Name: tool})
				}
				if len(n.Tools) == 1 && n.Kind == graph.KindTool {
					n.Calls = graph.CallsOnce
				}
			}
			b.Node(n)
			continue
		}
		edges = append(edges, func() {
			all := true
			from, to, ok := strings.Cut(line, " => ")
			if !ok {
				from, to, _ = strings.Cut(line, " -> ")
				all = false
			}
			ensure(from)
			targets := strings.Split(to, ", ")
			br := graph.BranchID(graph.None)
			if !all && len(targets) > 1 {
				br = b.Branch(graph.Branch{From: b.Lookup(from)})
			}
			for _, x := range targets {
				if x != "e" {
					ensure(x)
				} else if b.Lookup("e") == graph.None {
					b.Node(graph.Node{Name: "e", Kind: graph.KindExit})
				}
				if br == graph.None {
					b.Edge(from, x, graph.Edge{Kind: graph.EdgeDirect})
				} else {
					b.BranchEdge(br, from, x, graph.Edge{Kind: graph.EdgeConditional, Label: x})
				}
			}
		})
	}
	for _, f := range edges {
		f()
	}
	return b.Build()
}

func TestCheck(t *testing.T) {
	const (
		line   = "x: tool rm\nh: human\ns -> a\na -> x\nx -> e"
		gated  = "x: tool rm\nh: human\ns -> h\nh -> x\nx -> e"
		loop   = "x: tool rm\nh: human\ns -> x\nx -> x, h\nh -> e"
		forked = "s => a, b\na => j\nb => j\nj => e"
		long   = "s => a, b\na => c\nc => j\nb => j\nj => e"
		react  = "m: llm rm,ls\ns -> m\nm -> e"
	)
	for _, tt := range []struct {
		name, graph string
		mode        graph.Mode
		rule        string
		want        verdict.Verdict
		kind        Kind
	}{
		{"never", line, graph.ModeAll, "G !tool:rm", verdict.Violated, BadPrefix},
		{"never other", line, graph.ModeAll, "G !tool:ls", verdict.Holds, KindNone},
		{"gate missing", line, graph.ModeAll, "human before tool:rm", verdict.Violated, BadPrefix},
		{"gate", gated, graph.ModeAll, "human before tool:rm", verdict.Holds, KindNone},
		{"loop uses one gate", gated, graph.ModeAll, "human before each tool:rm", verdict.Holds, KindNone},
		{"response", line, graph.ModeAll, "tool:rm -> F human", verdict.Violated, Unmet},
		{"response in the end", loop, graph.ModeAll, "tool:rm -> F human", verdict.Holds, KindNone},
		{"until", gated, graph.ModeAll, "human U tool:rm", verdict.Holds, KindNone},
		{"either order a", forked, graph.ModeAll, "node:a before node:b", verdict.Violated, BadPrefix},
		{"join", forked, graph.ModeAll, "(node:a before node:j) AND (node:b before node:j)", verdict.Holds, KindNone},
		{"join once", forked, graph.ModeAny, "at most 1 node:j", verdict.Holds, KindNone},
		{"join twice", long, graph.ModeAny, "at most 1 node:j", verdict.Violated, BadPrefix},
		{"join once in mode all", long, graph.ModeAll, "at most 1 node:j", verdict.Holds, KindNone},
		{"supersteps", long, graph.ModeAny, "node:b before node:c", verdict.Holds, KindNone},
		{"no supersteps", long, graph.ModeAll, "node:b before node:c", verdict.Violated, BadPrefix},
		{"any tool", react, graph.ModeAll, "at most 2 tool:rm", verdict.Violated, BadPrefix},
		{"obligations that overlap on a loop", "s -> a\na -> c\nc -> b\nb -> a2\na2 -> d\nd -> b2\nb2 -> c2\nc2 -> a", graph.ModeAll,
			"ltlf: G(node:a* -> F node:b*) && G(node:c* -> F node:d)", verdict.Holds, KindNone},
		{"endless", "x: tool rm\ns -> x\nx -> a\na -> x", graph.ModeAll, "tool:rm -> F human", verdict.Violated, NeverMet},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := build(t, tt.mode, tt.graph)
			got := Check(w, MustCompile(tt.rule), Options{})
			if got.Verdict != tt.want || got.Kind != tt.kind {
				t.Errorf("%q: verdict %v, kind %v, want %v, %v (%s)", tt.rule, got.Verdict, got.Kind, tt.want, tt.kind, got.Doubt.Why)
			}
			if got.Verdict == verdict.Violated && len(got.Path) == 0 {
				t.Errorf("%q: no path", tt.rule)
			}
		})
	}
}

// TestUnknown: what is not known keeps a rule from holding, and a violation from
// being certain where it could undo it.
func TestUnknown(t *testing.T) {
	const text = "x: tool rm\nm: llm other\ns -> m\nm -> a\na -> x\nx -> b\nb -> e"
	for _, tt := range []struct {
		name string
		what graph.UnknownKind
		node string
		rule string
		want verdict.Verdict
	}{
		{"holds", graph.UnknownBound, "a", "G !tool:ls", verdict.Holds},
		{"other tools", graph.UnknownTools, "a", "G !tool:ls", verdict.Unknown},
		{"no tools", graph.UnknownTools, "a", "G !node:z", verdict.Holds},
		{"other targets", graph.UnknownTargets, "b", "G !tool:ls", verdict.Unknown},
		{"violated in spite of other tools", graph.UnknownTools, "m", "human before tool:rm", verdict.Violated},
		{"code may call a tool that asks", graph.UnknownTools, "a", "human before tool:rm", verdict.Unknown},
		{"a step that nothing known leads to", graph.UnknownSources, "b", "G !tool:ls", verdict.Unknown},
		{"violated in spite of other targets", graph.UnknownTargets, "a", "human before tool:rm", verdict.Violated},
		{"the step may ask", graph.UnknownBody, "a", "human before tool:rm", verdict.Unknown},
		{"it is too late to ask", graph.UnknownBody, "b", "human before tool:rm", verdict.Violated},
		{"the step may answer", graph.UnknownBody, "b", "tool:rm -> F human", verdict.Unknown},
		{"the way may go on", graph.UnknownTargets, "b", "tool:rm -> F human", verdict.Unknown},
		{"more may run beside it", graph.UnknownAnything, "", "tool:rm -> F human", verdict.Unknown},
		{"more cannot undo it", graph.UnknownAnything, "", "human before tool:rm", verdict.Violated},
	} {
		w := build(t, graph.ModeAll, text)
		u := graph.Unknown{What: tt.what, Node: graph.None, Reason: reason.Words("R")}
		for i := range w.Nodes {
			if w.Nodes[i].Name == tt.node {
				u.Node = graph.NodeID(i)
			}
		}
		w.Unknowns = []graph.Unknown{u}
		res := Check(w, MustCompile(tt.rule), Options{})
		if res.Verdict != tt.want || (res.Verdict == verdict.Unknown) != (res.Doubt.Why == WhyPart) {
			t.Errorf("%s: %q: verdict %v because of %v, want %v", tt.name, tt.rule, res.Verdict, res.Doubt.Why, tt.want)
		}
	}
}

// TestUnknownWayOut: what a step in a loop may do besides, a fair run does in the end.
func TestUnknownWayOut(t *testing.T) {
	w := build(t, graph.ModeAny, "m: llm look\ns -> m\nm -> m")
	w.Unknowns = []graph.Unknown{{What: graph.UnknownTools, Node: 1, Reason: reason.Words("R")}}
	for unfair, want := range map[bool]verdict.Verdict{false: verdict.Unknown, true: verdict.Violated} {
		if got := Check(w, MustCompile("tool:look -> F tool:done"), Options{Unfair: unfair}); got.Verdict != want {
			t.Errorf("unfair %v: verdict %v, want %v", unfair, got.Verdict, want)
		}
	}
}

// TestUnseenDecision: that a router decides so may show in no edge.
func TestUnseenDecision(t *testing.T) {
	w := build(t, graph.ModeAny, "s -> r\nr -> a, b\na -> e\nb -> e")
	w.Branches[0].Values = []graph.Value{{Text: "a"}, {Text: "b"}, {Text: "c"}}
	for rule, want := range map[string]verdict.Verdict{"G !decision:a": verdict.Violated, "G !decision:c": verdict.Unknown, "G !decision:d": verdict.Holds, "G !tool:c": verdict.Holds} {
		if got := Check(w, MustCompile(rule), Options{}); got.Verdict != want {
			t.Errorf("%q: verdict %v, want %v", rule, got.Verdict, want)
		}
	}
	w.Engine.ExitEnds = true // an edge from r to the exit cuts off what the branch leads to, after it has decided
	for i := range w.Nodes {
		if w.Nodes[i].Name == "e" {
			w.Edges = append(w.Edges, graph.Edge{From: w.Branches[0].From, To: graph.NodeID(i), Kind: graph.EdgeDirect, Branch: graph.None})
		}
	}
	if got := Check(w, MustCompile("G !decision:a"), Options{}); got.Verdict != verdict.Violated {
		t.Errorf("cut off: verdict %v, want %v", got.Verdict, verdict.Violated)
	}
}

// TestSilentLimit: an engine that ends a loop silently may end it before what is owed
// was done.
func TestSilentLimit(t *testing.T) {
	w := build(t, graph.ModeAny, "x: tool rm\nh: human\ns -> x\nx -> x, h\nh -> e")
	r := MustCompile("tool:rm -> F human")
	if got := Check(w, r, Options{}); got.Verdict != verdict.Holds {
		t.Errorf("without a limit: verdict %v, want %v", got.Verdict, verdict.Holds)
	}
	w.Engine.StepLimit, w.Engine.LimitIsSuccess = 100, true
	if got := Check(w, r, Options{}); got.Verdict != verdict.Unknown {
		t.Errorf("with a silent limit: verdict %v, want %v", got.Verdict, verdict.Unknown)
	}
	line := build(t, graph.ModeAny, "x: tool rm\nh: human\ns -> x\nx -> h\nh -> e")
	line.Engine = w.Engine
	if got := Check(line, r, Options{}); got.Verdict != verdict.Holds {
		t.Errorf("fewer steps than the limit: verdict %v, want %v", got.Verdict, verdict.Holds)
	}
	line.Unknowns = []graph.Unknown{{What: graph.UnknownBound, Node: graph.None, Reason: reason.Words("R")}}
	if got := Check(line, r, Options{}); got.Verdict != verdict.Unknown {
		t.Errorf("with a limit that is not known: verdict %v, want %v", got.Verdict, verdict.Unknown)
	}
	if got := Check(w, MustCompile("human before node:e"), Options{}); got.Verdict != verdict.Holds {
		t.Errorf("a rule that owes nothing: verdict %v, want %v", got.Verdict, verdict.Holds)
	}
}

// TestManyConditions: a step with more optional edges than are followed in all ways
// keeps a rule from holding, and costs no more for it.
func TestManyConditions(t *testing.T) {
	var targets []string
	for i := range 40 {
		targets = append(targets, fmt.Sprint("n", i))
	}
	w := build(t, graph.ModeAny, "s => "+strings.Join(targets, ", "))
	for i := range w.Edges {
		w.Edges[i].Guard = graph.PlainGuard(fmt.Sprint("c", i))
	}
	if got := Check(w, MustCompile("at most 1 node:n0"), Options{}); got.Verdict != verdict.Unknown {
		t.Errorf("verdict %v, want %v", got.Verdict, verdict.Unknown)
	}
	if got := Check(w, MustCompile("G !node:e"), Options{}); got.Verdict != verdict.Holds {
		t.Errorf("a rule about what does not happen: verdict %v, want %v", got.Verdict, verdict.Holds)
	}
}
