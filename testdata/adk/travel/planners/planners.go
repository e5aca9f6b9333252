// Package planners puts agents side by side, one after the other, and round
// and round.
package planners

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/agent/workflowagents/parallelagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
)

// Clerk returns a model with tools.
func Clerk(m model.LLM, name, task string, tools ...tool.Tool) (agent.Agent, error) {
	return llmagent.New(llmagent.Config{
		Name: name, Model: m, Description: task, Instruction: task, Tools: tools, OutputKey: name,
	})
}

// AtOnce runs its agents in parallel.
func AtOnce(name string, agents ...agent.Agent) (agent.Agent, error) {
	return parallelagent.New(parallelagent.Config{AgentConfig: group(name, agents)})
}

// InTurn runs its agents one after the other.
func InTurn(name string, agents ...agent.Agent) (agent.Agent, error) {
	return sequentialagent.New(sequentialagent.Config{AgentConfig: group(name, agents)})
}

// Until runs its agents in turn until one of them escalates, at most rounds
// times; 0 has no such patience.
func Until(name string, rounds uint, agents ...agent.Agent) (agent.Agent, error) {
	return loopagent.New(loopagent.Config{AgentConfig: group(name, agents), MaxIterations: rounds})
}

func group(name string, agents []agent.Agent) agent.Config {
	return agent.Config{Name: name, Description: "A part of the agency.", SubAgents: agents}
}
