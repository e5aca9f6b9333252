// Package teams makes workflows of agents.
package teams

import (
	"context"
	"os"

	"example.com/golden/agents/kit"
	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/tool"
	"github.com/microsoft/agent-framework-go/workflow"
	"github.com/microsoft/agent-framework-go/workflow/agentworkflow"
)

// Pipeline runs agents one after the other, one of them sometimes, and is an agent
// itself.
func Pipeline() (*agent.Agent, error) {
	agents := []*agent.Agent{kit.Agent("writer")}
	if os.Getenv("TRANSLATE") != "" {
		agents = append(agents, kit.Agent("translator"))
	}
	agents = append(agents, kit.Agent("publisher", tool.ApprovalRequiredFunc(kit.Tool("publish", os.Remove))))
	w, err := agentworkflow.NewSequentialWorkflowBuilder(agents...).WithName("pipeline").Build()
	if err != nil {
		return nil, err
	}
	return agentworkflow.NewAgent(w, agentworkflow.AgentConfig{Config: agent.Config{Name: "press"}})
}

// Panel runs agents at the same time.
func Panel() (*workflow.Workflow, error) {
	return agentworkflow.NewConcurrentWorkflowBuilder(kit.Agent("optimist"), kit.Agent("pessimist")).Build()
}

// Chat lets two agents talk, for ten turns.
func Chat() (*workflow.Workflow, error) {
	return agentworkflow.NewGroupChatWorkflowBuilder(func(agents []*agent.Agent) *agentworkflow.GroupChatManager {
		return agentworkflow.NewRoundRobinGroupChatManager(agents, agentworkflow.RoundRobinGroupChatOptions{MaximumIterationCount: 10})
	}, kit.Agent("poet"), kit.Agent("critic")).WithName("chat").Build()
}

// Talk has a manager of its own, which says when it ends.
func Talk() (*workflow.Workflow, error) {
	return agentworkflow.NewGroupChatWorkflowBuilder(func(agents []*agent.Agent) *agentworkflow.GroupChatManager {
		return &agentworkflow.GroupChatManager{
			SelectNextAgent: func(context.Context, []*message.Message) (*agent.Agent, error) { return agents[0], nil },
			ShouldTerminate: func(_ context.Context, _ []*message.Message, n int) (bool, error) { return n > 3, nil },
		}
	}, kit.Agent("host"), kit.Agent("guest")).Build()
}

// Mixed has steps of each kind: agents with an identifier and without, one whose
// approvals go to another step, one that code runs, and a workflow that is an agent.
func Mixed() (*workflow.Workflow, error) {
	press, err := Pipeline()
	if err != nil {
		return nil, err
	}
	gated := tool.ApprovalRequiredFunc(kit.Tool("refund", os.Remove))
	clerk := agentworkflow.New(kit.Agent("clerk", gated), agentworkflow.Config{})
	lax := agentworkflow.New(kit.Agent("lax", gated), agentworkflow.Config{InterceptUserInputRequests: true})
	lawyer := kit.Agent("lawyer", kit.Tool("file_suit", os.Remove))
	consult := workflow.NewExecutor("consult", func(ctx *workflow.Context, q string) (string, error) {
		r, err := lawyer.RunText(ctx, q).Collect()
		if err != nil {
			return "", err
		}
		return r.String(), nil
	}).Bind()
	hosted := agentworkflow.New(press, agentworkflow.Config{})
	return workflow.NewBuilder(clerk).AddEdge(clerk, lax).AddEdge(lax, consult).AddEdge(consult, hosted).Build()
}
