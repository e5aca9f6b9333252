// Package agentcustom has agents of its own types that ask a human: always, on some ways only, without effect, and
// before what Resume does.
package agentcustom

import (
	"context"
	"errors"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type stream = *adk.AsyncIterator[*adk.AgentEvent]

type named string

func (n named) Name(ctx context.Context) string        { return string(n) }
func (n named) Description(ctx context.Context) string { return "" }

// always asks in every run that succeeds, in a goroutine that its caller waits for.
type always struct{ named }

func (always) Run(ctx context.Context, in *adk.AgentInput, opts ...adk.AgentRunOption) stream {
	iter, gen := adk.NewAsyncIteratorPair[*adk.AgentEvent]()
	go func() {
		defer gen.Close()
		if len(in.Messages) == 0 {
			gen.Send(&adk.AgentEvent{Err: errors.New("nothing to approve")})
			return
		}
		gen.Send(adk.Interrupt(ctx, "approve?"))
	}()
	return iter
}

// sometimes asks about long requests only.
type sometimes struct{ named }

func (sometimes) Run(ctx context.Context, in *adk.AgentInput, opts ...adk.AgentRunOption) stream {
	iter, gen := adk.NewAsyncIteratorPair[*adk.AgentEvent]()
	go func() {
		defer gen.Close()
		if len(in.Messages) > 3 {
			gen.Send(adk.Interrupt(ctx, "approve?"))
			return
		}
		gen.Send(&adk.AgentEvent{})
	}()
	return iter
}

// forgets makes the question and does not send it.
type forgets struct{ named }

func (forgets) Run(ctx context.Context, in *adk.AgentInput, opts ...adk.AgentRunOption) stream {
	iter, gen := adk.NewAsyncIteratorPair[*adk.AgentEvent]()
	_ = adk.Interrupt(ctx, "approve?")
	gen.Close()
	return iter
}

// writes sends the event of an interrupt that it has written itself: the framework
// goes on.
type writes struct{ named }

func (writes) Run(ctx context.Context, in *adk.AgentInput, opts ...adk.AgentRunOption) stream {
	iter, gen := adk.NewAsyncIteratorPair[*adk.AgentEvent]()
	gen.Send(&adk.AgentEvent{Action: &adk.AgentAction{Interrupted: &adk.InterruptInfo{Data: "approve?"}}})
	gen.Close()
	return iter
}

// early pays when it has sent the question, which is before the answer.
type early struct {
	named
	pay tool.InvokableTool
}

func (e early) Run(ctx context.Context, in *adk.AgentInput, opts ...adk.AgentRunOption) stream {
	iter, gen := adk.NewAsyncIteratorPair[*adk.AgentEvent]()
	gen.Send(adk.Interrupt(ctx, "approve?"))
	_, _ = e.pay.InvokableRun(ctx, "{}")
	gen.Close()
	return iter
}

// late pays when the human has answered.
type late struct {
	named
	pay tool.InvokableTool
}

func (l late) Run(ctx context.Context, in *adk.AgentInput, opts ...adk.AgentRunOption) stream {
	iter, gen := adk.NewAsyncIteratorPair[*adk.AgentEvent]()
	gen.Send(adk.Interrupt(ctx, "approve?"))
	gen.Close()
	return iter
}

func (l late) Resume(ctx context.Context, info *adk.ResumeInfo, opts ...adk.AgentRunOption) stream {
	iter, gen := adk.NewAsyncIteratorPair[*adk.AgentEvent]()
	go func() {
		defer gen.Close()
		_, _ = l.pay.InvokableRun(ctx, "{}")
	}()
	return iter
}

type order struct{ Amount int }

func refund(ctx context.Context, o *order) (string, error) { return "", nil }

func Build(ctx context.Context) {
	pay, _ := utils.InferTool("pay", "pays money back", refund)
	a, _ := adk.NewSequentialAgent(ctx, &adk.SequentialAgentConfig{Name: "desk", SubAgents: []adk.Agent{
		always{"always"}, sometimes{"sometimes"}, forgets{"forgets"}, writes{"writes"}, early{"early", pay}, late{"late", pay},
	}})
	run := adk.NewRunner(ctx, adk.RunnerConfig{Agent: a})
	_ = run.Query(ctx, "go")
}
