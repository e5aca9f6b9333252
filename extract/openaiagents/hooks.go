package openaiagents

// This file reads functions that the SDK calls beside an agent, and that may change it: hooks,
// guardrails and others, which get the agent, and those that customize requests.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// hookNames are the methods of the hooks of an agent and of a run.
var hookNames = [...]string{
	"OnStart", "OnEnd", "OnAgentStart", "OnAgentEnd", "OnHandoff", "OnToolStart", "OnToolEnd", "OnLLMStart", "OnLLMEnd",
}

// hooks notes what hooks leave open of an agent.
func (a *assembler) hooks(m *assembly.Peer, v assembly.Value) {
	if u := v.Opaque(); u != nil {
		m.Open(u, graph.UnknownTools)
		return
	}
	for _, name := range hookNames {
		if !v.HasMethod(name) {
			continue
		}
		fn := a.Declared(v.ObserveMethod(name).Func)
		if a.IsFramework(fn.Func()) { // one that it embeds, which does nothing
			continue
		}
		if u := fn.ModelHook(); u != nil {
			m.Open(u, graph.UnknownTools)
			return
		}
	}
}

// configured notes what the configuration of a run leaves open of an agent.
func (a *assembler) configured(m *assembly.Peer, config assembly.Value) {
	if u := config.Opaque(); u != nil {
		m.Open(u, graph.UnknownTools)
		return
	}
	a.hooks(m, config.Field("Hooks"))
	a.settings(m, config.Field("ModelSettings"))
	a.given(m, config, config.Field("CallModelInputFilter"))
}

// settings notes what the functions that customize requests leave open of an agent.
func (a *assembler) settings(m *assembly.Peer, v assembly.Value) {
	for _, name := range []string{"CustomizeResponsesRequest", "CustomizeChatCompletionsRequest"} {
		if u := v.Field(name).ModelHook(); u != nil {
			m.Open(u, graph.UnknownTools)
		}
	}
}

// given notes what functions that get an agent leave open of it: some that are known, and the
// guardrails of an agent or a run. They may run other agents, but not change this one.
func (a *assembler) given(m *assembly.Peer, of assembly.Value, fns ...assembly.Value) {
	for _, name := range []string{"InputGuardrails", "OutputGuardrails"} {
		list, more := of.Field(name).Elems()
		if more != nil {
			m.Open(more, graph.UnknownTools)
		}
		for _, g := range list {
			fns = append(fns, g.Field("GuardrailFunction"))
		}
	}
	for _, fn := range fns {
		if u := fn.Rewrites(); u != nil {
			m.Open(u, graph.UnknownTools)
		}
	}
}

// instructs returns the functions that make the instructions of an agent. Instructions that
// are not known count as a text, which most are.
func (a *assembler) instructs(v assembly.Value) (fns []assembly.Value) {
	for _, x := range v.Each() {
		switch {
		case x.IsFunc():
			fns = append(fns, x)
		case x.IsStruct() && x.HasMethod("GetInstructions"):
			fns = append(fns, a.Declared(x.ObserveMethod("GetInstructions").Func))
		}
	}
	return fns
}
