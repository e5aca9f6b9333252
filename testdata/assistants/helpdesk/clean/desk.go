// Package helpdesk hands users over to specialists. Somebody is asked before a password changes.
package helpdesk

import (
	"context"

	"github.com/nlpodyssey/openai-agents-go/agents"

	"example.com/assistants/helpdesk/tools"
)

// subjects are those of specialists without tools of their own.
var subjects = []string{"printers", "networks"}

// Agents returns the agent that talks first.
func Agents() *agents.Agent {
	accounts := tools.Specialist("accounts", tools.AskedReset())
	triage := &agents.Agent{Name: "triage", AgentHandoffs: []*agents.Agent{accounts}}
	for _, subject := range subjects {
		expert := tools.Specialist(subject)
		expert.Handoffs = append(expert.Handoffs, agents.HandoffFromAgent(agents.HandoffFromAgentParams{Agent: triage}))
		triage.AgentHandoffs = append(triage.AgentHandoffs, expert)
	}
	triage.AddTool(tools.Translator().AsTool(agents.AgentAsToolParams{ToolName: "translate", ToolDescription: "Translates."}))
	accounts.AgentHandoffs = []*agents.Agent{triage}
	return triage
}

// Answer runs a conversation.
func Answer(ctx context.Context, model agents.ModelProvider, question string) (string, error) {
	runner := agents.Runner{Config: agents.RunConfig{ModelProvider: model, MaxTurns: 6, TracingDisabled: true}}
	result, err := runner.Run(ctx, Agents(), question)
	if err != nil {
		return "", err
	}
	s, _ := result.FinalOutput.(string)
	return s, nil
}
