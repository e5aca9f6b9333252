package module

// This file is about modules that are checked together and of which each goes by a policy of its own.

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/graph"
)

// A Member is modules that go by one policy. What is found in a file goes by that of the member with the nearest
// directory around it.
type Member struct {
	Dirs   []string       // of the modules, as in positions; "" is around everything
	Policy *policy.Policy // nil for none
	// Whole: the packages are all that the policy file speaks of. Only then is an
	// entry of it that nothing needs a finding.
	Whole bool
	// Inventory is the tools that somebody has recorded, nil for none.
	Inventory *policy.Inventory
}

// A member is a Member, with its options and the files that it owns.
type member struct {
	Member
	opts verify.Options // effective
	owns func(file string) bool
}

// members returns the members that o has, or one for all.
func (o *Options) members() (out []member) {
	list := o.Members
	if len(list) == 0 {
		list = []Member{{Dirs: []string{""}, Policy: o.Verify.Policy, Whole: o.Whole, Inventory: o.Inventory}}
	}
	for i, one := range list {
		opts := o.Verify
		opts.Policy = one.Policy
		out = append(out, member{one, opts.Effective(), func(file string) bool { return ownerOf(list, file) == i }})
	}
	return out
}

// ownerOf returns the index of the member that owns a file; the first one owns what is in none.
func ownerOf(list []Member, file string) (owner int) {
	most := -1
	for i, one := range list {
		for _, dir := range one.Dirs {
			if len(dir) > most && (dir == "" || strings.HasPrefix(file, filepath.Clean(dir)+string(os.PathSeparator))) {
				owner, most = i, len(dir)
			}
		}
	}
	return owner
}

// only returns the findings in files of g.
func (g *member) only(list []report.Finding) []report.Finding {
	return slices.DeleteFunc(list, func(f report.Finding) bool { return !g.owns(f.Pos.File) })
}

// part returns what m has in files of g. What several packages show together is asked of m.
func (m *Module) part(g *member) *Module {
	own := *m
	outside := func(p *Package) bool { return !g.owns(filepath.Join(p.Dir, "x")) }
	own.Packages, own.sight = slices.DeleteFunc(slices.Clone(m.Packages), outside), slices.DeleteFunc(slices.Clone(m.sight), outside)
	own.Program = &graph.Program{
		Workflows: slices.DeleteFunc(slices.Clone(m.Program.Workflows), func(w *graph.Workflow) bool { return !g.owns(w.Pos.File) }),
		Agents:    slices.DeleteFunc(slices.Clone(m.Program.Agents), func(a *graph.Agent) bool { return !g.owns(a.Pos.File) }),
		Tools:     slices.DeleteFunc(slices.Clone(m.Program.Tools), func(t *graph.Tool) bool { return !g.owns(t.Pos.File) }),
		Unknowns:  m.Program.Unknowns,
	}
	return &own
}

// aboutPolicy returns the findings on what the policy file of g says, and on its inventory; m is all that is checked.
func (g *member) aboutPolicy(m *Module) (out []report.Finding) {
	own, p := m.part(g), g.opts.Policy
	out = append(out, p.Apply(verify.LibraryRows(own.uses(p).Rows, g.Whole))...)
	tools := slices.DeleteFunc(m.Tools(), func(t *graph.Tool) bool { return !g.owns(t.Pos.File) })
	servers := slices.DeleteFunc(m.Program.AllServers(), func(s graph.Server) bool { return !g.owns(s.Pos.File) })
	out = append(out, m.judge(newRecord(g.Inventory).drift(tools, servers), p)...)
	if g.Whole {
		out = append(out, p.Apply(vacuous(own.bind(p.Rules)))...)
		out = append(out, p.Apply(g.only(vacuous(m.bindStated())))...)
		out = append(out, p.Apply(own.grants(p).Vacuous(own.Program))...)
	}
	return out
}

// unmatched returns the names in the policy file of g that are to be those of sensitive tools and that no tool has, if
// it is about what is checked alone.
func (g *member) unmatched(m *Module) []verify.UnmatchedTool {
	if !g.Whole {
		return nil
	}
	return m.part(g).unmatched(g.opts.Policy.Sensitive)
}

// listAsAsked marks the findings of which the policy of their member wants to be listed what others hold back.
func listAsAsked(findings []report.Finding, members []member) {
	for i := range findings {
		f := &findings[i]
		f.Strict = slices.ContainsFunc(members, func(g member) bool { return g.opts.Strict && g.owns(f.Pos.File) })
	}
}
