package verify

// This file compares what agents and workflows have with what they are granted.

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
)

// Grants are what the agents and workflows of a program are granted. The policy file and the
// directives of a package are two limits, neither of which widens the other.
type Grants struct {
	File     []*policy.Grant
	Packages []PackageGrant
	// Known reports whether it is known what the code of a tool needs, as far as it goes.
	Known func(*graph.Tool) bool
}

// GraphGrants returns what a policy file grants to the agents and workflows of a graph file, where a
// tool of which nothing is said is not known.
func GraphGrants(p *policy.Policy) Grants {
	return Grants{File: p.Grants(), Known: func(t *graph.Tool) bool { return !t.Unread && len(t.Needs)+len(t.Declared) > 0 }}
}

// A PackageGrant is a directive that grants capabilities to the agents and workflows of its package.
type PackageGrant struct {
	Names []string  `json:"names"`
	Pos   graph.Pos `json:"pos"`
}

// capabilities returns what the directive grants: nothing, if it says so.
func (g *PackageGrant) capabilities() []string {
	if slices.Equal(g.Names, []string{"none"}) {
		return nil
	}
	return g.Names
}

// A holder is an agent or a workflow with its tools.
type holder struct {
	report.Holder
	origin graph.Pos // of a workflow that another package completes
	tools  []*graph.Tool
	open   *graph.Unknown // why there may be others
}

func (h *holder) isWorkflow() bool { return h.Kind == report.HolderWorkflow }

// Ungranted returns a finding for each tool of an agent or a workflow that is not allowed or needs
// more than is granted, and one for each of them that may have such a tool.
func (g Grants) Ungranted(p *graph.Program) (out []report.Finding) {
	if len(g.File)+len(g.Packages) == 0 {
		return nil
	}
	byAgents := make(map[toolAt]bool) // what is said of an agent of a package is not said of its workflow, too
	for _, h := range holders(p) {
		capabilities, allowed := g.ofFile(h)
		out = append(out, g.compare(h, capabilities, allowed, nil)...)
		if own := g.ofPackage(h); own != nil {
			said := byAgents
			if !h.isWorkflow() {
				said = nil
				for _, t := range h.tools {
					byAgents[toolAt{t.Name, t.Pos}] = true
				}
			}
			out = append(out, g.compare(h, own, nil, said)...)
		}
	}
	return out
}

type toolAt struct {
	name string
	pos  graph.Pos
}

// holders returns the agents of a program, and then its workflows.
func holders(p *graph.Program) []*holder {
	var agents, workflows []*holder
	named := make(map[string]bool)
	for _, a := range p.AllAgents() {
		named[a.Name] = true
		kind := report.HolderAgent
		if a.Kind == graph.AgentServer {
			kind = report.HolderServer
		}
		agents = append(agents, &holder{Holder: report.Holder{Kind: kind, Name: a.Name, Pos: a.Pos}, tools: a.Tools, open: openOf(a.Unknowns)})
	}
	for _, w := range p.Workflows {
		h := &holder{Holder: report.Holder{Kind: report.HolderWorkflow, Name: w.Name, Pos: w.Pos}, origin: w.Origin}
		workflows = append(workflows, h)
		for _, part := range w.All() {
			h.open = cmp.Or(h.open, openOf(part.Unknowns))
			for i := range part.Nodes {
				n := &part.Nodes[i]
				h.tools = append(h.tools, n.Tools...)
				if n.Agent != "" && !named[n.Agent] { // a graph file may list no agents
					agents = append(agents, &holder{Holder: report.Holder{Kind: report.HolderAgent, Name: n.Agent, Pos: n.Pos}, tools: n.Tools})
				}
			}
		}
	}
	return append(agents, workflows...)
}

// openOf returns the first of the unknowns behind which there may be tools, nil if there is none.
func openOf(list []graph.Unknown) *graph.Unknown {
	i := slices.IndexFunc(list, func(u graph.Unknown) bool {
		return slices.Contains([]graph.UnknownKind{graph.UnknownTools, graph.UnknownAnything, graph.UnknownBody}, u.What)
	})
	if i < 0 {
		return nil
	}
	return &list[i]
}

// ofFile returns what the policy file grants to h: the entries that are about it add up. The
// results are nil where none of them limits it.
func (g Grants) ofFile(h *holder) (capabilities, allowed *report.Grant) {
	for _, e := range g.File {
		about := e.Agents
		if h.isWorkflow() {
			about = e.Workflows
		}
		if !slices.ContainsFunc(about, func(p policy.Pattern) bool { return p.Match(h.Name) }) {
			continue
		}
		capabilities = add(capabilities, e.Capabilities, false)
		allowed = add(allowed, e.Allowed, true)
	}
	return capabilities, allowed
}

func add(to *report.Grant, list *policy.Granted, tools bool) *report.Grant {
	if list == nil {
		return to
	}
	if to == nil {
		to = &report.Grant{Pos: list.Pos, Tools: tools}
	}
	for _, p := range list.List {
		to.Names = append(to.Names, p.Text)
	}
	return to
}

// ofPackage returns what directives grant to h, nil if there are none in its package.
func (g Grants) ofPackage(h *holder) (granted *report.Grant) {
	for i := range g.Packages {
		own := &g.Packages[i]
		if !inPackage(h.Pos, own.Pos) && !inPackage(h.origin, own.Pos) {
			continue
		}
		if granted == nil {
			granted = &report.Grant{Pos: own.Pos}
		}
		granted.Names = append(granted.Names, own.capabilities()...)
	}
	return granted
}

func inPackage(pos, other graph.Pos) bool {
	return pos.File != "" && filepath.Dir(pos.File) == filepath.Dir(other.File)
}

