// Package clean is a refund desk that asks before it pays.
package clean

import (
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/model"

	"example.com/trpcagents/refund/desk"
)

// Desk builds the agent.
func Desk(m model.Model) (*graphagent.GraphAgent, *graph.Graph, error) {
	g := graph.NewStateGraph(desk.Schema())
	g.AddNode(desk.Intake, desk.Note("verdict", "refund"))
	g.AddLLMNode(desk.Classify, m, "Sort the case.", desk.Tools())
	g.AddToolsNode(desk.Lookup, desk.Tools())
	g.AddNode("sort", desk.Note("sorted", "yes"))
	g.AddNode(desk.Pay, desk.Issue(desk.RefundPayment()), graph.WithInterruptBefore())
	g.AddAgentNode(desk.Reply)
	g.AddNode(desk.Escalate, desk.Note("note", "the boss knows"))
	g.AddNode(desk.Audit, desk.Note("log", "done"))

	g.AddEdge(desk.Intake, desk.Classify)
	g.AddEdge(desk.Lookup, desk.Classify)
	g.AddToolsConditionalEdges(desk.Classify, desk.Lookup, "sort")
	g.AddConditionalEdges("sort", desk.Sort, map[string]string{
		"escalate": desk.Escalate, "pay": desk.Pay, "reply": desk.Reply,
	})
	g.AddEdge(desk.Pay, desk.Audit)
	g.AddEdge(desk.Escalate, desk.Audit)
	g.AddEdge(desk.Audit, desk.Reply)
	compiled, err := g.SetEntryPoint(desk.Intake).SetFinishPoint(desk.Reply).Compile()
	if err != nil {
		return nil, nil, err
	}
	reply := llmagent.New(desk.Reply, llmagent.WithModel(m))
	a, err := graphagent.New("refund-desk", compiled, graphagent.WithSubAgents([]agent.Agent{reply}))
	return a, compiled, err
}
