// Package main has flows in flows: the action that ends the inner flow chooses the
// way on in the outer one. A batch flow runs its nodes any number of times.
package main

import (
	"fmt"

	pocketflow "github.com/The-Pocket/PocketFlow-Go"
	openai "github.com/sashabaranov/go-openai"
)

var client = openai.NewClient("")

func ask(ctx *pocketflow.PfContext, _ map[string]any, item any) (any, error) {
	return client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{})
}

// confirm asks a human, unless there is nothing to ask about.
func confirm(_ *pocketflow.PfContext, _ map[string]any, item any) (any, error) {
	if item == nil {
		return false, nil
	}
	var answer string
	fmt.Scanln(&answer)
	return answer == "y", nil
}

func checked(ctx *pocketflow.PfContext, _ map[string]any, _, ok any) (string, error) {
	if ok.(bool) {
		return "approved", nil
	}
	return "denied", nil
}

func inner() *pocketflow.Flow {
	draft := pocketflow.NewNode().SetExec(ask).SetFallback(
		func(*pocketflow.PfContext, map[string]any, any, error) (any, error) { return "", nil })
	check := pocketflow.NewNode().SetExec(confirm).SetPost(checked)
	draft.Next("", check).Next("denied", draft)
	return pocketflow.NewFlow(draft)
}

func send(*pocketflow.PfContext, map[string]any, any) (any, error) { return nil, nil }

func outer() {
	flow := inner()
	flow.Next("approved", pocketflow.NewNode().SetExec(send))
	pocketflow.NewFlow(flow).Run(nil)
}

func batch() {
	each := pocketflow.NewBatchNode().SetExecItem(ask)
	pocketflow.NewBatchFlow(each).SetPrepBatch(
		func(*pocketflow.PfContext, map[string]any) ([]map[string]any, error) { return nil, nil }).Run(nil)
}

func main() {
	outer()
	batch()
}

// Batches runs a flow for each part of what a model chooses, and goes on by its own action.
func Batches() *pocketflow.Flow {
	each := pocketflow.NewBatchFlow(pocketflow.NewNode().SetExec(send))
	each.SetPrepBatch(func(ctx *pocketflow.PfContext, params map[string]any) ([]map[string]any, error) {
		_, err := ask(ctx, params, nil)
		return nil, err
	}).SetPostBatch(func(*pocketflow.PfContext, map[string]any, []map[string]any) (string, error) {
		return "sent", nil
	})
	each.Next("sent", pocketflow.NewNode().SetExec(confirm))
	return pocketflow.NewFlow(each)
}
