package command

import (
	"context"
	"os/exec"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/creack/pty"
)

type typedArgs struct {
	Line string `json:"line"`
}

// Terminal starts a shell in a terminal, and types what the model says.
func Terminal() (tool.InvokableTool, error) {
	return utils.InferTool("terminal", "Opens a shell.", func(_ context.Context, in typedArgs) (string, error) {
		tty, err := pty.Start(exec.Command("bash")) // want `taint/effect: what a model chooses for "terminal" becomes a command: pty.Start`
		if err != nil {
			return "", err
		}
		lines := make(chan string, 1)
		go func() {
			for line := range lines {
				_, _ = tty.Write([]byte(line))
			}
		}()
		lines <- in.Line + "\n"
		return "typed", nil
	})
}

// Pager types to a program that runs nothing of it.
func Pager() (tool.InvokableTool, error) {
	return utils.InferTool("pager", "Looks for a text.", func(_ context.Context, in typedArgs) (string, error) {
		tty, err := pty.Start(exec.Command("bc", "-q"))
		if err != nil {
			return "", err
		}
		_, err = tty.WriteString(in.Line + "\n")
		return "typed", err
	})
}
