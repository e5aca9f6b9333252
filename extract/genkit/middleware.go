package genkit

// This file reads middleware that stands in front of tools.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// approval returns the gate that ToolApproval is for tool t: none if it is on the
// list, and one for some calls if that is not known.
func approval(v interp.Value, t *graph.Tool, pos graph.Pos, guard interp.Guard) graph.Gate {
	gate := graph.Gate{Kind: graph.GateCallback, Pos: pos}
	if s, ok := interp.Deref(v).(*interp.Struct); ok && len(s.Made) > 0 {
		gate.Pos = s.Made[len(s.Made)-1]
	}
	elems, more := interp.Elems(interp.Field(v, "AllowedTools"))
	sure := more == nil && t.Name != "" && len(guard) == 0
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			name, known := interp.AsString(alt.V)
			switch {
			case known && name == t.Name && len(e.Guard)+len(alt.Guard) == 0:
				return graph.Gate{}
			case known && name != t.Name:
			default:
				sure = false
			}
		}
	}
	if !sure {
		gate.Kind = graph.GateConditional
	}
	return gate
}

// ownMiddleware applies a middleware of the program's own: what the hooks that it
// makes do.
func (c *call) ownMiddleware(v interp.Value, guard interp.Guard) {
	hooks := c.CallMethod(v, "New")
	if f, ok := interp.Unwrap(v).(interp.FuncValue); ok { // MiddlewareFunc
		hooks = nil
		if b := c.Observe(f); b.Known && len(b.Results) > 0 {
			for _, alt := range b.Results[0] {
				hooks = append(hooks, alt.V)
			}
		}
	}
	if len(hooks) == 0 {
		u := interp.UnknownIn(v)
		if u == nil {
			u = &interp.Unknown{Reason: "it is a middleware that agentvet cannot see"}
		}
		c.open(u)
		return
	}
	tools, more := assembly.ToolsIn(interp.Field(hooks[0], "Tools"), c.tool)
	c.agent.Tools = append(c.agent.Tools, tools...)
	c.open(more)
	if wrap := interp.Field(hooks[0], "WrapTool"); !interp.IsZero(wrap) {
		c.gate(func(t *graph.Tool) graph.Gate { return c.wrapGate(wrap, t, guard) })
	}
}

// wrapGate returns the gate that a WrapTool hook is for tool t: it is observed with
// that tool and a next function that only says that it runs.
func (c *call) wrapGate(wrap interp.Value, t *graph.Tool, guard interp.Guard) graph.Gate {
	const ai = module + "/ai."
	req, params := &interp.Unknown{Reason: "the model chooses it"}, &interp.Unknown{Reason: "the model chooses it"}
	if t.Name != "" {
		req.SetField(ai+"ToolRequest", "Name", interp.String(t.Name))
		params.SetField(ai+"ToolParams", "Tool", interp.NewObject("tool", map[string]interp.Value{"name": interp.String(t.Name)}))
	}
	params.SetField(ai+"ToolParams", "Request", req)
	row := table.Call(ai + "ToolNext")
	b := c.Observe(wrap, nil, params, interp.FuncValue{ID: row.Key(), Row: row.Key()})
	i := slices.IndexFunc(b.Effects, func(e interp.Effect) bool { return asks(b, e) })
	if i < 0 {
		return graph.Gate{}
	}
	gate := graph.Gate{Kind: graph.GateWrapper, Pos: b.Effects[i].Pos}
	asked := func(s *interp.FlowStep) bool {
		return asks(b, s.Effect) || s.Kind == "answered"
	}
	if len(guard) > 0 || !b.Known || b.Flow.Reaches(func(s *interp.FlowStep) bool { return s.Kind == "next" }, asked) {
		gate.Kind = graph.GateConditional
	}
	return gate
}
