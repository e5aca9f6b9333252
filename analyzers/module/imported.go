package module

// This file counts what a run leaves out.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
)

// LeftOut counts what the packages of a module build that m imports and nobody named:
// its scope, and the path of the first such package. A server is often made in another
// package than the main function: without a word on it, a run on the command alone
// would pass for a run on the program.
//
// What a function of such a package builds for any caller does not count where m or
// another package of the list completes it.
func (m *Module) LeftOut(imported []*Package) (left report.Scope, first string) {
	imported = slices.Clone(imported)
	slices.SortStableFunc(imported, byPath)
	done := completed(slices.Concat(m.Packages, imported))
	for _, p := range imported {
		part := join([]*Package{p}, done)
		part.Tools = slices.DeleteFunc(part.Tools, func(t *graph.Tool) bool { return t.Name == "" }) // callers name them
		if len(part.Workflows)+len(part.Agents)+len(part.Tools) == 0 {
			continue
		}
		if left.Packages == 0 {
			first = p.Path
		}
		left.Workflows += len(part.Workflows)
		left.Agents += len(part.Agents)
		left.Tools += len(part.Tools)
		left.Packages++
	}
	return left, first
}
