package check

// This file finds agents that call each other like tools, or hand over to each other on the way, so that one begins again
// inside itself. Unlike hand-overs, such calls are nested: none ends before the ones inside it do.
//
// Who limits how deep they get is not known of code of the program's own, which may count. A framework that runs an agent
// as a tool has no such limit. The cost is linear for each agent.

import (
	"path"

	"github.com/agentvet/agentvet/graph"
)

// callCycles reports each circle once, at the first of its agents.
func callCycles(p *graph.Program, called callees) (list []Problem) {
	said := make(map[*graph.Agent]bool)
	for _, a := range p.AllAgents() {
		if said[a] {
			continue
		}
		steps := called.circle(a)
		if steps == nil {
			continue
		}
		problem := &CallCycle{Base: base(nil, none), Agent: a, Calls: steps}
		for _, s := range steps {
			said[s.To] = true
			if s.unsure {
				problem.Doubt = Doubt{Why: WhyUnknown, Edge: none}
				break
			}
			if s.Tool != nil && (s.Tool.Handler != "" || s.Tool.Framework == graph.NoFramework) {
				problem.Doubt = Doubt{Why: WhyCount, Edge: none}
			}
		}
		list = append(list, problem)
	}
	return list
}

// A Call is that an agent delegates to another one: with Tool, or, without one, by handing over.
type Call struct {
	To   *graph.Agent
	Tool *graph.Tool
	// unsure: several agents have the name.
	unsure bool
}

// beside returns the one of several agents that stands in the directory of a, or else all of them: commands of one
// module may have agents of one name.
func beside(a *graph.Agent, list []*graph.Agent) []*graph.Agent {
	var own []*graph.Agent
	for _, b := range list {
		if path.Dir(b.Pos.File) == path.Dir(a.Pos.File) {
			own = append(own, b)
		}
	}
	if len(own) == 1 {
		return own
	}
	return list
}

// circle returns the shortest way from a back to it that begins with a call of a tool, nil if there is none.
func (m callees) circle(a *graph.Agent) []Call {
	type entry struct {
		call Call
		prev int
	}
	var queue []entry
	seen := make(map[*graph.Agent]bool)
	add := func(c Call, prev int) {
		if !seen[c.To] {
			seen[c.To] = true
			queue = append(queue, entry{c, prev})
		}
	}
	tools := func(of *graph.Agent, prev int) {
		for _, t := range of.Tools {
			if t.Agent == "" {
				continue
			}
			named := beside(of, m[[2]string{of.Framework, t.Agent}])
			for _, to := range named {
				add(Call{to, t, len(named) > 1}, prev)
			}
		}
	}
	tools(a, none)
	for i := 0; i < len(queue); i++ {
		if queue[i].call.To == a {
			var way []Call
			for k := i; k != none; k = queue[k].prev {
				way = append([]Call{queue[k].call}, way...)
			}
			return way
		}
		tools(queue[i].call.To, i)
		for _, sub := range queue[i].call.To.SubAgents {
			add(Call{sub, nil, false}, i)
		}
	}
	return nil
}
