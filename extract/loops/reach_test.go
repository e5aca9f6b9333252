package loops

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// TestReach compares the places that values get to with those in a program in which each
// call has a copy of the function that it calls, on random programs.
func TestReach(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := newNet([]*valueflow.Graph{randomGraph(r)})
		c := newCopies(n)
		for _, exact := range []bool{false, true} {
			start := place(r.IntN(len(n.names)))
			got := slices.Sorted(maps.Keys(n.forward([]place{start}, exact, false, nil).seen))
			if want := c.forward(start, exact); !slices.Equal(got, want) {
				t.Fatalf("seed %d, exact %v: from place %d to %v, want %v", seed, exact, start, got, want)
			}
			if !exact {
				continue
			}
			back := n.backward(start)
			slices.Sort(back)
			if want := c.backward(start); !slices.Equal(back, want) {
				t.Fatalf("seed %d: to place %d from %v, want %v", seed, start, back, want)
			}
		}
	}
}

// randomGraph returns a package of functions that call only those behind them.
func randomGraph(r *rand.Rand) *valueflow.Graph {
	const functions, params, locals = 4, 2, 3
	g := &valueflow.Graph{Package: "p"}
	add := func(name string) valueflow.Place {
		g.Names = append(g.Names, name)
		return valueflow.Place(len(g.Names) - 1)
	}
	fields := []valueflow.Place{add(valueflow.FieldName("p.T", "A")), add(valueflow.FieldName("p.T", "B"))}
	for i := range functions {
		id := fmt.Sprint("p.f", i)
		f := &valueflow.Func{ID: id, Params: params, Results: 1}
		var own []valueflow.Place
		for j := range params {
			own = append(own, add(valueflow.ParamName(id, j)))
		}
		own = append(own, add(valueflow.ResultName(id, 0)))
		for range locals {
			own = append(own, add(""))
		}
		any := func() valueflow.Place {
			if r.IntN(12) == 0 {
				return fields[r.IntN(len(fields))]
			}
			return own[r.IntN(len(own))]
		}
		for range 5 {
			f.Moves = append(f.Moves, valueflow.Move{From: any(), To: any(), Loose: r.IntN(5) == 0})
		}
		for j := i + 1; j < functions; j++ {
			for range r.IntN(3) {
				f.Calls = append(f.Calls, valueflow.Call{
					Callee: fmt.Sprint("p.f", j), On: valueflow.NoPlace,
					Args: []valueflow.Place{any(), any()}, Results: []valueflow.Place{any()},
				})
			}
		}
		g.Funcs = append(g.Funcs, f)
	}
	return g
}

// Copies are the functions of a net without recursion, one copy for each way to call it.
type copies struct {
	n     *net
	of    map[place]map[int]bool // the copies that have a place; nil for one of all
	edges map[[2]int][]edgeTo    // by copy and place
	count int
}

type edgeTo struct {
	to    [2]int
	loose bool
}

func newCopies(n *net) *copies {
	c := &copies{n: n, of: make(map[place]map[int]bool), edges: make(map[[2]int][]edgeTo)}
	called := make(map[*function]bool)
	for _, s := range n.sites {
		for _, to := range s.callees {
			called[to.fn] = true
		}
	}
	for _, f := range n.funcs {
		if !called[f] {
			c.copy(f)
		}
	}
	return c
}

// node returns a place in a copy; those without callers are the same in all.
func (c *copies) node(copy int, p place) [2]int {
	if c.n.isFree(p) {
		copy = -1
	}
	if c.of[p] == nil {
		c.of[p] = make(map[int]bool)
	}
	c.of[p][copy] = true
	return [2]int{copy, int(p)}
}

func (c *copies) edge(from, to [2]int, loose bool) {
	c.edges[from] = append(c.edges[from], edgeTo{to, loose})
}

// copy makes a copy of a function and of those that it calls, and returns its number.
func (c *copies) copy(f *function) int {
	own := c.count
	c.count++
	for _, m := range f.Moves {
		c.edge(c.node(own, f.at(m.From)), c.node(own, f.at(m.To)), m.Loose)
	}
	for _, s := range f.sites {
		for _, to := range s.callees {
			callee := c.copy(to.fn)
			for i, arg := range s.args {
				param := c.n.named(valueflow.ParamName(to.fn.ID, i))
				c.edge(c.node(own, arg), c.node(callee, param), false)
				c.edge(c.node(callee, param), c.node(own, arg), false)
			}
			for i, r := range s.results {
				c.edge(c.node(callee, c.n.named(valueflow.ResultName(to.fn.ID, i))), c.node(own, r), false)
			}
		}
	}
	return own
}

func (c *copies) forward(start place, exact bool) []place { return c.reach(start, exact, c.edges) }

func (c *copies) backward(start place) []place {
	back := make(map[[2]int][]edgeTo)
	for from, list := range c.edges {
		for _, e := range list {
			back[e.to] = append(back[e.to], edgeTo{from, e.loose})
		}
	}
	return c.reach(start, true, back)
}

func (c *copies) reach(start place, exact bool, edges map[[2]int][]edgeTo) []place {
	seen := make(map[[2]int]bool)
	var work [][2]int
	for copy := range c.of[start] {
		work = append(work, [2]int{copy, int(start)})
	}
	out := map[place]bool{start: true}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		out[place(n[1])] = true
		for _, e := range edges[n] {
			if !exact || !e.loose {
				work = append(work, e.to)
			}
		}
	}
	return slices.Sorted(maps.Keys(out))
}
