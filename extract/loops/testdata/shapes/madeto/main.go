// Command madeto makes a tool for the name that its model calls, and runs it with the arguments of the call: the objects that the
// comparisons make are the tools. One that is made without a comparison is none.
package main

import (
	"context"
	"os"

	"shapes/model"
)

type tool interface{ Run(args string) string }

type read struct{ root string }

func (r *read) Run(args string) string {
	data, _ := os.ReadFile(r.root + args)
	return string(data)
}

type remove struct{ root string }

func (r *remove) Run(args string) string {
	if err := os.Remove(r.root + args); err != nil {
		return err.Error()
	}
	return "removed"
}

type unknown struct{ name string }

func (u *unknown) Run(string) string { return "no tool " + u.name }

func pick(name string) tool {
	switch name {
	case "read":
		return &read{"/srv/"}
	case "remove":
		return &remove{"/srv/"}
	}
	return &unknown{name}
}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 6 {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, model.Message{Role: "tool", Content: pick(call.Function.Name).Run(call.Function.Arguments)})
		}
	}
}
