// Command wrapped runs tools in two places: those that say that they need an approval where
// somebody is asked, and the others where nobody is.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"shapes/model"
)

type tool interface {
	Name() string
	NeedsApproval() bool
	Execute(args string) string
}

// remove needs one, read needs none, and whether write does, it was told.
type (
	remove struct{}
	read   struct{}
	write  struct{ careful bool }
)

func (remove) Name() string        { return "remove" }
func (remove) NeedsApproval() bool { return true }
func (remove) Execute(path string) string {
	os.Remove(path)
	return path + " is gone"
}

func (read) Name() string        { return "read" }
func (read) NeedsApproval() bool { return false }
func (read) Execute(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func (*write) Name() string          { return "write" }
func (w *write) NeedsApproval() bool { return w.careful }
func (*write) Execute(path string) string {
	os.WriteFile(path, nil, 0o600)
	return path + " is written"
}

// quiet is remove, and needs none; loud is quiet, and needs one again.
type (
	quiet struct{ remove }
	loud  struct{ quiet }
)

func (quiet) Name() string        { return "quiet" }
func (quiet) NeedsApproval() bool { return false }

func (loud) Name() string        { return "loud" }
func (loud) NeedsApproval() bool { return true }

func confirm(what string) bool {
	fmt.Printf("%s? ", what)
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	return err == nil && strings.TrimSpace(line) == "yes"
}

func execute(t tool, args string) string {
	if !t.NeedsApproval() {
		return t.Execute(args)
	}
	if !confirm(t.Name()) {
		return "denied"
	}
	return t.Execute(args)
}

func main() {
	tools := map[string]tool{}
	for _, t := range []tool{remove{}, read{}, quiet{}, loud{}, &write{careful: len(os.Args) > 2}} {
		tools[t.Name()] = t
	}
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			if t := tools[call.Function.Name]; t != nil {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: execute(t, call.Function.Arguments)})
			}
		}
	}
}
