package verify

// This file finds the names of sensitive tools that name nothing.

import (
	"maps"
	"path"
	"slices"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
)

// A Resolution finds out which patterns of sensitive tools match no tool. A
// misspelt one checks nothing, and a policy that cannot fail must not pass. It
// is an answer about all programs of a run together: a pattern may match in one
// package and not in another.
type Resolution struct {
	patterns []policy.Name   // those that matched nothing so far
	names    map[string]bool // of all tools
	open     bool            // there may be tools whose names are not known
}

// An UnmatchedTool is a pattern for sensitive tools that matches none.
type UnmatchedTool struct {
	Pattern policy.Name // without a position if it is from a flag
	Names   []string    // of all tools, sorted
	// Certain: all tools are known. Else it may match one whose name exists only at
	// run time.
	Certain bool
}

// NewResolution returns a Resolution of patterns.
func NewResolution(patterns []policy.Name) *Resolution {
	return &Resolution{patterns: slices.Clone(patterns), names: make(map[string]bool)}
}

// Add looks for the patterns among the tools of p.
func (r *Resolution) Add(p *graph.Program) {
	if len(r.patterns) == 0 {
		return
	}
	r.open = r.open || hidesTools(p)
	for _, t := range p.AllTools() {
		if t.Name == "" {
			r.open = true
			continue
		}
		if r.names[t.Name] {
			continue
		}
		r.names[t.Name] = true
		r.patterns = slices.DeleteFunc(r.patterns, func(pattern policy.Name) bool {
			ok, _ := path.Match(pattern.Text, t.Name) // a bad pattern has been rejected where it was read
			return ok
		})
	}
}

// Unmatched returns the patterns that matched no tool, in the order in which they were
// given.
func (r *Resolution) Unmatched() []UnmatchedTool {
	var out []UnmatchedTool
	for _, pattern := range r.patterns {
		out = append(out, UnmatchedTool{pattern, slices.Sorted(maps.Keys(r.names)), !r.open})
	}
	return out
}

// unmatchedOf returns the patterns that match no tool of a registry.
func unmatchedOf(patterns []policy.Name, r *plan.Registry) []UnmatchedTool {
	names := NewResolution(patterns)
	all := &graph.Program{Tools: r.Tools()}
	if u := r.Open(); u != nil {
		all.Unknowns = append(all.Unknowns, *u)
	}
	names.Add(all)
	return names.Unmatched()
}

// Checked reports whether everything was checked that was asked for: a pattern that
// certainly matches nothing was not.
func (r *Resolution) Checked() bool { return len(r.patterns) == 0 || r.open }

// hidesTools reports whether a part of p that could not be read may have tools.
func hidesTools(p *graph.Program) bool {
	return hides(p, func(u graph.Unknown) bool {
		switch u.What {
		case graph.UnknownTargets, graph.UnknownSources, graph.UnknownBound:
			return false
		}
		return true
	})
}

// hidesAgents reports whether a part of p that could not be read may be an agent or a workflow: tools that are not known are tools
// of those that are.
func hidesAgents(p *graph.Program) bool {
	return hides(p, func(u graph.Unknown) bool {
		switch u.What {
		case graph.UnknownTools, graph.UnknownSources, graph.UnknownBound:
			return false
		}
		return true
	})
}

// hides reports whether something in p is not known of which is holds.
func hides(p *graph.Program, is func(graph.Unknown) bool) bool {
	list := slices.Clone(p.Unknowns)
	for _, w := range p.AllWorkflows() {
		list = append(list, w.Unknowns...)
	}
	for _, a := range p.AllAgents() {
		list = append(list, a.Unknowns...)
	}
	return slices.ContainsFunc(list, is)
}
