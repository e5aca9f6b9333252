// Package pocketflow reads programs that use PocketFlow-Go,
// github.com/The-Pocket/PocketFlow-Go.
//
//	plan := pocketflow.NewNode().SetExec(askModel).SetPost(decide)
//	plan.Next("search", search).Next("", plan)
//	plan.Next("answer", answer)
//	flow := pocketflow.NewFlow(plan)
//	flow.Run(ctx)
//
// A node has an action for each way on, which its Post function returns. Next
// returns its argument, so that calls of it draw a chain. Nodes have no names: one
// goes by the function that it runs, else by the function that makes it, else by
// its line.
//
// # What the engine does
//
// From the source of the one version that there is, of May 2025, which has no
// release. The module proxy does not serve it, so the tests use stubs, written from
// its API; what it exports stands in extract/library/testdata/declared.
//
//   - One node runs at a time. The empty action is "default", which is also what a
//     node without a Post function returns.
//   - A second Next for one action replaces the first, with a warning.
//   - An action without a successor ends the flow: silently if the node has no
//     successors, else with a warning. So it is an edge to the end here; what is a
//     mistake then is a successor whose action the node never returns.
//   - A flow that is a node returns the last action of its nodes, so that an action
//     that ends the inner flow chooses the way on in the outer one.
//   - Exec runs up to MaxRetries times while it fails, then the fallback. A batch
//     node runs ExecItem once an item, also not at all; a batch flow runs its nodes
//     once a set of parameters, and goes on by the action of its own PostBatch function.
//   - InternalRun of a node calls its own functions: methods Prep, Exec and Post of a
//     type that embeds a node are never called.
//
// # Not seen
//
// Parameters of nodes. What a type does that embeds a node and replaces InternalRun or
// GetNextNode: its node may do anything and lead anywhere. Implementations of BaseNode
// that embed no node of the library are nodes of which nothing is known. A question to
// a human counts if a condition of the node depends on the answer, as Exec returns it
// to Post; not if the answer goes through the context.
package pocketflow
