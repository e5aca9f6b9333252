package module

// This file follows data through the tools that a framework runs, where their packages see only a part
// of the way: a handler calls an interface, and another package says what that is.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/agentflow"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// aboutServed returns what the tools of frameworks do to the machine that no package sees by itself.
func (m *Module) aboutServed(o verify.Options, said []report.Finding, judge func([]report.Finding) []report.Finding) (out []report.Finding) {
	joint := m.joint(o)
	var graphs []*valueflow.Graph
	for _, p := range m.sight {
		if p.Values != nil {
			graphs = append(graphs, p.Values)
		}
	}
	if joint == nil || len(graphs) == 0 {
		return nil
	}
	calls := dynamic(graphs)
	whole, _ := joint.Result(func(at graph.Pos) []string { return calls[at] })
	alone, _ := joint.Result(func(graph.Pos) []string { return nil })
	for _, t := range m.servedTools() {
		flows := m.effectsOf(t, whole)
		if len(flows) == 0 {
			continue
		}
		seen := m.effectsOf(t, alone)
		flows = slices.DeleteFunc(flows, func(f taint.Flow) bool { return hasFlow(seen, &f) })
		groups, _ := judgedByTool(verify.WithoutWritten(flows), func(*taint.Flow) graph.Pos { return graph.Pos{} })
		for _, g := range groups {
			g = slices.DeleteFunc(g, func(f report.Finding) bool { return isSaid(said, &f) })
			for k := range g {
				if fn := m.around(g[k].Pos); fn != nil {
					g[k].Context = funcid.Key(topLevel(fn.ID))
				}
			}
			for _, f := range together(judge(g)) {
				out = addOnce(out, f)
			}
		}
	}
	return out
}

// servedTools returns the tools that a framework runs when a model says so, and nobody is asked before.
func (m *Module) servedTools() []*graph.Tool {
	served := slices.Clone(m.Program.AllTools())
	return slices.DeleteFunc(served, func(t *graph.Tool) bool {
		return t.Handler == "" || t.Gated() || t.Framework == loops.Framework || slices.ContainsFunc(m.loops, func(a loops.Agent) bool { return slices.Contains(a.Agent.Tools, t) })
	})
}

// effectsOf returns what becomes of what a model chooses for a tool, as far as a result shows it.
func (m *Module) effectsOf(t *graph.Tool, result *ssaflow.Result) []taint.Flow {
	flows, _, _ := agentflow.Flows(&agentflow.Input{
		Program: &graph.Program{Tools: []*graph.Tool{t}}, Result: result, Func: func(id string) agentflow.Func { return handler(id, result) },
		Asks: verify.AsksOfResults,
	})
	return slices.DeleteFunc(flows, func(f taint.Flow) bool { return !isEffect(&f) })
}

// handler returns the function that a framework runs as the one with an identity: by custom the first
// parameter is a context, if there are several.
func handler(id string, result *ssaflow.Result) agentflow.Func {
	id = strings.TrimSuffix(funcid.Source(id), "$bound")
	fn, first := agentflow.Func{ID: id}, 0
	if strings.HasPrefix(id, "(") && !strings.Contains(id, "$") {
		first = 1 // the receiver
	}
	n := result.Params(id)
	if n > first+1 {
		first++
	}
	for i := first; i < n; i++ {
		fn.Data = append(fn.Data, i)
	}
	if len(fn.Data) == 0 {
		return agentflow.Func{}
	}
	return fn
}

// hasFlow reports whether flows have one from where f begins to where it ends that lost no more.
func hasFlow(flows []taint.Flow, f *taint.Flow) bool {
	return slices.ContainsFunc(flows, func(o taint.Flow) bool {
		return o.Source.Pos == f.Source.Pos && o.Sink == f.Sink && o.Labels.Contains(f.Labels)
	})
}

// isSaid reports whether a package says what f says, or more.
func isSaid(said []report.Finding, f *report.Finding) bool {
	first, last := f.Witness[0].Pos, f.Witness[len(f.Witness)-1].Pos
	return slices.ContainsFunc(said, func(o report.Finding) bool {
		return o.Rule == f.Rule && len(o.Witness) > 0 && o.Witness[0].Pos == first &&
			slices.ContainsFunc(o.Witness, func(s report.Step) bool { return s.Pos == last }) &&
			(o.Verdict == f.Verdict || f.Verdict == verdict.Unknown)
	}) || f.Rule == rules.Undecided
}
