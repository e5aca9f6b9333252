package verify

import (
	"errors"
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

// Program returns what is wrong with the workflows and agents of p, and what
// could not be decided, under the checks that o and its policy ask for. The
// findings are not sorted, and not judged by the policy yet: it needs the
// positions at which they are reported, see policy.Policy.Apply.
func Program(p *graph.Program, o Options) []report.Finding {
	o = o.Effective()
	out := workflows(p, o)
	out = append(out, problems(check.Agents(p))...)
	out = append(out, problems(check.Tools(p))...)
	out = append(out, problems(check.Delegation(p, o.check()))...)
	for _, u := range p.Unknowns {
		out = append(out, *report.UnknownPart(nil, u))
	}
	for _, a := range p.Agents {
		for _, u := range a.Unknowns {
			out = append(out, *report.UnknownAgent(a, u))
		}
	}
	return saidOnce(out)
}

// saidOnce leaves out what is not known for a reason that is given already at the same
// place: an agent is often a step of a workflow, too.
func saidOnce(list []report.Finding) []report.Finding {
	type said struct {
		pos  graph.Pos
		text string
	}
	seen := make(map[said]bool)
	return slices.DeleteFunc(list, func(f report.Finding) bool {
		if f.Rule != rules.Undecided {
			return false
		}
		at := said{f.Pos, f.Message}
		again := seen[at]
		seen[at] = true
		return again
	})
}

func workflows(p *graph.Program, o Options) []report.Finding {
	var out []report.Finding
	for _, part := range p.AllWorkflows() {
		out = append(out, duplicates(part)...)
		for _, u := range part.Unknowns {
			out = append(out, *report.UnknownPart(part, u))
		}
	}
	return append(out, problems(check.RunAll(p.Workflows, o.check()))...)
}

// duplicates returns a finding for each node whose name an earlier node has.
func duplicates(w *graph.Workflow) []report.Finding {
	var out []report.Finding
	first := make(map[string]*graph.Node, len(w.Nodes))
	for i := range w.Nodes {
		n := &w.Nodes[i]
		if other, ok := first[n.Name]; ok {
			out = append(out, *report.Duplicate(w, other, n))
			continue
		}
		first[n.Name] = n
	}
	return out
}

func problems(list []check.Problem) []report.Finding {
	var out []report.Finding
	for _, p := range list {
		if p, ok := p.(*check.Malformed); ok {
			out = append(out, malformed(p)...)
			continue
		}
		out = append(out, *report.FromProblem(p))
	}
	return out
}

// malformed returns a finding for each fault that makes a workflow no graph.
func malformed(p *check.Malformed) []report.Finding {
	var faults graph.ErrorList
	errors.As(p.Err, &faults)
	var out []report.Finding
	for _, e := range faults {
		switch e.Code {
		case graph.CodeDuplicateNode:
			// duplicates says it, with both positions.
		case graph.CodeEntry:
			out = append(out, *report.NoEntry(p.Workflow, e))
		default:
			out = append(out, *report.Unsound(p.Workflow, e))
		}
	}
	return out
}
