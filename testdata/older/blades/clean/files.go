// Package clean is an agent that looks after files, with a helper that searches.
package clean

import (
	"context"
	"fmt"
	"os"

	"github.com/go-kratos/blades"
	"github.com/go-kratos/blades/tools"
)

type removeArgs struct {
	Path string `json:"path"`
}

type result struct {
	Text string `json:"text"`
}

func remove(ctx context.Context, in removeArgs) (result, error) {
	fmt.Printf("remove %s? [y/N] ", in.Path)
	var answer string
	fmt.Scanln(&answer)
	if answer != "y" {
		return result{"the user refused"}, nil
	}
	root, err := os.OpenRoot(".")
	if err != nil {
		return result{}, err
	}
	defer root.Close()
	return result{"removed"}, root.Remove(in.Path)
}

type searchArgs struct {
	Pattern string `json:"pattern"`
}

func search(ctx context.Context, in searchArgs) (result, error) {
	return result{"nothing found"}, nil
}

// Files returns the agent.
func Files(model blades.ModelProvider) (blades.Agent, error) {
	find, err := tools.NewFunc("search_files", "Finds files.", tools.HandleFunc[searchArgs, result](search))
	if err != nil {
		return nil, err
	}
	finder, err := blades.NewAgent("finder", blades.WithProvider(model), blades.WithTools(find), blades.WithMaxIterations(3))
	if err != nil {
		return nil, err
	}
	drop, err := tools.NewFunc("remove_file", "Removes a file.", tools.HandleFunc[removeArgs, result](remove))
	if err != nil {
		return nil, err
	}
	return blades.NewAgent("files", blades.WithProvider(model),
		blades.WithInstructions("You look after the files of this directory."),
		blades.WithTools(drop, blades.NewAgentTool(finder)))
}
