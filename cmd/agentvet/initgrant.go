package main

// This file proposes grants: what agents have now.

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/annotation"
)

// writeGrants proposes a grant for each agent and server with tools, of what these need as far as it is
// known, in comments.
func writeGrants(w io.Writer, agents []*graph.Agent) {
	type grant struct{ needs, tools []string }
	grants := make(map[string]*grant)
	var names []string
	for _, a := range agents {
		if a.Name == "" || len(a.Tools) == 0 {
			continue
		}
		name := yamlText(pattern.Replace(a.Name))
		g := grants[name]
		if g == nil {
			g = new(grant)
			grants[name] = g
			names = append(names, name)
		}
		for _, t := range a.Tools {
			g.needs = append(g.needs, grantable(t)...)
			if t.Name != "" && !t.Added() {
				g.tools = append(g.tools, yamlText(pattern.Replace(t.Name)))
			}
		}
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	fmt.Fprint(w, "# What agents and servers may have: this is what they have now. A tool that is new, or needs more, is\n# then a finding.\n#grant:\n")
	for i, name := range names {
		const most = 40
		if i == most {
			fmt.Fprintf(w, "# - and %d more agents\n", len(names)-most)
			break
		}
		g := grants[name]
		fmt.Fprintf(w, "#  - agents: [%s]\n#    capabilities: %s\n#    allowed: %s\n", name, yamlList(g.needs), yamlList(g.tools))
	}
	fmt.Fprintln(w)
}

// yamlList returns a list of texts that are in quotes, sorted, each once; none for an empty one.
func yamlList(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	slices.Sort(list)
	return "[" + strings.Join(slices.Compact(list), ", ") + "]"
}

// grantable returns what a grant has to have for a tool, in quotes.
func grantable(t *graph.Tool) (names []string) {
	needs := slices.Clone(t.Declared)
	for i := range t.Needs {
		if n := &t.Needs[i]; !authority.Minor(n.Capability) && !authority.Hides(n.Capability) && !authority.IsLibrarys(n) {
			needs = append(needs, n.Capability)
		}
	}
	for _, name := range needs {
		if annotation.CheckCapability(name) != nil {
			name, _, _ = strings.Cut(name, ".") // the name of a program can have anything in it
		}
		if annotation.CheckCapability(name) == nil {
			names = append(names, yamlText(name))
		}
	}
	return names
}
