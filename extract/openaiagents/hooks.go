package openaiagents

// This file reads functions that the SDK calls beside an agent, and that may change it: hooks,
// which get the agent, and those that customize requests.

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

// settings notes what the functions that customize requests leave open of an agent.
func (a *assembler) settings(m *assembly.Peer, v assembly.Value) {
	for _, name := range []string{"CustomizeResponsesRequest", "CustomizeChatCompletionsRequest"} {
		if u := v.Field(name).ModelHook(); u != nil {
			m.Open(u, graph.UnknownTools)
		}
	}
}