// compare compares the tools of h with what it is granted and allowed, either of which may be nil
// for no limit. Tools in said are left out.
func (g Grants) compare(h *holder, capabilities, allowed *report.Grant, said map[toolAt]bool) (out []report.Finding) {
	all := func(by *report.Grant) bool { return by != nil && slices.Contains(by.Names, "*") }
	if all(capabilities) {
		capabilities = nil
	}
	if all(allowed) {
		allowed = nil
	}
	if capabilities == nil && allowed == nil {
		return nil
	}
	var perhaps *report.Finding
	doubt := func(by *report.Grant, gap report.Gap) {
		if perhaps == nil {
			perhaps = report.PerhapsUngranted(h.Holder, *by, gap)
		}
	}
	if h.open != nil {
		doubt(cmp.Or(allowed, capabilities), report.OtherTools(h.open))
	}
	done := make(map[toolAt]bool)
	for _, t := range h.tools {
		at := toolAt{t.Name, t.Pos}
		if t.Added() || done[at] || said[at] {
			continue
		}
		done[at] = true
		switch {
		case t.Name == "" && allowed != nil:
			doubt(allowed, report.UnknownTool(t))
		case allowed != nil && !matches(g.File, h, t.Name):
			out = append(out, *report.NotAllowed(h.Holder, *allowed, t))
			continue
		}
		if capabilities == nil || t.Agent != "" { // what another agent does is its own
			continue
		}
		over, maybe := excess(t, capabilities.Names)
		switch {
		case len(over) > 0:
			out = append(out, *report.Ungranted(h.Holder, *capabilities, t, over))
		case !g.Known(t):
			doubt(capabilities, report.UnknownTool(t))
		case maybe != nil:
			doubt(capabilities, report.PerhapsNeeded(t, maybe))
		}
	}
	if perhaps != nil { // beside what is certain, too, which somebody may silence
		out = append(out, *perhaps)
	}
	return out
}

// matches reports whether an entry that is about h allows a tool.
func matches(file []*policy.Grant, h *holder, tool string) bool {
	is := func(name string) func(policy.Pattern) bool {
		return func(p policy.Pattern) bool { return p.Match(name) }
	}
	return slices.ContainsFunc(file, func(e *policy.Grant) bool {
		about := e.Agents
		if h.isWorkflow() {
			about = e.Workflows
		}
		return e.Allowed != nil && slices.ContainsFunc(about, is(h.Name)) && slices.ContainsFunc(e.Allowed.List, is(tool))
	})
}

// excess returns the capabilities that a tool declares or certainly needs and that are not granted,
// each once, and the first that it may need.
func excess(t *graph.Tool, granted []string) (over []report.Excess, maybe *graph.Need) {
	for i := range t.Needs {
		n := &t.Needs[i]
		switch {
		case authority.IsLibrarys(n) || authority.Minor(n.Capability) || authority.CoversAny(granted, n.Capability):
		case !n.Maybe && !authority.Hides(n.Capability):
			over = append(over, report.Excess{Capability: n.Capability, Need: n})
		case maybe == nil:
			maybe = n
		}
	}
	for _, c := range t.Declared {
		if !authority.CoversAny(granted, c) && !slices.ContainsFunc(over, func(e report.Excess) bool { return authority.Covers(c, e.Capability) }) {
			over = append(over, report.Excess{Capability: c})
		}
	}
	return over, maybe
}

// Vacuous returns a finding for each name in a grant that nothing has.
func (g Grants) Vacuous(p *graph.Program) (out []report.Finding) {
	certain, certainAgents := !hidesTools(p), !hidesAgents(p)
	var agents, workflows, tools, declared []string
	all := holders(p)
	for _, h := range all {
		if h.isWorkflow() {
			workflows = append(workflows, h.Name)
		} else {
			agents = append(agents, h.Name)
		}
	}
	for _, t := range p.AllTools() {
		certain = certain && t.Name != ""
		tools, declared = append(tools, t.Name), append(declared, t.Declared...)
	}
	unmatched := func(word string, list []policy.Pattern, names []string, certain bool) {
		for _, pattern := range list {
			if !slices.ContainsFunc(names, pattern.Match) {
				out = append(out, *report.EmptyGrant(pattern.Pos, word, pattern.Text, names, certain))
			}
		}
	}
	ofWorkflows := func(pattern policy.Pattern) {
		if pattern.Text == PlanName {
			return
		}
		// A pattern may be meant for plans, which only agentvet plan sees.
		unmatched("workflow", []policy.Pattern{pattern}, workflows, certainAgents && !pattern.Match(PlanName))
	}
	unnamed := func(pos graph.Pos, name string) {
		if !authority.Exists(name, declared) {
			out = append(out, *report.EmptyGrant(pos, "capability", name, append(authority.AllNames(), declared...), true))
		}
	}
	for _, e := range g.File {
		unmatched("agent", e.Agents, agents, certainAgents)
		for _, pattern := range e.Workflows {
			ofWorkflows(pattern)
		}
		if e.Allowed != nil {
			unmatched("tool", e.Allowed.List, tools, certain)
		}
		if e.Capabilities != nil {
			for _, c := range e.Capabilities.List {
				unnamed(c.Pos, c.Text)
			}
		}
	}
	for _, own := range g.Packages {
		for _, name := range own.capabilities() {
			unnamed(own.Pos, name)
		}
		if !slices.ContainsFunc(all, func(h *holder) bool { return inPackage(h.Pos, own.Pos) || inPackage(h.origin, own.Pos) }) {
			out = append(out, *report.EmptyPackageGrant(own.Pos, own.Names, certainAgents))
		}
	}
	return slices.DeleteFunc(out, func(f report.Finding) bool { return strings.HasSuffix(f.Pos.File, "_test.go") })
}
