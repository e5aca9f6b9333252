package trpcagent

// This file reads tools and toolsets.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// toolList collects the tools of one agent or node, and why there may be others.
type toolList struct {
	*assembler
	tools  []*graph.Tool
	called []*child // the agents behind them
	open   []*interp.Unknown
	list   int                   // the list that is read; a model gets one of them
	under  map[*graph.Tool]place // of those that are in a list
}

// place is where a tool stands: the list, and the conditions.
type place struct {
	list  int
	guard interp.Guard
}

func (l *toolList) add(t *graph.Tool) {
	if t != nil {
		l.tools = append(l.tools, t)
	}
}

// doubt notes why there may be further tools.
func (l *toolList) doubt(u *interp.Unknown) {
	if u != nil && !slices.ContainsFunc(l.open, func(x *interp.Unknown) bool { return x.Pos == u.Pos && x.Reason == u.Reason }) {
		l.open = append(l.open, u)
	}
}

func (l *toolList) unknowns() []graph.Unknown {
	var out []graph.Unknown
	for _, u := range l.open {
		out = append(out, unknown(graph.UnknownTools, graph.None, u, u.Pos))
	}
	return out
}

// readTools reads the tools of a model: its own, those of its toolsets, those that
// the framework adds, and the agents behind them.
func (a *assembler) readTools(g *agent) {
	l := &toolList{assembler: a}
	for _, x := range g.opts.active("tools") {
		for _, list := range interp.Alternatives(x.obj.Arg("value")) {
			l.list++
			elems, more := interp.Elems(list.V)
			for _, e := range elems {
				l.tool(e.V, slices.Concat(x.guard, list.Guard, e.Guard))
			}
			l.doubt(more)
		}
	}
	sets, open := g.opts.elems("toolsets")
	for _, op := range g.obj.Calls("toolset", "toolsets") {
		if op.Kind == "toolset" {
			sets = append(sets, interp.Alt{V: op.Arg("value"), Guard: op.Guard})
			continue
		}
		elems, more := interp.Elems(op.Arg("value"))
		if sets = append(sets, elems...); more != nil {
			open = more
		}
	}
	for _, e := range sets {
		l.set(e.V)
	}
	l.doubt(open)
	l.implicit(g)
	l.tools = l.filtered(l.tools, g.opts.value("filter"), g.pos())
	l.callbacks(g.opts.value("toolcallbacks"))
	l.policies()
	g.graph.Tools, g.called = l.tools, l.called
	g.graph.Unknowns = append(g.graph.Unknowns, l.unknowns()...)
}

// implicit adds the tools that the framework gives to a model because of options.
func (l *toolList) implicit(g *agent) {
	add := func(name string) {
		l.add(&graph.Tool{Name: name, Framework: framework, Description: "added by the framework", Pos: g.pos()})
	}
	for _, x := range g.opts.all("implicit") {
		if on, ok := interp.AsBool(x.obj.Arg("value")); !ok || on {
			add(x.obj.Row.Text("tool"))
		}
	}
	if len(g.opts.active("knowledge")) > 0 {
		if on, ok := interp.AsBool(g.opts.value("agentic")); !ok || on {
			add("knowledge_search_with_agentic_filter")
		} else {
			add("knowledge_search")
		}
	}
	for _, x := range g.opts.all("more") {
		l.doubt(&interp.Unknown{Reason: "the framework adds tools for " + x.obj.Row.Name, Pos: x.obj.Pos})
	}
	l.doubt(g.opts.more)
}

// instead reports whether t stands in the list that another configuration has, with
// a tool of its name: a model sees one of them, whose gate is then that of either.
func (l *toolList) instead(t *graph.Tool, guard interp.Guard) bool {
	i := slices.IndexFunc(l.tools, func(x *graph.Tool) bool {
		at, listed := l.under[x]
		return x.Name == t.Name && x.Name != "" && listed && (at.list != l.list || at.guard.Excludes(guard))
	})
	if i < 0 {
		return false
	}
	x := l.tools[i]
	if x.Gate.Kind != graph.GateNone && x.Gate.Kind != t.Gate.Kind {
		c := *x
		c.Gate.Kind = graph.GateConditional
		l.tools[i], l.under[&c] = &c, l.under[x]
	}
	return true
}

