package product_test

// This file compares searches that leave interleavings out with those that do not, on
// workflows with more tokens than the referee can follow.

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// branches returns a workflow that forks into branches, which meet again or not, and of which
// some go back.
func (m *maker) branches() *graph.Workflow {
	var b strings.Builder
	var first, last []string
	for i := range 2 + m.Intn(3) {
		steps := 1 + m.Intn(3)
		for k := range steps {
			name := fmt.Sprint("n", i, k)
			switch m.Intn(5) {
			case 0:
				fmt.Fprintf(&b, "%s: llm\n", name)
			case 1:
				fmt.Fprintf(&b, "%s: human\n", name)
			default:
				fmt.Fprintf(&b, "%s: tool t%d\n", name, m.Intn(3))
			}
			if k > 0 {
				fmt.Fprintf(&b, "n%d%d -> %s\n", i, k-1, name)
			}
		}
		first, last = append(first, fmt.Sprint("n", i, 0)), append(last, fmt.Sprint("n", i, steps-1))
	}
	b.WriteString("p: tool t3\ns -> f\nf => " + strings.Join(first, ", ") + "\n")
	for _, n := range last {
		switch m.Intn(10) {
		case 8:
			continue // a dead end
		case 9:
			fmt.Fprintf(&b, "u%[1]s: tool t1\nu%[1]s -> j\n%[1]s -> p\n", n) // u is a step that no run comes to
		case 0:
			fmt.Fprintf(&b, "%s -> e\n", n)
		case 1:
			fmt.Fprintf(&b, "%s -> j, %s\n", n, first[m.Intn(len(first))])
		case 2:
			fmt.Fprintf(&b, "%s -> p\n", n)
		default:
			fmt.Fprintf(&b, "%s -> j\n", n)
		}
	}
	b.WriteString("j -> p\n" + []string{"p -> e\n", "p -> e\n", "p -> e, f\n"}[m.Intn(3)])
	return product.Build(m.t, graph.Mode(m.Intn(3)), b.String())
}

// TestReduced compares the ways to search on forks.
func TestReduced(t *testing.T) {
	rng := rand.New(rand.NewSource(*seedFlag))
	count := make(map[string]int)
	for i := 0; i < *pairsFlag; i += perWorkflow {
		seed := rng.Int63()
		m := newMaker(seed)
		m.t = t
		w := m.branches()
		w.Engine.EachToken = m.chance(30)
		if m.chance(20) {
			w.Engine.ExitEnds = true
		}
		switch {
		case m.chance(30):
			w.Engine.DeadEnd = graph.DeadEndFails
		case m.chance(20):
			w.Engine.DeadEnd = graph.DeadEnd(m.Intn(4))
		}
		if m.chance(20) {
			node(w, "j").Join = true
		}
		for range perWorkflow {
			a, b := fmt.Sprintf("tool:t%d", m.Intn(4)), fmt.Sprintf("tool:t%d", m.Intn(4))
			rule := []string{
				"at most " + fmt.Sprint(1+m.Intn(5)) + " " + a, a + " -> F " + b, "tool:* -> F " + a, "human before each " + a,
				"at least 2 " + a + " before " + b, "at most 4 tool:*", "ltlf: F " + a, "ltlf: F " + a + " && F " + b, "ltlf: F O(" + a + " && X F " + a + ")",
				"ltlf: G F " + a, "never " + a + " after " + b, "ltlf: F G !" + a, a + " -> F " + b + " -> F tool:t3", "at most 3 kind:tool",
			}[m.Intn(14)]
			r, o := product.MustCompile(rule), product.Options{Unfair: m.chance(20)}
			all := product.OnAll(w, 20000).Check(r, o)
			if all.Verdict == verdict.Unknown {
				count["unknown"]++
				continue
			}
			count[all.Verdict.String()]++
			for _, s := range searches[2:] {
				res := s.on(w).Check(r, o)
				count[s.name+res.Verdict.String()]++
				if res.Verdict != verdict.Unknown && res.Verdict != all.Verdict {
					t.Fatalf("seed %d: %q %+v: %s%v, of all %v\n%s", seed, rule, o, s.name, res.Verdict, all.Verdict, w.Text())
				}
			}
			if res := product.Check(w, r, o); res.Verdict != verdict.Unknown && res.Verdict != all.Verdict {
				t.Fatalf("seed %d: %q %+v: %v, of all %v\n%s", seed, rule, o, res.Verdict, all.Verdict, w.Text())
			}
		}
	}
	t.Log(count)
}

// TestNoDeadEnd: where a dead end would fail the run, and no run gets to one, branches are no harder than where it would not.
func TestNoDeadEnd(t *testing.T) {
	for _, c := range []struct {
		branches, steps int
		mode            graph.Mode
	}{{6, 4, graph.ModeAll}, {12, 3, graph.ModeAny}, {20, 5, graph.ModeAny}} {
		var b strings.Builder
		var first []string
		for i := range c.branches {
			for k := range c.steps {
				name := fmt.Sprintf("n%d_%d", i, k)
				fmt.Fprintf(&b, "%s: tool t%d\n", name, k)
				if k > 0 {
					fmt.Fprintf(&b, "n%d_%d -> %s\n", i, k-1, name)
				}
			}
			first = append(first, fmt.Sprintf("n%d_0", i))
			fmt.Fprintf(&b, "n%d_%d -> e\n", i, c.steps-1)
		}
		b.WriteString("s -> f\nf => " + strings.Join(first, ", ") + "\n")
		w := product.Build(t, c.mode, b.String())
		w.Engine.DeadEnd = graph.DeadEndFails
		n := c.branches * c.steps
		for most, want := range map[int]verdict.Verdict{n: verdict.Holds, n - 1: verdict.Violated} {
			res := product.Check(w, product.MustCompile(fmt.Sprintf("at most %d kind:tool", most)), product.Options{})
			if res.Verdict != want {
				t.Errorf("%d branches of %d steps, %v, at most %d: %v (%+v), want %v", c.branches, c.steps, c.mode, most, res.Verdict, res.Doubt, want)
			}
		}
	}
}
