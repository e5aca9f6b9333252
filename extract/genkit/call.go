package genkit

// This file reads the options of a call of a model: its tools, its limit, and the
// middleware around it.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// defaultTurns is how many rounds of tools a call has if the program does not say.
const defaultTurns = 5

// A call is a call of a model.
type call struct {
	*assembler
	agent    *graph.Agent
	registry interp.Value // in which names of tools are looked up
	turns    interp.Value // nil if the program says nothing
	returns  bool         // tool requests go back to the program
	use      []interp.Alt // middleware
	missing  []string     // names of tools that nothing defines
}

// open notes why there may be further tools.
func (c *call) open(u *interp.Unknown) {
	if u != nil {
		c.agent.Unknowns = append(c.agent.Unknowns, u.Open(graph.UnknownTools, c.agent.Pos))
	}
}

// options reads a list of options.
func (c *call) options(list interp.Value) {
	elems, more := interp.Elems(list)
	c.open(more)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			switch o := interp.Unwrap(alt.V).(type) {
			case *interp.Object:
				c.option(o, slices.Concat(e.Guard, alt.Guard))
			case *interp.Unknown:
				c.open(o)
			}
		}
	}
}

// option reads an option that is given under a condition.
func (c *call) option(o *interp.Object, guard interp.Guard) {
	switch o.Kind {
	case "opt:tools":
		tools, more := assembly.ToolsIn(o.Arg("list"), c.tool)
		c.agent.Tools = append(c.agent.Tools, tools...)
		c.open(more)
	case "opt:turns":
		c.turns = o.Arg("n")
		if len(guard) > 0 {
			c.turns = &interp.Unknown{}
		}
	case "opt:return":
		c.returns, _ = interp.AsBool(o.Arg("value"))
		c.returns = c.returns && len(guard) == 0
	case "opt:use":
		elems, more := interp.Elems(o.Arg("list"))
		for _, e := range elems {
			c.use = append(c.use, interp.Alt{V: e.V, Guard: slices.Concat(guard, e.Guard)})
		}
		if more != nil {
			c.use = append(c.use, interp.Alt{V: more, Guard: guard})
		}
	}
}

// prompt reads what a prompt is defined with, and returns its name. Middleware that
// it is defined with does nothing.
func (c *call) prompt(v interp.Value) (name string) {
	for _, alt := range interp.Alternatives(v) {
		o, ok := interp.Unwrap(alt.V).(*interp.Object)
		switch {
		case ok && o.Kind == "prompt":
			name, _ = interp.AsString(o.Arg("name"))
			c.registry = o.Arg("g")
			c.options(o.Arg("options"))
			c.use = nil
		case ok && o.Kind == "file":
			name, _ = interp.AsString(o.Arg("name"))
			if def := c.defined(name); def != nil {
				c.registry = def.Arg("g")
				c.options(def.Arg("options"))
				c.use = nil
				continue
			}
			c.open(&interp.Unknown{Reason: "a file says which tools the prompt has", Pos: c.places[o]})
		default:
			u := interp.UnknownIn(alt.V)
			if u == nil {
				u = &interp.Unknown{Reason: "it is no prompt that agentvet can see"}
			}
			c.open(u)
		}
	}
	return name
}

// defined returns the prompt that the program defines under a name, or nil.
func (c *call) defined(name string) *interp.Object {
	for _, o := range c.ObjectsOf("prompt") {
		if s, ok := interp.AsString(o.Arg("name")); ok && s == name && name != "" {
			return o
		}
	}
	return nil
}

// override reads the options with which a prompt is executed: its tools replace
// those of the prompt.
func (c *call) override(list interp.Value) {
	g, old := c.agent, c.agent.Tools
	g.Tools = nil
	if c.options(list); len(g.Tools) == 0 || len(old) > 0 && conditional(list) {
		g.Tools = append(old[:len(old):len(old)], g.Tools...)
	}
}

