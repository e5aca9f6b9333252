// Package main makes agents with tools of every kind: of functions and closures, of
// a table, of another package, of a type of its own, of the model's provider.
package main

import (
	"context"
	"fmt"
	"os"

	"charm.land/fantasy"
	"example.com/golden/agents/tools"
)

type removeArgs struct {
	Path string `json:"path"`
}

func remove(ctx context.Context, in removeArgs, _ fantasy.ToolCall) (fantasy.ToolResponse, error) {
	return fantasy.NewTextResponse("removed"), os.Remove(in.Path)
}

// asked removes a file if a human agrees.
func asked(ctx context.Context, in removeArgs, call fantasy.ToolCall) (fantasy.ToolResponse, error) {
	var answer string
	fmt.Scanln(&answer)
	if answer != "y" {
		return fantasy.NewTextResponse("refused"), nil
	}
	return remove(ctx, in, call)
}

type clock struct{ fantasy.ProviderOptions }

func (clock) Info() fantasy.ToolInfo {
	return fantasy.ToolInfo{Name: "clock", Description: "tells the time", Parameters: map[string]any{"zone": map[string]any{"type": "string"}}}
}

func (clock) Run(context.Context, fantasy.ToolCall) (fantasy.ToolResponse, error) {
	return fantasy.NewTextResponse("noon"), nil
}

type full struct{ clock }

func (full) ProviderOptions() fantasy.ProviderOptions   { return nil }
func (full) SetProviderOptions(fantasy.ProviderOptions) {}

func assistant(model fantasy.LanguageModel) fantasy.Agent {
	var list []fantasy.AgentTool
	for name, fn := range map[string]func(context.Context, removeArgs, fantasy.ToolCall) (fantasy.ToolResponse, error){
		"remove": remove, "ask_remove": asked,
	} {
		list = append(list, fantasy.NewAgentTool(name, "removes a file", fn))
	}
	list = append(list, tools.Search(), full{})
	return fantasy.NewAgent(model,
		fantasy.WithSystemPrompt("help"),
		fantasy.WithTools(list...),
		fantasy.WithProviderDefinedTools(fantasy.ProviderDefinedTool{ID: "openai.web_search", Name: "web_search"}),
		fantasy.WithStopConditions(fantasy.HasToolCall("remove"), fantasy.StepCountIs(8), fantasy.StepCountIs(5)))
}

func named(model fantasy.LanguageModel) fantasy.Agent {
	return fantasy.NewAgent(model, fantasy.WithTools(tools.Named(os.Getenv("TOOL"))))
}

func main() {
	assistant(nil).Generate(context.Background(), fantasy.AgentCall{Prompt: "hello"})
	named(nil).Generate(context.Background(), fantasy.AgentCall{Prompt: "hello"})
}
