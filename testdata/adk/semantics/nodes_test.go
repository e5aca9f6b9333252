package semantics

// This file holds the nodes and messages that single tests need.

import (
	"testing"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
	"google.golang.org/genai"
)

func newGraphChat(t *testing.T, edges []workflow.Edge) *chat {
	t.Helper()
	root, err := workflowagent.New(workflowagent.Config{Name: "graph", Edges: edges})
	if err != nil {
		t.Fatalf("workflowagent.New: %v", err)
	}
	return newChat(t, root)
}

// reply is a human's answer to the request with the given id.
func reply(id, answer string) *genai.Content {
	return &genai.Content{Role: genai.RoleUser, Parts: []*genai.Part{{
		FunctionResponse: &genai.FunctionResponse{
			ID: id, Name: workflow.WorkflowInputFunctionCallName, Response: map[string]any{"response": answer},
		},
	}}}
}

// routeTwice emits a first route, then a second.
func routeTwice(tr *trail, name string) workflow.Node {
	return workflow.NewEmittingFunctionNode(name, func(ctx agent.Context, _ any, emit func(*session.Event) error) (any, error) {
		tr.add(name)
		for _, label := range []string{"a", "b"} {
			ev := session.NewEvent(ctx, ctx.InvocationID())
			ev.Routes = []string{label}
			if err := emit(ev); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}, workflow.NodeConfig{})
}

// returnEvent routes by returning an event that carries output as well.
func returnEvent(tr *trail, name string, label func() string) workflow.Node {
	return workflow.NewFunctionNode(name, func(ctx agent.Context, _ any) (*session.Event, error) {
		tr.add(name)
		ev := session.NewEvent(ctx, ctx.InvocationID())
		ev.Routes = []string{label()}
		ev.Output = "payload"
		return ev, nil
	}, workflow.NodeConfig{})
}

// askAndRoute asks a human and takes the answer as its route.
func askAndRoute(tr *trail, name string, cfg workflow.NodeConfig) workflow.Node {
	return workflow.NewEmittingFunctionNode(name, func(ctx agent.Context, _ any, emit func(*session.Event) error) (any, error) {
		tr.add(name)
		answer, err := workflow.ResumeOrRequestInput(ctx, emit, session.RequestInput{InterruptID: name + "-1", Message: "?"})
		if err != nil {
			return nil, err
		}
		ev := session.NewEvent(ctx, ctx.InvocationID())
		ev.Routes = []string{answer.(string)}
		return nil, emit(ev)
	}, cfg)
}

// chainAgents returns the graph START -> a -> b -> ...
func chainAgents(t *testing.T, agents ...agent.Agent) []workflow.Edge {
	t.Helper()
	nodes := []workflow.Node{workflow.Start}
	for _, a := range agents {
		nodes = append(nodes, agentNode(t, a))
	}
	return workflow.Chain(nodes...)
}

// newRunnerError returns the error of putting an agent on a runner.
func newRunnerError(root agent.Agent) error {
	_, err := runner.New(runner.Config{AppName: "semantics", Agent: root, SessionService: session.InMemoryService()})
	return err
}
