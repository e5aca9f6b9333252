package taintflow

// This file reads what a package declares of its functions.

import (
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/values"
	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// declare puts the directives on functions, and the names of the tools that they
// are, into the input of the summaries.
func declare(pass *analysis.Pass, in *ssaflow.Input) {
	in.Sanitizers, in.Sources = make(map[string]taint.Labels), make(map[string]taint.Source)
	source := func(id, name string, labels []string) {
		s, ok := in.Sources[id]
		if !ok {
			s.Name = name
		}
		s.Labels = s.Labels.Union(taint.NewLabels(labels...))
		in.Sources[id] = s
	}
	own := ownFunctions(pass)
	program := pass.ResultOf[workflow.Analyzer].(*graph.Program)
	in.Handlers = make(map[string]bool)
	for _, name := range calledByFrameworks(program) {
		if id := funcid.Source(name); own[id] != nil {
			in.Handlers[id] = true
		}
	}
	for _, t := range program.AllTools() {
		if own[t.Handler] != nil && t.Name != "" {
			source(t.Handler, t.Name, []string{t.Name})
		}
	}
	said := annotated(pass)
	in.Tags = said.Set
	for _, note := range said.Notes(workflow.Identity(pass)) {
		if note.Func == "" {
			continue
		}
		switch d := &note.Directive; d.Verb {
		case annotation.Sanitizer:
			in.Sanitizers[note.Func] = in.Sanitizers[note.Func].Union(dropped(workflow.SanitizerNames(pass, note.Func), d.Names))
		case annotation.Source:
			source(note.Func, funcid.Key(note.Func), d.Names)
		}
	}
}

// said returns what tells whether a field has the arguments of a model's calls, nil if none does that the
// package knows of.
func said(pass *analysis.Pass) func(t types.Type, field int) bool {
	g := pass.ResultOf[values.Analyzer].(*valueflow.Graph)
	if g == nil {
		return nil
	}
	fields := make(map[string]bool)
	for _, r := range g.Roles {
		if r.Kind == valueflow.RoleArgs && !r.Server {
			fields[r.Name] = true
		}
	}
	if len(fields) == 0 {
		return nil
	}
	return func(t types.Type, field int) bool { return fields[valueflow.FieldOf(t, field)] }
}

// calledByFrameworks returns the names of the handlers and steps of p.
func calledByFrameworks(p *graph.Program) (names []string) {
	for _, t := range p.AllTools() {
		names = append(names, t.Handler)
	}
	for _, w := range p.AllWorkflows() {
		for i := range w.Nodes {
			names = append(names, w.Nodes[i].Func)
		}
	}
	return names
}

// dropped returns what a sanitizer takes from data: the labels that it is for, and
// the marks of the names that a sink may call it by.
func dropped(names, labels []string) taint.Labels {
	out := append([]string(nil), labels...)
	for _, name := range names {
		out = append(out, taint.MarkOf(name))
	}
	return taint.NewLabels(out...)
}
