package extract

// This file checks what workflows say of conditions: which evaluation each is, and what
// it asks.

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// conditions is a program whose nodes are named after what their guards must say: the
// expression of the last condition, and, after @, a letter that stands for its
// evaluation; @- is one that may stand for several.
const conditions = `
-- main.go --
package main

import "example.com/fw"

type config struct {
	Badge bool
	Limit int32
	Big   int64
}

type remote interface{ Touch(*config) }

func byValue(c config, r remote) {
	g := fw.NewGraph("g")
	if c.Badge {
		g.Node("config.Badge#1 @a", nil)
	}
	r.Touch(&config{})
	if !c.Badge {
		g.Node("config.Badge#1 @a", nil)
	}
	if c.Limit >= 10 {
		g.Node("config.Limit#2 >= 10 @b", nil)
	}
	if int8(c.Limit) < 10 {
		g.Node("?#3 < 10 @c", nil)
	}
	if int64(c.Limit) == c.Big {
		g.Node("config.Limit#4 == config.Big#5 @d", nil)
	}
}

func behindPointer(c *config, r remote) {
	g := fw.NewGraph("g")
	if c.Badge {
		g.Node("config.Badge#1 @a", nil)
	}
	if c.Badge {
		g.Node("config.Badge#1 @a", nil)
	}
	r.Touch(c)
	if c.Badge {
		g.Node("config.Badge @b", nil)
	}
}

func written(c, d *config) {
	g := fw.NewGraph("g")
	d.Limit = 3
	if c.Limit == 3 {
		g.Node("config.Limit == 3 @a", nil)
	}
}

func add(n int, names []string) {
	g := fw.NewGraph("g")
	if n > 3 {
		g.Node("add(n)#1 > 3 @a", nil)
	}
	for _, name := range names {
		if name == "x" {
			g.Node("? == \"x\" @-", nil)
		}
	}
	if len(names) > 2 {
		g.Node("len(add(names))#2 > 2 @b", nil)
	}
}

func one(g *fw.Graph, yes bool, name string) {
	if yes {
		g.Node(name, nil)
	}
}

func twice(yes, no bool) {
	g := fw.NewGraph("g")
	one(g, yes, "twice(yes)#1 @a")
	one(g, no, "twice(no)#2 @b")
	one(g, yes, "twice(yes)#1 @a")
}
`

func TestConditions(t *testing.T) {
	ar := txtar.Parse([]byte(conditions))
	w := newWorld(t, ar)
	checked := 0
	for _, p := range w.order() {
		w.seen = func(o *interp.Object) {
			said := saying{}
			for _, op := range o.Calls("node") {
				want, _ := interp.AsString(op.Arg("name"))
				if g := op.Guard.Data(); len(g) > 0 {
					checked++
					if got := said.cond(g[len(g)-1]); got != want {
						t.Errorf("%s: condition %q says %q, want %q", op.Pos, g, got, want)
					}
				}
			}
		}
		w.extract(p)
	}
	if checked < 15 {
		t.Errorf("%d conditions, want all of them", checked)
	}
}

// saying numbers evaluations and values of one object.
type saying struct {
	evals  []graph.EvalID
	values []graph.ValueID
}

func (s *saying) cond(c graph.Cond) string {
	eval := "-"
	if c.Eval != 0 {
		eval = string(rune('a' + index(&s.evals, c.Eval)))
	}
	return strings.ReplaceAll(s.expr(c.Expr).String(), "example.com/app.", "") + " @" + eval
}

func (s *saying) expr(e *graph.Expr) *graph.Expr {
	out := *e
	if e.Value != 0 {
		out.Value = graph.ValueID(index(&s.values, e.Value) + 1)
	}
	out.Args = nil
	for _, a := range e.Args {
		out.Args = append(out.Args, s.expr(a))
	}
	return &out
}

func index[T comparable](list *[]T, x T) int {
	for i, y := range *list {
		if x == y {
			return i
		}
	}
	*list = append(*list, x)
	return len(*list) - 1
}
