package verify

// This file resolves the names in what a program says of its data.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// Names are what a program declares, beside its tools.
type Names struct {
	Labels, Sanitizers []string
	Declared           []Label // the labels of the package itself
}

// builtin are the labels that agentvet itself gives, and those that its rules know.
var builtin = taint.NewLabels(taint.LabelModel, "untrusted", "private", "secret")

// With returns n with the labels that rows of t give, and the sanitizers that a sink
// may accept by their names.
func (n *Names) With(t *taint.Table) *Names {
	out := &Names{Labels: slices.Clone(n.Labels), Sanitizers: slices.Clone(n.Sanitizers), Declared: n.Declared}
	for _, r := range t.All() {
		switch {
		case r.Verb == library.VerbSource:
			out.Labels = append(out.Labels, r.Labels...)
		case r.Verb == library.VerbSanitizer && slices.Contains(r.Labels, taint.MarkOf(r.Key())):
			out.Sanitizers = append(out.Sanitizers, taint.NamesOf(r.Package, r.Name)...)
		}
	}
	out.Labels, out.Sanitizers = taint.NewLabels(out.Labels...), taint.NewLabels(out.Sanitizers...)
	return out
}

// labelsOf returns the labels that data of p may have: those of agentvet, those of n, and
// those of tools, their names among them.
func labelsOf(p *graph.Program, n *Names) taint.Labels {
	labels := slices.Concat(builtin, n.Labels)
	for _, t := range p.AllTools() {
		labels = append(append(labels, t.Name), t.Sources...)
		for i := range t.Returns {
			labels = append(labels, t.Returns[i].Sources...)
		}
	}
	return taint.NewLabels(slices.DeleteFunc(labels, func(l string) bool { return l == "" })...) // a tool whose name is not known
}

// FlowNames returns a finding for each name that a sink of a tool gives and that
// nothing has: a label, a tool, a sanitizer or an argument. Those of the table are in n,
// too. Only tools that a workflow or an agent of p calls are looked at: which others
// there are, nobody knows of the rest.
func FlowNames(p *graph.Program, n *Names) []report.Finding {
	labels := labelsOf(p, n)
	certain := !hidesTools(p)
	var out []report.Finding
	for _, t := range offered(p) {
		for i := range t.Params {
			param := &t.Params[i]
			if param.Sink == nil {
				continue
			}
			if args := arguments(t); param.Field == "" && len(args) > 0 {
				out = append(out, *report.NoSuchArgument(t, param, args))
			}
			for _, f := range param.Sink.Forbid {
				if f != untouched && !slices.Contains(labels, f) {
					out = append(out, *report.NoSuchLabel(t, param, f, labels, certain))
				}
			}
			for _, s := range param.Sink.Unless {
				if !slices.Contains(n.Sanitizers, s) && !stepNamed(p, s) {
					out = append(out, *report.NoSuchSanitizer(t, param, s, n.Sanitizers))
				}
			}
		}
	}
	return out
}

// HasSinks reports whether an argument of a tool of p has a sink tag. Without one, no name has to
// be resolved.
func HasSinks(p *graph.Program) bool {
	return slices.ContainsFunc(p.AllTools(), func(t *graph.Tool) bool {
		return slices.ContainsFunc(t.Params, func(param graph.Param) bool { return param.Sink != nil })
	})
}

// offered returns the tools that agents and steps of p call.
func offered(p *graph.Program) []*graph.Tool {
	return (&graph.Program{Workflows: p.Workflows, Agents: p.Agents}).AllTools()
}

func arguments(t *graph.Tool) (out []string) {
	for i := range t.Params {
		if t.Params[i].Field != "" {
			out = append(out, t.Params[i].Path)
		}
	}
	return out
}

// stepNamed reports whether a step or a tool of p has a name.
func stepNamed(p *graph.Program, name string) bool {
	for _, w := range p.AllWorkflows() {
		for i := range w.Nodes {
			if w.Nodes[i].Name == name {
				return true
			}
		}
	}
	return slices.ContainsFunc(p.AllTools(), func(t *graph.Tool) bool { return t.Name == name })
}
