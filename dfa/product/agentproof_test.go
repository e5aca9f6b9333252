package product

import (
	"slices"
	"testing"

	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// TestAgentproof has the verdicts on policies that the published system gets wrong,
// as they should be.
func TestAgentproof(t *testing.T) {
	const (
		several  = "x: tool safe,rm_rf\ns -> x\nx -> e"
		model    = "m: llm pay\ns -> m\nm -> e"
		router   = "r: router pay\ns -> r\nr -> a, e\na -> e"
		decide   = "a: tool analyze\nd: tool decide\ns -> a\na -> d\nd -> e"
		dead     = "a: step\nd: tool deploy\ns -> a\na -> d, e"
		retry    = "x: tool try\nh: human\ns -> x\nx -> x, h\nh -> e"
		overlap  = "s -> a\na -> c\nc -> b\nb -> a2\na2 -> d\nd -> c"
		repeated = "a: tool a\nb: tool b\na2: tool a\nc: tool c\ns -> a\na -> b\nb -> a2\na2 -> c\nc -> e"
		untils   = "a: tool a\nb: tool b\nc: tool c\ns -> a\na -> b, c\nb -> c\nc -> e"
		mixed    = "a: tool a\nb: tool b\nc: tool c\ns -> b\nb -> a\na -> c\nc -> e"
		parallel = "s -> f\nf => a, b\na => j\nb => j\nj => e"
		early    = "h: human\nx: tool pay\ns -> h\nh -> x\nx -> x, e"
		draft    = "x: tool draft_email\nh: human\ns -> x\nx -> h\nh -> e"
	)
	unfair := Options{Unfair: true}
	for _, tt := range []struct {
		name, graph, rule string
		options           Options
		want              verdict.Verdict
		kind              Kind
	}{
		{"1: the second tool of a node", several, "G !tool:rm_rf", Options{}, verdict.Violated, BadPrefix},
		{"1: the first tool of a node", several, "G !tool:safe", Options{}, verdict.Violated, BadPrefix},
		{"2: tools of a model", model, "G !tool:pay", Options{}, verdict.Violated, BadPrefix},
		{"2: tools of a router", router, "human before tool:pay", Options{}, verdict.Violated, BadPrefix},
		{"3: until begins with the first step", decide, "tool:analyze U tool:decide", Options{}, verdict.Holds, KindNone},
		{"4: a dead end ends the run", dead, "tool:deploy -> F tool:approve", Options{}, verdict.Violated, Unmet},
		{"4: within a bound", dead, "tool:deploy -> F[<=3] tool:approve", Options{}, verdict.Violated, Unmet},
		{"5: a loop that can be left", retry, "tool:try -> F human", Options{}, verdict.Holds, KindNone},
		{"5: and need not be", retry, "tool:try -> F human", unfair, verdict.Violated, NeverMet},
		{"6: obligations that overlap for ever", overlap, "(node:a* -> F node:b) AND (node:c -> F node:d)", Options{}, verdict.Holds, KindNone},
		{"6: also if no loop is left", overlap, "(node:a* -> F node:b) AND (node:c -> F node:d)", unfair, verdict.Holds, KindNone},
		{"7: each of a chain is answered", repeated, "tool:a -> F tool:b -> F tool:c", Options{}, verdict.Violated, Unmet},
		{"8: until in until", untils, "tool:a U (tool:b U tool:c)", Options{}, verdict.Holds, KindNone},
		{"8: until in until, violated", mixed, "tool:a U (tool:b U tool:c)", Options{}, verdict.Violated, BadPrefix},
		{"9: a sibling answers", parallel, "node:f -> F node:b", Options{}, verdict.Holds, KindNone},
		{"9: a sibling comes between", parallel, "node:f -> F[<=1] node:b", Options{}, verdict.Violated, BadPrefix},
		{"9: either may be first", parallel, "node:a before node:b", Options{}, verdict.Violated, BadPrefix},
		{"10: one approval for many calls", early, "human before each tool:pay", Options{}, verdict.Violated, BadPrefix},
		{"11: a human is a human", draft, "tool:draft_email -> F human", Options{}, verdict.Holds, KindNone},
		{"11: and no tool", draft, "tool:draft_email -> F tool:human_review", Options{}, verdict.Violated, Unmet},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Check(build(t, graph.ModeAll, tt.graph), MustCompile(tt.rule), tt.options)
			if got.Verdict != tt.want || got.Kind != tt.kind {
				t.Errorf("%q: verdict %v, kind %v, want %v, %v (%s)", tt.rule, got.Verdict, got.Kind, tt.want, tt.kind, got.Doubt.Why)
			}
			if got.Kind == NeverMet && (got.Loop < 0 || got.Loop >= len(got.Path)) {
				t.Errorf("%q: the path does not show the loop", tt.rule)
			}
		})
	}
}

