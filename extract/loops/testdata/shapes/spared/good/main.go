// Command good has a default for the default: whoever loads a prompt gives it a limit, so that nobody needs
// the other one.
package main

import (
	"context"
	"encoding/json"
	"os"

	"shapes/model"
)

type prompt struct {
	Max int `json:"max"`
}

func load(name string) (prompt, error) {
	var p prompt
	data, err := os.ReadFile(name)
	if err != nil {
		return prompt{}, err
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return prompt{}, err
	}
	complete(&p)
	return p, nil
}

func complete(p *prompt) {
	if p.Max <= 0 {
		p.Max = 20
	}
}

func run(ctx context.Context, p prompt, most int) {
	n := p.Max
	if n <= 0 {
		n = most
	}
	history := []model.Message{{Role: "user"}}
	for i := 0; i < n; i++ {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, model.Message{Role: "tool", Content: tools[call.Function.Name](call.Function.Arguments)})
		}
	}
}

var tools = map[string]func(string) string{"read": read}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func main() {
	p, err := load(os.Args[1])
	if err != nil {
		os.Exit(1)
	}
	run(context.Background(), p, 200)
}
