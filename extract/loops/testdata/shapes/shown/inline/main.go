// Command inline compares the name of a call once more, to show what came of it.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"shapes/model"
)

func main() {
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
				history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: dispatch(c)})
			}
		}
	}
}

func dispatch(c model.Call) string {
	out := "no such tool"
	if c.Function.Name == "read" {
		text, err := os.ReadFile(c.Function.Arguments)
		if err != nil {
			return err.Error()
		}
		out = string(text)
	}
	if c.Function.Name == "read" {
		show(c.Function.Arguments, out)
	}
	return out
}

func show(path, text string) { fmt.Println(path, strings.Count(text, "\n")) }
