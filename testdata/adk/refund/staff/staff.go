// Package staff hires the agents of the refund desk. Each constructor takes
// what the agent needs and nothing it does not.
package staff

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
)

// An Option changes an agent before it is hired.
type Option func(*llmagent.Config)

// StaysPut keeps an agent from handing the customer on: it answers, and that
// is that.
func StaysPut() Option {
	return func(cfg *llmagent.Config) {
		cfg.DisallowTransferToParent = true
		cfg.DisallowTransferToPeers = true
	}
}

// Gate puts a check in front of every tool of an agent.
func Gate(check llmagent.BeforeToolCallback) Option {
	return func(cfg *llmagent.Config) {
		cfg.BeforeToolCallbacks = append(cfg.BeforeToolCallbacks, check)
	}
}

// Orders knows what was bought and when.
func Orders(m model.LLM, tools []tool.Tool, opts ...Option) (agent.Agent, error) {
	return hire(llmagent.Config{
		Name:        "orders",
		Model:       m,
		Description: "Knows every order.",
		Instruction: "Find the order the customer is talking about.",
		Tools:       tools,
	}, opts)
}

// Billing is the only one with a key to the till.
func Billing(m model.LLM, tools []tool.Tool, opts ...Option) (agent.Agent, error) {
	return hire(llmagent.Config{
		Name:        "billing",
		Model:       m,
		Description: "Pays money back.",
		Instruction: "Pay back what the policy allows, and no cent more.",
		Tools:       tools,
		OutputKey:   "payment",
	}, opts)
}

// Escalation writes to people, in words that people use.
func Escalation(m model.LLM, tools []tool.Tool, opts ...Option) (agent.Agent, error) {
	return hire(llmagent.Config{
		Name:        "escalation",
		Model:       m,
		Description: "Hands hard cases to a person.",
		Instruction: "Describe the case to a colleague in three sentences.",
		Tools:       tools,
	}, opts)
}

// FraudWatch looks for customers who return more than they buy.
func FraudWatch(m model.LLM, opts ...Option) (agent.Agent, error) {
	return hire(llmagent.Config{
		Name:        "fraud_watch",
		Model:       m,
		Description: "Notices patterns.",
		Instruction: "Say whether this looks like fraud, and why.",
	}, opts)
}

func hire(cfg llmagent.Config, opts []Option) (agent.Agent, error) {
	for _, opt := range opts {
		opt(&cfg)
	}
	return llmagent.New(cfg)
}
