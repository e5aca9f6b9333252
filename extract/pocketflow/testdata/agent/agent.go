// Package main is an agent that searches until it can answer, and asks before it
// publishes. The action "publsh" has no successor, and nothing returns "publish".
package main

import (
	"context"
	"fmt"

	pocketflow "github.com/The-Pocket/PocketFlow-Go"
	openai "github.com/sashabaranov/go-openai"
)

var client = openai.NewClient("")

func decide(ctx *pocketflow.PfContext, _ map[string]any, q any) (any, error) {
	r, err := client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{})
	if err != nil {
		return nil, err
	}
	return r.Choices[0].Message.Content, nil
}

func search(ctx *pocketflow.PfContext, _ map[string]any, q any) (any, error) { return "found", nil }

func publish(ctx *pocketflow.PfContext, _ map[string]any, q any) (any, error) { return nil, nil }

func approve(ctx *pocketflow.PfContext, _ map[string]any, q any) (any, error) {
	var answer string
	fmt.Scanln(&answer)
	return answer, nil
}

func main() {
	decide := pocketflow.NewNode().SetRetry(3, 0).SetExec(decide).SetPost(
		func(ctx *pocketflow.PfContext, _ map[string]any, _, result any) (string, error) {
			if result == "search" {
				return "search", nil
			}
			return "answer", nil
		})
	search := pocketflow.NewNode().SetExec(search)
	approve := pocketflow.NewNode().SetExec(approve).SetPost(
		func(ctx *pocketflow.PfContext, _ map[string]any, _, answer any) (string, error) {
			if answer == "y" {
				return "publsh", nil
			}
			return "rejected", nil
		})
	publish := pocketflow.NewNode().SetExec(publish)

	decide.Next("search", search).Next("", decide)
	decide.Next("answer", approve).Next("publish", publish)
	pocketflow.NewFlow(decide).Run(pocketflow.WithParam(context.Background(), nil))
}
