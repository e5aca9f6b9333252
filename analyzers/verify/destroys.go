package verify

// This file finds tools that destroy something without saying so, before which nobody is asked: on a way
// through a workflow, which is structure/human-gate as for those that say so, or else on an agent or a
// server, which is delegation/destructive.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/verdict"
)

// Destroys returns a finding for each tool whose code certainly deletes something, and before which
// nobody is asked on some way through a workflow, or by an agent or a server that no workflow has. A tool
// that a workflow runs unasked is not said again of those. Tools that say that they are destructive, or
// that they are not, and those that o calls sensitive are the business of other checks.
func Destroys(p *graph.Program, o Options) (out []report.Finding) {
	o = o.Effective()
	options := o.check()
	named := options.Sensitive
	deletes := func(t *graph.Tool) bool {
		denies := t.Hints.ReadOnly == graph.HintTrue || t.Hints.Destructive == graph.HintFalse
		return !denies && (named == nil || !named(t)) && t.Name != "" && t.Gate.Kind != graph.GateIgnored && destroying(t) != nil
	}
	options.Sensitive = func(t *graph.Tool) bool { return deletes(t) && !t.IsDestructive() }
	if !slices.ContainsFunc(p.AllTools(), deletes) {
		return nil
	}
	run, said := runBySteps(p), make(map[graph.Pos]bool)
	for _, problem := range check.RunAll(p.Workflows, options) {
		tools, of := ungated(problem)
		for _, t := range tools {
			if options.Sensitive(t) {
				f := report.Destroys(of(t), t, destroying(t))
				by := byAgent(p, destroying(t))
				if by != nil {
					report.ByAgent(f, by)
				}
				said[t.Pos] = said[t.Pos] || by != nil || f.Verdict == verdict.Violated
				out = append(out, *f)
			}
		}
	}
	for _, a := range p.AllAgents() {
		for _, t := range a.Tools {
			says := t.IsDestructive()
			switch {
			case a.Kind == graph.AgentServer:
				says = t.Destructive || says && !t.Hints.AreDefaults() // a library may send the defaults on its own
			case a.Kind != graph.AgentLLM || run[a.Name]:
				continue
			}
			if deletes(t) && !says && t.Gate.Kind == graph.GateNone && !said[t.Pos] {
				said[t.Pos] = true // a server that two packages see is one
				f := report.AgentDestroys(a, t, destroying(t))
				if by := byAgent(p, destroying(t)); by != nil {
					report.ByAgent(f, by)
				}
				out = append(out, *f)
			}
		}
	}
	return out
}

// ungated returns the tools of which a problem says that they can run unasked, and the same problem of one
// of them.
func ungated(problem check.Problem) (tools []*graph.Tool, of func(*graph.Tool) check.Problem) {
	switch p := problem.(type) {
	case *check.Ungated:
		tools, of = p.Tools, func(t *graph.Tool) check.Problem {
			one := *p
			one.Tools = []*graph.Tool{t}
			return &one
		}
	case *check.UngatedAgain:
		tools, of = p.Tools, func(t *graph.Tool) check.Problem {
			one := *p
			one.Tools = []*graph.Tool{t}
			return &one
		}
	}
	if problem.Common().Excluded != nil {
		return nil, nil
	}
	return tools, of
}

// runBySteps returns the names of the agents that steps of workflows run.
func runBySteps(p *graph.Program) map[string]bool {
	run := make(map[string]bool)
	for _, w := range p.AllWorkflows() {
		for i := range w.Nodes {
			run[w.Nodes[i].Agent] = true
		}
	}
	return run
}

// destroying returns what the code of a tool certainly needs that destroys something, nil for nothing: rather what is
// not usual.
func destroying(t *graph.Tool) (usual *graph.Need) {
	for i := range t.Needs {
		switch n := &t.Needs[i]; {
		case n.Maybe || !authority.Destroys(n.Capability) || authority.IsLibrarys(n):
		case !authority.IsUsual(n):
			return n
		case usual == nil:
			usual = n
		}
	}
	return usual
}

// byAgent returns the agent without a framework whose loop is on the way to a need, nil if none is: what a tool that runs an
// agent destroys there is destroyed by that one's tools, which are looked at by themselves, or by the loop, which
// capability/outside-tool says.
func byAgent(p *graph.Program, n *graph.Need) *graph.Agent {
	for _, a := range p.AllAgents() {
		name, _, _ := strings.Cut(a.Name, " ") // without what tells agents apart that share a loop
		for i := 1; i < len(n.Path) && a.Kind == graph.AgentLoop; i++ {
			if strings.HasSuffix(unmarked.Replace(n.Path[i-1].Func), "."+name) && n.Path[i].Pos.File == a.Pos.File {
				return a
			}
		}
	}
	return nil
}

// unmarked takes from the identity of a function what agents that are named by it do not have.
var unmarked = strings.NewReplacer("(", "", ")", "", "*", "")
