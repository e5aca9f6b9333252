// Package debate lets two models argue, and a third decide.
//
//	moderator ⇄ pro
//	moderator ⇄ con
//	moderator ─debate_complete→ judge
//
// Speakers who take turns under a moderator are a graph: a step for each of them
// and a decision behind the moderator.
package debate

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/published/debate/floor"
)

// New builds the debate.
func New(ctx context.Context, m model.BaseChatModel) (compose.Runnable[map[string]any, string], error) {
	s := &floor.Speakers{Model: m}
	g := compose.NewGraph[map[string]any, string](compose.WithGenLocalState(floor.Open)) // DEFECT(human) structure/human-gate debate: no person takes part
	_ = g.AddLambdaNode("moderator", compose.InvokableLambda(floor.Moderate))
	_ = g.AddLambdaNode("pro", compose.InvokableLambda(s.Pro), compose.WithOutputKey("pro"))
	_ = g.AddLambdaNode("con", compose.InvokableLambda(s.Con), compose.WithOutputKey("con"))
	_ = g.AddLambdaNode("judge", compose.InvokableLambda(s.Judge))

	_ = g.AddEdge(compose.START, "moderator")
	_ = g.AddEdge("moderator", "pro") // DEFECT structure/router-shape moderator: both sides are asked whatever the moderator decides, also when the debate is over
	_ = g.AddEdge("moderator", "con")
	_ = g.AddEdge("pro", "moderator")
	_ = g.AddEdge("con", "moderator")
	_ = g.AddBranch("moderator", compose.NewGraphMultiBranch(whenComplete, map[string]bool{"judge": true}))
	if err := g.AddEdge("judge", compose.END); err != nil {
		return nil, err
	}
	return g.Compile(ctx, compose.WithGraphName("debate"), compose.WithMaxRunSteps(2*floor.Rounds+4))
}

// whenComplete calls the judge in when all rounds are over.
func whenComplete(ctx context.Context, _ string) (map[string]bool, error) {
	next := make(map[string]bool)
	err := compose.ProcessState(ctx, func(_ context.Context, t *floor.Transcript) error {
		if t.Complete() {
			next["judge"] = true
		}
		return nil
	})
	return next, err
}
