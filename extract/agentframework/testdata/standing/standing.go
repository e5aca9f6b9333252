// Package standing asks once for all calls of a tool, and has executors whose handlers stand
// in functions within functions.
package standing

import (
	"context"
	"fmt"
	"reflect"

	"example.com/golden/agents/kit"
	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/tool"
	"github.com/microsoft/agent-framework-go/workflow"
	"github.com/microsoft/agent-framework-go/workflow/agentworkflow"

	"github.com/microsoft/agent-framework-go/agent"
)

// Clerk asks before it removes the first time.
func Clerk(ctx context.Context, q *message.ToolApprovalRequestContent) {
	clerk := kit.Agent("clerk", tool.ApprovalRequiredFunc(kit.Tool("remove", nil)))
	var answer string
	fmt.Scanln(&answer)
	if answer == "yes" {
		clerk.Run(ctx, []*message.Message{message.New(q.AlwaysApproveToolResponse())})
	}
}

// Graph has an executor that names the next one in a function for its state.
func Graph() (*workflow.Workflow, error) {
	var cache workflow.StatefulExecutorCache[int]
	count := (&workflow.Executor{ID: "count", ConfigureProtocol: func(p *workflow.ProtocolBuilder) (*workflow.ProtocolBuilder, error) {
		return p.ConfigureRoutes(func(r *workflow.RouteBuilder) (*workflow.RouteBuilder, error) {
			return r.AddHandlerRaw(reflect.TypeFor[string](), nil, func(ctx *workflow.Context, m any) (any, error) {
				return nil, cache.InvokeWithState(ctx, false, func(ctx *workflow.Context, n int) (int, error) {
					return n + 1, ctx.SendMessage("left", m)
				})
			}), nil
		}), nil
	}}).Bind()
	left := workflow.NewExecutor("left", func(*workflow.Context, string) (string, error) { return "", nil }).Bind()
	right := workflow.NewExecutor("right", func(*workflow.Context, string) (string, error) { return "", nil }).Bind()
	return workflow.NewBuilder(count).AddEdge(count, left).AddEdge(count, right).Build()
}

// Chat never ends.
func Chat() (*workflow.Workflow, error) {
	manager := func(agents []*agent.Agent) *agentworkflow.GroupChatManager {
		m := agentworkflow.NewRoundRobinGroupChatManager(agents, agentworkflow.RoundRobinGroupChatOptions{MaximumIterationCount: 3})
		m.ShouldTerminate = func(context.Context, []*message.Message, int) (bool, error) { return false, nil }
		return m
	}
	return agentworkflow.NewGroupChatWorkflowBuilder(manager, kit.Agent("one"), kit.Agent("two")).Build()
}
