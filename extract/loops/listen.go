package loops

// This file finds where a command waits for others to call its tools over the network, and who can.

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A Listener is a place where a command waits for others to call its tools.
type Listener struct {
	Command  string   // its package
	Packages []string // that it consists of, sorted
	Pos      graph.Pos
	Call     string // "http.ListenAndServe"; "" if it is not found
	// Server is where a call makes what answers, or, if that is a function of the program, where it is.
	Server     graph.Pos
	ServerName string    // of the call, or of the function
	Own        bool      // it is a function of the program
	Runs       []Way     // with Own: to functions that run tools, sorted
	Addrs      []Address // sorted by position
	Else       bool      // the address may be another one
	// Asks are the places in the command that look for what tells who calls, or turn somebody away.
	Asks []valueflow.Ask
	// Opaque are what libraries put around what answers, of which is not known whom they let through.
	Opaque []valueflow.Answerer
	Lost   bool // something was not followed
}

// A Way leads from a function of the program that answers to one that runs tools.
type Way struct {
	To   string
	From graph.Pos
	Name string // of the function that answers
}

// An Address is one that a command may listen on.
type Address struct {
	Text string
	Open bool // the address begins with it
	Pos  graph.Pos
}

// A Reach says who can call.
type Reach uint8

const (
	ReachUnknown Reach = iota
	ReachMachine       // what runs on the same machine
	ReachAll           // whoever gets to the machine over the network
)

// Reach returns who can call what listens on an address.
func (a Address) Reach() Reach {
	host, _, hasPort := cutPort(a.Text)
	if !hasPort && !a.Open || strings.Contains(a.Text, "/") {
		return ReachUnknown
	}
	if host == "" {
		if hasPort {
			return ReachAll
		}
		return ReachUnknown
	}
	if strings.EqualFold(host, "localhost") {
		return ReachMachine
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	switch {
	case err != nil:
		return ReachUnknown
	case ip.IsLoopback():
		return ReachMachine
	case ip.IsUnspecified():
		return ReachAll
	}
	return ReachUnknown
}

// cutPort returns the host of an address, and its port; ok is false if there is no colon between them.
func cutPort(addr string) (host, port string, ok bool) {
	if strings.HasPrefix(addr, "[") {
		if end := strings.IndexByte(addr, ']'); end >= 0 {
			port, ok = strings.CutPrefix(addr[end+1:], ":")
			return addr[:end+1], port, ok
		}
	}
	i := strings.LastIndexByte(addr, ':')
	if i < 0 || strings.Count(addr, ":") > 1 { // an address of version 6, of which this is not the port
		return addr, "", false
	}
	return addr[:i], addr[i+1:], true
}

// Listeners returns where the commands of a module wait for others to call their tools over the network, sorted; graphs are those of
// its packages, each once, and servers are the functions of the module that run tools for those who call, without a library, or that have a
// model do so. Where it is not found who waits for the calls that a library's server answers, one has no address, and is Lost.
func Listeners(graphs []*valueflow.Graph, servers []string) (out []Listener) {
	for _, part := range commands(graphs) {
		i := slices.IndexFunc(part, func(g *valueflow.Graph) bool { return g.Main })
		runs := func(g *valueflow.Graph) bool {
			return slices.ContainsFunc(g.Funcs, func(f *valueflow.Func) bool { return slices.Contains(servers, f.ID) })
		}
		if i >= 0 && (slices.ContainsFunc(part, offersTools) || slices.ContainsFunc(part, runs) && slices.ContainsFunc(part, listens)) {
			out = append(out, newNet(part).listeners(part[i].Package, servers)...)
		}
	}
	slices.SortFunc(out, func(a, b Listener) int { return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Command, b.Command)) })
	return out
}

// offersTools reports whether a package makes what runs tools for those who call.
func offersTools(g *valueflow.Graph) bool {
	return slices.ContainsFunc(g.Funcs, func(f *valueflow.Func) bool {
		return slices.ContainsFunc(f.Answerers, func(a valueflow.Answerer) bool { return a.Tools })
	})
}

// listens reports whether a package listens somewhere.
func listens(g *valueflow.Graph) bool {
	return slices.ContainsFunc(g.Funcs, func(f *valueflow.Func) bool { return len(f.Listens) > 0 })
}

