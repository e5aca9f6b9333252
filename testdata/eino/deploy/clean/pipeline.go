// Package deploy rolls a new version of a service out, watches it, and takes
// it back when it misbehaves.
//
// The stages hand over to one another through the state: each writes the name
// of the next one into Release.Goto, and one router, the same on every stage,
// follows it. What a stage may write is declared beside its branch.
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
	_ = g.AddGraphNode(release.Rollout, rollout)
	_ = g.AddGraphNode(release.Verify, verify)
	_ = g.AddGraphNode(release.Rollback, rollback)
	_ = g.AddGraphNode(release.Postmortem, postmortem)

	_ = g.AddBranch(release.Plan, compose.NewGraphBranch(followGoto, to(release.Build, compose.END)))
	_ = g.AddBranch(release.Build, compose.NewGraphBranch(followGoto, to(release.Canary)))
	_ = g.AddBranch(release.Canary, compose.NewGraphBranch(followGoto, to(release.Rollout, release.Rollback)))
	_ = g.AddBranch(release.Rollout, compose.NewGraphBranch(followGoto, to(release.Verify)))
	_ = g.AddBranch(release.Verify, compose.NewGraphBranch(followGoto, to(release.Rollout, compose.END)))
	_ = g.AddBranch(release.Rollback, compose.NewGraphBranch(followGoto, to(release.Postmortem)))
	_ = g.AddBranch(release.Postmortem, compose.NewGraphBranch(followGoto, to(compose.END)))

	_ = g.AddEdge(compose.START, release.Plan)
	return g.Compile(ctx, compose.WithGraphName("deploy"), compose.WithMaxRunSteps(40))
}

// to returns the set of the stages that may follow.
func to(stages ...string) map[string]bool {
	set := make(map[string]bool, len(stages))
	for _, s := range stages {
		set[s] = true
	}
	return set
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
