// Package play runs an agent as a user would who says yes to everything.
package play

import (
	"context"
	"fmt"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
	"google.golang.org/genai"
)

// Run sends one message to an agent and says yes to every question that a
// workflow asks. It gives up after limit events, and returns how many questions
// there were.
func Run(root agent.Agent, message string, limit int) (questions int, err error) {
	r, err := runner.New(runner.Config{
		AppName: "truth", Agent: root, SessionService: session.InMemoryService(), AutoCreateSession: true,
	})
	if err != nil {
		return 0, err
	}
	msg := genai.NewContentFromText(message, genai.RoleUser)
	for events := 0; msg != nil; {
		turn := msg
		msg = nil
		for ev, err := range r.Run(context.Background(), "user", "session", turn, agent.RunConfig{}) {
			if err != nil {
				return questions, err
			}
			if ev.RequestedInput != nil {
				questions++
				msg = answer(ev.RequestedInput.InterruptID)
			}
			if events++; events == limit {
				return questions, fmt.Errorf("no end after %d events", limit)
			}
		}
	}
	return questions, nil
}

// answer says yes.
func answer(question string) *genai.Content {
	return &genai.Content{Role: genai.RoleUser, Parts: []*genai.Part{{FunctionResponse: &genai.FunctionResponse{
		ID: question, Name: workflow.WorkflowInputFunctionCallName, Response: map[string]any{"response": "yes"},
	}}}}
}
