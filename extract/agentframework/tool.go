package agentframework

// This file reads tools, and what stands between a model's choice and them.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

// methods are those of the interface tool.FuncTool.
var methods = assembly.ToolMethods{Name: "Name", Description: "Description", Run: "Call"}

// tool returns the tool that v is, nil for nil.
func (a *assembler) tool(v interp.Value) *graph.Tool {
	switch x := interp.Unwrap(v).(type) {
	case *interp.Object:
		if strings.HasPrefix(x.Kind, "tool") {
			return a.toolOf(x)
		}
	case *interp.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case interp.Nil, interp.Zero:
		return nil
	}
	typ := strings.TrimPrefix(interp.DynamicType(v), "*")
	if row := table.Call(typ); row != nil && row.Verb == library.VerbType {
		return &graph.Tool{Name: row.Text("name"), Framework: a.Name, Pos: madeAt(v)}
	}
	if strings.HasSuffix(typ, "/tool/hostedtool.MCPServer") {
		return &graph.Tool{Framework: "mcp", Unknown: "the hosted MCP server says which tools it has", Pos: madeAt(v)}
	}
	t := a.OwnTool(v, methods)
	if res := a.CallMethod(v, "ApprovalRequired"); len(res) > 0 {
		t.Gate = assembly.StrongerGate(t.Gate, approval(res[0], t.Pos))
	}
	return t
}

// approval returns the gate of a tool that says itself whether it needs an
// approval.
func approval(required interp.Value, pos graph.Pos) graph.Gate {
	switch yes, known := interp.AsBool(required); {
	case !known:
		return graph.Gate{Kind: graph.GateConditional, Pos: pos}
	case yes:
		return graph.Gate{Kind: graph.GateConfirm, Pos: pos}
	}
	return graph.Gate{}
}

// madeAt returns where a literal of the framework stands.
func madeAt(v interp.Value) graph.Pos {
	if s, ok := interp.Deref(v).(*interp.Struct); ok && len(s.Made) > 0 {
		return s.Made[len(s.Made)-1]
	}
	return graph.Pos{}
}

// toolOf returns the tool that a call makes, one for each call.
func (a *assembler) toolOf(o *interp.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.places[o]}
	a.tools[o] = t
	switch o.Kind {
	case "tool:approval":
		a.wrap(t, o)
	case "tool:agent":
		in, ok := interp.Unwrap(o.Arg("agent")).(*interp.Object)
		if !ok || !isAgent(in) {
			t.Unknown = unknownOr(o.Arg("agent"), "the agent is not known").Reason
			return t
		}
		assembly.NameTool(t, interp.Field(in.Arg("config"), "Name"))
		t.Agent = t.Name
	case "tool:shell":
		t.Name, t.Description = o.Row.Text("name"), "runs commands of the shell"
		if unsafe, known := interp.AsBool(o.Arg("unsafe")); !known {
			t.Gate = graph.Gate{Kind: graph.GateConditional, Pos: t.Pos}
		} else if !unsafe {
			t.Gate = graph.Gate{Kind: graph.GateConfirm, Pos: t.Pos}
		}
	default:
		assembly.NameTool(t, o.Arg("name"))
		t.Description, _ = interp.AsString(o.Arg("description"))
		b := a.Observe(o.Arg("handler"))
		t.Handler, t.Args, t.Gate = b.Func, a.ArgsType(o, o.Arg("handler")), assembly.BodyGate(b, b.AsksHuman)
	}
	return t
}

// wrap makes t the tool that a call of ApprovalRequiredFunc returns.
func (a *assembler) wrap(t *graph.Tool, o *interp.Object) {
	gate := graph.Gate{Kind: graph.GateConfirm, Pos: t.Pos}
	inner := a.tool(interp.Settled(o.Arg("tool")))
	if inner == nil {
		t.Unknown = "it wraps nothing"
		return
	}
	*t = *inner
	t.Gate = assembly.StrongerGate(gate, inner.Gate)
}

// approving is the call that answers a question of the framework.
const approving = "github.com/microsoft/agent-framework-go/message.ToolApprovalRequestContent.CreateResponse"

// approves reports whether the program says yes where the framework wants to know
// what a human says: code that makes an answer which is always yes, and neither it
// nor its callers in the package ask anybody.
func (a *assembler) approves() bool {
	return slices.ContainsFunc(a.Calling(approving), func(id string) bool {
		yes := slices.ContainsFunc(a.ObserveRoot(id).Effects, func(e interp.Effect) bool {
			approved, known := interp.AsBool(e.Args["approved"])
			return e.Kind == "approve" && approved && known
		})
		return yes && !a.asks(id, make(map[string]bool))
	})
}

// asks reports whether a function, or one that calls it, asks a human.
func (a *assembler) asks(id string, seen map[string]bool) bool {
	if seen[id] {
		return false
	}
	seen[id] = true
	return a.ObserveRoot(id).Has("human") ||
		slices.ContainsFunc(a.Calling(id), func(caller string) bool { return a.asks(caller, seen) })
}
