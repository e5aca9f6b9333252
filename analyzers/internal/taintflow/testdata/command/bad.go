// Package command runs commands that a model has a say in.
package command

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os/exec"
	"strings"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type runArgs struct {
	Line  string `json:"line"`
	Lines int    `json:"lines"`
}

// Run lets the model write a line for the shell.
func Run() (tool.InvokableTool, error) {
	return utils.InferTool("run", "Runs a line.", func(ctx context.Context, in runArgs) (string, error) {
		out, err := exec.CommandContext(ctx, "sh", "-c", in.Line).Output() // want `taint/effect: what a model chooses for "run" becomes a command: exec.CommandContext`
		return string(out), err
	})
}

// RunAny lets the model choose the program, a call away.
func RunAny() (tool.InvokableTool, error) {
	return utils.InferTool("run_any", "Runs a program.", func(ctx context.Context, in runArgs) (string, error) {
		return start(ctx, in.Line)
	})
}

func start(ctx context.Context, program string) (string, error) {
	out, err := exec.CommandContext(ctx, program).Output() // want `taint/effect: what a model chooses for "run_any" becomes a command: exec.CommandContext`
	return string(out), err
}

// Install runs what it fetches, whatever the model says.
func Install() (tool.InvokableTool, error) {
	return utils.InferTool("install", "Installs the helper.", func(ctx context.Context, in runArgs) (string, error) {
		resp, err := http.Get("https://example.com/install.sh")
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		script, err := io.ReadAll(resp.Body)
		if err != nil {
			return "", err
		}
		out, err := exec.CommandContext(ctx, "sh", "-c", string(script)).Output() // want `taint/effect: what is fetched over the network becomes a command: exec.CommandContext`
		return string(out), err
	})
}

// Plan runs a program that runs what the files of a folder say, and the model names the folder.
func Plan() (tool.InvokableTool, error) {
	return utils.InferTool("plan", "Plans a change.", func(ctx context.Context, in runArgs) (string, error) {
		cmd := exec.CommandContext(ctx, "terraform", "plan", "-no-color")
		cmd.Dir = in.Line // want `taint/effect: what a model chooses for "plan" decides in which folder a program runs what it finds there: exec.Cmd.Dir`
		out, err := cmd.Output()
		return string(out), err
	})
}

// Called is how protocols hand arguments over: by name, in a map, in the parameters of a request.
type called struct {
	Params struct {
		Name      string         `json:"name"`
		Arguments map[string]any `json:"arguments"`
	} `json:"params"`
}

// RunNamed takes the line out of the map.
func RunNamed() (tool.InvokableTool, error) {
	return utils.InferTool("run_named", "Runs a line.", func(ctx context.Context, in called) (string, error) {
		line, ok := in.Params.Arguments["line"].(string)
		if !ok {
			return "", errors.New("no line")
		}
		out, err := exec.CommandContext(ctx, "sh", "-c", line).Output() // want `taint/effect: what a model chooses for "run_named" becomes a command: exec.CommandContext`
		return string(out), err
	})
}

// Say puts a text between quotes, with what it takes for quotes: whether that is enough depends on the language.
func Say() (tool.InvokableTool, error) {
	return utils.InferTool("say", "Shows a text.", func(ctx context.Context, in runArgs) (string, error) {
		out, err := exec.CommandContext(ctx, "osascript", "-e", `display dialog "`+escape(in.Line)+`"`).Output() // want `taint/effect: unknown: it is not known whether what a model chooses for "say" becomes a command: exec.CommandContext: ReplaceAll replaces quotes in it, which may be enough`
		return string(out), err
	})
}

func escape(s string) string {
	s = strings.ReplaceAll(s, `\`, `\\`)
	return strings.ReplaceAll(s, `"`, `\"`)
}

var quoted = strings.NewReplacer("'", `'\''`)

// SayAll has the same in a variable.
func SayAll() (tool.InvokableTool, error) {
	return utils.InferTool("say_all", "Shows a text.", func(ctx context.Context, in runArgs) (string, error) {
		out, err := exec.CommandContext(ctx, "sh", "-c", "echo '"+quoted.Replace(in.Line)+"'").Output() // want `taint/effect: unknown: it is not known whether what a model chooses for "say_all" becomes a command: exec.CommandContext: Replace replaces quotes in it, which may be enough`
		return string(out), err
	})
}

// Spell replaces something else.
func Spell() (tool.InvokableTool, error) {
	return utils.InferTool("spell", "Shows a text.", func(ctx context.Context, in runArgs) (string, error) {
		line := strings.NewReplacer("colour", "color").Replace(strings.ReplaceAll(in.Line, "\n", " "))
		out, err := exec.CommandContext(ctx, "sh", "-c", "echo '"+line+"'").Output() // want `taint/effect: what a model chooses for "spell" becomes a command: exec.CommandContext`
		return string(out), err
	})
}

// Fast and Slow share the function that runs what they get.
func Fast() (tool.InvokableTool, error) {
	return utils.InferTool("fast", "Runs a line now.", func(ctx context.Context, in runArgs) (string, error) { return both(ctx, in.Line) })
}

func Slow() (tool.InvokableTool, error) {
	return utils.InferTool("slow", "Runs a line later.", func(ctx context.Context, in runArgs) (string, error) { return both(ctx, in.Line) })
}

func both(ctx context.Context, line string) (string, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", line).Output() // want `taint/effect: what a model chooses for "fast" becomes a command: exec.CommandContext` `taint/effect: what a model chooses for "slow" becomes a command: exec.CommandContext`
	return string(out), err
}

// Up and Down have one handler, which could tell them apart.
func Up() (tool.InvokableTool, error) { return utils.InferTool("up", "Starts.", control) }

func Down() (tool.InvokableTool, error) { return utils.InferTool("down", "Stops.", control) }

func control(ctx context.Context, in runArgs) (string, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", in.Line).Output() // want `taint/effect: what a model chooses for one of "up", "down", which have one handler, becomes a command: exec.CommandContext`
	return string(out), err
}

// Again makes a command of what another one is to run: whether the model chose the program or an argument is not known there.
func Again() (tool.InvokableTool, error) {
	return utils.InferTool("again", "Runs the tests.", func(ctx context.Context, in runArgs) (string, error) {
		return limited(ctx, exec.Command("go", "test", "-run", in.Line))
	})
}

func limited(ctx context.Context, cmd *exec.Cmd) (string, error) {
	out, err := exec.CommandContext(ctx, cmd.Path, cmd.Args[1:]...).Output() // want `taint/effect: unknown: it is not known whether what a model chooses for "again" becomes a command: exec.CommandContext`
	return string(out), err
}