// conditional reports whether some options of a list stand under conditions.
func conditional(list interp.Value) bool {
	elems, _ := interp.Elems(list)
	return slices.ContainsFunc(elems, func(e interp.Alt) bool { return len(e.Guard) > 0 || len(interp.Alternatives(e.V)) > 1 })
}

// request reads a call that is given by a struct.
func (c *call) request(st *interp.FlowStep) {
	elems, more := interp.Elems(st.Args["names"])
	c.open(more)
	for _, e := range elems {
		c.agent.Tools = append(c.agent.Tools, c.byName(e.V, c.agent.Pos, named))
	}
	c.turns = st.Args["max"]
	c.returns, _ = interp.AsBool(st.Args["return"])
}

// finish sets the limit, and what middleware does to the tools.
func (c *call) finish() {
	g := c.agent
	if len(g.Tools) > 0 || len(g.Unknowns) > 0 || len(c.use) > 0 {
		g.Bound = bound(c.turns)
	}
	g.Tools = slices.DeleteFunc(g.Tools, func(t *graph.Tool) bool {
		how, undefined := c.nowhere[t]
		if !undefined {
			return false
		}
		u := c.hidden(t.Name)
		if u == nil && how == lookedUp { // what it gets is nil, which the program may ask
			u = &interp.Unknown{Reason: fmt.Sprintf("the program looks up %q, which nothing defines", t.Name)}
		}
		if u == nil {
			c.missing = append(c.missing, t.Name)
			return true
		}
		c.open(u)
		return false
	})
	for _, mw := range c.use {
		for _, alt := range interp.Alternatives(mw.V) {
			c.middleware(alt.V, slices.Concat(mw.Guard, alt.Guard))
		}
	}
	if c.returns && len(g.Tools) > 0 {
		c.open(&interp.Unknown{Reason: "the program gets the tool requests of the model, and what it does with them is not known"})
	}
}

// bound reads WithMaxTurns. There is always a limit.
func bound(turns interp.Value) graph.Bound {
	if turns == nil {
		return graph.Known(defaultTurns)
	}
	switch n, ok := interp.AsInt(turns); {
	case !ok:
		return graph.Bound{State: graph.BoundPresent}
	case n <= 0:
		return graph.Known(defaultTurns)
	default:
		return graph.Known(n)
	}
}

// middleware applies one middleware: it may bring tools, and stand in front of all.
func (c *call) middleware(v interp.Value, guard interp.Guard) {
	g := c.agent
	typ := strings.TrimPrefix(interp.DynamicType(v), "*")
	kind := ""
	if row := table.Call(typ); row != nil {
		kind = row.Kind
	}
	switch kind {
	case "other":
		return
	case "approval":
		c.gate(func(t *graph.Tool) graph.Gate { return approval(v, t, g.Pos, guard) })
		return
	case "files":
		prefix, known := interp.AsString(interp.Field(v, "ToolNamePrefix"))
		names := []string{"list_files", "read_file"}
		if write, ok := interp.AsBool(interp.Field(v, "AllowWriteAccess")); write || !ok {
			names = append(names, "write_file", "edit_file")
		}
		for _, name := range names {
			t := &graph.Tool{Name: prefix + name, Framework: c.Name, Description: "added by the middleware", Pos: g.Pos}
			if !known {
				t.Name, t.Unknown = "", "its prefix is not known"
			}
			g.Tools = append(g.Tools, t)
		}
		return
	case "skills":
		g.Tools = append(g.Tools, &graph.Tool{Name: "use_skill", Framework: c.Name, Description: "added by the middleware", Pos: g.Pos})
		return
	}
	c.ownMiddleware(v, guard)
}

// gate puts a gate on each tool of the call.
func (c *call) gate(of func(*graph.Tool) graph.Gate) {
	for i, t := range c.agent.Tools {
		if gate := assembly.StrongerGate(t.Gate, of(t)); gate != t.Gate {
			guarded := *t
			guarded.Gate = gate
			c.agent.Tools[i] = &guarded
		}
	}
}
