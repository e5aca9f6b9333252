package loops

// This file finds where a program runs what a model wants called.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A finder looks for agents in a net.
type finder struct {
	*net
	names, args *walk // what a model says: names of tools, and their arguments
	argTypes    map[string]bool
	looked      []*picked
	said        map[place]bool  // what a model is told
	clients     map[string]bool // the modules of models' clients
}

// A picked is a place where the name of a call selects something.
type picked struct {
	in   *function
	pos  graph.Pos
	test *valueflow.Test   // that compares the name with what something says
	look *valueflow.Lookup // that takes what a map has for the name
	took *walk             // with look: where what was taken gets to, and what is read of it
}

// A tool is what runs when a model names it.
type tool struct {
	name    string // "" for one that only a run knows
	why     unknownName
	handler string // the function, "" where the code stands in line
	of      string // the type of the object that it is a method of, "" for none
	pos     graph.Pos
	in      *function // that has the call, or the code
	block   int32
	site    *site
	chosen  graph.Pos // where the name selects it
	inline  bool      // it stands where its name is compared
}

// unknownName says why a tool has no name.
type unknownName uint8

const (
	nameKnown unknownName = iota
	nameComputed
	nameRemote
)

func newFinder(n *net) *finder {
	f := &finder{net: n, said: make(map[place]bool), clients: make(map[string]bool)}
	var names, args []place
	for _, r := range n.roles {
		p := n.named(r.Name)
		switch {
		case p == noPlace:
		case r.Kind == valueflow.RoleName:
			names = append(names, p)
		case r.Kind == valueflow.RoleArgs:
			args = append(args, p)
		case r.Kind == valueflow.RoleSaid:
			f.said[p] = true
		}
		if pkg := typePackage(strings.TrimPrefix(r.Name, "f ")); !n.own[pkg] {
			f.clients[moduleOf(pkg)] = true
		}
	}
	f.names = n.forward(names, true, false, nil)
	f.args = n.forward(args, false, false, n.fields())
	f.argTypes = f.holders(f.args)
	f.pick()
	return f
}

// fields returns the places of what is read of a field, by the place of what has it.
func (n *net) fields() map[place][]place {
	out := make(map[place][]place)
	for to, r := range n.reads {
		if r.base != noPlace {
			out[r.base] = append(out[r.base], to)
		}
	}
	for _, list := range out {
		slices.Sort(list)
	}
	return out
}

// holders returns the struct types that have a field of what a walk has come to.
func (f *finder) holders(w *walk) map[string]bool {
	out := make(map[string]bool)
	for p := range w.seen {
		if field, ok := strings.CutPrefix(f.net.names[p], "f "); ok {
			out[field[:strings.LastIndexByte(field, '.')]] = true
		}
	}
	return out
}

// pick finds where the name of a call selects something.
func (f *finder) pick() {
	fields := f.net.fields()
	look := func(fn *function, pos graph.Pos, l *valueflow.Lookup) {
		took := f.forward([]place{fn.at(l.To)}, true, true, fields)
		f.looked = append(f.looked, &picked{in: fn, pos: pos, look: l, took: took})
	}
	for _, fn := range f.funcs {
		for i := range fn.Tests {
			t := &fn.Tests[i]
			if !f.names.seen[fn.at(t.X)] || f.names.seen[fn.at(t.Y)] && !f.isConstant(fn, t.Y) {
				continue
			}
			f.looked = append(f.looked, &picked{in: fn, pos: t.Pos, test: t})
			for j := range fn.Lookups {
				if l := &fn.Lookups[j]; l.Range && l.Key == t.Y {
					look(fn, t.Pos, l)
				}
			}
		}
		for i := range fn.Lookups {
			if l := &fn.Lookups[i]; !l.Range && f.names.seen[fn.at(l.Key)] {
				look(fn, l.Pos, l)
			}
		}
	}
}

func (f *finder) isConstant(fn *function, p valueflow.Place) bool {
	return slices.ContainsFunc(f.made[fn.at(p)], func(v value) bool { return v.isText })
}

// carriesArgs reports whether a call hands over the arguments of a model's call.
func (f *finder) carriesArgs(s *site) bool {
	return slices.ContainsFunc(s.args, func(p place) bool { return p != noPlace && f.args.seen[p] }) ||
		slices.ContainsFunc(s.ArgType, func(t string) bool { return f.argTypes[t] })
}

// tools returns what runs at the model's word, sorted.
func (f *finder) tools() (out []*tool) {
	for _, s := range f.sites {
		if s.on != noPlace && f.carriesArgs(s) {
			out = append(out, f.handled(s)...)
		}
	}
	out = append(acting(out), f.remote()...)
	for _, p := range f.looked {
		if p.test != nil && f.isConstant(p.in, p.test.Y) {
			if t := f.inline(p); t != nil {
				out = append(out, t)
			}
		}
	}
	slices.SortFunc(out, func(a, b *tool) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.handler, b.handler), a.pos.Compare(b.pos), a.chosen.Compare(b.chosen))
	})
	return slices.CompactFunc(out, func(a, b *tool) bool {
		return a.name == b.name && a.handler == b.handler && a.pos == b.pos && a.site == b.site
	})
}

