// Command handoffs has agents that hand over to each other in all ways.
package main

import (
	"context"
	"os"

	"github.com/nlpodyssey/openai-agents-go/agents"

	"example.com/golden/handoffs/team"
)

func main() {
	ctx := context.Background()
	refunds := &agents.Agent{Name: "Refund Desk"}
	sales := team.Member("sales", refunds)
	triage := agents.Agent{Name: "triage", AgentHandoffs: []*agents.Agent{sales}}
	triage.Handoffs = append(triage.Handoffs, agents.HandoffFromAgent(agents.HandoffFromAgentParams{
		Agent: refunds, ToolNameOverride: "escalate",
	}))
	refunds.AgentHandoffs = append(refunds.AgentHandoffs, &triage) // and back
	if os.Getenv("NIGHT") != "" {
		sales.AgentHandoffs = append(sales.AgentHandoffs, team.Member("night"))
	}
	agents.Run(ctx, &triage, "help")

	writer := team.Member("writer")
	lead := agents.New("lead").WithTools(
		writer.AsTool(agents.AgentAsToolParams{ToolDescription: "Writes."}),
		team.Member("group", team.Member("expert")).AsTool(agents.AgentAsToolParams{ToolName: "ask_group"}),
	)
	runner := agents.Runner{Config: agents.RunConfig{MaxTurns: 3}}
	runner.Run(ctx, lead, "write")

	own := agents.New("own").WithHandoffs(agents.Handoff{
		ToolName: "to_writer", OnInvokeHandoff: func(context.Context, string) (*agents.Agent, error) { return writer, nil },
	})
	agents.Runner{Config: agents.RunConfig{MaxTurns: turns()}}.Run(ctx, own, "go")
}

func turns() uint64 { return uint64(len(os.Args)) }