// TestForever has rules on loops that nothing leaves, or that may be left.
func TestForever(t *testing.T) {
	const (
		closed = "a: tool a\nb: tool b\na2: tool a\nc: tool c\ns -> a\na -> b\nb -> a2\na2 -> c\nc -> a"
		either = "a: tool a\nb: tool b\nc: tool c\ns -> a\na -> b, c\nb -> a\nc -> a"
		left   = "a: tool a\nb: tool b\ns -> a\na -> b\nb -> a, e"
	)
	fair, unfair := Options{}, Options{Unfair: true}
	for _, tt := range []struct {
		graph, rule string
		options     Options
		want        verdict.Verdict
	}{
		{closed, "tool:a -> F tool:b -> F tool:c", fair, verdict.Holds},
		{closed, "ltlf: G(tool:a -> F(tool:b && F tool:c))", fair, verdict.Holds},
		{closed, "ltlf: G(tool:a -> F(tool:b && F tool:c))", unfair, verdict.Holds},
		{closed, "(tool:a -> F tool:b -> F tool:c) OR (G !tool:b)", fair, verdict.Holds},
		{closed, "(tool:a -> F tool:b -> F tool:d) OR (G !tool:b)", fair, verdict.Violated},
		{closed, "(tool:a -> F tool:d) OR (tool:b -> F tool:c)", fair, verdict.Holds},
		{closed, "ltlf: G F tool:a", fair, verdict.Holds},
		{closed, "ltlf: F G tool:a", fair, verdict.Violated},
		{closed, "ltlf: F G !tool:b", fair, verdict.Violated},
		{closed, "ltlf: F G !tool:d", fair, verdict.Holds},
		{closed, "ltlf: F G tool:a || F G !tool:a", fair, verdict.Violated},
		{closed, "ltlf: G F(tool:b && Y(tool:a && Y tool:c))", fair, verdict.Holds},
		{closed, "ltlf: F WX false", fair, verdict.Violated},
		{closed, "ltlf: F tool:b(x > 1)", fair, verdict.Violated},
		{either, "ltlf: G F tool:b", fair, verdict.Holds},
		{either, "ltlf: G F tool:b", unfair, verdict.Violated},
		{either, "tool:a -> F tool:b -> F tool:c", fair, verdict.Holds},
		{either, "tool:a -> F tool:b -> F tool:c", unfair, verdict.Violated},
		{either, "ltlf: F G !tool:b || F G !tool:c", fair, verdict.Violated},
		{left, "ltlf: F WX false", fair, verdict.Holds},
		{left, "ltlf: F WX false", unfair, verdict.Violated},
		{left, "ltlf: F tool:c", fair, verdict.Violated},
	} {
		for _, mode := range []graph.Mode{graph.ModeAny, graph.ModeAll, graph.ModeUnspecified} {
			got := Check(build(t, mode, tt.graph), MustCompile(tt.rule), tt.options)
			if got.Verdict != tt.want {
				t.Errorf("%s: %q %+v: verdict %v, want %v (%s)", tt.graph, tt.rule, tt.options, got.Verdict, tt.want, got.Doubt.Why)
			}
		}
	}
}

