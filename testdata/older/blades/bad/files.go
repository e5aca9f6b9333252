// Package bad is an agent that looks after files and asks nobody. Two of its tools
// have one name, of which the second never runs.
package bad

import (
	"context"
	"os"

	"github.com/go-kratos/blades"
	"github.com/go-kratos/blades/tools"
)

type pathArgs struct {
	Path string `json:"path"`
}

type result struct {
	Text string `json:"text"`
}

func tool(name string, do func(string) error) (tools.Tool, error) {
	return tools.NewFunc(name, "Does what its name says.", tools.HandleFunc[pathArgs, result](
		func(ctx context.Context, in pathArgs) (result, error) { return result{"done"}, do(in.Path) }))
}

// Files returns the agent.
func Files(model blades.ModelProvider) (blades.Agent, error) {
	file, err := tool("remove", os.Remove)
	if err != nil {
		return nil, err
	}
	folder, err := tool("remove", os.RemoveAll)
	if err != nil {
		return nil, err
	}
	return blades.NewAgent("files", blades.WithProvider(model),
		blades.WithTools(file, folder), blades.WithMaxIterations(4))
}
