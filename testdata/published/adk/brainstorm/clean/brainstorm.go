// Package brainstorm lets three agents take turns at an idea. A round robin is a
// loop agent.
//
//	idea_gen → critic → refiner ↺, until the list is long enough, at most eight times
package brainstorm

import (
	"example.com/adkagents/published/internal/staff"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool/exitlooptool"
)

// New gathers the round.
func New(m model.LLM) (agent.Agent, error) {
	enough, err := exitlooptool.New()
	if err != nil {
		return nil, err
	}
	ideas, err := staff.Agent(m, "idea_gen", "Propose an idea that nobody in {refiner?} has had yet.")
	if err != nil {
		return nil, err
	}
	critic, err := staff.Agent(m, "critic", "Say what is wrong with {idea_gen}, and whether it is worth keeping.")
	if err != nil {
		return nil, err
	}
	refiner, err := staff.Agent(m, "refiner", "Add the best of {idea_gen} and {critic} to the list {refiner?}. Exit when it has five entries.", enough)
	if err != nil {
		return nil, err
	}
	return loopagent.New(loopagent.Config{ // DEFECT(human) structure/human-gate brainstorm: no person takes part, and none has to
		MaxIterations: 8,
		AgentConfig: agent.Config{
			Name:        "brainstorm",
			Description: "Collects ideas.",
			SubAgents:   []agent.Agent{ideas, critic, refiner},
		},
	})
}
