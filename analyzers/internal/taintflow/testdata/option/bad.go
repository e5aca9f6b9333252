// Package option runs programs for a model.
package option

import (
	"context"
	"os/exec"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type repoArgs struct {
	Repo    string `json:"repo"`
	Pattern string `json:"pattern"`
}

// Clone clones what may be no repository.
func Clone() (tool.InvokableTool, error) {
	return utils.InferTool("clone", "Clones a repository.", func(ctx context.Context, in repoArgs) (string, error) {
		return output(exec.CommandContext(ctx, "git", "clone", "--depth", "1", in.Repo, "work")) // want `taint/option: what a model chooses for "clone" may be an option of a program that runs or writes something: exec.CommandContext`
	})
}

// Search looks for what may be no pattern, by way of a wrapper.
func Search() (tool.InvokableTool, error) {
	return utils.InferTool("search", "Searches the sources.", func(ctx context.Context, in repoArgs) (string, error) {
		return run(ctx, "rg", "-n", in.Pattern, ".")
	})
}

func run(ctx context.Context, name string, args ...string) (string, error) {
	return output(exec.CommandContext(ctx, name, args...)) // want `taint/option: what a model chooses for "search" may be an option of a program that runs or writes something: exec.CommandContext`
}

func output(cmd *exec.Cmd) (string, error) {
	out, err := cmd.Output()
	return string(out), err
}
