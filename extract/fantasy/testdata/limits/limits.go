// Package limits has agents that differ in what ends their runs.
package limits

import (
	"context"
	"os"

	"charm.land/fantasy"
	"example.com/golden/agents/tools"
)

// Endless has no limit: that it stops at a tool limits nothing.
func Endless(m fantasy.LanguageModel) fantasy.Agent {
	return fantasy.NewAgent(m, fantasy.WithTools(tools.Search()), fantasy.WithStopConditions(fantasy.HasToolCall("search")))
}

// Tokens ends when it has used too many.
func Tokens(m fantasy.LanguageModel) fantasy.Agent {
	return fantasy.NewAgent(m, fantasy.WithStopConditions(fantasy.MaxTokensUsed(1000)))
}

// Own has a condition of the program's own.
func Own(m fantasy.LanguageModel) fantasy.Agent {
	return fantasy.NewAgent(m, fantasy.WithStopConditions(func([]fantasy.StepResult) bool { return os.Getenv("STOP") != "" }))
}

// Configured has a limit in some configurations only.
func Configured(m fantasy.LanguageModel) fantasy.Agent {
	var opts []fantasy.AgentOption
	if os.Getenv("LIMIT") != "" {
		opts = append(opts, fantasy.WithStopConditions(fantasy.StepCountIs(3)))
	}
	return fantasy.NewAgent(m, opts...)
}

// Given has the limit of its caller.
func Given(m fantasy.LanguageModel, steps int, opts ...fantasy.AgentOption) fantasy.Agent {
	return fantasy.NewAgent(m, append(opts, fantasy.WithStopConditions(fantasy.StepCountIs(steps)))...)
}

// Replaced has a limit that a call replaces with a higher one, and a step that gets
// another tool.
func Replaced(ctx context.Context, m fantasy.LanguageModel) {
	a := fantasy.NewAgent(m, fantasy.WithStopConditions(fantasy.StepCountIs(3)))
	a.Generate(ctx, fantasy.AgentCall{Prompt: "short"})
	a.Generate(ctx, fantasy.AgentCall{
		StopWhen: []fantasy.StopCondition{fantasy.StepCountIs(30)},
		PrepareStep: func(ctx context.Context, o fantasy.PrepareStepFunctionOptions) (context.Context, fantasy.PrepareStepResult, error) {
			return ctx, fantasy.PrepareStepResult{Tools: []fantasy.AgentTool{tools.Search()}}, nil
		},
	})
}
