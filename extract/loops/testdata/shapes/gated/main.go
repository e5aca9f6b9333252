// Command gated asks the person at the terminal before one of its tools.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"shapes/model"
)

var tools = map[string]func(string) string{"read": read, "remove": remove}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			if run := tools[call.Function.Name]; run != nil {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)})
			}
		}
	}
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func remove(path string) string {
	fmt.Printf("remove %s? ", path)
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	if line != "y\n" {
		return "denied"
	}
	os.Remove(path)
	return path + " is gone"
}
