package agentframework

// This file reads what stands around the runs of an agent: providers of context, middlewares,
// and requests that the program writes itself.

import (
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// contexts reads the providers of context, which may add tools to each run.
func (r *agentReader) contexts(list assembly.Value) {
	elems, more := list.List()
	for _, x := range elems {
		r.context(x)
	}
	if more != nil {
		r.open(more, graph.UnknownTools)
	}
}

func (r *agentReader) context(v assembly.Value) {
	o, u := v.Object(), v.Unknown()
	var b *assembly.Behaviour
	switch {
	case o == nil && u != nil:
		r.open(u, graph.UnknownTools)
		return
	case o == nil:
		b = v.ObserveMethod("Invoking")
	case o.Row.Text("skills") != "":
		r.open(&assembly.Unknown{Reason: reason.Of(reason.SaysTools, "a skill"), Pos: r.Place(o)}, graph.UnknownTools)
		return
	case !r.Arg(o, "provide").IsZero():
		b = r.Arg(o, "provide").Observe()
	default:
		for name := range strings.FieldsFuncSeq(o.Row.Text("tools"), func(c rune) bool { return c == '|' }) {
			r.graph.Tools = append(r.graph.Tools, &graph.Tool{
				Name: name, Framework: r.Name, Description: graph.AddedByFramework, Pos: r.Place(o),
			})
		}
		return
	}
	for _, made := range b.Objects {
		r.option(made)
	}
	if !b.Known {
		r.open(&assembly.Unknown{Reason: b.Reason, Pos: b.Pos}, graph.UnknownTools)
	}
}

// middlewares reads those that run tools, approve calls, and repeat runs.
func (r *agentReader) middlewares(list assembly.Value) {
	elems, more := list.List()
	for _, x := range elems {
		switch o := x.Object(); {
		case o != nil:
			r.middleware(o, x.Sole)
		case !x.IsZero() && !x.IsNil():
			r.ownMiddleware(x)
		}
	}
	if more != nil {
		r.unread(more)
	}
}

// ownMiddleware reads one of the program's own. It may run the agent again, and pass on other
// options than it gets.
func (r *agentReader) ownMiddleware(v assembly.Value) {
	b := v.ObserveMethod("Run")
	if v.IsFunc() {
		b = v.Observe()
	}
	if !b.Known {
		r.unread(&assembly.Unknown{Reason: b.Reason, Pos: b.Pos})
		return
	}
	again := &assembly.Unknown{Reason: reason.Of(reason.MiddlewareAgain), Pos: b.Pos}
	r.vague = append(r.vague, again)
	for _, made := range b.Objects {
		r.option(made)
	}
	if others := r.ObjectsOf("opt:tool", "opt:params"); len(others) > 0 {
		r.open(&assembly.Unknown{Reason: reason.Of(reason.SaysTools, "a middleware"), Pos: b.Pos}, graph.UnknownTools)
	}
}

// unread notes what is not known around a run, and may do anything.
func (r *agentReader) unread(u *assembly.Unknown) {
	r.vague = append(r.vague, u)
	r.lenient = true
	r.open(u, graph.UnknownTools)
}

// params reads the request of a client that a program gives as an option. Tools in it are
// those of the client, and of the service.
func (r *agentReader) params(o *assembly.Object) {
	params := r.Arg(o, "params")
	u := params.Opaque()
	if u == nil && !params.Field("Tools").IsZero() {
		u = &assembly.Unknown{Reason: reason.Of(reason.SaysTools, "the request"), Pos: r.Place(o)}
	}
	if u != nil {
		r.open(u, graph.UnknownTools)
	}
}

func (r *agentReader) middleware(o *assembly.Object, always bool) {
	limit := graph.Bound{State: graph.BoundPresent}
	n, known := r.Arg(o, "max").Int()
	switch o.Kind {
	case "mw:autocall":
		if n == 0 {
			n = defaultRounds
		}
		if known && always {
			limit = graph.Known(max(n, 0) + 1) // the last time it is offered no tools
		}
		r.limits = append(r.limits, limit)
		r.addTools(r.Arg(o, "tools"))
	case "mw:loop":
		if n == 0 {
			n = defaultLoops
		}
		if known && always {
			limit = graph.Known(max(n, 1))
		}
		r.loops = append(r.loops, limit)
	case "mw:approval":
		elems, more := r.Arg(o, "rules").Elems()
		r.lenient = r.lenient || len(elems) > 0 || more != nil
	case "mw:context":
		r.context(r.Arg(o, "provider"))
	}
}
