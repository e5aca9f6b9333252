// Package truth holds what tRPC-Agent-Go says of the programs: golden files, and the
// test that writes and compares them.
package truth

import (
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/model"

	"example.com/trpcagents/internal/scripted"
	"example.com/trpcagents/internal/truth"
	refundbad "example.com/trpcagents/refund/bad"
	refundclean "example.com/trpcagents/refund/clean"
	releasebad "example.com/trpcagents/release/bad"
	releaseclean "example.com/trpcagents/release/clean"
	researchbad "example.com/trpcagents/research/bad"
	researchclean "example.com/trpcagents/research/clean"
)

// A program is built as it builds itself.
type program struct {
	name string // its directory
	view func(v *truth.View) error
}

var programs = []program{
	{"refund/bad", func(v *truth.View) error { return desk(v, refundbad.Desk) }},
	{"refund/clean", func(v *truth.View) error { return desk(v, refundclean.Desk) }},
	{"release/bad", func(v *truth.View) error { return release(v, releasebad.Release) }},
	{"release/clean", func(v *truth.View) error { return release(v, releaseclean.Release) }},
	{"research/bad", func(v *truth.View) error {
		return research(v, researchbad.Pipeline, researchbad.Office, researchbad.Teams)
	}},
	{"research/clean", func(v *truth.View) error {
		return research(v, researchclean.Pipeline, researchclean.Office, researchclean.Teams)
	}},
}

func desk(v *truth.View, build func(model.Model) (*graphagent.GraphAgent, *graph.Graph, error)) error {
	return release(v, func() (*graphagent.GraphAgent, *graph.Graph, error) { return build(scripted.Model{Text: "ok"}) })
}

func release(v *truth.View, build func() (*graphagent.GraphAgent, *graph.Graph, error)) error {
	a, g, err := build()
	if err != nil {
		return err
	}
	v.Graph(v.Program, a, g)
	v.Agent(a, true)
	return nil
}

func research(v *truth.View, pipeline, office func(model.Model) agent.Agent, teams func(model.Model) ([]agent.Agent, error)) error {
	m := scripted.Model{Text: "ok"}
	v.Agent(pipeline(m), true)
	v.Agent(office(m), true)
	list, err := teams(m)
	for _, a := range list {
		v.Agent(a, true)
	}
	return err
}
