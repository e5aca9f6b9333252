// Command secret tells its model what the model should not know.
package main

import (
	"context"
	"os"

	"example.com/module/flow/model"
)

func token(context.Context, string) (string, error) {
	return "the token is " + os.Getenv("API_TOKEN"), nil
}

func hasToken(context.Context, string) (string, error) {
	if os.Getenv("API_TOKEN") == "" {
		return "no", nil
	}
	return "yes", nil
}

var tools = map[string]func(ctx context.Context, args string) (string, error){"token": token, "has_token": hasToken}

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
