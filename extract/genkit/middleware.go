package genkit

// This file reads middleware: the tools that it brings, and the gate that it is.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// middleware applies one middleware: it may bring tools, and stand in front of all.
func (c *call) middleware(v assembly.Value) {
	kind := ""
	if row := table.Call(v.Dynamic()); row != nil {
		kind = row.Kind
	}
	switch kind {
	case "other":
	case "approval":
		c.gate(func(t *graph.Tool) graph.Gate { return approval(v, t, c.agent.Pos) })
	case "files":
		names := []string{"list_files", "read_file"}
		if write, ok := v.Field("AllowWriteAccess").Bool(); write || !ok {
			names = append(names, "write_file", "edit_file")
		}
		c.brought(v.Field("ToolNamePrefix"), names...)
	case "skills":
		c.brought(c.NewText(""), "use_skill")
	case "agents":
		c.delegates(v)
	case "artifacts":
		names := []string{"read_artifact"}
		if only, ok := v.Field("Readonly").Bool(); !only || !ok {
			names = append(names, "write_artifact")
		}
		c.brought(c.NewText(""), names...)
	default:
		c.ownMiddleware(v)
	}
}

// brought adds tools that middleware of Genkit's brings.
func (c *call) brought(prefix assembly.Value, names ...string) {
	for _, name := range names {
		t := &graph.Tool{Framework: c.Name, Description: "added by the middleware", Pos: c.agent.Pos}
		if s, ok := prefix.Text(); ok {
			t.Name = s + name
		} else {
			t.Unknown = reason.Of(reason.Prefix)
		}
		c.agent.Tools = append(c.agent.Tools, t)
	}
}

// gate puts a gate on each tool of the call.
func (c *call) gate(of func(*graph.Tool) graph.Gate) {
	c.agent.Tools = assembly.GatedBy(c.agent.Tools, of)
}

// approval returns the gate that ToolApproval is for tool t: none if it is on the
// list, and one for some calls if that is not known.
func approval(v assembly.Value, t *graph.Tool, pos graph.Pos) graph.Gate {
	gate := graph.Gate{Kind: graph.GateCallback, Pos: cmp.Or(v.Made(), pos)}
	allowed, more := v.Bare().Field("AllowedTools").List()
	sure := more == nil && t.Name != "" && len(v.Guard) == 0
	for _, e := range allowed {
		switch name, known := e.Text(); {
		case known && name == t.Name && len(e.Guard) == 0:
			return graph.Gate{}
		case !known || name == t.Name:
			sure = false
		}
	}
	if !sure {
		gate.Kind = graph.GateConditional
	}
	return gate
}

// ownMiddleware applies a middleware of the program's own: what the hooks that it
// makes do.
func (c *call) ownMiddleware(v assembly.Value) {
	hooks := v.CallMethod("New")
	if v.IsFunc() { // MiddlewareFunc
		hooks = nil
		if b := v.Observe(); b.Known {
			hooks = c.Result(b, 0)
		}
	}
	if len(hooks) == 0 {
		c.open(v.Why(reason.NoneSeen, "middleware"))
		return
	}
	c.add(hooks[0].Field("Tools"))
	if wrap := hooks[0].Field("WrapTool"); !wrap.IsZero() {
		c.gate(func(t *graph.Tool) graph.Gate { return c.wrapGate(wrap, t, len(v.Guard) > 0) })
	}
	for _, hook := range []string{"WrapGenerate", "WrapModel"} {
		c.open(hooks[0].Field(hook).Rewrites())
	}
}

// wrapGate returns the gate that a WrapTool hook is for tool t: it is observed with
// that tool and a next function that only says that it runs.
func (c *call) wrapGate(wrap assembly.Value, t *graph.Tool, maybe bool) graph.Gate {
	const ai = module + "/ai."
	req, params := c.NewUnknown(reason.ModelChooses), c.NewUnknown(reason.ModelChooses)
	if t.Name != "" {
		name := c.NewText(t.Name)
		req.Set(ai+"ToolRequest", "Name", name)
		params.Set(ai+"ToolParams", "Tool", c.NewObject("tool", map[string]assembly.Value{"name": name}))
	}
	params.Set(ai+"ToolParams", "Request", req)
	b := wrap.ObserveWith(assembly.Value{}, params, c.NewNext(table.Call(ai+"ToolNext").Key()))
	i := slices.IndexFunc(b.Effects, func(e assembly.Effect) bool { return c.asks(b, e) })
	if i < 0 {
		return graph.Gate{}
	}
	gate := graph.Gate{Kind: graph.GateWrapper, Pos: b.Effects[i].Pos}
	asked := func(s *assembly.CourseStep) bool { return c.asks(b, s.Effect) || s.Kind == "answered" }
	if maybe || !b.Known || b.Course.Reaches(func(s *assembly.CourseStep) bool { return s.Kind == "next" }, asked) {
		gate.Kind = graph.GateConditional
	}
	return gate
}
