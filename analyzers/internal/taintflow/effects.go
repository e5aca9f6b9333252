package taintflow

// This file says what code that is not read may decide by what it is given.

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/capability"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	can "github.com/agentvet/agentvet/taint/capability"
)

// effects returns what functions of libraries may decide, by identity, in the words of confine
// tags: what may open a file may decide which one. Of the standard library, rows say where that is.
func effects(pass *analysis.Pass) func(id string) []string {
	kept, _ := pass.ResultOf[capability.Analyzer].(*can.Kept)
	var joint *can.Joint
	if kept != nil {
		joint = can.Join([]*can.Kept{kept})
	}
	return func(id string) []string {
		switch {
		case id != "" && library.IsStandard(funcid.Package(id)):
			return nil
		case id == "" || joint == nil:
			return graph.ConfineNames()
		}
		var out []string
		for _, use := range joint.Of([]string{id}, library.All(), func(graph.Pos) []string { return nil })[id] {
			out = append(out, decides(use.Name)...)
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
}

// decides returns what whoever has a capability may decide by a text.
func decides(name string) []string {
	first, _, _ := strings.Cut(name, ".")
	switch first {
	case "fs":
		return []string{graph.ConfinePath.String()}
	case "net":
		return []string{graph.ConfineHost.String()}
	case "exec":
		return []string{graph.ConfineCommand.String()}
	case "db":
		return []string{graph.ConfineSQL.String()}
	case "unknown", "cgo", "syscall", "plugin":
		return graph.ConfineNames()
	}
	return nil
}
