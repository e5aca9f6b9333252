package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type envArgs struct {
	Env   map[string]string `json:"env"`
	Extra []string          `json:"extra"`
	Name  string            `json:"name"`
	Value string            `json:"value"`
}

// Test runs one program, with variables of the model's choice.
func Test() (tool.InvokableTool, error) {
	return utils.InferTool("test", "Runs the tests.", func(ctx context.Context, in envArgs) (string, error) {
		cmd := exec.CommandContext(ctx, "go", "test", "./...")
		cmd.Env = os.Environ()
		for k, v := range in.Env {
			cmd.Env = append(cmd.Env, k+"="+v) // want `taint/effect: what a model chooses for "test" decides which variables are in the environment of a program: exec.Cmd.Env`
		}
		out, err := cmd.Output()
		return string(out), err
	})
}

// TestWith takes whole entries.
func TestWith() (tool.InvokableTool, error) {
	return utils.InferTool("test_with", "Runs the tests.", func(ctx context.Context, in envArgs) (string, error) {
		cmd := exec.CommandContext(ctx, "go", "test", "./...")
		cmd.Env = append(os.Environ(), in.Extra...) // want `taint/effect: what a model chooses for "test_with" decides which variables are in the environment of a program: exec.Cmd.Env`
		out, err := cmd.Output()
		return string(out), err
	})
}

// Export changes the environment of the program itself, and of all that it starts.
func Export() (tool.InvokableTool, error) {
	return utils.InferTool("export", "Sets a variable.", func(ctx context.Context, in envArgs) (string, error) {
		return "", os.Setenv(in.Name, in.Value) // want `taint/effect: what a model chooses for "export" decides which variables are in the environment of a program: os.Setenv`
	})
}

// Format writes the entry with a format.
func Format() (tool.InvokableTool, error) {
	return utils.InferTool("format", "Formats a file.", func(ctx context.Context, in envArgs) (string, error) {
		cmd := exec.CommandContext(ctx, "gofmt", "-l", ".")
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s", in.Name, "1")) // want `taint/effect: what a model chooses for "format" decides which variables are in the environment of a program: exec.Cmd.Env`
		out, err := cmd.Output()
		return string(out), err
	})
}

// Any runs any line: that it chooses the environment, too, is nothing new.
func Any() (tool.InvokableTool, error) {
	return utils.InferTool("any", "Runs a line.", func(ctx context.Context, in envArgs) (string, error) {
		cmd := exec.CommandContext(ctx, "sh", "-c", in.Value) // want `taint/effect: what a model chooses for "any" becomes a command: exec.CommandContext`
		cmd.Env = append(os.Environ(), in.Extra...)
		out, err := cmd.Output()
		return string(out), err
	})
}

var name = regexp.MustCompile(`^[A-Z_]+$`)

// Named asks for a name, and PATH is one.
func Named() (tool.InvokableTool, error) {
	return utils.InferTool("named", "Runs the tests.", func(ctx context.Context, in envArgs) (string, error) {
		if !name.MatchString(in.Name) {
			return "", errors.New("no name: " + in.Name)
		}
		cmd := exec.CommandContext(ctx, "go", "test", "./...")
		cmd.Env = append(os.Environ(), in.Name+"="+in.Value) // want `taint/effect: what a model chooses for "named" decides which variables are in the environment of a program: exec.Cmd.Env`
		out, err := cmd.Output()
		return string(out), err
	})
}

// TestCase gives one variable the value that the model chooses, and others whose names begin as the program says.
func TestCase() (tool.InvokableTool, error) {
	return utils.InferTool("test_case", "Runs the tests.", func(ctx context.Context, in envArgs) (string, error) {
		cmd := exec.CommandContext(ctx, "go", "test", "./...")
		cmd.Env = append(os.Environ(), "CASE="+in.Value, fmt.Sprintf("LEVEL=%s", in.Value))
		for k, v := range in.Env {
			cmd.Env = append(cmd.Env, "CASE_"+k+"="+v)
		}
		out, err := cmd.Output()
		return string(out), err
	})
}

var settable = map[string]bool{"CASE": true, "LEVEL": true}

// TestAllowed looks names up.
func TestAllowed() (tool.InvokableTool, error) {
	return utils.InferTool("test_allowed", "Runs the tests.", func(ctx context.Context, in envArgs) (string, error) {
		cmd := exec.CommandContext(ctx, "go", "test", "./...")
		for k, v := range in.Env {
			if !settable[k] {
				return "", errors.New("no such setting: " + k)
			}
			cmd.Env = append(cmd.Env, k+"="+v)
		}
		out, err := cmd.Output()
		return string(out), err
	})
}

// TestPrefixed asks for a prefix.
func TestPrefixed() (tool.InvokableTool, error) {
	return utils.InferTool("test_prefixed", "Runs the tests.", func(ctx context.Context, in envArgs) (string, error) {
		if !strings.HasPrefix(in.Name, "CASE_") {
			return "", errors.New("no such setting: " + in.Name)
		}
		cmd := exec.CommandContext(ctx, "go", "test", "./...")
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s", in.Name, in.Value))
		out, err := cmd.Output()
		return string(out), err
	})
}
