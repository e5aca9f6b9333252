// Command shown runs tools, and shows with the same objects what they are going to do and did:
// that is one tool each.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"shapes/model"
)

type tool interface {
	Name() string
	Run(arguments string) string
	Preview(arguments string) string
}

type read struct{}

func (read) Name() string { return "read" }

func (read) Run(arguments string) string {
	text, err := os.ReadFile(arguments)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func (read) Preview(arguments string) string { return "reads " + quote(arguments) }

type remove struct{}

func (remove) Name() string { return "remove" }

func (remove) Run(arguments string) string { return fmt.Sprint(os.Remove(arguments)) }

func (remove) Preview(arguments string) string { return "removes " + quote(arguments) }

func quote(s string) string { return fmt.Sprintf("%q", s) }

func main() {
	tools := []tool{read{}, remove{}}
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
					if t.Name() != c.Function.Name {
						continue
					}
					fmt.Println(t.Preview(c.Function.Arguments))
					history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: t.Run(c.Function.Arguments)})
				}
			}
		}
	}
}
