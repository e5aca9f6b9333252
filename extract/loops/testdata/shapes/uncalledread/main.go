// Command uncalledread asks nobody before what does nothing to the world.
package main

import (
	"context"
	"fmt"
	"os"

	"shapes/model"
)

var tools = map[string]func(string) string{"read": read}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func remove(path string) string {
	os.Remove(path)
	return path
}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: tools[call.Function.Name](call.Function.Arguments)})
		}
	}
}

func confirmTool(name string) bool {
	fmt.Printf("run %s? ", name)
	var line string
	fmt.Scanln(&line)
	return line == "y"
}
