package trpcagent

// This file reads tools and toolsets.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// toolList collects the tools of one agent or node, and why there may be others.
type toolList struct {
	*registry
	tools  []*graph.Tool
	called []*child // the agents behind them
	open   []*assembly.Unknown
}

func (l *toolList) add(t *graph.Tool) {
	if t != nil {
		l.tools = append(l.tools, t)
	}
}

// doubt notes why there may be further tools.
func (l *toolList) doubt(u *assembly.Unknown) {
	if u != nil && !slices.ContainsFunc(l.open, func(x *assembly.Unknown) bool { return x.Pos == u.Pos && x.Reason == u.Reason }) {
		l.open = append(l.open, u)
	}
}

func (l *toolList) unknowns() []graph.Unknown {
	var out []graph.Unknown
	for _, u := range l.open {
		out = append(out, u.Open(graph.UnknownTools, u.Pos))
	}
	return out
}

// readTools reads the tools of a model: its own, those of its toolsets, those that
// the framework adds, and the agents behind them.
func (a *registry) readTools(g *agent) {
	l, opts := &toolList{registry: a}, a.opts(g)
	for _, x := range opts.active("tools") {
		l.read(x.Arg("value"))
	}
	sets, open := opts.elems("toolsets")
	for _, op := range g.Object.Calls("toolset", "toolsets") {
		if op.Kind == "toolset" {
			sets = append(sets, a.ArgOf(op, "value"))
			continue
		}
		elems, more := a.ArgOf(op, "value").Elems()
		if sets = append(sets, elems...); more != nil {
			open = more
		}
	}
	for _, set := range sets {
		l.set(set)
	}
	l.doubt(open)
	l.implicit(g, opts)
	l.hooks(opts)
	a.runBeside(g, opts)
	l.tools = l.filtered(l.tools, opts.value("filter"), g.At())
	l.callbacks(opts.value("toolcallbacks"))
	l.policies()
	g.Tools, g.Called = l.tools, l.called
	g.Unknowns = append(g.Unknowns, l.unknowns()...)
}

// implicit adds the tools that the framework gives to a model because of options.
func (l *toolList) implicit(g *agent, opts options) {
	add := func(name string) {
		l.add(l.Added(name, g.At()))
	}
	for _, x := range opts.all("implicit") {
		if on, ok := x.Arg("value").Bool(); !ok || on {
			add(x.Object().Row.Text("tool"))
		}
	}
	if opts.has("knowledge") {
		if on, ok := opts.value("agentic").Bool(); !ok || on {
			add("knowledge_search_with_agentic_filter")
		} else {
			add("knowledge_search")
		}
	}
	for _, x := range opts.all("more") {
		l.doubt(&assembly.Unknown{Reason: reason.Of(reason.AddsTools, x.Object().Row.Name), Pos: x.Object().Pos})
	}
	l.doubt(opts.more)
}

// read adds the tools of one option. A model that has them has none of another option.
func (l *toolList) read(value assembly.Value) {
	var tools assembly.ToolList
	list, more := value.List()
	for _, v := range list {
		if t := l.tool(v); t != nil {
			tools.Add(t, v.Guard)
		}
	}
	l.doubt(more)
	before := len(l.tools)
	for t, of := range tools.All() {
		for _, x := range of {
			t = either(t, x)
		}
		if !l.instead(t, before) {
			l.add(t)
		}
	}
}

// either returns x as it is if it may be t as well: its gate is that of either.
func either(x, t *graph.Tool) *graph.Tool {
	if x.Gate.Kind == t.Gate.Kind {
		return x
	}
	c := *x
	c.Gate = assembly.StrongerGate(x.Gate, t.Gate)
	c.Gate.Kind = graph.GateConditional
	return &c
}

// instead reports whether one of the first n tools, which another configuration has, has
// the name of t: a model sees one of them, whose gate is then that of either.
func (l *toolList) instead(t *graph.Tool, n int) bool {
	i := slices.IndexFunc(l.tools[:n], func(x *graph.Tool) bool { return x.Name == t.Name && x.Name != "" })
	if i < 0 {
		return false
	}
	l.tools[i] = either(l.tools[i], t)
	return true
}

