package module

// This file adds the agents that no framework runs. Their parts meet in no package: one
// asks the model, another has the tools, and a third wires them.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/defect"
)

// addLoops adds the agents of m that are loops over a model, but for those that a package
// has found on its own. An agent belongs to the package with the loop and to the commands
// that run it.
func (m *Module) addLoops(imported []*Package) {
	named := make(map[string]bool)
	for _, p := range m.Packages {
		named[p.Path] = true
	}
	m.sight = slices.Concat(m.Packages, imported)
	slices.SortStableFunc(m.sight, byPath)
	found, open, carries := m.find(m.graphs())
	m.annotate(found)
	m.open = open
	m.carries = carries && !slices.ContainsFunc(m.sight, func(p *Package) bool { return p.Values == nil && len(p.Seen) > 0 })
	for _, a := range found {
		ofCommand := slices.ContainsFunc(a.Commands, func(path string) bool { return named[path] })
		if !ofCommand && !named[a.Package] {
			continue
		}
		switch {
		case a.Unseen && m.runs(a), a.Watches && m.hasAll(a):
		case a.Faint && m.isWorkflow(a): // what its tools do with data is still to be told
			m.shown = append(m.shown, a)
		case m.has(a):
			m.rounds, m.shown = append(m.rounds, a), append(m.shown, a)
		default:
			m.rounds, m.loops = append(m.rounds, a), append(m.loops, a)
		}
	}
	m.dropHalves()
	part := m.loopProgram()
	m.Program.Workflows = append(m.Program.Workflows, part.Workflows...)
	m.Program.Agents = append(m.Program.Agents, part.Agents...)
	m.Program.Tools = append(m.Program.Tools, part.Tools...)
	m.Program.Unknowns = append(m.Program.Unknowns, part.Unknowns...)
}

// annotate puts into the tools of agents what directives say of them.
func (m *Module) annotate(found []loops.Agent) {
	var notes []annotation.Note
	for _, p := range m.sight {
		notes = append(notes, p.Notes...)
	}
	if len(notes) == 0 {
		return
	}
	for _, a := range found {
		extract.Annotate(a.Agent.Tools, notes)
	}
}

// graphs returns what the packages of m do with values, but for those of a framework.
func (m *Module) graphs() (out []*valueflow.Graph) {
	for _, p := range m.sight {
		if p.Values != nil && !isFrameworks(p.Path) {
			out = append(out, p.Values)
		}
	}
	return out
}

// isFrameworks reports whether a package is part of a framework that rows describe, as where somebody
// checks the framework's own module: the loop with which it runs agents is none of them. Its
// examples are programs like others.
func isFrameworks(path string) bool {
	within := func(root string) bool { return strings.HasPrefix(path+"/", root+"/") }
	return slices.ContainsFunc(library.All().Opaque(), within) && !strings.Contains(path+"/", "/examples/")
}

// find returns the agents without a framework, where there may be others, and whether calls
// are only carried. A panic is a defect of agentvet; it becomes an unknown, which no verdict
// overlooks.
func (m *Module) find(graphs []*valueflow.Graph) (found []loops.Agent, open []loops.Unread, carries bool) {
	defer func() {
		if r := recover(); r != nil {
			found, open, carries = nil, nil, false
			m.unfound = []graph.Unknown{{Node: graph.None, Reason: reason.Of(reason.Failure, defect.Text(r)), Pos: graph.Pos{File: graphs[0].Package}}}
		}
	}()
	return loops.Find(graphs)
}

// has reports whether a package has found an agent on its own, which runs for its tools what it runs.
func (m *Module) has(a loops.Agent) bool {
	return slices.ContainsFunc(m.Program.Agents, func(o *graph.Agent) bool { return isSame(o, a.Agent) && !runsOthers(o, a.Agent) })
}

