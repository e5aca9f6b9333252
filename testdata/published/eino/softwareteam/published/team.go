// Package software is a team that develops a feature: a product manager, a
// developer, a tester and a reviewer, and the user who accepts the result.
//
//	pm → developer → tester → reviewer ─approved→ user
//	         ↑────────needs_fix───┘
//
// The team talks in a fixed order with one way back, which is a graph with a
// loop.
package software

import (
	"context"
	"strings"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/published/internal/crew"
)

// maxRounds is how often the reviewer sends work back before the user has to
// decide all the same.
const maxRounds = 3

// A Feature is what the team works on.
type Feature struct {
	Wish     string
	Story    string
	Code     string
	Report   string
	Review   string
	Rounds   int
	Accepted bool
}

func init() { schema.Register[*Feature]() }

// A Team shares a model. A Store keeps features that wait for the user.
type Team struct {
	Model model.BaseChatModel
	Store compose.CheckPointStore
}

// Compile builds the graph of the team.
func (t *Team) Compile(ctx context.Context) (compose.Runnable[*Feature, *Feature], error) {
	g := compose.NewGraph[*Feature, *Feature]()
	_ = g.AddLambdaNode("pm", compose.InvokableLambda(t.specify))
	_ = g.AddLambdaNode("developer", compose.InvokableLambda(t.develop))
	_ = g.AddLambdaNode("tester", compose.InvokableLambda(t.test))
	_ = g.AddLambdaNode("reviewer", compose.InvokableLambda(t.review))
	_ = g.AddLambdaNode("user", compose.InvokableLambda(accept))

	_ = g.AddEdge(compose.START, "pm")
	_ = g.AddEdge("pm", "developer")
	_ = g.AddEdge("developer", "tester")
	_ = g.AddEdge("tester", "reviewer")
	_ = g.AddBranch("reviewer", compose.NewGraphBranch(afterReview, map[string]bool{"developer": true, "user": true}))
	if err := g.AddEdge("user", compose.END); err != nil {
		return nil, err
	}
	return g.Compile(ctx,
		compose.WithGraphName("software_team"),
		compose.WithMaxRunSteps(3*maxRounds+5),
		compose.WithCheckPointStore(t.Store),
	)
}

func (t *Team) specify(ctx context.Context, f *Feature) (*Feature, error) {
	text, err := crew.Ask(ctx, t.Model, "You are a product manager.", "Write one user story with acceptance criteria: %s", f.Wish)
	f.Story = text
	return f, err
}

func (t *Team) develop(ctx context.Context, f *Feature) (*Feature, error) {
	text, err := crew.Ask(ctx, t.Model, "You are a developer. Answer with code.", "Story: %s\nReview of the last attempt: %s", f.Story, f.Review)
	f.Code = text
	return f, err
}

func (t *Team) test(ctx context.Context, f *Feature) (*Feature, error) {
	text, err := crew.Ask(ctx, t.Model, "You test software.", "Which acceptance criteria does this miss?\n%s\n%s", f.Story, f.Code)
	f.Report = text
	return f, err
}

func (t *Team) review(ctx context.Context, f *Feature) (*Feature, error) {
	text, err := crew.Ask(ctx, t.Model, "You review code. Answer APPROVED, or what to fix.", "%s\nTest report: %s", f.Code, f.Report)
	f.Review = text
	f.Rounds++
	return f, err
}

func afterReview(_ context.Context, f *Feature) (string, error) {
	if strings.HasPrefix(f.Review, "APPROVED") || f.Rounds >= maxRounds {
		return "user", nil
	}
	return "developer", nil
}

// accept waits for the user.
func accept(ctx context.Context, f *Feature) (*Feature, error) {
	f, agreed, err := crew.Approve(ctx, f, func(f *Feature) string { return "Do you accept this?\n" + f.Code })
	if err != nil {
		return nil, err
	}
	f.Accepted = agreed
	return f, nil
}
