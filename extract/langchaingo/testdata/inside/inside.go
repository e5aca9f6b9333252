// Package inside has chains that run others, and code.
package inside

import (
	"context"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
)

// Code has functions that ask a model, call a tool, and run a chain.
func Code(model llms.Model, inner chains.Chain) {
	ask := func(ctx context.Context, in map[string]any) (map[string]any, error) {
		_, err := model.Call(ctx, "")
		return in, err
	}
	use := func(ctx context.Context, in map[string]any) (map[string]any, error) {
		_, err := tools.Tool(tools.Calculator{}).Call(ctx, "1+1")
		return in, err
	}
	run := func(ctx context.Context, in map[string]any) (map[string]any, error) {
		_, err := chains.Run(ctx, inner, "")
		return in, err
	}
	none := func(_ context.Context, in map[string]any) (map[string]any, error) { return in, nil }
	chains.NewSimpleSequentialChain([]chains.Chain{
		chains.NewTransform(ask, nil, nil), chains.NewTransform(use, nil, nil), chains.NewTransform(run, nil, nil),
		chains.NewTransform(none, nil, nil), &Delegates{inner},
	})
}

// Delegates is a chain of the program's own.
type Delegates struct{ to chains.Chain }

func (d *Delegates) Call(ctx context.Context, in map[string]any) (map[string]any, error) {
	return d.to.Call(ctx, in)
}

// Documents has chains that are made with others: models, an agent, and a literal.
func Documents(model llms.Model) {
	executor := agents.NewExecutor(agents.NewOneShotAgent(model, []tools.Tool{tools.Calculator{}}))
	chains.NewSimpleSequentialChain([]chains.Chain{
		chains.NewRetrievalQA(chains.NewLLMChain(model, ""), nil), chains.NewRetrievalQA(executor, nil),
		&chains.LLMChain{}, chains.RetrievalQA{CombineDocumentsChain: executor},
	})
}

// Replaced gives a chain an agent later.
func Replaced(model llms.Model) {
	qa := chains.NewRetrievalQA(chains.NewLLMChain(model, ""), nil)
	qa.CombineDocumentsChain = agents.NewExecutor(agents.NewOneShotAgent(model, []tools.Tool{tools.Calculator{}}))
	chains.NewSimpleSequentialChain([]chains.Chain{qa})
}
