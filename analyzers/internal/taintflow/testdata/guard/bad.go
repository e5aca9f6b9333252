// Package guard has checks in front of what a model runs, most of which look right and are not: the
// witness tells why each does not stop it.
package guard

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type lineArgs struct {
	Line string `json:"line"`
}

var errRefused = errors.New("refused")

// Denied refuses some texts.
func Denied() (tool.InvokableTool, error) {
	denied := []string{"rm -rf", "mkfs", "shutdown"}
	return utils.InferTool("denied", "Runs a line.", func(ctx context.Context, in lineArgs) (string, error) {
		for _, text := range denied {
			if strings.Contains(in.Line, text) {
				return "", errRefused
			}
		}
		out, err := exec.CommandContext(ctx, "sh", "-c", in.Line).Output() // want `taint/effect: what a model chooses for "denied" becomes a command`
		return string(out), err
	})
}

// Began looks at how the line begins, and a shell goes on behind that.
func Began() (tool.InvokableTool, error) {
	return utils.InferTool("began", "Runs a line.", func(ctx context.Context, in lineArgs) (string, error) {
		if !strings.HasPrefix(in.Line, "ls ") && !strings.HasPrefix(in.Line, "git ") {
			return "", errRefused
		}
		out, err := exec.CommandContext(ctx, "sh", "-c", in.Line).Output() // want `taint/effect: what a model chooses for "began" becomes a command`
		return string(out), err
	})
}

// First looks at the first word.
func First() (tool.InvokableTool, error) {
	safe := map[string]bool{"ls": true, "git": true}
	return utils.InferTool("first", "Runs a line.", func(ctx context.Context, in lineArgs) (string, error) {
		words := strings.Fields(in.Line)
		if len(words) == 0 || !safe[words[0]] {
			return "", errRefused
		}
		out, err := exec.CommandContext(ctx, "sh", "-c", in.Line).Output() // want `taint/effect: what a model chooses for "first" becomes a command`
		return string(out), err
	})
}

var dangerous = regexp.MustCompile(`rm\s+-rf`)

// Asked asks a function of its own.
func Asked() (tool.InvokableTool, error) {
	return utils.InferTool("asked", "Runs a line.", func(ctx context.Context, in lineArgs) (string, error) {
		if err := check(in.Line); err != nil {
			return "", err
		}
		out, err := exec.CommandContext(ctx, "sh", "-c", in.Line).Output() // want `taint/effect: what a model chooses for "asked" becomes a command`
		return string(out), err
	})
}

func check(line string) error {
	if dangerous.MatchString(line) {
		return errRefused
	}
	return nil
}

// Marked looks for a mark and runs the line anyway: nothing is refused, and nothing is said of it.
func Marked() (tool.InvokableTool, error) {
	return utils.InferTool("marked", "Runs a line.", func(ctx context.Context, in lineArgs) (string, error) {
		shell := "sh"
		if strings.Contains(in.Line, "[[") {
			shell = "bash"
		}
		out, err := exec.CommandContext(ctx, shell, "-c", in.Line).Output() // want `taint/effect: what a model chooses for "marked" becomes a command`
		return string(out), err
	})
}

// Replaced looks for a text in the file, which says nothing of the line.
func Replaced() (tool.InvokableTool, error) {
	return utils.InferTool("replaced", "Runs a line on a file that has it.", func(ctx context.Context, in lineArgs) (string, error) {
		data, err := os.ReadFile("notes/" + filepath.Base(in.Line))
		if err != nil || !strings.Contains(string(data), "yes") {
			return "", errRefused
		}
		out, err := exec.CommandContext(ctx, "sh", "-c", in.Line).Output() // want `taint/effect: what a model chooses for "replaced" becomes a command`
		return string(out), err
	})
}

type programArgs struct {
	Program   string   `json:"program"`
	Arguments []string `json:"arguments"`
}

// Named refuses some programs, and lets all others run.
func Named() (tool.InvokableTool, error) {
	return utils.InferTool("named", "Runs a program.", func(ctx context.Context, in programArgs) (string, error) {
		if err := checkProgram(in.Program, in.Arguments); err != nil {
			return "", err
		}
		out, err := exec.CommandContext(ctx, in.Program, in.Arguments...).Output() // want `taint/effect: what a model chooses for "named" becomes a command`
		return string(out), err
	})
}

func checkProgram(name string, args []string) error {
	switch {
	case name == "rm" && has(args, "/"):
		return errRefused
	case strings.HasPrefix(name, "mkfs"):
		return errRefused
	}
	return nil
}

func has(args []string, want string) bool {
	for _, arg := range args {
		if arg == want {
			return true
		}
	}
	return false
}
