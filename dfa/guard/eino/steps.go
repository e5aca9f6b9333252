package eino

// This file notes the steps of graphs.

import (
	"context"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/cloudwego/eino/callbacks"
	"github.com/cloudwego/eino/components"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

// Steps returns callbacks that tell g of each node that runs: for compose.WithCallbacks, or for all
// graphs, callbacks.AppendGlobalHandlers. An event has the key of the node as its name, and the kind
// llm if it is a model. What runs within a node, like the model in an agent's own code, is part of
// its step. A step that a rule forbids runs all the same; what the guard then does with calls, the
// rule's handling says.
func Steps(g *guard.Guard) callbacks.Handler {
	s := &steps{g}
	return callbacks.NewHandlerBuilder().
		OnStartFn(func(ctx context.Context, info *callbacks.RunInfo, _ callbacks.CallbackInput) context.Context {
			return s.start(ctx, info)
		}).
		OnStartWithStreamInputFn(func(ctx context.Context, info *callbacks.RunInfo, in *schema.StreamReader[callbacks.CallbackInput]) context.Context {
			in.Close()
			return s.start(ctx, info)
		}).
		Build()
}

type steps struct{ g *guard.Guard }

// frameKey is the key of the address of what runs, the innermost in a context.
type frameKey struct{ *guard.Guard }

func (s *steps) start(ctx context.Context, info *callbacks.RunInfo) context.Context {
	address := compose.GetCurrentAddress(ctx).String()
	above, _ := ctx.Value(frameKey{s.g}).(string)
	if e := stepEvent(ctx, info); e != nil && address != above {
		_ = s.g.Note(ctx, sessionOf(ctx), e) // it happens whatever the guard says, which it has told to its log
	}
	return context.WithValue(ctx, frameKey{s.g}, address)
}

// stepEvent returns the event of a component that starts, nil if it is none: graphs speak through
// their nodes, and tools nodes through their calls.
func stepEvent(ctx context.Context, info *callbacks.RunInfo) *dfa.Event {
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
