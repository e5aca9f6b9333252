// Package agents has agents that hand over to each other.
package agents

import (
	"context"
	"fmt"
	"os"

	"github.com/prathyushnallamothu/swarmgo"
	"github.com/prathyushnallamothu/swarmgo/llm"
)

var triage, sales *swarmgo.Agent

func toTriage(args, vars map[string]any) swarmgo.Result {
	return swarmgo.Result{Agent: triage, Data: "Back."}
}

// transfer makes a function that hands over.
func transfer(name string, to *swarmgo.Agent) swarmgo.AgentFunction {
	return swarmgo.AgentFunction{Name: name, Function: func(args, vars map[string]any) swarmgo.Result {
		if args["reason"] == nil {
			return swarmgo.Result{Error: fmt.Errorf("no reason")}
		}
		return swarmgo.Result{Agent: to}
	}}
}

func refund(args, vars map[string]any) swarmgo.Result {
	fmt.Print("Refund? ")
	var answer string
	if fmt.Scanln(&answer); answer != "yes" {
		return swarmgo.Result{Data: "refused"}
	}
	return swarmgo.Result{Success: os.Remove(fmt.Sprint(args["order"])) == nil}
}

func build() {
	triage = &swarmgo.Agent{Name: "triage"}
	sales = swarmgo.NewAgent("sales", "m", llm.OpenAI).WithFunctions([]swarmgo.AgentFunction{{Name: "back", Function: toTriage}})
	refunds := &swarmgo.Agent{Name: "refunds", Functions: []swarmgo.AgentFunction{{Name: "refund", Description: "Pays back.", Function: refund}}}
	for _, to := range []*swarmgo.Agent{sales, refunds} {
		triage.Functions = append(triage.Functions, transfer("to_"+to.Name, to))
	}
	if os.Getenv("LOG") != "" {
		refunds.Functions = append(refunds.Functions, swarmgo.AgentFunction{Name: os.Getenv("LOG"), Function: toTriage})
	}
}

// Desk runs the agents.
func Desk(client *swarmgo.Swarm) {
	build()
	swarmgo.RunDemoLoop(client, triage)
}

// Crowd runs agents at the same time, and one that streams.
func Crowd(ctx context.Context, s *swarmgo.ConcurrentSwarm) error {
	clock := swarmgo.AgentFunction{Name: "clock", Function: func(args, vars map[string]any) swarmgo.Result { return swarmgo.Result{Data: "noon"} }}
	s.RunConcurrent(ctx, map[string]swarmgo.AgentConfig{
		"left":  {Agent: &swarmgo.Agent{Name: "left"}},
		"right": {Agent: &swarmgo.Agent{Name: "right", Functions: []swarmgo.AgentFunction{clock}}},
	})
	stream := &swarmgo.Agent{Name: "stream", Functions: []swarmgo.AgentFunction{clock}}
	return s.StreamingResponse(ctx, stream, nil, nil, "", nil, false)
}
