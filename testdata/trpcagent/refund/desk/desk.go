// Package desk has what the refund desks share: names of steps, tools, routers.
package desk

import (
	"context"
	"errors"

	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

// Steps of the desk.
const (
	Intake   = "intake"
	Classify = "classify"
	Lookup   = "lookup"
	Approve  = "approve"
	Pay      = "pay"
	Reply    = "reply"
	Escalate = "escalate"
	Audit    = "audit_log"
)

// Order is what the tools get.
type Order struct {
	ID string `json:"id"`
}

// LookupOrder finds an order.
func LookupOrder() tool.Tool {
	return function.NewFunctionTool(func(_ context.Context, o Order) (string, error) { return "found " + o.ID, nil },
		function.WithName("lookup_order"), function.WithDescription("find an order"))
}

// RefundPayment gives the money back.
func RefundPayment() tool.CallableTool {
	return function.NewFunctionTool(func(_ context.Context, o Order) (string, error) { return "refunded " + o.ID, nil },
		function.WithName("refund_payment"), function.WithDescription("give the money back"))
}

// Tools returns the tools of the model.
func Tools() map[string]tool.Tool { return map[string]tool.Tool{"lookup_order": LookupOrder()} }

// Schema is that of the state of a case.
func Schema() *graph.StateSchema { return graph.MessagesStateSchema() }

// Sort says what becomes of a case.
func Sort(_ context.Context, state graph.State) (string, error) {
	verdict, ok := state["verdict"].(string)
	if !ok {
		return "", errors.New("no verdict")
	}
	switch verdict {
	case "lawyer":
		return "escalate", nil
	case "refund":
		return "pay", nil
	}
	return "reply", nil
}

// Issue returns a step that pays.
func Issue(t tool.CallableTool) graph.NodeFunc {
	return func(ctx context.Context, state graph.State) (any, error) {
		out, err := t.Call(ctx, []byte(`{"id":"1"}`))
		return graph.State{"paid": out}, err
	}
}

// Note returns a step that writes something down.
func Note(key, text string) graph.NodeFunc {
	return func(context.Context, graph.State) (any, error) { return graph.State{key: text}, nil }
}
