// Package bad is a refund desk that pays without asking.
package bad

import (
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/tool"

	"example.com/trpcagents/refund/desk"
)

// Desk builds the agent.
func Desk(m model.Model) (*graphagent.GraphAgent, *graph.Graph, error) {
	tools := map[string]tool.Tool{"find_order": desk.LookupOrder()}
	g := graph.NewStateGraph(desk.Schema())
	g.AddNode(desk.Intake, desk.Note("verdict", "refund"))
	g.AddLLMNode(desk.Classify, m, "Sort the case.", desk.Tools()) // DEFECT structure/undeclared-tool classify: the tools node knows lookup_order by another name
	g.AddToolsNode(desk.Lookup, tools)
	g.AddNode("sort", desk.Note("sorted", "yes"))
	g.AddNode(desk.Pay, desk.Issue(desk.RefundPayment())) // DEFECT(policy) structure/human-gate pay: nobody is asked
	g.AddAgentNode(desk.Reply)
	g.AddNode(desk.Escalate, desk.Note("note", "the boss knows")) // DEFECT structure/dead-end escalate: no edge leaves it, and the run ends as if it were done
	g.AddNode(desk.Audit, desk.Note("log", "done"))               // DEFECT structure/unreachable audit_log: nothing leads here

	g.AddEdge(desk.Intake, desk.Classify)
	g.AddEdge(desk.Lookup, desk.Classify)
	g.AddToolsConditionalEdges(desk.Classify, desk.Lookup, "sort")
	g.AddConditionalEdges("sort", desk.Sort, map[string]string{ // DEFECT structure/router-target sort: nothing selects "later"
		"escalate": desk.Escalate, "pay": desk.Pay, "reply": desk.Reply, "later": desk.Reply,
	})
	g.AddEdge(desk.Pay, desk.Reply)
	g.AddEdge(desk.Audit, graph.End)
	compiled, err := g.SetEntryPoint(desk.Intake).SetFinishPoint(desk.Reply).Compile()
	if err != nil {
		return nil, nil, err
	}
	reply := llmagent.New(desk.Reply, llmagent.WithModel(m))
	a, err := graphagent.New("refund-desk", compiled, graphagent.WithSubAgents([]agent.Agent{reply}))
	return a, compiled, err
}