// listeners returns the listeners of a command whose packages n joins.
func (n *net) listeners(command string, servers []string) (out []Listener) {
	a := &answering{net: n, servers: servers, made: make(map[place]valueflow.Answerer), served: make(map[graph.Pos]bool)}
	all := Listener{Command: command, Asks: n.asks(servers)}
	for _, g := range n.graphs {
		all.Packages = append(all.Packages, g.Package)
		all.Lost = all.Lost || g.Failed
	}
	slices.Sort(all.Packages)
	for _, fn := range n.funcs {
		for _, x := range fn.Answerers {
			a.made[fn.at(x.At)] = x
		}
	}
	live := n.live(command)
	inUse := func(fn *function, at graph.Pos) bool { return live[fn] && !strings.HasSuffix(at.File, "_test.go") }
	for _, fn := range n.funcs {
		for _, l := range fn.Listens {
			at := all
			at.Pos, at.Call = l.Pos, l.Call
			if inUse(fn, l.Pos) && a.finds(fn, l.Handler, &at) {
				at.Addrs, at.Else = n.addresses(fn.at(l.Addr))
				out = append(out, at)
			}
		}
	}
	for _, fn := range n.funcs {
		for _, x := range fn.Answerers {
			if x.Tools && inUse(fn, x.Pos) && !a.served[x.Pos] {
				at := all
				at.Pos, at.Server, at.ServerName, at.Lost = x.Pos, x.Pos, x.Call, true
				out = append(out, at)
			}
		}
	}
	return out
}

// asks returns where the program looks for what tells who calls, sorted. What answers another way into the program by itself
// keeps nobody from the tools.
func (n *net) asks(servers []string) (out []valueflow.Ask) {
	answers := n.reached(func(fn *function) bool { return fn.Requests })
	for _, fn := range n.funcs {
		if fn.Alone && !n.comesTo(fn, servers) {
			continue
		}
		for _, a := range fn.Asks {
			if !strings.HasSuffix(a.Pos.File, "_test.go") && (!a.Compares || answers[fn]) {
				out = append(out, a)
			}
		}
	}
	slices.SortFunc(out, func(a, b valueflow.Ask) int { return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.What, b.What)) })
	return slices.Compact(out)
}

// comesTo reports whether a function comes to run one of some others.
func (n *net) comesTo(fn *function, others []string) bool {
	runs := n.reached(func(o *function) bool { return o == fn })
	return slices.ContainsFunc(others, func(id string) bool { return runs[n.byID[id]] })
}

// live returns the functions that a command may run.
func (n *net) live(command string) map[*function]bool {
	return n.reached(func(fn *function) bool {
		name := funcid.Name(fn.ID)
		return fn.ID == command+".main" || name == "init" || strings.HasPrefix(name, "init#")
	})
}

// reached returns the functions that may run if those do that begin.
func (n *net) reached(begins func(*function) bool) map[*function]bool {
	live := make(map[*function]bool)
	var work []*function
	add := func(fn *function) {
		if fn != nil && !live[fn] {
			live[fn] = true
			work = append(work, fn)
		}
	}
	for _, fn := range n.funcs {
		if begins(fn) {
			add(fn)
		}
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range fn.sites {
			for _, c := range s.callees {
				add(c.fn)
			}
		}
		for _, t := range fn.Takes {
			add(n.byID[t.Func])
		}
		for _, d := range fn.Dynamic {
			if t := n.types[d.Type]; t != nil {
				for _, m := range t.Methods {
					add(n.byID[m.Func])
				}
			}
		}
	}
	return live
}

// addresses returns the addresses at a place; others says that there may be more.
func (n *net) addresses(p place) (out []Address, others bool) {
	exact := &search{net: n, steps: maxSteps}
	begins := &search{net: n, steps: maxSteps, begins: true}
	for _, s := range []*search{exact, begins} {
		for _, i := range s.find(p, nil) {
			known := slices.ContainsFunc(out, func(a Address) bool { return a.Text == i.text && a.Pos == i.pos })
			if i.isText && i.text != "" && !known {
				out = append(out, Address{i.text, s.begins, i.pos})
			}
		}
	}
	out = slices.DeleteFunc(out, func(a Address) bool { return a.Reach() == ReachUnknown && !strings.Contains(a.Text, ":") })
	slices.SortFunc(out, func(a, b Address) int { return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Text, b.Text)) })
	return out, begins.lost || begins.steps <= 0
}

