package extract

// This file finds out whether the order of a map matters. A range goes through a map
// in an order that no two runs share; the machine goes through it as it was filled.
// Where a package ranges over a map of several entries, all of it runs once more with
// every map the other way round: what the two have in common does not depend on the
// order, and the rest is not known.

import (
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// compareOrders marks what the functions of the package build otherwise if maps are in
// another order than they were for m, which built out.
func (p *program) compareOrders(m *interp.Machine, fs []*assembly.Framework, builds map[string]bool, out *graph.Program) {
	if !m.Ranged().IsValid() || len(out.Workflows) == 0 {
		return
	}
	back := m.Reversed()
	p.runAll(back, builds)
	other := &graph.Program{}
	p.assemble(fs, back, other)
	open := graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: "it depends on the order of a map, which has none", Pos: m.Ranged()}
	same := make(map[string]bool)
	for _, w := range other.Workflows {
		same[anyOrder(w.Text())] = true
	}
	for _, w := range out.Workflows {
		if !same[anyOrder(w.Text())] {
			w.Unknowns = append(w.Unknowns, open)
		}
	}
}

var (
	branchNumber = regexp.MustCompile(`\bbranch[ =]\d+`)
	list         = regexp.MustCompile(`\b(tools|values|final|missing|events)=\S+`)
)

// anyOrder returns the text of a workflow without what says in which order it was
// built: as a set of lines, lists in them as sets, too.
func anyOrder(text string) string {
	lines := strings.Split(branchNumber.ReplaceAllString(text, "branch"), "\n")
	for i, line := range lines {
		lines[i] = list.ReplaceAllStringFunc(line, func(s string) string {
			name, elems, _ := strings.Cut(s, "=")
			parts := strings.Split(elems, ",")
			slices.Sort(parts)
			return name + "=" + strings.Join(parts, ",")
		})
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
