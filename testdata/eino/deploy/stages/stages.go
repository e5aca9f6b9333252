// Package stages builds the stages of a deployment. Each is a small graph of
// its own: it reads the release, asks a model, and hands over.
package stages

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/deploy/release"
)

// Steps inside a stage.
const (
	load  = "load"
	agent = "agent"
	hand  = "handoff"
)

// A Handoff reads what the model of a stage said, writes into the release who
// takes over, and returns that name.
type Handoff[O any] func(ctx context.Context, said *schema.Message) (O, error)

// New returns the stage that asks m for instruction and ends with handoff. I
// is what the stage before it left; nothing but its being there matters.
func New[I, O any](m model.BaseChatModel, instruction string, handoff Handoff[O]) *compose.Graph[I, O] {
	g := compose.NewGraph[I, O]()
	_ = g.AddLambdaNode(load, compose.InvokableLambda(brief[I](instruction)))
	_ = g.AddChatModelNode(agent, m)
	_ = g.AddLambdaNode(hand, compose.InvokableLambda(func(ctx context.Context, said *schema.Message) (O, error) {
		return handoff(ctx, said)
	}))

	_ = g.AddEdge(compose.START, load)
	_ = g.AddEdge(load, agent)
	_ = g.AddEdge(agent, hand)
	_ = g.AddEdge(hand, compose.END)
	return g
}

// brief returns the step that writes the model's briefing.
func brief[I any](instruction string) func(context.Context, I) ([]*schema.Message, error) {
	return func(ctx context.Context, _ I) (msgs []*schema.Message, err error) {
		err = compose.ProcessState(ctx, func(_ context.Context, r *release.Release) error {
			msgs = []*schema.Message{
				schema.SystemMessage(instruction),
				schema.UserMessage(fmt.Sprintf("service %s, version %s, so far: %v", r.Service, r.Version, r.Log)),
			}
			return nil
		})
		return msgs, err
	}
}
