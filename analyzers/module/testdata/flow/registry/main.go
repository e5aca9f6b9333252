// Command registry has a table of tools for each run, whose entries run the skill of that name by way of a registry.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"example.com/module/flow/model"
	"example.com/module/flow/registry/skills"
)

type tool struct {
	name string
	run  func(args map[string]any) (any, error)
}

type service struct{ skills *skills.Registry }

func (s *service) table(names []string) map[string]tool {
	tools := make(map[string]tool)
	for _, name := range names {
		tools[name] = tool{name, func(args map[string]any) (any, error) { return s.skills.Run(name, args) }}
	}
	return tools
}

func main() {
	s := &service{skills.New(os.Getenv("SHELL_ALLOWED") != "")}
	tools := s.table(os.Args[2:])
	ctx, history := context.Background(), []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 9 {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, c := range answer.ToolCalls {
			var args map[string]any
			if err := json.Unmarshal([]byte(c.Function.Arguments), &args); err != nil {
				continue
			}
			t, ok := tools[c.Function.Name]
			if !ok {
				continue
			}
			result, err := t.run(args)
			history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: fmt.Sprint(result, err)})
		}
	}
}
