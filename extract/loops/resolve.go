package loops

// This file finds out which functions calls may run.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/internal/funcid"
)

// maxRounds is how often calls are resolved anew, as what they run may show what others
// run.
const maxRounds = 10

// resolve binds calls to functions until nothing changes.
func (n *net) resolve() {
	for _, s := range n.sites {
		if fn := n.byID[s.Callee]; s.Callee != "" && fn != nil {
			n.bind(s, callee{fn, noPlace})
		}
	}
	changed := true
	for round := 0; changed && round < maxRounds; round++ {
		n.summarize()
		changed = false
		for _, s := range n.sites {
			if s.on == noPlace || s.Method != "" && library.IsStandard(funcid.Package(s.Iface)) {
				continue
			}
			for _, c := range n.dynamic(s) {
				if !slices.Contains(s.callees, c) {
					n.bind(s, c)
					changed = true
				}
			}
		}
	}
	n.open = n.open || changed
	n.guess()
	n.summarize()
}

// dynamic returns the functions that a function value may be, or the methods of what an
// interface value may hold.
func (n *net) dynamic(s *site) (out []callee) {
	for _, v := range n.values(s.on) {
		switch {
		case s.Method == "" && v.method != "":
			out = append(out, n.methodsAt(v.recv, v.method)...)
		case s.Method == "" && v.fn != "":
			if fn := n.byID[v.fn]; fn != nil {
				out = append(out, callee{fn, v.recv})
			}
		}
	}
	if s.Method != "" {
		out = append(out, n.methodsAt(s.on, s.Method)...)
	}
	slices.SortFunc(out, func(a, b callee) int {
		return cmp.Or(strings.Compare(a.fn.ID, b.fn.ID), cmp.Compare(a.recv, b.recv))
	})
	return slices.Compact(out)
}

// methodsAt returns the methods of a name of what an interface value may hold.
func (n *net) methodsAt(at place, name string) []callee { return n.methodsBelow(at, name, maxEmbedded) }

// maxEmbedded is how many interfaces that types embed a method is looked for in, one behind the other.
const maxEmbedded = 4

// methodsBelow is methodsAt, also for methods that types have by an interface which they embed: those of what is in that.
//
//	type cached struct{ Store } // has Delete
func (n *net) methodsBelow(at place, name string, depth int) (out []callee) {
	for _, v := range n.values(at) {
		if fn := n.method(v.typ, name); fn != nil {
			out = append(out, callee{fn, at})
		} else if of := n.embedded(v.typ, name); of != noPlace && depth > 0 {
			out = append(out, n.methodsBelow(of, name, depth-1)...)
		}
	}
	return out
}

// embedded returns the place of the interface by which a type of the module has a method, noPlace if it has it otherwise.
func (n *net) embedded(typ, name string) place {
	t := n.types[typ]
	if t == nil {
		return noPlace
	}
	for _, m := range t.Methods {
		if m.Name == name && m.Of != "" {
			return n.named(m.Of)
		}
	}
	return noPlace
}

// method returns the method of a type of the module.
func (n *net) method(typ, name string) *function {
	t := n.types[typ]
	if t == nil {
		return nil
	}
	for _, m := range t.Methods {
		if m.Name == name && m.Func != "" {
			return n.byID[m.Func]
		}
	}
	return nil
}

// guess binds calls of methods of which nothing is known to those of every type that fits.
func (n *net) guess() {
	names := make([]string, 0, len(n.types))
	for name := range n.types {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, s := range n.sites {
		if s.Method == "" || len(s.callees) > 0 || library.IsStandard(funcid.Package(s.Iface)) {
			continue
		}
		iface := n.ifaces[s.Iface]
		if iface == nil || len(iface.Methods) == 0 {
			continue
		}
		for _, name := range names {
			if fits(n.types[name], iface) {
				if fn := n.method(name, s.Method); fn != nil {
					n.bind(s, callee{fn, s.on})
					s.guessed = true
				}
			}
		}
	}
}

// fits reports whether a type has all methods of an interface.
func fits(t *valueflow.Type, i *valueflow.Iface) bool {
	return !slices.ContainsFunc(i.Methods, func(want valueflow.Method) bool {
		return !slices.ContainsFunc(t.Methods, func(m valueflow.Method) bool { return m.Name == want.Name && m.Signature == want.Signature })
	})
}
