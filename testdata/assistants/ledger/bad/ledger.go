// Package ledger keeps accounts with langchaingo. It closes accounts as a model likes.
package ledger

import (
	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/prompts"
	lctools "github.com/tmc/langchaingo/tools"

	"example.com/assistants/ledger/tools"
)

// Clerk returns the agent that works on accounts.
func Clerk(model llms.Model) *agents.Executor {
	list := []lctools.Tool{lctools.Calculator{}}
	for _, verb := range []string{"open", "read"} {
		list = append(list, tools.Account{Verb: verb})
	}
	list = append(list, &tools.Account{Verb: "read"}, tools.Account{Verb: "close"})
	return agents.NewExecutor(agents.NewOneShotAgent(model, list), agents.WithMaxIterations(4)) // DEFECT(policy) structure/human-gate close_account: it is closed without a question // DEFECT structure/undeclared-tool read_account: two tools have the name
}

// Auditor returns an agent that only reads.
func Auditor(model llms.Model) *agents.Executor {
	return agents.NewExecutor(agents.NewConversationalAgent(model, []lctools.Tool{tools.Account{Verb: "read"}}))
}

// Report returns the chain that writes the report of a day.
func Report(model llms.Model) (*chains.SimpleSequentialChain, error) {
	draft := chains.NewLLMChain(model, prompts.NewPromptTemplate("Draft: {{.input}}", []string{"input"}))
	draft.OutputKey = "input"
	return chains.NewSimpleSequentialChain([]chains.Chain{draft, agents.NewExecutor(agents.NewOneShotAgent(model, nil))})
}
