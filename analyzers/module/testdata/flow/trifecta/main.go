// Command trifecta reads files and pages, and calls any host. One of its tools asks a model:
// what it sends there is no way out.
package main

import (
	"context"
	"io"
	"net/http"
	"os"

	"example.com/module/flow/model"
)

func read(_ context.Context, args string) (string, error) {
	data, err := os.ReadFile(args)
	return string(data), err
}

func fetch(ctx context.Context, args string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, args, nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return string(data), err
}

func ask(ctx context.Context, args string) (string, error) {
	answer, err := model.Ask(ctx, []model.Message{{Role: "user", Content: args}}, nil)
	return answer.Content, err
}

var tools = map[string]func(ctx context.Context, args string) (string, error){"read": read, "fetch": fetch, "ask": ask}

func main() {
	ctx, history := context.Background(), []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, c := range answer.ToolCalls {
			result := "no such tool"
			if run := tools[c.Function.Name]; run != nil {
				result, _ = run(ctx, c.Function.Arguments)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: result})
		}
	}
}