// acting leaves of the calls on one object those that most look as if they did something:
// beside the method that runs it, a tool may have some that say whether it needs
// permission, or how to show it, for the arguments that the model gives.
func acting(tools []*tool) []*tool {
	type object struct {
		name, of string
		chosen   graph.Pos
	}
	best := make(map[object]int)
	key := func(t *tool) object { return object{t.name, t.of, t.chosen} }
	for _, t := range tools {
		best[key(t)] = max(best[key(t)], t.site.Signs)
	}
	return slices.DeleteFunc(tools, func(t *tool) bool { return t.of != "" && t.site.Signs < best[key(t)] })
}

// remote returns the tools of MCP servers that a model may name: what they are, the servers
// say at run time.
func (f *finder) remote() (out []*tool) {
	for _, s := range f.sites {
		if s.Kind == valueflow.CallRemote && f.namesTool(s) {
			out = append(out, &tool{why: nameRemote, pos: s.Pos, in: s.in, block: s.Block, site: s, chosen: s.Pos})
		}
	}
	return out
}

// namesTool reports whether the tool that a server is asked for is one that a model names:
// by an argument, or by what the function puts into a request of the client's.
func (f *finder) namesTool(s *site) bool {
	if slices.ContainsFunc(s.args, func(p place) bool { return p != noPlace && f.names.seen[p] }) {
		return true
	}
	client := "f " + moduleOf(funcid.Package(s.Callee)) + "/"
	return slices.ContainsFunc(s.in.Moves, func(m valueflow.Move) bool {
		return f.names.seen[s.in.at(m.From)] && strings.HasPrefix(f.net.names[s.in.at(m.To)], client)
	})
}

// moduleOf returns the first part of a path, which most modules are named by.
func moduleOf(pkg string) string {
	parts := strings.SplitN(pkg, "/", 4)
	return strings.Join(parts[:min(3, len(parts))], "/")
}

// inline returns the tool of a name that code compares the model's with: what stands
// under the comparison.
func (f *finder) inline(p *picked) *tool {
	if len(p.test.Blocks) == 0 || p.test.Prefix {
		return nil
	}
	uses := false
	handlers := make(map[string]*site)
	for _, s := range p.in.sites {
		if !slices.Contains(p.test.Blocks, s.Block) || !f.carriesArgs(s) {
			continue
		}
		uses = true
		for _, c := range s.callees {
			handlers[c.fn.ID] = s
		}
	}
	if !uses && !f.usesArgs(p) || !f.tells(p) {
		return nil
	}
	text := f.text(p.in, p.test.Y)
	t := &tool{name: text, pos: p.pos, in: p.in, chosen: p.pos, block: p.test.Blocks[0], inline: true}
	if len(handlers) == 1 {
		for id, s := range handlers {
			t.handler, t.site, t.block = id, s, s.Block
			t.pos = f.byID[id].Pos
		}
	}
	return t
}

// tells reports whether a model is told what came of the code under a comparison: what it
// gets of functions becomes part of a message, or of a value of a client's. Code that calls
// none may tell anything.
func (f *finder) tells(p *picked) bool {
	var results []place
	for _, s := range p.in.sites {
		if slices.Contains(p.test.Blocks, s.Block) {
			results = append(results, slices.DeleteFunc(slices.Clone(s.results), func(p place) bool { return p == noPlace })...)
		}
	}
	if len(results) == 0 {
		return true
	}
	for to := range f.forward(results, false, false, nil).seen {
		if f.said[to] || f.isClients(to) {
			return true
		}
	}
	return false
}

// isClients reports whether a place is a field of a type of a model's client.
func (f *finder) isClients(p place) bool {
	field, ok := strings.CutPrefix(f.net.names[p], "f ")
	return ok && f.clients[moduleOf(typePackage(field))]
}

// typePackage returns the package in the name of a field.
func typePackage(field string) string {
	slash := strings.LastIndexByte(field, '/')
	pkg, _, _ := strings.Cut(field[slash+1:], ".")
	return field[:slash+1] + pkg
}

// usesArgs reports whether code under a comparison reads the arguments in line.
func (f *finder) usesArgs(p *picked) bool {
	return slices.ContainsFunc(p.in.Lookups, func(l valueflow.Lookup) bool {
		return slices.Contains(p.test.Blocks, l.Block) && f.args.seen[p.in.at(l.Map)]
	})
}

func (f *finder) text(fn *function, p valueflow.Place) string {
	for _, v := range f.made[fn.at(p)] {
		if v.isText {
			return v.text
		}
	}
	return ""
}

