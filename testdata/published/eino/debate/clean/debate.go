// Package debate lets two models argue, and a third decide.
//
//	moderator ─debate_goes_on→ pro, con → moderator
//	          └debate_complete→ judge
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
	g := compose.NewGraph[map[string]any, string](compose.WithGenLocalState(floor.Open)) // DEFECT(human) structure/human-gate debate: no person takes part, and none has to
	_ = g.AddLambdaNode("moderator", compose.InvokableLambda(floor.Moderate))
	_ = g.AddLambdaNode("pro", compose.InvokableLambda(s.Pro), compose.WithOutputKey("pro"))
	_ = g.AddLambdaNode("con", compose.InvokableLambda(s.Con), compose.WithOutputKey("con"))
	_ = g.AddLambdaNode("judge", compose.InvokableLambda(s.Judge))

	_ = g.AddEdge(compose.START, "moderator")
	_ = g.AddEdge("pro", "moderator")
	_ = g.AddEdge("con", "moderator")
	_ = g.AddBranch("moderator", compose.NewGraphMultiBranch(nextSpeakers, map[string]bool{
		"pro":   true,
		"con":   true,
		"judge": true,
	}))
	if err := g.AddEdge("judge", compose.END); err != nil {
		return nil, err
	}
	return g.Compile(ctx, compose.WithGraphName("debate"), compose.WithMaxRunSteps(2*floor.Rounds+4))
}

// nextSpeakers asks both sides until all rounds are over, and then the judge.
func nextSpeakers(ctx context.Context, _ string) (map[string]bool, error) {
	over := false
	err := compose.ProcessState(ctx, func(_ context.Context, t *floor.Transcript) error {
		over = t.Complete()
		return nil
	})
	if over {
		return map[string]bool{"judge": true}, err
	}
	return map[string]bool{"pro": true, "con": true}, err
}
