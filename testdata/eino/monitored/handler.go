package monitored

// This file observes the steps of graphs.

import (
	"context"

	"github.com/agentvet/agentvet/dfa"
	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/callbacks"
	"github.com/cloudwego/eino/components"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

// Handler returns the callbacks that follow runs: for compose.WithCallbacks, or
// for all graphs, callbacks.AppendGlobalHandlers.
func (m *Monitor) Handler() callbacks.Handler {
	return callbacks.NewHandlerBuilder().
		OnStartFn(func(ctx context.Context, info *callbacks.RunInfo, _ callbacks.CallbackInput) context.Context {
			return m.start(ctx, info)
		}).
		OnStartWithStreamInputFn(func(ctx context.Context, info *callbacks.RunInfo, in *schema.StreamReader[callbacks.CallbackInput]) context.Context {
			in.Close()
			return m.start(ctx, info)
		}).
		OnEndFn(func(ctx context.Context, _ *callbacks.RunInfo, _ callbacks.CallbackOutput) context.Context {
			m.end(ctx)
			return ctx
		}).
		OnEndWithStreamOutputFn(func(ctx context.Context, _ *callbacks.RunInfo, out *schema.StreamReader[callbacks.CallbackOutput]) context.Context {
			out.Close()
			m.end(ctx)
			return ctx
		}).
		Build()
}

// A frame is what runs: the innermost in a context.
type frame struct {
	address string
	outer   bool // it began the run, so it ends it
}

type frameKey struct{ m *Monitor }

// start begins a run with the first graph, and notes the step of a node. What runs
// within a node, like the model in an agent's own code, is part of its step.
func (m *Monitor) start(ctx context.Context, info *callbacks.RunInfo) context.Context {
	f := frame{address: compose.GetCurrentAddress(ctx).String()}
	above, _ := ctx.Value(frameKey{m}).(frame)
	if m.run(ctx) == nil {
		ctx = m.With(ctx, m.Start())
		f.outer = true
	}
	if e := stepOf(ctx, info); e != nil && (f.outer || f.address != above.address) {
		run := m.run(ctx)
		m.report(run, e, run.Step(e))
	}
	return context.WithValue(ctx, frameKey{m}, f)
}

// end reports what a run owes that ends with the graph with which it began. A run
// that is broken off by an error or interrupted owes nothing yet.
func (m *Monitor) end(ctx context.Context) {
	f, _ := ctx.Value(frameKey{m}).(frame)
	if !f.outer {
		return
	}
	run := m.run(ctx)
	d, _ := run.Finish()
	m.report(run, nil, d)
}

// stepOf returns the event of a component that starts, nil if it is none: graphs
// speak through their nodes, and tools nodes through their calls.
func stepOf(ctx context.Context, info *callbacks.RunInfo) *dfa.Event {
	e := &dfa.Event{Node: last(ctx, compose.AddressSegmentNode), Agent: agentOf(ctx)}
	if info == nil || e.Node == "" {
		return nil
	}
	switch info.Component {
	case compose.ComponentOfGraph, compose.ComponentOfChain, compose.ComponentOfWorkflow,
		compose.ComponentOfToolsNode, compose.ComponentOfAgenticToolsNode, components.ComponentOfTool:
		return nil
	case components.ComponentOfChatModel, components.ComponentOfAgenticModel:
		e.Kind = "llm"
	}
	return e
}

// agentOf returns the agent that ctx belongs to, "" if there is none.
func agentOf(ctx context.Context) string { return last(ctx, adk.AddressSegmentAgent) }

// last returns the innermost part of the address of a type.
func last(ctx context.Context, kind compose.AddressSegmentType) string {
	address := compose.GetCurrentAddress(ctx)
	for i := len(address) - 1; i >= 0; i-- {
		if address[i].Type == kind {
			return address[i].ID
		}
	}
	return ""
}
