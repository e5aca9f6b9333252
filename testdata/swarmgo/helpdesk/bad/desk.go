// Package bad is a help desk: agents that hand over to each other, and a graph in
// which an answer is written, and the step that checks it comes too late.
package bad

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/prathyushnallamothu/swarmgo"
)

// Desk returns the agent with which conversations begin.
func Desk() *swarmgo.Agent {
	triage := &swarmgo.Agent{Name: "triage", Instructions: "Find out who can help."}
	printers := &swarmgo.Agent{Name: "printers", Functions: []swarmgo.AgentFunction{{Name: "restart_printer", Function: restart}}}
	accounts := &swarmgo.Agent{Name: "accounts", Functions: []swarmgo.AgentFunction{ // DEFECT structure/undeclared-tool look_up_account: two functions have the name, the first runs // DEFECT structure/human-gate close_account: nobody is asked, and its code removes it
		{Name: "look_up_account", Description: "Finds an account.", Function: lookUp},
		{Name: "look_up_account", Description: "Finds an account of a partner.", Function: restart},
		{Name: "close_account", Description: "Closes an account for good.", Function: closeAccount},
	}}
	for _, a := range []*swarmgo.Agent{printers, accounts} {
		triage.Functions = append(triage.Functions, transfer(a))
		a.Functions = append(a.Functions, transfer(triage))
	}
	return triage
}

// transfer returns a function that hands the conversation over.
func transfer(to *swarmgo.Agent) swarmgo.AgentFunction {
	return swarmgo.AgentFunction{Name: "transfer_to_" + to.Name, Function: func(args, vars map[string]any) swarmgo.Result {
		return swarmgo.Result{Success: true, Data: "Over to " + to.Name, Agent: to}
	}}
}

func restart(args, vars map[string]any) swarmgo.Result { return swarmgo.Result{Data: "done"} }

func lookUp(args, vars map[string]any) swarmgo.Result { return swarmgo.Result{Data: "account 7"} }

func closeAccount(args, vars map[string]any) swarmgo.Result {
	return swarmgo.Result{Data: "closed", Error: os.Remove(fmt.Sprint("accounts/", args["id"]))} // DEFECT taint/effect os.Remove: "../" in the id leads out of the folder
}

func pass(ctx context.Context, s swarmgo.GraphState) (swarmgo.GraphState, error) { return s, nil }

// Answer returns the graph.
func Answer() *swarmgo.Graph {
	writer := &swarmgo.Agent{Name: "writer", Functions: []swarmgo.AgentFunction{{Name: "look_up_account", Function: lookUp}}}
	verdict := func(s swarmgo.GraphState) (swarmgo.NodeID, error) {
		if text, _ := s.GetString("text"); strings.Contains(text, "sorry") {
			return "write", nil
		}
		return "send", nil
	}
	b := swarmgo.NewGraphBuilder("answer", "").WithAgent("write", "Writer", writer).WithNode("send", "Send", pass) // DEFECT structure/exit-unreachable write: its edge is dropped, as check is not there yet
	return b.WithEdge("write", "check").
		WithNode("check", "Check", pass).
		WithConditionalEdge("check", "write", verdict).
		WithConditionalEdge("check", "send", verdict).
		WithEntryPoint("write").WithExitPoint("send").Build()
}
