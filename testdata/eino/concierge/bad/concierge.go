// Package concierge is a hotel's concierge. A host model listens to the guest
// and passes the wish to one or more desks; each desk is an agent with tools
// of its own.
package concierge

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/multiagent/host"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/concierge/desks"
)

var dining = desks.Spec{
	Name:    "dining",
	Purpose: "Find and book restaurants.",
	Tools:   []func() (tool.BaseTool, error){desks.FindRestaurants, desks.BookTable, desks.BookTable}, // DEFECT structure/undeclared-tool book_table: offered twice, Eino keeps the last one
	Final:   []string{"book_table"},
	Rounds:  4,
}

var transport = desks.Spec{
	Name:    "transport",
	Purpose: "Order cars.",
	Tools:   []func() (tool.BaseTool, error){desks.OrderCar},
	Final:   []string{"order_taxi"}, // DEFECT structure/undeclared-tool order_taxi: the tool was renamed to order_car, so its result goes through the model again
	Rounds:  2,
}

var housekeeping = desks.Spec{
	Name:    "housekeeping",
	Purpose: "Send towels, cleaning and repairs to a room.",
	Rounds:  2, // the desk has no tools yet: Eino makes it an agent that only talks
}

// New builds the concierge.
func New(ctx context.Context, m model.ToolCallingChatModel) (*host.MultiAgent, error) {
	var specialists []*host.Specialist
	for _, spec := range []desks.Spec{dining, transport, housekeeping} {
		desk, err := spec.Open(ctx, m)
		if err != nil {
			return nil, err
		}
		specialists = append(specialists, &host.Specialist{
			AgentMeta:  host.AgentMeta{Name: desk.Name, IntendedUse: desk.Purpose},
			Invokable:  desk.Agent.Generate,
			Streamable: desk.Agent.Stream,
		})
	}
	specialists = append(specialists, smallTalk(m))

	return host.NewMultiAgent(ctx, &host.MultiAgentConfig{
		Name: "concierge",
		Host: host.Host{
			ToolCallingModel: m,
			SystemPrompt:     "Pass the guest's wish to the desks that can fulfil it.",
		},
		Specialists: specialists,
	})
}

// smallTalk is the desk without a desk.
func smallTalk(m model.BaseChatModel) *host.Specialist {
	return &host.Specialist{
		AgentMeta:    host.AgentMeta{Name: "small_talk", IntendedUse: "Chat about the weather and the town."},
		ChatModel:    m,
		SystemPrompt: "Be brief and kind.",
	}
}

// NewFrontDoor puts the concierge behind a step that greets the guest and one
// that signs the answer.
func NewFrontDoor(ctx context.Context, m model.ToolCallingChatModel) (compose.Runnable[string, string], error) {
	staff, err := New(ctx, m)
	if err != nil {
		return nil, err
	}
	body, opts := staff.ExportGraph()

	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("greet", compose.InvokableLambda(greet))
	_ = g.AddGraphNode("staff", body, opts...)
	_ = g.AddLambdaNode("sign", compose.InvokableLambda(sign))
	_ = g.AddLambdaNode("complain", compose.InvokableLambda(complain)) // DEFECT structure/dead-end complain: a guest who complains gets an error for an answer
	_ = g.AddEdge(compose.START, "greet")
	_ = g.AddBranch("greet", compose.NewGraphBranch(func(_ context.Context, in []*schema.Message) (string, error) {
		if angry(in[len(in)-1].Content) {
			return "complain", nil
		}
		return "staff", nil
	}, map[string]bool{"staff": true, "complain": true}))
	_ = g.AddEdge("staff", "sign")
	_ = g.AddEdge("sign", compose.END)
	return g.Compile(ctx,
		compose.WithGraphName("front_door"),
		compose.WithInterruptAfterNodes([]string{"complaint"})) // DEFECT structure/unknown-interrupt complaint: the node is called "complain"; the manager is never told
}
