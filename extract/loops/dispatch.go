package loops

// This file finds where a program runs what a model wants called.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/protocol"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A finder looks for agents in a net.
type finder struct {
	*net
	names, args *walk // what a model says: names of tools, and their arguments
	spelled     *walk // names as they are
	stands      *walk // and what stands for them
	direct      *walk // arguments that were not kept in between, see run.go
	argTypes    map[string]bool
	argFields   map[string]bool // where protocols have the arguments of calls
	nameTypes   map[string]bool
	calls       map[string]bool // the types of calls that protocols have
	looked      []*picked
	terminal    *walk             // what reads the terminal
	answers     *walk             // what reads the answers of servers
	said        map[place]bool    // what a model is told
	clients     map[string]bool   // the modules of models' clients
	server      bool              // clients of the program call, and no model
	dialect     bool              // it calls in words: see dialect
	pieces      bool              // names are pieces of text: see lined
	tellers     []*offer          // what tells them of tools, each for all of a list
	offered     []*offer          // the tools that they are told of
	putsAt      map[place][]put   // of maps
	mapsAt      map[place][]place // see origins
	entered     map[entriesOf][]*tool
	takings     map[place][]taking  // see takenAt; nil until somebody asks
	called      []place             // where protocols have the names of calls
	saying      map[*site]bool      // see saysNames
	parted      map[place][]place   // see tellsParts
	standing    map[string][]string // by a text that stands for them: names, see renamed
	ran         map[runOf]whatRuns
	onTypes     map[string][]*site           // see calledOn
	deedBy      map[*function]valueflow.Deed // see deedOf
}

// A picked is a place where the name of a call selects something.
type picked struct {
	in   *function
	pos  graph.Pos
	test *valueflow.Test   // that compares the name with what something says
	look *valueflow.Lookup // that takes what a map has for the name
	took *walk             // with look: where what was taken gets to, and what is read of it

	asked map[identity]bool // with test: see askedAt
}

// A tool is what runs when a model names it.
type tool struct {
	name    string // "" for one that only a run knows
	why     unknownName
	handler string    // the function, "" where the code stands in line
	of      string    // the type of the object that it is a method of, "" for none
	self    *instance // the object that the name selects, nil for none
	record  *instance // of which it is a part, if the name selects that
	pos     graph.Pos
	in      *function // that has the call, or the code
	block   int32
	site    *site
	around  []*site   // the calls that lead from a function around the handler to it
	maybe   bool      // that function may be around it, or may not: see layers
	chosen  graph.Pos // where the name selects it
	prefix  string    // with namePrefix: how its name begins
	also    string    // what stands for its name where it is compared, "" if nothing does: see renamed
	inline  bool      // it stands where its name is compared
	blocks  []int32   // with inline: its code
	code    valueflow.Span
	parses  string // with inline: the function that takes the arguments apart for its code, "" for none
	unclear bool   // with inline: whether it is a tool is not known
	idle    bool   // with inline: it calls nothing
	made    bool   // its object is made of the call: see madeUnder
}

// unknownName says why a tool has no name.
type unknownName uint8

const (
	nameKnown unknownName = iota
	nameComputed
	nameRemote
	nameForeign
	nameGiven
	nameElsewhere
	namePrefix
)

// newFinder returns a finder for what a model calls, or what clients of a server do.
func newFinder(n *net, server bool) *finder {
	f := emptyFinder(n, server)
	names, args := f.noted()
	f.called = names
	if server {
		names, args = n.asked(names, args)
	}
	f.follows(names, args)
	f.offers()
	return f
}

// newDialect returns a finder for what a model calls by a choice.
func newDialect(n *net, c *choice) *finder {
	f := emptyFinder(n, false)
	f.dialect = true
	f.noted()
	f.messages()
	f.follows(c.places, c.others())
	return f
}

func emptyFinder(n *net, server bool) *finder {
	return &finder{net: n, server: server, said: make(map[place]bool), clients: make(map[string]bool), calls: make(map[string]bool), argFields: make(map[string]bool),
		mapsAt: make(map[place][]place), entered: make(map[entriesOf][]*tool), ran: make(map[runOf]whatRuns), onTypes: make(map[string][]*site), saying: make(map[*site]bool)}
}

// noted notes what protocols say of places, and returns those of names and arguments.
func (f *finder) noted() (names, args []place) {
	for _, r := range f.net.roles {
		p := f.named(r.Name)
		switch {
		case p == noPlace || r.Server != f.server:
		case r.Kind == valueflow.RoleName:
			names = append(names, p)
		case r.Kind == valueflow.RoleArgs:
			args = append(args, p)
			f.argFields[r.Name] = true
		case r.Kind == valueflow.RoleSaid, r.Kind == valueflow.RoleMessage && f.dialect:
			f.said[p] = true
		}
		if pkg := funcid.Package(strings.TrimPrefix(r.Name, "f ")); !f.own[pkg] && (f.dialect || r.Kind != valueflow.RoleAnswer && r.Kind != valueflow.RoleMessage) {
			f.clients[moduleOf(pkg)] = true
		}
	}
	return names, args
}

