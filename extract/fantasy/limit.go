package fantasy

// This file reads conditions that end a run.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// limit is what stop conditions leave of the number of steps.
type limit struct {
	steps int  // the lowest that is known
	other bool // there is a limit whose number is not known
	open  *assembly.Unknown
}

// conditions reads a list of conditions, each of which ends the run. Those that are
// not always there limit nothing.
func (l *limit) conditions(list assembly.Value, always bool) {
	conditions, more := list.List()
	if more != nil {
		l.open = more
	}
	for _, c := range conditions {
		l.condition(c, always && c.Sole)
	}
}

func (l *limit) condition(v assembly.Value, always bool) {
	o := v.Object()
	switch {
	case o == nil:
		l.open = v.Why(reason.OwnCondition)
	case !always:
	case o.Kind == "stop:tokens":
		l.other = true
	case o.Kind == "stop:steps":
		n, known := v.Arg("count").Int()
		if n = max(n, 1); !known {
			l.other = true
		} else if l.steps == 0 || n < l.steps {
			l.steps = n
		}
	}
}

// bound returns the limit as the bound of an agent.
func (l *limit) bound() graph.Bound {
	switch {
	case l.steps > 0:
		return graph.Known(l.steps)
	case l.other:
		return graph.Bound{State: graph.BoundPresent}
	case l.open != nil:
		return graph.Bound{}
	}
	return graph.Bound{State: graph.BoundUnlimited}
}

// note adds what is not known to an agent that has no other limit.
func (l *limit) note(g *assembly.Agent) {
	if l.open != nil && l.steps == 0 && !l.other {
		g.Open(l.open, graph.UnknownBound)
	}
}

// looser returns the bound that lets an agent go on for longer.
func looser(a, b graph.Bound) graph.Bound {
	rank := func(b graph.Bound) int {
		switch b.State {
		case graph.BoundKnown:
			return 0
		case graph.BoundPresent:
			return 1
		case graph.BoundNone:
			return 2
		}
		return 3
	}
	switch {
	case rank(a) != rank(b):
		if rank(a) > rank(b) {
			return a
		}
		return b
	case a.N > b.N:
		return a
	}
	return b
}
