package agentframework

// This file reads tools, and what stands between a model's choice and them.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// tool returns the tool that v is, nil for nil.
func (a *registry) tool(v assembly.Value) *graph.Tool {
	if o := v.Object(); o != nil && strings.HasPrefix(o.Kind, "tool") {
		return a.toolOf(o)
	}
	if v.IsZero() && v.Held() == "" {
		return nil
	}
	t := a.Tool(v)
	if required, ok := v.Returned("ApprovalRequired"); ok && table.Call(v.Type()) == nil {
		yes, known := required.Bool()
		t.Gate = assembly.StrongerGate(t.Gate, confirmed(yes, known, t.Pos))
	}
	return t
}

// confirmed returns the gate of a tool for which the framework asks, may ask if that is not
// known, or does not.
func confirmed(asks, known bool, pos graph.Pos) graph.Gate {
	switch {
	case !known:
		return graph.Gate{Kind: graph.GateConditional, Pos: pos}
	case asks:
		return graph.Gate{Kind: graph.GateConfirm, Pos: pos}
	}
	return graph.Gate{}
}

// toolOf returns the tool that a call makes, one for each call.
func (a *registry) toolOf(o *assembly.Object) *graph.Tool {
	switch o.Kind {
	case "tool:approval":
		return a.approved(o)
	case "tool:agent":
		return a.agentTool(o)
	}
	t := a.ToolOf(o)
	if o.Kind == "tool:shell" {
		unsafe, known := a.Arg(o, "unsafe").Bool()
		t.Gate = confirmed(!unsafe, known, t.Pos)
	}
	return t
}

// agentTool returns the tool that runs an agent, by whose name it goes.
func (a *registry) agentTool(o *assembly.Object) *graph.Tool {
	if t := a.made[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.Place(o)}
	a.made[o] = t
	who := a.Arg(o, "agent")
	if in := who.Object(agentKinds...); in != nil {
		assembly.NameTool(t, a.Arg(in, "config").Field("Name"))
		t.Agent = t.Name
	} else {
		t.Unknown = who.Why(reason.Agent).Reason
	}
	return t
}

// approved returns the tool that a call of ApprovalRequiredFunc makes of another.
func (a *registry) approved(o *assembly.Object) *graph.Tool {
	if t := a.made[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Unknown: reason.Of(reason.WrapsNothing), Pos: a.Place(o)}
	a.made[o] = t
	gate := graph.Gate{Kind: graph.GateConfirm, Pos: t.Pos}
	if inner := a.tool(a.Arg(o, "tool").Settled()); inner != nil {
		*t = *inner
		t.Gate = assembly.StrongerGate(gate, inner.Gate)
	}
	return t
}

const messages = "github.com/microsoft/agent-framework-go/message."

// approves reports whether the program says yes where the framework wants to know what a
// human says: once and for all, or with an answer that is always yes, made by code which
// asks nobody, and neither do its callers in the package.
func (a *registry) approves() bool {
	for _, always := range []string{"AlwaysApproveToolResponse", "AlwaysApproveToolWithArgumentsResponse", "AlwaysApproveToolWithArgsResponse"} {
		if len(a.Calling(messages+"ToolApprovalRequestContent."+always)) > 0 {
			return true
		}
	}
	for _, o := range a.ObjectsOf("answer", "answer:always") {
		approved, known := a.Arg(o, "value").Field("Approved").Bool()
		if o.Kind == "answer:always" || approved && known && !a.asks(o.Func, make(map[string]bool)) {
			return true
		}
	}
	return slices.ContainsFunc(a.Calling(messages+"ToolApprovalRequestContent.CreateResponse"), func(id string) bool {
		return a.says(id, "approve", "approved", func(v assembly.Value) bool {
			approved, known := v.Bool()
			return approved && known
		})
	})
}

// answers reports whether the program answers requests of ports in place of a human.
func (a *registry) answers() bool {
	const answer = "github.com/microsoft/agent-framework-go/workflow.ExternalRequest.CreateResponse"
	return slices.ContainsFunc(a.Calling(answer), func(id string) bool {
		return a.says(id, "answer", "data", func(v assembly.Value) bool {
			_, constant := v.Constant()
			return constant
		})
	})
}

// says reports whether a function answers the framework with a value that the program has
// made up: neither the function nor its callers ask a human.
func (a *registry) says(id, effect, arg string, madeUp func(assembly.Value) bool) bool {
	answers := slices.ContainsFunc(a.ObserveRoot(id).Effects, func(e assembly.Effect) bool {
		answer, _ := a.EffectArg(e, arg)
		return e.Kind == effect && madeUp(answer)
	})
	return answers && !a.asks(id, make(map[string]bool))
}

// asks reports whether a function, or one that calls it, asks a human.
func (a *registry) asks(id string, seen map[string]bool) bool {
	if seen[id] {
		return false
	}
	seen[id] = true
	return a.ObserveRoot(id).Has("human") ||
		slices.ContainsFunc(a.Calling(id), func(caller string) bool { return a.asks(caller, seen) })
}
