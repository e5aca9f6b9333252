package product_test

import (
	"strconv"
	"testing"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/feasible"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A config is a configuration of a program: a number, a text, and a condition of which only
// the identity is known. There are no others, as far as conditions tell them apart.
type config struct {
	n    int
	mode string
	on   bool
}

var configs = func() (list []config) {
	for n := -1; n < 4; n++ {
		for _, mode := range []string{"", "a", "b"} {
			list = append(list, config{n, mode, false}, config{n, mode, true})
		}
	}
	return list
}()

// A question is a condition, and what it is in a configuration.
type question struct {
	cond graph.Cond
	is   func(config) bool
}

// questions are the conditions that edges depend on: each is one evaluation, from 1.
var questions = func() (list []question) {
	add := func(text string, e *graph.Expr, is func(config) bool) {
		line := len(list) + 1
		list = append(list, question{graph.Cond{Eval: graph.EvalID(line), Text: text, Pos: graph.Pos{File: "w.go", Line: line}, Expr: e}, is})
	}
	compare := func(op graph.ExprOp, typ string, value graph.ValueID, text string) *graph.Expr {
		of := &graph.Expr{Op: graph.ExprParam, Type: typ, Value: value, Name: "x", Func: "f"}
		return &graph.Expr{Op: op, Type: "bool", Args: []*graph.Expr{of, {Op: graph.ExprConst, Type: typ, Text: text}}}
	}
	add("on", nil, func(c config) bool { return c.on })
	for k := range 3 {
		text := strconv.Itoa(k)
		add("n > "+text, compare(graph.ExprGreater, "int", 1, text), func(c config) bool { return c.n > k })
		add("n == "+text, compare(graph.ExprEqual, "int", 1, text), func(c config) bool { return c.n == k })
	}
	for _, mode := range []string{"a", "b"} {
		text := strconv.Quote(mode)
		add("mode == "+text, compare(graph.ExprEqual, "string", 2, text), func(c config) bool { return c.mode == mode })
	}
	return list
}()

func (c config) holds(g graph.Guard) bool {
	holds, known := g.Holds(func(e graph.EvalID) (bool, bool) { return questions[e-1].is(c), true })
	return known && holds
}

// in returns a workflow as a configuration has it: each optional edge is there, or is not.
func (c config) in(w *graph.Workflow) *graph.Workflow {
	out := *w
	out.Edges = nil
	for _, e := range w.Edges {
		if e.Optional() {
			if !c.holds(e.Guard) {
				continue
			}
			e.Guard = nil
		}
		out.Edges = append(out.Edges, e)
	}
	return &out
}

// inAll reports whether some configuration violates a rule, and whether it is not known of
// some whether it does.
func inAll(w *graph.Workflow, rule *product.Rule) (violated, unknown bool) {
	seen := make(map[string]bool)
	for _, c := range configs {
		of := c.in(w)
		if text := of.Text(); !seen[text] {
			seen[text] = true
			v := product.Check(of, rule, product.Options{}).Verdict
			violated, unknown = violated || v == verdict.Violated, unknown || v == verdict.Unknown
		}
	}
	return violated, unknown
}

// TestFeasible: the verdict on a workflow is that on all its configurations together, and
// what is excluded is violated in none.
func TestFeasible(t *testing.T) {
	count := map[string]int{}
	for seed := range int64(4 * *pairsFlag) {
		m := newMaker(seed)
		w := m.workflow(6, 0)
		w.Unknowns = nil
		optional := 0
		for i := range w.Edges {
			if e := &w.Edges[i]; e.Branch == graph.None {
				if e.Guard = nil; m.chance(60) {
					optional++
					for range 1 + m.Intn(2) {
						c := questions[m.Intn(len(questions))].cond
						c.Neg = m.chance(30)
						e.Guard = append(e.Guard, c)
					}
				}
			}
		}
		if optional < 2 {
			continue
		}
		rule := product.MustCompile(m.rule(w))
		without := product.Check(w, rule, product.Options{})
		got := product.Check(w, rule, product.Options{Feasible: feasible.Guard})
		violated, unknown := inAll(w, rule)
		kind := without.Verdict.String() + " " + got.Verdict.String()
		count[kind]++
		switch {
		case unknown && !violated || got.Verdict == verdict.Unknown:
		case got.Verdict == verdict.Holds && violated, got.Verdict == verdict.Violated && !violated && !unknown:
			t.Errorf("seed %d: %v: %s, and some configuration violates it: %v\n%s", seed, rule.Source, kind, violated, w.Text())
		case got.Excluded != nil && len(got.Excluded.Clash) == 0, (got.Excluded != nil) != (kind == "violated holds"):
			t.Errorf("seed %d: %v: %s, excluded %+v", seed, rule.Source, kind, got.Excluded)
		}
	}
	t.Log(count)
	if count["violated holds"] < *pairsFlag/60 || count["violated violated"] < *pairsFlag/4 {
		t.Errorf("%v: the test is no good", count)
	}
}
