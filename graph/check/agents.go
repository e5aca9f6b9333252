package check

// This file looks at agents by themselves, whatever workflow they are in.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// Agents reports the agents of p that the program builds and then neither
// runs nor hands on, those that nothing limits although their framework or the
// program could, and the tools that others of their names replace.
func Agents(p *graph.Program) []Problem {
	var list []Problem
	for _, a := range p.Agents {
		if a.Unused {
			problem := newProblem(Unreachable, nil, none)
			problem.Agent = a
			list = append(list, problem)
		} else if asksForEver(a) {
			list = append(list, unlimited(a))
		}
		for _, r := range a.Replaced {
			problem := newProblem(UndeclaredTool, nil, none)
			problem.Detail, problem.Agent, problem.Name, problem.Tools = ToolReplaced, a, r.By.Name, []*graph.Tool{r.Tool, r.By}
			list = append(list, problem)
		}
	}
	return list
}

// asksForEver reports whether a asks its model again whenever this has called a
// tool, for as long as it calls any, and the program has a say in that: it wrote the
// loop, or could have set a limit. A human who is asked before each call is one.
func asksForEver(a *graph.Agent) bool {
	switch {
	case a.Bound.State != graph.BoundUnlimited:
		return false
	case a.Kind == graph.AgentLoop:
		return len(a.Tools) > 0
	}
	return a.Unset && slices.ContainsFunc(a.Tools, func(t *graph.Tool) bool { return !t.Gated() })
}

// unlimited returns the problem that an agent without a limit is. What is not known
// of the agent may be its limit.
func unlimited(a *graph.Agent) Problem {
	p := newProblem(Unbounded, nil, none)
	p.Agent, p.Detail = a, RoundsOwn
	if a.Kind == graph.AgentLoop {
		return p
	}
	p.Detail = RoundsUnset
	for _, u := range a.Unknowns {
		if u.What == graph.UnknownAnything || u.What == graph.UnknownBound {
			u.What = graph.UnknownBound
			p.Verdict, p.Why, p.Unknown = verdict.Unknown, WhyUnknown, &u
			break
		}
	}
	return p
}