// tool returns the tool that an element of a list may be, nil for none, and notes the
// agents behind it.
func (l *toolList) tool(v assembly.Value) *graph.Tool {
	t, u := l.toolOf(v)
	if l.doubt(u); t == nil {
		return nil
	}
	if o := v.Object("tool:agent"); o != nil {
		for _, c := range l.cast.Alternatives(l.Arg(o, "agent")) {
			c.Part = true
			l.called = append(l.called, c)
		}
	}
	if v.Object("tool:dynamic") != nil { // it makes agents of what it is given
		l.doubt(&assembly.Unknown{Reason: reason.Of(reason.RunsUnseen, "agents"), Pos: t.Pos})
	}
	return t
}

// toolOf returns the tool that v is, nil and the reason if that is not known; nil
// and nil for nil.
func (a *registry) toolOf(v assembly.Value) (*graph.Tool, *assembly.Unknown) {
	o, u := v.Object(), v.Opaque()
	switch {
	case o != nil && strings.HasPrefix(o.Kind, "tool:"):
		return a.toolObject(o), nil
	case u != nil:
		return nil, u
	case v.IsZero() && v.Held() == "":
		return nil, nil
	case v.HasMethod("Declaration"):
		return a.ownTool(v), nil
	}
	return nil, assembly.Because(reason.NoneSeen, "tool")
}

// ownTool describes a tool that is a type of the program's own.
func (a *registry) ownTool(v assembly.Value) *graph.Tool {
	t := &graph.Tool{Framework: framework, Unknown: reason.Of(reason.NameByMethod, "Declaration")}
	if decl, ok := v.Returned("Declaration"); ok {
		t.Unknown = reason.Reason{}
		assembly.NameTool(t, decl.Field("Name"))
		t.Description = decl.Field("Description").TextOr("")
	}
	method := "Call"
	if !v.HasMethod(method) {
		method = "StreamableCall"
	}
	b := v.ObserveMethod(method)
	t.Handler, t.Pos = b.Func, b.Pos
	t.Params, t.Closed = v.OwnParams("Declaration.InputSchema", t.Pos)
	t.Gate = assembly.HandlerGate(v, method, b)
	assembly.Hold(t, v, method)
	if v.HasMethod("CheckPermission") {
		check := v.ObserveMethod("CheckPermission")
		t.Gate = assembly.StrongerGate(t.Gate, assembly.BodyGate(check, check.Halts))
	}
	return t
}

// toolObject describes the tool that a constructor of the framework makes.
func (a *registry) toolObject(o *assembly.Object) *graph.Tool {
	if t := a.made[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: framework, Pos: a.Place(o)}
	a.MadeAt(t, o.Pos)
	a.made[o] = t
	opts := a.optionsOf(a.Arg(o, "options"))
	t.Description = opts.value("description").TextOr("")
	switch o.Kind {
	case "tool:function":
		assembly.NameTool(t, opts.value("name"))
		if opts.more != nil && t.Name == "" {
			t.Unknown = opts.more.Reason
		}
		handler := a.Arg(o, "handler")
		b := handler.Observe()
		t.Handler, t.Args, t.Gate = b.Func, argsType(o, handler), assembly.HandlerGate(handler, "", b)
		assembly.Offers(t, opts.value("inputschema"))
		assembly.Hold(t, handler, "")
	case "tool:agent":
		if g := a.cast.Of(a.Arg(o, "agent")); g.Why != nil {
			t.Unknown = g.Why.Reason
		} else {
			t.Name, t.Agent = g.Name, g.Name
		}
	case "tool:dynamic":
		if t.Name = "dynamic_agent"; opts.has("name") {
			t.Name = ""
			assembly.NameTool(t, opts.value("name"))
		}
	default:
		if t.Name = o.Row.Text("name"); opts.has("name") {
			t.Name = ""
			assembly.NameTool(t, opts.value("name"))
		}
	}
	return t
}

// argsType returns the type of a tool's arguments: that of the call's first type
// argument, or, where that is a type parameter of a helper, of the handler's
// second parameter.
func argsType(o *assembly.Object, handler assembly.Value) string {
	if len(o.Targs) > 0 && assembly.IsConcrete(o.Targs[0]) {
		return o.Targs[0]
	}
	if ps := handler.Params(); len(ps) > 1 && assembly.IsConcrete(ps[1].Type) {
		return ps[1].Type
	}
	return ""
}
