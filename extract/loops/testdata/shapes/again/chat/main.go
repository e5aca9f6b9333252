// Command chat has the rounds of its agent in those of a chat.
package main

import (
	"context"
	"fmt"
	"os"

	"shapes/model"
)

func main() {
	var history []model.Message
	for {
		var text string
		fmt.Scanln(&text)
		history = append(history, model.Message{Role: "user", Content: text})
		for range 3 {
			answer, err := model.Ask(context.Background(), history, nil)
			if err != nil {
				continue
			}
			if len(answer.ToolCalls) == 0 {
				break
			}
			for _, c := range answer.ToolCalls {
				if c.Function.Name == "read" {
					history = append(history, model.Message{Role: "tool", Content: read(c.Function.Arguments)})
				}
			}
		}
	}
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}
