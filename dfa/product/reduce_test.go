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
		switch m.Intn(8) {
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
		if m.chance(20) {
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
