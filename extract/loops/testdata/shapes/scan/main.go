// Command scan compares the name with what each tool says of itself; a name is a field of
// one, and a constant of another.
package main

import (
	"context"
	"os"

	"shapes/model"
)

type tool interface {
	Name() string
	IsSafe(args string) bool
	Run(ctx context.Context, args string) (string, error)
}

type reader struct{}

func (reader) Name() string       { return "read" }
func (reader) IsSafe(string) bool { return true }
func (reader) Run(_ context.Context, args string) (string, error) {
	data, err := os.ReadFile(args)
	return string(data), err
}

type command struct {
	name string
	run  func(string) error
}

func newCommand(name string, run func(string) error) *command { return &command{name, run} }

func (c *command) Name() string       { return c.name }
func (c *command) IsSafe(string) bool { return false }
func (c *command) Run(_ context.Context, args string) (string, error) {
	return "", c.run(args)
}

func main() {
	tools := []tool{reader{}, newCommand("remove", os.Remove), newCommand("empty", os.RemoveAll)}
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for i := 0; i < 20; i++ {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: dispatch(tools, call)})
		}
	}
}

func dispatch(tools []tool, call model.Call) string {
	for _, t := range tools {
		if t.Name() == call.Function.Name {
			if !t.IsSafe(call.Function.Arguments) {
				return "denied"
			}
			result, _ := t.Run(context.Background(), call.Function.Arguments)
			return result
		}
	}
	return "no such tool"
}
