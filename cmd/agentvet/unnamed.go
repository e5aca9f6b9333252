package main

// This file says what the patterns of a run leave out.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/load"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/payload"
	"github.com/agentvet/agentvet/graph"
)

// unnamed returns a notice of what packages build that belong to the module and that
// the packages of the run import, "" if it is nothing. A server is often made in another
// package than the main function: without the notice, a run on the command alone would
// pass for a run on the program.
func unnamed(result *load.Result) string {
	done := completed(slices.Concat(result.Payloads, result.Unnamed))
	var left report.Scope
	first := ""
	for _, p := range result.Unnamed {
		part := mergeWithout(done, []*payload.Payload{p})
		part.Tools = slices.DeleteFunc(part.Tools, func(t *graph.Tool) bool { return t.Name == "" }) // callers name them
		if len(part.Workflows)+len(part.Agents)+len(part.Tools) == 0 {
			continue
		}
		if left.Packages == 0 {
			first = p.Package
		}
		left.Workflows += len(part.Workflows)
		left.Agents += len(part.Agents)
		left.Tools += len(part.Tools)
		left.Packages++
	}
	switch left.Packages {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("left out: %s that is imported, but not named: %s; ./... names the whole module", left, first)
	}
	return fmt.Sprintf("left out: %s that are imported, but not named, such as %s; ./... names the whole module", left, first)
}
