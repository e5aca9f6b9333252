package check

// This file looks at agents by themselves, whatever workflow they are in.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// Agents reports the agents of p that the program builds and then neither
// runs nor hands on, those that nothing limits although their framework or the
// program could, the tools that others of their names replace, and those that are only told of
// or only run.
func Agents(p *graph.Program) []Problem {
	var list []Problem
	loops := make(map[graph.Pos]bool) // several agents may share one
	for _, a := range p.Agents {
		switch own := a.Kind == graph.AgentLoop && a.Pos.IsValid(); {
		case a.Unused:
			list = append(list, &UnusedAgent{base(nil, none), a})
		case asksForEver(a) && !(own && loops[a.Pos]):
			loops[a.Pos] = own
			list = append(list, unlimited(a))
		}
		for _, r := range a.Replaced {
			list = append(list, &ReplacedTool{base(nil, none), a, r.Tool, r.By})
		}
		if len(a.Unhandled) > 0 {
			list = append(list, &UnhandledTools{base(nil, none), a, a.Unhandled})
		}
		if len(a.Untold) > 0 {
			list = append(list, &UntoldTools{base(nil, none), a, a.Untold})
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
func unlimited(a *graph.Agent) *UnlimitedAgent {
	p := &UnlimitedAgent{base(nil, none), a, a.Kind == graph.AgentLoop}
	if p.Own {
		return p
	}
	for _, u := range a.Unknowns {
		if u.What == graph.UnknownAnything || u.What == graph.UnknownBound {
			u.What = graph.UnknownBound
			p.Doubt = Doubt{Why: WhyUnknown, Unknown: &u, Edge: none}
			break
		}
	}
	return p
}

// Tools reports the tools of p that ask somebody in vain, as far as that is known, by where they
// ask: one handler may serve several. So it does those before which a check decides whether somebody is asked, and does not see what
// a command does.
func Tools(p *graph.Program) []Problem {
	var list []Problem
	asked, evaded := make(map[graph.Pos]*IgnoredGate), make(map[graph.Pos]*EvadedGate)
	for _, t := range p.AllTools() {
		if t.Gate.Kind != graph.GateIgnored && (t.Gate.Kind != graph.GateConditional || t.Gate.Slip.Way == graph.SlipNone) {
			continue
		}
		if t.Gate.Slip.Way == graph.SlipGuise {
			if other := evaded[t.Gate.Slip.Pos]; other == nil {
				evaded[t.Gate.Slip.Pos] = &EvadedGate{base(nil, none), t, 0}
				list = append(list, evaded[t.Gate.Slip.Pos])
			} else if other.Tool.Name != t.Name {
				other.More++
			}
			continue
		}
		if other := asked[t.Gate.Pos]; other != nil {
			if other.Tool.Name != t.Name {
				other.More++
			}
			continue
		}
		problem := &IgnoredGate{base(nil, none), t, 0}
		asked[t.Gate.Pos] = problem
		list = append(list, problem)
	}
	return list
}
