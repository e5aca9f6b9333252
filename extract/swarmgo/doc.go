// Package swarmgo reads programs that use github.com/prathyushnallamothu/swarmgo.
//
//	refunds := &swarmgo.Agent{Name: "refunds", Functions: []swarmgo.AgentFunction{{Name: "refund", Function: refund}}}
//	triage := &swarmgo.Agent{Name: "triage", Functions: []swarmgo.AgentFunction{{
//		Name:     "to_refunds",
//		Function: func(args, vars map[string]any) swarmgo.Result { return swarmgo.Result{Agent: refunds} },
//	}}}
//	response, err := client.Run(ctx, triage, messages, nil, "", false, false, 5, true)
//
// An agent is a struct, read as the package leaves it: with what is assigned after it
// was made. Each agent that is run, or that nothing uses, is a workflow: a model for
// each agent that can get the conversation. A function hands over to the agents that
// its result may hold.
//
// # What the library does
//
// From the source of version 1.1.0; agents and graphs are measured, in
// testdata/swarmgo:
//
//   - A run asks the model once with functions, runs those that it calls, and asks
//     once more without. The number of turns that it is given counts for nothing.
//     Only streams go on, without a limit, and these ignore hand-overs.
//   - A hand-over takes effect at once: later calls of the same answer look for their
//     functions in the next agent. Of two functions with one name the first runs.
//   - Any member of a team may name any other, by "route to NAME" or "@NAME" in its
//     answer; ConnectAgents says only who is next if it names none. A run ends when
//     it comes to a member again, unless ContinueOnCycle says otherwise.
//   - A graph runs one step at a time: until an exit point, which has run then; a step
//     without edges is an error, and so is the eleventh visit of one. Edges count in
//     order. A condition goes where its result says, whatever the target of its edge.
//   - An edge, entry or exit whose step is not there yet is not added; a GraphBuilder
//     does not say so.
//   - Nothing asks a human. CreateHumanInputNode sets a flag, and the run goes on.
//
// # Not seen
//
// That a condition always names a step, which makes the edges after it dead. Runs in
// which no function runs (executeTools false). What code does to a graph that mentions its
// fields, or to the maps of a team (GetAgents), and what a model designs
// (DynamicWorkflowCreator): those workflows are unknown.
package swarmgo
