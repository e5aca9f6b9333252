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

// Equal runs two programs, and asks a function that compares.
func Equal() (tool.InvokableTool, error) {
	return utils.InferTool("equal", "Runs a program.", func(ctx context.Context, in programArgs) (string, error) {
		if !same(in.Program, "date") && !same(in.Program, "uptime") {
			return "", errRefused
		}
		out, err := exec.CommandContext(ctx, in.Program).Output()
		return string(out), err
	})
}

func same(a, b string) bool { return a == b }
