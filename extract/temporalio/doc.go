// Package temporalio reads workflows of Temporal, go.temporal.io/sdk, that call models.
//
//	func Desk(ctx workflow.Context, question string) (string, error) {
//		for range maxTurns {
//			var call Call
//			err := workflow.ExecuteActivity(ctx, a.Decide, question).Get(ctx, &call)
//			…
//			var yes bool
//			workflow.GetSignalChannel(ctx, "approve").Receive(ctx, &yes)
//			if yes {
//				err = workflow.ExecuteActivity(ctx, a.Refund, call.Order).Get(ctx, nil)
//			}
//			…
//
// A workflow function is a workflow: its control flow, with a step for each activity,
// each workflow that it runs, and each time that it waits for somebody. An activity
// that asks a model, through a client or a framework that agentvet knows, is an LLM
// step, with the bound of the loop around it; every other activity is a step with one tool, which has its
// name. A workflow in which no model is asked is not reported: a program that only
// moves orders is not agentvet's business.
//
// Workflow functions are those that are registered or run as such, and those with a
// workflow.Context that nothing else in the package calls.
//
// # What Temporal does
//
// Version 1.46.0; testdata/temporal runs it in its test environment:
//
//   - An activity or workflow goes by the name it is registered under, else by the last part of
//     its function's name; methods of a registered struct by theirs.
//   - What a workflow starts runs while it goes on, until it asks for the result. Of two
//     that run at the same time either is taken to be first.
//   - Receive, Select and Await wait until somebody sends a signal or an update. They
//     are a human, unless what comes in goes to a model as it is: a prompt says nothing
//     about what the model may do. A selector that also goes on when an activity ends,
//     or at once, and a channel of the workflow's own are none. ReceiveAsync does not
//     wait.
//   - NewContinueAsNewError runs the workflow again, from its start.
//
// # Not seen
//
// Names that are registered in another package than that of the workflow. A client of
// a model behind an interface of the program's own. Who sends a signal: another
// program may. Retries and time limits. That a timer may have run out before the answer came:
// what the program does then is one of its ways. What a Nexus operation
// does: it is a step that may do anything. Names of dynamic workflows and activities. Code
// of interceptors and plugins, which runs around workflows and activities. The order between a routine of workflow.Go and what
// comes after it: the routine runs where it stands, or not at all.
package temporalio
