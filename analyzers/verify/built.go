package verify

// This file verifies what a framework says, at run time, that it has built.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/taint"
)

// A Builder verifies programs that frameworks have built against one registry and one policy, of which
// it has done what is the same for all. It may be used by many goroutines.
type Builder struct {
	registry *plan.Registry
	recorded *Record
	about    func(tool string) report.Inventory
	pkg      string
	open     bool
	o        Options
	rules    []*policy.Rule
	compiled map[*policy.Rule]*product.Rule
}

// NewBuilder returns what verifies programs of a package with the tools of a registry; about says where tools of a name are recorded. If
// open, there may be other tools.
func NewBuilder(registry *plan.Registry, about func(tool string) report.Inventory, pkg string, open bool, o Options) *Builder {
	b := &Builder{registry: registry, about: about, pkg: pkg, open: open, o: o.Effective(), recorded: NewRecord(report.Inventory{}, registry.Tools())}
	b.rules, b.compiled = compile(b.o.Policy.Checked())
	return b
}

// compile compiles the rules that are checked without a run. One that is too large has a finding in each check.
func compile(list []*policy.Rule) (rules []*policy.Rule, compiled map[*policy.Rule]*product.Rule) {
	compiled = make(map[*policy.Rule]*product.Rule)
	for _, r := range list {
		if !r.Static() {
			continue
		}
		rules = append(rules, r)
		if c, err := product.Compile(r.Rule); err == nil {
			compiled[r] = c
		}
	}
	return rules, compiled
}

// Vacuous returns a finding for each atom of a policy that names a tool which the registry does not have.
func (b *Builder) Vacuous() []report.Finding {
	return b.o.Policy.Apply(vacuousTools(b.rules, allTools(b.registry, "")))
}

// Sensitive returns the patterns of sensitive tools that match none of the registry.
func (b *Builder) Sensitive() []UnmatchedTool { return unmatchedOf(b.o.Policy.Sensitive, b.registry) }

// Verify returns what is wrong with a program, and what could not be decided: of its workflows and agents, with the
// flows of their data, of their grants, and of tools that are not as the registry has them. A program has the
// tools of the registry; seen are those that the framework has shown. The findings are sorted and judged by the
// policy.
func (b *Builder) Verify(p *graph.Program, seen []*graph.Tool, flows []taint.Flow) []report.Finding {
	out := Program(p, b.o)
	for _, w := range p.Workflows {
		out = append(out, b.order(w)...)
	}
	out = append(out, Flows(flows, nil)...) // names in tags are those of the whole program, which static analysis has resolved
	out = append(out, Destroys(p, b.o)...)
	out = append(out, Grants{File: b.o.Policy.Grants(), Known: func(t *graph.Tool) bool { return !t.Unread }}.Ungranted(p)...)
	for _, t := range seen {
		if f := b.drift(t); f != nil {
			out = append(out, *f)
		}
	}
	out = append(out, b.older(seen)...)
	return report.Sort(b.o.Policy.Apply(out))
}

// older says once of each registry of an older form with which tools were compared that a part of what they say was not.
func (b *Builder) older(seen []*graph.Tool) (out []report.Finding) {
	said := make(map[string]bool)
	for _, t := range seen {
		if in := b.about(t.Name); in.Older && !said[in.File] {
			said[in.File] = true
			f := report.OlderInventory(in)
			f.Waits = true // what is not recorded was never compared
			out = append(out, *f)
		}
	}
	return out
}

// order checks the rules over order on a workflow.
func (b *Builder) order(w *graph.Workflow) (out []report.Finding) {
	if !sound(w) {
		return nil // Program says why
	}
	on := product.On(w)
	for _, r := range b.rules {
		if !r.Scope.Covers(w.Name, b.pkg, agentsOf(w)...) {
			continue
		}
		if f := order(w, on, r, b.o.feasible(), b.compiled); f != nil {
			if !r.Builtin {
				report.OfPlan(f, r.Pos)
			}
			out = append(out, *f)
		}
		if t := unreadIn(r, w); t != nil {
			out = append(out, *report.NeedsUnread(w, aboutRule(r), r.Pos, t))
		}
	}
	return out
}

// unreadIn returns a tool of w of which it is not known whether its code needs what a rule asks for; nil if there
// is none.
func unreadIn(r *policy.Rule, w *graph.Workflow) *graph.Tool {
	if r.Builtin {
		return nil
	}
	for _, atom := range r.Rule.Atoms() {
		if atom.Kind != syntax.AtomCap {
			continue
		}
		for _, part := range w.All() {
			for i := range part.Nodes {
				for _, t := range part.Nodes[i].Tools {
					if !t.Added() && mayNeed(t, atom) {
						return t
					}
				}
			}
		}
	}
	return nil
}

// drift compares a tool that a framework shows with the registry.
func (b *Builder) drift(t *graph.Tool) *report.Finding {
	rows := b.Rows(t.Name)
	if len(rows) == 0 && b.open {
		return nil
	}
	shown := *t
	if len(rows) > 0 && !slices.ContainsFunc(rows, func(row *graph.Tool) bool { return row.Handler == "" }) {
		// Code says more than a framework shows, and less where it computes.
		row := rows[max(0, slices.IndexFunc(rows, func(row *graph.Tool) bool { return row.Description == t.Description }))]
		shown.Destructive = row.Destructive
		if shown.Hints == (graph.Hints{}) {
			shown.Hints = row.Hints
		}
		if row.Title == "" || shown.Title == "" {
			shown.Title = row.Title
		}
		if row.Description == "" || shown.Description == "" {
			shown.Description = row.Description
		}
	}
	return (&Record{b.about(t.Name), b.recorded.tools}).Drift(&shown)
}

// Rows returns the tools of the registry that have a name.
func (b *Builder) Rows(name string) (rows []*graph.Tool) {
	for _, t := range b.registry.Tools() {
		if t.Name == name {
			rows = append(rows, t)
		}
	}
	return rows
}

// Names returns the names of the tools of the registry, in order.
func (b *Builder) Names() []string { return b.registry.Names() }
