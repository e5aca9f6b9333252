// Package files makes the options of a guard from the files of a program: agentvet.yaml, which static
// analysis reads as well, and the registry, in which agentvet tools -o has written what the code says of
// its tools. A program embeds both:
//
//	//go:embed agentvet.yaml
//	var policy []byte
//
//	//go:embed registry.json
//	var registry []byte
//
//	o, err := files.Options(files.Program{Policy: policy, Registry: registry, Workflow: "desk"})
//	o.Approve = askOnTheDesk
//	g, err := guard.New(o)
//
// # What is enforced
//
//   - policies, with their handling, and the built-in pack unless the file switches it off;
//   - sensitive: a human before a tool that it names, or before each call if the checks say per-call;
//   - grant: the tools that are allowed to an agent, and to the workflow.
//
// The tools are those of the registry, with their tags and capabilities, and what a framework adds to them, such as transfer_to_agent. A call of any other is refused.
//
// # What is not
//
// What the file says of findings and of code: severities, suppressions, rows on libraries, capabilities
// that are granted. Mistakes in these sections are found by agentvet policy check, not here. A tool that
// asks a human by itself is asked for twice, as the guard does not know what became of the other question.
//
// The package needs a YAML library, and nothing that reads code.
package files

import (
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/internal/policyfile"
	"github.com/agentvet/agentvet/internal/spell"
)

// A Program is what is guarded.
type Program struct {
	Policy   []byte // the text of agentvet.yaml; none for the built-in pack alone
	Registry []byte // the text of the registry
	// Workflow, Package and Agents say what runs, for policies and grants that are for some of them
	// only. Where the file has one of these, the name has to be there.
	Workflow string
	Package  string
	// Agents are those that take part. If it is one, it is the one that calls where a call does not
	// say who does.
	Agents []string
}

// The names of the files in errors.
const (
	policyName   = "agentvet.yaml"
	registryName = "registry.json"
)

// noPolicy is a file that says nothing.
const noPolicy = "version: 1\n"

// Options returns the options of a guard: rules, tools and what is allowed. An error has the place of each
// mistake.
func Options(p Program) (guard.Options, error) {
	text := p.Policy
	if len(text) == 0 {
		text = []byte(noPolicy)
	}
	f, err := policyfile.Read(policyName, text, policyfile.Others{Sections: policyfile.Skip})
	if err != nil {
		return guard.Options{}, err
	}
	if len(p.Registry) == 0 {
		return guard.Options{}, errors.New("no registry: agentvet tools -o registry.json ./... writes it")
	}
	registry, err := graph.DecodeProgram(registryName, p.Registry)
	if err != nil {
		return guard.Options{}, fmt.Errorf("not a registry: %w", err)
	}
	var o guard.Options
	o.Tools = tools(plan.NewRegistry(registry.HeldTools(), nil))
	for _, t := range registry.HeldTools() {
		known := slices.ContainsFunc(o.Tools, func(o guard.Tool) bool { return o.Name == t.Name })
		if t.Added() && t.Name != "" && !known { // a model calls what a framework adds, as it calls others
			o.Tools = append(o.Tools, guard.Tool{Name: t.Name})
		}
	}
	if o.Rules, err = p.rules(f); err != nil {
		return guard.Options{}, err
	}
	asks, err := sensitive(f, o.Tools)
	if err != nil {
		return guard.Options{}, err
	}
	o.Rules = append(o.Rules, asks...)
	if o.Allowed, err = p.allowed(f); err != nil {
		return guard.Options{}, err
	}
	return o, nil
}

// tools returns the tools of a registry by their names. Tools that share a name are one, which is all that
// one of them is; but it is harmless only if all of them are.
func tools(r *plan.Registry) (list []guard.Tool) {
	for _, name := range r.Names() {
		one := guard.Tool{Name: name}
		harmless := map[string]int{"read-only": 0, "idempotent": 0}
		n := 0
		for _, t := range r.Tools() {
			if t.Name != name {
				continue
			}
			n++
			one.Caps = append(one.Caps, slices.Concat(t.Declared, t.Inferred)...)
			for _, tag := range t.Tags() {
				if _, ok := harmless[tag]; ok {
					harmless[tag]++
					continue
				}
				one.Tags = append(one.Tags, tag)
			}
		}
		for tag, of := range harmless {
			if of == n {
				one.Tags = append(one.Tags, tag)
			}
		}
		one.Caps, one.Tags = sorted(one.Caps), sorted(one.Tags)
		list = append(list, one)
	}
	return list
}

