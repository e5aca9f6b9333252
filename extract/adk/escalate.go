package adk

// This file finds what ends a loop: code that says so in an event.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// escalates reports whether a function may end the loop around it.
func (a *roster) escalates(b *assembly.Behaviour) bool {
	if !b.Known {
		return b.Reason.Given()
	}
	for _, w := range b.Writes {
		if strings.HasSuffix(w.State, "session.EventActions.Escalate") && !isFalse(a.Read(w.V)) {
			return true
		}
	}
	for _, p := range b.Passed {
		for _, arg := range p.Args {
			if v := a.Read(arg); isEvent(v) && !isFalse(v.Field("Actions", "Escalate")) {
				return true
			}
		}
	}
	return false
}

func isFalse(v assembly.Value) bool {
	b, ok := v.Bool()
	return ok && !b
}

// isEvent reports whether a value is an event that the program makes.
func isEvent(v assembly.Value) bool { return v.IsStruct() && isEventType(v.Type()) }

// isEventType reports whether a type is the framework's event.
func isEventType(typ string) bool {
	row := table.Call(strings.TrimPrefix(typ, "*"))
	return row != nil && row.Kind == "event"
}

// mayEscalate reports whether anything in an agent may end the loop around it.
func (a *roster) mayEscalate(g *agent) bool {
	if g.Object == nil || g.Kind == graph.AgentRemote || len(g.Unknowns) > 0 {
		return true
	}
	if a.callbackEscalates(g) || slices.ContainsFunc(g.Subs, func(c *child) bool { return a.mayEscalate(c.Actor) }) {
		return true
	}
	switch g.Kind {
	case graph.AgentLLM:
		tools, _ := a.Arg(g.Object, "tools").List()
		return slices.ContainsFunc(tools, a.toolEscalates)
	case graph.AgentCustom:
		return a.escalates(a.observed(g.Object, "run"))
	case graph.AgentWorkflow:
		return a.graphEscalates(g.Object)
	}
	return false
}

// hookNames are the callbacks of an agent, and of a plugin.
var hookNames = [...]string{"before", "after", "beforetool", "aftertool", "toolerror", "beforemodel", "aftermodel", "modelerror"}

// callbackEscalates reports whether a callback of an agent, or of a plugin, may escalate.
func (a *roster) callbackEscalates(g *agent) bool {
	for _, name := range hookNames {
		cbs, more := a.Arg(g.Object, name).List()
		for _, o := range a.ObjectsOf("plugin") {
			cbs = append(cbs, a.Arg(o, name))
		}
		if more != nil || slices.ContainsFunc(cbs, func(cb assembly.Value) bool { return !cb.IsZero() && a.escalates(cb.Observe()) }) {
			return true
		}
	}
	return false
}

func (a *roster) toolEscalates(v assembly.Value) bool {
	o := v.Object()
	switch {
	case o != nil && o.Kind == "tool:exit":
		return true
	case o != nil && o.Kind == "tool:function":
		return a.escalates(a.observed(o, "handler"))
	case o != nil || typeRow(v) != nil:
		return false
	}
	return a.escalates(v.ObserveMethod("Run"))
}
