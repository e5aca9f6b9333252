package verify

// This file finds the names of sensitive tools that name nothing.

import (
	"maps"
	"path"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A Resolution finds out which patterns of sensitive tools match no tool. A
// misspelt one checks nothing, and a policy that cannot fail must not pass. It
// is an answer about all programs of a run together: a pattern may match in one
// package and not in another.
type Resolution struct {
	patterns []string        // those that matched nothing so far
	names    map[string]bool // of all tools
	open     bool            // there may be tools whose names are not known
}

// NewResolution returns a Resolution of patterns.
func NewResolution(patterns []string) *Resolution {
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
		r.patterns = slices.DeleteFunc(r.patterns, func(pattern string) bool {
			ok, _ := path.Match(pattern, t.Name) // its flag has rejected a bad pattern
			return ok
		})
	}
}

// Unmatched returns the patterns that matched no tool, sorted. If certain is
// false, they may match tools whose names exist only at run time.
func (r *Resolution) Unmatched() (patterns []string, certain bool) {
	return r.patterns, !r.open
}

// Names returns the names of all tools, sorted.
func (r *Resolution) Names() []string { return slices.Sorted(maps.Keys(r.names)) }

// hidesTools reports whether a part of p that could not be read may have tools.
func hidesTools(p *graph.Program) bool {
	list := slices.Clone(p.Unknowns)
	for _, w := range p.AllWorkflows() {
		list = append(list, w.Unknowns...)
	}
	for _, a := range p.AllAgents() {
		list = append(list, a.Unknowns...)
	}
	return slices.ContainsFunc(list, func(u graph.Unknown) bool {
		switch u.What {
		case graph.UnknownTargets, graph.UnknownSources, graph.UnknownBound:
			return false
		}
		return true
	})
}
