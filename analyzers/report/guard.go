package report

// This file words that nothing calls what is there to keep tools from what they must not do.

import (
	"fmt"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/extract/settings"
	"github.com/agentvet/agentvet/graph"
)

// Guards returns the findings on guards that nothing calls, one for those of a package. The tools, of which there are some, run without them.
func Guards(uncalled []settings.Guard, tools []*graph.Tool) (out []Finding) {
	for len(uncalled) > 0 {
		n := 1
		for n < len(uncalled) && uncalled[n].Package == uncalled[0].Package {
			n++
		}
		out = append(out, *guard(uncalled[:n], tools))
		uncalled = uncalled[n:]
	}
	return out
}

func guard(group []settings.Guard, tools []*graph.Tool) *Finding {
	var names []string
	var steps []Step
	for _, g := range group {
		name := settings.Function(g.Func)
		names = append(names, name)
		steps = append(steps, Step{Pos: g.Pos, Text: name + " is here"})
	}
	are, them, they := "is", "it", "it is"
	if len(group) > 1 {
		are, them, they = "are", "them", "they are"
	}
	run := fmt.Sprintf("tool %q runs", tools[0].Name)
	if len(tools) > 1 {
		run = plural(len(tools), "tool") + " run"
	}
	f := newFinding(rules.GateIgnored, group[0].Pos, "nothing that runs calls %s, which by name %s there to keep tools from what they must not do, and %s without %s", and(names), are, run, them)
	f.Subject = names[0]
	f.Witness = append(steps, Step{Pos: tools[0].Pos, Text: fmt.Sprintf("a model may call %q, and %s not called", tools[0].Name, they)})
	return f
}
