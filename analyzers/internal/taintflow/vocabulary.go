package taintflow

// This file collects the names that tags and directives may use.

import (
	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
)

// annotated returns what the package says in annotations.
func annotated(pass *analysis.Pass) *workflow.Annotated {
	return pass.ResultOf[workflow.Annotations].(*workflow.Annotated)
}

// vocabulary returns the labels and the sanitizers of a package and of what it imports.
func vocabulary(pass *analysis.Pass) *verify.Names {
	said := annotated(pass)
	out := &verify.Names{Labels: said.Labels, Sanitizers: said.Sanitizers}
	declare := func(pos graph.Pos, names []string) {
		for _, name := range names {
			out.Declared = append(out.Declared, verify.Label{Name: name, Pos: pos})
		}
	}
	for i := range said.Tags {
		t := &said.Tags[i]
		declare(position(pass, t.Field.Pos()), t.Says.Sources)
	}
	for _, note := range said.Notes(workflow.Identity(pass)) {
		if note.Directive.Verb == annotation.Source {
			declare(note.Pos, note.Directive.Names)
		}
	}
	return out
}
