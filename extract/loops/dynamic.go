package loops

// This file says which functions calls run, for those who follow nothing else.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// Dynamic returns the functions that calls of function values, and of methods of interfaces,
// run in the module with some graphs: those of the module, and those of libraries, among which "" stands
// for others of which nothing is known. A call that both lack may run anything.
func Dynamic(graphs []*valueflow.Graph) (own, foreign Calls) {
	n := newNet(graphs)
	own, foreign = n.dynamicCalls(nil), make(Calls)
	behind := n.behind()
	for _, s := range n.sites {
		if s.on == noPlace || s.Method != "" && library.IsStandard(funcid.Package(s.Iface)) {
			continue
		}
		values := n.values(s.on)
		if s.Method != "" && !slices.ContainsFunc(values, func(v value) bool { return v.typ != "" }) {
			for _, at := range n.backward(s.on) {
				for _, m := range behind[at] {
					if m.Name == s.Method {
						foreign.add(s.Pos, m.Func)
					}
				}
			}
		}
		for _, v := range values {
			switch {
			case s.Method != "":
				n.addForeign(foreign, s.Pos, v, s.Method, maxEmbedded)
			case v.method != "":
				for _, held := range n.values(v.recv) {
					n.addForeign(foreign, s.Pos, held, v.method, maxEmbedded)
				}
			case v.fn != "" && n.byID[v.fn] == nil:
				foreign.add(s.Pos, v.fn)
			}
		}
		if known := foreign[s.Pos]; s.guessed && len(known) > 0 && !slices.Contains(known, "") {
			delete(own, s.Pos)
		}
	}
	return own, foreign
}

// behind returns the methods of interfaces of libraries whose values are put into other interfaces, by place.
func (n *net) behind() map[place][]valueflow.Method {
	out := make(map[place][]valueflow.Method)
	for _, f := range n.funcs {
		for _, d := range f.Behind {
			if at := f.at(d.At); at != noPlace {
				out[at] = append(out[at], d.Methods...)
			}
		}
	}
	return out
}

// addForeign adds the method of a name of what is held in an interface, if it is no function of the module.
func (n *net) addForeign(to Calls, at graph.Pos, held value, name string, depth int) {
	if held.boxed == nil || n.method(held.typ, name) != nil {
		return
	}
	if of := n.embedded(held.typ, name); of != noPlace && depth > 0 {
		if inner := n.values(of); len(inner) > 0 {
			for _, v := range inner {
				n.addForeign(to, at, v, name, depth-1)
			}
			return
		}
	}
	methods := held.boxed.Methods
	if t := n.types[held.typ]; t != nil {
		methods = t.Methods
	}
	for _, m := range methods {
		if m.Name == name {
			to.add(at, m.Func)
		}
	}
}