// tool adds a tool of a list, in which it stands under a condition.
func (l *toolList) tool(v interp.Value, guard interp.Guard) {
	if l.under == nil {
		l.under = make(map[*graph.Tool]place)
	}
	for _, alt := range interp.Alternatives(v) {
		t, u := l.toolOf(alt.V)
		g := slices.Concat(guard, alt.Guard)
		if l.doubt(u); t == nil || l.instead(t, g) {
			continue
		}
		l.add(t)
		l.under[t] = place{l.list, g}
		if o, ok := interp.Unwrap(alt.V).(*interp.Object); ok && o.Kind == "tool:agent" {
			for _, c := range l.alternatives(o.Arg("agent"), alt.Guard) {
				c.part = true
				l.called = append(l.called, c)
			}
		}
	}
}

// toolOf returns the tool that v is, nil and the reason if that is not known; nil
// and nil for nil.
func (a *assembler) toolOf(v interp.Value) (*graph.Tool, *interp.Unknown) {
	switch x := interp.Unwrap(v).(type) {
	case *interp.Object:
		if strings.HasPrefix(x.Kind, "tool:") {
			return a.toolObject(x), nil
		}
	case *interp.Unknown:
		return nil, x
	case interp.Nil, interp.Zero:
		if interp.DynamicType(v) == "" {
			return nil, nil
		}
	}
	if a.HasMethod(v, "Declaration") {
		return a.ownTool(v), nil
	}
	return nil, &interp.Unknown{Reason: "it is no tool that agentvet can see"}
}

// ownTool describes a tool that is a type of the program's own.
func (a *assembler) ownTool(v interp.Value) *graph.Tool {
	t := &graph.Tool{Framework: framework}
	if res := a.CallMethod(v, "Declaration"); len(res) > 0 {
		setName(t, interp.Field(res[0], "Name"))
		t.Description, _ = interp.AsString(interp.Field(res[0], "Description"))
	}
	if t.Name == "" && t.Unknown == "" {
		t.Unknown = "its Declaration method computes the name"
	}
	method := "Call"
	if !a.HasMethod(v, method) {
		method = "StreamableCall"
	}
	b := a.ObserveMethod(v, method)
	t.Handler, t.Pos = b.Func, b.Pos
	t.Gate = assembly.BodyGate(b, b.Halts)
	if a.HasMethod(v, "CheckPermission") {
		check := a.ObserveMethod(v, "CheckPermission")
		t.Gate = assembly.StrongerGate(t.Gate, assembly.BodyGate(check, check.Halts))
	}
	return t
}

// toolObject describes the tool that a constructor of the framework makes.
func (a *assembler) toolObject(o *interp.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: framework, Pos: a.places[o]}
	a.tools[o] = t
	opts := optionsOf(o.Arg("options"))
	t.Description, _ = interp.AsString(opts.value("description"))
	switch o.Kind {
	case "tool:function":
		setName(t, opts.value("name"))
		if opts.more != nil && t.Name == "" {
			t.Unknown = opts.more.Reason
		}
		b := a.Observe(o.Arg("handler"))
		t.Handler, t.Args, t.Gate = b.Func, a.argsType(o), assembly.BodyGate(b, b.Halts)
	case "tool:agent":
		setName(t, o.Arg("agent"))
		g := a.agentOf(o.Arg("agent"))
		t.Name, t.Unknown, t.Agent = g.name, "", g.name
		if g.unknown != nil {
			t.Name, t.Unknown, t.Agent = "", g.unknown.Reason, ""
		}
	case "tool:dynamic":
		if setName(t, opts.value("name")); len(opts.active("name")) == 0 {
			t.Name, t.Unknown = "dynamic_agent", ""
		}
	default:
		t.Name = o.Row.Text("name")
	}
	return t
}

// argsType returns the type of a tool's arguments: that of the call's first type
// argument, or, where that is a type parameter of a helper, of the handler's
// second parameter.
func (a *assembler) argsType(o *interp.Object) string {
	if len(o.Targs) > 0 && assembly.IsConcrete(o.Targs[0]) {
		return o.Targs[0]
	}
	if ps := a.Params(o.Arg("handler")); len(ps) > 1 && assembly.IsConcrete(ps[1].Type) {
		return ps[1].Type
	}
	return ""
}

// setName gives a tool its name, or says why it has none.
func setName(t *graph.Tool, v interp.Value) {
	name, ok := interp.AsString(v)
	switch u := asUnknown(v); {
	case ok && name != "":
		t.Name = name
	case u != nil:
		t.Unknown = u.Reason
	case ok:
		t.Unknown = "its name is empty"
	default:
		t.Unknown = "its name is one of several"
	}
}
