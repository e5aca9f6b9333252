// Package routes has nodes that decide, in all the ways in which they can, and
// nodes that cannot.
package routes

import (
	"iter"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
)

func step(name string) workflow.Node {
	return workflow.NewFunctionNode(name, func(agent.Context, any) (string, error) { return name, nil }, workflow.NodeConfig{})
}

// sort emits with an event that it makes itself.
func sort(ctx agent.Context, n int, emit func(*session.Event) error) (any, error) {
	switch {
	case n > 10:
		return nil, emit(&session.Event{Routes: []string{"big", "log"}})
	case n < 0:
		ev := session.NewEvent(ctx, ctx.InvocationID())
		ev.Routes = []string{"7"}
		return nil, emit(ev)
	}
	return nil, nil
}

// say returns its decision.
func say(ctx agent.Context, word string) (*session.Event, error) {
	return &session.Event{Routes: []string{word}}, nil
}

// gate is a node of our own.
type gate struct{ workflow.BaseNode }

func (g *gate) Run(ctx agent.Context, in any) iter.Seq2[*session.Event, error] {
	return func(yield func(*session.Event, error) bool) {
		if in == nil {
			yield(&session.Event{Routes: []string{"true"}}, nil)
			return
		}
		yield(&session.Event{Routes: []string{"false"}}, nil)
	}
}

// askSometimes asks about large amounts only.
func askSometimes(ctx agent.Context, n int, emit func(*session.Event) error) (any, error) {
	if n > 1000 {
		return workflow.ResumeOrRequestInput(ctx, emit, session.RequestInput{Message: "So much?"})
	}
	return n, nil
}

func New() (agent.Agent, error) {
	sorter := workflow.NewEmittingFunctionNode("sort", sort, workflow.NodeConfig{})
	sayer := workflow.NewFunctionNode("say", say, workflow.NodeConfig{})
	door := &gate{workflow.NewBaseNode("door", "", workflow.NodeConfig{})}
	ask := workflow.NewEmittingFunctionNode("ask", askSometimes, workflow.NodeConfig{})
	chat, err := llmagent.New(llmagent.Config{Name: "chat"})
	if err != nil {
		return nil, err
	}
	talk, err := workflow.NewAgentNode(chat, workflow.NodeConfig{})
	if err != nil {
		return nil, err
	}
	both := workflow.NewDynamicNode("both", func(ctx agent.Context, in any, _ func(*session.Event) error) (any, error) {
		done := make(chan bool)
		for _, name := range []string{"left", "right"} {
			go func() {
				_, _ = workflow.RunNode[string](ctx, step(name), in)
				done <- true
			}()
		}
		<-done
		return nil, nil
	}, workflow.NodeConfig{})
	choose := workflow.NewFunctionNode("choose", either, workflow.NodeConfig{})
	return workflowagent.New(workflowagent.Config{Name: "routes", Edges: workflow.Concat(
		workflow.Chain(workflow.Start, sorter),
		[]workflow.Edge{
			{From: sorter, To: sayer, Route: workflow.MultiRoute[string]{"big", "huge"}},
			{From: sorter, To: step("log"), Route: workflow.StringRoute("log")},
			{From: sorter, To: door, Route: workflow.IntRoute(7)},
			{From: sorter, To: ask, Route: workflow.Default},
			{From: sayer, To: talk, Route: workflow.StringRoute("talk")},
			{From: talk, To: both, Route: workflow.StringRoute("never")},
			{From: door, To: step("open"), Route: workflow.BoolRoute(true)},
			{From: door, To: step("shut"), Route: workflow.BoolRoute(false)},
			{From: both, To: choose, Route: workflow.Default},
			{From: choose, To: step("whole"), Route: workflow.MultiRoute[string]{"all", "some", "none"}},
		},
	)})
}

// either emits one label on both sides of a condition, and another one where one of two
// conditions holds.
func either(ctx agent.Context, n int) (*session.Event, error) {
	if n%7 == 0 {
		if n > 100 {
			return &session.Event{Routes: []string{"all"}}, nil
		}
		return &session.Event{Routes: []string{"all"}}, nil
	}
	if n == 1 {
		return &session.Event{Routes: []string{"some"}}, nil
	}
	if n == 2 {
		return &session.Event{Routes: []string{"some"}}, nil
	}
	return &session.Event{Routes: []string{"none"}}, nil
}

// Retried has a node of which only a caller knows what it says: any of the labels, or the default, and never both.
func Retried(try func(agent.Context, any, func(*session.Event) error) (any, error)) (agent.Agent, error) {
	attempt := workflow.NewEmittingFunctionNode[any, any]("attempt", try, workflow.NodeConfig{})
	wait, end := step("wait"), step("end")
	return workflowagent.New(workflowagent.Config{
		Name: "retried",
		Edges: []workflow.Edge{
			{From: workflow.Start, To: attempt},
			{From: attempt, To: wait, Route: workflow.StringRoute("tried")},
			{From: attempt, To: end, Route: workflow.Default},
			{From: wait, To: end},
		},
	})
}
