package report

// This file writes proofs down, for a person or a checker to follow.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// maxProof is how many lines of a proof are written.
const maxProof = 200

// proofOf says how large the proof of an exclusion is, and writes it down: a line for each moment that runs may come to, or
// the clauses in the form of DIMACS, with the conditions as clauses of one literal, and behind them the lemmas, of which the last
// one is empty, as checkers of unsatisfiability take them.
func proofOf(p graph.Proof, w *graph.Workflow, counters []graph.Counter, clash graph.Guard) string {
	var lines []string
	switch {
	case len(p.Moments) > 0 && w != nil:
		for i := range p.Moments[:min(len(p.Moments), maxProof)] {
			lines = append(lines, fmt.Sprintf("%d: %s", i+1, moment(w, counters, &p.Moments[i])))
		}
		if more := len(p.Moments) - maxProof; more > 0 {
			lines = append(lines, fmt.Sprintf("and %d more", more))
		}
	case p.Refutation != nil:
		lines = refutation(p.Refutation(), clash)
	}
	text := sizeOf(p)
	for _, l := range lines {
		text += "\n  " + l
	}
	return text
}

// cutOff returns the lines of a proof that are written.
func cutOff(lines []string) []string {
	if more := len(lines) - maxProof; more > 0 {
		return append(slices.Clone(lines[:maxProof]), fmt.Sprintf("and %d more", more))
	}
	return lines
}

// moment says of a moment what step it is, what counters are after it, and what may follow; and of what may not, why.
func moment(w *graph.Workflow, counters []graph.Counter, m *graph.Moment) string {
	parts := []string{strconv.Quote(w.Nodes[m.Node].Name)}
	for i, v := range m.Values {
		if v == nil || i >= len(counters) {
			continue
		}
		is := counters[i].Value(*v.From)
		if _, one := v.Only(); !one {
			is += " to " + counters[i].Value(*v.To)
		}
		parts = append(parts, shortCounter(counters[i].Name)+" is "+is)
	}
	text := strings.Join(parts, ", ")
	var then, not []string
	for i := range w.Edges {
		e := &w.Edges[i]
		if e.From != m.Node {
			continue
		}
		if at := slices.IndexFunc(m.Next, func(n graph.Next) bool { return n.Edge == graph.EdgeID(i) }); at >= 0 {
			then = append(then, strconv.Itoa(m.Next[at].Moment+1))
			continue
		}
		not = append(not, fmt.Sprintf("%q, which follows only while %s", w.Nodes[e.To].Name, and(needs(counters, e))))
	}
	switch {
	case len(then) > 0:
		text += "; then " + strings.Join(then, " or ")
	case len(not) == 0:
		text += "; then nothing"
	}
	for _, n := range not {
		text += "; not " + n
	}
	return text
}

// needs says what counters have to be where an edge is taken.
func needs(counters []graph.Counter, e *graph.Edge) (list []string) {
	for _, c := range counters {
		for _, x := range e.Within {
			if x.Counter == c.Name {
				list = append(list, span(c, x, shortCounter(c.Name)))
			}
		}
	}
	return list
}

// refutation writes clauses and lemmas.
func refutation(r *graph.Refutation, clash graph.Guard) (lines []string) {
	if len(r.Sums) > 0 {
		return cutOff(r.Sums)
	}
	if size := len(r.Literals) + len(r.Clauses) + len(r.Lemmas); size > maxProof {
		return []string{fmt.Sprintf("%d lines, which are not written", size)}
	}
	last := 0
	clause := func(list []int) {
		text := ""
		for _, l := range list {
			text += strconv.Itoa(l) + " "
			last = max(last, l, -l)
		}
		lines = append(lines, text+"0")
	}
	for i, l := range r.Literals {
		if i < len(clash) {
			lines = append(lines, fmt.Sprintf("c %s is %d", graph.Guard{clash[i]}, l))
		}
	}
	head := len(lines)
	for _, l := range r.Literals {
		clause([]int{l})
	}
	for _, list := range r.Clauses {
		clause(list)
	}
	lines = slices.Insert(lines, head, fmt.Sprintf("p cnf %d %d", last, len(r.Literals)+len(r.Clauses)), "c the conditions hold, and what follows from what they mean:")
	lines[head], lines[head+1] = lines[head+1], lines[head]
	lines = append(lines, "c what follows from that, to the contradiction:")
	for _, list := range r.Lemmas {
		clause(list)
	}
	return append(lines, "0")
}
