package agentframework

// This file reads tools, and what stands between a model's choice and them.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

// methods are those of the interface tool.FuncTool.
var methods = extract.ToolMethods{Name: "Name", Description: "Description", Run: "Call"}

// tool returns the tool that v is, nil for nil.
func (a *assembler) tool(v extract.Value) *graph.Tool {
	switch x := extract.Unwrap(v).(type) {
	case *extract.Object:
		if strings.HasPrefix(x.Kind, "tool") {
			return a.toolOf(x)
		}
	case *extract.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case extract.Nil, extract.Zero:
		return nil
	}
	typ := strings.TrimPrefix(extract.DynamicType(v), "*")
	if row := table.Row(typ); row != nil && row.Verb == extract.VerbType {
		return &graph.Tool{Name: row.Text("name"), Framework: a.Name, Pos: madeAt(v)}
	}
	if strings.HasSuffix(typ, "/tool/hostedtool.MCPServer") {
		return &graph.Tool{Framework: "mcp", Unknown: "the hosted MCP server says which tools it has", Pos: madeAt(v)}
	}
	t := a.OwnTool(v, methods)
	if res := a.CallMethod(v, "ApprovalRequired"); len(res) > 0 {
		t.Gate = extract.StrongerGate(t.Gate, approval(res[0], t.Pos))
	}
	return t
}

// approval returns the gate of a tool that says itself whether it needs an
// approval.
func approval(required extract.Value, pos graph.Pos) graph.Gate {
	switch yes, known := extract.AsBool(required); {
	case !known:
		return graph.Gate{Kind: graph.GateConditional, Pos: pos}
	case yes:
		return graph.Gate{Kind: graph.GateConfirm, Pos: pos}
	}
	return graph.Gate{}
}

// madeAt returns where a literal of the framework stands.
func madeAt(v extract.Value) graph.Pos {
	if s, ok := extract.Deref(v).(*extract.Struct); ok && len(s.Made) > 0 {
		return s.Made[len(s.Made)-1]
	}
	return graph.Pos{}
}

// toolOf returns the tool that a call makes, one for each call.
func (a *assembler) toolOf(o *extract.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.places[o]}
	a.tools[o] = t
	switch o.Kind {
	case "tool:approval":
		a.wrap(t, o)
	case "tool:agent":
		in, ok := extract.Unwrap(o.Arg("agent")).(*extract.Object)
		if !ok || !isAgent(in) {
			t.Unknown = unknownOr(o.Arg("agent"), "the agent is not known").Reason
			return t
		}
		extract.NameTool(t, extract.Field(in.Arg("config"), "Name"))
		t.Agent = t.Name
	case "tool:shell":
		t.Name, t.Description = o.Row.Text("name"), "runs commands of the shell"
		if unsafe, known := extract.AsBool(o.Arg("unsafe")); !known {
			t.Gate = graph.Gate{Kind: graph.GateConditional, Pos: t.Pos}
		} else if !unsafe {
			t.Gate = graph.Gate{Kind: graph.GateConfirm, Pos: t.Pos}
		}
	default:
		extract.NameTool(t, o.Arg("name"))
		t.Description, _ = extract.AsString(o.Arg("description"))
		b := a.Observe(o.Arg("handler"))
		t.Handler, t.Args, t.Gate = b.Func, a.ArgsType(o, o.Arg("handler")), extract.BodyGate(b, b.AsksHuman)
	}
	return t
}

// wrap makes t the tool that a call of ApprovalRequiredFunc returns.
func (a *assembler) wrap(t *graph.Tool, o *extract.Object) {
	gate := graph.Gate{Kind: graph.GateConfirm, Pos: t.Pos}
	inner := a.tool(extract.Settled(o.Arg("tool")))
	if inner == nil {
		t.Unknown = "it wraps nothing"
		return
	}
	*t = *inner
	t.Gate = extract.StrongerGate(gate, inner.Gate)
}

// approving is the call that answers a question of the framework.
const approving = "github.com/microsoft/agent-framework-go/message.ToolApprovalRequestContent.CreateResponse"

// approves reports whether the program says yes where the framework wants to know
// what a human says: code that makes an answer which is always yes, and neither it
// nor its callers in the package ask anybody.
func (a *assembler) approves() bool {
	return slices.ContainsFunc(a.Calling(approving), func(id string) bool {
		yes := slices.ContainsFunc(a.ObserveRoot(id).Effects, func(e extract.Effect) bool {
			approved, known := extract.AsBool(e.Args["approved"])
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
