package module

// This file follows data through the tools that a framework runs, where their packages see only a part
// of the way: a handler calls an interface, and another package says what that is.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/agentflow"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// aboutServed returns what the tools of frameworks do to the machine that no package sees by itself.
func (m *Module) aboutServed(joint *ssaflow.Joint, said []report.Finding, judge func([]report.Finding) []report.Finding) (out []report.Finding) {
	whole, unread := joint.Result(m.ownCallees)
	alone, _ := joint.Result(func(graph.Pos) []string { return nil })
	var lost []report.UnreadFunc
	for _, t := range m.servedTools() {
		flows, complete := m.effectsOf(t, whole)
		flows = verify.WithoutImplied(flows)
		if complete && len(flows) == 0 {
			continue
		}
		seen, seenAll := m.effectsOf(t, alone)
		if id := funcid.Source(t.Handler); seenAll && !complete && !m.saysUnread(joint, id) {
			lost = append(lost, m.unreadAt(id, t.Pos))
		}
		flows = slices.DeleteFunc(flows, func(f taint.Flow) bool { return hasFlow(seen, &f) })
		gate := func(*taint.Flow) (at graph.Pos) {
			if t.Gate.Kind.MayHold() {
				at = t.Gate.Pos
			}
			return at
		}
		byTool, _ := judgedByTool(flows, gate) // all of them are effects
		for _, of := range byTool {
			g := slices.DeleteFunc(of.findings, func(f report.Finding) bool { return isSaid(said, &f) })
			m.surround(g)
			for _, f := range together(judge(g)) {
				out = addOnce(out, f)
			}
		}
	}
	for _, id := range unread() {
		u := m.unreadAt(id, graph.Pos{})
		if u.Pos.IsValid() && !slices.Contains(lost, u) && !m.saysUnread(joint, id) {
			lost = append(lost, u)
		}
	}
	return append(out, judge(report.UnreadFunctions(lost, "program"))...)
}

// servedTools returns the tools that a framework runs when a model says so, and nobody is asked before. A package
// that has another one add a tool sees it, too, but not who is asked: each is there once, as its own package sees it.
func (m *Module) servedTools() (served []*graph.Tool) {
	same := func(t *graph.Tool) func(*graph.Tool) bool {
		return func(o *graph.Tool) bool { return o.Name == t.Name && o.Pos == t.Pos && o.Handler == t.Handler }
	}
	for _, t := range m.Program.AllTools() {
		ofLoop := slices.ContainsFunc(m.loops, func(a loops.Agent) bool { return slices.Contains(a.Agent.Tools, t) })
		if t.Handler != "" && t.Framework != loops.Framework && !ofLoop && !slices.ContainsFunc(served, same(t)) {
			served = append(served, t)
		}
	}
	for _, p := range m.sight {
		if p.Program == nil {
			continue
		}
		for _, t := range p.Program.AllTools() {
			if n := slices.IndexFunc(served, same(t)); n >= 0 && t.Gate.Kind.MayHold() {
				served[n] = t
			}
		}
	}
	return slices.DeleteFunc(served, (*graph.Tool).Gated)
}

// effectsOf returns what becomes of what a model chooses for a tool, as far as a result shows it. If complete is
// false, there may be more.
func (m *Module) effectsOf(t *graph.Tool, result *ssaflow.Result) (flows []taint.Flow, complete bool) {
	flows, _, complete = agentflow.Flows(&agentflow.Input{
		Program: &graph.Program{Tools: []*graph.Tool{t}}, Result: result, Func: func(id string) agentflow.Func { return handler(id, result) },
		Asks: verify.AsksOfResults,
	})
	return slices.DeleteFunc(flows, func(f taint.Flow) bool { return !isEffect(&f) }), complete
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
	return slices.ContainsFunc(said, func(o report.Finding) bool {
		if o.Rule != f.Rule {
			return false
		}
		first, last := f.Witness[0].Pos, f.Witness[len(f.Witness)-1].Pos
		return len(o.Witness) > 0 && o.Witness[0].Pos == first &&
			slices.ContainsFunc(o.Witness, func(s report.Step) bool { return s.Pos == last }) &&
			(o.Verdict == f.Verdict || f.Verdict == verdict.Unknown)
	})
}
