// Command appendedtwo has two agents of one type, of which one gets a tool later. What either
// is made with counts for both, as it is not followed which list grows.
package main

import (
	"context"
	"fmt"
	"os"

	"shapes/model"
)

type tool interface {
	Name() string
	Execute(args string) string
}

type read struct{}

func (read) Name() string               { return "read" }
func (read) Execute(args string) string { data, _ := os.ReadFile(args); return string(data) }

type remove struct{}

func (remove) Name() string               { return "remove" }
func (remove) Execute(args string) string { return fmt.Sprint(os.Remove(args)) }

type list struct{}

func (list) Name() string               { return "list" }
func (list) Execute(args string) string { return fmt.Sprint(os.ReadDir(args)) }

type agent struct{ tools []tool }

func newAgent(tools ...tool) *agent { return &agent{tools: tools} }

// add adds a tool.
func (a *agent) add(t tool) { a.tools = append(a.tools, t) }

func (a *agent) run(ctx context.Context, question string) (string, error) {
	history := []model.Message{{Role: "user", Content: question}}
	for range 10 {
		var names []string
		for _, t := range a.tools {
			names = append(names, t.Name())
		}
		answer, err := model.Ask(ctx, history, names)
		if err != nil {
			return "", err
		}
		history = append(history, answer)
		if len(answer.ToolCalls) == 0 {
			return answer.Content, nil
		}
		for _, c := range answer.ToolCalls {
			for _, t := range a.tools {
				if t.Name() == c.Function.Name {
					history = append(history, model.Message{Role: "tool", Content: t.Execute(c.Function.Arguments), ToolCallID: c.ID})
				}
			}
		}
	}
	return "", nil
}

func main() {
	reader, writer := newAgent(read{}), newAgent(list{})
	writer.add(remove{})
	fmt.Println(reader.run(context.Background(), os.Args[1]))
	fmt.Println(writer.run(context.Background(), os.Args[2]))
}
