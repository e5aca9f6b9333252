// Package clean is an agent that looks after files. It asks before it removes one,
// and gives up after six steps.
package clean

import (
	"context"
	"fmt"
	"os"
	"strings"

	"charm.land/fantasy"
)

type pathArgs struct {
	Path string `json:"path" description:"a file below the working directory"`
}

type searchArgs struct {
	Text string `json:"text" description:"what to look for"`
}

// confirmed asks the human at the terminal.
func confirmed(what string) bool {
	fmt.Printf("%s? [y/N] ", what)
	var answer string
	fmt.Scanln(&answer)
	return answer == "y"
}

func remove(ctx context.Context, in pathArgs, _ fantasy.ToolCall) (fantasy.ToolResponse, error) {
	if !confirmed("remove " + in.Path) {
		return fantasy.NewTextResponse("the user refused"), nil
	}
	root, err := os.OpenRoot(".")
	if err != nil {
		return fantasy.ToolResponse{}, err
	}
	defer root.Close()
	if err := root.Remove(in.Path); err != nil {
		return fantasy.NewTextErrorResponse(err.Error()), nil
	}
	return fantasy.NewTextResponse("removed"), nil
}

func search(ctx context.Context, in searchArgs, _ fantasy.ToolCall) (fantasy.ToolResponse, error) {
	entries, err := os.ReadDir(".")
	if err != nil {
		return fantasy.ToolResponse{}, err
	}
	var found []string
	for _, e := range entries {
		if strings.Contains(e.Name(), in.Text) {
			found = append(found, e.Name())
		}
	}
	return fantasy.NewTextResponse(strings.Join(found, "\n")), nil
}

// Files returns the agent.
func Files(model fantasy.LanguageModel) fantasy.Agent {
	list := []fantasy.AgentTool{
		fantasy.NewParallelAgentTool("search_files", "Finds files by a part of their name.", search),
		fantasy.NewAgentTool("remove_file", "Removes a file.", remove),
	}
	return fantasy.NewAgent(model,
		fantasy.WithSystemPrompt("You look after the files of this directory."),
		fantasy.WithTools(list...),
		fantasy.WithStopConditions(fantasy.StepCountIs(6)))
}
