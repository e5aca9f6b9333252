// Command twice has two tools of one name.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"shapes/model"
)

type tool struct {
	name string
	run  func(arguments string) string
}

func read(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func list(path string) string {
	entries, err := os.ReadDir(path)
	return fmt.Sprint(entries, err)
}

func main() {
	tools := []tool{{"read", read}, {"read", list}}
	lines := bufio.NewScanner(os.Stdin)
	var history []model.Message
	for lines.Scan() {
		history = append(history, model.Message{Role: "user", Content: lines.Text()})
		for range 10 {
			answer, err := model.Ask(context.Background(), history, nil)
			if err != nil || len(answer.ToolCalls) == 0 {
				break
			}
			for _, c := range answer.ToolCalls {
				for _, t := range tools {
					if t.name == c.Function.Name {
						history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: t.run(c.Function.Arguments)})
					}
				}
			}
		}
	}
}
