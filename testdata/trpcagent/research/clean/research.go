// Package clean is a research team that revises three times.
package clean

import (
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/chainagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/cycleagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/parallelagent"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/team"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	agenttool "trpc.group/trpc-go/trpc-agent-go/tool/agent"

	"example.com/trpcagents/research/kit"
)

// Pipeline gathers, writes and revises.
func Pipeline(m model.Model) agent.Agent {
	gather := parallelagent.New("gather", parallelagent.WithSubAgents(kit.Members(
		kit.Agent(m, "web", "search_web"), kit.Agent(m, "papers", "search_papers"))))
	revise := cycleagent.New("revise", cycleagent.WithSubAgents(kit.Members(kit.Agent(m, "writer"), kit.Agent(m, "critic"))), cycleagent.WithMaxIterations(3))
	return chainagent.New("pipeline", chainagent.WithSubAgents(kit.Members(gather, revise)))
}

// Office hands over, and calls an expert.
func Office(m model.Model) agent.Agent {
	expert := kit.Agent(m, "expert", "search_papers")
	return llmagent.New("office", llmagent.WithModel(m), llmagent.WithMaxLLMCalls(12),
		llmagent.WithSubAgents(kit.Members(kit.Agent(m, "statistics"), kit.Agent(m, "layout"))),
		llmagent.WithTools([]tool.Tool{agenttool.NewTool(expert), kit.Tool("publish")}))
}

// Teams returns a team with a coordinator and one without.
func Teams(m model.Model) ([]agent.Agent, error) {
	crew, err := team.New(kit.Agent(m, "lead", "plan"), kit.Members(kit.Agent(m, "coder", "run_code"), kit.Agent(m, "tester")))
	if err != nil {
		return nil, err
	}
	swarm, err := team.NewSwarm("swarm", "front", kit.Members(kit.Agent(m, "front"), kit.Agent(m, "back")),
		team.WithSwarmConfig(team.SwarmConfig{MaxHandoffs: 4}))
	return kit.Members(crew, swarm), err
}
