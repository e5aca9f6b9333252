package verify

// This file checks the policies over the order of events.

import (
	"errors"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
)

// Order returns what runs of the workflows of p do that the rules of each forbid,
// and what could not be decided; pkg is the path of the package that builds them,
// "" for a graph file. The findings are not sorted, and not judged by a policy:
// see Program. Workflows that are not well formed are left out, Program says why.
func Order(p *graph.Program, o Options, rules func(*graph.Workflow) []*policy.Rule, pkg string) []report.Finding {
	var out []report.Finding
	compiled := make(map[*policy.Rule]*product.Rule)
	for _, w := range p.Workflows {
		if !sound(w) {
			continue
		}
		var on *product.Checker
		for _, r := range rules(w) {
			if !r.Static() || !r.Scope.Covers(w.Name, pkg, agentsOf(w)...) {
				continue
			}
			if on == nil {
				on = product.On(w)
			}
			f := order(w, on, r, o.feasible(), compiled)
			if t := silentTool(w, r); t != nil && f == nil && pkg != "" && !r.Builtin {
				f = report.Undeclared(w, aboutRule(r), r.Pos, t)
			}
			if f != nil {
				out = append(out, *f)
			}
		}
	}
	return out
}

// order checks one rule on one workflow.
func order(w *graph.Workflow, on *product.Checker, r *policy.Rule, can graph.Feasibility, compiled map[*policy.Rule]*product.Rule) *report.Finding {
	about := aboutRule(r)
	c, ok := compiled[r]
	if !ok {
		var err error
		if c, err = product.Compile(r.Rule); err != nil {
			return report.PolicyTooLarge(about, r.Pos, err)
		}
		compiled[r] = c
	}
	res := on.Check(c, product.Options{Unfair: r.Unfair(), Feasible: can})
	if r.Builtin && res.Doubt.Why == product.WhyPart {
		return nil // that part is reported by itself, and nobody asked for this rule
	}
	return report.FromOrder(w, about, res)
}

// silentTool returns a tool of w that declares no capability, if a rule asks for some: what its code needs
// is not known here, and no rule compares that with what is not declared. It is nil if there is none.
func silentTool(w *graph.Workflow, r *policy.Rule) *graph.Tool {
	if !slices.ContainsFunc(r.Rule.Atoms(), func(a *syntax.Atom) bool { return a.Kind == syntax.AtomCap }) {
		return nil
	}
	for _, b := range w.All() {
		for i := range b.Nodes {
			for _, t := range b.Nodes[i].Tools {
				if len(t.Declared)+len(t.Inferred) == 0 && t.Agent == "" && !t.Added() {
					return t
				}
			}
		}
	}
	return nil
}

// About returns what findings say of policies.
func About(rules []*policy.Rule) (list []report.PolicyRule) {
	for _, r := range rules {
		list = append(list, aboutRule(r))
	}
	return list
}

func aboutRule(r *policy.Rule) report.PolicyRule {
	return report.PolicyRule{ID: r.ID(), Text: strings.Join(strings.Fields(r.Text), " "), Severity: r.Severity, Description: r.Description, OWASP: r.OWASP}
}

// sound reports whether runs of w are defined: it is well formed but for names.
func sound(w *graph.Workflow) bool {
	var faults graph.ErrorList
	err := graph.Check(w)
	return err == nil || errors.As(err, &faults) && !faults.HasOther(graph.CodeDuplicateNode)
}

// agentsOf returns the names of the agents that take part in w and in the bodies
// of its nodes, each once.
func agentsOf(w *graph.Workflow) []string {
	var names []string
	seen := make(map[string]bool)
	for _, b := range w.All() {
		for i := range b.Nodes {
			if a := b.Nodes[i].Agent; a != "" && !seen[a] {
				seen[a] = true
				names = append(names, a)
			}
		}
	}
	return names
}
