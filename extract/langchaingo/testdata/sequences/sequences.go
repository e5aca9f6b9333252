// Package sequences has chains one after the other.
package sequences

import (
	"context"
	"fmt"
	"os"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
)

// Review asks a human.
type Review struct{}

func (Review) Call(_ context.Context, in map[string]any) (map[string]any, error) {
	var answer string
	if fmt.Scanln(&answer); answer != "yes" {
		return nil, context.Canceled
	}
	return in, nil
}

// Report writes, looks up, reviews, and publishes where that is wanted.
func Report(model llms.Model) (*chains.SimpleSequentialChain, error) {
	lookup := agents.NewExecutor(agents.NewOneShotAgent(model, []tools.Tool{tools.Calculator{}}))
	inner, err := chains.NewSequentialChain([]chains.Chain{chains.NewLLMChain(model, "a"), lookup}, nil, nil)
	if err != nil {
		return nil, err
	}
	list := []chains.Chain{inner, chains.NewLLMChain(model, "b"), chains.NewLLMChain(model, "c"), Review{}}
	if os.Getenv("PUBLISH") != "" {
		list = append(list, chains.NewTransform(nil, nil, nil))
	}
	return chains.NewSimpleSequentialChain(list)
}

// Given has chains that its caller gives.
func Given(first chains.Chain, rest []chains.Chain) {
	chains.NewSimpleSequentialChain(append([]chains.Chain{first}, rest...))
}
