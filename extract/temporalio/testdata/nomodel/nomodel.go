// Package nomodel has a workflow without a model: agentvet has nothing to say of it.
package nomodel

import (
	"go.temporal.io/sdk/workflow"

	"example.com/golden/loop/acts"
)

// Order removes a file.
func Order(ctx workflow.Context, path string) error {
	var a *acts.Activities
	if err := workflow.ExecuteActivity(ctx, a.Search, path).Get(ctx, nil); err != nil {
		return err
	}
	return workflow.ExecuteActivity(ctx, a.Remove, acts.RemoveArgs{Path: path}).Get(ctx, nil)
}