// runs reports whether a package has found who runs the tools of an agent of which that was not seen.
func (m *Module) runs(a loops.Agent) bool {
	return slices.ContainsFunc(m.Program.Tools, func(t *graph.Tool) bool {
		return t.Handler != "" && slices.ContainsFunc(a.Agent.Tools, func(u *graph.Tool) bool { return u.Handler == strings.TrimSuffix(t.Handler, "$bound") })
	})
}

// hasAll reports whether frameworks run all tools of an agent: code that looks at their events notes what is called.
func (m *Module) hasAll(a loops.Agent) bool {
	return !slices.ContainsFunc(a.Agent.Tools, func(t *graph.Tool) bool {
		return t.Name == "" || !slices.ContainsFunc(m.Program.HeldTools(), func(o *graph.Tool) bool {
			return o.Name == t.Name && o.Framework != loops.Framework && o.Handler != ""
		})
	})
}

// isWorkflow reports whether the function with an agent is a workflow of a framework, which a package has found.
func (m *Module) isWorkflow(a loops.Agent) bool {
	return slices.ContainsFunc(m.Program.Workflows, func(w *graph.Workflow) bool {
		return w.Framework != loops.Framework && w.Name == a.Agent.Name && w.Pos.File == a.Agent.Pos.File
	})
}

// isSame reports whether what a package has found is an agent of the module: one of the same name in
// the same file that has its tools.
func isSame(o, a *graph.Agent) bool {
	return o.Framework == loops.Framework && o.Name == a.Name && o.Pos.File == a.Pos.File &&
		!slices.ContainsFunc(a.Tools, func(t *graph.Tool) bool {
			return !slices.ContainsFunc(o.Tools, func(u *graph.Tool) bool { return u.Name == t.Name })
		})
}

// runsOthers reports whether a package takes for the handler of a tool what an agent of the module
// does not run for it: a package takes the first function that is called, and has none for code that stands beside a comparison. So it does if it has not seen that
// somebody is asked before one. Where it has seen that, and the module has not, it has seen more.
func runsOthers(half, whole *graph.Agent) bool {
	others := false
	for _, t := range half.Tools {
		named := slices.DeleteFunc(slices.Clone(whole.Tools), func(u *graph.Tool) bool { return u.Name != t.Name })
		others = others || t.Handler == "" && slices.ContainsFunc(named, func(u *graph.Tool) bool { return u.Handler != "" })
		others = others || t.Handler != "" && len(named) > 0 && !slices.ContainsFunc(named, func(u *graph.Tool) bool { return u.Handler == strings.TrimSuffix(t.Handler, "$bound") })
		others = others || !t.Gate.Kind.MayHold() && slices.ContainsFunc(named, func(u *graph.Tool) bool { return u.Gate.Kind.MayHold() })
		if t.Gate.Kind.MayHold() && (len(named) == 0 || slices.ContainsFunc(named, func(u *graph.Tool) bool { return !u.Gate.Kind.MayHold() })) {
			return false
		}
	}
	return others
}

// isHalf reports whether a package has seen no more than a question to the model of an agent of the
// module, or one round of it, or takes other functions for its handlers.
func isHalf(a, whole *graph.Agent) bool {
	return !slices.ContainsFunc(a.Tools, func(t *graph.Tool) bool { return t.Handler != "" }) ||
		seesOnce(a) && whole.Bound != a.Bound || runsOthers(a, whole)
}

// seesOnce reports whether a package has not seen who asks a model again.
func seesOnce(a *graph.Agent) bool {
	return a.Bound == graph.Known(1) || slices.ContainsFunc(a.Unknowns, func(u graph.Unknown) bool {
		return u.What == graph.UnknownBound && u.Reason == reason.Of(reason.AsksAgain)
	})
}

