// Package texts holds what the compliance review passes around, and the agents
// that write it.
package texts

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/workflow"
)

// Writer returns a node in which a model writes.
func Writer(m model.LLM, name, instruction string) (workflow.Node, error) {
	a, err := llmagent.New(llmagent.Config{
		Name:        name,
		Model:       m,
		Description: instruction,
		Instruction: instruction,
		OutputKey:   name + "_text",
	})
	if err != nil {
		return nil, err
	}
	return workflow.NewAgentNode(a, workflow.NodeConfig{})
}

// Sound reports whether a text could go out. It is the last test before a
// person, so it is simple enough to argue about.
func Sound(text string) bool { return len(text) > 0 && len(text) < 5000 }

// Say emits a route.
func Say(ctx agent.Context, emit func(*session.Event) error, route string, out any) error {
	ev := session.NewEvent(ctx, ctx.InvocationID())
	ev.Routes = []string{route}
	ev.Output = out
	return emit(ev)
}

// File keeps a text where an auditor will look for it.
func File(_ agent.Context, in any) (string, error) { return "filed", nil }

// Reword and Weigh are the two sides of an appeal.
func Reword(_ agent.Context, text string) (string, error) { return text + " (reworded)", nil }

// Weigh reads the appeal.
func Weigh(_ agent.Context, text string) (string, error) { return text, nil }

type publishArgs struct {
	Text string `json:"text"`
}

type publishResult struct {
	URL string `json:"url"`
}

// Publish returns the tool that tells the world.
func Publish() (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "publish_policy",
		Description: "Publishes a policy on the company's site.",
	}, func(agent.Context, publishArgs) (publishResult, error) {
		return publishResult{URL: "/policies/latest"}, nil
	})
}
