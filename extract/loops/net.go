package loops

// This file joins the graphs of the packages of a module.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A place numbers a place of the module.
type place = int32

const noPlace place = -1

// A net is what a module does with values.
type net struct {
	graphs  []*valueflow.Graph
	names   []string // by place; "" for one inside a function
	byName  map[string]place
	funcs   []*function
	byID    map[string]*function
	types   map[string]*valueflow.Type
	ifaces  map[string]*valueflow.Iface
	structs map[string]*valueflow.Struct
	sites   []*site
	roles   []valueflow.Role
	offers  []valueflow.Offer
	own     map[string]bool  // packages
	keys    map[string]int32 // of maps

	out, in  [][]edge
	exits    map[place][]exit // of a parameter: where what it gets comes out again
	made     map[place][]value
	reads    map[place]*read
	answered map[question]answer      // see search.ask
	looks    map[visit]answer         // see instances
	owned    map[ownQuestion]answer   // see findFor
	held     map[heldAt][]instance    // see holding
	funcsAt  map[place][]string       // see mayBe
	schemas  map[place][]string       // the types of which something there is a schema
	argsOf   map[string][]graph.Param // what a type of arguments has
	declared map[string][]string      // what it declares
	tags     map[string]string        // what JSON calls a field, if not as Go does
	filled   map[string]bool          // fields, and types, that are set by who does not have the object
	callable map[string]bool          // fields that have a function, which no decoder sets
	callers  map[*function][]*site
	assigned map[string][]assignment // by field
	open     bool                    // calls were left unresolved for want of rounds
	main     bool                    // it is all of a command
}

// A function is one of the module, with what maps its places to those of the net.
type function struct {
	*valueflow.Func
	pkg    string
	local  []place // by place of its package
	params []place
	sites  []*site
	paths  *paths // see known
}

// at returns a place of f in the net.
func (f *function) at(p valueflow.Place) place {
	if p == valueflow.NoPlace {
		return noPlace
	}
	return f.local[p]
}

// A read takes a field of what is at a place.
type read struct {
	base  place
	field string
	of    string
	many  bool // it is any element of what is in the field
}

// A site is a call with the functions that it may run.
type site struct {
	*valueflow.Call
	in      *function
	number  int32
	on      place
	args    []place
	results []place
	callees []callee
	guessed bool // what it runs is what has the methods of its interface: nothing was seen that gets there
	inside  int  // how many objects were looked into for what it runs
}

// library returns the package of a function of a library, or of the interface whose method it is.
func (s *site) library() string { return funcid.Package(cmp.Or(s.Callee, s.Iface)) }

// A callee is a function that a site may run. What a method value binds comes first.
type callee struct {
	fn   *function
	recv place // the receiver, noPlace for none
}

// edgeKind says what an edge is of.
type edgeKind uint8

const (
	moves   edgeKind = iota
	enters           // an argument to a parameter
	returns          // a result, or what a parameter refers to, to the caller
)

// An edge leads to or from the other place.
type edge struct {
	other place
	kind  edgeKind
	loose bool
	// begins and around are of moves, as in valueflow.Move.
	begins, around bool
	put            bool  // to a map, from a value that it gets
	take           bool  // from a map, to what is taken from it
	key            int32 // of put and take: see net.key
	site           int32 // of enters and returns
}

// newNet joins graphs, which have one package each.
func newNet(graphs []*valueflow.Graph) *net {
	n := &net{
		graphs: graphs,
		own:    make(map[string]bool), keys: make(map[string]int32),
		byName: make(map[string]place), byID: make(map[string]*function),
		schemas: make(map[place][]string), argsOf: make(map[string][]graph.Param), declared: make(map[string][]string), tags: make(map[string]string), filled: make(map[string]bool), callable: make(map[string]bool),
		reads: make(map[place]*read), answered: make(map[question]answer), looks: make(map[visit]answer), owned: make(map[ownQuestion]answer), held: make(map[heldAt][]instance), types: make(map[string]*valueflow.Type), ifaces: make(map[string]*valueflow.Iface),
		structs: make(map[string]*valueflow.Struct),
	}
	for _, g := range graphs {
		n.add(g)
	}
	slices.SortFunc(n.funcs, func(a, b *function) int { return strings.Compare(a.ID, b.ID) })
	n.made = n.index()
	n.out, n.in = make([][]edge, len(n.names)), make([][]edge, len(n.names))
	for _, f := range n.funcs {
		for i := range f.Params {
			f.params = append(f.params, n.named(valueflow.ParamName(f.ID, i)))
		}
		n.moved(f)
		for i := range f.Calls {
			n.site(f, &f.Calls[i])
		}
	}
	n.resolve()
	n.callers = make(map[*function][]*site)
	for _, s := range n.sites {
		for _, to := range s.callees {
			n.callers[to.fn] = append(n.callers[to.fn], s)
		}
	}
	n.assigned = n.assignments()
	return n
}

