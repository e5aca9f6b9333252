// Package research is a team that answers one question from several sides.
//
//	                  ┌→ researcher_energy ─────────────┐
//	START → brief ────┼→ researcher_transport ──────────┼→ gather → merge → judge ─publish→ report
//	          ↑       └→ researcher_industry → translate┘                     │
//	          └──────────────────────more─────────────────────────────────────┘
//
// Before a researcher writes a number down, the checker looks at it.
package research

import (
	"errors"

	"example.com/adkagents/research/desk"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/agenttool"
	"google.golang.org/adk/v2/workflow"
)

var (
	energy    = desk.Topic{Name: "energy", Question: "What does it mean for the grid?"}
	transport = desk.Topic{Name: "transport", Question: "What does it mean for the roads?"}
	industry  = desk.Topic{Name: "industry", Question: "What does it mean for the mills?"}
	housing   = desk.Topic{Name: "housing", Question: "What does it mean for the tenants?"}
)

// New puts the team together.
func New(m model.LLM) (agent.Agent, error) {
	var errs []error
	hire := func(topic desk.Topic, tools ...tool.Tool) agent.Agent {
		a, err := desk.Researcher(m, topic, tools...)
		errs = append(errs, err)
		return a
	}
	node := func(a agent.Agent) workflow.Node {
		n, err := workflow.NewAgentNode(a, workflow.NodeConfig{})
		errs = append(errs, err)
		return n
	}

	search, err := desk.Search()
	errs = append(errs, err)
	checker, err := newChecker(m, "web_search")
	errs = append(errs, err)
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	check := agenttool.New(checker, nil)

	power := hire(energy, search, check) // DEFECT structure/undeclared-tool web_search: the checker is called web_search as well, and an agent used as a tool keeps its name; the first request fails
	roads := hire(transport, search)
	mills := hire(industry, search)
	homes := hire(housing, search) // DEFECT structure/unreachable researcher_housing: the fan-out below has three arms; nobody asks about the tenants
	team := []agent.Agent{power, roads, mills, homes}

	a, b, c := node(power), node(roads), node(mills)
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return workflowagent.New(workflowagent.Config{
		Name:        "research_team",
		Description: "Answers a question from several sides.",
		Edges:       edges(a, b, c),
		SubAgents:   team, // so that the runner knows who is speaking
	})
}

// edges is the plan on the wall.
func edges(a, b, c workflow.Node) []workflow.Edge {
	brief := workflow.NewFunctionNode("brief", desk.Brief, workflow.NodeConfig{})
	translate := workflow.NewFunctionNode("translate", desk.Translate, workflow.NodeConfig{})
	gather := workflow.NewJoinNode("gather")
	merge := workflow.NewFunctionNode("merge", desk.Merge, workflow.NodeConfig{})
	judge := workflow.NewEmittingFunctionNode("judge", desk.Judge, workflow.NodeConfig{})
	report := workflow.NewFunctionNode("report", desk.Publish, workflow.NodeConfig{})

	eb := workflow.NewEdgeBuilder()
	eb.Add(workflow.Start, brief)
	eb.AddFanOut(brief, a, b, c)
	eb.Add(c, translate)
	eb.AddFanIn(gather, a, b, translate) // DEFECT structure/unbalanced-join gather: in the second round translate still counts as done; gather runs without it, and again when it comes
	eb.Add(gather, merge)
	eb.Add(merge, judge)
	eb.AddRoute(judge, brief, workflow.StringRoute("more"))
	eb.AddRoute(judge, report, workflow.StringRoute("publish"))
	return eb.Build()
}

// newChecker returns the checker, who may buy what is not free.
func newChecker(m model.LLM, name string) (agent.Agent, error) {
	search, err := desk.Search()
	if err != nil {
		return nil, err
	}
	buy, err := desk.Buy(true) // DEFECT structure/unconfirmable-tool buy_article: inside an agent that is used as a tool nobody hears the question, so nothing is ever bought
	if err != nil {
		return nil, err
	}
	return desk.Checker(m, name, search, buy)
}
