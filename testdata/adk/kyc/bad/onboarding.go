// Package kyc decides who may open an account.
//
//	              ┌→ identity (a workflow of its own) ────────┐
//	START → intake├→ screen ─hit→ deep_search ──┐             ├→ evidence → score ─0→ open
//	              │         └clear→ clear_note ─┴─────────────┤             ├─1→ review ─yes→ open
//	              └→ residence ───────────────────────────────┘             └─2→ decline
//
// Three checks run at the same time; a machine weighs them, and a person looks
// at whatever the machine is not sure about.
package kyc

import (
	"example.com/adkagents/kyc/checks"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
)

// Risk is what the score comes to.
type Risk int

const (
	low Risk = iota
	unclear
	high
)

const (
	hit   = "hit"
	noHit = "clear"
)

// New builds the onboarding.
func New(model.LLM) (agent.Agent, error) {
	edges, err := graph()
	if err != nil {
		return nil, err
	}
	return workflowagent.New(workflowagent.Config{
		Name:        "onboarding",
		Description: "Checks an applicant and opens an account.",
		Edges:       edges,
	})
}

func graph() ([]workflow.Edge, error) {
	identity, err := identityCheck()
	if err != nil {
		return nil, err
	}
	openTool, err := checks.OpenAccount()
	if err != nil {
		return nil, err
	}
	open, err := workflow.NewNamedToolNode("open", openTool, workflow.NodeConfig{})
	if err != nil {
		return nil, err
	}

	intake := step("intake", checks.Intake)
	residence := step("residence", checks.Residence)
	screen := workflow.NewEmittingFunctionNode("screen", screenName, workflow.NodeConfig{})
	deep := step("deep_search", checks.SearchDeep)
	note := step("clear_note", checks.ClearNote)
	evidence := workflow.NewJoinNode("evidence")
	score := workflow.NewEmittingFunctionNode("score", weigh, workflow.NodeConfig{})
	review := workflow.NewEmittingFunctionNode("review", askOfficer, workflow.NodeConfig{}) // DEFECT structure/lost-answer review: without RerunOnResume the answer goes to the successors and the code behind the question never runs
	decline := step("decline", checks.Decline)
	appeal := step("appeal", checks.Decline)

	return workflow.Concat(
		workflow.Chain(workflow.Start, intake),
		fanOut(intake, identity, screen, residence),
		routed(screen, hit, deep),
		routed(screen, noHit, note),
		fanIn(evidence, identity, deep, note, residence), // DEFECT structure/unbalanced-join evidence: screen takes one of deep_search and clear_note; the join waits for both and never runs
		workflow.Chain(evidence, score),
		workflow.Edge{From: score, To: open, Route: workflow.IntRoute(int(low))},
		workflow.Edge{From: score, To: review, Route: workflow.IntRoute(int(unclear))},
		workflow.Edge{From: score, To: decline, Route: workflow.IntRoute(3)}, // DEFECT structure/router-target decline: high is 2, nobody is ever declined
		workflow.Edge{From: review, To: open, Route: workflow.BoolRoute(true)},
		workflow.Edge{From: review, To: appeal, Route: workflow.BoolRoute(false)},
	), nil
}

// identityCheck is a workflow inside the workflow: a passport and a face.
func identityCheck() (*workflow.WorkflowNode, error) {
	passport := step("passport", checks.ReadPassport)
	faces := step("faces", checks.CompareFaces)
	return workflow.NewWorkflowNode("identity", workflow.Chain(workflow.Start, passport, faces))
}

// step makes a node of a plain function.
func step[In, Out any](name string, fn func(agent.Context, In) (Out, error)) workflow.Node {
	return workflow.NewFunctionNode(name, fn, workflow.NodeConfig{})
}

func fanOut(from workflow.Node, to ...workflow.Node) []workflow.Edge {
	return workflow.NewEdgeBuilder().AddFanOut(from, to...).Build()
}

func fanIn(to workflow.Node, from ...workflow.Node) []workflow.Edge {
	return workflow.NewEdgeBuilder().AddFanIn(to, from...).Build()
}

func routed(from workflow.Node, label string, to workflow.Node) workflow.Edge {
	return workflow.Edge{From: from, To: to, Route: workflow.StringRoute(label)}
}

func screenName(ctx agent.Context, a checks.Applicant, emit func(*session.Event) error) (any, error) {
	if checks.Listed(a) {
		return nil, checks.Announce(ctx, emit, hit, a)
	}
	return nil, checks.Announce(ctx, emit, noHit, a)
}

// weigh turns points into a risk. The route is the risk as a number.
func weigh(ctx agent.Context, evidence map[string]any, emit func(*session.Event) error) (any, error) {
	route := "0"
	switch points := checks.Points(evidence); {
	case points > 80:
		route = "2" // DEFECT structure/router-value 2: the edge for high says 3, the riskiest applicants get no answer at all
	case points > 20:
		route = "1"
	}
	return nil, checks.Announce(ctx, emit, route, checks.AccountOf(evidence))
}

// askOfficer shows the case to a person who may say yes.
func askOfficer(ctx agent.Context, account map[string]any, emit func(*session.Event) error) (any, error) {
	answer, err := workflow.ResumeOrRequestInput(ctx, emit, session.RequestInput{
		InterruptID: "kyc-" + ctx.InvocationID(),
		Message:     "Is this a customer?",
		Payload:     account,
	})
	if err != nil {
		return nil, err
	}
	route := "false"
	if answer == "yes" {
		route = "true"
	}
	return nil, checks.Announce(ctx, emit, route, account)
}