func (n *net) add(g *valueflow.Graph) {
	n.own[g.Package] = true
	n.main = n.main || g.Main
	local := make([]place, len(g.Names))
	for i, name := range g.Names {
		p, known := n.byName[name]
		if name == "" || !known {
			p = place(len(n.names))
			n.names = append(n.names, name)
			if name != "" {
				n.byName[name] = p
			}
		}
		local[i] = p
	}
	for changed := true; changed; { // a literal in another one captures what that one has captured
		changed = false
		for _, a := range g.Aliases {
			changed = changed || local[a.To] != local[a.From]
			local[a.To] = local[a.From]
		}
	}
	for _, f := range g.Funcs {
		fn := &function{Func: f, pkg: g.Package, local: local}
		for _, r := range f.Reads {
			n.reads[fn.at(r.To)] = &read{fn.at(r.Base), r.Field, r.Of, r.Many}
			n.callable[r.Field] = n.callable[r.Field] || r.Runs
		}
		for _, d := range f.Schemas {
			n.schemas[fn.at(d.At)] = append(n.schemas[fn.at(d.At)], d.Type)
		}
		n.byID[f.ID] = fn
		n.funcs = append(n.funcs, fn)
	}
	for i := range g.Types {
		n.types[g.Types[i].Name] = &g.Types[i]
	}
	for i := range g.Ifaces {
		n.ifaces[g.Ifaces[i].Name] = &g.Ifaces[i]
	}
	for i := range g.Structs {
		n.structs[g.Structs[i].Name] = &g.Structs[i]
	}
	n.roles = append(n.roles, g.Roles...)
	for _, o := range g.Offers {
		if !slices.Contains(n.offers, o) {
			n.offers = append(n.offers, o)
		}
	}
	for _, a := range g.Args {
		n.argsOf[a.Type], n.declared[a.Type] = a.Params, a.Capabilities
	}
	for _, name := range g.Filled {
		n.filled[name] = true
	}
	for _, t := range g.Tags {
		n.tags[t.Field] = t.JSON
	}
}

func (n *net) edge(from, to place, e edge) {
	if from == noPlace || to == noPlace {
		return
	}
	e.other = to
	n.out[from] = append(n.out[from], e)
	e.other = from
	n.in[to] = append(n.in[to], e)
}

func (n *net) site(f *function, c *valueflow.Call) {
	s := &site{Call: c, in: f, number: int32(len(n.sites)), on: f.at(c.On)}
	for _, p := range c.Args {
		s.args = append(s.args, f.at(p))
	}
	for _, p := range c.Results {
		s.results = append(s.results, f.at(p))
	}
	n.sites = append(n.sites, s)
	f.sites = append(f.sites, s)
}

// isFree reports whether a place has no caller: what is there may be there in any call.
func (n *net) isFree(p place) bool {
	name := n.names[p]
	return name != "" && (name[0] == 'f' || name[0] == 'v' || name[0] == 'c')
}

// isParam reports whether a place is a parameter.
func (n *net) isParam(p place) bool { return n.names[p] != "" && n.names[p][0] == 'p' }

// named returns the place of a name.
func (n *net) named(name string) place {
	if p, ok := n.byName[name]; ok {
		return p
	}
	return noPlace
}

// bind adds the edges of one function that a site may run.
func (n *net) bind(s *site, c callee) {
	s.callees = append(s.callees, c)
	for i, arg := range n.params(s, c) {
		param := n.paramOf(c, i)
		n.edge(arg, param, edge{kind: enters, site: s.number})
		n.edge(param, arg, edge{kind: returns, site: s.number})
	}
	for i, to := range s.results {
		n.edge(n.named(valueflow.ResultName(c.fn.ID, i)), to, edge{kind: returns, site: s.number})
	}
}

// params returns what a site hands to a function.
func (n *net) params(s *site, c callee) []place {
	if c.recv == noPlace {
		return s.args
	}
	return append([]place{c.recv}, s.args...)
}

// paramOf returns the place of parameter i of a function.
func (n *net) paramOf(c callee, i int) place {
	if i >= len(c.fn.params) {
		return noPlace
	}
	return c.fn.params[i]
}

// ownerOf returns the function in the name of a parameter or a result.
func ownerOf(name string) string {
	_, fn, _ := strings.Cut(name, " ")
	return fn
}
