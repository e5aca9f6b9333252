package loops

// This file finds tools that nothing was seen to run. A model is told of objects, each in its own words:
//
//	for _, a := range actions {
//		request.Tools = append(request.Tools, Tool{Name: a.Name(), Schema: a.Schema()})
//	}
//
// Who runs them may be a library, or code that was not understood. The interface that says what they are
// called has a method that takes arguments, too: whatever the program makes that has the methods of the
// interface is a tool, and that method serves it.

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A namer is a method by which objects say what they are called.
type namer struct{ iface, method string }

// unrun returns an agent for each place where a model is told of objects of which no agent is known to
// run any; tools are those that are known.
func (f *finder) unrun(found []Agent, tools []*tool) (out []Agent) {
	runs := make(map[string]bool)
	for _, a := range found {
		for _, t := range a.Agent.Tools {
			runs[t.Handler] = true
		}
	}
	all := slices.Clone(tools)
	by := make(map[*offer][]*tool)
	for _, o := range f.tellers {
		for _, n := range f.namings(o) {
			list := f.shaped(o, n)
			if slices.ContainsFunc(list, func(t *tool) bool { return runs[t.handler] }) {
				continue
			}
			for _, t := range list {
				runs[t.handler] = true
			}
			by[o] = append(by[o], list...)
			all = append(all, list...)
		}
	}
	if len(by) == 0 {
		return nil
	}
	c := newChart(f, all)
	for _, o := range f.tellers {
		if len(by[o]) > 0 {
			out = append(out, c.unseen(o.in, o.pos, by[o], false))
		}
	}
	return out
}

// Words by which programs call the interface of their tools, and the method that says what one is.
var (
	toolLike = regexp.MustCompile(`(?i)(tool|skill|action|capability|function|ability)(er|able|interface|spec)?$`)
	nameLike = regexp.MustCompile(`^(Get)?(Name|Descriptor|Definition|Describe|Info|Spec|Metadata|Declaration|Schema|ID)$`)
)

// assumed returns an agent of the objects that are tools by the name and the methods of an interface, in a
// program that asks a model and of which nothing else was understood: they are described, and have a method
// that takes arguments. Whether somebody is asked before is never known.
func (f *finder) assumed() (out []Agent) {
	i := slices.IndexFunc(f.sites, func(s *site) bool { return s.Kind == valueflow.CallModel || s.Kind == valueflow.CallAnswer })
	if i < 0 {
		return nil
	}
	var tools []*tool
	for _, name := range slices.Sorted(maps.Keys(f.ifaces)) {
		if !f.own[funcid.Package(name)] || !toolLike.MatchString(name) {
			continue
		}
		methods := f.ifaces[name].Methods
		if i := slices.IndexFunc(methods, func(m valueflow.Method) bool {
			return nameLike.MatchString(m.Name) && strings.HasPrefix(m.Signature, "func() ")
		}); i >= 0 {
			tools = append(tools, f.shaped(nil, namer{name, methods[i].Name})...)
		}
	}
	if len(tools) == 0 {
		return nil
	}
	ask := f.sites[i]
	return []Agent{newChart(f, tools).unseen(ask.in, ask.Pos, tools, true)}
}

// maxNaming is how many places are looked at for the methods by which objects say what they are called.
const maxNaming = 5000

// namings returns the methods of interfaces that tell an offer its name, sorted. Where all that is told of a tool
// goes the same ways, what a method is called says which of them names it.
func (f *finder) namings(o *offer) []namer {
	out := make(map[namer]bool)
	seen := map[place]bool{}
	push := []place{o.called}
	for len(push) > 0 && len(seen) < maxNaming {
		p := push[len(push)-1]
		push = push[:len(push)-1]
		for _, at := range f.backward(p) {
			if seen[at] {
				continue
			}
			seen[at] = true
			if r := f.reads[at]; r != nil && r.base != noPlace {
				push = append(push, r.base)
			}
			for _, e := range f.in[at] {
				if s := f.sites[e.site]; e.kind == returns && s.Method != "" && f.ifaces[s.Iface] != nil && !library.IsStandard(funcid.Package(s.Iface)) {
					out[namer{s.Iface, s.Method}] = true
				}
			}
		}
	}
	named := make(map[string]bool) // interfaces with a method that says by its own name that it names
	for n := range out {
		named[n.iface] = named[n.iface] || nameLike.MatchString(n.method)
	}
	maps.DeleteFunc(out, func(n namer, _ bool) bool { return named[n.iface] && !nameLike.MatchString(n.method) })
	return slices.SortedFunc(maps.Keys(out), func(a, b namer) int {
		return cmp.Or(strings.Compare(a.iface, b.iface), strings.Compare(a.method, b.method))
	})
}

// serving matches the names of methods that serve calls.
var serving = regexp.MustCompile(`^(Run|Exec|Call|Invoke|Handle|Do|Apply|Perform|Use|Process)`)

// shaped returns the tools that the program makes for an offer, by a method that names them: one for each
// type that has the methods of its interface, or more if its objects have names of their own.
func (f *finder) shaped(o *offer, n namer) (out []*tool) {
	made := make(map[string][]value)
	for _, at := range slices.Sorted(maps.Keys(f.made)) {
		for _, v := range f.made[at] {
			if t := f.types[v.typ]; t != nil && fits(t, f.ifaces[n.iface]) {
				made[v.typ] = append(made[v.typ], v)
			}
		}
	}
	for _, typ := range slices.Sorted(maps.Keys(made)) {
		values := made[typ]
		slices.SortStableFunc(values, func(a, b value) int { return a.pos.Compare(b.pos) })
		for _, fn := range f.serve(typ, n) {
			out = append(out, f.servedBy(fn, o, n, values)...)
		}
	}
	return out
}

