// Package deploy rolls a new version of a service out, watches it, and takes
// it back when it misbehaves.
//
// The stages hand over to one another through the state: each writes the name
// of the next one into Release.Goto, and one router, the same on every stage,
// follows it.
package deploy

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/deploy/release"
	"example.com/einoagents/deploy/stages"
)

// NewPipeline builds the pipeline. Its input is the name of the service, its
// output the name of the stage that had the last word.
func NewPipeline(ctx context.Context, m model.BaseChatModel, version string) (compose.Runnable[string, string], error) {
	return buildPipeline[string, string](ctx, m, func(context.Context) *release.Release {
		return &release.Release{Version: version, Goto: release.Plan}
	})
}

func buildPipeline[I, O any](ctx context.Context, m model.BaseChatModel, newState compose.GenLocalState[*release.Release]) (compose.Runnable[I, O], error) {
	g := compose.NewGraph[I, O](compose.WithGenLocalState(newState))

	anywhere := map[string]bool{
		release.Plan:       true,
		release.Build:      true,
		release.Canary:     true,
		release.Rollout:    true,
		release.Verify:     true,
		release.Rollback:   true,
		release.Postmortem: true,
		compose.END:        true,
	}

	plan := stages.New[I, string](m, "Say GO if the change log is harmless.", afterPlan)
	build := stages.New[string, string](m, "Summarize the build log.", afterBuild)
	canary := stages.New[string, string](m, "Judge the canary. Say BAD or GOOD.", afterCanary)
	rollout := stages.New[string, string](m, "Report the progress of the rollout.", afterRollout)
	verify := stages.New[string, string](m, "Compare error rates before and after.", afterVerify)
	rollback := stages.New[string, string](m, "Take the version back.", afterRollback)
	postmortem := stages.New[string, string](m, "Write down what we learned.", afterPostmortem)

	_ = g.AddGraphNode(release.Plan, plan, compose.WithNodeName("plan the release"))
	_ = g.AddGraphNode(release.Build, build)
	_ = g.AddGraphNode(release.Canary, canary)
	_ = g.AddGraphNode(release.Rollout, rollout) // DEFECT structure/livelock rollout: rollout and verify hand the release to each other for ever
	_ = g.AddGraphNode(release.Verify, verify)
	_ = g.AddGraphNode(release.Rollback, rollback)     // DEFECT(may) structure/unreachable rollback: the only stage that wants it writes "roll_back"
	_ = g.AddGraphNode(release.Postmortem, postmortem) // DEFECT structure/unreachable postmortem: no stage ever hands over to it, the shared map only makes it look wired

	_ = g.AddBranch(release.Plan, compose.NewGraphBranch(followGoto, anywhere))     // DEFECT(may) structure/router-target plan: 6 of 8 targets are never written
	_ = g.AddBranch(release.Build, compose.NewGraphBranch(followGoto, anywhere))    // DEFECT(may) structure/router-target build: 7 of 8 targets are never written
	_ = g.AddBranch(release.Canary, compose.NewGraphBranch(followGoto, anywhere))   // DEFECT(may) structure/router-target canary: 7 of 8 targets are never written
	_ = g.AddBranch(release.Rollout, compose.NewGraphBranch(followGoto, anywhere))  // DEFECT(may) structure/router-target rollout: 7 of 8 targets are never written
	_ = g.AddBranch(release.Verify, compose.NewGraphBranch(followGoto, anywhere))   // DEFECT(may) structure/router-target verify: 7 of 8 targets are never written
	_ = g.AddBranch(release.Rollback, compose.NewGraphBranch(followGoto, anywhere)) // DEFECT(may) structure/router-target rollback: 7 of 8 targets are never written
	_ = g.AddBranch(release.Postmortem, compose.NewGraphBranch(followGoto, anywhere))

	_ = g.AddEdge(compose.START, release.Plan)
	return g.Compile(ctx, compose.WithGraphName("deploy"), compose.WithMaxRunSteps(40))
}

// followGoto is the router of every stage.
func followGoto(ctx context.Context, _ string) (next string, err error) {
	defer func() {
		if err != nil {
			next = ""
		}
	}()
	err = compose.ProcessState(ctx, func(_ context.Context, r *release.Release) error {
		next = r.Goto
		return nil
	})
	return next, err
}