// handled returns the tools that a call runs, if a name selects what it is called on.
func (f *finder) handled(s *site) (out []*tool) {
	for _, p := range f.looked {
		switch {
		case p.look != nil && p.took.seen[s.on]:
			out = append(out, f.entries(s, p)...)
		case p.test != nil && !f.isConstant(p.in, p.test.Y) && meet(p.test.YTypes, s.OnTypes):
			out = append(out, f.members(s, p)...)
		}
	}
	return out
}

// meet reports whether two lists share a type.
func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(t string) bool { return slices.Contains(b, t) })
}

// members returns the tools among the objects on which a call is made, each with the name
// that it says of itself where a name is compared.
func (f *finder) members(s *site, p *picked) (out []*tool) {
	list, complete := f.instances(s.on, nil)
	for _, o := range list {
		handler, ok := f.handler(s, o)
		if !ok {
			continue
		}
		names, _ := f.texts(p.in.at(p.test.Y), nil, &o)
		out = append(out, f.namesOf(s, p, o, handler, names)...)
	}
	if !complete || len(out) == 0 {
		out = append(out, &tool{why: nameComputed, pos: s.Pos, in: s.in, block: s.Block, site: s, chosen: p.pos})
	}
	return out
}

// handler returns the function that a call on an object runs.
func (f *finder) handler(s *site, o instance) (string, bool) {
	switch {
	case s.Method == "" && o.fn != "":
		return o.fn, true
	case s.Method != "" && o.typ != "":
		if fn := f.method(o.typ, s.Method); fn != nil {
			return fn.ID, true
		}
	}
	return "", false
}

// namesOf returns a tool for each name of an object, one without a name if there is none.
func (f *finder) namesOf(s *site, p *picked, o instance, handler string, names []instance) (out []*tool) {
	of := o.typ
	pos := o.pos
	if fn := f.byID[handler]; fn != nil {
		pos = fn.Pos
	}
	names = slices.DeleteFunc(names, func(n instance) bool { return n.text == "" })
	for _, n := range names {
		out = append(out, &tool{name: n.text, handler: handler, of: of, pos: pos, in: s.in, block: s.Block, site: s, chosen: p.pos})
	}
	if len(names) == 0 {
		out = append(out, &tool{why: nameComputed, handler: handler, of: of, pos: pos, in: s.in, block: s.Block, site: s, chosen: p.pos})
	}
	return out
}

// entries returns the tools that a map has: what code puts into it, by key.
func (f *finder) entries(s *site, p *picked) (out []*tool) {
	maps := f.origins(p.in.at(p.look.Map))
	for _, fn := range f.funcs {
		for i := range fn.Puts {
			put := &fn.Puts[i]
			if shares(maps, f.origins(fn.at(put.Map))) {
				out = append(out, f.entry(s, p, fn, put)...)
			}
		}
	}
	if len(out) == 0 {
		out = append(out, &tool{why: nameComputed, pos: s.Pos, in: s.in, block: s.Block, site: s, chosen: p.pos})
	}
	return out
}

// origins returns the places of which a map may be what is there: those without callers,
// and where it is made.
func (f *finder) origins(p place) map[place]bool {
	out := make(map[place]bool)
	for _, at := range f.backward(p) {
		if f.isFree(at) || len(f.in[at]) == 0 {
			out[at] = true
		}
	}
	return out
}

func shares(a, b map[place]bool) bool {
	for p := range a {
		if b[p] {
			return true
		}
	}
	return false
}

// entry returns the tools that one assignment puts into a map: the key goes with the value
// that the same call brings.
func (f *finder) entry(s *site, p *picked, fn *function, put *valueflow.Put) (out []*tool) {
	for _, c := range f.callsOf(fn) {
		list, complete := f.instances(fn.at(put.Value), c)
		for _, o := range list {
			for _, run := range f.runs(s, o) {
				names, _ := f.texts(fn.at(put.Key), c, &o)
				out = append(out, f.namesOf(s, p, o, run, names)...)
			}
		}
		if !complete {
			out = append(out, &tool{why: nameComputed, pos: put.Pos, in: s.in, block: s.Block, site: s, chosen: p.pos})
		}
	}
	return out
}

// callsOf returns a context for each call of a function, one of no call if there is none.
func (f *finder) callsOf(fn *function) (out []*context) {
	for _, s := range f.sites {
		if slices.ContainsFunc(s.callees, func(c callee) bool { return c.fn == fn }) {
			out = append(out, (*context)(nil).enter(s.number))
		}
	}
	if len(out) == 0 {
		out = append(out, nil)
	}
	return out
}

// runs returns what a call runs of an object that a map has: a method, the function
// itself, or one in a field.
func (f *finder) runs(s *site, o instance) (out []string) {
	if h, ok := f.handler(s, o); ok {
		return []string{h}
	}
	if o.object == nil || s.Method != "" {
		return nil
	}
	r := f.reads[s.on]
	if r == nil {
		return nil
	}
	found, _ := (&search{net: f.net, steps: maxSteps}).of(o, r.field)
	for _, v := range found {
		if v.fn != "" {
			out = append(out, v.fn)
		}
	}
	return out
}