// servedBy returns the tools that a method serves, by the names of its objects: one without a name if none is
// known.
func (f *finder) servedBy(fn *function, o *offer, n namer, objects []value) (out []*tool) {
	names := make(map[string]bool)
	for _, v := range objects {
		self := instance{value: v}
		for _, name := range f.calledBy(o, n, self) {
			if !names[name] {
				names[name] = true
				out = append(out, f.unrunTool(name, fn, n, self))
			}
		}
	}
	if len(out) == 0 {
		t := f.unrunTool("", fn, n, instance{value: objects[0]})
		t.why = nameComputed
		out = append(out, t)
	}
	return out
}

// serve returns the methods of a type that serve its calls: those of the interface whose names say so and that
// take arguments.
func (f *finder) serve(typ string, n namer) (out []*function) {
	for _, m := range f.ifaces[n.iface].Methods {
		if fn := f.method(typ, m.Name); m.Name != n.method && serving.MatchString(m.Name) && fn != nil && len(fn.Holds) > 0 && fn.Results > 0 {
			out = append(out, fn)
		}
	}
	return out
}

// calledBy returns what an object is called: what the offer says, or else what its own method does, in
// what it returns. A name that a setting may replace is the one that stands there.
func (f *finder) calledBy(o *offer, n namer, self instance) []string {
	if o != nil {
		if said := f.namesAround(spot{o.called, nil}, self); len(said) == 1 {
			return said
		}
	}
	method := f.method(self.typ, n.method)
	if method == nil { // of what it embeds, an interface or a type of a library
		return nil
	}
	result := f.named(valueflow.ResultName(method.ID, 0))
	if result == noPlace {
		return nil
	}
	said := f.namesAround(spot{result, nil}, self)
	list, _ := f.instances(result, nil)
	for _, i := range list {
		if i.object == nil {
			continue
		}
		for _, v := range i.object.Fields {
			if strings.HasSuffix(v.Field, ".Name") {
				said = append(said, f.namesAround(spot{i.in.at(v.Value), nil}, self)...)
			}
		}
	}
	if len(said) != 1 {
		return nil
	}
	return said
}

// namesAround returns the names that may be at a spot if what self may be is self.
func (f *finder) namesAround(at spot, self instance) []string {
	return slices.DeleteFunc(f.textsAt(at, &self), func(name string) bool { return name == "" })
}

// unrunTool returns the tool that a function serves, at the call of the method of its interface if the
// program has one.
func (f *finder) unrunTool(name string, fn *function, n namer, self instance) *tool {
	t := &tool{name: name, handler: fn.ID, of: self.typ, self: &self, pos: fn.Pos, in: fn, chosen: fn.Pos}
	for _, s := range f.sites {
		if s.Iface == n.iface && s.Method == funcid.Name(fn.ID) {
			t.site, t.in, t.block = s, s.in, s.Block
			break
		}
	}
	return t
}

// unseen returns the agent whose model is told of tools, or asked, in a function, and of which nothing else was
// seen. Somebody may be asked before they run, for all that is known, if asks is set.
func (c *chart) unseen(in *function, pos graph.Pos, tools []*tool, asks bool) Agent {
	g := &graph.Agent{Name: assembly.FuncName(in.ID), Kind: graph.AgentLoop, Framework: Framework, Pos: pos}
	g.Unknowns = append(g.Unknowns, graph.Unknown{What: graph.UnknownBound, Node: graph.None, Reason: reason.Of(reason.AsksAgain), Pos: pos})
	a := Agent{Agent: g, Package: in.pkg, Func: in.ID, Unseen: true}
	for _, t := range tools {
		tool := t.graph()
		tool.Captured = c.captures(t)
		c.describe(tool, t)
		j := newJudge(c, &cycle{in: t.in, tools: tools}, t)
		var why *graph.Unknown
		if tool.Gate, why = j.decide(j.served(), asks || c.mayAsk(t.in), (*judge).served); why != nil && !slices.Contains(g.Unknowns, *why) {
			g.Unknowns = append(g.Unknowns, *why)
		}
		tool.Beside = slices.ContainsFunc(g.Tools, func(o *graph.Tool) bool { return o.Name == tool.Name }) // which is there, a setting may say
		g.Tools = append(g.Tools, tool)
		a.Runs = append(a.Runs, Run{Func: t.handler, Data: c.byID[t.handler].Holds})
	}
	a.Calls, a.Asking = c.dynamicCalls(tools), c.asking()
	a.Workflow = assembly.ModelFlow(g)
	return a
}

// mayAsk reports whether a person may be asked before code runs that nothing was seen to lead to: by a
// function whose name says so or that talks to the terminal, or by one that waits for an answer and is on the
// way, or that a library may call.
func (c *chart) mayAsk(fn *function) bool {
	if len(c.terminal.seen) > 0 {
		return true
	}
	for f := range c.reaching(map[*function]bool{fn: true}, nil) {
		if c.asksUser[f] {
			return true
		}
	}
	return slices.ContainsFunc(c.funcs, func(f *function) bool {
		return consents.MatchString(funcid.Name(f.ID)) || slices.ContainsFunc(f.sites, func(s *site) bool {
			return s.Kind == valueflow.CallHuman || len(s.callees) == 0 && slices.ContainsFunc(s.args, c.asksAt)
		})
	})
}

// asksAt reports whether a function is at a place that waits for somebody's answer.
func (c *chart) asksAt(p place) bool {
	return p != noPlace && slices.ContainsFunc(c.values(p), func(v value) bool { fn := c.byID[v.fn]; return fn != nil && c.asksUser[fn] })
}

// consents matches the names of functions that may ask for permission.
var consents = regexp.MustCompile(`(?i)approv|confirm|permission|consent|elicit|ask(the)?user|ask(the)?human`)