// answering finds what answers those who call.
type answering struct {
	*net
	servers []string // functions of the program that run tools for those who call, or have a model do so
	made    map[place]valueflow.Answerer
	served  map[graph.Pos]bool // what runs tools, by where it is made, and a listener was found for
}

// finds reports whether what answers at a listener runs tools, and notes in l what does, and what is around it.
func (a *answering) finds(fn *function, handler valueflow.Place, l *Listener) bool {
	found := a.walk(fn.at(handler), l)
	if !found && a.isUnset(fn.at(handler)) {
		found = a.walk(a.named(valueflow.DefaultMux), l)
	}
	slices.SortFunc(l.Opaque, func(x, y valueflow.Answerer) int { return x.Pos.Compare(y.Pos) })
	l.Opaque = slices.CompactFunc(l.Opaque, func(x, y valueflow.Answerer) bool { return x.Pos == y.Pos })
	return found
}

// isUnset reports whether a place is a field of an object that nobody sets.
func (a *answering) isUnset(p place) bool {
	r := a.reads[p]
	if r == nil || a.filled[r.field] {
		return false
	}
	objects, _ := a.instances(r.base, nil)
	return slices.ContainsFunc(objects, func(o instance) bool {
		sets := func(f valueflow.FieldValue) bool { return f.Field == r.field }
		return o.object != nil && o.typ == r.of && !slices.ContainsFunc(o.object.Fields, sets)
	})
}

// walk goes back from what answers to all that it has answer.
func (a *answering) walk(from place, l *Listener) (found bool) {
	if from == noPlace {
		return false
	}
	seen := map[place]bool{from: true}
	called := make(map[*function]bool)
	work := []place{from}
	push := func(p place) {
		if p != noPlace && !seen[p] {
			seen[p] = true
			work = append(work, p)
		}
	}
	note := func(p place, _ *context) {
		x, ok := a.made[p]
		switch {
		case !ok:
			return
		case !x.Tools:
			l.Opaque = append(l.Opaque, x)
			return
		case !found || x.Pos.Compare(l.Server) < 0:
			found, l.Server, l.ServerName, l.Own, l.Runs = true, x.Pos, x.Call, false, nil
		}
		a.served[x.Pos] = true
	}
	answers := func(fn *function) {
		a.through(fn, called, push)
		name, _, _ := strings.Cut(shortName(fn.ID), "$") // that a literal stands in
		for _, to := range a.runTools(fn) {
			if !found {
				found, l.Server, l.ServerName, l.Own = true, fn.Pos, name, true
			}
			if l.Own {
				l.Runs = append(l.Runs, Way{to, fn.Pos, name})
			}
		}
	}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		s := &search{net: a.net, steps: maxSteps, around: true, at: note}
		for _, i := range s.find(p, nil) {
			if fn := a.byID[i.fn]; fn != nil {
				answers(fn)
			}
			if fn := a.method(i.typ, "ServeHTTP"); fn != nil {
				answers(fn)
			}
		}
		l.Lost = l.Lost || s.steps <= 0
	}
	slices.SortFunc(l.Runs, func(x, y Way) int { return cmp.Or(strings.Compare(x.To, y.To), x.From.Compare(y.From)) })
	l.Runs = slices.Compact(l.Runs)
	return found
}

// runTools returns the functions that run tools, or have a model do so, to which another one comes: of those that come to each other,
// the first.
func (a *answering) runTools(fn *function) (runs []string) {
	seen := make(map[*function]bool)
	var look func(fn *function)
	look = func(fn *function) {
		if fn == nil || seen[fn] {
			return
		}
		seen[fn] = true
		if slices.Contains(a.servers, fn.ID) {
			runs = append(runs, fn.ID)
			return
		}
		for _, s := range fn.sites {
			for _, c := range s.callees {
				look(c.fn)
			}
		}
	}
	look(fn)
	return runs
}

// request is the type of what somebody asks.
const request = "net/http.Request"

// through goes to what a function has answer the requests that it gets.
func (a *answering) through(fn *function, called map[*function]bool, push func(place)) {
	if fn == nil || called[fn] {
		return
	}
	called[fn] = true
	for _, s := range fn.sites {
		if !slices.Contains(s.ArgType, request) {
			continue
		}
		push(s.on)
		for _, c := range s.callees {
			push(c.recv)
			a.through(c.fn, called, push)
		}
	}
	for _, u := range fn.Outside {
		if slices.Contains(u.ArgType, request) {
			for _, p := range u.Args {
				push(fn.at(p))
			}
		}
	}
}
