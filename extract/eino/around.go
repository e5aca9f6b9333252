package eino

// This file finds the human in the functions that stand around a tool call.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// Packages of the framework, whose types functions of the program are observed with.
const (
	pkgADK     = "github.com/cloudwego/eino/adk."
	pkgCompose = "github.com/cloudwego/eino/compose."
)

// A wrapper is what stands around tool calls: a struct of functions (ToolMiddleware), or the
// methods of a handler.
type wrapper struct {
	assembly.Value
	isHandler bool
}

// The ways to call a tool: the framework names a field of ToolMiddleware, a method of handlers
// and the type of what they get to call after each.
const (
	invokable          = "Invokable"
	streamable         = "Streamable"
	enhancedInvokable  = "EnhancedInvokable"
	enhancedStreamable = "EnhancedStreamable"
)

// node reads what the configuration of a tools node says beside its tools.
func (s *toolset) node(config assembly.Value) {
	list, more := config.Field("ToolCallMiddlewares").List()
	for _, v := range list {
		s.wrap(v)
	}
	s.open(more)
	if other := config.Field("UnknownToolsHandler"); !other.IsZero() {
		s.hook(other.Observe())
	}
	if arguments := config.Field("ToolArgumentsHandler"); !arguments.IsZero() {
		s.hook(arguments.Observe())
	}
}

// wrap adds a ToolMiddleware.
func (s *toolset) wrap(v assembly.Value) {
	switch {
	case v.IsZero():
	case v.IsStruct():
		s.around = append(s.around, wrapper{Value: v})
	default:
		s.open(v.Why(reason.NoneSeen, "middleware"))
	}
}

// gated returns tools, each behind the questions that the functions around it ask.
func (s *toolset) gated(tools []*graph.Tool) []*graph.Tool {
	return assembly.GatedBy(tools, func(t *graph.Tool) graph.Gate {
		var gate graph.Gate
		for _, w := range s.around {
			gate = assembly.StrongerGate(gate, s.weakest(w, t))
		}
		return gate
	})
}

// weakest returns the gate that a wrapper is for a tool, however the tool is called.
func (s *toolset) weakest(w wrapper, t *graph.Tool) graph.Gate {
	var out graph.Gate
	asked, free := false, false
	for _, way := range []string{invokable, streamable, enhancedInvokable, enhancedStreamable} {
		if ways, ok := s.ways[t]; ok && !slices.Contains(ways, way) {
			continue // where nothing is known of the tool, it may be called in each
		}
		gate := s.gateOn(w, t, way)
		if gate.Kind == graph.GateNone {
			free = true
			continue
		}
		if !asked || gate.Kind == graph.GateConditional {
			out = gate
		}
		asked = true
	}
	if asked && free {
		out.Kind = graph.GateConditional
	}
	return out
}

// gateOn returns the gate that a wrapper is for a tool that is called in one way: its
// function is observed with that tool, and with a next function that only says that it runs.
func (s *toolset) gateOn(w wrapper, t *graph.Tool, way string) graph.Gate {
	b, next := s.observeAround(w, t, way)
	if b == nil || keeps(b) {
		return graph.Gate{}
	}
	i := slices.IndexFunc(b.Effects, b.Halts)
	if i < 0 {
		if !b.Known {
			s.open(&assembly.Unknown{Reason: b.Reason, Pos: b.Pos})
		}
		return graph.Gate{}
	}
	gate := graph.Gate{Kind: graph.GateCallback, Pos: b.Effects[i].Pos}
	isNext := func(c *assembly.CourseStep) bool { return c.Kind == "next" }
	unchanged := func(x assembly.Value) bool { return x.Func() == next.Func() }
	if len(w.Guard) > 0 || !b.Known || b.Course.Reaches(isNext, b.Asked) || slices.ContainsFunc(s.Result(b, 0), unchanged) {
		gate.Kind = graph.GateConditional
	}
	return assembly.Heeded(gate, b, isNext)
}

// observeAround says what a wrapper does around a call of a tool in one way, nothing if it
// has no function for that, and what it gets to call.
func (s *toolset) observeAround(w wrapper, t *graph.Tool, way string) (b *assembly.Behaviour, next assembly.Value) {
	call := s.NewUnknown(reason.ModelChooses)
	set := func(typ string) {
		if t.Name != "" {
			call.Set(typ, "Name", s.NewText(t.Name))
		}
	}
	if w.isHandler {
		set(pkgADK + "ToolContext")
		next = s.NewNext(table.Call(pkgADK + way + "ToolCallEndpoint").Key())
		method := "Wrap" + way + "ToolCall"
		if !w.HasMethod(method) {
			return nil, next // an older version has none
		}
		return w.ObserveMethodDoing(method, assembly.Value{}, next, call), next
	}
	f := w.Field(way)
	if f.IsZero() {
		return nil, next
	}
	set(pkgCompose + "ToolInput")
	next = s.NewNext(table.Call(pkgCompose + way + "ToolEndpoint").Key())
	return f.ObserveDoing([]assembly.Value{next}, []assembly.Value{{}, call}), next
}
