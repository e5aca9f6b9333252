// Package custom has agents with a Run function of their own.
package custom

import (
	"iter"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
)

type events = iter.Seq2[*session.Event, error]

func llm(name string) agent.Agent {
	a, _ := llmagent.New(llmagent.Config{Name: name})
	return a
}

// Story writes, improves as long as it takes, and asks before it publishes.
type Story struct{ writer, critic, press agent.Agent }

func (s *Story) run(ctx agent.InvocationContext) events {
	return func(yield func(*session.Event, error) bool) {
		for ev, err := range s.writer.Run(ctx) {
			if !yield(ev, err) {
				return
			}
		}
		for better(ctx) {
			for ev, err := range s.critic.Run(ctx) {
				if !yield(ev, err) {
					return
				}
			}
		}
		if !yield(workflow.NewRequestInputEvent(ctx, session.RequestInput{Message: "Print?"}), nil) {
			return
		}
		for ev, err := range s.press.Run(ctx) {
			if !yield(ev, err) {
				return
			}
		}
	}
}

func better(ctx agent.InvocationContext) bool { return ctx.InvocationID() == "" }

func NewStory() (agent.Agent, error) {
	s := &Story{llm("writer"), llm("critic"), llm("press")}
	return agent.New(agent.Config{Name: "story", SubAgents: []agent.Agent{s.writer, s.critic, s.press}, Run: s.run})
}

// NewBot asks a model without the help of the framework.
func NewBot(m model.LLM) (agent.Agent, error) {
	return agent.New(agent.Config{Name: "bot", Run: func(ctx agent.InvocationContext) events {
		return func(yield func(*session.Event, error) bool) {
			for range m.GenerateContent(ctx, &model.LLMRequest{}, false) {
				yield(&session.Event{}, nil)
			}
		}
	}})
}
