package guard

import (
	"context"
	"os/exec"
	"slices"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

// Listed runs lines of a list.
func Listed() (tool.InvokableTool, error) {
	return utils.InferTool("listed", "Runs a line.", func(ctx context.Context, in lineArgs) (string, error) {
		if !slices.Contains([]string{"git status", "git log"}, in.Line) {
			return "", errRefused
		}
		out, err := exec.CommandContext(ctx, "sh", "-c", in.Line).Output()
		return string(out), err
	})
}
