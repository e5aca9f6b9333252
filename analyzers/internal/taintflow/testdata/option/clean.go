package option

import (
	"context"
	"errors"
	"os/exec"
	"strings"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

// CloneOnly ends the options first.
func CloneOnly() (tool.InvokableTool, error) {
	return utils.InferTool("clone_only", "Clones a repository.", func(ctx context.Context, in repoArgs) (string, error) {
		return output(exec.CommandContext(ctx, "git", "clone", "--depth", "1", "--", in.Repo, "work"))
	})
}

// CloneOf has a prefix.
func CloneOf() (tool.InvokableTool, error) {
	return utils.InferTool("clone_of", "Clones a repository.", func(ctx context.Context, in repoArgs) (string, error) {
		return output(exec.CommandContext(ctx, "git", "clone", "https://example.com/"+in.Repo, "work"))
	})
}

// CloneChecked looks first.
func CloneChecked() (tool.InvokableTool, error) {
	return utils.InferTool("clone_checked", "Clones a repository.", func(ctx context.Context, in repoArgs) (string, error) {
		if strings.HasPrefix(in.Repo, "-") {
			return "", errors.New("no repository")
		}
		return output(exec.CommandContext(ctx, "git", "clone", in.Repo, "work"))
	})
}

// SearchOnly says that it is a pattern.
func SearchOnly() (tool.InvokableTool, error) {
	return utils.InferTool("search_only", "Searches the sources.", func(ctx context.Context, in repoArgs) (string, error) {
		return run(ctx, "rg", "-n", "-e", in.Pattern, ".")
	})
}
