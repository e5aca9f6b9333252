package genkit

// This file reads agents, which Genkit has since version 1.10: a prompt that is asked once
// for each turn of a conversation.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// agentOf returns the agent that a definition makes, one for each call.
func (a *definitions) agentOf(o *assembly.Object) *graph.Agent {
	o = a.Original(o)
	if g := a.agents[o]; g != nil {
		return g
	}
	g := &graph.Agent{Kind: graph.AgentLLM, Framework: a.Name, Pos: a.Place(o), Origin: a.Origin(o), Maker: o.Func}
	a.agents[o] = g
	name := a.Arg(o, "name")
	g.Name = stepName(name, g.Pos)
	c := &call{definitions: a, agent: g, registry: a.Arg(o, "g")}
	if _, named := o.Args["prompt"]; named {
		c.named(a.Arg(o, "prompt"), name)
	} else {
		c.options(a.Arg(o, "options"))
	}
	c.finish()
	for _, missing := range c.missing { // the conversation fails when the model is asked
		c.open(assembly.Because(reason.Nowhere, missing))
	}
	return g
}

// named reads the prompt of an agent, which its options name or which has its name.
func (c *call) named(options, name assembly.Value) {
	list, more := options.List()
	c.open(more)
	for _, v := range list {
		if o := v.Object("named"); o != nil {
			name = c.Arg(o, "name")
		}
	}
	text, _ := name.Text()
	def := c.defined(text)
	if def == nil {
		c.open(&assembly.Unknown{Reason: reason.Of(reason.SaysTools, "a file"), Pos: c.agent.Pos})
		return
	}
	if !c.registry.Given() {
		c.registry = c.Arg(def, "g")
	}
	c.options(c.Arg(def, "options"))
}

// delegates adds the tools with which the middleware Agents lets a model hand work over.
func (c *call) delegates(v assembly.Value) {
	prefix := "delegate_to_"
	switch p := v.Field("ToolPrefix"); {
	case p.IsZero():
	default:
		text, ok := p.Only().Behind().Only().Text()
		if !ok {
			c.open(&assembly.Unknown{Reason: reason.Of(reason.Prefix)})
			return
		}
		if prefix = text; text != "" {
			prefix += "_"
		}
	}
	refs, more := v.Field("Agents").List()
	c.open(more)
	for _, ref := range refs {
		t := &graph.Tool{Framework: c.Name, Description: "added by the middleware", Pos: c.agent.Pos}
		if assembly.NameTool(t, ref.Field("Name")); t.Name != "" {
			c.delegate(t.Name)
			t.Name = prefix + t.Name
		}
		c.agent.Tools = append(c.agent.Tools, t)
	}
}

// delegate makes the agent of a name a sub-agent.
func (c *call) delegate(name string) {
	for _, o := range c.ObjectsOf("agent") {
		if text, ok := c.Arg(o, "name").Text(); ok && text == name {
			c.agent.SubAgents = append(c.agent.SubAgents, c.agentOf(o))
			return
		}
	}
}