// TestDecisions: an edge that goes back and has no value says nothing of the values of other
// edges.
func TestDecisions(t *testing.T) {
	back := func(multi bool) *graph.Workflow {
		w := build(t, graph.ModeAny, "r: router\nq: router\nx: tool pay\ns -> r\nr -> q, e, r\nq -> x, e, q\nx -> e")
		for i := range w.Edges {
			e := &w.Edges[i]
			switch {
			case e.Branch == none:
			case e.From == e.To:
				e.Kind, e.Label = graph.EdgeLoop, ""
			default:
				e.Label = map[string]string{"q": "go", "e": "stop", "x": "pay"}[w.Nodes[e.To].Name]
			}
		}
		for i := range w.Branches {
			w.Branches[i].Complete, w.Branches[i].Multi = false, multi
		}
		return w
	}
	for _, tt := range []struct {
		rule  string
		multi bool
		want  verdict.Verdict
	}{
		{"never decision:go", false, verdict.Violated},
		{"never tool:pay after decision:go", false, verdict.Violated},
		{"decision:pay -> F human", false, verdict.Violated},
		{"never decision:no", false, verdict.Unknown},
		{"never decision:n*", false, verdict.Unknown},
		{"decision:pay -> F tool:pay", false, verdict.Unknown}, // the other router may decide so, too
		{"never decision:no", true, verdict.Unknown},
	} {
		if got := Check(back(tt.multi), MustCompile(tt.rule), Options{}); got.Verdict != tt.want {
			t.Errorf("%q, multi %v: verdict %v, want %v (%s)", tt.rule, tt.multi, got.Verdict, tt.want, got.Doubt.Why)
		}
	}
}

// TestArgs: what is known of the arguments of calls decides tests of these, and nothing else.
func TestArgs(t *testing.T) {
	for _, tt := range []struct {
		args, rule string
		want       verdict.Verdict
	}{
		{``, "never tool:pay(amount > 10)", verdict.Violated},
		{`{"pay": {"amount": 5}}`, "never tool:pay(amount > 10)", verdict.Holds},
		{`{"pay": {"AMOUNT": 5}}`, "never tool:pay(amount > 10)", verdict.Holds},
		{`{"pay": {"amount": 50}}`, "never tool:pay(amount > 10)", verdict.Violated},
		{`{"pay": {"amount": 50}}`, "ltlf: F tool:pay(amount > 10)", verdict.Holds},
		{`{"pay": {"amount": "50"}}`, "ltlf: F tool:pay(amount > 10)", verdict.Violated},
		{`{"pay": {"amount": 5}}`, "never tool:pay(currency == \"EUR\")", verdict.Violated},
		{`{"pay": {"amount": 5}}`, "never tool:pay(amount > 10, currency == \"EUR\")", verdict.Holds},
		{`{"pay": {"amount": 5, "amount": 6}}`, "never tool:pay(amount > 10)", verdict.Violated},
		{`{"pay": {"amount": 5, "Amount": 50}}`, "never tool:pay(amount > 10)", verdict.Violated},
		{`{"pay": {"to": {"name": "Ann"}}}`, "never tool:pay(to.name != \"Ann\")", verdict.Holds},
		{`{"pay": {"to": ["Ann"]}}`, "never tool:pay(to[] == \"Bob\")", verdict.Violated}, // there may be more
		{`{"pay": {"amount": null}}`, "never tool:pay(amount > 10)", verdict.Violated},
		{`{"pay": {"amount": 5}}`, "never tool:pay", verdict.Violated},
	} {
		w := build(t, graph.ModeAny, "x: tool pay\ns -> x\nx -> e")
		for i := range w.Nodes {
			if w.Nodes[i].Name == "x" {
				w.Nodes[i].Args = tt.args
			}
		}
		if got := Check(w, MustCompile(tt.rule), Options{}); got.Verdict != tt.want {
			t.Errorf("%s: %q: verdict %v, want %v", tt.args, tt.rule, got.Verdict, tt.want)
		}
	}
}