// follows finds where names and arguments get to, and what names select.
func (f *finder) follows(names, args []place) {
	n := f.net
	f.names = f.naming(names)
	if again := f.chosen(); len(again) > 0 {
		names = slices.Concat(names, again)
		f.names = f.naming(names)
	}
	f.spelled, f.stands = f.names, &walk{}
	if more := f.renamed(); len(more) > 0 {
		f.names = f.naming(slices.Concat(names, more))
		f.stands = f.naming(more)
	}
	f.args = n.forward(args, false, false, n.fields())
	f.argTypes, f.nameTypes = f.holders(f.args), f.holders(f.names)
	for _, r := range n.roles {
		if r.Kind == valueflow.RoleCall && r.Server == f.server && !f.dialect {
			f.nameTypes[r.Name], f.calls[r.Name] = true, true
		}
	}
	f.direct = n.follow(args, manner{}, n.fields(), f.isKept)
	f.answers = f.forward(f.start(valueflow.Body), false, false, nil)
	f.terminal = f.forward(f.start(valueflow.Terminal), false, false, nil)
	if f.server && n.readsTerminal(slices.Concat(names, args)) { // there are its clients, and no person
		f.terminal = &walk{}
	}
	f.pick()
}

// naming returns where names get to, as they are; pieces of a text may be what any function makes of
// it.
func (f *finder) naming(names []place) *walk {
	if f.pieces {
		return f.follow(names, manner{flat: true}, nil, func(place) bool { return false })
	}
	return f.texting(names, f.dialect)
}

// messages notes what a model is told in words: what calls of clients get, and what goes into
// the parts of a request that protocols have for it.
func (f *finder) messages() {
	for _, s := range f.sites {
		if s.Kind == valueflow.CallModel {
			for _, p := range s.args {
				f.said[p] = true
			}
		}
	}
	for _, fn := range f.funcs {
		for _, p := range fn.Puts {
			if protocol.IsMessage(f.text(fn, p.Key)) {
				f.said[fn.at(p.Value)] = true
			}
		}
	}
}

// readsTerminal reports whether one of some places has what is read from the standard input.
func (n *net) readsTerminal(places []place) bool {
	read := n.forward(n.start(valueflow.Terminal), false, false, n.fields())
	return slices.ContainsFunc(places, func(p place) bool { return read.seen[p] })
}

// start returns the place of a name as the beginning of a walk.
func (n *net) start(name string) []place {
	if p := n.named(name); p != noPlace {
		return []place{p}
	}
	return nil
}

// fields returns the places of what is read of a field, by the place of what has it, and of
// what a function returns, by that of the function.
func (n *net) fields() map[place][]place {
	out := make(map[place][]place)
	for _, s := range n.sites {
		if s.on == noPlace || s.Method != "" {
			continue
		}
		for _, r := range s.results {
			if r != noPlace {
				out[s.on] = append(out[s.on], r)
			}
		}
	}
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

func (n *net) isConstant(fn *function, p valueflow.Place) bool {
	return slices.ContainsFunc(n.made[fn.at(p)], func(v value) bool { return v.isText })
}

// carriesArgs reports whether a call hands over the arguments of a model's call.
func (f *finder) carriesArgs(s *site) bool {
	return slices.ContainsFunc(s.args, func(p place) bool { return p != noPlace && f.args.seen[p] }) ||
		slices.ContainsFunc(s.ArgType, func(t string) bool { return f.argTypes[t] })
}

// carriesCall reports whether a call hands over a model's call as a whole.
func (f *finder) carriesCall(s *site) bool {
	return slices.ContainsFunc(s.ArgType, func(t string) bool { return f.calls[t] })
}

// tools returns what runs at the model's word, sorted.
func (f *finder) tools() (out []*tool) {
	for _, s := range f.sites {
		if s.on != noPlace && (f.carriesArgs(s) || f.carriesCall(s)) && !isQuestion(s) {
			out = append(out, f.handled(s)...)
		}
	}
	out = acting(outer(out))
	f.behind(out)
	out = f.makers(out)
	out = append(out, f.remote()...)
	if !f.dialect { // where code goes by data in any case
		out = append(out, f.specs(out)...)
	}
	tests := make(map[*function][]*picked)
	for _, p := range f.looked {
		if p.test != nil && f.isConstant(p.in, p.test.Y) {
			tests[p.in] = append(tests[p.in], p)
		}
	}
	for _, fn := range f.funcs {
		out = append(out, f.inline(tests[fn])...)
	}
	f.helpers(out)
	slices.SortStableFunc(out, func(a, b *tool) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.handler, b.handler), a.pos.Compare(b.pos), a.chosen.Compare(b.chosen))
	})
	return withNames(slices.CompactFunc(out, func(a, b *tool) bool {
		return a.name == b.name && a.handler == b.handler && a.pos == b.pos && a.site == b.site && slices.Equal(a.around, b.around)
	}))
}

// withNames drops the objects whose name was not found where they are kept, if it was found
// at another place where they are kept.
func withNames(tools []*tool) []*tool {
	type runs struct {
		handler string
		site    *site
		object  *valueflow.Object
	}
	key := func(t *tool) runs { return runs{t.handler, t.site, t.self.object} }
	named := make(map[runs]bool)
	for _, t := range tools {
		if t.self != nil && t.name != "" && t.handler != "" {
			named[key(t)] = true
		}
	}
	return slices.DeleteFunc(tools, func(t *tool) bool { return t.self != nil && t.name == "" && t.self.object != nil && named[key(t)] })
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

// moduleOf returns the first part of a path, which most modules are named by.
func moduleOf(pkg string) string {
	parts := strings.SplitN(pkg, "/", 4)
	return strings.Join(parts[:min(3, len(parts))], "/")
}
