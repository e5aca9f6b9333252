// Package moderation decides what may be sold.
//
//	START → inspect → classify ─clean────→ publish
//	                           ├─spam────→ hide, notify → log
//	                           ├─illegal─→ moderator ─ban→ ban_seller
//	                           │                     └─keep→ recheck (a graph of its own)
//	                           └─unsure──→ opinion → moderator
//
// The opinion comes from a team:
//
//	opinion ── intake (task)        asks the seller what is missing
//	        ├─ summary (one turn)   writes it up
//	        └─ liaison              talks to the police
package moderation

import (
	"fmt"
	"os"

	"example.com/adkagents/moderation/listings"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/workflow"
)

// rulings says where a listing goes after classify. It is a table so that the
// policy team can read it.
var rulings = []struct{ ruling, step string }{
	{"clean", "publish"},
	{"spam", "hide_listing"},
	{"notify", "notify"},
	{"ilegal", "moderator"}, // DEFECT(may) structure/router-target moderator: a letter is missing here
	{"unsure", "opinion"},
	{"banned", "ban_seller"}, // DEFECT(policy) structure/human-gate ban_seller: who was banned once is banned again, and no moderator looks
}

// sanctions are the steps that are tools.
var sanctions = map[string]string{
	"hide_listing": "Hides a listing.",
	"ban_seller":   "Bans a seller for good.",
}

// New builds the graph as this machine is set up.
func New(m model.LLM) (agent.Agent, error) {
	graph, err := newGraph(m, os.Getenv("MODERATION_MAIL") != "")
	if err != nil {
		return nil, fmt.Errorf("moderation: %w", err)
	}
	return graph, nil
}

// newGraph builds the graph. With mail, sellers also hear what was published.
func newGraph(m model.LLM, mail bool) (agent.Agent, error) {
	steps, err := newSteps(m)
	if err != nil {
		return nil, err
	}
	b := workflow.NewEdgeBuilder()
	b.Add(workflow.Start, steps["inspect"])
	b.Add(steps["inspect"], steps["classify"])
	for _, r := range rulings {
		b.AddRoute(steps["classify"], steps[r.step], workflow.StringRoute(r.ruling))
	}
	b.AddRoute(steps["opinion"], steps["moderator"], workflow.Default)
	b.AddRoutes(steps["moderator"], map[string]workflow.Node{"ban": steps["ban_seller"], "keep": steps["recheck"]})
	for _, end := range []string{"hide_listing", "notify"} {
		b.AddRoute(steps[end], steps["log"], workflow.Default) // DEFECT structure/overlapping-runs log: spam goes to both; if the second arrives while log still writes, the run hangs
	}
	if mail {
		b.AddRoute(steps["publish"], steps["log"], workflow.Default)
	}
	return workflowagent.New(workflowagent.Config{
		Name: "moderation", Description: "Decides about a listing.", Edges: b.Build(),
	})
}

// newSteps makes every step, by name.
func newSteps(m model.LLM) (map[string]workflow.Node, error) {
	var cfg workflow.NodeConfig
	steps := map[string]workflow.Node{
		"classify":  workflow.NewEmittingFunctionNode("classify", classify, cfg),
		"moderator": workflow.NewDynamicNode("moderator", askModerator, cfg),
		"publish":   workflow.NewFunctionNode("publish", listings.Publish, cfg),
		"notify":    workflow.NewFunctionNode("notify", listings.Notify, cfg),
		"log":       workflow.NewFunctionNode("log", listings.Log, cfg),
	}
	inspect, err := workflow.NewFunctionNodeFromState("inspect", listings.Inspect, cfg)
	if err != nil {
		return nil, err
	}
	steps["inspect"] = inspect

	for name, description := range sanctions {
		t, err := listings.Sanction(name, description)
		if err != nil {
			return nil, err
		}
		if steps[name], err = workflow.NewToolNode(t, cfg); err != nil {
			return nil, err
		}
	}

	lawyer, err := newLawyer(m)
	if err != nil {
		return nil, err
	}
	if steps["opinion"], err = workflow.NewAgentNodeTyped[any, string](lawyer, cfg); err != nil {
		return nil, err
	}
	steps["recheck"], err = newRecheck()
	return steps, err
}

// newLawyer returns the agent that has opinions, with its team.
func newLawyer(m model.LLM) (agent.Agent, error) {
	police, err := listings.Police([]string{"file_report"}, func(string, any) bool { return true })
	if err != nil {
		return nil, err
	}
	var team []agent.Agent
	for _, member := range []llmagent.Config{
		{Name: "intake", Mode: llmagent.ModeTask, Instruction: "Ask the seller for what is missing."},
		{Name: "summary", Mode: llmagent.ModeSingleTurn, Instruction: "Sum the case up."},
		{Name: "liaison", Instruction: "Report what has to be reported.", Toolsets: []tool.Toolset{police}, DisallowTransferToPeers: true},
	} {
		member.Model = m
		member.Description = member.Instruction
		a, err := llmagent.New(member)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", member.Name, err)
		}
		team = append(team, a)
	}
	return llmagent.New(llmagent.Config{ // DEFECT(strict) delegation/cycle liaison: it may hand back, and be handed over to again, as often as the models like
		Name: "opinion", Model: m, Instruction: "Is this legal?", SubAgents: team,
	})
}

// newRecheck looks at a listing again and again until it is gone.
func newRecheck() (workflow.Node, error) {
	fetch := workflow.NewFunctionNode("fetch", listings.Fetch, workflow.NodeConfig{})
	compare := workflow.NewFunctionNode("compare", listings.Compare, workflow.NodeConfig{})
	return workflow.NewWorkflowNode("recheck", workflow.Concat( // DEFECT structure/livelock recheck: every step of it has a next one
		workflow.Chain(workflow.Start, fetch, compare),
		workflow.Edge{From: compare, To: fetch, Route: workflow.Default},
	))
}

// classify reads the words. Sellers know the words, too.
func classify(ctx agent.Context, l listings.Listing, emit func(*session.Event) error) (any, error) {
	switch {
	case l.Has("banned"):
		return nil, listings.Decide(ctx, emit, l.Args(), "banned")
	case l.Has("gun", "ivory"):
		return nil, listings.Decide(ctx, emit, l, "illegal") // DEFECT structure/router-value illegal: no edge takes it, so what is clearly illegal is never looked at
	case l.Has("click here"):
		return nil, listings.Decide(ctx, emit, l.Args(), "spam", "notify")
	case l.Has("antique"):
		return nil, listings.Decide(ctx, emit, l, "unsure")
	}
	return nil, listings.Decide(ctx, emit, l, "clean")
}

// askModerator asks a person, who may say ban or keep. What it asks about is a
// listing, or what the lawyer wrote about one.
func askModerator(ctx agent.Context, about any, emit func(*session.Event) error) (any, error) {
	answer, err := workflow.ResumeOrRequestInput(ctx, emit, session.RequestInput{
		InterruptID: "moderator-" + ctx.InvocationID(),
		Message:     "Ban the seller?",
		Payload:     about,
	})
	if err != nil {
		return nil, err
	}
	if answer == "yes" {
		return nil, listings.Decide(ctx, emit, listings.ArgsOf(about), "ban")
	}
	return nil, listings.Decide(ctx, emit, listings.ArgsOf(about), "keep")
}
