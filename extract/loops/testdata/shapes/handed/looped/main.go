// Command looped hands both to the function with the loop of its agents, and so does another agent
// with other tools.
package main

import (
	"context"
	"os"

	"shapes/model"
)

func loop(ask func([]model.Message) model.Message, run func(model.Call) string) {
	var history []model.Message
	for range 7 {
		answer := ask(history)
		if len(answer.ToolCalls) == 0 {
			return
		}
		for _, c := range answer.ToolCalls {
			history = append(history, model.Message{Role: "tool", Content: run(c)})
		}
	}
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func remove(path string) string {
	os.Remove(path)
	return "done"
}

func main() {
	loop(func(history []model.Message) model.Message {
		answer, _ := model.Ask(context.Background(), history, []string{"read"})
		return answer
	}, func(c model.Call) string {
		if c.Function.Name == "read" {
			return read(c.Function.Arguments)
		}
		return "unknown"
	})
	loop(func(history []model.Message) model.Message {
		answer, _ := model.Ask(context.Background(), history, []string{"remove"})
		return answer
	}, func(c model.Call) string {
		if c.Function.Name == "remove" {
			return remove(c.Function.Arguments)
		}
		return "unknown"
	})
}
