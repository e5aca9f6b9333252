package approval

import (
	"os"

	"go.temporal.io/sdk/workflow"
)

// Offered goes on as soon as a routine of its own takes what it sends.
func Offered(ctx workflow.Context, question string) error {
	plan, err := decide(ctx, question)
	if err != nil {
		return err
	}
	taken := workflow.NewChannel(ctx)
	workflow.NewWaitGroup(ctx).Go(ctx, func(ctx workflow.Context) {
		taken.Receive(ctx, nil)
	})
	selector := workflow.NewSelector(ctx)
	selector.AddReceive(workflow.GetSignalChannel(ctx, "approve"), func(workflow.ReceiveChannel, bool) {})
	selector.AddSend(taken, plan, func() {})
	selector.Select(ctx)
	return remove(ctx, plan)
}

// Elsewhere runs an operation of another service, and a function beside the workflow.
func Elsewhere(ctx workflow.Context, question string) error {
	plan, err := decide(ctx, question)
	if err != nil {
		return err
	}
	workflow.SideEffect(ctx, func(workflow.Context) any { return os.RemoveAll("plans") })
	return workflow.NewNexusClient("e", "s").ExecuteOperation(ctx, "refund", plan, workflow.NexusOptions{}).Get(ctx, nil)
}
