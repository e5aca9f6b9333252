// Command slippedonce runs its tools in two places: before one of them it asks in vain, and before the
// other one nobody. With the second agent, somebody is asked there.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"shapes/model"
)

var tools = map[string]func(string) string{"remove": remove}

func remove(path string) string {
	os.Remove(path)
	return path
}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	if len(os.Args) > 2 {
		sometimes(history)
		return
	}
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			result := ""
			if strings.HasPrefix(call.Function.Arguments, "/") {
				confirm(call.Function.Name)
				result = tools[call.Function.Name](call.Function.Arguments)
			} else {
				result = tools[call.Function.Name](call.Function.Arguments)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: result})
		}
	}
}

func sometimes(history []model.Message) {
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			result := ""
			if strings.HasPrefix(call.Function.Arguments, "/") {
				confirm(call.Function.Name)
				result = tools[call.Function.Name](call.Function.Arguments)
			} else if confirm(call.Function.Name) {
				result = tools[call.Function.Name](call.Function.Arguments)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: result})
		}
	}
}

func confirm(what string) bool {
	fmt.Printf("%s? ", what)
	var line string
	fmt.Scanln(&line)
	return line == "y"
}
