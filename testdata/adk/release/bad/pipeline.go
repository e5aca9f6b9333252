// Package release is a deployment pipeline with a person in the middle.
//
//	START → plan → build → test ─green→ canary ─healthy→ approve ─approved→ promote → record
//	                        │             │                 └─denied→ rollback
//	                        └─red→ notify └─degraded→ rollback
//
// Nothing goes live unless somebody with a name said so.
package release

import (
	"fmt"
	"strings"

	"example.com/adkagents/release/steps"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/workflow"
)

// What the steps decide.
const (
	green    = "green"
	red      = "red"
	flaky    = "flaky"
	healthy  = "healthy"
	degraded = "degraded"
	approved = "approved"
	denied   = "denied"
	hotfix   = "hotfix"
)

var (
	plain     = workflow.NodeConfig{}
	asksAgain = workflow.NodeConfig{RerunOnResume: new(true)}
)

// New builds the pipeline. The model is not used: a release has no opinion.
func New(model.LLM) (agent.Agent, error) {
	tool, err := steps.Promote(functiontool.Config{RequireConfirmation: true})
	if err != nil {
		return nil, err
	}
	promote, err := workflow.NewToolNode(tool, plain) // DEFECT structure/unconfirmable-tool promote_release: a node has nobody to ask, so a tool that requires confirmation fails here every time
	if err != nil {
		return nil, err
	}

	plan := workflow.NewFunctionNode("plan", steps.Plan, plain)
	build := workflow.NewFunctionNode("build", steps.Build, plain)
	test := workflow.NewEmittingFunctionNode("test", runTests, plain)
	canary := workflow.NewEmittingFunctionNode("canary", watchCanary, plain)
	approve := workflow.NewEmittingFunctionNode("approve", askRelease, asksAgain)
	notify := workflow.NewFunctionNode("notify", steps.Notify, plain)
	rollback := workflow.NewFunctionNode("rollback", steps.Rollback, plain)
	drain := workflow.NewFunctionNode("drain", steps.Rollback, plain)
	record := workflow.NewFunctionNode("record", steps.Record, plain)

	b := workflow.NewEdgeBuilder().
		Add(workflow.Start, plan).
		Add(plan, build).
		Add(build, test).
		AddRoutes(test, map[string]workflow.Node{
			green:  canary,
			red:    notify,
			hotfix: promote, // without approve; that nothing goes live unasked is only because the tool fails before it runs
		})
	b.AddRoute(canary, approve, workflow.StringRoute(healthy))
	b.AddRoute(canary, rollback, workflow.StringRoute(degraded))
	b.AddRoute(canary, drain, workflow.StringRoute("aborted")) // DEFECT structure/router-target drain: the canary says healthy or degraded, never aborted
	b.AddRoute(approve, promote, workflow.StringRoute(approved))
	b.AddRoute(approve, rollback, workflow.StringRoute(denied))

	// A step that several others lead to may have one unconditional edge; the
	// others say Default, which comes to the same.
	b.Add(promote, record)
	for _, last := range []workflow.Node{notify, rollback, drain} {
		b.AddRoute(last, record, workflow.Default)
	}

	return workflowagent.New(workflowagent.Config{
		Name:        "release",
		Description: "Builds, tests and ships a service.",
		Edges:       b.Build(),
	})
}

// runTests says what the tests said.
func runTests(ctx agent.Context, r steps.Release, emit func(*session.Event) error) (any, error) {
	label := green
	switch {
	case r.Red > 0:
		label = red
	case r.Flaky > 0:
		label = flaky // DEFECT structure/router-value flaky: no edge takes it, a flaky release stops here and nobody hears of it
	case strings.HasSuffix(r.Version, "-hotfix"):
		label = hotfix
	}
	return nil, steps.Route(ctx, emit, label, r)
}

// watchCanary lets one customer in a hundred try the release.
func watchCanary(ctx agent.Context, r steps.Release, emit func(*session.Event) error) (any, error) {
	if r.Errors > 0.01 {
		return nil, steps.Route(ctx, emit, degraded, r)
	}
	return nil, steps.Route(ctx, emit, healthy, r)
}

// askRelease waits for a person. It runs twice: once to ask, once to hear.
func askRelease(ctx agent.Context, r steps.Release, emit func(*session.Event) error) (any, error) {
	answer, err := workflow.ResumeOrRequestInput(ctx, emit, session.RequestInput{
		InterruptID: "release-" + ctx.InvocationID(),
		Message:     fmt.Sprintf("Ship %s %s?", r.Service, r.Version),
		Payload:     r,
	})
	if err != nil {
		return nil, err
	}
	if answer == "yes" {
		return nil, steps.Route(ctx, emit, approved, r.Ticket())
	}
	return nil, steps.Route(ctx, emit, denied, r)
}
