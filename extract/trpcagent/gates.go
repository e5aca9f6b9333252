package trpcagent

// This file finds the human in front of a tool or a node: in callbacks, and in the
// permission policies of runs.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// callbacks puts the gates of the callbacks before a tool on the tools of a list.
// Each is observed with each tool in turn, so that a test for names counts.
func (l *toolList) callbacks(v interp.Value) {
	for _, cb := range callbacksOf(v, "BeforeTool") {
		l.gate(func(t *graph.Tool) graph.Gate { return l.callbackGate(cb, t) })
	}
}

// gate puts a gate on each tool where it is stronger than the tool's own.
func (l *toolList) gate(of func(*graph.Tool) graph.Gate) {
	for i, t := range l.tools {
		if g := assembly.StrongerGate(t.Gate, of(t)); g != t.Gate {
			c := *t
			c.Gate = g
			l.tools[i] = &c
		}
	}
}

// callbacksOf returns the callbacks that a value registers before something
// happens: by calls, or in a field of its literal.
func callbacksOf(v interp.Value, field string) []interp.Alt {
	var out []interp.Alt
	for _, alt := range interp.Alternatives(v) {
		if o, ok := interp.Unwrap(alt.V).(*interp.Object); ok {
			for _, op := range o.Calls("before") {
				out = append(out, interp.Alt{V: op.Arg("fn"), Guard: slices.Concat(alt.Guard, op.Guard)})
			}
			continue
		}
		elems, _ := interp.Elems(interp.Field(alt.V, field))
		for _, e := range elems {
			out = append(out, interp.Alt{V: e.V, Guard: slices.Concat(alt.Guard, e.Guard)})
		}
	}
	return out
}

// callbackGate returns the gate that a callback before tools is for t. It is one
// only if the way that asks can hold the call back: by a result or an error.
func (a *assembler) callbackGate(cb interp.Alt, t *graph.Tool) graph.Gate {
	b := a.Observe(cb.V, nil, a.callbackArg(cb.V, t))
	i := slices.IndexFunc(b.Effects, b.Halts)
	if i < 0 || !holdsBack(b) {
		return graph.Gate{}
	}
	kind := graph.GateCallback
	if len(cb.Guard) > 0 || !b.Known || b.Flow.Avoids(b.Asked) {
		kind = graph.GateConditional
	}
	return graph.Gate{Kind: kind, Pos: b.Effects[i].Pos}
}

// callbackArg returns what a callback gets for a tool: its name, in the older form
// as such. A name that is not known is left to the observation.
func (a *assembler) callbackArg(cb interp.Value, t *graph.Tool) interp.Value {
	if t.Name == "" {
		return nil
	}
	if ps := a.Params(cb); len(ps) > 1 && ps[1].Type == "string" {
		return interp.String(t.Name)
	}
	return request(root+"/tool.BeforeToolArgs", t.Name)
}

// request returns an argument of a type of which only the name of the tool is
// known.
func request(typ, name string) interp.Value {
	r := &interp.Unknown{Reason: "the model chooses it"}
	r.SetField(typ, "ToolName", interp.String(name))
	return r
}

// holdsBack reports whether a callback that asks can hold the call back: an
// interrupt is an error, which does; what else asks needs a result or an error.
func holdsBack(b *interp.Behaviour) bool {
	for _, list := range b.Results {
		for _, alt := range list {
			if !interp.IsZero(alt.V) {
				return true
			}
		}
	}
	return len(b.Results) == 0 || slices.ContainsFunc(b.Effects, func(e interp.Effect) bool {
		return e.Row != nil && e.Row.Package == root+"/graph" && b.Halts(e)
	})
}

// policies puts the gates of the permission policies that runs in the package have
// on the tools. A policy belongs to a run: another may have none.
func (l *toolList) policies() {
	for _, o := range l.ObjectsOf("policy") {
		fn := o.Arg("fn")
		if interp.IsZero(fn) {
			continue
		}
		l.gate(func(t *graph.Tool) graph.Gate {
			var arg interp.Value
			if t.Name != "" {
				arg = request(root+"/tool.PermissionRequest", t.Name)
			}
			b := l.Observe(fn, nil, arg)
			if i := slices.IndexFunc(b.Effects, b.Halts); i >= 0 {
				return graph.Gate{Kind: graph.GateConditional, Pos: b.Effects[i].Pos}
			}
			return graph.Gate{}
		})
	}
}

// asksBefore reports whether a callback before a node asks a human on every way.
func (b *builder) asksBefore(s *step) (graph.Pos, bool) {
	for _, cb := range b.nodeCallbacks(s) {
		body := b.Observe(cb.V)
		i := slices.IndexFunc(body.Effects, body.Halts)
		if i >= 0 && len(cb.Guard) == 0 && body.AlwaysAsks() {
			return body.Effects[i].Pos, true
		}
	}
	return graph.Pos{}, false
}

// aroundNode returns what callbacks around a node leave open: a result of theirs
// replaces that of the node, which does not run then, and may be a command.
func (b *builder) aroundNode(s *step, pos graph.Pos) []graph.Unknown {
	cbs := b.nodeCallbacks(s)
	for _, x := range s.opts.all("postnode") {
		cbs = append(cbs, interp.Alt{V: x.obj.Arg("value")})
	}
	var out []graph.Unknown
	if s.opts.more != nil {
		out = append(out, unknown(graph.UnknownTargets, graph.None, s.opts.more, pos))
	}
	for _, cb := range cbs {
		body := b.Observe(cb.V, nil, nil, given(), given())
		if body.Known && len(body.Results) > 0 && !slices.ContainsFunc(interp.Returns(body), mayReplace) {
			continue
		}
		reason := body.Reason
		if body.Known {
			reason = "a callback may replace what the node returns"
		}
		for _, what := range []graph.UnknownKind{graph.UnknownBody, graph.UnknownTargets} {
			out = append(out, graph.Unknown{What: what, Node: graph.None, Reason: reason, Pos: body.Pos})
		}
	}
	return out
}

// mayReplace reports whether a result of a callback around a node is one that
// counts and may be a command.
func mayReplace(r interp.Return) bool {
	return !interp.IsZero(r.V) && (isCommand(r.V) || mayCommand(r.V))
}

// nodeCallbacks returns the callbacks before a node.
func (b *builder) nodeCallbacks(s *step) []interp.Alt {
	var out []interp.Alt
	for _, x := range s.opts.all("prenode") {
		out = append(out, interp.Alt{V: x.obj.Arg("value"), Guard: x.guard})
	}
	for _, x := range s.opts.all("nodecallbacks") {
		for _, cb := range callbacksOf(x.obj.Arg("value"), "BeforeNode") {
			out = append(out, interp.Alt{V: cb.V, Guard: slices.Concat(x.guard, cb.Guard)})
		}
	}
	for _, op := range b.obj.Calls("callbacks") {
		for _, cb := range callbacksOf(op.Arg("value"), "BeforeNode") {
			out = append(out, interp.Alt{V: cb.V, Guard: slices.Concat(op.Guard, cb.Guard)})
		}
	}
	return out
}
