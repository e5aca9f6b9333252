package module

// This file leaves out what a function builds for any caller where a package of
// the module shows what it builds for its own. Each package is analysed without its
// importers; only here are both in sight.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// completions says which constructor calls depend on a caller, and which of them
// callers complete.
type completions struct{ done, open map[graph.Pos]bool }

func completed(packages []*Package) completions {
	c := completions{make(map[graph.Pos]bool), make(map[graph.Pos]bool)}
	for _, p := range packages {
		for _, pos := range p.Program.Completed {
			c.done[pos] = true
		}
		for _, a := range p.Program.Agents {
			if slices.ContainsFunc(a.Unknowns, isParam) {
				c.open[a.Pos] = true
			}
		}
	}
	return c
}

// workflow reports whether w, or the agent that it is, depends on a caller, and a
// caller completes it.
func (c completions) workflow(w *graph.Workflow) bool {
	return c.done[w.Pos] && (c.open[w.Pos] || slices.ContainsFunc(w.Unknowns, isParam))
}

// agent reports whether a depends on a caller, and a caller completes it.
func (c completions) agent(a *graph.Agent) bool {
	return c.done[a.Pos] && slices.ContainsFunc(a.Unknowns, isParam)
}

func isParam(u graph.Unknown) bool { return u.Param }

// withoutTemplates drops from the findings on one package those that could not be
// decided for want of a caller, where a caller is known. What is certain for any
// caller stays.
func withoutTemplates(p *Package, done completions) []report.Finding {
	open := make(map[graph.Pos]bool)
	for _, w := range p.Program.Workflows {
		template := done.workflow(w)
		note(open, w.Pos, template)
		for _, part := range w.All() {
			notePositions(open, part.Unknowns, template)
			for i := range part.Nodes {
				note(open, part.Nodes[i].Pos, template)
			}
		}
	}
	for _, a := range p.Program.Agents {
		notePositions(open, a.Unknowns, done.agent(a))
	}
	return slices.DeleteFunc(slices.Clone(p.Findings), func(f report.Finding) bool {
		return f.Verdict == verdict.Unknown && open[f.Pos]
	})
}

// notePositions notes where the unknowns of a template are that nothing else has.
func notePositions(open map[graph.Pos]bool, list []graph.Unknown, template bool) {
	for _, u := range list {
		note(open, u.Pos, template && u.Param)
	}
}

func note(open map[graph.Pos]bool, pos graph.Pos, template bool) {
	if known, noted := open[pos]; !noted || known {
		open[pos] = template
	}
}