// dropHalves drops what packages take for agents without a framework and of which they have
// seen a half, where they ask the model of an agent of the module, or are the same.
func (m *Module) dropHalves() {
	asked := make(map[graph.Pos][]*graph.Agent)
	for _, a := range m.loops {
		for _, pos := range a.Asks {
			asked[pos] = append(asked[pos], a.Agent)
		}
	}
	m.halves = make(map[graph.Pos]bool)
	parts := make(map[*graph.Tool]bool)
	m.Program.Agents = slices.DeleteFunc(m.Program.Agents, func(a *graph.Agent) bool {
		half := a.Framework == loops.Framework && (slices.ContainsFunc(asked[a.Pos], func(whole *graph.Agent) bool { return isHalf(a, whole) }) ||
			slices.ContainsFunc(m.loops, func(whole loops.Agent) bool { return isSame(a, whole.Agent) && runsOthers(a, whole.Agent) }))
		if half {
			m.halves[a.Pos] = true
			for _, t := range a.Tools {
				parts[t] = true
			}
		}
		return half
	})
	m.Program.Workflows = slices.DeleteFunc(m.Program.Workflows, func(w *graph.Workflow) bool {
		return w.Framework == loops.Framework && m.halves[w.Pos]
	})
	m.Program.Tools = slices.DeleteFunc(m.Program.Tools, func(t *graph.Tool) bool {
		return parts[t]
	})
}

// loopProgram returns the agents that were added, as a program of their own.
func (m *Module) loopProgram() *graph.Program {
	p := &graph.Program{Unknowns: m.unfound}
	for _, a := range m.loops {
		if a.Workflow != nil {
			p.Workflows = append(p.Workflows, a.Workflow)
		}
		p.Agents = append(p.Agents, a.Agent)
		p.Tools = append(p.Tools, a.Agent.Tools...)
	}
	return p
}

// aboutLoops returns the findings on the agents that were added; said is what packages say.
func (m *Module) aboutLoops(o verify.Options, said []report.Finding) []report.Finding {
	out := verify.Program(m.loopProgram(), o)
	for _, a := range m.loops {
		if a.Workflow == nil {
			continue
		}
		own := &graph.Program{Workflows: []*graph.Workflow{a.Workflow}}
		out = append(out, verify.Order(own, o, func(*graph.Workflow) []*policy.Rule { return m.rules(a.Package, o.Policy) }, a.Package)...)
	}
	for i := range out {
		out[i].Context = m.context(&out[i])
	}
	judge := func(list []report.Finding) []report.Finding { return m.judge(list, o.Policy) }
	out = judge(out)
	if joint := m.joint(o); joint != nil {
		out = append(out, m.aboutData(joint, said, judge)...)
		out = append(out, m.aboutServed(joint, said, judge)...)
	}
	return out
}

// judge lets the policy and the directives of the packages silence findings.
func (m *Module) judge(list []report.Finding, p *policy.Policy) []report.Finding {
	list = p.Apply(list)
	for _, own := range m.sight {
		s := &directive.Set{Directives: own.Ignores}
		list = s.Apply(list, func(string) bool { return false })
	}
	return p.Apply(list)
}

// context returns what tells a finding from others of its rule in the same file.
func (m *Module) context(f *report.Finding) (name string) {
	for _, a := range m.loops {
		switch {
		case a.Agent.Pos == f.Pos:
			return a.Func
		case a.Agent.Pos.File == f.Pos.File && name == "":
			name = a.Func
		}
	}
	return name
}

// rules returns the policies that hold for what a package builds.
func (m *Module) rules(pkg string, p *policy.Policy) []*policy.Rule {
	for _, o := range m.sight {
		if o.Path == pkg {
			return slices.Concat(p.Checked(), o.Policies)
		}
	}
	return p.Checked()
}

// withoutUsed drops what packages say of ignores that nothing needs, where a finding on the
// module, or of another package, needs them.
func withoutUsed(said, added []report.Finding) []report.Finding {
	used := make(map[graph.Pos]bool)
	for _, f := range slices.Concat(said, added) {
		if f.Suppressed != nil {
			used[f.Suppressed.Pos] = true
		}
	}
	return slices.DeleteFunc(said, func(f report.Finding) bool { return f.Rule == rules.UnusedIgnore && used[f.Pos] })
}
