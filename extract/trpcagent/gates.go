package trpcagent

// This file finds the human in front of a tool or a node: in callbacks, and in the
// permission policies of runs.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// callbacks puts the gates of the callbacks before a tool on the tools of a list.
// Each is observed with each tool in turn, so that a test for names counts.
func (l *toolList) callbacks(v assembly.Value) {
	list, more := l.callbacksOf(v, "BeforeTool")
	l.doubt(more)
	for _, cb := range list {
		if !cb.Observe().Known {
			l.doubt(&assembly.Unknown{Reason: reason.Of(reason.MayAsk), Pos: cb.Observe().Pos})
		}
		l.tools = assembly.GatedBy(l.tools, func(t *graph.Tool) graph.Gate { return l.callbackGate(cb, t) })
	}
}

// callbacksOf returns the callbacks that a value registers before something happens, or in
// all if the fields of its literal are those before and after: by calls, or in the fields. It
// returns why there may be others, too.
func (a *registry) callbacksOf(v assembly.Value, fields ...string) (out []assembly.Value, more *assembly.Unknown) {
	calls := []string{"before", "after"}[:len(fields)]
	for _, x := range v.Each() {
		if o := x.Object(); o != nil {
			for _, op := range o.Calls(calls...) {
				out = append(out, a.ArgOf(op, "fn").Under(x.Guard))
			}
			continue
		}
		for _, field := range fields {
			list, open := x.Field(field).Elems()
			out, more = append(out, list...), cmp.Or(more, open)
		}
	}
	return out, more
}

// callbackGate returns the gate that a callback before tools is for t. It is one
// only if the way that asks can hold the call back: by a result or an error.
func (a *registry) callbackGate(cb assembly.Value, t *graph.Tool) graph.Gate {
	b := cb.ObserveWith(assembly.Value{}, a.callbackArg(cb, t))
	i := slices.IndexFunc(b.Effects, b.Halts)
	if i < 0 || !a.holdsBack(b) {
		return graph.Gate{}
	}
	kind := graph.GateCallback
	if !cb.Always() || !b.Known || b.Course.Avoids(b.Asked) {
		kind = graph.GateConditional
	}
	return graph.Gate{Kind: kind, Pos: b.Effects[i].Pos}
}

// callbackArg returns what a callback gets for a tool: its name, in the older form
// as such. A name that is not known is left to the observation.
func (a *registry) callbackArg(cb assembly.Value, t *graph.Tool) assembly.Value {
	if ps := cb.Params(); t.Name != "" && len(ps) > 1 && ps[1].Type == "string" {
		return a.NewText(t.Name)
	}
	return a.request(root+"/tool.BeforeToolArgs", t)
}

// request returns an argument of a type of which only the name of the tool is
// known, none if that is not known either.
func (a *registry) request(typ string, t *graph.Tool) assembly.Value {
	if t.Name == "" {
		return assembly.Value{}
	}
	return a.NewUnknown(reason.ModelChooses).Set(typ, "ToolName", a.NewText(t.Name))
}

// holdsBack reports whether a callback that asks can hold the call back: an
// interrupt is an error, which does; what else asks needs a result or an error.
func (a *registry) holdsBack(b *assembly.Behaviour) bool {
	for i := range b.Results {
		if slices.ContainsFunc(a.Result(b, i), func(x assembly.Value) bool { return !x.IsZero() }) {
			return true
		}
	}
	return len(b.Results) == 0 || slices.ContainsFunc(b.Effects, func(e assembly.Effect) bool {
		return e.Row != nil && e.Row.Package == root+"/graph" && b.Halts(e)
	})
}

// policies puts the gates of the permission policies that runs in the package have
// on the tools. A policy belongs to a run: another may have none.
func (l *toolList) policies() {
	for _, o := range l.ObjectsOf("policy") {
		fn, value := l.Arg(o, "fn"), l.Arg(o, "value")
		l.tools = assembly.GatedBy(l.tools, func(t *graph.Tool) graph.Gate {
			req := l.request(root+"/tool.PermissionRequest", t)
			b := fn.ObserveWith(assembly.Value{}, req)
			if !value.IsZero() {
				b = value.ObserveMethod("CheckToolPermission", assembly.Value{}, req)
			}
			if i := slices.IndexFunc(b.Effects, b.Halts); i >= 0 {
				return graph.Gate{Kind: graph.GateConditional, Pos: b.Effects[i].Pos}
			}
			return graph.Gate{}
		})
	}
}

// asksBefore reports whether a callback before a node asks a human on every way.
func (b *builder) asksBefore(s *assembly.Step) (graph.Pos, bool) {
	list, _ := b.nodeCallbacks(s, "BeforeNode")
	for _, cb := range list {
		body := cb.Observe()
		i := slices.IndexFunc(body.Effects, body.Halts)
		if i >= 0 && cb.Always() && body.AlwaysAsks() {
			return body.Effects[i].Pos, true
		}
	}
	return graph.Pos{}, false
}

// aroundNode returns what callbacks around a node leave open: a result of theirs
// replaces that of the node, which does not run then, and may be a command.
func (b *builder) aroundNode(s *assembly.Step, pos graph.Pos) []graph.Unknown {
	opts := b.stepOptions(s)
	cbs, more := b.nodeCallbacks(s, "BeforeNode", "AfterNode")
	for _, x := range opts.all("postnode") {
		cbs = append(cbs, x.Arg("value"))
	}
	var out []graph.Unknown
	for _, u := range []*assembly.Unknown{opts.more, more} {
		if u != nil {
			out = append(out, u.Open(graph.UnknownTargets, pos))
		}
	}
	for _, cb := range cbs {
		body := cb.ObserveWith(assembly.Value{}, assembly.Value{}, b.given(), b.given())
		if body.Known && len(body.Results) > 0 && !slices.ContainsFunc(b.Returns(body), mayReplace) {
			continue
		}
		why := body.Reason
		if body.Known {
			why = reason.Of(reason.Callback)
		}
		for _, what := range []graph.UnknownKind{graph.UnknownBody, graph.UnknownTargets} {
			out = append(out, graph.Unknown{What: what, Node: graph.None, Reason: why, Pos: body.Pos})
		}
	}
	return out
}

// mayReplace reports whether a result of a callback around a node is one that
// counts and may be a command.
func mayReplace(r assembly.Return) bool {
	return !r.IsZero() && (isCommand(r.Value) || mayCommand(r.Value))
}

// nodeCallbacks returns the callbacks before a node, or around it, by the fields that hold
// them, and why there may be others.
func (b *builder) nodeCallbacks(s *assembly.Step, fields ...string) (out []assembly.Value, more *assembly.Unknown) {
	opts := b.stepOptions(s)
	for _, x := range opts.all("prenode") {
		out = append(out, x.Arg("value"))
	}
	sets := opts.all("nodecallbacks")
	for i := range sets {
		sets[i] = sets[i].Arg("value")
	}
	for _, op := range b.obj.Calls("callbacks") {
		sets = append(sets, b.ArgOf(op, "value"))
	}
	for _, set := range sets {
		list, open := b.callbacksOf(set, fields...)
		out, more = append(out, list...), cmp.Or(more, open)
	}
	return out, more
}
