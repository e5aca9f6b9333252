// Package main is an agent that asks before it publishes, until it has published once.
package main

import (
	"context"
	"fmt"

	pocketflow "github.com/The-Pocket/PocketFlow-Go"
)

func main() {
	trusted := false
	draft := pocketflow.NewNode().SetPost(
		func(ctx *pocketflow.PfContext, _ map[string]any, _, result any) (string, error) {
			if trusted {
				return "publish", nil
			}
			return "approve", nil
		})
	approve := pocketflow.NewNode().SetExec(func(ctx *pocketflow.PfContext, _ map[string]any, q any) (any, error) {
		var answer string
		fmt.Scanln(&answer)
		return answer, nil
	})
	publish := pocketflow.NewNode().SetExec(func(ctx *pocketflow.PfContext, _ map[string]any, q any) (any, error) {
		trusted = true
		return nil, nil
	})

	draft.Next("publish", publish).Next("approve", approve)
	approve.Next("", publish)
	publish.Next("again", draft)
	pocketflow.NewFlow(draft).Run(pocketflow.WithParam(context.Background(), nil))
}