// TestExactArgs: where Args is all that a call passes, what it does not have is left out.
func TestExactArgs(t *testing.T) {
	for _, tt := range []struct {
		args, rule string
		want       verdict.Verdict
	}{
		{``, "never tool:pay(amount > 10)", verdict.Holds},
		{``, "never tool:pay(amount != 10)", verdict.Violated},
		{`{"pay": {"to": "Ann"}}`, "never tool:pay(amount > 10)", verdict.Holds},
		{`{"pay": {"amount": 50}}`, "never tool:pay(amount > 10)", verdict.Violated},
		{`{"pay": {"to": ["Ann"]}}`, "never tool:pay(to[] == \"Bob\")", verdict.Holds},
		{`{"pay": {"amount": 5, "Amount": 50}}`, "never tool:pay(amount > 10)", verdict.Violated}, // which counts, is not known
	} {
		w := build(t, graph.ModeAny, "x: tool pay\ns -> x\nx -> e")
		x := slices.IndexFunc(w.Nodes, func(n graph.Node) bool { return n.Name == "x" })
		w.Nodes[x].Args, w.Nodes[x].Exact = tt.args, true
		if got := Check(w, MustCompile(tt.rule), Options{}); got.Verdict != tt.want {
			t.Errorf("%s: %q: verdict %v, want %v", tt.args, tt.rule, got.Verdict, tt.want)
		}
	}
}

// TestAgentproofAtOnce: one event may be each step of a chain (7), and what a
// program says a human stands for is that (11).
func TestAgentproofAtOnce(t *testing.T) {
	w := build(t, graph.ModeAll, "x: tool a\nh: human\ns -> x\nx -> h\nh -> e")
	x := slices.IndexFunc(w.Nodes, func(n graph.Node) bool { return n.Name == "x" })
	w.Nodes[x].Events = []string{"tool:b", "tool:c"}
	h := slices.IndexFunc(w.Nodes, func(n graph.Node) bool { return n.Kind == graph.KindHuman })
	w.Nodes[h].Events = []string{"tool:human_review"}
	for _, rule := range []string{"tool:a -> F tool:b -> F tool:c", "tool:a -> F tool:b", "tool:a -> F tool:human_review"} {
		if got := Check(w, MustCompile(rule), Options{}); got.Verdict != verdict.Holds {
			t.Errorf("%q: verdict %v, want that it holds", rule, got.Verdict)
		}
	}
}

// TestAgentproofParser: rules that were refused are read, those that can never
// mean anything are errors, and a glob is one (12).
func TestAgentproofParser(t *testing.T) {
	for _, rule := range []string{
		"(G !a) AND (G !b) AND (G !c)", "(G !a) AND ((G !b) AND (G !c))", "((G !a) AND (G !b)) OR (G !c)",
		"((G !a) AND (G !b)) OR ((G !c) AND (G !d))", "((G !a) OR (G !b)) AND (G !c)", "G !(a)",
	} {
		if _, err := syntax.Parse(rule); err != nil {
			t.Errorf("%q: %v", rule, err)
		}
	}
	for _, rule := range []string{"G !tool:x)", "tool:a|tool:b -> F c"} {
		if _, err := syntax.Parse(rule); err == nil {
			t.Errorf("%q is read without an error", rule)
		}
	}
	w := build(t, graph.ModeAll, "x: tool rm\ns -> x\nx -> e")
	if got := Check(w, MustCompile("G !tool:*"), Options{}); got.Verdict != verdict.Violated {
		t.Errorf("G !tool:*: verdict %v, want that a call of any tool violates it", got.Verdict)
	}
}
