package semantics

// This file runs a graph or an agent on the real runner and reports which
// steps ran, how often, and how the run ended.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
	"google.golang.org/genai"
)

// A trail records the steps of one run in the order in which they began.
type trail struct {
	mu    sync.Mutex
	steps []string
}

func (tr *trail) add(name string) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.steps = append(tr.steps, name)
}

// count returns how often a step ran.
func (tr *trail) count(name string) int {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	n := 0
	for _, s := range tr.steps {
		if s == name {
			n++
		}
	}
	return n
}

// sorted returns the steps of the run without their order, which parallel
// branches do not have.
func (tr *trail) sorted() string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return strings.Join(slices.Sorted(slices.Values(tr.steps)), " ")
}

// step returns a node that only says that it ran.
func (tr *trail) step(name string) workflow.Node {
	return workflow.NewFunctionNode(name, func(agent.Context, any) (string, error) {
		tr.add(name)
		return name, nil
	}, workflow.NodeConfig{})
}

// body returns a node that says that it ran and then calls fn.
func (tr *trail) body(name string, fn func()) workflow.Node {
	return workflow.NewFunctionNode(name, func(agent.Context, any) (string, error) {
		tr.add(name)
		fn()
		return name, nil
	}, workflow.NodeConfig{})
}

// quiet returns a node that runs and emits no output at all.
func (tr *trail) quiet(name string) workflow.Node {
	return workflow.NewEmittingFunctionNode(name, func(agent.Context, any, func(*session.Event) error) (any, error) {
		tr.add(name)
		return nil, nil
	}, workflow.NodeConfig{})
}

// router returns a node that emits the given routes in one event.
func (tr *trail) router(name string, routes ...string) workflow.Node {
	return workflow.NewEmittingFunctionNode(name, func(ctx agent.Context, _ any, emit func(*session.Event) error) (any, error) {
		tr.add(name)
		ev := session.NewEvent(ctx, ctx.InvocationID())
		ev.Routes = routes
		return nil, emit(ev)
	}, workflow.NodeConfig{})
}

// failing returns a node that reports an error.
func (tr *trail) failing(name string) workflow.Node {
	return workflow.NewFunctionNode(name, func(agent.Context, any) (string, error) {
		tr.add(name)
		return "", fmt.Errorf("%s is broken", name)
	}, workflow.NodeConfig{})
}

// ask returns a node that asks a human and ends.
func (tr *trail) ask(name string) workflow.Node {
	return workflow.NewEmittingFunctionNode(name, func(ctx agent.Context, _ any, emit func(*session.Event) error) (any, error) {
		tr.add(name)
		return nil, emit(workflow.NewRequestInputEvent(ctx, session.RequestInput{InterruptID: name + "-1", Message: "?"}))
	}, workflow.NodeConfig{})
}

// on returns the edge that takes the string route label.
func on(from workflow.Node, label string, to workflow.Node) workflow.Edge {
	return workflow.Edge{From: from, To: to, Route: workflow.StringRoute(label)}
}

// otherwise returns the Default edge.
func otherwise(from, to workflow.Node) workflow.Edge {
	return workflow.Edge{From: from, To: to, Route: workflow.Default}
}

// runGraph runs the graph to its end, or to the first of limit events, and
// returns the error that the runner reported.
func runGraph(t *testing.T, limit int, edges ...any) error {
	t.Helper()
	root, err := workflowagent.New(workflowagent.Config{Name: "graph", Edges: workflow.Concat(edges...)})
	if err != nil {
		t.Fatalf("workflowagent.New: %v", err)
	}
	_, err = newChat(t, root).send(limit, genai.NewContentFromText("go", genai.RoleUser))
	return err
}

// construct returns the error of building the graph.
func construct(edges ...any) error {
	_, err := workflow.New("graph", workflow.Concat(edges...))
	return err
}

// A chat is a session with an agent on the real runner.
type chat struct {
	t      *testing.T
	runner *runner.Runner
}

func newChat(t *testing.T, root agent.Agent) *chat {
	t.Helper()
	r, err := runner.New(runner.Config{
		AppName:           "semantics",
		Agent:             root,
		SessionService:    session.InMemoryService(),
		AutoCreateSession: true,
	})
	if err != nil {
		t.Fatalf("runner.New: %v", err)
	}
	return &chat{t, r}
}

// send puts one message to the agent and returns the events, at most limit of
// them: the way out of a run that does not end.
func (c *chat) send(limit int, msg *genai.Content) (events []*session.Event, err error) {
	c.t.Helper()
	for ev, err := range c.runner.Run(context.Background(), "user", "session", msg, agent.RunConfig{}) {
		if err != nil {
			return events, err
		}
		if events = append(events, ev); len(events) == limit {
			break
		}
	}
	return events, nil
}
