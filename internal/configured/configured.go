// Package configured gives workflows optional edges whose conditions may exclude each
// other, and says of each configuration of such a program which edges it has. Tests compare
// what engines prove of all configurations with what is so in each of them.
package configured

import (
	"math/rand"
	"slices"
	"strconv"

	"github.com/agentvet/agentvet/graph"
)

// A Config is a configuration of a program: a number, a text, and two conditions of which
// only the identity is known.
type Config struct {
	N    int
	Mode string
	On   [2]bool
}

// All returns all configurations, as far as the conditions tell them apart.
func All() (list []Config) {
	for n := -1; n < 4; n++ {
		for _, mode := range []string{"", "a", "b"} {
			for bits := range 4 {
				list = append(list, Config{n, mode, [2]bool{bits&1 != 0, bits&2 != 0}})
			}
		}
	}
	return list
}

// asked are the conditions that edges depend on, with what they are in a configuration. Each
// is one evaluation, from 1.
var asked = func() (list []struct {
	cond graph.Cond
	is   func(Config) bool
}) {
	add := func(text string, e *graph.Expr, is func(Config) bool) {
		line := len(list) + 1
		c := graph.Cond{Eval: graph.EvalID(line), Text: text, Pos: graph.Pos{File: "w.go", Line: line}, Expr: e}
		list = append(list, struct {
			cond graph.Cond
			is   func(Config) bool
		}{c, is})
	}
	compare := func(op graph.ExprOp, typ string, value graph.ValueID, text string) *graph.Expr {
		of := &graph.Expr{Op: graph.ExprState, Type: typ, Value: value, Name: "cfg"}
		return &graph.Expr{Op: op, Type: "bool", Args: []*graph.Expr{of, {Op: graph.ExprConst, Type: typ, Text: text}}}
	}
	for i := range 2 {
		add("cfg.On"+strconv.Itoa(i), nil, func(c Config) bool { return c.On[i] })
	}
	for k := range 3 {
		text := strconv.Itoa(k)
		add("cfg.N > "+text, compare(graph.ExprGreater, "int", 1, text), func(c Config) bool { return c.N > k })
		add("cfg.N == "+text, compare(graph.ExprEqual, "int", 1, text), func(c Config) bool { return c.N == k })
	}
	for _, mode := range []string{"a", "b"} {
		text := strconv.Quote(mode)
		add("cfg.Mode == "+text, compare(graph.ExprEqual, "string", 2, text), func(c Config) bool { return c.Mode == mode })
	}
	return list
}()

// Holds reports whether a guard holds in a configuration.
func (c Config) Holds(g graph.Guard) bool {
	holds, known := g.Holds(func(e graph.EvalID) (bool, bool) { return asked[e-1].is(c), true })
	return known && holds
}

// Has reports whether an edge exists in a configuration.
func (c Config) Has(e *graph.Edge) bool { return !e.Optional() || c.Holds(e.Guard) }

// In returns a workflow as a configuration has it, bodies included: each optional edge is
// there, or is not.
func (c Config) In(w *graph.Workflow) *graph.Workflow {
	return c.in(w, make(map[*graph.Workflow]*graph.Workflow))
}

func (c Config) in(w *graph.Workflow, made map[*graph.Workflow]*graph.Workflow) *graph.Workflow {
	if out, ok := made[w]; ok {
		return out
	}
	out := *w
	made[w] = &out
	out.Edges, out.Nodes = nil, slices.Clone(w.Nodes)
	for _, e := range w.Edges {
		if !c.Has(&e) {
			continue
		}
		if e.Optional() {
			e.Guard = nil
		}
		out.Edges = append(out.Edges, e)
	}
	for i := range out.Nodes {
		if sub := out.Nodes[i].Sub; sub != nil {
			out.Nodes[i].Sub = c.in(sub, made)
		}
	}
	return &out
}

// Guards makes some edges of w and of its bodies depend on conditions, and returns how many.
func Guards(r *rand.Rand, w *graph.Workflow) (optional int) {
	for _, b := range w.All() {
		for i := range b.Edges {
			if e := &b.Edges[i]; e.Branch == graph.None {
				if e.Guard = nil; r.Intn(100) < 60 {
					e.Guard = guard(r, 1)
					optional++
				}
			}
		}
	}
	return optional
}

// guard returns a random guard.
func guard(r *rand.Rand, depth int) graph.Guard {
	var g graph.Guard
	for range 1 + r.Intn(2) {
		if depth > 0 && r.Intn(100) < 15 {
			g = append(g, graph.Cond{Any: []graph.Guard{guard(r, depth-1), guard(r, depth-1)}})
			continue
		}
		c := asked[r.Intn(len(asked))].cond
		c.Neg = r.Intn(100) < 30
		g = append(g, c)
	}
	return g
}