func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// rules returns the policies that hold for what runs.
func (p *Program) rules(f *policyfile.File) (list []guard.Rule, err error) {
	for _, r := range f.Rules {
		switch s := &r.Scope; {
		case len(s.Workflows) > 0 && p.Workflow == "":
			return nil, p.unnamed(r, "workflows", "Workflow")
		case len(s.Packages) > 0 && p.Package == "":
			return nil, p.unnamed(r, "packages", "Package")
		case len(s.Agents) > 0 && len(p.Agents) == 0:
			return nil, p.unnamed(r, "agents", "Agents")
		case !s.Covers(p.Workflow, p.Package, p.Agents...):
			continue
		}
		h, ok := dfa.ParseHandling(r.Handling.String())
		if !ok {
			panic("files: internal error: no handling " + r.Handling.String())
		}
		list = append(list, guard.Rule{Name: r.Name, Text: r.Text, Handling: h})
	}
	return list, nil
}

func (p *Program) unnamed(r *policyfile.Rule, what, field string) error {
	return fmt.Errorf("%s: policy %q is for certain %s: say in Program.%s what runs", r.Pos, r.Name, what, field)
}

// sensitiveTag is the tag of the tools that the file calls sensitive. No annotation can give it to a tool.
const sensitiveTag = "agentvet:sensitive"

// sensitive returns the rule that a human is asked before sensitive tools, and marks these. A name that no tool of the
// registry has is an error: nobody would be asked.
func sensitive(f *policyfile.File, tools []guard.Tool) ([]guard.Rule, error) {
	if len(f.Sensitive) == 0 {
		return nil, nil
	}
	var names []string
	for i := range tools {
		names = append(names, tools[i].Name)
	}
	for _, n := range f.Sensitive {
		matched := false
		for i := range tools {
			if ok, _ := path.Match(n.Text, tools[i].Name); ok { // as structure/human-gate does; a bad pattern was rejected
				matched = true
				tools[i].Tags = sorted(append(tools[i].Tags, sensitiveTag))
			}
		}
		if !matched {
			return nil, fmt.Errorf("%s: sensitive: no tool of the registry is called %q%s", n.Pos, n.Text, spell.DidYouMean(n.Text, names))
		}
	}
	text := fmt.Sprintf("human before %q", sensitiveTag)
	if f.Checks.PerCall {
		text = fmt.Sprintf("human before each %q", sensitiveTag)
	}
	return []guard.Rule{{Name: "structure/human-gate", Text: text, Handling: dfa.Escalate}}, nil
}

// allowed returns which agent may call which tool, nil if the file does not say.
func (p *Program) allowed(f *policyfile.File) (func(agent, tool string) bool, error) {
	var agents, workflow []*policyfile.Grant
	for _, g := range f.Grants {
		switch {
		case g.Allowed == nil:
		case len(g.Agents) > 0:
			agents = append(agents, g)
		case p.Workflow == "":
			return nil, fmt.Errorf("%s: grant: the entry is for certain workflows: say in Program.Workflow what runs", g.Pos)
		case has(g.Workflows, p.Workflow):
			workflow = append(workflow, g)
		}
	}
	if len(agents)+len(workflow) == 0 {
		return nil, nil
	}
	return func(agent, tool string) bool {
		if agent == "" && len(p.Agents) == 1 {
			agent = p.Agents[0]
		}
		if agent == "" && len(agents) > 0 {
			return false // whoever it is
		}
		about := slices.DeleteFunc(slices.Clone(agents), func(g *policyfile.Grant) bool { return !has(g.Agents, agent) })
		return grants(about, tool) && grants(workflow, tool)
	}, nil
}

// grants reports whether one of the entries allows a tool, or whether there are none.
func grants(entries []*policyfile.Grant, tool string) bool {
	return len(entries) == 0 || slices.ContainsFunc(entries, func(g *policyfile.Grant) bool { return has(g.Allowed.List, tool) })
}

func has(patterns []policyfile.Pattern, name string) bool {
	return slices.ContainsFunc(patterns, func(p policyfile.Pattern) bool { return p.Match(name) })
}
