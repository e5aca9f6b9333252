// Package bad is an agent that looks after files. Nothing limits its steps, and two of
// its tools have one name, of which only the last runs.
package bad

import (
	"context"
	"fmt"
	"os"

	"charm.land/fantasy"
)

type pathArgs struct {
	Path string `json:"path" description:"a file"`
}

// confirmed asks the human at the terminal.
func confirmed(what string) bool {
	fmt.Printf("%s? [y/N] ", what)
	var answer string
	fmt.Scanln(&answer)
	switch answer {
	case "y", "yes":
		return true
	}
	return false
}

// empty asks, and does not wait for a yes.
func empty(ctx context.Context, in pathArgs, _ fantasy.ToolCall) (fantasy.ToolResponse, error) {
	if !confirmed("empty " + in.Path) { // DEFECT(strict) delegation/gate-ignored empty_file: it says that the user refused, and goes on
		fmt.Println("as you like")
	}
	root, err := os.OpenRoot(".")
	if err != nil {
		return fantasy.ToolResponse{}, err
	}
	defer root.Close()
	return fantasy.NewTextResponse("empty"), root.WriteFile(in.Path, nil, 0o600)
}

// Files returns the agent.
func Files(model fantasy.LanguageModel) fantasy.Agent {
	actions := map[string]func(string) error{
		"remove_file": os.Remove,
		"make_folder": func(path string) error { return os.Mkdir(path, 0o755) }, // DEFECT taint/effect make_folder: any path of the machine
	}
	var list []fantasy.AgentTool
	for _, name := range []string{"make_folder", "remove_file"} {
		list = append(list, fantasy.NewAgentTool(name, "Does what its name says.",
			func(ctx context.Context, in pathArgs, _ fantasy.ToolCall) (fantasy.ToolResponse, error) {
				if err := actions[name](in.Path); err != nil {
					return fantasy.NewTextErrorResponse(err.Error()), nil
				}
				return fantasy.NewTextResponse("done"), nil
			}))
	}
	list = append(list, fantasy.NewAgentTool("remove_file", "Removes a file or a folder.",
		func(ctx context.Context, in pathArgs, _ fantasy.ToolCall) (fantasy.ToolResponse, error) {
			return fantasy.NewTextResponse("done"), os.RemoveAll(in.Path) // DEFECT taint/effect remove_file: any path of the machine
		}))
	list = append(list, fantasy.NewAgentTool("empty_file", "Empties a file.", empty))
	return fantasy.NewAgent(model, fantasy.WithTools(list...), // DEFECT structure/undeclared-tool remove_file: two tools have the name, the last runs // DEFECT structure/human-gate remove_file: nobody is asked, and its code removes files
		fantasy.WithStopConditions(fantasy.HasToolCall("finish"))) // no tool has that name
}
